#!/usr/bin/env bash
# Package and version: biopython 1.88
# Guess, written before it was run: what Biopython writes as a GenBank or EMBL record it reads back unchanged; a code too long for one line is wrapped by the writer and joined by the reader.
# What it does: the reader puts a space where the line was wrapped, so a participant's code or address of more than 58 characters comes back in two words, and who searches for it does not find it.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check biopython==1.88 numpy==2.0.2
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import io

from Bio import SeqIO
from Bio.Seq import Seq
from Bio.SeqFeature import SeqFeature, SimpleLocation
from Bio.SeqRecord import SeqRecord

code = "https://biobank.example/cohort-2/participants/sampled/orla.quist-marlowe@mail.example"
feature = SeqFeature(SimpleLocation(0, 4), type="source", qualifiers={"isolate": [code], "note": ["Orla Quist"]})
record = SeqRecord(Seq("ACGT"), id="X1", name="X1", annotations={"molecule_type": "DNA"}, features=[feature])
found = {}
for form in ("genbank", "embl"):
    file = io.StringIO()
    SeqIO.write(record, file, form)
    file.seek(0)
    found[form] = SeqIO.read(file, form).features[0].qualifiers["isolate"][0]
print(code, found)
broken = all(read != code and read.count(" ") == 1 and read.replace(" ", "") == code for read in found.values())
raise SystemExit(not broken)
PY

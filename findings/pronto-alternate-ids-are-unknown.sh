#!/usr/bin/env bash
# Package and version: pronto 2.7.4
# Guess, written before it was run: a term is found by its alternate id (alt_id), and what is dumped says what was read.
# What it does: an alternate id raises KeyError; the qualifiers and the remark of a cross reference ({source=...} ! note) are gone in the dump; a class with intersection_of has no parent among its superclasses.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pronto==2.7.4
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import io

import pronto

obo = b"""format-version: 1.4
ontology: x

[Term]
id: X:1
name: fever
alt_id: X:9
xref: ICD10CM:R50 {source="ward"} ! note

[Term]
id: X:4
name: chill
intersection_of: X:1
intersection_of: part_of X:1

[Typedef]
id: part_of
name: part of
"""
ontology = pronto.Ontology(io.BytesIO(obo))
known = "X:9" in ontology
parents = [term.id for term in ontology["X:4"].superclasses(with_self=False)]
out = io.BytesIO()
ontology.dump(out, format="obo")
print("alternate id known:", known, "| parents of the defined class:", parents)
print(out.getvalue().decode())
raise SystemExit(known or bool(parents) or b"source=" in out.getvalue())
PY

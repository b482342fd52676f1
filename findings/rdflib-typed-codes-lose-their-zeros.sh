#!/usr/bin/env bash
# Package and version: rdflib 7.6.0
# Guess, written before it was run: a graph that is read and written again has every literal as it was written, since RDF compares literals by their form.
# What it does: "007"^^xsd:integer becomes "7" and "1"^^xsd:boolean becomes "true", while decimals keep their zeros; two codes that differ only in leading zeros become one. rdflib.NORMALIZE_LITERALS = False keeps them.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check rdflib==7.6.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import rdflib

data = """@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<urn:a> <urn:code> "007"^^xsd:integer, "7"^^xsd:integer, "1.50"^^xsd:decimal, "1"^^xsd:boolean ."""
read = rdflib.Graph().parse(data=data, format="turtle")
codes = sorted(str(code) for code in read.objects())
rdflib.NORMALIZE_LITERALS = False
kept = sorted(str(code) for code in rdflib.Graph().parse(data=data, format="turtle").objects())
print(codes, kept)
raise SystemExit(codes != ["1.50", "7", "true"] or kept != ["007", "1", "1.50", "7"])
PY

#!/usr/bin/env bash
# Package and version: rdflib 7.6.0
# Guess, written before it was run: a Graph that reads JSON-LD has all statements of the file, those of a named graph too, or an error.
# What it does: of a file whose statements all stand under an @graph with an @id it takes none, without a word; a Dataset has them, but looks at its default graph alone unless it is made with default_union.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check rdflib==7.6.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import rdflib

text = """{"@context": {"label": "http://www.w3.org/2000/01/rdf-schema#label"}, "@id": "urn:release-7",
"@graph": [{"@id": "urn:a", "label": "fever"}, {"@id": "urn:b", "label": "chill"}]}"""
graph, dataset = rdflib.Graph().parse(data=text, format="json-ld"), rdflib.Dataset()
dataset.parse(data=text, format="json-ld")
seen = len(list(dataset.objects(None, rdflib.RDFS.label)))
union = rdflib.Dataset(default_union=True)
union.parse(data=text, format="json-ld")
found = len(graph), len(dataset), seen, len(list(union.objects(None, rdflib.RDFS.label)))
print(found)
raise SystemExit(found != (0, 2, 0, 2))
PY

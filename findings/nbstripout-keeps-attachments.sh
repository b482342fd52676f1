#!/usr/bin/env bash
# Package and version: nbstripout 0.9.1, nbformat 5.10.4
# Guess, written before it was run: a notebook that was stripped holds what its author typed and nothing that was put in as a picture: outputs go, and so do pictures pasted into a text cell.
# What it does: outputs go; a pasted picture (attachments of a markdown cell) stays whole.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check nbstripout==0.9.1 nbformat==5.10.4
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import nbformat

notebook = nbformat.v4.new_notebook()
text = nbformat.v4.new_markdown_cell("![scan](attachment:scan.png)")
text["attachments"] = {"scan.png": {"image/png": "aGVsbG8="}}
code = nbformat.v4.new_code_cell("1 + 1")
code["outputs"] = [nbformat.v4.new_output("stream", text="Orla Tindall")]
notebook.cells = [text, code]
nbformat.write(notebook, "notes.ipynb")
PY
"$here/venv/bin/nbstripout" notes.ipynb
pictures=$(grep -c aGVsbG8= notes.ipynb || true)
outputs=$(grep -c Tindall notes.ipynb || true)
echo "pictures left: $pictures, outputs left: $outputs"
[ "$pictures" = 1 ] && [ "$outputs" = 0 ]

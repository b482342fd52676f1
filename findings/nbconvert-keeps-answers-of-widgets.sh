#!/usr/bin/env bash
# Package and version: nbconvert 7.17.2, nbformat 5.10.4
# Guess, written before it was run: a page made with `exclude_output`, or after ClearOutputPreprocessor, holds no state of widgets, so nothing that somebody typed into one.
# What it does: the state of all widgets is copied from the notebook's metadata into the page, also when outputs, inputs and code cells are all left out: the text of a field is in the HTML, and no cell shows that there was one.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check nbconvert==7.17.2 nbformat==5.10.4
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import nbformat
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_notebook, new_output
from traitlets.config import Config

VIEW, STATE = (f"application/vnd.jupyter.widget-{kind}+json" for kind in ("view", "state"))
shown = new_output("display_data", data={VIEW: {"model_id": "m1", "version_major": 2, "version_minor": 0}})
book = new_notebook(cells=[new_code_cell("widgets.Text()", outputs=[shown])])
field = {"model_name": "TextModel", "model_module": "@jupyter-widgets/controls", "model_module_version": "2.0.0"}
field["state"] = {"value": "Orla Quist"}
book.metadata["widgets"] = {STATE: {"version_major": 2, "version_minor": 0, "state": {"m1": field}}}
nbformat.validate(book)
settings = {
    "outputs left out": {"HTMLExporter": {"exclude_output": True}},
    "outputs cleared": {"ClearOutputPreprocessor": {"enabled": True}},
    "code cells left out": {"HTMLExporter": {"exclude_code_cell": True, "exclude_output": True}},
}
seen = {}
for case, setting in settings.items():
    page, _ = HTMLExporter(config=Config(setting)).from_notebook_node(nbformat.from_dict(book.copy()))
    seen[case] = "Orla Quist" in page
print("typed text in the page:", seen)
raise SystemExit(not all(seen.values()))
PY

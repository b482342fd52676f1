#!/usr/bin/env bash
# Package and version: sphinx 9.0.4
# Guess, written before it was run: what stands below `.. only:: internal` is in no file of pages that are made without that tag (the sources not copied): not in the index, not in the search, not in the contents.
# What it does: the paragraphs go; the index lists the entries and functions that stood there, the search finds the function by name, and a table of contents that stood there is in the side bar of every page with its caption.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check sphinx==9.0.4
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import subprocess
import sys
from pathlib import Path

Path("in").mkdir()
Path("in/conf.py").write_text("project = 'p'\nhtml_copy_source = False\n")
Path("in/index.rst").write_text("""
Seen
====

.. only:: internal

   .. index:: Indexword

   Bodyword.

   .. py:function:: funcword

   .. toctree::
      :caption: Captionword

      other
""")
Path("in/other.rst").write_text("Other\n=====\n\nText.\n")
subprocess.run([sys.executable, "-m", "sphinx", "-q", "-b", "html", "in", "out"], check=True)
seen = {}
for word in ("Bodyword", "Indexword", "funcword", "Captionword"):
    pages = sorted(page.name for page in Path("out").glob("*.*") if page.is_file() and word in page.read_text(errors="replace"))
    seen[word] = pages
print(seen)
expected = {"Bodyword": [], "Indexword": ["genindex.html"], "funcword": ["genindex.html", "searchindex.js"]}
captions = seen.pop("Captionword")
raise SystemExit(seen != expected or not {"index.html", "other.html"} <= set(captions))
PY

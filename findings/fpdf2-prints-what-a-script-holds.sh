#!/usr/bin/env bash
# Package and version: fpdf2 2.8.9
# Guess, written before it was run: write_html leaves out what no browser shows: title, comments, style and script.
# What it does: title and comments are left out, but what stands in style and in script is printed as text, so a page's data about a person (application/ld+json) lands on paper.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check fpdf2==2.8.9 pdfminer.six==20260107
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import io

from fpdf import FPDF
from pdfminer.high_level import extract_text

page = """<title>Title</title><!--Comment--><style>p { color: black }</style>
<script type="application/ld+json">{"@type": "Person", "name": "Orla Quist"}</script><p>Shown</p>"""
made = FPDF()
made.add_page()
made.set_font("Helvetica")
made.write_html(page)
found = " ".join(extract_text(io.BytesIO(bytes(made.output()))).split())
print(found)
printed = all(one in found for one in ("color: black", "Orla Quist", "Shown"))
raise SystemExit(not printed or "Title" in found or "Comment" in found)
PY

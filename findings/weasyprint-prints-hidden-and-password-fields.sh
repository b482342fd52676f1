#!/usr/bin/env bash
# Package and version: weasyprint 70.0 (draws with the system's Pango)
# Guess, written before it was run: a form is printed as a browser prints it: a hidden field not at all, a password as dots.
# What it does: the value of input type=hidden is drawn on the page as text, and a password in clear. With pdf_forms both leave the text and stand in the form's fields instead.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check weasyprint==70.0 pdfminer.six==20260107
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import io

import weasyprint
from pdfminer.high_level import extract_text

page = """<form>Seen <input type="hidden" name="patient" value="MRN778899">
<input type="password" name="word" value="orlaquist"><p style="display:none">unseen</p></form>"""
found = {}
for forms in (False, True):
    made = weasyprint.HTML(string=page).write_pdf(pdf_forms=forms)
    found[forms] = " ".join(extract_text(io.BytesIO(made)).split())
print(found)
shown = "MRN778899" in found[False] and "orlaquist" in found[False] and "unseen" not in found[False]
raise SystemExit(not (shown and found[True] == "Seen"))
PY

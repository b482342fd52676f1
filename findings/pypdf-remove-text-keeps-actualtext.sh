#!/usr/bin/env bash
# Package and version: pypdf 7.1.1, reportlab 5.1.0, pdfminer.six 20260107
# Guess, written before it was run: after `remove_text` no word of the page is in the file: neither in drawings that it uses, nor drawn by other operators, nor as ActualText.
# What it does: the glyphs go everywhere, drawings inside drawings included, and the page reads as empty; the words that ActualText gives for them stay in the content stream, in clear. A page whose text was written twice is half cleaned.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pypdf==7.1.1 reportlab==5.1.0 pdfminer.six==20260107
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pypdf
from pdfminer.high_level import extract_text
from reportlab.pdfgen.canvas import Canvas

paper = Canvas("page.pdf", pageCompression=0)
paper.beginForm("inner")
paper.drawString(10, 10, "Innerword")
paper.endForm()
paper.beginForm("outer")
paper.doForm("inner")
paper.endForm()
paper.drawString(50, 700, "Pageword")
paper.doForm("outer")
paper._code.append("/Span <</ActualText (Orla Quist)>> BDC BT /F1 12 Tf 50 500 Td [(Spoken) 10 (word)] TJ ET EMC")
paper.save()
writer = pypdf.PdfWriter(clone_from="page.pdf")
writer.remove_text()
writer.write("removed.pdf")
words = ("Innerword", "Pageword", "Spoken", "Orla Quist")
before, after = (open(name, "rb").read() for name in ("page.pdf", "removed.pdf"))
assert all(word.encode() in before for word in words)
read = (pypdf.PdfReader("removed.pdf").pages[0].extract_text().strip(), extract_text("removed.pdf").strip())
left = [word for word in words if word.encode() in after]
print("read from the page:", read, "in the file:", left)
raise SystemExit(left != ["Orla Quist"] or read != ("", ""))
PY

#!/usr/bin/env bash
# Package and version: typst 0.15.2, pikepdf 10.17.0, pypdfium2 5.15.2
# Guess, written before it was run: what stands in #hide[...] is in no part of the PDF: a heading there is neither text of the page nor a line of the outline.
# What it does: the page has no word of it, and the outline that a viewer shows beside the page has the heading in full. Hidden text that is no heading is gone.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check typst==0.15.2 pikepdf==10.17.0 pypdfium2==5.15.2
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pikepdf
import pypdfium2
import typst

with open("a.typ", "w") as made:
    made.write("= Findings\n#hide[= Orla Quist]\n#hide[Ottoline Roe]\nNothing new.\n")
typst.compile("a.typ", output="a.pdf")
text = pypdfium2.PdfDocument("a.pdf")[0].get_textpage().get_text_range()
with pikepdf.open("a.pdf") as read:
    with read.open_outline() as outline:
        lines = [line.title for line in outline.root]
    drawn = b"".join(one.read_bytes() for one in read.objects if isinstance(one, pikepdf.Stream))
print("page:", text.split(), "outline:", lines)
raise SystemExit("Quist" in text or lines != ["Findings", "Orla Quist"] or b"Ottoline" in drawn)
PY

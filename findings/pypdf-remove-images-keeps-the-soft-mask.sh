#!/usr/bin/env bash
# Package and version: pypdf 7.1.1, reportlab 5.1.0, pillow 13.0.0, pikepdf 10.18.0
# Guess, written before it was run: after `remove_images` no byte of a picture is in the file, its soft mask included.
# What it does: the colours go, the soft mask stays as an object that nothing refers to. Of a signature that was cut out of its paper the mask is the whole drawing: each stroke can be read off it. Objects that nothing refers to go when pikepdf saves the file anew.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pypdf==7.1.1 reportlab==5.1.0 pillow==13.0.0 pikepdf==10.18.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pikepdf
import pypdf
from PIL import Image, ImageDraw
from reportlab.pdfgen.canvas import Canvas

strokes = Image.new("L", (60, 20), 0)
ImageDraw.Draw(strokes).line([(2, 18), (20, 2), (30, 15), (58, 5)], fill=255)
signature = Image.new("RGB", strokes.size, (0, 0, 90))
signature.putalpha(strokes)
signature.save("signature.png")
paper = Canvas("letter.pdf")
paper.drawImage("signature.png", 50, 50, mask="auto")
paper.save()
writer = pypdf.PdfWriter(clone_from="letter.pdf")
writer.remove_images()
writer.write("removed.pdf")
assert not pypdf.PdfReader("removed.pdf").pages[0].images


def pictures(path):
    """Each picture of a file, drawn by a page or not."""
    with pikepdf.open(path) as pdf:
        found = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"]
        return [pikepdf.PdfImage(one).as_pil_image() for one in found]


left = pictures("removed.pdf")
same = [one.convert("L").tobytes() == strokes.tobytes() for one in left]
with pikepdf.open("removed.pdf") as pdf:
    pdf.save("anew.pdf")
print("pictures before, after, saved anew:", len(pictures("letter.pdf")), len(left), len(pictures("anew.pdf")), "strokes:", same)
raise SystemExit(same != [True] or pictures("anew.pdf") != [])
PY

#!/usr/bin/env bash
# Package and version: pypdf 7.1.1, pdfseparate of poppler-utils 22.12.0 (Debian), pypdfium2 5.15.2, pikepdf 10.18.0, reportlab 5.1.0
# Guess, written before it was run: page 1, copied by itself into a new file, brings nothing of page 2, although a link on page 1 leads there.
# What it does: with `add_page` of pypdf and with pdfseparate the file of one page has page 2 with all its text as an object that no viewer shows. `append` of pypdf, PDFium and pikepdf leave it out.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pypdf==7.1.1 pypdfium2==5.15.2 pikepdf==10.18.0 reportlab==5.1.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import subprocess

import pikepdf
import pypdf
import pypdfium2
from reportlab.pdfgen.canvas import Canvas

paper = Canvas("two.pdf", pageCompression=0)
paper.drawString(50, 700, "Keepword")
paper.linkRect("", "second", (50, 690, 200, 720))
paper.showPage()
paper.drawString(50, 700, "Goneword")
paper.bookmarkPage("second")
paper.showPage()
paper.save()
added = pypdf.PdfWriter()
added.add_page(pypdf.PdfReader("two.pdf").pages[0])
added.write("add_page.pdf")
appended = pypdf.PdfWriter()
appended.append("two.pdf", pages=(0, 1))
appended.write("append.pdf")
subprocess.run(["pdfseparate", "-f", "1", "-l", "1", "two.pdf", "pdfseparate.pdf"], check=True)
imported = pypdfium2.PdfDocument.new()
imported.import_pages(pypdfium2.PdfDocument("two.pdf"), [0])
imported.save("pdfium.pdf")
with pikepdf.open("two.pdf") as two, pikepdf.new() as one:
    one.pages.append(two.pages[0])
    one.save("pikepdf.pdf")
seen = {}
for name in ("add_page", "append", "pdfseparate", "pdfium", "pikepdf"):
    with pikepdf.open(name + ".pdf") as pdf:
        assert len(pdf.pages) == 1
        streams = [one.read_bytes() for one in pdf.objects if isinstance(one, pikepdf.Stream)]
    assert any(b"Keepword" in stream for stream in streams), name
    seen[name] = any(b"Goneword" in stream for stream in streams)
print("text of page 2 in the file of page 1:", seen)
raise SystemExit(seen != {"add_page": True, "append": False, "pdfseparate": True, "pdfium": False, "pikepdf": False})
PY

#!/usr/bin/env bash
# Package and version: pypdf 7.1.1, reportlab 4.4.10
# Guess, written before it was run: a page that was removed from a cloned PdfWriter is not in the file that it writes.
# What it does: remove_page and del pages[1] take the page out of the tree and leave its content stream in the file, readable. Copying the wanted pages into a new writer leaves it out, unless one of them links to it.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pypdf==7.1.1 reportlab==4.4.10
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pypdf
from reportlab.pdfgen.canvas import Canvas

paper = Canvas("two.pdf", pageCompression=0)
for word in ("Keepword", "Goneword"):
    paper.drawString(50, 50, word)
    paper.showPage()
paper.save()
removed = pypdf.PdfWriter(clone_from="two.pdf")
removed.remove_page(1)
removed.write("removed.pdf")
deleted = pypdf.PdfWriter(clone_from="two.pdf")
del deleted.pages[1]
deleted.write("deleted.pdf")
copied = pypdf.PdfWriter()
copied.add_page(pypdf.PdfReader("two.pdf").pages[0])
copied.write("copied.pdf")
seen = {}
for name in ("removed", "deleted", "copied"):
    path = name + ".pdf"
    assert len(pypdf.PdfReader(path).pages) == 1
    seen[name] = b"Goneword" in open(path, "rb").read()
print("text of the removed page in a file of one page:", seen)
raise SystemExit(seen != {"removed": True, "deleted": True, "copied": False})
PY

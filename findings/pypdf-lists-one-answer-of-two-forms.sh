#!/usr/bin/env bash
# Package and version: pypdf 7.1.1, pikepdf 10.18.0, reportlab 5.1.0
# Guess, written before it was run: two copies of one form, filled in for two people and appended to one PdfWriter, are two pages with two answers, and get_fields lists both, under other names if need be.
# What it does: both fields keep the name, and get_fields lists the last one alone: the first person's answer stands on page 1 and in no list of answers. pikepdf's add_pages_from renames the second, and pypdf then lists both.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pypdf==7.1.1 pikepdf==10.18.0 reportlab==5.1.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pikepdf
import pypdf
from reportlab.pdfgen import canvas

answers = {"a.pdf": "Orla Quist", "b.pdf": "Bo Marlow"}
for name, value in answers.items():
    form = canvas.Canvas(name)
    form.drawString(50, 750, "Patient")
    form.acroForm.textfield(name="patient", x=100, y=740, value=value)
    form.save()
writer, other = pypdf.PdfWriter(), pikepdf.new()
for name in answers:
    writer.append(name)
    other.add_pages_from(pikepdf.open(name))
writer.write("pypdf.pdf")
other.save("pikepdf.pdf")
found = {}
for name in ("pypdf.pdf", "pikepdf.pdf"):
    read = pypdf.PdfReader(name)
    listed = sorted(field.get("/V") for field in read.get_fields().values())
    drawn = [note.get_object()["/V"] for page in read.pages for note in page["/Annots"]]
    found[name] = listed, drawn
    print(name, list(read.get_fields()), listed, drawn)
people = list(answers.values())
raise SystemExit(found != {"pypdf.pdf": (["Bo Marlow"], people), "pikepdf.pdf": (sorted(people), people)})
PY

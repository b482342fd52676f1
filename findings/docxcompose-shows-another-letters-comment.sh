#!/usr/bin/env bash
# Package and version: docxcompose 2.2.0, python-docx 1.2.0
# Guess, written before it was run: a Word document that is appended to another one brings its comments along, with numbers of their own, as it brings footnotes and pictures.
# What it does: its comments are left behind, and the marks for them stay with their old numbers, which now are those of the first document: at the second letter's sentence Word shows what somebody wrote about the first.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check docxcompose==2.2.0 python-docx==1.2.0 'setuptools<81'
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import re
import zipfile

import docx
from docxcompose.composer import Composer

for name, text, note in (("a.docx", "Letter one.", "Orla signs this"), ("b.docx", "Letter two.", "Bo must not know")):
    letter = docx.Document()
    letter.add_comment(letter.add_paragraph(text).runs, text=note, author="office")
    letter.save(name)
both = Composer(docx.Document("a.docx"))
both.append(docx.Document("b.docx"))
both.save("both.docx")
body = zipfile.ZipFile("both.docx").read("word/document.xml").decode()
marks = re.findall(r'<w:commentReference w:id="(\d+)"', body)
notes = {str(one.comment_id): one.text for one in docx.Document("both.docx").comments}
shown = [(p.text, [notes.get(n) for n in re.findall(r'commentReference w:id="(\d+)"', p._p.xml)]) for p in docx.Document("both.docx").paragraphs if p.text]
print(marks, notes, shown, sep="\n")
raise SystemExit(shown != [("Letter one.", ["Orla signs this"]), ("Letter two.", ["Orla signs this"])] or marks != ["0", "0"])
PY

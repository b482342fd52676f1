#!/usr/bin/env bash
# Package and version: docx2python 3.7.1, mammoth 1.13.0, python-docx 1.2.0
# Guess, written before it was run: a paragraph with tracked changes reads as if they were accepted: what was moved away (w:moveFrom) is left out, as what was deleted is.
# What it does: docx2python leaves deleted text out and gives moved text at both places; mammoth gives it once; python-docx gives neither the moved nor the inserted text. mammoth also drops the base of ruby text.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check docx2python==3.7.1 mammoth==1.13.0 python-docx==1.2.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import docx
import mammoth
from docx.oxml import parse_xml
from docx2python import docx2python

space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
document = docx.Document()
paragraph = document.add_paragraph("Plainword ")
for xml in (
    f'<w:del {space} w:id="1" w:author="x"><w:r><w:delText>Deletedword </w:delText></w:r></w:del>',
    f'<w:moveFrom {space} w:id="2" w:author="x"><w:r><w:t>Fromword </w:t></w:r></w:moveFrom>',
    f'<w:moveTo {space} w:id="3" w:author="x"><w:r><w:t>Toword </w:t></w:r></w:moveTo>',
    f'<w:ins {space} w:id="4" w:author="x"><w:r><w:t>Insertedword </w:t></w:r></w:ins>',
    f'<w:r {space}><w:ruby><w:rubyPr/><w:rt><w:r><w:t>Rubyword </w:t></w:r></w:rt>'
    f'<w:rubyBase><w:r><w:t>Baseword </w:t></w:r></w:rubyBase></w:ruby></w:r>',
):
    paragraph._p.append(parse_xml(xml))
document.save("changes.docx")
with docx2python("changes.docx") as read:
    texts = {"docx2python": read.text}
with open("changes.docx", "rb") as stream:
    texts["mammoth"] = mammoth.extract_raw_text(stream).value
texts["python-docx"] = docx.Document("changes.docx").paragraphs[0].text
words = ["Plainword", "Deletedword", "Fromword", "Toword", "Insertedword", "Rubyword", "Baseword"]
seen = {name: [word for word in words if word in text] for name, text in texts.items()}
print(seen)
raise SystemExit(
    seen
    != {
        "docx2python": ["Plainword", "Fromword", "Toword", "Insertedword", "Rubyword", "Baseword"],
        "mammoth": ["Plainword", "Toword", "Insertedword"],
        "python-docx": ["Plainword"],
    }
)
PY

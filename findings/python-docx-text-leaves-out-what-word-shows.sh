#!/usr/bin/env bash
# Package and version: python-docx 1.2.0
# Guess, written before it was run: the text of a paragraph is what Word shows of it: tracked insertions, moved text, content controls and simple fields are in, deletions are not.
# What it does: all four are left out; the name that Word shows between "Seen by" and "today" is not in `paragraph.text`, so a search of it says that nobody is named.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check python-docx==1.2.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import io

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

WORD = nsdecls("w")
BY = 'w:author="a" w:date="2024-01-01T00:00:00Z"'
document = docx.Document()
paragraph = document.add_paragraph("Seen by ")
for number, xml in enumerate(
    (
        f'<w:ins {WORD} w:id="1" {BY}><w:r><w:t>Orla Quist</w:t></w:r></w:ins>',
        f'<w:moveTo {WORD} w:id="2" {BY}><w:r><w:t> in Ward 9</w:t></w:r></w:moveTo>',
        f"<w:sdt {WORD}><w:sdtContent><w:r><w:t> of Elmbury</w:t></w:r></w:sdtContent></w:sdt>",
        f'<w:fldSimple {WORD} w:instr="AUTHOR"><w:r><w:t> and Tove Lind</w:t></w:r></w:fldSimple>',
    )
):
    paragraph._p.append(parse_xml(xml))
paragraph.add_run(" today.")
file = io.BytesIO()
document.save(file)
file.seek(0)
text = docx.Document(file).paragraphs[0].text
print(repr(text))
raise SystemExit(text != "Seen by  today.")
PY

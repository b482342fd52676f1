#!/usr/bin/env bash
# Package and version: python-docx 1.2.0
# Guess, written before it was run: when the row of a table goes (its element removed), saving, or at the latest opening and saving again, leaves out the address of the link that only that row used, as pictures that nothing uses are left out.
# What it does: the address stays in word/_rels/document.xml.rels however often the document is saved; nothing in the text points to it.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check python-docx==1.2.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import zipfile

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

letter = docx.Document()
table = letter.add_table(2, 1)
link = OxmlElement("w:hyperlink")
link.set(qn("r:id"), letter.part.relate_to("mailto:orla@example.org", RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
table.rows[0].cells[0].paragraphs[0]._p.append(link)
table._tbl.remove(table.rows[0]._tr)
letter.save("letter.docx")
docx.Document("letter.docx").save("letter.docx")
package = zipfile.ZipFile("letter.docx")
holding = [name for name in package.namelist() if b"orla@" in package.read(name)]
print(holding)
raise SystemExit(holding != ["word/_rels/document.xml.rels"])
PY

#!/usr/bin/env bash
# Package and version: odfpy 1.4.1
# Guess, written before it was run: the paragraphs of a text document, taken by getElementsByType(text.P), are those that a reader sees; a deletion that is tracked is not among them.
# What it does: the deleted paragraph comes first, as if it stood in the document; only the paragraphs below office:text that are not below text:tracked-changes are shown.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check odfpy==1.4.1 setuptools
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import io

from odf import teletype, text
from odf.element import Element
from odf.namespaces import TEXTNS
from odf.opendocument import OpenDocumentText, load

document = OpenDocumentText()
changes, deletion = text.TrackedChanges(), text.Deletion()
region = Element(qname=(TEXTNS, "changed-region"), qattributes={(TEXTNS, "id"): "c1"}, check_grammar=False)
deletion.addElement(text.P(text="Orla Quist"))
region.addElement(deletion)
changes.addElement(region)
document.text.addElement(changes)
shown = text.P(text="Seen by ")
shown.addElement(text.Change(changeid="c1"))
shown.addText("a doctor.")
document.text.addElement(shown)
file = io.BytesIO()
document.save(file)
file.seek(0)
found = [teletype.extractText(one) for one in load(file).getElementsByType(text.P)]
print(found)
raise SystemExit(found != ["Orla Quist", "Seen by a doctor."])
PY

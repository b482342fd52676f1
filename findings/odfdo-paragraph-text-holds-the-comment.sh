#!/usr/bin/env bash
# Package and version: odfdo 3.27.3
# Guess, written before it was run: the text of a paragraph (`text_recursive`, `str`) leaves out what somebody wrote beside it as an annotation, as `get_formatted_text` sets it apart.
# What it does: both put the annotation, its author and its time in the middle of the sentence, without a space to the word before; `get_formatted_text` sets it apart.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check odfdo==3.27.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from datetime import datetime

from odfdo import Document, Paragraph

letter = Document("text")
letter.body.clear()
line = Paragraph("The patient came.")
letter.body.append(line)
line.insert_annotation(after="patient", body="Orla is meant", creator="Bo", date=datetime(2026, 1, 2))
letter.save("letter.odt")
letter = Document("letter.odt")
line = letter.body.get_paragraphs()[0]
texts = line.text_recursive, str(line).strip(), letter.get_formatted_text()
print(*map(repr, texts), sep="\n")
glued = all(text.startswith("The patientOrla is meant\nBo 2026-01-02") and text.endswith(" came.") for text in texts[:2])
raise SystemExit(not glued or not texts[2].startswith("The patient[*] came."))
PY

#!/usr/bin/env bash
# Package and version: striprtf 0.0.35
# Guess, written before it was run: text that RTF marks as hidden (\v) is left out, and what stands in a footnote is part of the text.
# What it does: it is the other way round: hidden text is given as plain text, and so is deleted text (\deleted); a footnote, a header, an annotation and the Unicode half of \upr are dropped without a word.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check striprtf==0.0.35
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from striprtf.striprtf import rtf_to_text

text = rtf_to_text(
    r"{\rtf1 Plainword {\v Hiddenword} {\deleted Deletedword}{\footnote Noteword}"
    r"{\header Headword}{\*\annotation Remarkword}{\upr{Upword}{\*\ud{Udword}}} Endword}"
)
words = ["Plainword", "Hiddenword", "Deletedword", "Noteword", "Headword", "Remarkword", "Udword", "Endword"]
seen = [word for word in words if word in text]
print(seen)
raise SystemExit(seen != ["Plainword", "Hiddenword", "Deletedword", "Endword"])
PY

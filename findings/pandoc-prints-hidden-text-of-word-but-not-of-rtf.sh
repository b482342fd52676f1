#!/usr/bin/env bash
# Package and version: pypandoc_binary 1.17 (pandoc 3.9), python-docx 1.2.0
# Guess, written before it was run: pandoc leaves hidden text out, in a Word document (w:vanish) as in RTF (\v).
# What it does: from RTF it leaves it out, from .docx it prints it among the other words. One letter saved in both formats gives two texts.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pypandoc_binary==1.17 python-docx==1.2.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from pathlib import Path

import docx
import pypandoc

letter = docx.Document()
line = letter.add_paragraph("Seen. ")
line.add_run("Orla Pell. ").font.hidden = True
line.add_run("Seen too.")
letter.save("letter.docx")
Path("letter.rtf").write_text(r"{\rtf1\ansi Seen. {\v Orla Pell. }Seen too.\par}")
texts = [pypandoc.convert_file(f"letter.{kind}", "plain").strip() for kind in ("docx", "rtf")]
print(pypandoc.get_pandoc_version(), texts)
raise SystemExit(texts != ["Seen. Orla Pell. Seen too.", "Seen. Seen too."])
PY

#!/usr/bin/env bash
# Package and version: markitdown 0.1.9 with its extra xlsx (pandas 2.3.3, openpyxl 3.1.5)
# Guess, written before it was run: a workbook becomes a Markdown table whose cells say what the cells of the workbook say; a text cell is given as that text.
# What it does: cells are read by pandas' rules for types: the text "007" becomes 7.0, the text "None" NaN, and a number of 17 digits 1.234568e+16, so neither two card numbers nor two patients can be told apart. The same table as CSV keeps every cell.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check 'markitdown[xlsx]==0.1.9' pandas==2.3.3 openpyxl==3.1.5
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from pathlib import Path

import openpyxl
from markitdown import MarkItDown

rows = [["card", "patient", "answer"], [12345678901234567, "007", "None"], [12345678901234999, "08", "yes"], [None, None, "no"]]
book = openpyxl.Workbook()
for row in rows:
    book.active.append(row)
book.save("a.xlsx")
Path("a.csv").write_text("\n".join(",".join("" if cell is None else str(cell) for cell in row) for row in rows))
found = {name: MarkItDown().convert(name).text_content for name in ("a.xlsx", "a.csv")}
for text in found.values():
    print(text)
as_numbers = ["| 1.234568e+16 | 7.0 | NaN |", "| 1.234568e+16 | 8.0 | yes |"]
as_written = ["| 12345678901234567 | 007 | None |", "| 12345678901234999 | 08 | yes |"]
kept = all(line in found["a.csv"] for line in as_written)
raise SystemExit(not (kept and all(line in found["a.xlsx"] for line in as_numbers)))
PY

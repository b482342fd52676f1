#!/usr/bin/env bash
# Package and version: openpyxl 3.1.5, python-calamine 0.9.1, xlsxwriter 3.2.9
# Guess, written before it was run: a text cell reads the same with openpyxl and with calamine, whoever wrote it.
# What it does: a workbook writes a character as _x0041_ where it must; openpyxl neither undoes this at reading nor guards such a text at writing. A vertical tab within a name is seven characters for openpyxl and one for calamine, and the code that openpyxl wrote is read by calamine as another one.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check openpyxl==3.1.5 python-calamine==0.9.1 xlsxwriter==3.2.9
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import openpyxl
import python_calamine
import xlsxwriter

code = "MRN_x0037_88"
book = openpyxl.Workbook()
book.active["A1"] = code
book.save("openpyxl.xlsx")
book = xlsxwriter.Workbook("xlsxwriter.xlsx")
book.add_worksheet().write_string(0, 0, code)
book.close()
book = xlsxwriter.Workbook("control.xlsx")
book.add_worksheet().write_string(0, 0, "Orla\x0bQuist")
book.close()
found = {}
for name in ("openpyxl", "xlsxwriter", "control"):
    by_calamine = python_calamine.CalamineWorkbook.from_path(f"{name}.xlsx").get_sheet_by_index(0).to_python()
    found[name] = openpyxl.load_workbook(f"{name}.xlsx").active["A1"].value, by_calamine[0][0]
print(found)
expected = {
    "openpyxl": (code, "MRN788"),
    "xlsxwriter": (code, code),
    "control": ("Orla_x000B_Quist", "Orla\x0bQuist"),
}
raise SystemExit(found != expected)
PY

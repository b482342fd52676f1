#!/usr/bin/env bash
# Package and version: pandas 3.1.1, openpyxl 3.1.5, jinja2 3.1.6
# Guess, written before it was run: a column or row that `Styler.hide` hides is not in the workbook that `to_excel` writes, as it is not in the HTML.
# What it does: HTML, LaTeX and plain text leave both out; the workbook has them in full, and no column or row of it is hidden either. What was left out of the page goes along with the download.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pandas==3.1.1 openpyxl==3.1.5 jinja2==3.1.6
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import openpyxl
import pandas as pd

people = pd.DataFrame({"name": ["Orla Quist", "Bo Pell"], "score": [1, 2]})
cases = {
    "column": people.style.hide(["name"], axis="columns"),
    "row": people.style.hide([0], axis="index"),
}
seen = {}
for case, styled in cases.items():
    pages = (styled.to_html(), styled.to_latex(), styled.to_string())
    assert not any("Orla Quist" in page for page in pages), case
    styled.to_excel(case + ".xlsx", index=False)
    sheet = openpyxl.load_workbook(case + ".xlsx").active
    values = [value for row in sheet.iter_rows(values_only=True) for value in row]
    hidden = [key for kind in (sheet.column_dimensions, sheet.row_dimensions) for key, one in kind.items() if one.hidden]
    seen[case] = ("Orla Quist" in values, hidden)
print("in the workbook, hidden there:", seen)
raise SystemExit(seen != {"column": (True, []), "row": (True, [])})
PY

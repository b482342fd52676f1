#!/usr/bin/env bash
# Package and version: svglib 2.3.2, reportlab 5.1.0, pdfminer.six 20260107
# Guess, written before it was run: a drawing's text that no browser shows is not printed in the PDF either: display none, visibility hidden, opacity 0, fill-opacity 0.
# What it does: display none and visibility hidden are left out; text with opacity 0 or fill-opacity 0, by itself or in a group, is printed in full black. A note that somebody made transparent shows on the page.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check svglib==2.3.2 reportlab==5.1.0 pdfminer.six==20260107
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from pathlib import Path

from pdfminer.high_level import extract_pages
from pdfminer.layout import LTChar
from reportlab.graphics import renderPDF
from svglib.svglib import svg2rlg

ways = {
    "Shown": "", "None": 'display="none"', "Hidden": 'visibility="hidden"', "Opacity": 'opacity="0"',
    "Fill": 'fill-opacity="0"', "Style": 'style="opacity:0"',
}  # fmt: skip
lines = [f'<text x="10" y="{20 * (i + 1)}" {how}>{word}</text>' for i, (word, how) in enumerate(ways.items())]
lines.append('<g opacity="0"><text x="10" y="180">Group</text></g>')
Path("a.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">{"".join(lines)}</svg>')
renderPDF.drawToFile(svg2rlg("a.svg"), "a.pdf")


def letters(item):
    if isinstance(item, LTChar):
        yield item
    elif hasattr(item, "__iter__"):
        for part in item:
            yield from letters(part)


drawn = [one for page in extract_pages("a.pdf") for one in letters(page)]
words = {}
for one in drawn:
    words.setdefault(round(one.y0), []).append(one)
printed = {"".join(o.get_text() for o in line): {o.graphicstate.ncolor for o in line} for line in words.values()}
print(printed)
alpha = b"/ca 0" in Path("a.pdf").read_bytes()  # a state of drawing that would make it transparent
raise SystemExit(set(printed) != {"Shown", "Opacity", "Fill", "Style", "Group"} or alpha)
PY

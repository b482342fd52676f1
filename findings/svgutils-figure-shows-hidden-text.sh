#!/usr/bin/env bash
# Package and version: svgutils 0.3.4, cairosvg 2.9.1, pdfminer.six 20260107
# Guess, written before it was run: drawings put together into one figure look as they did alone, so text that a drawing hides by its style stays hidden.
# What it does: the style sheets of all drawings stand in one document and hold for each other. Drawing programs name their classes alike (st0), so a name that one drawing hides is printed as soon as another one shows its own st0; with the order turned round, the other's text goes.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check svgutils==0.3.4 cairosvg==2.9.1 pdfminer.six==20260107
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from pathlib import Path

import cairosvg
from pdfminer.high_level import extract_text
from svgutils.compose import SVG, Figure, Panel


def drawing(name, style, word):
    text = f'<style>.st0{{{style}}}</style><text class="st0" x="10" y="20">{word}</text><text x="10" y="50">{name}</text>'
    Path(f"{name}.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60">{text}</svg>')


def printed(name):
    cairosvg.svg2pdf(url=f"{name}.svg", write_to=f"{name}.pdf")
    return set(extract_text(f"{name}.pdf").split())


drawing("chart", "display:none", "Quist")
drawing("map", "display:inline", "North")
for name, order in (("figure", ("chart", "map")), ("turned", ("map", "chart"))):
    parts = [Panel(SVG(f"{part}.svg")).move(0, 60 * i) for i, part in enumerate(order)]
    Figure("200", "120", *parts).save(f"{name}.svg")
found = {name: printed(name) for name in ("chart", "map", "figure", "turned")}
print(found)
both = {"chart", "map"}
expected = {"chart": {"chart"}, "map": {"map", "North"}, "figure": both | {"Quist", "North"}, "turned": both}
raise SystemExit(found != expected)
PY

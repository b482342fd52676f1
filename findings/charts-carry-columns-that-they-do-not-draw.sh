#!/usr/bin/env bash
# Package and version: altair 6.3.0, bokeh 3.9.2, pydeck 0.9.3, pandas 2.3.3
# Guess, written before it was run: a chart of the columns x and y of a data frame holds these two; the column of names, which nothing refers to, is not in what is handed on.
# What it does: in all three the whole frame goes along. The JSON of altair, the pages of bokeh and of pydeck have every name.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check altair==6.3.0 bokeh==3.9.2 pydeck==0.9.3 pandas==2.3.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import altair
import pandas as pd
import pydeck
from bokeh.embed import file_html
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure
from bokeh.resources import CDN

people = pd.DataFrame({"name": ["Orla Pell", "Bo Quist"], "x": [1, 2], "y": [3, 4]})
drawn = figure()
drawn.scatter("x", "y", source=ColumnDataSource(people))
layer = pydeck.Layer("ScatterplotLayer", people, get_position=["x", "y"])
pages = {
    "altair": altair.Chart(people).mark_point().encode(x="x", y="y").to_json(),
    "bokeh": file_html(drawn, CDN),
    "pydeck": pydeck.Deck(layers=[layer]).to_html(as_string=True),
}
found = {name: "Orla Pell" in page for name, page in pages.items()}
print(found)
raise SystemExit(found != {"altair": True, "bokeh": True, "pydeck": True})
PY

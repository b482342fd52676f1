#!/usr/bin/env bash
# Package and version: gpxpy 1.6.2
# Guess, written before it was run: remove_time(all=True) leaves no time in the file, that of its metadata included.
# What it does: the times of points go; the metadata's time, when the walk began, stays. adjust_time does change the metadata's.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check gpxpy==1.6.2
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import datetime
import re

import gpxpy

walk = """<gpx version="1.1" creator="watch" xmlns="http://www.topografix.com/GPX/1/1"><metadata>
<time>2021-05-03T10:00:00Z</time></metadata><wpt lat="1" lon="2"><time>2021-05-03T09:50:00Z</time></wpt><trk><trkseg>
<trkpt lat="1.1" lon="2.1"><time>2021-05-03T10:00:00Z</time></trkpt>
<trkpt lat="1.2" lon="2.2"><time>2021-05-03T10:00:10Z</time></trkpt></trkseg></trk></gpx>"""
found = {}
for name, change in (
    ("removed", lambda gpx: gpx.remove_time(all=True)),
    ("moved", lambda gpx: gpx.adjust_time(datetime.timedelta(days=9), all=True)),
):
    gpx = gpxpy.parse(walk)
    change(gpx)
    found[name] = re.findall(r"<time>(.*?)</time>", gpx.to_xml())
print(found)
left = found["removed"] == ["2021-05-03T10:00:00Z"]
raise SystemExit(not (left and found["moved"][0] == "2021-05-12T10:00:00Z"))
PY

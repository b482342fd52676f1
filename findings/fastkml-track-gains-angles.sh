#!/usr/bin/env bash
# Package and version: fastkml 1.4.0
# Guess, written before it was run: a KML file that is read and written again says the same: a track without directions has none, and data of another namespace in ExtendedData, which KML 2.2 provides for, stays.
# What it does: the track gets <gx:angles>0.0 0.0 0.0</gx:angles>, a heading to the north that nobody recorded, and the data of the other namespace are gone without a word, while a strict reading of them is not refused either.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check fastkml==1.4.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from fastkml import KML

track = """<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2" xmlns:visit="urn:example:visit">
<Placemark><ExtendedData><Data name="round"><value>07</value></Data><visit:nurse>Orla</visit:nurse></ExtendedData>
<gx:Track><when>2010-05-28T02:02:09Z</when><gx:coord>-122.5 37.5 15</gx:coord></gx:Track></Placemark></kml>"""
found = {}
for strict in (True, False):
    again = KML.from_string(track, strict=strict).to_string()
    print(again)
    found[strict] = ">07<" in again, "Orla" in again, "gx:angles>0.0 0.0 0.0<" in again
raise SystemExit(found != {True: (True, False, True), False: (True, False, True)})
PY

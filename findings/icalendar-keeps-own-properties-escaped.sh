#!/usr/bin/env bash
# Package and version: icalendar 7.3.2
# Guess, written before it was run: a property of one's own (X-PATIENT) is a text, as RFC 5545 has it, so its commas and line breaks are read as those of SUMMARY are.
# What it does: SUMMARY gives "Quist, Orla" and X-PATIENT gives "Quist\\, Orla" with the backslash, so who looks for the name of the one does not find it in the other.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check icalendar==7.3.2
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import icalendar

text = "\r\n".join(
    [
        "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "SUMMARY:Quist\\, Orla", "X-PATIENT:Quist\\, Orla",
        "END:VEVENT", "END:VCALENDAR", "",
    ]
)  # fmt: skip
(event,) = icalendar.Calendar.from_ical(text).walk("VEVENT")
found = str(event["SUMMARY"]), str(event["X-PATIENT"])
print(found)
raise SystemExit(found != ("Quist, Orla", "Quist\\, Orla"))
PY

#!/usr/bin/env bash
# Package and version: fit-tool 0.9.16 (writes), fitparse 1.2.0, fitdecode 0.11.0, garmin-fit-sdk 21.218.0 (read)
# Guess, written before it was run: the readers of a watch's FIT file agree on what its text fields hold, also where a field holds several texts, which FIT parts by a zero byte.
# What it does: fitparse and fitdecode give the first text and nothing tells that there is more; Garmin's own reader gives both. Who looks for a person's name with the first two misses the second text.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check fit-tool==0.9.16 fitparse==1.2.0 fitdecode==0.11.0 garmin-fit-sdk==21.218.0 setuptools
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import fitdecode
import fitparse
from fit_tool.fit_file_builder import FitFileBuilder
from fit_tool.profile.messages.file_id_message import FileIdMessage
from fit_tool.profile.messages.user_profile_message import UserProfileMessage
from fit_tool.profile.profile_type import FileType
from garmin_fit_sdk import Decoder, Stream

builder = FitFileBuilder(auto_define=True)
begin, profile = FileIdMessage(), UserProfileMessage()
begin.type = FileType.ACTIVITY
profile.friendly_name = "walker\0Orla Quist"
builder.add(begin)
builder.add(profile)
builder.build().to_file("walk.fit")
found = {"fitparse": [one.get_value("friendly_name") for one in fitparse.FitFile("walk.fit").get_messages("user_profile")]}
with fitdecode.FitReader("walk.fit") as frames:
    found["fitdecode"] = [
        frame.get_value("friendly_name")
        for frame in frames
        if frame.frame_type == fitdecode.FIT_FRAME_DATA and frame.name == "user_profile"
    ]
messages, errors = Decoder(Stream.from_file("walk.fit")).read()
found["garmin-fit-sdk"] = [one["friendly_name"] for one in messages["user_profile_mesgs"]]
print(found, errors)
expected = {"fitparse": ["walker"], "fitdecode": ["walker"], "garmin-fit-sdk": [["walker", "Orla Quist"]]}
raise SystemExit(found != expected or bool(errors))
PY

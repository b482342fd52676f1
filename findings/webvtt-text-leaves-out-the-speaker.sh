#!/usr/bin/env bash
# Package and version: webvtt-py 0.6.0
# Guess, written before it was run: the text of a caption holds what its cue holds, the name of the speaker in its voice tag included, so that who reads and writes the text sees and keeps it.
# What it does: caption.text is without the speaker, who stands in raw_text and voice; setting the text takes the voice tag out of the file.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check webvtt-py==0.6.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import webvtt

captions = webvtt.from_string("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Orla Tindall>Hello there\n")
caption = captions[0]
read = caption.text
before = "Orla" in captions.content
caption.text = read.replace("Hello", "Hallo")
print(repr(read), repr(caption.raw_text), before, "Orla" in captions.content)
raise SystemExit((read, before, "Orla" in captions.content) != ("Hello there", True, False))
PY

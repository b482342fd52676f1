#!/usr/bin/env bash
# Package and version: pycaption 2.3.14
# Guess, written before it was run: a caption of a TTML file that is not displayed (tts:display none), by itself or by its region, is left out of the SRT file made of it; so is a description in its metadata.
# What it does: all are captions of the SRT file that a player shows: text with display none, text in a region with display none, hidden text, and the description put in front of the spoken words.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pycaption==2.3.14
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from pycaption import DFXPReader, SRTWriter

captions = """<?xml version="1.0" encoding="utf-8"?>
<tt xml:lang="en" xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
    xmlns:ttm="http://www.w3.org/ns/ttml#metadata">
<head><layout><region xml:id="off" tts:display="none"/></layout></head>
<body><div xml:lang="en">
<p begin="00:00:01.000" end="00:00:02.000">Good morning.</p>
<p begin="00:00:03.000" end="00:00:04.000" tts:display="none">Noneword</p>
<p begin="00:00:05.000" end="00:00:06.000" tts:visibility="hidden">Hiddenword</p>
<p begin="00:00:07.000" end="00:00:08.000" region="off">Regionword</p>
<p begin="00:00:09.000" end="00:00:10.000"><metadata><ttm:desc>Orla Quist whispers</ttm:desc></metadata>Yes.</p>
</div></body></tt>
"""
made = SRTWriter().write(DFXPReader().read(captions))
print(made)
words = ("Noneword", "Hiddenword", "Regionword", "Orla Quist whispers Yes.")
raise SystemExit(not all(word in made for word in words))
PY

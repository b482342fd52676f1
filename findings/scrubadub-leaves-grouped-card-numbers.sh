#!/usr/bin/env bash
# Package and version: scrubadub 2.0.1
# Guess, written before it was run: the detectors that are on by default find a card number and a social security number however they are grouped.
# What it does: the card goes as "4111111111111111" and stays as "4111-1111-1111-1111" and "4111 1111 1111 1111"; the social security number is the other way round: it goes with hyphens and stays without.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check scrubadub==2.0.1 setuptools
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import scrubadub

texts = [
    "Card 4111111111111111 ok", "Card 4111-1111-1111-1111 ok", "Card 4111 1111 1111 1111 ok",
    "SSN 536-90-4399 ok", "SSN: 536904399 ok",
]  # fmt: skip
stays = [text for text in texts if scrubadub.clean(text) == text]
print(stays)
raise SystemExit(stays != [texts[1], texts[2], texts[4]])
PY

#!/usr/bin/env bash
# Package and version: pympi-ling 1.71
# Guess, written before it was run: `remove_annotation` on a tier also removes the annotations of other tiers that refer to it, and `remove_tier` those of its dependent tiers: without what they refer to they mean nothing.
# What it does: both leave them. The saved .eaf has the dependent tier with its text, referring to an annotation that is not there.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pympi-ling==1.71
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import re
from pathlib import Path

from pympi.Elan import Eaf


def saved(remove) -> tuple[bool, bool, bool]:
    talk = Eaf()
    talk.add_linguistic_type("gloss", "Symbolic_Association")
    talk.add_tier("words")
    talk.add_tier("meaning", ling="gloss", parent="words")
    talk.add_annotation("words", 0, 1000, "Orla Pell")
    talk.add_ref_annotation("meaning", "words", 500, "name of the patient")
    remove(talk)
    talk.to_file("talk.eaf")
    text = Path("talk.eaf").read_text()
    (pointed,) = re.findall(r'ANNOTATION_REF="(\w+)"', text)
    return "Orla Pell" in text, "name of the patient" in text, f'ANNOTATION_ID="{pointed}"' in text


seen = [saved(lambda talk: talk.remove_annotation("words", 500)), saved(lambda talk: talk.remove_tier("words"))]
print(seen)
raise SystemExit(seen != [(False, True, False)] * 2)
PY

#!/usr/bin/env bash
# Package and version: praatio 6.2.2
# Guess, written before it was run: `Textgrid.eraseRegion` inside a labelled interval drops the label, or leaves it on one side.
# What it does: both pieces that are left carry the whole label, though the words were said in the stretch that was erased; with `doShrink=True` the joined piece carries it.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check praatio==6.2.2
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from praatio import textgrid

talk = textgrid.Textgrid()
talk.addTier(textgrid.IntervalTier("words", [(0, 1, "the"), (1, 3, "Orla Pell said"), (3, 4, "yes")], 0, 4))
labels = [[e.label for e in talk.eraseRegion(1.2, 2.8, doShrink=shrink).getTier("words").entries] for shrink in (False, True)]
print(labels)
raise SystemExit(labels != [["the", "Orla Pell said", "Orla Pell said", "yes"], ["the", "Orla Pell said", "yes"]])
PY

#!/usr/bin/env bash
# Package and version: mdformat 1.0.0
# Guess, written before it was run: a formatter changes how a Markdown file is laid out, and no word of it goes: a link definition that nothing uses stays.
# What it does: the definition, with its address and its title, is deleted without a word, and so is one of two that share a label. A comment stays. What authors keep there as a note ([//]: # (...)) is gone as well.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check mdformat==1.0.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import mdformat

text = """\
See [the letter][letter].

[letter]: https://example.org/letter
[letter]: https://example.org/second
[unused]: https://example.org/orla "Orla Quist"
[//]: # (Ask Bo Pell first)

<!-- note -->
"""
made = mdformat.text(text)
print(made)
words = ("/letter", "/second", "Orla Quist", "Bo Pell", "note")
kept = [word for word in words if word in made]
raise SystemExit(kept != ["/letter", "note"])
PY

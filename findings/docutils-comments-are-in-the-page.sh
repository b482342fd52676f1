#!/usr/bin/env bash
# Package and version: docutils 0.23
# Guess, written before it was run: a comment of reStructuredText is for authors: the HTML that is made of it does not hold it.
# What it does: it is written into the page as a comment of HTML, with all its words; the setting strip_comments leaves it out.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check docutils==0.23
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from docutils.core import publish_string

SOURCE = "Title\n=====\n\nText.\n\n.. Orla Tindall asked for this\n"


def holds(**settings: object) -> bool:
    page = publish_string(SOURCE, writer="html5", settings_overrides={"embed_stylesheet": False, **settings})
    return b"Orla Tindall" in page


print(holds(), holds(strip_comments=True))
raise SystemExit((holds(), holds(strip_comments=True)) != (True, False))
PY

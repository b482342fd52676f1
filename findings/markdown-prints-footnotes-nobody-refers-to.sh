#!/usr/bin/env bash
# Package and version: Markdown 3.11.3
# Guess, written before it was run: a footnote that no text refers to is not printed, as in Pandoc and on GitHub.
# What it does: it stands at the end of the page, with a way back to a place that is not there.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check Markdown==3.11.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import markdown

page = markdown.markdown("Text.\n\n[^1]: Orla Tindall told this.\n", extensions=["footnotes"])
print(page)
raise SystemExit(("Orla Tindall told this." in page, 'id="fnref:1"' in page) != (True, False))
PY

#!/usr/bin/env bash
# Package and version: phonenumbers 9.0.42 and phonenumberslite 9.0.42, with the pip of Python's venv
# Guess, written before it was run: two packages that bring the same module cannot be installed side by side unseen; taking one away leaves the other whole.
# What it does: both install, and `pip check` is content; after `pip uninstall phonenumbers` the list still names phonenumberslite, `pip check` is content, and the module is gone.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
pip="$here/venv/bin/pip"
"$pip" install -q --disable-pip-version-check phonenumbers==9.0.42
"$pip" install -q --disable-pip-version-check phonenumberslite==9.0.42
"$here/venv/bin/python" -c "import phonenumbers; print('imported:', phonenumbers.__version__)"
"$pip" uninstall -q -y phonenumbers
"$pip" check
"$pip" list --disable-pip-version-check 2>/dev/null | grep phonenumberslite
if "$here/venv/bin/python" -c "import phonenumbers; phonenumbers.parse" 2>/dev/null; then exit 1; fi
echo "the module is gone"

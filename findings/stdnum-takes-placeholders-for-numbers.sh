#!/usr/bin/env bash
# Package and version: python-stdnum 2.2
# Guess, written before it was run: a number of nothing but zeros, as forms hold it where none is known, is no valid NHS number and no IMEI.
# What it does: ten zeros are a valid NHS number and fifteen a valid IMEI, since the sum agrees; a Dutch BSN, a Canadian SIN and a Brazilian CPF of zeros are refused.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check python-stdnum==2.2
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from stdnum import imei
from stdnum.br import cpf
from stdnum.ca import sin
from stdnum.gb import nhs
from stdnum.nl import bsn

taken = nhs.is_valid("0000000000"), imei.is_valid("0" * 15)
refused = bsn.is_valid("000000000"), sin.is_valid("000000000"), cpf.is_valid("00000000000")
print(taken, refused)
raise SystemExit((taken, refused) != ((True, True), (False, False, False)))
PY

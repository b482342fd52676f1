#!/usr/bin/env bash
# Package and version: deltalake 1.6.6
# Guess, written before it was run: with column statistics turned off, a person's row that was deleted and vacuumed with no retention is in no file of the table.
# What it does: the data file goes, but the log keeps the condition of the deletion, name = '...', in clear; history() shows it, and neither a checkpoint nor cleanup_metadata takes it away.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check deltalake==1.6.6 pyarrow==22.0.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from pathlib import Path

import pyarrow
from deltalake import DeltaTable, write_deltalake

people = pyarrow.table({"name": ["Orla Quist", "Bo"], "age": [61, 22]})
write_deltalake("people", people, configuration={"delta.dataSkippingNumIndexedCols": "0"})
table = DeltaTable("people")
table.delete("name = 'Orla Quist'")
table.vacuum(0, dry_run=False, enforce_retention_duration=False)
table.create_checkpoint()
table.cleanup_metadata()
found = [file.as_posix() for file in Path("people").rglob("*") if file.is_file() and b"Orla Quist" in file.read_bytes()]
conditions = [step["operationParameters"].get("predicate") for step in table.history()]
print(found, conditions)
raise SystemExit(found != ["people/_delta_log/00000000000000000001.json"] or "name = 'Orla Quist'" not in conditions)
PY

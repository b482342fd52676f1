#!/usr/bin/env bash
# Package and version: sqlite-utils 4.2
# Guess, written before it was run: enable_fts with create_triggers keeps an index of either version, FTS4 or FTS5, in step with its table, so a row about a person can be deleted from both.
# What it does: with FTS4 the triggers use a command that only FTS5 has; every deletion and every change of a row ends with "SQL logic error" and the row stays.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check sqlite-utils==4.2 typing-extensions==4.16.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import sqlite3

import sqlite_utils

found = {}
for version in ("FTS4", "FTS5"):
    notes = sqlite_utils.Database(memory=True)["notes"]
    notes.insert_all([{"id": 1, "text": "Orla Quist"}, {"id": 2, "text": "nobody"}], pk="id")
    notes.enable_fts(["text"], create_triggers=True, fts_version=version)
    for name, change in (
        ("update", lambda notes=notes: notes.update(2, {"text": "no one"})),
        ("delete", lambda notes=notes: notes.delete(1)),
    ):
        try:
            change()
            found[version, name] = "done"
        except sqlite3.OperationalError as error:
            found[version, name] = str(error)
    found[version, "rows"] = [row["text"] for row in notes.rows]
print(sqlite3.sqlite_version, found)
refused = found["FTS4", "update"] == found["FTS4", "delete"] == "SQL logic error"
kept = found["FTS4", "rows"] == ["Orla Quist", "nobody"] and found["FTS5", "rows"] == ["no one"]
raise SystemExit(not (refused and kept))
PY

#!/usr/bin/env bash
# Package and version: chromadb 1.5.9
# Guess, written before it was run: after `collection.delete(ids=[...])` no table of chroma.sqlite3 has a row with the document's text (its page may still be in the file).
# What it does: `get` does not give the document any more, but the row with its text, metadata and vector stays in the table `embeddings_queue`.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check chromadb==1.5.9
cd "$here"
ANONYMIZED_TELEMETRY=False "$here/venv/bin/python" -W ignore - <<'PY'
import sqlite3

import chromadb

notes = chromadb.PersistentClient("store").create_collection("notes", embedding_function=None)
notes.add(
    ids=["1", "2"], documents=["Orla Pell rang", "nothing"], embeddings=[[0.1, 0.2], [0.3, 0.4]],
    metadatas=[{"who": "Orla"}, {"who": "nobody"}],
)
notes.delete(ids=["1"])
left = notes.get()["documents"]
database = sqlite3.connect("store/chroma.sqlite3")
tables = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
holding = [t for t in tables for row in database.execute(f'select * from "{t}"') if "Orla Pell rang" in repr(row)]
print(left, holding)
raise SystemExit(left != ["nothing"] or holding != ["embeddings_queue"])
PY

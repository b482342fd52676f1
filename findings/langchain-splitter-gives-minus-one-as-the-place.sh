#!/usr/bin/env bash
# Package and version: langchain-text-splitters 1.1.3
# Guess, written before it was run: with add_start_index each piece stands in the text at the place that its metadata gives.
# What it does: CharacterTextSplitter joins words anew with one blank; where the text had two or a line break beside it the piece stands nowhere in the text, and the place is -1, without a word. Taken as a place, -1 is the last letter. The recursive splitter gives the right place.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check langchain-text-splitters==1.1.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from langchain_text_splitters import CharacterTextSplitter, RecursiveCharacterTextSplitter

text = "Seen by  Orla Quist on Monday. Bo Pell  was told."
settings = {"chunk_size": 20, "chunk_overlap": 0, "add_start_index": True}
splitters = {
    "character": CharacterTextSplitter(separator=" ", **settings),
    "recursive": RecursiveCharacterTextSplitter(**settings),
}
places = {}
for name, splitter in splitters.items():
    pieces = [(one.page_content, one.metadata["start_index"]) for one in splitter.create_documents([text])]
    print(name, pieces)
    places[name] = [place == text.find(piece) >= 0 for piece, place in pieces]
    lost = [place for piece, place in pieces if piece not in text]
    assert set(lost) <= {-1}
raise SystemExit(all(places["character"]) or not all(places["recursive"]))
PY

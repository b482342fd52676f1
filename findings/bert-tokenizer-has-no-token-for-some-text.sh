#!/usr/bin/env bash
# Package and version: tokenizers 0.23.3
# Guess, written before it was run: each word of a text has a token; one that the vocabulary does not know is [UNK].
# What it does: a word that consists of combining marks or of Unicode tag characters has no token at all, not even [UNK]: the normalizer deletes it, and no offset covers it. A tagger on top of it never sees that text.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check tokenizers==0.23.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

tokenizer = Tokenizer(models.WordPiece({"[UNK]": 0, "a": 1}, unk_token="[UNK]"))
tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
marks = "a \u064b\u064c a"
tags = "a " + "".join(chr(0xE0000 + ord(letter)) for letter in "ann") + " a"
seen = [tokenizer.encode(text).tokens for text in (marks, tags, "a xyz a")]
print(seen)
raise SystemExit(seen != [["a", "a"], ["a", "a"], ["a", "[UNK]", "a"]])
PY

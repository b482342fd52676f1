#!/usr/bin/env bash
# Package and version: tokenizers 0.23.3
# Guess, written before it was run: white space of any kind parts words, and brackets in a text are read as brackets.
# What it does: a form feed between two words is deleted, so the last word of a page and the first of the next become one; a tab and a line feed part them. The seven characters [CLS] in a text of somebody become the special token of the model.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check tokenizers==0.23.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

vocabulary = {"[UNK]": 0, "[CLS]": 1, "ann": 2, "roe": 3, "[": 4, "]": 5, "cls": 6}
tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
seen = [tokenizer.encode(f"Ann{mark}Roe").tokens for mark in ("\t", "\n", "\f")]
tokenizer.add_special_tokens(["[CLS]"])
seen.append(tokenizer.encode("Ann [CLS] Roe").tokens)
print(seen)
raise SystemExit(seen != [["ann", "roe"], ["ann", "roe"], ["[UNK]"], ["ann", "[CLS]", "roe"]])
PY

#!/usr/bin/env bash
# Package and version: tokenizers 0.23.3
# Guess, written before it was run: a token's offsets cover what it stands for in the source, also where a normalizer put something else in its place, as they do for letters that lower-casing or NFKC changes.
# What it does: a text put in by Replace has only the last letter of what it replaced. Who masks by offsets leaves "Quistmarlow" of a name; the quotes '' that several models replace by " have one of their two marks.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check tokenizers==0.23.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

text = "Dr Quistmarlowe said ''ﬁne''"
found = {}
for name, normalizer in (
    ("NFKC", normalizers.NFKC()),
    ("shorter", normalizers.Replace("Quistmarlowe", "PERSON")),
    ("longer", normalizers.Replace("Quistmarlowe", "PERSON" * 4)),
    ("quotes", normalizers.Replace("''", '"')),
):
    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizer, pre_tokenizers.Whitespace()
    found[name] = [text[start:end] for start, end in tokenizer.encode(text).offsets]
print(found)
kept = ["Dr", "Quistmarlowe", "said", "''", "ﬁne", "''"]
expected = {
    "NFKC": kept,
    "shorter": ["Dr", "e", *kept[2:]],
    "longer": ["Dr", "e", *kept[2:]],
    "quotes": [*kept[:3], "'", "ﬁne", "'"],
}
raise SystemExit(found != expected)
PY

"""Build the shipped lists of ordinary words of German, Spanish and French.

Run as ``python -m tools.ordinary_words SPELLER_FOLDER GERMAN_NOUNS DATA``: the dictionaries of
pyspellchecker, the table of german-nouns, and the development data. Their licences stand in
adapters/recognizers/lexicons/NOTICE.md.
"""

from __future__ import annotations

import csv
import gzip
import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from adapters.recognizers.gazetteers import SHIPPED
from adapters.recognizers.shipped import MORE_MODELS
from adapters.recognizers.training.recipe import Recipe, load_documents, load_lexicon, read_recipe
from engine.measures.annotated import AnnotatedDocument
from engine.methods.names.tagger.features import Lexicon

_WORD = re.compile(r"[^\W\d_]{2,}")
_NAMES = frozenset({"person", "location", "organisation"})
_LISTS = frozenset({"first", "city", "country", "region"})
_COMMON_NOUN = ("Substantiv", "Substantiv,adjektivische Deklination")
_SEEN = 2
"""How often the corpora must hold a word outside names, for each time inside one."""
_FREQUENT = 50
"""Counts of the speller up to here say only that some dictionary holds the word, names among them."""


def german_nouns(path: Path) -> Iterator[str]:
    """All forms of the nouns that are names of nothing."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row.pop("pos") in _COMMON_NOUN:
                yield from (
                    word for form in row.values() if form and "-" not in form for word in form.split()
                )


def speller(path: Path, least: int) -> Iterator[str]:
    """Words of a speller's dictionary that its texts hold more often than `least`."""
    counts: Mapping[str, int] = json.loads(gzip.decompress(path.read_bytes()))
    return (word for word, count in counts.items() if count > least)


def uses(documents: Iterable[AnnotatedDocument]) -> tuple[Counter[str], Counter[str]]:
    """How often each word (in small letters) names somebody or something, and how often it does not.

    Words of longer names of places and organisations ("Bahnhof Herne") count as neither.
    """
    inside, outside = Counter[str](), Counter[str]()
    for document in documents:
        text = document.document.text.reveal()
        names = [(a.category, text[a.start : a.end]) for a in document.annotations if a.category in _NAMES]
        marked = {i for a in document.annotations for i in range(a.start, a.end)}
        inside.update(w.lower() for kind, name in names for w in _telling(kind, _WORD.findall(name)))
        outside.update(w.group().lower() for w in _WORD.finditer(text) if w.start() not in marked)
    return inside, outside


def _telling(kind: str, words: list[str]) -> list[str]:
    return words if kind == "person" or len(words) == 1 else []


def ordinary(
    words: Iterable[str], lexicon: Lexicon, inside: Mapping[str, int], outside: Mapping[str, int]
) -> list[str]:
    """`words`, and those that stand in the corpora outside names, without what names people or places."""
    own = [word for word, count in outside.items() if count > _SEEN]
    known = {word.lower() for word in (*words, *own)}
    return sorted(w for w in known if _WORD.fullmatch(w) and _is_ordinary(w, lexicon, inside, outside))


def _is_ordinary(word: str, lexicon: Lexicon, inside: Mapping[str, int], outside: Mapping[str, int]) -> bool:
    seldom = inside.get(word, 0) * _SEEN <= outside.get(word, 0)
    listed = not _LISTS.isdisjoint(lexicon.names_of(word))
    return seldom and (not listed or outside.get(word, 0) > 20 * inside.get(word, 0))


def _lists(language: str, folder: Path, nouns: Path, recipe: Recipe, data: Path) -> list[str]:
    spelt = speller(folder / f"{language}.json.gz", _FREQUENT)
    words: Collection[str] = [*spelt, *(german_nouns(nouns) if language == "de" else ())]
    documents = load_documents(recipe, data)
    return ordinary(words, load_lexicon(recipe, data, lambda path: ()), *uses(documents))


def main(spellers: str, nouns: str, data: str) -> None:
    """Write one compressed list for each language, a word a line."""
    for name, model in MORE_MODELS.items():
        recipe = read_recipe(model.with_name(f"{name}.recipe.json"))
        found = _lists(name[:2], Path(spellers), Path(nouns), recipe, Path(data))
        (SHIPPED / f"ordinary-{name[:2]}.txt.xz").write_bytes(
            lzma.compress("\n".join(found).encode(), preset=9)
        )
        print(name[:2], len(found))


if __name__ == "__main__":
    main(*sys.argv[1:])

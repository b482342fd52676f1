"""Build the shipped vocabulary of medicine from its public sources (adapters/recognizers/medicine/NOTICE.md).

Run as ``python -m tools.medical_words MESH DISEASE_ONTOLOGY WORDNET ICD_10_CM UNII_NAMES``.
"""

from __future__ import annotations

import csv
import lzma
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from adapters.recognizers.learned import default_model
from adapters.recognizers.medicine import medical_vocabulary
from engine.methods.names.medicine.vocabulary import MedicalVocabulary

FOLDER = Path("adapters/recognizers/medicine")
_WORD = re.compile(r"[^\W\d_]{3,}")
_EPONYM = re.compile(
    r"\b([A-Z][a-zé]{2,}(?:-[A-Z][a-zé]{2,})*)(?:['’]s)? "
    r"(?:disease|syndrome|palsy|lymphoma|sarcoma|tumor|anemia|chorea|contracture|thyroiditis|sign|test)\b"
)
_ABBREVIATION = re.compile(r"[A-Z][A-Za-z]{1,5}")
_BRANCHES = ("A", "C", "D", "E", "B03", "B04")
"""Of MeSH: anatomy, diseases, drugs, procedures, bacteria, viruses."""
_MEDICAL_FILES = ("drug", "disease", "body part", "medicine", "symptom", "medical procedure")
_NAMES = frozenset({"first", "last", "rarelast", "city", "country", "region", "people", "place"})
_MOSTLY_SMALL = 2
"""Highest step of ``cap`` of an ordinary word; above, an encyclopedia knows it as a name."""


def mesh(path: Path) -> Iterator[str]:
    """Terms of the medical branches."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["Tree Number"].startswith(_BRANCHES):
                yield row["Term"]


def disease_ontology(path: Path) -> Iterator[str]:
    """Names and synonyms of diseases."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("name: "):
            yield line.removeprefix("name: ")
        elif line.startswith("synonym: "):
            yield line.split('"')[1]


def wordnet(path: Path) -> Iterator[str]:
    """Lemmas below the synsets of `_MEDICAL_FILES`."""
    root = ET.fromstring(lzma.decompress(path.read_bytes()))
    lemmas: dict[str, list[str]] = {}
    for entry in root.iter("LexicalEntry"):
        written = next(entry.iter("Lemma")).get("writtenForm", "")
        for sense in entry.iter("Sense"):
            lemmas.setdefault(sense.get("synset", ""), []).append(written)
    below: dict[str, list[str]] = {}
    for synset in root.iter("Synset"):
        for relation in synset.iter("SynsetRelation"):
            if relation.get("relType") == "hypernym":
                below.setdefault(relation.get("target", ""), []).append(synset.get("id", ""))
    waiting = [i for i, words in lemmas.items() if words[0] in _MEDICAL_FILES and i.endswith("-n")]
    seen: set[str] = set()
    while waiting:
        synset_id = waiting.pop()
        if synset_id not in seen:
            seen.add(synset_id)
            waiting += below.get(synset_id, [])
            yield from lemmas.get(synset_id, [])


def icd_10_cm(path: Path) -> Iterator[str]:
    """Titles and inclusion terms of the tabular list."""
    for element in ET.parse(path).iter():
        if element.tag in ("desc", "note") and element.text:
            yield element.text


def unii(path: Path) -> Iterator[str]:
    """Brand names and official names of substances."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["TYPE"] in ("bn", "of"):
                yield row["Name"].split(" [")[0]


_SOURCES: tuple[Callable[[Path], Iterator[str]], ...] = (mesh, disease_ontology, wordnet, icd_10_cm, unii)


def lists(terms: Iterable[str], own: Iterable[str], names: Iterable[str]) -> tuple[list[str], ...]:
    """Words, abbreviations, eponyms and frequent words, each sorted, as `MedicalVocabulary` takes them."""
    lexicon = default_model().tagger.lexicon

    def names_nobody(word: str) -> bool:
        listed = _NAMES.intersection(lexicon.names_of(word))
        step = lexicon.classes.class_of(word, "cap")
        if step is None:
            return not listed
        return step <= _MOSTLY_SMALL and listed.isdisjoint(("first", "place", "people"))

    known, shipped = list(terms), list(own)
    short = {w for w in shipped if _ABBREVIATION.fullmatch(w) and not w.istitle()}
    spelt = [*known, *(w for w in shipped if w not in short)]
    words = {w for term in spelt for w in _WORD.findall(term.lower()) if names_nobody(w)}
    eponyms = {w for term in known for m in _EPONYM.findall(term) for w in _WORD.findall(m.lower())}
    eponyms |= {w for term in names for w in _WORD.findall(term.lower())}
    frequent = {w for w in words if lexicon.classes.class_of(w, "cap") is not None}
    return tuple(sorted(found) for found in (words, short, eponyms - words, frequent))


def _own(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


def _joined(shipped: MedicalVocabulary, found: Sequence[Iterable[str]]) -> tuple[list[str], ...]:
    """The shipped lists with further words; no word is both one that names nobody and a name."""
    words, short, eponyms, frequent = (
        known | frozenset(new)
        for known, new in zip(
            (shipped.words, shipped.abbreviations, shipped.eponyms, shipped.frequent), found, strict=True
        )
    )
    return tuple(map(sorted, (words, short, eponyms - words, frequent)))


def main(paths: list[str]) -> None:
    """Write ``vocabulary.txt.xz``: the four lists, one word a line, divided by empty lines.

    Without sources the words of `own.txt` and `eponyms.txt` are added to the file that is there.
    """
    sources = zip(_SOURCES, map(Path, paths), strict=True) if paths else ()
    terms = (term for read, path in sources for term in read(path))
    own = [*_own(FOLDER / "own.txt"), *_own(Path("policies/medical-terms.txt"))]
    found = lists(terms, own, _own(FOLDER / "eponyms.txt"))
    if not paths:
        found = _joined(medical_vocabulary(), found)
    data = "\n\n".join("\n".join(words) for words in found).encode()
    (FOLDER / "vocabulary.txt.xz").write_bytes(lzma.compress(data, preset=9))
    print(*map(len, found))


if __name__ == "__main__":
    main(sys.argv[1:])

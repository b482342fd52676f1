"""WordNet's own database files, converted to WN-LMF.

The files are ``data.*`` (synsets), ``index.*`` (senses in order of frequency),
``cntlist.rev`` (tag counts), and ``*.exc`` (irregular forms).

References
----------
WordNet 3.0 manual pages wndb(5), senseidx(5), cntlist(5), lexnames(5);
Global WordNet Association, WN-LMF 1.3.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from wn import lmf

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_SENSE_TYPES = {"n": 1, "v": 2, "a": 3, "r": 4, "s": 5}
_RELATIONS = {
    "!": "antonym",
    "@": "hypernym",
    "@i": "instance_hypernym",
    "~": "hyponym",
    "~i": "instance_hyponym",
    "#m": "holo_member",
    "#s": "holo_substance",
    "#p": "holo_part",
    "%m": "mero_member",
    "%s": "mero_substance",
    "%p": "mero_part",
    "=": "attribute",
    "+": "derivation",
    ";c": "domain_topic",
    "-c": "has_domain_topic",
    ";r": "domain_region",
    "-r": "has_domain_region",
    ";u": "exemplifies",
    "-u": "is_exemplified_by",
    "*": "entails",
    ">": "causes",
    "^": "also",
    "$": "similar",
    "&": "similar",
    "<": "participle",
    "\\": "pertainym",
}
LEXNAMES = [
    "adj.all",
    "adj.pert",
    "adv.all",
    "noun.Tops",
    "noun.act",
    "noun.animal",
    "noun.artifact",
    "noun.attribute",
    "noun.body",
    "noun.cognition",
    "noun.communication",
    "noun.event",
    "noun.feeling",
    "noun.food",
    "noun.group",
    "noun.location",
    "noun.motive",
    "noun.object",
    "noun.person",
    "noun.phenomenon",
    "noun.plant",
    "noun.possession",
    "noun.process",
    "noun.quantity",
    "noun.relation",
    "noun.shape",
    "noun.state",
    "noun.substance",
    "noun.time",
    "verb.body",
    "verb.change",
    "verb.cognition",
    "verb.communication",
    "verb.competition",
    "verb.consumption",
    "verb.contact",
    "verb.creation",
    "verb.emotion",
    "verb.motion",
    "verb.perception",
    "verb.possession",
    "verb.social",
    "verb.stative",
    "verb.weather",
    "adj.ppl",
]
"""Lexicographer files by number, lexnames(5)."""

_MARKERS = ("(a)", "(p)", "(ip)")

DATABASE_FILES = tuple(
    [f"{part}.{name}" for name in _FILES.values() for part in ("data", "index")]
    + [f"{name}.exc" for name in _FILES.values()]
    + ["cntlist.rev"]
)
"""Names of the files that `convert` reads."""


@dataclass
class _Word:
    """One word of a synset: its written form, lexical id and outgoing lexical links."""

    form: str
    lex_id: int
    adjposition: str = ""
    relations: list[lmf.Relation] = field(default_factory=list)


class _Pointer(NamedTuple):
    """A link as the file has it; word numbers count from 1, 0 is the entire synset."""

    symbol: str
    offset: str
    pos: str
    source: int
    target: int


@dataclass
class _Synset:
    """One line of a ``data`` file."""

    offset: str
    pos: str
    lexfile: int
    words: list[_Word]
    gloss: str
    relations: list[lmf.Relation] = field(default_factory=list)
    pointers: list[_Pointer] = field(default_factory=list)
    head: _Synset | None = None  # of a satellite adjective


def convert(folder: Path, version: str, prefix: str = "pwn") -> lmf.LexicalResource:
    """Read WordNet's database files into the structure of WN-LMF.

    Parameters
    ----------
    folder : Path
        Holds the files of `DATABASE_FILES` (``.exc`` files may be longer lists from another edition).
    version : str
        Edition, e.g. ``"3.1"``.
    prefix : str
        Start of every id, and the lexicon's id.

    Returns
    -------
    dict
        For `wn.lmf.dump` and `wn.add_lexical_resource`. Senses of an entry are in
        order of frequency, with the tag counts of WordNet's own corpus.
    """
    synsets = {(s.offset, s.pos): s for pos in _FILES for s in _read_data(folder, pos)}
    for synset in synsets.values():
        _resolve(synset, synsets, prefix)
    entries = list(_entries(folder, synsets, prefix))
    members = _members(entries)
    lexicon: Any = {
        "id": prefix,
        "version": version,
        "label": f"Princeton WordNet {version}",
        "language": "en",
        "email": "wordnet@princeton.edu",
        "license": "https://wordnet.princeton.edu/license-and-commercial-use",
        "url": "https://wordnet.princeton.edu",
        "meta": None,
        "entries": entries,
        "synsets": [_lmf_synset(s, members, prefix) for s in synsets.values()],
        "frames": [],
    }
    return {"lmf_version": "1.3", "lexicons": [lexicon]}


def licence_text(folder: Path) -> str:
    """The licence at the head of ``data.noun``."""
    with (folder / "data.noun").open(encoding="utf-8") as file:
        lines = [line for line in file if line.startswith("  ")]
    return "\n".join(line.strip().partition(" ")[2].strip() for line in lines) + "\n"


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as file:
        yield from (line.rstrip("\n") for line in file if line.strip() and not line.startswith("  "))


def _members(entries: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Entries of each synset, in the order of its words."""
    senses = sorted(
        (sense["id"], sense["synset"], entry["id"]) for entry in entries for sense in entry["senses"]
    )
    members: dict[str, list[str]] = defaultdict(list)
    for _, synset, entry in senses:
        members[synset].append(entry)
    return members


def _read_data(folder: Path, pos: str) -> Iterator[_Synset]:
    for line in _lines(folder / f"data.{_FILES[pos]}"):
        fields, _, gloss = line.partition(" | ")
        yield _synset(fields.split(), gloss.strip())


def _synset(fields: Sequence[str], gloss: str) -> _Synset:
    n_words = int(fields[3], 16)
    words = [_word(*fields[i : i + 2]) for i in range(4, 4 + 2 * n_words, 2)]
    position = 4 + 2 * n_words
    synset = _Synset(fields[0], fields[2], int(fields[1]), words, gloss)
    for i in range(position + 1, position + 1 + 4 * int(fields[position]), 4):
        synset.pointers.append(_pointer(*fields[i : i + 4]))
    return synset


def _word(form: str, lex_id: str) -> _Word:
    for marker in _MARKERS:
        if form.endswith(marker):
            return _Word(form.removesuffix(marker).replace("_", " "), int(lex_id, 16), marker.strip("()"))
    return _Word(form.replace("_", " "), int(lex_id, 16))


def _pointer(symbol: str, offset: str, pos: str, ends: str) -> _Pointer:
    return _Pointer(symbol, offset, pos, int(ends[:2], 16), int(ends[2:], 16))


def _resolve(synset: _Synset, synsets: Mapping[tuple[str, str], _Synset], prefix: str) -> None:
    """Turn pointers into relations; a pointer to a satellite adjective says "a" for its part of speech."""
    for pointer in synset.pointers:
        target = synsets.get((pointer.offset, pointer.pos)) or synsets[(pointer.offset, "s")]
        if pointer.symbol == "&" and synset.pos == "s":
            synset.head = synset.head or target
        name = f"{prefix}-{target.offset}-{target.pos}" + (f"-{pointer.target:02d}" if pointer.target else "")
        relation: lmf.Relation = {"target": name, "relType": _RELATIONS[pointer.symbol], "meta": None}
        owner = synset.words[pointer.source - 1] if pointer.source else synset
        if relation not in owner.relations:
            owner.relations.append(relation)


def _lmf_synset(synset: _Synset, members: Mapping[str, list[str]], prefix: str) -> dict[str, Any]:
    definition, *examples = synset.gloss.split('; "')
    name = f"{prefix}-{synset.offset}-{synset.pos}"
    return {
        "id": name,
        "ili": "",
        "members": members[name],
        "partOfSpeech": synset.pos,
        "lexfile": LEXNAMES[synset.lexfile],
        "meta": None,
        "definitions": [{"text": definition, "meta": None}],
        "examples": [{"text": text.rstrip('"'), "meta": None} for text in examples],
        "relations": synset.relations,
    }


def _entries(
    folder: Path, synsets: Mapping[tuple[str, str], _Synset], prefix: str
) -> Iterator[dict[str, Any]]:
    counts = _tag_counts(folder)
    for pos, name in _FILES.items():
        irregular = _irregular_forms(folder / f"{name}.exc")
        for line in _lines(folder / f"index.{name}"):
            fields = line.split()
            found = [
                synsets.get((o, pos)) or synsets[(o, "s")] for o in dict.fromkeys(fields[-int(fields[2]) :])
            ]
            yield from _entries_of(fields[0], pos, found, irregular, counts, prefix)


def _entries_of(
    lemma: str,
    pos: str,
    found: Sequence[_Synset],
    irregular: Mapping[str, Sequence[str]],
    counts: Mapping[str, int],
    prefix: str,
) -> Iterator[dict[str, Any]]:
    """One entry for each written form of a lower-case lemma ("AIDS", "aids")."""
    spoken = lemma.replace("_", " ")
    senses: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for synset in found:
        for place, word in enumerate(synset.words, 1):
            if word.form.lower() == spoken:
                key = _sense_key(lemma, synset, word)
                senses[word.form].append(_sense(synset, place, word, counts.get(key, 0), prefix))
    for form, own in senses.items():
        yield {
            "id": own[0]["id"].replace(prefix, f"{prefix}-entry", 1),
            "lemma": {"writtenForm": form, "partOfSpeech": pos},
            "forms": [{"writtenForm": other} for other in irregular.get(spoken, ())],
            "senses": own,
            "meta": None,
        }


def _sense(synset: _Synset, place: int, word: _Word, count: int, prefix: str) -> dict[str, Any]:
    sense: dict[str, Any] = {
        "id": f"{prefix}-{synset.offset}-{synset.pos}-{place:02d}",
        "synset": f"{prefix}-{synset.offset}-{synset.pos}",
        "relations": word.relations,
        "meta": None,
    }
    if count:
        sense["counts"] = [{"value": count, "meta": None}]
    if word.adjposition:
        sense["adjposition"] = word.adjposition
    return sense


def _sense_key(lemma: str, synset: _Synset, word: _Word) -> str:
    tail = ":"
    if synset.head is not None:
        first = synset.head.words[0]
        tail = f"{first.form.lower().replace(' ', '_')}:{first.lex_id:02d}"
    return f"{lemma}%{_SENSE_TYPES[synset.pos]}:{synset.lexfile:02d}:{word.lex_id:02d}:{tail}"


def _tag_counts(folder: Path) -> dict[str, int]:
    rows = (line.split() for line in _lines(folder / "cntlist.rev"))
    return {row[0]: int(row[2]) for row in rows}


def _irregular_forms(path: Path) -> dict[str, list[str]]:
    forms: dict[str, list[str]] = defaultdict(list)
    for line in _lines(path):
        form, *lemmas = [word.replace("_", " ") for word in line.split()]
        for lemma in lemmas:
            if form != lemma and form not in forms[lemma]:
                forms[lemma].append(form)
    return forms

"""Wiktionary: the public dump of the English edition, ``enwiktionary-...-pages-articles.xml.bz2``.

References
----------
Wiktionary: Entry layout; Wiktionary: Semantic relations (templates ``syn``, ``hyper``, ``hypo``, ``t``).
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import defusedxml.ElementTree
from defusedxml.common import DefusedXmlException

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from engine.errors import InvalidError, fault

LICENCE = "CC BY-SA 4.0 (the contributors of Wiktionary)"

_OPENERS: dict[str, Callable[..., Any]] = {".bz2": bz2.open, ".gz": gzip.open, ".xz": lzma.open}
_NOUNS = ("noun", "proper noun")
_HEADING = re.compile(r"(={2,6})\s*(.+?)\s*\1\s*")
_TEMPLATE = re.compile(r"\{\{([^{}|]+)\|([^{}]*)\}\}")
_LINK = re.compile(r"\[\[([^\[\]|#]+)(?:#[^\[\]|]*)?(?:\|[^\[\]]*)?\]\]")
_RELATIONS = {
    **dict.fromkeys(("syn", "synonyms"), "synonyms"),
    **dict.fromkeys(("hyper", "hypernyms"), "hypernyms"),
    **dict.fromkeys(("hypo", "hyponyms"), "hyponyms"),
}
_LINKING = frozenset(("l", "link", "m", "ll"))
_TRANSLATED = frozenset(("t", "t+", "tt", "tt+"))
_SAME_AS = re.compile(
    r"(?:synonym|alternative (?:form|spelling|case form|letter-case form)|abbreviation|initialism|acronym) of"
)
_INFLECTED = re.compile(r"(?:plural|inflection|misspelling|obsolete \w+|archaic \w+) of")


@dataclass
class _Sense:
    concept: str
    meaning: str


@dataclass
class _Reading:
    """What all pages say; links between words wait until every page is known."""

    draft: TaxonomyDraft
    first: dict[str, str] = field(default_factory=dict)
    broader: list[tuple[str, str, bool]] = field(default_factory=list)
    same: list[tuple[str, str]] = field(default_factory=list)


def draft_of(path: Path, name: str, sha256: str) -> TaxonomyDraft:
    """Nouns, one concept for each sense of an entry, their synonyms, translations and generalizations.

    Parameters
    ----------
    path : Path
        A dump of pages (.xml, .xml.bz2, .xml.gz, .xml.xz), read page by page.
    name : str
        Name for policies.
    sha256 : str
        Of the file; it stands for the version.

    Raises
    ------
    InvalidError
        KNO030 when it is no such dump or no English noun is in it.

    Notes
    -----
    A relation leads from a sense to a word, for Wiktionary links no senses: the word's first sense of a
    noun is meant. Relations in a list of their own belong to the sense whose definition shares most words
    with the gloss before them; without a gloss, to the only sense. Where that cannot be known, they are
    left out. An entry that is another form of a word gives that word a name.
    """
    reading = _Reading(TaxonomyDraft(name, f"{name}:{sha256[:12]}", LICENCE, "wiktionary"))
    try:
        with _opened(path) as file:
            for title, redirect, text in _pages(file):
                if redirect:
                    reading.same.append((title, redirect))
                else:
                    _read_page(reading, title, text)
    except (OSError, EOFError, lzma.LZMAError, UnicodeError) as error:
        raise _unreadable(path, "a file that cannot be unpacked") from error
    except (DefusedXmlException, ElementTree.ParseError):
        raise _unreadable(path, "no well-formed XML without a document type") from None
    if not reading.draft.concepts:
        raise _unreadable(path, "no English noun")
    return _linked(reading)


def _linked(reading: _Reading) -> TaxonomyDraft:
    draft = reading.draft
    for concept, word, is_above in reading.broader:
        if other := reading.first.get(word):
            draft.broader.append((concept, other) if is_above else (other, concept))
    for title, word in reading.same:
        if meant := reading.first.get(word):
            draft.labels.append(DraftLabel(meant, title, "en", "form-of", (2,)))
    draft.labels.sort(key=lambda label: label.priority)
    return draft


def _opened(path: Path) -> IO[bytes]:
    opener: Callable[..., IO[bytes]] = _OPENERS.get(path.suffix.lower(), open)
    return opener(path, "rb")


def _pages(file: IO[bytes]) -> Iterator[tuple[str, str, str]]:
    """Titles, where they are redirected to, and wikitext, of pages in the main namespace."""
    root: ElementTree.Element | None = None
    for event, element in defusedxml.ElementTree.iterparse(file, ("start", "end"), forbid_dtd=True):
        if root is None:
            root = element
        if event == "end" and element.tag.rpartition("}")[2] == "page":
            redirect = element.find("{*}redirect")
            if element.findtext("{*}ns") in (None, "0"):
                target = redirect.get("title") if redirect is not None else None
                text = element.findtext("{*}revision/{*}text") or ""
                yield element.findtext("{*}title") or "", target or "", text
            root.clear()  # or the whole dump stays in memory


def _read_page(reading: _Reading, title: str, text: str) -> None:
    is_english, part, senses, gloss = False, "", list[_Sense](), ""
    for line in text.splitlines():
        if heading := _HEADING.fullmatch(line.strip()):
            depth, words = len(heading[1]), heading[2].casefold()
            if depth == 2:
                is_english, part, senses = words == "english", "", []
            elif words in (*_RELATIONS.values(), "translations"):
                part, gloss = (words if senses else ""), ""
            else:
                part, senses = ("senses", []) if words in _NOUNS else ("", [])
        elif not is_english or not part:
            continue
        elif part == "senses":
            _read_sense(reading, title, line, senses)
        else:
            gloss = _gloss(line, part) or gloss
            if sense := _meant(senses, gloss):
                _read_list(reading, sense, part, line)
            if part != "translations":
                gloss = ""


def _read_sense(reading: _Reading, title: str, line: str, senses: list[_Sense]) -> None:
    """A line below the heading of a noun: a definition, or what is said of the one before it."""
    if re.match(r"#+\s*[^#*:\s]", line):
        forms = [(kind.strip(), _words(given)) for kind, given in _TEMPLATE.findall(line)]
        same = [words[0] for kind, words in forms if _SAME_AS.fullmatch(kind) and words]
        if same:
            reading.same.append((title, same[0]))
        elif not any(_INFLECTED.fullmatch(kind) for kind, _ in forms):
            senses.append(_add_sense(reading, title, line))
    elif senses:
        for kind, given in _TEMPLATE.findall(line):
            for word in _words(given) if kind.strip() in _RELATIONS else ():
                _relate(reading, senses[-1], _RELATIONS[kind.strip()], word)


def _add_sense(reading: _Reading, title: str, line: str) -> _Sense:
    number = 1
    while (concept := f"{title.replace(' ', '_')}#{number}") in reading.draft.concepts:
        number += 1
    reading.draft.concepts.add(concept)
    reading.first.setdefault(title, concept)
    reading.draft.labels.append(DraftLabel(concept, title, "en", "entry", (0, number)))
    return _Sense(concept, line.casefold())


def _read_list(reading: _Reading, sense: _Sense, part: str, line: str) -> None:
    for kind, given in _TEMPLATE.findall(line):
        language, _, words = given.partition("|")
        if part == "translations" and kind in _TRANSLATED:
            if word := _unlinked(words.split("|")[0]):
                reading.draft.labels.append(DraftLabel(sense.concept, word, language, "translation", (2,)))
        elif part != "translations" and kind in _LINKING:
            for word in _words(given)[:1]:
                _relate(reading, sense, part, word)
    if part != "translations":
        for word in _LINK.findall(_TEMPLATE.sub("", line)):
            _relate(reading, sense, part, word.strip())


def _relate(reading: _Reading, sense: _Sense, relation: str, word: str) -> None:
    if relation == "synonyms":
        reading.draft.labels.append(DraftLabel(sense.concept, word, "en", "synonym", (1,)))
    else:
        reading.broader.append((sense.concept, word, relation == "hypernyms"))


def _gloss(line: str, part: str) -> str:
    opening = ("trans-top", "trans-top-also") if part == "translations" else ("sense", "s")
    for kind, given in _TEMPLATE.findall(line):
        if kind.strip() in opening:
            return str(given)
    return ""


def _meant(senses: list[_Sense], gloss: str) -> _Sense | None:
    """The sense that a gloss means; without one, the only sense."""
    if not gloss:
        return senses[0] if len(senses) == 1 else None
    words = set(re.findall(r"\w{3,}", gloss.casefold()))
    shared = [len(words & set(re.findall(r"\w{3,}", sense.meaning))) for sense in senses]
    best = max(shared)
    if len(senses) > 1 and (not best or shared.count(best) > 1):
        return None
    return senses[shared.index(best)]


def _words(given: str) -> list[str]:
    """English words that a template names: its arguments without the language and those with a name."""
    language, *arguments = given.split("|")
    if language.strip() != "en":
        return []
    words = (_unlinked(argument) for argument in arguments if "=" not in argument)
    return [word for word in words if word and ":" not in word]


def _unlinked(word: str) -> str:
    return re.sub(r"<[^<>]*>", "", _LINK.sub(r"\1", word)).strip()


def _unreadable(path: Path, got: str) -> InvalidError:
    must = "must be a dump of pages of the English Wiktionary (.xml, .xml.bz2, .xml.gz, .xml.xz)"
    return InvalidError(fault("KNO030", path.name, must, got, "Give the dump, unchanged."))

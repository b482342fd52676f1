"""The Open Directory Project: the dump of its categories, ``structure.rdf.u8``.

References
----------
Sanchez & Batet, C-sanitized (2016), "A simple and scalable algorithm": ODP is their third knowledge base.
DMOZ, Open Directory RDF Dump: elements ``Topic``, ``narrow``, ``symbolic``, ``related``, ``altlang``.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import IO, cast

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from engine.errors import InvalidError, fault

LICENCE = "CC BY 3.0 (DMOZ)"

_MAX_LINE = 1_000_000
"""Bytes; the longest lines of the dumps have a few thousand."""

_RESOURCE = re.compile(rb"<(\w+)\s+r:(id|resource)=\"([^\"]*)\"")
_TITLE = re.compile(rb"<d:Title>(.*?)</d:Title>")
_NOT_TEXT = re.compile(r"[\x00-\x1f\x7f\ufffd]")
_TOP = "Top"
_LANGUAGES = {
    "Deutsch": "de",
    "Español": "es",
    "Français": "fr",
    "Italiano": "it",
    "Nederlands": "nl",
    "Português": "pt",
    "Polski": "pl",
    "Svenska": "sv",
    "Dansk": "da",
}
"""Branches of ``Top/World`` by the name that they bear there; others are taken without a language."""


@dataclass
class _Topic:
    path: str
    title: str = ""
    links: list[tuple[str, str]] = field(default_factory=list)


def draft_of(path: Path, name: str, sha256: str) -> TaxonomyDraft:
    """Categories, their titles and what is below what.

    Parameters
    ----------
    path : Path
        ``structure.rdf.u8``, as it is or as ``.gz``. It is read line by line: the dumps are no valid XML
        (control characters, broken UTF-8, loose ampersands), and they are large.
    name : str
        Name for policies.
    sha256 : str
        Of the file; it stands for the version.

    Raises
    ------
    InvalidError
        KNO029 when no category is in it, or it cannot be read.

    Notes
    -----
    A category's path says what it is below; so do ``narrow`` and ``symbolic`` links (the latter lead to
    categories that stand elsewhere, under a name of their own). Pages of the alphabet (".../A") are no
    kinds and are left out of paths. ``Top`` says nothing and is no concept. ``related`` is no
    generalization.
    """
    draft = TaxonomyDraft(name, f"{name}:{sha256[:12]}", LICENCE, "odp")
    try:
        with _opened(path) as file:
            for topic in _topics(file, path):
                _add(draft, topic)
    except (OSError, EOFError) as error:
        raise _unreadable(path, "a file that cannot be unpacked") from error
    if not draft.concepts:
        raise _unreadable(path, "no category")
    draft.labels = sorted(draft.labels, key=lambda label: label.priority)
    return draft


def _opened(path: Path) -> IO[bytes]:
    return cast(IO[bytes], gzip.open(path, "rb")) if path.suffix.lower() == ".gz" else path.open("rb")


def _add(draft: TaxonomyDraft, topic: _Topic) -> None:
    concept = _without_letters(topic.path)
    if len(topic.path.rpartition("/")[2]) < 2 or _is_root(concept):
        draft.broader += _downward(concept, topic)  # what stands on a page of the alphabet is kept
        return
    draft.concepts.add(concept)
    title = topic.title or _spoken(concept)
    draft.labels.append(DraftLabel(concept, title, _language(concept), "d:Title"))
    above = concept.rpartition("/")[0]
    if not _is_root(above):
        draft.broader.append((concept, above))
    draft.broader += _downward(concept, topic)
    for kind, target in topic.links:
        if kind == "related":
            draft.related.append((concept, _without_letters(target)))
        elif kind == "symbolic":
            called, _, linked = target.partition(":")
            draft.labels.append(
                DraftLabel(_without_letters(linked), _spoken(called), _language(linked), "symbolic", (1,))
            )
        elif kind == "altlang":
            linked = target.partition(":")[2] or target
            if language := _language(linked):
                draft.labels.append(DraftLabel(concept, _spoken(linked), language, "altlang", (2,)))


def _downward(concept: str, topic: _Topic) -> Iterator[tuple[str, str]]:
    for kind, target in topic.links:
        if kind.startswith("narrow") or kind == "symbolic":
            linked = _without_letters(target.partition(":")[2] if kind == "symbolic" else target)
            if not _is_root(concept) and linked != concept:
                yield linked, concept


def _topics(opened: IO[bytes], path: Path) -> Iterator[_Topic]:
    topic: _Topic | None = None
    while line := opened.readline(_MAX_LINE):
        if len(line) == _MAX_LINE:
            raise _unreadable(path, "a line of a million bytes")
        for tag, what, value in _RESOURCE.findall(line):
            if what == b"id":
                if topic:
                    yield topic
                topic = _Topic(_text(value)) if tag == b"Topic" else None
            elif topic:
                topic.links.append((tag.decode(), _text(value)))
        if topic and (title := _TITLE.search(line)):
            topic.title = _spoken(_text(title[1]))
        if topic and b"</Topic>" in line:
            yield topic
            topic = None


def _text(content: bytes) -> str:
    return " ".join(_NOT_TEXT.sub(" ", unescape(content.decode("utf-8", "replace"))).split())


def _without_letters(path: str) -> str:
    """A path without the pages of the alphabet that stand in it."""
    return "/".join(part for part in path.split("/") if len(part) > 1)


def _is_root(path: str) -> bool:
    return path in ("", _TOP)


def _spoken(path: str) -> str:
    return path.rpartition("/")[2].replace("_", " ").strip()


def _language(path: str) -> str:
    _, _, below = path.partition(f"{_TOP}/World/")
    if path.startswith(f"{_TOP}/World/"):
        return _LANGUAGES.get(below.partition("/")[0], "")
    return "en"


def _unreadable(path: Path, got: str) -> InvalidError:
    must = "must be the dump of the directory's categories, structure.rdf.u8 or structure.rdf.u8.gz"
    return InvalidError(fault("KNO029", path.name, must, got, "Give the dump, unchanged."))

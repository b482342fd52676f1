"""The corpora that a policy may name: indexes built on this machine, else the shipped tables."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from adapters.machine.files import canonical_json, write_atomically
from adapters.machine.locations import corpora, shipped_tables
from engine.counts.compact import CompactIndex
from engine.counts.disclosure import DisclosureTable, Vocabulary
from engine.counts.groups import ConceptContexts, Contexts
from engine.errors import InvalidError, fault
from engine.language.terms import term_key
from flows.compiling.pooled_corpora import POOL, PooledCorpus
from flows.compiling.pooled_corpora import Corpus as Corpus

SOURCE = "SOURCE.json"
VOCABULARY = "vocabulary.bin"
WEB = "web.json"
INDEX = "index.compact"


class ShippedTables:
    """What was counted beforehand in a corpus that is not on this machine.

    Parameters
    ----------
    folder : Path
        Vocabulary, tables of some concepts, the compact index for all others, and ``SOURCE.json``.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._tables: dict[Path, DisclosureTable] = {}

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Words of the corpus, with their counts."""
        path = self.folder / VOCABULARY
        return Vocabulary.from_bytes(_read(path), str(path))

    @cached_property
    def index(self) -> CompactIndex | None:
        """The compact index; None where only tables are shipped."""
        path = self.folder / INDEX
        return CompactIndex.from_bytes(_read(path), self.vocabulary, str(path)) if path.is_file() else None

    def words(self) -> Vocabulary:
        """Words of the corpus, with their counts."""
        return self.vocabulary

    @property
    def source(self) -> str:
        """What was counted, from ``SOURCE.json``."""
        try:
            found = json.loads(_read(self.folder / SOURCE))
        except ValueError:
            found = {}
        title, licence = found.get("title", "unknown source"), found.get("licence", "licence not named")
        return f"{title} ({licence}), shipped tables"

    def table(
        self,
        concept: str,
        lexicalizations: Sequence[str],
        own_names: Sequence[str],
        shared: Sequence[str] = (),
    ) -> DisclosureTable:
        """The shipped table of `concept`, else one counted now in the compact index.

        Raises
        ------
        InvalidError
            ``CNT015`` when the compact index never met the concept; without such an index ``CRP001`` when no
            table counts all of the policy's own names.

        Notes
        -----
        A knowledge base of another version may know more names than the table counted;
        those always go when they are met, and only n(c) is slightly lower than it could be.
        """
        path = self.folder / f"{slug(concept)}.table"
        if path.is_file() and not shared:
            table = self._shipped(path)
            if set(own_names) <= set(table.lexicalizations):
                return table
        if self.index is not None:
            return self.index.table(concept, lexicalizations, shared=shared)
        raise InvalidError(
            fault(
                "CRP001",
                f"concept {concept!r}",
                f"must be one that the shipped tables of {self.folder.name} count, under the same names",
                "",
                "Build the corpus on this machine (saferelease corpus build), or use one of: "
                + ", ".join(sorted(path.stem for path in self.folder.glob("*.table")))
                + ".",
            )
        )

    def _shipped(self, path: Path) -> DisclosureTable:
        if path not in self._tables:
            self._tables[path] = DisclosureTable.from_bytes(_read(path), self.vocabulary, str(path))
        return self._tables[path]

    def contexts(
        self, concept: str, lexicalizations: Sequence[str], shared: Sequence[str] = ()
    ) -> ConceptContexts:
        """Those that the compact index keeps."""
        if self.index is None:
            raise no_contexts(concept, f"the tables of {self.folder.name}")
        _, mask, level = self.index.meaning(concept, lexicalizations, shared)
        return ConceptContexts(self.index.n_contexts, np.flatnonzero(mask), self, level)

    def contexts_of(self, key: str) -> Contexts:
        """Contexts of a term that the compact index keeps."""
        return self.index.contexts_of(key) if self.index else np.empty(0, np.int64)

    def __reduce__(self) -> tuple[object, ...]:
        return ShippedTables, (self.folder,)  # other processes read the index again


class BuiltCorpus:
    """A corpus index built on this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        from adapters.counts.local import LocalCounts  # with what reads and builds an index

        self.index = LocalCounts(folder)

    @property
    def source(self) -> str:
        """That it was built here."""
        return "index built on this machine"

    def table(
        self,
        concept: str,
        lexicalizations: Sequence[str],
        own_names: Sequence[str],
        shared: Sequence[str] = (),
    ) -> DisclosureTable:
        """Counted now, in one pass over the contexts that mention the concept."""
        return self.index.disclosure_table(concept, lexicalizations, shared=shared)

    def contexts(
        self, concept: str, lexicalizations: Sequence[str], shared: Sequence[str] = ()
    ) -> ConceptContexts:
        """All of them."""
        found = np.flatnonzero(self.index.meaning(concept, lexicalizations, shared))
        return ConceptContexts(self.index.n_contexts(), found, self.index)

    def words(self) -> Vocabulary:
        """Words of the index, with their counts."""
        return self.index.vocabulary()


class WebCorpus:
    """Counts of a web search service, asked when a policy compiles; the paper's own way.

    Parameters
    ----------
    folder : Path
        Holds ``web.json``: the service, the terms to ask about, and whether it may be asked at all.

    Notes
    -----
    The concept's names and the terms leave the machine when they are not cached, which is why
    a service is used only where somebody set it up with ``saferelease corpus web``. No text of
    a document ever does.
    """

    def __init__(self, folder: Path) -> None:
        from adapters.counts.web import WebService  # with what speaks to the network

        self.folder = folder
        try:
            described = json.loads(_read(folder / WEB))
            self.service = WebService(**_tuples(described["service"]))
            self.terms = tuple(map(str, described["terms"]))
            self.offline = bool(described["offline"])
        except (ValueError, KeyError, TypeError):
            raise InvalidError(
                fault(
                    "CRP004",
                    str(folder / WEB),
                    "must describe a search service",
                    "",
                    "Set it up again: saferelease corpus web.",
                )
            ) from None

    @property
    def source(self) -> str:
        """Name of the service and how many terms it was asked about."""
        return f"hit counts of {self.service.name} for {len(self.terms):,} terms"

    def table(
        self,
        concept: str,
        lexicalizations: Sequence[str],
        own_names: Sequence[str],
        shared: Sequence[str] = (),
    ) -> DisclosureTable:
        """Counted by the service, or by the cache of its earlier answers.

        Raises
        ------
        InvalidError
            ``CRP008`` for a concept with a sense: a service tells counts, and no contexts to tell senses by.
        """
        if shared:
            raise InvalidError(
                fault(
                    "CRP008",
                    f"concept {concept!r}",
                    "must be without `sense` where a search service counts",
                    self.service.name,
                    "Leave `sense` out, or count in a corpus on this machine.",
                )
            )
        from adapters.counts.web import WebCounts
        from adapters.keys.installation import load_keys

        key = load_keys().lasting("web-counts")
        with WebCounts(self.service, self.folder, key, offline=self.offline) as counts:
            return counts.disclosure_table(concept, lexicalizations, self.terms)

    def contexts(
        self, concept: str, lexicalizations: Sequence[str], shared: Sequence[str] = ()
    ) -> ConceptContexts:
        """A search service tells counts, and no contexts: always ``CRP013``."""
        raise no_contexts(concept, self.service.name)

    def words(self) -> Vocabulary:
        """A search service is asked about single concepts; it counts no words.

        Raises
        ------
        InvalidError
            Always, ``CRP007``.
        """
        advice = "Name a corpus that is built or shipped, or leave rare_words out."
        raise InvalidError(fault("CRP007", "counts", "must count words for rare_words", "a service", advice))


def set_up_web_corpus(
    name: str, service: Mapping[str, object], terms: Sequence[str], offline: bool
) -> WebCorpus:
    """Make a search service usable by policies as the corpus `name`."""
    folder = corpora() / name
    described = {"service": dict(service), "terms": list(terms), "offline": offline}
    write_atomically(folder / WEB, canonical_json(described))
    return WebCorpus(folder)


def _tuples(service: dict[str, Any]) -> dict[str, Any]:
    pairs = service.get("parameters", ())
    return service | {"parameters": tuple((str(key), str(value)) for key, value in pairs)}


def corpus_names() -> list[str]:
    """Corpora that a policy may name on this machine."""
    return sorted({folder.name for folder in (*_folders(corpora()), *_folders(shipped_tables()))})


def open_corpus(name: str) -> Corpus:
    """The corpus called `name`: the index built here, else what is shipped; or the index in a folder.

    Raises
    ------
    InvalidError
        ``CRP002`` when there is neither.
    """
    if "/" in name:
        return BuiltCorpus(Path(name))
    if (corpora() / name / POOL).is_file():
        return PooledCorpus(corpora() / name, open_corpus)
    if (corpora() / name / WEB).is_file():
        return WebCorpus(corpora() / name)
    if (corpora() / name).is_dir():
        return BuiltCorpus(corpora() / name)
    if (shipped_tables() / name).is_dir():
        return shipped_corpus(name)
    raise InvalidError(
        fault(
            "CRP002",
            f"corpus {name!r}",
            "must be built on this machine or shipped",
            "",
            f"Build it: saferelease corpus build SOURCE... --name {name}.",
        )
    )


_OPEN: WeakValueDictionary[Path, ShippedTables] = WeakValueDictionary()


def shipped_corpus(name: str) -> ShippedTables:
    """The shipped tables called `name`; who asks while another still holds them gets the same, read once."""
    folder = shipped_tables() / name
    return _OPEN.setdefault(folder, ShippedTables(folder))


def ship_tables(
    folder: Path, vocabulary: Vocabulary, tables: Sequence[DisclosureTable], source: dict[str, str]
) -> None:
    """Write tables for shipping: numbers and term keys only, with their source and licence named."""
    write_atomically(folder / VOCABULARY, vocabulary.to_bytes())
    for table in tables:
        write_atomically(folder / f"{slug(table.concept)}.table", table.to_bytes())
    write_atomically(folder / SOURCE, canonical_json(source))


def ship_index(folder: Path, index: CompactIndex, source: dict[str, str]) -> None:
    """Write a compact index for shipping, with the vocabulary that it shares with the tables beside it."""
    write_atomically(folder / VOCABULARY, index.vocabulary.to_bytes())
    write_atomically(folder / INDEX, index.to_bytes())
    write_atomically(folder / SOURCE, canonical_json(source))


def no_contexts(concept: str, counted_by: str) -> InvalidError:
    """``CRP013``: groups of terms cannot be counted."""
    advice = "Leave `groups` out, or count in a corpus on this machine or one with a compact index."
    must = "must be without `groups` where no contexts are known"
    return InvalidError(fault("CRP013", f"concept {concept!r}", must, counted_by, advice))


def slug(concept: str) -> str:
    """File name of a concept's table."""
    return re.sub(r"[^a-z0-9]+", "-", term_key(concept)).strip("-")


def _folders(parent: Path) -> list[Path]:
    return [path for path in parent.glob("*") if path.is_dir() and not path.name.startswith(".")]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        raise InvalidError(
            fault("CRP003", str(path), "must be readable", "", "Reinstall saferelease, or build the corpus.")
        ) from None

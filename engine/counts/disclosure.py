"""Disclosure tables: for one protected concept, how often every term occurs with it.

The concept is fixed when a policy compiles, so one pass over the contexts that
mention it counts its co-occurrence with all terms at once. What a document may
disclose is then known by look-up, and the table's fingerprint goes into the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import ge
from typing import Any

import numpy as np

from engine.counts.packing import (
    IntArray,
    Packed,
    compress,
    damaged,
    other_vocabulary,
    pack,
    sha256,
    unpack,
)
from engine.language.terms import KEY_VERSION

_VOCABULARY_MAGIC = f"saferelease vocabulary 1, keys {KEY_VERSION}\n".encode()
_TABLE_MAGIC = f"saferelease disclosure table 1, keys {KEY_VERSION}\n".encode()


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of a reference corpus and in how many contexts each occurs.

    Parameters
    ----------
    corpus : str
        Name of the corpus.
    corpus_fingerprint : str
        sha256 of what was counted, in hexadecimal.
    unit : str
        Unit of counting: ``"paragraph"``, ``"document"``, ``"sentence"``, ``"window:N"``.
    n_contexts : int
        Number of contexts of the corpus, >= 1.
    min_contexts : int
        Words in fewer contexts are left out (and so count as unseen).
    keys : tuple of str
        Keys of the words (`engine.language.terms.term_key`), sorted by code point, each once.
    n_t : ndarray of int64, shape (len(keys),)
        Contexts that mention each word, >= `min_contexts`.
    """

    corpus: str
    corpus_fingerprint: str
    unit: str
    n_contexts: int
    min_contexts: int
    keys: tuple[str, ...]
    n_t: IntArray = field(repr=False)

    def __post_init__(self) -> None:
        _check_columns("vocabulary", self.keys, self.n_t)

    def __repr__(self) -> str:
        return f"Vocabulary({self.corpus}, {len(self.keys)} words, {self.n_contexts} {self.unit}s)"

    def count(self, key: str) -> int:
        """Contexts that mention the word `key`; 0 when it is not in the vocabulary."""
        row = self._rows.get(key)
        return 0 if row is None else int(self.n_t[row])

    def places(self, keys: Sequence[str]) -> IntArray:
        """Place of each of `keys` in the vocabulary; -1 for those it does not have."""
        return np.fromiter((self._rows.get(key, -1) for key in keys), np.int64, len(keys))

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self.keys)}

    @cached_property
    def fingerprint(self) -> str:
        """sha256 of the content, the same on every machine."""
        return sha256(_VOCABULARY_MAGIC, self._content())

    def fingerprinted(self) -> bytes:
        """The bytes of which `fingerprint` is the sha256."""
        return _VOCABULARY_MAGIC + self._content()

    def to_bytes(self) -> bytes:
        """Compact canonical form; `from_bytes` reads it."""
        return compress(_VOCABULARY_MAGIC, self._content())

    def _content(self) -> bytes:
        header = {
            "corpus": self.corpus,
            "corpus_fingerprint": self.corpus_fingerprint,
            "unit": self.unit,
            "n_contexts": self.n_contexts,
            "min_contexts": self.min_contexts,
        }
        return pack(header, self.keys, self.n_t)

    @classmethod
    def from_bytes(cls, content: bytes, where: str = "vocabulary") -> Vocabulary:
        """Read what `to_bytes` wrote.

        Parameters
        ----------
        content : bytes
            The serialized vocabulary.
        where : str
            What to call it in an error (a file name).

        Raises
        ------
        InvalidError
            ``CNT001`` when the bytes are not a whole vocabulary.
        """
        packed = unpack(_VOCABULARY_MAGIC, content, where)
        with _faults_of(where):
            (n_t,) = packed.columns
            return cls(**packed.header, keys=packed.keys, n_t=n_t)


@dataclass(frozen=True, eq=False)
class DisclosureTable:
    """How often every term of a corpus occurs together with one concept.

    Parameters
    ----------
    concept : str
        Name of the protected concept, as the policy writes it.
    lexicalizations : tuple of str
        Keys of all terms that count as a mention of the concept, sorted.
    vocabulary : Vocabulary
        Words of the whole corpus, shared by the tables of one corpus: it tells
        "seen, but never with the concept" from "never seen".
    n_concept : int
        Contexts that mention the concept.
    keys : tuple of str
        Keys of the terms (words and phrases) seen with the concept, sorted, each once.
    n_t, n_ct : ndarray of int64, shape (len(keys),)
        Contexts that mention each term, and those that mention the concept too, >= 1.
    min_joint : int
        Phrases with a smaller n_ct were left out (1: none).
    only_positive : bool
        Whether phrases with PMI <= 0 were left out.
    """

    concept: str
    lexicalizations: tuple[str, ...]
    vocabulary: Vocabulary = field(repr=False)
    n_concept: int
    keys: tuple[str, ...] = field(repr=False)
    n_t: IntArray = field(repr=False)
    n_ct: IntArray = field(repr=False)
    min_joint: int = 1
    only_positive: bool = False

    def __post_init__(self) -> None:
        _check_columns("disclosure table", self.keys, self.n_t, self.n_ct)
        if len(self.keys) and (
            self.n_ct.min() < 1 or (self.n_ct > np.minimum(self.n_t, self.n_concept)).any()
        ):
            raise damaged("disclosure table", "joint counts out of range")

    @property
    def corpus(self) -> str:
        """Name of the corpus."""
        return self.vocabulary.corpus

    @property
    def corpus_fingerprint(self) -> str:
        """sha256 of what was counted."""
        return self.vocabulary.corpus_fingerprint

    @property
    def unit(self) -> str:
        """Unit of counting."""
        return self.vocabulary.unit

    @property
    def n_contexts(self) -> int:
        """Number of contexts of the corpus."""
        return self.vocabulary.n_contexts

    def counts(self, key: str) -> tuple[int, int]:
        """Contexts that mention a term, alone and together with the concept.

        Parameters
        ----------
        key : str
            Key of the term (`engine.language.terms.term_key`).

        Returns
        -------
        n_t, n_ct : int
            ``(n, 0)`` for a word of the corpus never seen with the concept,
            ``(0, 0)`` for a term not seen: never to be taken for "safe".

        Notes
        -----
        A phrase never seen with the concept (or pruned) is not in the table,
        whose vocabulary holds words only, and gives ``(0, 0)``: judge such a
        phrase by its words.
        """
        row = self._rows.get(key)
        if row is None:
            return self.vocabulary.count(key), 0
        return int(self.n_t[row]), int(self.n_ct[row])

    def row(self, key: str) -> int | None:
        """Place of the term in `rows`; None when it was never seen with the concept."""
        return self._rows.get(key)

    def rows(self) -> tuple[tuple[str, ...], IntArray, IntArray]:
        """All terms seen with the concept: their keys, n_t and n_ct, in one order."""
        return self.keys, self.n_t, self.n_ct

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self.keys)}

    @cached_property
    def fingerprint(self) -> str:
        """sha256 of the content and of the vocabulary, the same on every machine."""
        return sha256(_TABLE_MAGIC, self._content())

    def fingerprinted(self) -> bytes:
        """The bytes of which `fingerprint` is the sha256; they name the vocabulary by its own."""
        return _TABLE_MAGIC + self._content()

    def to_bytes(self) -> bytes:
        """Compact canonical form without the vocabulary; `from_bytes` reads it.

        Notes
        -----
        Words of the vocabulary are written as the distances of their places
        in it, which saves a third to a half.
        """
        place = self.vocabulary.places(self.keys)
        is_known = place >= 0
        is_known[is_known] = self.vocabulary.n_t[place[is_known]] == self.n_t[is_known]
        others = np.flatnonzero(~is_known)
        content = pack(
            self._header(),
            [self.keys[row] for row in others],
            self.n_t[others],
            self.n_ct[others],
            np.diff(place[is_known], prepend=0),
            self.n_ct[is_known],
        )
        return compress(_TABLE_MAGIC, content)

    def _content(self) -> bytes:
        return pack(self._header(), self.keys, self.n_t, self.n_ct)

    def _header(self) -> dict[str, Any]:
        return {
            "concept": self.concept,
            "lexicalizations": list(self.lexicalizations),
            "vocabulary": self.vocabulary.fingerprint,
            "n_concept": self.n_concept,
            "min_joint": self.min_joint,
            "only_positive": self.only_positive,
        }

    @classmethod
    def from_bytes(
        cls, content: bytes, vocabulary: Vocabulary, where: str = "disclosure table"
    ) -> DisclosureTable:
        """Read what `to_bytes` wrote.

        Parameters
        ----------
        content : bytes
            The serialized table.
        vocabulary : Vocabulary
            The vocabulary that the table was made with.
        where : str
            What to call it in an error (a file name).

        Raises
        ------
        InvalidError
            ``CNT001`` when the bytes are not a whole table, ``CNT002`` when it
            belongs to another vocabulary.
        """
        packed = unpack(_TABLE_MAGIC, content, where)
        header = packed.header
        if header.pop("vocabulary", None) != vocabulary.fingerprint:
            raise other_vocabulary(where)
        with _faults_of(where):
            header["lexicalizations"] = tuple(header["lexicalizations"])
            keys, n_t, n_ct = _all_rows(packed, vocabulary)
            return cls(**header, vocabulary=vocabulary, keys=keys, n_t=n_t, n_ct=n_ct)


class _faults_of:
    """Turns a malformed header into the fault of a damaged file."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, TypeError | LookupError | ValueError):
            raise damaged(self._where, "unknown or missing fields") from None


def _all_rows(packed: Packed, vocabulary: Vocabulary) -> tuple[tuple[str, ...], IntArray, IntArray]:
    """Words of the vocabulary and other terms, in one order."""
    n_t, n_ct, distances, n_ct_of_words = packed.columns
    places = np.cumsum(distances)
    keys = [*packed.keys, *(vocabulary.keys[place] for place in places.tolist())]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    all_n_t = np.concatenate((n_t, vocabulary.n_t[places]))
    all_n_ct = np.concatenate((n_ct, n_ct_of_words))
    return tuple([keys[row] for row in order]), all_n_t[order], all_n_ct[order]


def _check_columns(where: str, keys: Sequence[str], *columns: IntArray) -> None:
    if any(len(column) != len(keys) for column in columns):
        raise damaged(where, "columns of different lengths")
    if any(map(ge, keys, keys[1:])):
        raise damaged(where, "keys out of order")

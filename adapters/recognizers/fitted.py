"""The fitted set H of GreedySanitize as a recogniser and as a file: what is applied to new documents."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from adapters.recognizers.archive import (
    header_member,
    lexicon_members,
    read_archive,
    read_lexicon,
    read_tagger,
    tagger_members,
    write_archive,
)
from adapters.recognizers.learners import Both, TokenClassifier, TokenData, TokenDocument
from engine.errors import InvalidError, fault
from engine.features import Lexicon, tokenize, within_paragraphs
from engine.methods.greedy_sanitize import Classifier, apply
from engine.text import Document, Span

_KIND = "greedy-sanitize"


class FittedRecognizer:
    """Finds what the classifiers of a fitted set H remove, each seeing the fake tokens of those before it.

    Parameters
    ----------
    classifiers : sequence of Classifier
        H, in the order it was learned.
    lexicon : Lexicon
        Word lists of their features.
    category : str
        Category of what they find, e.g. ``"person"``.
    name : str
    fingerprint : str
        sha256 of the file H was read from.
    """

    def __init__(
        self,
        classifiers: Sequence[Classifier[TokenData]],
        lexicon: Lexicon,
        category: str,
        name: str = "greedy-sanitize",
        fingerprint: str = "",
    ) -> None:
        self.name = name
        self.fingerprint = fingerprint
        self.categories: Sequence[str] = (category,)
        self._classifiers = classifiers
        self._lexicon = lexicon

    def find(self, document: Document) -> Sequence[Span]:
        """Runs of removed tokens, sorted by start."""
        tokens = tokenize(document.text.reveal())
        if not len(tokens):
            return []
        none = np.zeros(len(tokens), bool)
        data = TokenData([TokenDocument(tokens, none, none)], self._lexicon)
        removed = ~apply(self._classifiers, data).remaining
        edges = np.flatnonzero(np.diff(np.concatenate([[False], removed, [False]]).astype(np.int8)))
        return [
            Span(
                int(tokens.starts[a]),
                int(tokens.ends[b - 1]),
                self.categories[0],
                1.0,
                {"link": "found", "tokens": int(b - a)},
            )
            for first, end in edges.reshape(-1, 2).tolist()
            for a, b in within_paragraphs(tokens, first, end)
        ]


def write_fitted(
    classifiers: Sequence[Classifier[TokenData]],
    lexicon: Lexicon,
    category: str,
    path: Path,
    facts: dict[str, Any] | None = None,
    replace: bool = False,
) -> str:
    """Write a fitted set H and return the file's sha256.

    Parameters
    ----------
    classifiers : sequence of Classifier
        Of the learners of `adapters.recognizers.learners`.
    lexicon : Lexicon
    category : str
    path : Path
        Must not exist, unless `replace`.
    facts : dict, optional
        JSON values for the header: L/C, stop, data, figures.
    replace : bool

    Returns
    -------
    str
    """
    plan, taggers = [], []
    for classifier in classifiers:
        parts = _parts(classifier)
        plan.append([[part.decoding, part.threshold] for part in parts])
        taggers += [part.tagger for part in parts if part.tagger]
    members = header_member(_KIND, category=category, classifiers=plan, facts=facts or {})
    for i, tagger in enumerate(taggers):
        members |= tagger_members(tagger, f"{i}/")
    return write_archive({**members, **lexicon_members(lexicon)}, path, replace)


def _parts(classifier: Classifier[TokenData]) -> list[TokenClassifier]:
    """Taggers that must all agree."""
    if isinstance(classifier, Both):
        return [*_parts(classifier.first), *_parts(classifier.second)]
    if isinstance(classifier, TokenClassifier) and classifier.tagger:
        return [classifier]
    advice = "Use the learners that saferelease has."
    raise InvalidError(fault("MDL005", "classifier", "must be a trained tagger or an ensemble", "", advice))


def read_fitted(path: Path) -> FittedRecognizer:
    """Read a fitted set H; faults as in `archive.read_archive`."""
    return read_archive(path, _KIND, _unpack)


def _unpack(archive: zipfile.ZipFile, header: dict[str, Any], fingerprint: str) -> FittedRecognizer:
    lexicon = read_lexicon(archive)
    classifiers: list[Classifier[TokenData]] = []
    n = 0
    for parts in header["classifiers"]:
        classifier: Classifier[TokenData] | None = None
        for decoding, threshold in parts:
            part = TokenClassifier(read_tagger(archive, lexicon, f"{n}/"), decoding, float(threshold))
            classifier = part if classifier is None else Both(classifier, part)
            n += 1
        if classifier is None:
            raise ValueError
        classifiers.append(classifier)
    return FittedRecognizer(classifiers, lexicon, str(header["category"]), fingerprint=fingerprint)

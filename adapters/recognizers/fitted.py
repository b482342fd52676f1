"""A set fitted by GreedySanitize, as a file and as a recogniser: what a release applies to new documents."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from adapters.recognizers.archive import (
    header_member,
    lexicon_members,
    read_lexicon,
    read_tagger,
    tagger_members,
    write_archive,
)
from adapters.recognizers.archive_file import read_archive
from adapters.recognizers.training.learners import Both, TokenClassifier, TokenData, TokenDocument
from engine.errors import InvalidError, fault
from engine.methods.greedy_sanitize import Classifier, GreedyPath, Stopping, apply, stops
from engine.methods.names.tagger.features import Lexicon, tokenize, within_passages
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
            for a, b in within_passages(tokens, first, end)
        ]


@dataclass(frozen=True)
class FittedRound:
    """A round of the loop as stored: what the stop looks at, and its classifier.

    Parameters
    ----------
    true_positives, false_positives : int
        Of the classifier, on the data that the stop looks at.
    classifier : Classifier or None
        None for the round at which the loop ended: it is never applied.
    """

    true_positives: int
    false_positives: int
    classifier: Classifier[TokenData] | None = None


@dataclass(frozen=True)
class FittedSet:
    """The rounds of GreedySanitize up to a loss ratio; a policy's own ratio says how many are applied.

    Parameters
    ----------
    name : str
    category : str
        Category of what it finds.
    learners : tuple of str
        Names of the learners; of several the most accurate learned each round.
    stopping : {"cross-fitted", "training"}
        Which counts the rounds hold.
    loss_ratio : float
        Largest L/C that it was fitted for.
    rounds : tuple of FittedRound
        The last one is the one at which the loop ended.
    lexicon : Lexicon
    facts : mapping
        What it was fitted on: counts and hashes.
    fingerprint : str
        sha256 of its file.
    """

    name: str
    category: str
    learners: tuple[str, ...]
    stopping: Stopping
    loss_ratio: float
    rounds: tuple[FittedRound, ...]
    lexicon: Lexicon
    facts: dict[str, Any]
    fingerprint: str = ""

    def n_rounds(self, loss_ratio: float) -> int:
        """How many rounds are applied at a loss ratio; never fewer for a larger one.

        Raises
        ------
        InvalidError
            ``MDL006`` when the loop would have gone on at this ratio, beyond what was fitted.
        """
        for k, done in enumerate(self.rounds):
            if stops(done.true_positives, done.false_positives, loss_ratio):
                return k
        advice = f"Fit it anew: saferelease train --greedy --loss-ratio {loss_ratio:g}."
        must = f"must have been fitted for a loss ratio of {loss_ratio:g}"
        raise InvalidError(fault("MDL006", self.name, must, f"{self.loss_ratio:g}", advice))

    def recognizer(self, loss_ratio: float) -> FittedRecognizer:
        """The recogniser that applies the rounds of a loss ratio."""
        rounds = self.rounds[: self.n_rounds(loss_ratio)]
        classifiers = [r.classifier for r in rounds if r.classifier is not None]
        return FittedRecognizer(classifiers, self.lexicon, self.category, self.name, self.fingerprint)


def fitted_set(
    path: GreedyPath[TokenData],
    name: str,
    category: str,
    learners: Sequence[str],
    loss_ratio: float,
    facts: dict[str, Any] | None = None,
) -> FittedSet:
    """Run the loop up to a loss ratio and keep its rounds.

    Parameters
    ----------
    path : GreedyPath
        Over labelled data; its rounds are learned here.
    name, category : str
    learners : sequence of str
        Names of the learners that the path chooses from.
    loss_ratio : float, > 0
        Largest L/C that a policy may ask for.
    facts : dict, optional
        JSON values for the file's header: data, figures.

    Returns
    -------
    FittedSet
    """
    accepted = len(path.sanitizer(loss_ratio).rounds)
    rounds = tuple(
        FittedRound(*r.counts(path.stopping), r.classifier if k < accepted else None)
        for k, r in enumerate(path.rounds[: accepted + 1])
    )
    return FittedSet(
        name,
        category,
        tuple(learners),
        path.stopping,
        loss_ratio,
        rounds,
        path.data.lexicon,
        facts or {},
    )


def write_fitted(fitted: FittedSet, path: Path) -> str:
    """Write a fitted set to `path`, which must not exist yet, and return the file's sha256."""
    rounds, taggers = [], []
    for done in fitted.rounds:
        parts = list(_parts(done.classifier)) if done.classifier is not None else []
        described = [[part.decoding, part.threshold] for part in parts]
        rounds.append([done.true_positives, done.false_positives, described])
        taggers += [part.tagger for part in parts if part.tagger]
    members = header_member(
        _KIND,
        name=fitted.name,
        category=fitted.category,
        learners=list(fitted.learners),
        stopping=fitted.stopping,
        loss_ratio=fitted.loss_ratio,
        rounds=rounds,
        facts=fitted.facts,
    )
    for i, tagger in enumerate(taggers):
        members |= tagger_members(tagger, f"{i}/")
    return write_archive({**members, **lexicon_members(fitted.lexicon)}, path)


def _parts(classifier: Classifier[TokenData]) -> Iterator[TokenClassifier]:
    """Taggers that must all agree."""
    if isinstance(classifier, Both):
        yield from _parts(classifier.first)
        yield from _parts(classifier.second)
    elif isinstance(classifier, TokenClassifier) and classifier.tagger:
        yield classifier
    else:
        advice = "Use the learners that saferelease has."
        raise InvalidError(
            fault("MDL005", "classifier", "must be a trained tagger or an ensemble", "", advice)
        )


def read_fitted(path: Path) -> FittedSet:
    """Read a fitted set; faults as in `archive.read_archive`."""
    return read_archive(path, _KIND, _unpack)


def _unpack(archive: zipfile.ZipFile, header: dict[str, Any], fingerprint: str) -> FittedSet:
    lexicon = read_lexicon(archive)
    rounds: list[FittedRound] = []
    n = 0
    for true_positives, false_positives, parts in header["rounds"]:
        classifier: Classifier[TokenData] | None = None
        for decoding, threshold in parts:
            part = TokenClassifier(read_tagger(archive, lexicon, f"{n}/"), decoding, float(threshold))
            classifier = part if classifier is None else Both(classifier, part)
            n += 1
        rounds.append(FittedRound(int(true_positives), int(false_positives), classifier))
    if not rounds or any(r.classifier is None for r in rounds[:-1]):
        raise ValueError
    return FittedSet(
        str(header["name"]),
        str(header["category"]),
        tuple(map(str, header["learners"])),
        header["stopping"],
        float(header["loss_ratio"]),
        tuple(rounds),
        lexicon,
        dict(header["facts"]),
        fingerprint,
    )

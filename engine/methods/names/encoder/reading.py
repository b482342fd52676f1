"""The careful reader: what an encoder says of a document's tokens, where the fast reader is in doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.methods.names.encoder.joint_judge import JointJudge, Judged, Reading
from engine.methods.names.encoder.windows import Window, sentence_pieces, windows
from engine.methods.names.encoder.word_pieces import Pieces, WordPieces
from engine.methods.names.tagger.casing import is_mostly_small
from engine.methods.names.tagger.features import Lexicon, Tokens

Floats = npt.NDArray[np.float32]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

Reads = Literal["doubtful", "all"]
"""Whether the encoder reads only what the fast reader is unsure of, or every word."""

CONTEXT = 24
"""Pieces before and after what is read: some two lines of a letter."""

_SURE = 0.97
"""Of entities this sure, and of words that are no names, the encoder hardly ever knows better."""

_NAME_LISTS = frozenset({"first", "last", "rarelast", "city", "country", "region"})


@dataclass(frozen=True)
class Encoder:
    """A tuned encoder.

    Parameters
    ----------
    name : str
        As in ``"en-careful"``.
    labels : sequence of str
        Of the tagger, ``"O"`` first.
    vocabulary : sequence of str
        Word pieces.
    run : callable
        Probabilities of the labels, shape (n_pieces, n_labels), for rows and shapes of the pieces of one
        window with its first and last sign.
    judge : JointJudge
    fingerprint : str
        sha256 of its file.
    """

    name: str
    labels: Sequence[str]
    vocabulary: Sequence[str]
    run: Callable[[IntArray, IntArray], Floats]
    judge: JointJudge
    fingerprint: str = ""

    def __repr__(self) -> str:
        return f"Encoder({self.name}, {len(self.labels)} labels, {self.fingerprint[:12]})"

    @cached_property
    def pieces(self) -> WordPieces:
        """Cuts texts into pieces of the vocabulary."""
        return WordPieces(self.vocabulary)

    def read(self, text: str, tokens: Tokens, doubt: BoolArray) -> Reading:
        """What the encoder says of the tokens in doubt, and of those that it reads beside them.

        Notes
        -----
        A window is run by itself: weights are of eight bits, and what a batch holds would change how its
        numbers are rounded, so that a finding could depend on other documents.
        """
        pieces = self.pieces(text)
        owner = np.searchsorted(tokens.starts, pieces.starts, side="right") - 1
        inside = (owner >= 0) & (pieces.starts < tokens.ends[owner])
        wanted = inside & doubt[owner]
        probabilities = np.zeros((len(tokens), len(self.labels)), np.float32)
        counts = np.zeros(len(tokens), np.float32)
        starts = sentence_pieces(tokens.starts, tokens.sequence_starts, pieces.starts)
        for window in windows(wanted, starts, CONTEXT):
            rows = self._run(pieces, window)
            at = slice(window.kept, window.kept_end)
            np.add.at(probabilities, owner[at][inside[at]], rows[inside[at]])
            np.add.at(counts, owner[at][inside[at]], 1)
        read = counts > 0
        probabilities[read] /= counts[read, None]
        return Reading(self.labels, probabilities, read)

    def _run(self, pieces: Pieces, window: Window) -> Floats:
        """Probabilities of the labels of the pieces that a window keeps."""
        cutter, at = self.pieces, slice(window.first, window.end)
        ids = np.concatenate([[cutter.first], pieces.ids[at], [cutter.last]])
        shapes = np.concatenate([[5], pieces.shapes[at], [5]])
        first = 1 + window.kept - window.first
        return self.run(ids, shapes)[first : first + window.kept_end - window.kept]


@dataclass(frozen=True)
class CarefulReader:
    """An encoder, and what it reads.

    Parameters
    ----------
    encoder : Encoder
    reads : {"doubtful", "all"}
    """

    encoder: Encoder
    reads: Reads = "doubtful"

    def decide(self, judged: Sequence[Judged], text: str, tokens: Tokens, lexicon: Lexicon) -> list[Judged]:
        """Entities that the fast reader or the encoder proposes, with one probability of both."""
        everything = self.reads == "all"
        doubt = np.ones(len(tokens), bool) if everything else doubtful(judged, tokens, lexicon)
        return self.encoder.judge.decide(judged, self.encoder.read(text, tokens, doubt), tokens)


def doubtful(judged: Sequence[Judged], tokens: Tokens, lexicon: Lexicon) -> BoolArray:
    """Tokens that the encoder should read: unsure entities, and names and numbers that nobody proposed.

    A word is no name by itself when a large corpus writes it small and no list of names holds it.
    """
    settled = np.zeros(len(tokens), bool)
    unsure = np.zeros(len(tokens), bool)
    for entity, probability in judged:
        mark = settled if probability >= _SURE else unsure
        for m in entity.mentions:
            mark[m.first : m.end] = True
    maybe = np.array([_may_be_name(word, lexicon) for word in tokens.types], bool)[tokens.ids]
    return unsure | (maybe & ~settled)


def _may_be_name(word: str, lexicon: Lexicon) -> bool:
    if not word[0].isalpha():
        return word[0].isdigit() and len(word) > 2
    lowered = word.lower()
    listed = not _NAME_LISTS.isdisjoint(lexicon.names_of(lowered))
    if word.islower():
        return listed and not is_mostly_small(lowered, lexicon)
    return listed or not is_mostly_small(lowered, lexicon)

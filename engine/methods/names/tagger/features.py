"""Tokens of a document and the features by which a learner tells a name from a word.

Features are cheap by construction: all that depends on the word alone is
computed once per distinct word of a document, all that depends on the
document once per document; a token only points at them. `token_attributes`
is the plain definition, used for training; `encode` gives the same features as
arrays of row numbers, used for tagging (a test proves that both agree).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from engine.language.layout.layout_breaks import layout_breaks
from engine.methods.names.tagger.word_classes import WordClasses

PUBLIC = "~"
"""Ends the label of a mention that annotators found but need not be masked: a court, a government."""


def category_of(label: str) -> str:
    """Category of a label, empty for ``"O"``; the mark of a public mention is not part of it."""
    return label[2:].removesuffix(PUBLIC)


IntArray = npt.NDArray[np.int64]

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
_TOKEN_WITH_ADDRESSES = re.compile(
    r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?://[^\s<>\"]+|[^\W\d_]+|\d+|[^\w\s]|_"
)
_GAP = re.compile(r"\n\s*\n\s*")  # led by \s*, a run of blanks costs its length squared
_SENTENCE_END = frozenset(".!?")
_MAX_SEQUENCE = 120
"""Longest sequence decoded as one; longer sentences (tables, lists) are cut for speed and memory."""

EDGE = ""
"""Stands for the word before the first and after the last of a sequence."""

BIAS = "bias"
"""The feature that every token has."""

_TITLES_WORDS = """
mr mrs ms miss dr prof professor sir lady madame judge justice hon rev mme
"""
TITLES = frozenset(_TITLES_WORDS.split())
OFFSETS = (-3, -2, -1, 0, 1, 2, 3)
PAIRS = ((-1, 0), (0, 1), (-2, -1), (1, 2))


class Lexicon(Mapping[str, frozenset[str]]):
    """Word lists by name, and the names of the lists that a word is in.

    Parameters
    ----------
    lists : mapping of str to frozenset of str
        Words in lower case.
    classes : WordClasses, optional
        Classes of words that a large corpus taught.
    """

    def __init__(self, lists: Mapping[str, frozenset[str]], classes: WordClasses | None = None) -> None:
        self._lists = dict(lists)
        self.classes = classes or WordClasses()

    def names_of(self, word: str) -> tuple[str, ...]:
        """Names of the lists that hold `word` (in lower case)."""
        return tuple(name for name, words in self._lists.items() if word in words)

    def __getitem__(self, name: str) -> frozenset[str]:
        return self._lists[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lists)

    def __len__(self) -> int:
        return len(self._lists)


class Tokens:
    """Tokens of one text; printed, it shows only their number.

    Parameters
    ----------
    words : list of str
        The tokens: runs of letters, runs of digits, single signs, whole mail and web addresses.
    starts, ends : int array, shape (n,)
        Offsets into the text in code points, end exclusive.
    sequence_starts : int array
        Index of the first token of every sequence (sentence); the first is 0.
    paragraphs : int array, shape (n,)
        Number of the paragraph (after blank lines) a token stands in, from 0.
    passages : int array, shape (n,), optional
        Number of the piece of running text a token stands in, from 0: a paragraph, a cell, a line of
        a form. No name goes on from one to the next. The paragraphs where left out.

    Attributes
    ----------
    types : list of str
        The distinct words, in the order of their first occurrence.
    ids : int array, shape (n,)
        Index of each token's word in `types`.
    lowered, lowered_types : list of str
        The tokens, and the distinct words, in lower case.
    """

    __slots__ = (
        "ends",
        "ids",
        "lowered",
        "lowered_types",
        "paragraphs",
        "passages",
        "sequence_starts",
        "starts",
        "types",
        "words",
    )

    def __init__(
        self,
        words: list[str],
        starts: IntArray,
        ends: IntArray,
        sequence_starts: IntArray,
        paragraphs: IntArray,
        passages: IntArray | None = None,
    ) -> None:
        self.words = words
        self.types, self.ids = distinct(words)
        self.lowered_types = [word.lower() for word in self.types]
        self.lowered = list(map(self.lowered_types.__getitem__, self.ids.tolist()))
        self.starts = starts
        self.ends = ends
        self.sequence_starts = sequence_starts
        self.paragraphs = paragraphs
        self.passages = paragraphs if passages is None else passages

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return f"Tokens({len(self)} tokens in {len(self.sequence_starts)} sequences)"

    def where(self, is_wanted: Iterable[bool]) -> list[int]:
        """Indices of the tokens whose word is wanted, told for each of `types`."""
        wanted = np.fromiter(is_wanted, bool, len(self.types))
        found: list[int] = np.flatnonzero(wanted[self.ids]).tolist()
        return found

    @property
    def sequences(self) -> list[tuple[int, int]]:
        """First and last-plus-one token of every sequence."""
        bounds = [*self.sequence_starts.tolist(), len(self)]
        return [(a, b) for a, b in itertools.pairwise(bounds) if b > a]


def distinct(words: Sequence[str]) -> tuple[list[str], IntArray]:
    """The distinct words in the order of their first occurrence, and the index of each word among them."""
    types = list(dict.fromkeys(words))
    number = dict(zip(types, itertools.count()))
    return types, np.fromiter(map(number.__getitem__, words), np.int64, len(words))


def tokenize(text: str) -> Tokens:
    """Tokens, sentences, paragraphs and passages of `text`.

    Parameters
    ----------
    text : str
        Any text; offsets count code points.

    Returns
    -------
    Tokens
    """
    pattern = _TOKEN_WITH_ADDRESSES if "@" in text or "://" in text else _TOKEN
    words: list[str] = pattern.findall(text)
    lengths = np.fromiter(map(len, words), np.int64, len(words))
    starts = _solid(text)[np.cumsum(lengths) - lengths]
    ends = starts + lengths
    gaps = np.array([match.end() for match in _GAP.finditer(text)], np.int64)
    paragraphs = np.searchsorted(gaps, starts, side="right").astype(np.int64)
    passages = paragraphs
    if breaks := layout_breaks(text):
        passages = paragraphs + np.searchsorted(np.array(breaks, np.int64), starts, side="right")
    return Tokens(words, starts, ends, _sequence_starts(words, starts, ends, passages), paragraphs, passages)


def _solid(text: str) -> IntArray:
    """Offsets of all characters that are no white space.

    Tokens cover exactly these, so the first of each is found by counting, three times as fast as
    asking every match of the pattern where it begins.
    """
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return np.flatnonzero(~_white()[points]).astype(np.int64, copy=False)


@cache
def _white() -> npt.NDArray[np.bool_]:
    """Whether a code point is white space."""
    white = np.zeros(0x110000, np.bool_)
    white[[i for i in range(0x3001) if chr(i).isspace()]] = True
    return white


def token_range(tokens: Tokens, start: int, end: int) -> tuple[int, int]:
    """First and last-plus-one token that overlap the characters [start, end)."""
    first = int(np.searchsorted(tokens.ends, start, side="right"))
    return first, max(first, int(np.searchsorted(tokens.starts, end, side="left")))


def within_passages(tokens: Tokens, first: int, end: int) -> list[tuple[int, int]]:
    """Tokens [first, end) cut where a passage (and so where a part of a document) ends."""
    inside = tokens.passages[first:end]
    if end - first < 2 or inside[0] == inside[-1]:
        return [(first, end)]
    cuts = [first, *(first + 1 + np.flatnonzero(np.diff(inside))).tolist(), end]
    return list(itertools.pairwise(cuts))


def _sequence_starts(words: list[str], starts: IntArray, ends: IntArray, passages: IntArray) -> IntArray:
    """First tokens of sentences; an abbreviation or a number before the stop does not end one."""
    if not words:
        return np.zeros(0, np.int64)
    found = {0, *(np.flatnonzero(np.diff(passages)) + 1).tolist()}
    last = len(words) - 1
    for i in [i for i, word in enumerate(words) if word in _SENTENCE_END]:
        if 0 < i < last and ends[i] < starts[i + 1]:
            before, after = words[i - 1], words[i + 1]
            if not after[0].islower() and (len(before) > 3 or not before.isalpha()):
                found.add(i + 1)
    bounds = [*sorted(found), len(words)]
    cut = [np.arange(a, b, _MAX_SEQUENCE) for a, b in itertools.pairwise(bounds)]
    return np.concatenate(cut).astype(np.int64)


def shape(word: str) -> str:
    """Pattern of capitals, small letters, digits and signs, runs cut to two: ``"Xx"``, ``"XX"``, ``"dd"``.

    Numbers keep their length up to four and years their century, because
    that is what tells a year from an amount.

    Examples
    --------
    >>> shape("Keller"), shape("2024"), shape("MRN")
    ('Xx', 'year', 'XX')
    """
    if word.isdigit():
        if len(word) == 4 and word[:2] in ("19", "20"):
            return "year"
        return "d" * min(len(word), 5)
    if not word.isalpha():
        return "@" if "@" in word else "://" if "://" in word else word[:1]
    if word.islower():
        return "x"
    if word.istitle():
        return "X" if len(word) == 1 else "Xx"
    return "XX" if word.isupper() else "xX"


def word_attributes(word: str, lexicon: Lexicon) -> tuple[list[str], list[str], list[str]]:
    """Features of a word for itself, for its neighbours, and for words two or three away.

    Parameters
    ----------
    word : str
        A token, or `EDGE`.
    lexicon : Lexicon
        Word lists; membership is a feature.

    Returns
    -------
    own, near, far : lists of str
    """
    if word == EDGE:
        return ["edge"], ["edge"], ["edge"]
    lower = word.lower()
    form = f"s={shape(word)}"
    lists = [f"g={name}" for name in lexicon.names_of(lower)]
    far = [f"w={lower}", form, *lists, *lexicon.classes.attributes_of(word)]
    ending = f"e3={lower[-3:]}"
    near = [*far, ending]
    own = [
        *near,
        f"e2={lower[-2:]}",
        f"e4={lower[-4:]}",
        f"b2={lower[:2]}",
        f"b3={lower[:3]}",
        f"b4={lower[:4]}",
    ]
    own += [f"{form}&{name}" for name in lists]
    own.append(f"n={min(len(word), 12)}")
    return own, near, far


def document_attributes(tokens: Tokens) -> dict[str, list[str]]:
    """What the rest of the document says about each capitalised word.

    ``lc``: it also occurs in small letters; ``mid``: capitalised within a
    sentence; ``title``: after a title such as Mr; ``often``: how many times.
    """
    words, types = tokens.words, tokens.types
    n_types = len(types)
    counts = np.bincount(tokens.ids, minlength=n_types)
    within = counts - np.bincount(tokens.ids[tokens.sequence_starts], minlength=n_types)
    last = len(words) - 1
    after_title = [i + 1 for i in tokens.where(map(TITLES.__contains__, tokens.lowered_types)) if i < last]
    titled = {words[i if words[i] != "." or i == last else i + 1] for i in after_title}
    known = frozenset(types)
    found: dict[str, list[str]] = {}
    columns = zip(types, tokens.lowered_types, counts.tolist(), within.tolist(), strict=True)
    for word, small, n, n_within in columns:
        if not word[0].isupper():
            continue
        attributes = [f"often={1 if n == 1 else 2 if n < 4 else 4 if n < 10 else 10}"]
        attributes += ["lc"] if small in known else []
        attributes += ["mid"] if n_within else []
        attributes += ["title"] if word in titled else []
        found[word] = attributes
    return found


def paragraph_attribute(number: int) -> str:
    """Where in the document: the first paragraphs by number, later ones together."""
    return f"par={number if number < 3 else 3 if number < 6 else 6}"


def token_attributes(tokens: Tokens, lexicon: Lexicon) -> list[list[list[str]]]:
    """Features of every token of every sequence, as strings: the plain definition.

    Parameters
    ----------
    tokens : Tokens
    lexicon : Lexicon

    Returns
    -------
    list of list of list of str
        For each sequence, for each token, its features.

    Notes
    -----
    ``d:a`` is feature *a* of the word *d* places away, ``d|e:u v`` says that the
    words *d* and *e* places away are *u* and *v*, ``shapes`` are the shapes of
    the word and its neighbours.
    """
    known = {word: word_attributes(word, lexicon) for word in {*tokens.words, EDGE}}
    document = document_attributes(tokens)
    result = []
    for first, end in tokens.sequences:
        sequence = []
        for i in range(first, end):
            at = {d: tokens.words[i + d] if first <= i + d < end else EDGE for d in OFFSETS}
            features = [f"{d}:{a}" for d, w in at.items() for a in known[w][min(abs(d), 2)]]
            features += [f"{d}|{e}:{at[d].lower()} {at[e].lower()}" for d, e in PAIRS]
            features.append(f"shapes:{shape(at[-1])}|{shape(at[0])}|{shape(at[1])}")
            features += [f"doc:{a}" for a in document.get(at[0], ())]
            features += [paragraph_attribute(int(tokens.paragraphs[i])), BIAS]
            sequence.append(features)
        result.append(sequence)
    return result

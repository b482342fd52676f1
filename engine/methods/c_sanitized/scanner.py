"""Find the terms of a text that must go: one pass that cuts it, one look-up per piece, byte patterns.

A text is cut at its blanks. Every distinct piece ("HIV-positive,") is cut into
words, judged and spelt as a code of one letter per word and one sign per gap,
once; from then on it is one look-up. The codes of all pieces, joined by blanks, are
a shorthand of the text over which regular expressions, in compiled code, find
names, noun phrases and runs of risky words. `Scanner.runs` equals the plain loop
over `engine.language.terms.tokenize` that the tests spell out.

Codes of words (capital: the word also begins a phrase that discloses)::

    f  no term            s  safe             c  safe, capitalised    d  number
    u  unproven or unseen m  the same, capitalised                    j  number, none of them safe
    h  never seen with a concept and hardly ever at all, capitalised
    w  doubtful           k  doubtful, capitalised
    n  safe, capitalised, rare
    r  names or discloses a concept           v  particle of names ("van", "de")
    p  part of a phrase that discloses        q  part of a name
    x  modifier of a risky word, or part of a phrase that no longer discloses without its risky word

Signs of gaps: blank, hyphen, ``.`` where a sentence may end, ``/`` where a paragraph ends, ``~`` where a
cell or a line of a form ends (a phrase that discloses goes on over it, since layouts are guessed; a name and
a run do not), ``|`` for all else.

A word of the code h is as one of the code k where the text shows it to be a person's name (`persons`), else
as one of the code m. Words of the codes w, k, j and n go only in company: in a document that is about a
concept which doubts them (`Company`), where their paragraph, or the one before or behind, names or discloses
it, and then everywhere in the document. The corpus cannot tell them from safe words; the document can.
"""

from __future__ import annotations

import re
import string
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache, partial
from itertools import accumulate, chain
from operator import itemgetter, methodcaller
from typing import NamedTuple

import numpy as np

from engine.counts.information import information_content
from engine.language.layout.layout_breaks import layout_breaks
from engine.language.terms import Token, fold, tokenize
from engine.language.word_lists.addresses import BESIDE_NAMES, POSTS_AND_UNITS
from engine.language.word_lists.function_words import is_content_word
from engine.methods.c_sanitized.company import Company
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.c_sanitized.persons import persons
from engine.methods.c_sanitized.verdicts import Verdicts
from engine.text import PLACEHOLDER

NAME_BITS = 7.0
"""A capitalised word inside a sentence that carries as many bits is taken for a name (1 context in 128)."""

_MAX_CACHED_PIECES = 400_000
_SENTENCE_END = re.compile(r"[.!?:\"“”]")
_PARAGRAPH_END = re.compile(r"\n\s*\n")
_PARTICLES = frozenset(
    ("von", "van", "der", "den", "de", "del", "della", "di", "da", "du", "bin", "ibn", "al", "el")
)
_HYPHENS = frozenset("-‐‑")
_CELL_END = "\x1f"
_EDGES = string.punctuation + "\n\r\t“”‘’–—…" + _CELL_END

_PHRASE_START = re.compile(rb"[A-Z](?=(?:[ ~]+|-)[A-Za-z])")
_STARTS_SENTENCE = re.compile(rb"(?:^|[./])[ |~\-]*n")
_NAME_INSIDE = re.compile(rb"n")
_NAME = re.compile(rb"(?:c(?: +|-))*[nm](?:(?: +|-)(?:v(?: +|-)){0,2}[nmc])*")
_MODIFIER = re.compile(rb"[scd](?=[ -][rup])|(?<=[rup][ -])[scd]")
_RUN = re.compile(rb"[rupqx](?:(?: +|-)[rupqx])*")
_NAME_CODES = bytes.maketrans(b"nmcv", b"qqqq")
_RISKY = frozenset(b"rupq")
_TELLS = re.compile(rb"[rp]")
_PARAGRAPH = re.compile(rb"[^/]*[a-z][^/]*")
_DOUBTFUL = re.compile(rb"[wkjn]")
_RISKY_CODES = bytes.maketrans(b"wkj", b"umm")
_UNSEEN_NAME = re.compile(rb"h")
_UNSEEN_NAME_CODE = bytes.maketrans(b"h", b"m")
_SAFE_CODES = bytes.maketrans(b"wkjn", b"scdc")
_RARE_NAME = ord("n")
_GAPS = b" -./|~"
_CODE = itemgetter(0)  # of a Piece
_PIECE_WORDS = itemgetter(1)
_KEY = itemgetter(2)  # of a Token
_START = methodcaller("start")  # of a match
_INSIDE_SENTENCE = "of "


class Piece(NamedTuple):
    """What stands between two blanks: its code with a blank behind it, and its words."""

    code: bytes
    words: tuple[Token, ...]


class Word(NamedTuple):
    """A word of a run.

    Parameters
    ----------
    start, end : int
        Offsets into the text, end exclusive.
    key : str
        Its key (`engine.language.terms.fold`).
    code : str
        Why it is there: one of ``r u p q x``.
    phrase : str
        Key of the phrase that discloses, when that is why.
    """

    start: int
    end: int
    key: str
    code: str
    phrase: str = ""


Run = tuple[Word, ...]
"""Neighbouring words of which at least one must go; the others (code x) are its modifiers."""


class Scanner:
    """Finds the runs of words that must go, for all protected concepts at once.

    Parameters
    ----------
    concepts : sequence of CompiledConcept
        All compiled from one corpus.
    """

    def __init__(self, concepts: Sequence[CompiledConcept]) -> None:
        self._concepts = tuple(concepts)
        self._cautious = any(concept.rule.unseen != "keep" for concept in concepts)
        self._names = frozenset[str]().union(*(concept.names for concept in concepts))
        self._phrases = _phrases(concepts)
        self._longest = max((len(p) for group in self._phrases.values() for p in group), default=1)
        self._pieces = _Pieces(self._piece)
        self._known = frozenset.intersection(*(concept.known for concept in concepts))
        self._company = Company(concepts)
        self._verdicts: Callable[[str], bytes] = cache(Verdicts(concepts).of)
        self._codes: Callable[[str, str], bytes] = lru_cache(maxsize=_MAX_CACHED_PIECES)(self._code)
        self._safe_labels: dict[str, bool] = {}  # labels of knowledge bases only: bounded
        self._specific: dict[str, float] = {}  # words of their senses

    def runs(self, text: str, strict: bool = False) -> Iterator[Run]:
        """Runs of words that must go, in order; `strict` takes every doubtful word for risky."""
        layout = _Layout(text, self._pieces)
        shorthand, phrases = self._mark_phrases(layout)
        if b"h" in shorthand:
            shorthand = _people(layout, shorthand, frozenset() if strict else persons(text))
        shorthand = _names_anywhere(layout, shorthand)
        shorthand = (
            shorthand.translate(_RISKY_CODES) if strict else self._in_company(layout, shorthand, phrases)
        )
        shorthand = _NAME.sub(lambda name: name[0].translate(_NAME_CODES), shorthand)
        shorthand = _MODIFIER.sub(b"x", shorthand)
        for run in _RUN.finditer(shorthand):
            if not _RISKY.isdisjoint(run[0]):
                yield tuple(layout.words(run.start(), run[0], phrases))

    def keys(self, text: str) -> frozenset[str]:
        """Keys of the words of a text."""
        pieces = map(self._pieces.__getitem__, set(text.split(" ")))
        return frozenset(map(_KEY, chain.from_iterable(map(_PIECE_WORDS, pieces))))

    def is_safe(self, label: str) -> bool:
        """Whether nothing of `label` would have to go where it stood inside a sentence."""
        safe = self._safe_labels.get(label)
        if safe is None:
            safe = self._safe_labels[label] = not any(
                True for _ in self.runs(_INSIDE_SENTENCE + label, strict=True)
            )
        return safe

    def specific_bits(self, key: str) -> float:
        """Information content of a word above that of a common word (one context in 64), at most 4 bits."""
        bits = self._specific.get(key)
        if bits is None:
            bits = self._specific[key] = min(4.0, max(0.0, self.information_bits(key) - 6.0))
        return bits

    def information_bits(self, key: str) -> float:
        """Information content of a word; one that the corpus never saw counts as seen once."""
        vocabulary = self._concepts[0].vocabulary
        return information_content(max(1, vocabulary.count(key)), vocabulary.n_contexts)

    def _mark_phrases(self, layout: _Layout) -> tuple[bytes, dict[int, str]]:
        """Shorthand with the words of disclosing phrases marked, and the phrase at each place."""
        shorthand = layout.shorthand
        marked, phrases = bytearray(shorthand.lower()), dict[int, str]()
        starts = [found.start() for found in _PHRASE_START.finditer(shorthand)]
        for start, first in zip(starts, layout.keys(starts), strict=True):
            for places, phrase in self._phrases_at(layout, start, first):
                broken = phrase not in self._names and any(marked[place] in b"rumh" for place in places)
                for place in places:
                    phrases.setdefault(place, phrase)
                    if marked[place] not in b"rumph":
                        marked[place] = ord("x" if broken else "p")
        return bytes(marked), phrases

    def _phrases_at(self, layout: _Layout, place: int, first: str) -> Iterator[tuple[list[int], str]]:
        known = self._phrases[first]
        places, keys = [place], [first]
        while len(keys) < self._longest:
            following = layout.next_word(places[-1])
            if following is None:
                return
            places.append(following)
            keys.append(layout.key(following))
            if tuple(keys) in known:
                yield list(places), " ".join(keys)

    def _in_company(self, layout: _Layout, shorthand: bytes, phrases: Mapping[int, str]) -> bytes:
        """Doubtful words (w, k, j, n) as risky ones where the document is about what doubts them."""
        signs = {
            found.start(): phrases[found.start()] if found[0] == b"p" else layout.key(found.start())
            for found in _TELLS.finditer(shorthand)
        }
        about = self._company.about(signs.values())
        if not about:
            return shorthand.translate(_SAFE_CODES)
        paragraph = partial(bisect_right, [*map(_START, _PARAGRAPH.finditer(shorthand))])
        telling = {paragraph(place) for place, key in signs.items() if self._company.tells(key, about)}
        company = {number + step for number in telling for step in (-1, 0, 1)}
        doubtful = [*map(_START, _DOUBTFUL.finditer(shorthand))]
        read = list(zip(doubtful, layout.keys(doubtful), strict=True))
        near = {key for place, key in read if paragraph(place) in company}
        marked = bytearray(shorthand.translate(_RISKY_CODES))
        for place, key in read:
            is_name = shorthand[place] == _RARE_NAME
            if key not in near or not (is_name or self._company.doubts(key, about)):
                marked[place] = _SAFE_CODES[shorthand[place]]
        return bytes(marked)

    def _piece(self, text: str) -> Piece:
        word = text.strip(_EDGES)
        return self._one_word(text, word) if word.isalnum() and PLACEHOLDER not in text else self._cut(text)

    def _one_word(self, text: str, word: str) -> Piece:
        """What `_cut` gives for a word between signs, without cutting: three of four new pieces are such."""
        start, key = text.index(word), fold(word)
        end = start + len(word)
        code = _gap(text[:start]) + self._codes(word, key) + _gap(text[end:]) + b" "
        return Piece(code, (Token(start, end, key),))

    def _cut(self, text: str) -> Piece:
        words = tuple(tokenize(text.replace(PLACEHOLDER, "\0" * len(PLACEHOLDER))))
        code, end = bytearray(), 0
        for word in words:
            code += _gap(text[end : word.start])
            code += self._codes(text[word.start : word.end], word.key)
            end = word.end
        return Piece(bytes(code + _gap(text[end:]) + b" "), words)

    def _code(self, surface: str, key: str) -> bytes:
        code = self._plain_code(surface, key)
        return code.upper() if key in self._phrases else code

    def _plain_code(self, surface: str, key: str) -> bytes:
        verdict = self._verdicts(key)
        if verdict == b"r":
            return verdict
        if surface in _PARTICLES and verdict == b"s":
            return b"v"
        if not is_content_word(surface):
            return b"f"
        if surface[0].isdigit():
            return b"d" if verdict == b"s" else b"j"
        if not surface[0].isupper():
            return verdict
        if verdict in b"uw":
            return self._unseen_name(key) if verdict == b"u" else b"k"
        if key in BESIDE_NAMES:
            return b"f"
        if not self._cautious or key in self._known or key in POSTS_AND_UNITS:
            return b"c"
        return b"n" if self._is_rare(key) else b"c"

    def _unseen_name(self, key: str) -> bytes:
        return b"m" if any(concept.judge(key) == "unproven" for concept in self._concepts) else b"h"

    def _is_rare(self, key: str) -> bool:
        vocabulary = self._concepts[0].vocabulary
        return information_content(vocabulary.count(key), vocabulary.n_contexts) >= NAME_BITS


class _Pieces(dict[str, Piece]):
    """Pieces met before; forgets all when it is full, so memory stays bounded."""

    def __init__(self, read: Callable[[str], Piece]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, text: str) -> Piece:
        if len(self) >= _MAX_CACHED_PIECES:
            self.clear()
        piece = self[text] = self._read(text)
        return piece


class _Layout:
    """A text as pieces, with the way back from a place in the shorthand to words and offsets."""

    def __init__(self, text: str, pieces: _Pieces) -> None:
        cut = _with_cell_ends(text).split(" ")
        self._pieces = list(map(pieces.__getitem__, cut))
        codes = list(map(_CODE, self._pieces))
        self.shorthand = b"".join(codes)
        self._places = list(accumulate(map(len, codes), initial=0))
        self._lengths = list(accumulate(map(len, cut), initial=0))

    def _word(self, place: int) -> tuple[Token, int]:
        number = bisect_right(self._places, place) - 1
        words, offset = self._pieces[number].words, self._lengths[number] + number
        if len(words) == 1:
            return words[0], offset
        before = self.shorthand[self._places[number] : place]
        return words[len(before.translate(None, _GAPS))], offset

    def key(self, place: int) -> str:
        """Key of the word at a place of the shorthand."""
        return self._word(place)[0].key

    def keys(self, places: Sequence[int]) -> list[str]:
        """`key` of many places, in ascending order."""
        numbers = (np.searchsorted(np.array(self._places), places, side="right") - 1).tolist()
        found = map(_PIECE_WORDS, map(self._pieces.__getitem__, numbers))
        return [
            words[0].key if len(words) == 1 else self.key(place)
            for words, place in zip(found, places, strict=True)
        ]

    def next_word(self, place: int) -> int | None:
        """Place of the word that follows after blanks, a cell's end or one hyphen; else None."""
        code, following = self.shorthand, place + 1
        if code[following : following + 1] == b"-":
            following += 1
        else:
            while code[following : following + 1] in (b" ", b"~"):
                following += 1
        is_word = following > place + 1 and code[following : following + 1].isalpha()
        return following if is_word else None

    def words(self, place: int, codes: bytes, phrases: dict[int, str]) -> Iterator[Word]:
        """Words of the run that begins at `place`."""
        for step in [number for number, code in enumerate(codes) if code not in _GAPS]:
            token, offset = self._word(place + step)
            yield Word(
                token.start + offset,
                token.end + offset,
                token.key,
                chr(codes[step]),
                phrases.get(place + step, ""),
            )


def _names_anywhere(layout: _Layout, shorthand: bytes) -> bytes:
    """A capital that opens a sentence makes no name, unless the word is one inside a sentence too."""
    opening = [found.end() - 1 for found in _STARTS_SENTENCE.finditer(shorthand)]
    if not opening:
        return shorthand
    marked = bytearray(shorthand)
    for place in opening:
        marked[place] = ord("c")
    names = set(layout.keys([found.start() for found in _NAME_INSIDE.finditer(marked)]))
    for place, key in zip(opening, layout.keys(opening), strict=True):
        if key in names:
            marked[place] = ord("n")
    return bytes(marked)


def _people(layout: _Layout, shorthand: bytes, names: AbstractSet[str]) -> bytes:
    """Words that hardly anybody wrote about go as doubtful ones where they are names of people."""
    places = [found.start() for found in _UNSEEN_NAME.finditer(shorthand)] if names else []
    marked = bytearray(shorthand)
    for place, key in zip(places, layout.keys(places), strict=True):
        if key in names:
            marked[place] = ord("k")
    return bytes(marked).translate(_UNSEEN_NAME_CODE)


@lru_cache(maxsize=10_000)
def _gap(text: str) -> bytes:
    """Sign of what stands between two words of a piece, or at its edge."""
    if not text:
        return b""
    if text in _HYPHENS:
        return b"-"
    if _PARAGRAPH_END.search(text):
        return b"/"
    if _SENTENCE_END.search(text):
        return b"."
    if _CELL_END in text:
        return b"~"
    return b" " if text.isspace() else b"|"


def _with_cell_ends(text: str) -> str:
    """`text` with a sign in place of the last blank (or bar) before every cell and line that stands apart."""
    pieces, at = [], 0
    for start in layout_breaks(text):
        pieces += [text[at : start - 1], _CELL_END]
        at = start
    return "".join([*pieces, text[at:]]) if pieces else text


def _phrases(concepts: Sequence[CompiledConcept]) -> dict[str, set[tuple[str, ...]]]:
    """Disclosing phrases of all concepts by their first word."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for concept in concepts:
        for key in (*concept.disclosing, *concept.lexicalizations):
            words = tuple(key.split(" "))
            if len(words) > 1:
                found.setdefault(words[0], set()).add(words)
    return found

"""The plain normaliser: one common form for habits of layout, punctuation, spelling, capitals and words.

Rules are tables of data. They are carried out one after the other in a fixed order, each on what the one
before left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.catalog.style import Habit
from engine.methods.style.casing import CASING
from engine.methods.style.changes import Rule, patterns_to_text
from engine.methods.style.contractions import CONTRACTIONS
from engine.methods.style.punctuation import PUNCTUATION
from engine.methods.style.words import FUNCTION_WORDS, SPELLING
from engine.text import BLOT

_LAYOUT: tuple[Rule, ...] = (
    patterns_to_text([(r"(?<=\S)[ \t]+(?=\n)", ""), (r"\n(?:[ \t]*\n){2,}", "\n\n")]),
    patterns_to_text(
        [
            (r"(?<=[^\n]{40}[a-z,;])\n(?=[a-z\"'(])", " "),
            (r"(?<=[^\n]{55}[\w,;:.!?)\"'])\n(?=[A-Za-z\"'(])", " "),
            (r"(?<=\n\n)(?:[ ]{1,3}|\t|[ ]{5})(?=[A-Z\"'][^\n]{40})", ""),
        ]
    ),
)
"""Margins, blanks at the end of lines, empty lines, indents."""
RULES: Mapping[Habit, Sequence[Rule]] = {
    "layout": _LAYOUT,
    "punctuation": PUNCTUATION,
    "contractions": CONTRACTIONS,
    "spelling": SPELLING,
    "function-words": FUNCTION_WORDS,
    "casing": CASING,
}
"""Habit -> its rules, in the order in which they are carried out."""

_PARAGRAPH = re.compile(r"\S(?:.|\n(?![ \t]*\n))*")
_WORD = re.compile(r"[^\W\d_]+")
_CODE = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|(?<!`)`[^`'\n]+`|<[^<>\n]+>|\S+(?:://|@)\S+|www[.]\S+", re.DOTALL
)
_COMMON = (
    "the|and|of|to|is|that|it|for|you|with|are|this|have|not|but|be|as|from|they|"
    "his|her|she|he|my|we|our|your|on|there|been|which|would|what|who|can|could|do|"
    "does|did|has|had|by|were|their|will|if"
)
_OF_ENGLISH = frozenset(_COMMON.split("|"))
_LEAST_SHARE = 0.15
"""Of words that English alone has so often: below it a paragraph is another language, a list or data."""
_FEWEST_WORDS = 8
_LEAST_LETTERS, _MOST_OF_CODE = 0.6, 0.05
_OF_CODE = frozenset("{}<>=|\\_#/^%+~@[]")


def left_alone(text: str) -> Iterator[tuple[int, int]]:
    """Places that no rule may touch: code, markup, data, and paragraphs that are not English."""
    for match in _CODE.finditer(text):
        yield match.span()
    whole = _is_english(text)
    for match in _PARAGRAPH.finditer(text):
        is_long = len(_WORD.findall(match[0])) >= _FEWEST_WORDS
        if _is_data(match[0]) or not (_is_english(match[0]) if is_long else whole):
            yield match.span()


def _is_english(text: str) -> bool:
    words = _WORD.findall(text.lower())
    n_english = sum(word in _OF_ENGLISH for word in words)
    return n_english > 0 and n_english >= _LEAST_SHARE * len(words)


def _is_data(text: str) -> bool:
    """Whether a paragraph is code, a table or encoded: few letters, or many signs that prose has not."""
    signs = [sign for sign in text if not sign.isspace() and sign != BLOT]
    n_letters, n_of_code = sum(map(str.isalpha, signs)), sum(sign in _OF_CODE for sign in signs)
    return n_letters < _LEAST_LETTERS * len(signs) or n_of_code > _MOST_OF_CODE * len(signs)

"""How the second reader reads: words of a piece of text, cut letter by letter, and their base forms.

The rules are those of the guide (docs/release-checks.md, VER003). Nothing here is shared
with the words, the spelling and the plurals of `engine.language`, by which the methods read.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

BREAK = ""
"""Stands between two words of a piece that are not joined: by anything but one hyphen."""

_SIGNS = ",.;:()\"'!?[]"
_APOSTROPHES = "'’‘＇"
_LETTER_APOSTROPHE = "ʼ"  # a letter for Unicode
_HYPHENS = "-‐‑"
_INVISIBLE = "\u00ad\u034f\u200b\u200c\u200d\u2060\ufeff"
_IRREGULAR = {
    "men": "man",
    "women": "woman",
    "mens": "man",
    "children": "child",
    "feet": "foot",
    "teeth": "tooth",
    "mice": "mouse",
    "geese": "goose",
    "lice": "louse",
    "oxen": "ox",
    "stis": "sti",
    "quizzes": "quiz",
}
# An ending of a plural, and what may stand in its place.
_PLURALS = (
    ("ies", ("y", "ie")),
    ("ves", ("f", "fe", "ve")),
    ("ices", ("ex", "ix", "ice")),
    ("ses", ("s", "sis", "se")),
    ("xes", ("x", "xis", "xe")),
    ("zes", ("z", "ze")),
    ("ches", ("ch", "che")),
    ("shes", ("sh", "she")),
    ("oes", ("o", "oe")),
    ("s", ("",)),
    ("men", ("man",)),
    ("mens", ("man",)),
    ("ae", ("a",)),
    ("era", ("us",)),
    ("i", ("us",)),
    ("a", ("um", "on")),
)


def words_in(piece: str) -> list[str]:
    """Words of a piece of text without blanks, in small letters, with `BREAK` where they are not joined.

    Parameters
    ----------
    piece : str
        Text between two blanks: ``"(HIV-positive),"``.

    Returns
    -------
    list of str
        ``["", "hiv", "positive", ""]``: what stands before, between and behind words and is more than one
        hyphen between two of them is a break.

    Notes
    -----
    A word is a run of letters and digits with their marks. To it belong an apostrophe before a letter or
    digit, the point of a number, a hyphen before one or two digits at the end ("HIV-1"), and the points
    of "U.S".

    Examples
    --------
    >>> words_in("HIV-positive")
    ['hiv', 'positive']
    """
    plain = piece.strip(_SIGNS)
    if plain.isalnum() and plain.isascii():  # nine of ten: the loop below gives the same
        before, behind = piece.startswith(plain), piece.endswith(plain)
        return [BREAK] * (not before) + [plain.lower()] + [BREAK] * (not behind)
    found: list[str] = []
    gap, at = "", 0
    while at < len(piece):
        if not piece[at].isalnum():
            gap += piece[at]
            at += 1
            continue
        end = _end_of_word(piece, at)
        if gap and not (found and len(gap) == 1 and gap in _HYPHENS):
            found.append(BREAK)
        found.append(_spelled(piece[at:end]))
        gap, at = "", end
    return [*found, BREAK] if gap or not found else found


def _end_of_word(piece: str, at: int) -> int:
    end = at + 1
    while end < len(piece):
        if piece[end].isalnum() or piece[end] in _INVISIBLE or _is_mark(piece[end]):
            end += 1
        elif _belongs(piece, end):
            end += 2
        else:
            break
    return end


def _belongs(piece: str, at: int) -> bool:
    """Whether the sign at `at` joins what stands before and behind it into one word."""
    sign, before, behind = piece[at], piece[at - 1], piece[at + 1 : at + 2]
    if not behind.isalnum():
        return False
    if sign in _APOSTROPHES:
        return True
    if sign in _HYPHENS:
        digits = piece[at + 1 : at + 4]
        number = digits[: 2 if digits[1:2].isdecimal() else 1]
        ends = not _continues(digits[len(number) :][:1])
        return before.isalpha() and number.isdecimal() and ends
    if sign in ".," and before.isdecimal() and behind.isdecimal():
        return True
    alone = at < 2 or not _continues(piece[at - 2])
    return sign == "." and alone and not _continues(piece[at + 2 : at + 3])


def _continues(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _spelled(word: str) -> str:
    """A word in small letters and its plainest spelling."""
    for sign in _INVISIBLE:
        word = word.replace(sign, "")
    for _ in range(2):
        word = unicodedata.normalize("NFKC", word).casefold()
    word = word[:1] + word[1:-1].replace(_LETTER_APOSTROPHE, "'") + word[1:][-1:]
    spelled = "".join("'" if c in _APOSTROPHES else "-" if c in _HYPHENS else c for c in word)
    return "".join(c for c in spelled if c.isalnum() or c in "'-.," or _is_mark(c))


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Mc")


def base_forms(word: str) -> Iterator[str]:
    """What a word may be a form of: itself, or a singular.

    Parameters
    ----------
    word : str
        In small letters.

    Notes
    -----
    Many of these are no words. Whoever asks takes the one that was counted most often.
    """
    yield word
    if word in _IRREGULAR:
        yield _IRREGULAR[word]
    for ending, singulars in _PLURALS:
        if word.endswith(ending) and len(word) > max(3, len(ending)):
            for singular in singulars:
                yield word[: -len(ending)] + singular

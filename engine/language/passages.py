"""Which passages of a text are in which language.

A passage is some lines of running text. Lists of names, tables and codes have no language of their own and
are left out: they hold few words in small letters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol
from unicodedata import category

from engine.language.word_lists.stop_words import STOP_WORDS

_SIGNS = str.maketrans("", "", ".,;:!?…\"'’„“”«»()[]–—-。、，！？（）「」・।॥؟،؛")
"""Signs that stand at or inside words."""

_LINE = re.compile(r"[^\n]+")

_LETTERS = 120
"""Letters that lines are joined up to. Shorter passages are told apart badly: of 1,000 encyclopedia
articles, about ten have a foreign passage at this length, and these are quotations."""

_LEAST = 60
"""Fewest letters of a passage that is judged: less can be a line with a foreign address. Of 2,109 invented
messages, two are taken for foreign at this length: they hold addresses in Greek letters."""

_WORDS = 8
"""Fewest words of a passage that is judged; a line of a form has fewer."""

_LONG, _LONG_IN_HAN = 10, 2
"""Letters that count as a word of their own in languages that put no blanks between words."""
_HAN = "\u2e80"
"""From here on are the signs of Chinese and Japanese."""

_ENGLISH_SHARE = 0.25
"""Share of English stop words from which a passage is English without asking further. Of passages of
encyclopedia articles 95 % have .28 or more; of German, Spanish and French letters 99.9 % have less than
.23."""

_BETWEEN_NAMES = 0.1
"""Least share of English stop words where half the words or more are names ("Calle La Ronda, Iglesia de la
Compañía as seen from Northern Quito"): there the words in small letters decide. That makes 7 of 5,753 German
passages and none of 1,388 Spanish ones English."""

_SMALL_SHARE = 0.3
"""Least share of words in small letters. German, with its capital nouns, has .5 or more; lists have less."""

_UNLIKELY = 0.02
"""Probability of the known languages below which a passage is taken for another one."""

_SURE = 0.9
"""Least probability of a language that is named."""

UNTOLD = "und"
"""A language that cannot be told (ISO 639-2): running text in none of the known ones."""


_CERTAIN = 0.99
"""Share of the probability of all known languages from which a form is in one of them."""


_SHORT_WORDS, _SHORT_LETTERS = 5, 25
_SHORT_SHARE, _SHORT_ENGLISH, _SHORT_SURE = 0.15, 0.01, 0.8
"""Least words and letters of a text that is one short sentence, its greatest share of English stop words, its
greatest probability of English and the least one of its language. Of 2,109 invented English messages and
2,294 short sentences of an encyclopedia none is taken for foreign, of 467 short German sentences 357 are."""

ENGLISH = "en"

_WIDE = {0xFF01 + at: 0x21 + at for at in range(94)}
"""Full-width Latin letters as ASCII ones: a language is told by words, not by how wide they are set."""


class LanguageIdentifier(Protocol):
    """Tells the language of a text."""

    def probabilities(self, text: str) -> Mapping[str, float]:
        """Probability of each language (ISO 639-1) that it tells apart, English among them."""
        ...


@dataclass(frozen=True, slots=True)
class Passage:
    """Characters [start, end) of a text, their language (ISO 639-1), and how many letters they hold."""

    start: int
    end: int
    language: str
    letters: int


def other_passages(
    text: str, identifier: LanguageIdentifier, known: Collection[str] = ()
) -> Iterator[Passage]:
    """Passages of `text` that are running text in another language than English, in their order.

    Parameters
    ----------
    text : str
    identifier : LanguageIdentifier
        Asked only about passages that do not look English.
    known : collection of str
        Languages that the text is likely to hold, besides English: Spanish is not taken for Galician then.

    Yields
    ------
    Passage
    """
    judged = _judged(text.translate(_WIDE), identifier, (ENGLISH, *known))
    return (passage for passage in judged if passage.language not in ("", ENGLISH))


def all_passages(text: str, identifier: LanguageIdentifier, known: Collection[str] = ()) -> list[Passage]:
    """Every passage of `text` with its language, in their order.

    One that has no language of its own (an address, a form) takes that of the passage before it, or of the
    first one after it that has one. A text in which none has one, a form, is judged as a whole: it is taken
    for English unless one of the `known` languages is almost certain.
    """
    found = _judged(text, identifier, (ENGLISH, *known))
    judged = [replace(each, language="") if each.language == UNTOLD else each for each in found]
    language = next((passage.language for passage in judged if passage.language), "")
    language = language or _of_form(text, identifier, known)
    spoken = []
    for passage in judged:
        language = passage.language or language
        spoken.append(replace(passage, language=language))
    return spoken


def _judged(text: str, identifier: LanguageIdentifier, known: Sequence[str]) -> Iterator[Passage]:
    """Every passage; the language is empty where none can be told."""
    lines = list(_joined_lines(text))
    for start, end in lines:
        words = _words(text[start:end])
        likely = len(known) > 1
        if _is_english(words):
            language = "" if likely and len(words) < _WORDS else ENGLISH
        elif _is_english_between_names(words) and not (likely and _is_of(text[start:end], identifier, known)):
            language = ENGLISH
        else:
            language = _identified(text[start:end], identifier, known) if _is_running(words) else ""
            if not language and len(lines) == 1:
                language = _of_short(text, words, identifier, known)
        yield Passage(start, end, language, sum(map(len, words)))


def _is_english(words: Sequence[str]) -> bool:
    """Whether stop words say so."""
    return bool(words) and _n_stop_words(words) >= _ENGLISH_SHARE * len(words)


def _n_stop_words(words: Sequence[str]) -> int:
    return sum(map(STOP_WORDS.__contains__, map(str.lower, words)))


def _is_english_between_names(words: Sequence[str]) -> bool:
    """Whether stop words say so, between names: of the words in small letters."""
    n_stop_words = _n_stop_words(words)
    small = [word for word in words if not word[0].isupper()]
    if 2 * len(small) > len(words) or n_stop_words < _BETWEEN_NAMES * len(words):
        return False
    return 0 < sum(word in STOP_WORDS for word in small) >= _ENGLISH_SHARE * len(small)


def _identified(text: str, identifier: LanguageIdentifier, known: Sequence[str]) -> str:
    """The likeliest of the known languages; where none of them is likely at all another one, or `UNTOLD`."""
    found = identifier.probabilities(text)
    if sum(found[language] for language in known) >= _UNLIKELY:
        return max(known, key=found.__getitem__)
    likeliest = max(found, key=found.__getitem__)
    return likeliest if found[likeliest] >= _SURE else UNTOLD


def _is_of(text: str, identifier: LanguageIdentifier, known: Sequence[str]) -> bool:
    """Whether a passage is almost certainly in one of the likely languages other than English.

    "In" and "am" are German, too, and between the names of a form they are all that is written small.
    """
    found = identifier.probabilities(text)
    likeliest = max(known, key=found.__getitem__)
    return likeliest != ENGLISH and found[likeliest] >= _CERTAIN * sum(found[each] for each in known)


def _of_form(text: str, identifier: LanguageIdentifier, known: Collection[str]) -> str:
    """The language of a text without running text, by all its words."""
    words = _words(text)
    if not known or len(words) < _WORDS:
        return ENGLISH
    found = identifier.probabilities(" ".join(words).lower())
    likeliest = max(known, key=found.__getitem__)
    sure = found[likeliest] >= _CERTAIN * (found[ENGLISH] + sum(found[each] for each in known))
    return likeliest if sure else ENGLISH


def _words(text: str) -> list[str]:
    """Words between blanks; pieces of addresses of machines, codes and numbers are none."""
    words = text.translate(_SIGNS).split()
    if text.isascii():
        return list(filter(str.isalpha, words))
    return [word for word in words if word.isalpha() or _is_marked(word)]


def _is_marked(word: str) -> bool:
    """Whether a word is letters, and the signs that scripts of India or Thai set around them."""
    return word[0].isalpha() and all(each.isalpha() or category(each)[0] == "M" for each in word)


def _of_short(text: str, words: Sequence[str], identifier: LanguageIdentifier, known: Sequence[str]) -> str:
    """The language of a text of one short sentence; empty unless it is surely another one than English."""
    small = sum(not word[0].isupper() for word in words)
    if len(words) < _SHORT_WORDS or sum(map(len, words)) < _SHORT_LETTERS or 2 * small < len(words):
        return ""
    if _n_stop_words(words) > _SHORT_SHARE * len(words):
        return ""
    found = identifier.probabilities(text)
    language = _identified(text, identifier, known)
    sure = found[ENGLISH] < _SHORT_ENGLISH and max(found.values()) >= _SHORT_SURE
    return language if sure and language != ENGLISH else ""


def _is_running(words: list[str]) -> bool:
    """Whether words are running text, and enough of it to tell its language."""
    small = sum(not word[0].isupper() for word in words)
    n_words = sum(max(1, len(word) // (_LONG_IN_HAN if word[0] >= _HAN else _LONG)) for word in words)
    return n_words >= _WORDS and sum(map(len, words)) >= _LEAST and small >= _SMALL_SHARE * len(words)


def _joined_lines(text: str) -> Iterator[tuple[int, int]]:
    """Long lines, and short ones joined with those after them until there are letters enough."""
    start, end, letters = 0, 0, 0
    for line in _LINE.finditer(text):
        own = sum(map(str.isalpha, line.group()))
        if letters and own >= _LETTERS:
            yield start, end
            letters = 0
        start = start if letters else line.start()
        letters += own
        end = line.end()
        if letters >= _LETTERS:
            yield start, end
            letters = 0
    if letters:
        yield start, end

"""Names found in a passage, read again: no ordinary words, no titles, whole institutions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.catalog.names import LEARNED
from engine.catalog.rules import rule, second
from engine.methods.names.languages.address_parts import address_parts
from engine.methods.names.languages.borders import divided
from engine.methods.names.languages.vocabulary import Vocabulary
from engine.text import Span

_TOKEN = re.compile(r"\w+[ª.]?")
_LINE = re.compile(r"[^\n]+")
_NUMBER = re.compile(r"\d|\bs\.?/?n\b")
"""A number, or the sign that a street has none ("s/n")."""
_BEFORE = re.compile(r"([\w.ª]+)[ \n]{1,2}\Z")
_REACH = 24
_SURE = 0.8
"""Probability from which one ordinary word is a name nevertheless.

Lower than our own texts allow (.97), since surnames are ordinary words, too.
"""
_SURE_OF_SEVERAL = 0.5
"""The same of several words: firms and associations are named by ordinary ones."""
_SURE_COMPOUND = 0.5
"""The same of German compounds, since surnames and towns are compounds, too ("Siebenlist")."""
_SURE_MEDICINE = 0.9
"""Probability from which a name is one though a disease bears it, or a dose follows it."""
_BEARS_NAMES = re.compile(
    r"\b(?:morbus|syndrom|syndrome|s[ií]ndrome|maladie|enfermedad|mal|signe|signo|test|manœuvre|maniobra|"
    r"score)"
    r"(?: de| d')? ?\Z",
    re.IGNORECASE,
)
_IS_NAMED_AFTER = re.compile(
    r"\b(?:signe|signo|syndrome|s[ií]ndrome|maladie|enfermedad|morbus|triangle|tri[áa]ngulo|manœuvre|maniobra|"
    r"[ée]chelle|escala|sonde|sonda|drain|drenaje|pince|pinza|trocart|tr[óo]car|aguja|aiguille|ligament|ligamento|"
    r"cul-de-sac|incision|incisi[óo]n|(?:zeichen|score|drainage|naht|naheinlage|klassifikation|test) nach)"
    r"(?: de| d')? \Z",
    re.IGNORECASE,
)
"""Before a surname that is nobody's here, however sure the model is: nobody has a sign or a probe."""
_CAPITAL_PARTICLE = re.compile(
    r" (?:El|Al|Ben|Bin|Abou|Abu|Aït|Ait|Ould|Van|Von|De|Da|Dos|Le|La|Ter)(?: (?:La|Den|Der|El))? "
)
_DOSE = re.compile(
    r"\s*\d+(?:[.,]\d+)? ?(?:mg|g|µg|mcg|ml|ui|ie|i\.e\.|gouttes|gotas|tropfen|gtt|cp|comprim\w+|tbl|tabl?|"
    r"sachets?|%)\b",
    re.IGNORECASE,
)


@rule("read-again-of-languages", without=second)
def read_again(text: str, found: Sequence[Span], vocabulary: Vocabulary) -> list[Span]:
    """Findings of a learned recogniser without what is no name in their language.

    Parameters
    ----------
    text : str
    found : sequence of Span
        In passages of the vocabulary's language.
    vocabulary : Vocabulary

    Returns
    -------
    list of Span
        Names are cut at line ends where the next line holds ordinary words alone, and lose titles and
        ordinary words in small letters at their edges. Unsure ones of ordinary words alone are left out,
        unless a title stands before them. Addresses and other kinds stay as they are.
    """
    spans = sorted(
        (
            new
            for span in found
            for piece in divided(text, span, vocabulary)
            for new in _read(text, piece, vocabulary)
        ),
        key=lambda span: span.start,
    )
    return address_parts(text, _joined_names(text, spans))


def _joined_names(text: str, spans: Sequence[Span]) -> list[Span]:
    """Persons of which a particle with a capital divides the parts are one ("Ahmed" and "Amrani": El)."""
    joined: list[Span] = []
    for span in spans:
        last = joined[-1] if joined else None
        both = last and last.category == span.category == "person" and last.end < span.start
        if last and both and _CAPITAL_PARTICLE.fullmatch(text, last.end, span.start):
            joined[-1] = replace(last, end=span.end, score=max(last.score, span.score))
        else:
            joined.append(span)
    return joined


def _read(text: str, span: Span, vocabulary: Vocabulary) -> Iterator[Span]:
    if span.category == "date":
        yield _without_small(text, span, vocabulary)
        return
    if span.category not in LEARNED:
        yield span
        return
    if _is_medicine(text, span):
        return
    if _NUMBER.search(text, span.start, span.end):
        if span.category == "location" or not _is_ordinary(text, span, vocabulary):
            yield span
        return
    for line in _LINE.finditer(text, span.start, span.end):
        piece = _trimmed(text, replace(span, start=line.start(), end=line.end()), vocabulary)
        for part in _runs_of_names(text, piece, vocabulary) if piece else ():
            if not _is_ordinary(text, part, vocabulary):
                yield _with_institution(text, part, vocabulary)


_LONG_FOR_SMALL = 5
"""Words from which a name in small letters is a piece of a sentence."""


def _runs_of_names(text: str, span: Span, vocabulary: Vocabulary) -> Iterator[Span]:
    """A name; of a long one in small letters, the words that are not ordinary.

    Where nobody writes a capital, models take half a sentence for a name.
    """
    tokens = list(_TOKEN.finditer(text, span.start, span.end))
    small = text[span.start : span.end].islower()
    if not small or len(tokens) < _LONG_FOR_SMALL:
        yield span
        return
    run: list[re.Match[str]] = []
    for token in tokens:
        if not _is_small(token[0], vocabulary):
            run.append(token)
        elif run:
            yield replace(span, start=run[0].start(), end=run[-1].end())
            run = []
    if run:
        yield replace(span, start=run[0].start(), end=run[-1].end())


def _is_medicine(text: str, span: Span) -> bool:
    """Whether a disease bears the name ("maladie de Horton"), or a dose follows it or is in it."""
    if _IS_NAMED_AFTER.search(text[max(0, span.start - _REACH) : span.start]):
        return True
    if span.score >= _SURE_MEDICINE:
        return False
    last = [token.start() for token in _TOKEN.finditer(text, span.start, span.end)][-1:]
    known = bool(last) and _BEARS_NAMES.search(text[max(0, span.start - _REACH) : last[0]])
    bears = known and (last[0] == span.start or bool(_BEARS_NAMES.search(text[span.start : last[0]])))
    return bool(bears or _DOSE.match(text, span.end) or _DOSE.search(text, span.start, span.end))


def _without_small(text: str, span: Span, vocabulary: Vocabulary) -> Span:
    """A date without the words before and after it ("bis", "le")."""
    tokens = list(_TOKEN.finditer(text, span.start, span.end))
    while len(tokens) > 1 and _joins(tokens[0].group(), vocabulary):
        tokens.pop(0)
    while len(tokens) > 1 and _joins(tokens[-1].group(), vocabulary):
        tokens.pop()
    if not tokens:
        return span
    end = span.end if text[tokens[-1].end() : span.end].strip(" ") in ("", ".") else tokens[-1].end()
    return replace(span, start=tokens[0].start(), end=end)


def _joins(word: str, vocabulary: Vocabulary) -> bool:
    return vocabulary.is_particle(word.lower()) or vocabulary.is_between_dates(word.lower())


def _trimmed(text: str, span: Span, vocabulary: Vocabulary) -> Span | None:
    """A name without titles and words in small letters at its edges; None if nothing is left."""
    tokens = list(_TOKEN.finditer(text, span.start, span.end))
    while tokens and _begins_nothing(text, tokens, span, vocabulary):
        tokens.pop(0)
    while tokens and span.category != "organisation" and _is_small(tokens[-1].group(), vocabulary):
        tokens.pop()
    if not tokens:
        return None
    start = span.start if tokens[0].start() == span.start else tokens[0].start()
    cut = _TOKEN.search(text, tokens[-1].end(), span.end)
    return replace(span, start=start, end=tokens[-1].end() if cut else span.end)


def _begins_nothing(text: str, tokens: Sequence[re.Match[str]], span: Span, vocabulary: Vocabulary) -> bool:
    """Whether a name does not begin with its first token: a title before more, or a word in small letters.

    A particle right before the name is of it ("de la Cruz"), but not one after other small words.
    """
    word = tokens[0].group()
    if (
        span.category != "location"
        and vocabulary.is_title(word)
        and text[tokens[0].end() : tokens[0].end() + 1] in (" ", ".")
    ):
        return len(tokens) > 1
    if not _is_small(word, vocabulary) or vocabulary.is_institution(word):
        return False
    return not (
        vocabulary.is_particle(word) and tokens[0].start() == span.start and _is_followed_by_name(tokens)
    )


def _is_small(word: str, vocabulary: Vocabulary) -> bool:
    """Whether a word in small letters is no name: in chats names are written small, too."""
    return word.islower() and (
        vocabulary.is_particle(word) or vocabulary.is_ordinary(word) or vocabulary.is_unaccented(word)
    )


def _is_followed_by_name(tokens: Sequence[re.Match[str]]) -> bool:
    return any(not token.group().islower() for token in tokens[1:3])


def _is_ordinary(text: str, span: Span, vocabulary: Vocabulary) -> bool:
    """Whether what a model takes, unsurely, for a name is ordinary words."""
    words = vocabulary.words_of(text[span.start : span.end])
    if not words or span.score >= _needed(words, vocabulary):
        return False
    before = _BEFORE.search(text[max(0, span.start - _REACH) : span.start])
    return not (before and vocabulary.is_title(before[1]))


def _needed(words: Sequence[str], vocabulary: Vocabulary) -> float:
    """Probability from which words are a name: 0 unless all of them are ordinary."""
    if all(map(vocabulary.is_ordinary, words)):
        return _SURE if len(words) == 1 else _SURE_OF_SEVERAL
    ordinary = all(vocabulary.is_ordinary(word) or vocabulary.is_compound(word) for word in words)
    return _SURE_COMPOUND if ordinary else 0.0


def _with_institution(text: str, span: Span, vocabulary: Vocabulary) -> Span:
    """A name with the word for an institution right before it ("hôpital Edouard-Herriot")."""
    before = _BEFORE.search(text[max(0, span.start - _REACH) : span.start])
    if before and span.category != "location" and vocabulary.is_institution(before[1]):
        return replace(span, start=span.start - len(before[0]), category="organisation")
    return span

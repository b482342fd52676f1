"""Contracts, filings and orders write their terms large ("the Borrower", "Closing Date"): no names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.catalog.lexicon import words
from engine.catalog.rules import never, rule
from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.tagger.features import TITLES, Lexicon, Tokens

Judged = tuple[Entity, float]


_REGISTER = frozenset(words("law/register"))
"""Words that a paper of law has several of, and other texts hardly any."""
_SEVERAL = 3
"""Different words of `_REGISTER` from which a text is a paper of law."""
_TERMS = frozenset(words("law/terms"))
"""Who takes part in contracts, cases and companies, and their papers: large, these name nobody alone."""
_BEFORE = frozenset(words("law/before-terms"))
"""Words that a term follows, and a name hardly ever."""
_OPENING, _CLOSING = frozenset("\"“„'‘«"), frozenset("\"”“'’»")
_DEFINES = frozenset(("mean", "means", "shall", "has", "refers"))
_LONGEST = 5
_KINDS = frozenset(("person", "organisation", "location", "other", "code"))
_MOSTLY_SMALL = 3
"""Highest step of ``cap`` of an ordinary word: less than two in three are written large within sentences."""
_NEARLY_SURE = 0.8
"""From this on a person is one, whatever its words ("Ward", "Law")."""
_SURE = 0.6
"""From this on the model is believed, but about words of `_TERMS` and what the paper defines."""


@rule("legal-terms", without=never)
def is_legal(tokens: Tokens) -> bool:
    """Whether a text reads as a contract, a filing, a deed or an order."""
    return len(_REGISTER.intersection(tokens.lowered_types)) >= _SEVERAL


def without_terms(judged: Sequence[Judged], tokens: Tokens, lexicon: Lexicon) -> list[Judged]:
    """Entities of a paper of law without its terms.

    Parameters
    ----------
    judged : sequence of (Entity, float)
        Each with the probability that it must be masked.
    tokens : Tokens
    lexicon : Lexicon
        Says how often a word is capitalised.

    Returns
    -------
    list of (Entity, float)

    Notes
    -----
    A term has ordinary words alone, and either each is one of a contract's or a case's ("Borrower"), or the
    paper defines it (``(the "Premises")``), or the model is unsure and an article or the like stands before
    it ("each Warranty") or its words also stand in small letters.
    """
    defined = set(_defined(tokens))
    small = frozenset(word for word in tokens.types if word.islower())
    return [one for one in judged if not _is_term(*one, tokens, lexicon, defined, small)]


def is_ordinary(words: Iterable[str], lexicon: Lexicon) -> bool:
    """Whether each of some words, in small letters, is a term of law or mostly written small."""
    return all(_is_ordinary(word, lexicon) for word in words if _has_letter(word))


def _is_term(
    entity: Entity,
    probability: float,
    tokens: Tokens,
    lexicon: Lexicon,
    defined: set[tuple[str, ...]],
    small: frozenset[str],
) -> bool:
    """Whether an entity is a term; `small` are the words that also stand in small letters in the paper."""
    if entity.category not in _KINDS:
        return False
    cited = all(_is_cited(m, tokens) for m in entity.mentions)
    if cited or _is_somebody(entity, probability, tokens):
        return cited
    return _says_a_term(entity, probability, tokens, lexicon, defined, small)


def _says_a_term(
    entity: Entity,
    probability: float,
    tokens: Tokens,
    lexicon: Lexicon,
    defined: set[tuple[str, ...]],
    small: frozenset[str],
) -> bool:
    read = {tuple(_spelled(m, tokens)) for m in entity.mentions}
    words = {word for each in read for word in each}
    if () in read or not is_ordinary(words, lexicon):
        return False
    if words <= _TERMS or read <= defined:
        return True
    return probability < _SURE and (small >= words or _follows_anywhere(entity, tokens))


def _is_somebody(entity: Entity, probability: float, tokens: Tokens) -> bool:
    """Whether ordinary words are a person's name ("Mr Ward") or a street's ("3020 Third Court")."""
    if entity.category == "person" and probability >= _NEARLY_SURE:
        return True
    before = {word for m in entity.mentions for word in tokens.lowered[max(0, m.first - 2) : m.first]}
    numbered = any(m.first and tokens.words[m.first - 1].isdigit() for m in entity.mentions)
    return not TITLES.isdisjoint(before) or numbered


def _is_cited(mention: Mention, tokens: Tokens) -> bool:
    """Whether a mention is of a statute or a rule: "N.Y. Labor Law § 190", "29 U.S.C. 201"."""
    first, end = mention.first, mention.end
    after = tokens.lowered[end : end + 4]
    said = " ".join(tokens.lowered[first : end + 1])
    return "§" in after or tokens.words[max(0, first - 1) : first] == ["§"] or "u . s . c" in said


def _spelled(mention: Mention, tokens: Tokens) -> list[str]:
    words = tokens.lowered[mention.first : mention.end]
    return [word for word in words if _has_letter(word)]


def _has_letter(word: str) -> bool:
    return word.isalpha() or any(map(str.isalpha, word))


def _is_ordinary(word: str, lexicon: Lexicon) -> bool:
    if word in _TERMS:
        return True
    step = lexicon.classes.class_of(word, "cap")
    return step is not None and step <= _MOSTLY_SMALL and "first" not in lexicon.names_of(word)


def _follows_anywhere(entity: Entity, tokens: Tokens) -> bool:
    return any(_follows(m, tokens) for m in entity.mentions)


def _follows(mention: Mention, tokens: Tokens) -> bool:
    """Whether the words before a mention say that a term comes."""
    at = mention.first - 1
    if at > 0 and tokens.words[at] in _OPENING:
        at -= 1
    return at >= 0 and tokens.lowered[at] in _BEFORE


def _defined(tokens: Tokens) -> Iterator[tuple[str, ...]]:
    """What the paper defines: in quotes after an article, or before "means"."""
    words = tokens.words
    for at in tokens.where(map(_OPENING.__contains__, tokens.types)):
        end = next((i for i in range(at + 2, min(at + 2 + _LONGEST, len(words))) if words[i] in _CLOSING), 0)
        if not end:
            continue
        said = at > 0 and tokens.lowered[at - 1] in _BEFORE
        if said or (end + 1 < len(words) and tokens.lowered[end + 1] in _DEFINES):
            yield tuple(_spelled(Mention(at + 1, end, 1.0), tokens))

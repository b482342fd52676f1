"""Numbers that a model takes for codes or dates and that count or measure something; and numbers taken whole.

"The trial enrolled 20148 patients", "Platelets 45000" and "1/2 NS" tell of nobody. A model that learned from
forms full of numbers is seldom sure of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from engine.catalog.rules import rule, unchanged
from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.tagger.casing import is_mostly_small
from engine.methods.names.tagger.features import Lexicon, Tokens

_SURE = 0.9
"""From this on the model is believed about a number beside a word ("Specimen 45120")."""
_COUNTED = frozenset(("children", "men", "people", "staff", "women"))
_FRACTIONS = frozenset(("1/2", "1/3", "1/4", "2/3", "3/4"))
_OF_FRACTIONS_WORDS = """
cup dose hour inch life mile normal ns pack pill saline strength tab tablet
"""
_OF_FRACTIONS = frozenset(_OF_FRACTIONS_WORDS.split())
_UNITS = frozenset(("Nm", "Ncm", "kNm", "mNm"))
_VERBS = frozenset(("march", "may"))
_BEFORE_MONTHS_WORDS = """
by during early from in last late mid next of since this through until
"""
_BEFORE_MONTHS = frozenset(_BEFORE_MONTHS_WORDS.split())


@rule("plain-numbers", without=unchanged)
def without_plain_numbers(
    judged: Sequence[tuple[Entity, float]], tokens: Tokens, lexicon: Lexicon, medicine: MedicalVocabulary
) -> list[tuple[Entity, float]]:
    """Entities without counts, values, ranges, decimals, units, fractions and verbs; amounts with all digits.

    Parameters
    ----------
    judged : sequence of (Entity, float)
        Each with the probability that it must be masked.
    tokens : Tokens
    lexicon : Lexicon
        Says which words are mostly written small.
    medicine : MedicalVocabulary
        What is measured.

    Returns
    -------
    list of (Entity, float)
        An entity without mentions is left out.
    """
    is_amount = partial(_is_amount, lexicon=lexicon, medicine=medicine)
    left: list[tuple[Entity, float]] = []
    for entity, probability in judged:
        wrong = list(_WRONG.get(entity.category, ()))
        if entity.category == "code" and probability < _SURE:
            wrong.append(is_amount)
        mentions = [m for m in entity.mentions if not any(holds(m, tokens) for holds in wrong)]
        if entity.category == "quantity":
            mentions = [_whole(m, tokens) for m in mentions]
        if mentions:
            left.append((replace(entity, mentions=mentions), probability))
    return left


def _is_amount(mention: Mention, tokens: Tokens, *, lexicon: Lexicon, medicine: MedicalVocabulary) -> bool:
    """Whether a number counts what stands behind it, or is the value of what medicine measures."""
    first, end = mention.first, mention.end
    if end - first != 1 or not tokens.words[first].isdigit() or not first:
        return False
    before, after = tokens.words[first - 1], tokens.words[end] if end < len(tokens) else ""
    many = after in _COUNTED or (len(after) > 3 and after.endswith("s") and is_mostly_small(after, lexicon))
    return (many and before.islower()) or (before.endswith("s") and medicine.holds(before))


def _is_range(mention: Mention, tokens: Tokens) -> bool:
    """Whether two numbers of at most two digits rise ("gauge 22-25")."""
    words = tokens.words[mention.first : mention.end]
    if len(words) != 3 or words[1] not in ("-", "–") or not (words[0] + words[2]).isdigit():
        return False
    return max(map(len, words)) <= 2 and int(words[0]) < int(words[2])


def _is_decimal(mention: Mention, tokens: Tokens) -> bool:
    """Whether digits stand behind a zero and its point ("a gain of 0.0442")."""
    first, end = mention.first, mention.end
    if end - first != 1 or first < 2 or tokens.words[first - 2] != "0" or tokens.words[first - 1] != ".":
        return False
    apart = first < 3 or tokens.ends[first - 3] < tokens.starts[first - 2]
    return apart and tokens.words[first].isdigit() and tokens.ends[first - 2] + 1 == tokens.starts[first]


def _is_unit(mention: Mention, tokens: Tokens) -> bool:
    """Whether what looks like a State is a measure of torque behind a number ("12-15 Nm")."""
    first = mention.first
    is_alone = mention.end - first == 1 and first > 0
    return is_alone and tokens.words[first] in _UNITS and tokens.words[first - 1].isdigit()


def _is_fraction(mention: Mention, tokens: Tokens) -> bool:
    said = "".join(tokens.words[mention.first : mention.first + 3])
    behind = tokens.lowered[mention.first + 3 : mention.first + 4]
    counted = {*behind, *(word.removesuffix("s") for word in behind)}
    return said in _FRACTIONS and not _OF_FRACTIONS.isdisjoint(counted)


def _is_verb(mention: Mention, tokens: Tokens) -> bool:
    """Whether a month in small letters is a verb: no number beside it, nothing before it tells a time."""
    first, end = mention.first, mention.end
    if end - first != 1 or tokens.words[first] not in _VERBS:
        return False
    beside = tokens.words[max(0, first - 1) : first] + tokens.words[end : end + 1]
    timed = any(word in _BEFORE_MONTHS for word in tokens.lowered[max(0, first - 1) : first])
    return not timed and not any(any(sign.isdigit() for sign in word) for word in beside)


def _whole(mention: Mention, tokens: Tokens) -> Mention:
    """An amount with the thousands before its first comma ("3,200 euros")."""
    first = mention.first
    while (
        first >= 2
        and tokens.words[first].isdigit()
        and tokens.words[first - 1] in (",", ".")
        and tokens.words[first - 2].isdigit()
        and tokens.ends[first - 2] == tokens.starts[first - 1]
        and tokens.ends[first - 1] == tokens.starts[first]
    ):
        first -= 2
    return replace(mention, first=first)


_WRONG: Mapping[str, Sequence[Callable[[Mention, Tokens], bool]]] = {
    "code": (_is_range, _is_decimal),
    "date": (_is_fraction, _is_verb),
    "location": (_is_unit,),
}
"""What shows a number, or what stands behind one, to be none of its category."""

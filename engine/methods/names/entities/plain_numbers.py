"""Numbers that a model takes for codes and that count or measure something; and amounts taken whole.

"The trial enrolled 20148 patients" and "Platelets 45000" tell of nobody. A model that learned from forms full
of numbers is seldom sure of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.catalog.rules import rule, unchanged
from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.tagger.casing import is_mostly_small
from engine.methods.names.tagger.features import Lexicon, Tokens

_SURE = 0.9
"""From this on the model is believed about a number beside a word ("Specimen 45120")."""
_COUNTED = frozenset(("children", "men", "people", "staff", "women"))


@rule("plain-numbers", without=unchanged)
def without_plain_numbers(
    judged: Sequence[tuple[Entity, float]], tokens: Tokens, lexicon: Lexicon, medicine: MedicalVocabulary
) -> list[tuple[Entity, float]]:
    """Entities without counts and values; amounts with all digits.

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
    left: list[tuple[Entity, float]] = []
    for entity, probability in judged:
        mentions = entity.mentions
        if entity.category == "code" and probability < _SURE:
            mentions = [m for m in mentions if not _is_amount(m, tokens, lexicon, medicine)]
        if entity.category == "quantity":
            mentions = [_whole(m, tokens) for m in mentions]
        if mentions:
            left.append((replace(entity, mentions=mentions), probability))
    return left


def _is_amount(mention: Mention, tokens: Tokens, lexicon: Lexicon, medicine: MedicalVocabulary) -> bool:
    """Whether a number counts what stands behind it, or is the value of what medicine measures."""
    first, end = mention.first, mention.end
    if end - first != 1 or not tokens.words[first].isdigit() or not first:
        return False
    before, after = tokens.words[first - 1], tokens.words[end] if end < len(tokens) else ""
    many = after in _COUNTED or (len(after) > 3 and after.endswith("s") and is_mostly_small(after, lexicon))
    return (many and before.islower()) or (before.endswith("s") and medicine.holds(before))


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

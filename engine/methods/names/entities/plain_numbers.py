"""Numbers that a model takes for codes, units that it takes for places; and numbers taken whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.catalog.rules import rule, unchanged
from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.tagger.features import Tokens

_UNITS = frozenset(("Nm", "Ncm", "kNm", "mNm"))


@rule("plain-numbers", without=unchanged)
def without_plain_numbers(
    judged: Sequence[tuple[Entity, float]], tokens: Tokens, medicine: MedicalVocabulary
) -> list[tuple[Entity, float]]:
    """Entities without ranges, values of what medicine counts and units; amounts with all of their digits.

    Parameters
    ----------
    judged : sequence of (Entity, float)
        Each with the probability that it must be masked.
    tokens : Tokens
    medicine : MedicalVocabulary
        What is counted.

    Returns
    -------
    list of (Entity, float)
        An entity without mentions is left out.
    """
    left: list[tuple[Entity, float]] = []
    for entity, probability in judged:
        wrong = _WRONG.get(entity.category, ())
        mentions = [m for m in entity.mentions if not any(holds(m, tokens, medicine) for holds in wrong)]
        if entity.category == "quantity":
            mentions = [_whole(m, tokens) for m in mentions]
        if mentions:
            left.append((replace(entity, mentions=mentions), probability))
    return left


def _is_count(mention: Mention, tokens: Tokens, medicine: MedicalVocabulary) -> bool:
    """Whether a number stands behind what medicine counts ("Platelets 45000", "RBC 45210")."""
    last = mention.end - 1
    if mention.end - mention.first > 2 or last < 1 or not tokens.words[last].isdigit():
        return False
    counted = tokens.words[last - 1]
    return (counted.isupper() or counted.endswith("s")) and medicine.holds(counted)


def _is_range(mention: Mention, tokens: Tokens, _medicine: MedicalVocabulary) -> bool:
    """Whether two numbers of at most two digits rise ("gauge 22-25")."""
    words = tokens.words[mention.first : mention.end]
    if len(words) != 3 or words[1] not in ("-", "–") or not (words[0] + words[2]).isdigit():
        return False
    return max(map(len, words)) <= 2 and int(words[0]) < int(words[2])


def _is_unit(mention: Mention, tokens: Tokens, _medicine: MedicalVocabulary) -> bool:
    """Whether what looks like a State is a measure of torque behind a number ("12-15 Nm")."""
    first = mention.first
    is_alone = mention.end - first == 1 and first > 0
    return is_alone and tokens.words[first] in _UNITS and tokens.words[first - 1].isdigit()


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


_WRONG: Mapping[str, Sequence[Callable[[Mention, Tokens, MedicalVocabulary], bool]]] = {
    "code": (_is_range, _is_count),
    "location": (_is_unit,),
}
"""What shows a number, or what stands behind one, to be none of its category."""

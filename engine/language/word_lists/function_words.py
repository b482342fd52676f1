"""English words that are no terms by themselves: function words, common verbs, manner adverbs.

They are never taken for terms on the ground that little is known about them;
one that discloses a concept by its counts still goes.
"""

from __future__ import annotations

from engine.catalog.lexicon import words

_VERBS = words("grammar/common-verbs")

_NOUNS_IN_LY = "family assembly anomaly reply supply italy butterfly monopoly ally bully jelly belly"
_LETTERS_DOUBLED = "bdglmnprt"


def _forms(verb: str) -> set[str]:
    """Regular forms of a verb."""
    if verb.endswith("e"):
        return {verb, verb + "s", verb + "d", verb[:-1] + "ing"}
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    if verb.endswith(("s", "x", "ch", "sh", "z")):
        return {verb, verb + "es", verb + "ed", verb + "ing"}
    forms = {verb, verb + "s", verb + "ed", verb + "ing"}
    if verb[-1] in _LETTERS_DOUBLED and verb[-2] in "aeiou":
        forms |= {verb + verb[-1] + "ed", verb + verb[-1] + "ing"}
    return forms


_NO_TERMS = frozenset((*words("grammar/no-terms"), *words("grammar/irregular-forms"))).union(
    *map(_forms, _VERBS)
)
COMMON_VERBS = frozenset(_VERBS)
"""Common verbs in their base form; some are nouns too ("leave")."""

_ADVERB_LOOKALIKES = frozenset(_NOUNS_IN_LY.split())


def is_content_word(word: str) -> bool:
    """Whether a word may be (part of) a term: a noun, an adjective, a name.

    Parameters
    ----------
    word : str
        One word, in any case.

    Returns
    -------
    bool
        False for function words, common verbs, adverbs in -ly and single letters.

    Examples
    --------
    >>> is_content_word("virus"), is_content_word("the")
    (True, False)
    """
    folded = word.casefold()
    if folded in _NO_TERMS or len(folded) == 1:
        return False
    return not (folded.endswith("ly") and len(folded) > 4 and folded not in _ADVERB_LOOKALIKES)

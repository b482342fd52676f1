"""Which contexts mean a concept, when some of its names mean other things too.

A context means the concept when it holds a name that means nothing else, or a shared name beside a *sign*: a
word that goes with the former names. The corpus itself tells the signs, so no list of senses has to be kept.

References
----------
Yarowsky, Unsupervised word sense disambiguation rivaling supervised methods (1995): one sense per
collocation.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.counts.disclosure import DisclosureTable
from engine.counts.information import lower_bound
from engine.errors import InvalidError, fault
from engine.language.word_lists.function_words import is_content_word

MIN_CONTEXTS = 30
"""Contexts that must hold a name of one meaning: fewer tell too few signs."""
_MIN_JOINT = 3
_Z = 1.0
_STRICTNESS = 0.5
"""A sign says at least half of what the name itself says: p(c | sign) >= p(c)^(1/2), at its lower bound."""


def require_contexts(concept: str, n_contexts: int) -> None:
    """``CNT016`` when too few contexts hold a name of `concept` that means nothing else."""
    if n_contexts >= MIN_CONTEXTS:
        return
    raise InvalidError(
        fault(
            "CNT016",
            concept,
            f"must have names of one meaning in at least {MIN_CONTEXTS} contexts of the corpus",
            str(n_contexts),
            "Add names that mean only this under `also`, or leave `sense` out.",
        )
    )


def signs_of(table: DisclosureTable, shared: Sequence[str]) -> list[str]:
    """Words that go with a concept, for telling what a shared name means.

    Parameters
    ----------
    table : DisclosureTable
        Counted under the names that mean nothing else.
    shared : sequence of str
        Keys of the names that mean other things too; their own words are no signs.

    Returns
    -------
    list of str
        Keys of words, sorted.
    """
    allowed = (table.n_concept / table.n_contexts) ** _STRICTNESS
    own = {word for name in shared for word in name.split(" ")}
    return [
        key
        for key, n_t, n_ct in zip(table.keys, table.n_t.tolist(), table.n_ct.tolist(), strict=True)
        if n_ct >= _MIN_JOINT
        and " " not in key
        and key not in own
        and is_content_word(key)
        and lower_bound(n_ct, n_t, _Z) >= allowed
    ]

"""What a policy asks of C-sanitized for one concept, and what compiling makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from engine.disclosure import Vocabulary
from engine.information import information_content

Counting = Literal["coherent", "string"]
Unseen = Literal["generalize", "redact", "keep", "refuse", "review"]
ReplaceWith = Literal["generalize", "redact"]


@dataclass(frozen=True, slots=True)
class ConceptRule:
    """One protected concept, as a policy's clause states it.

    Parameters
    ----------
    protect : str
        The concept, as knowledge bases and documents name it.
    alpha : float or None
        >= 1; a term goes when PMI(c; t) >= IC(c)/alpha.
    disclose_at_most : str or None
        Instead of `alpha`: the most telling term that a reader may learn, so that
        the threshold is IC(disclose_at_most) bits.
    also : tuple of str
        Other names of the concept.
    counting : {"coherent", "string"}
        Whether the concept is counted by all its names and specializations, or by its own string.
    unseen : {"generalize", "redact", "keep", "refuse", "review"}
        What happens to a term that the corpus never or hardly saw.
    z : float
        Standard errors of the evidence bound (`engine.information.lower_bound`); 0 takes raw counts.
    min_joint : int
        Least number of contexts with both term and concept, >= 1.
    unit : str
        Unit of counting that the corpus must have been built with.
    replace_with : {"generalize", "redact"}
        Whether risky terms are generalized where possible, or all redacted.
    clause : str
        Id of the policy's clause, for decisions and reports.
    """

    protect: str
    alpha: float | None = None
    disclose_at_most: str | None = None
    also: tuple[str, ...] = ()
    counting: Counting = "coherent"
    unseen: Unseen = "generalize"
    z: float = 1.0
    min_joint: int = 3
    unit: str = "paragraph"
    replace_with: ReplaceWith = "generalize"
    clause: str = "concepts[0]"


@dataclass(frozen=True, eq=False)
class CompiledConcept:
    """A protected concept with its threshold and its verdicts: plain data, picklable.

    Parameters
    ----------
    rule : ConceptRule
        What the policy asked for.
    lexicalizations : tuple of str
        Keys of the terms that name the concept or a specialization of it; each always goes.
    alpha : float
        Given, or IC(c) / IC(disclose_at_most).
    n_contexts, n_concept : int
        Contexts of the corpus, and those that mention the concept.
    disclosing : mapping of str to (int, int)
        Keys of the terms of the corpus whose disclosure reaches the threshold, with n(t) and n(c, t).
    vocabulary : Vocabulary
        Words of the corpus, shared by all concepts compiled from it.
    table_fingerprint : str
        Fingerprint of the disclosure table that was used.
    """

    rule: ConceptRule
    lexicalizations: tuple[str, ...]
    alpha: float
    n_contexts: int
    n_concept: int
    disclosing: Mapping[str, tuple[int, int]] = field(repr=False)
    vocabulary: Vocabulary = field(repr=False)
    table_fingerprint: str

    @property
    def p_concept(self) -> float:
        """p(c), the share of contexts that mention the concept."""
        return self.n_concept / self.n_contexts

    @property
    def information_content_bits(self) -> float:
        """IC(c) in bits."""
        return information_content(self.n_concept, self.n_contexts)

    @property
    def threshold_bits(self) -> float:
        """IC(c)/alpha in bits: a term that discloses as much goes."""
        return self.information_content_bits / self.alpha

    @property
    def allowed_probability(self) -> float:
        """p(c)^(1 - 1/alpha): a term from which c is guessed with this probability goes."""
        return float(self.p_concept ** (1 - 1 / self.alpha))

    @cached_property
    def n_disclosing_terms(self) -> int:
        """Terms of the corpus, names of the concept included, that disclose it."""
        return len({*self.disclosing, *self.lexicalizations})

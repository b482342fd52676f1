"""What compiling makes of a protected concept: its threshold and its verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from engine.counts.disclosure import Vocabulary
from engine.counts.information import JointCount, allowed_probability, information_content
from engine.language.terms import term_keys
from engine.policy.clauses.concepts import ConceptRule

Verdict = Literal["names", "discloses", "unproven", "unseen", "doubtful", "safe"]


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
        Keys of the words and phrases whose p(c | t), at its lower evidence bound,
        reaches the allowed probability, with n(t) and n(c, t).
    unproven : mapping of str to (int, int)
        Keys of the words seen with the concept whose p(c | t) is not shown to stay below
        it: its upper evidence bound reaches the allowed probability.
    n_needed : int
        Contexts that must mention a word before it can be shown to be safe.
    vocabulary : Vocabulary
        Words of the corpus, shared by all concepts compiled from it.
    table_fingerprint : str
        Fingerprint of the disclosure table that was used.
    ambiguous : frozenset of str
        Names of the concept that are used for several other things too ("depression", "union").
    """

    rule: ConceptRule
    lexicalizations: tuple[str, ...]
    alpha: float
    n_contexts: int
    n_concept: int
    disclosing: Mapping[str, tuple[int, int]] = field(repr=False)
    unproven: Mapping[str, tuple[int, int]] = field(repr=False)
    n_needed: int
    vocabulary: Vocabulary = field(repr=False)
    table_fingerprint: str
    ambiguous: frozenset[str] = frozenset()

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
        return allowed_probability(self.p_concept, self.alpha)

    @cached_property
    def known(self) -> frozenset[str]:
        """Keys of the words that the policy calls known everywhere."""
        return frozenset(word for term in self.rule.known for word in term_keys(term))

    @cached_property
    def names(self) -> frozenset[str]:
        """The lexicalizations, for look-ups."""
        return frozenset(self.lexicalizations)

    @cached_property
    def n_disclosing_terms(self) -> int:
        """Terms of the corpus, names of the concept included, that disclose it."""
        return len({*self.disclosing, *self.lexicalizations})

    def judge(self, key: str) -> Verdict:
        """Verdict on a term.

        Parameters
        ----------
        key : str
            Key of a word or a phrase (`engine.language.terms.term_key`).

        Returns
        -------
        {"names", "discloses", "unproven", "unseen", "doubtful", "safe"}
            ``"names"``: it names the concept or a specialization of it.
            ``"discloses"``: PMI(c; t) >= IC(c)/alpha, by its evidence bound.
            ``"unproven"``: the corpus saw the word with the concept, and too little to exclude that.
            ``"unseen"``: it never or hardly saw the word, in fewer than `min_joint` contexts.
            ``"doubtful"``: it saw the word, never with the concept, but too little to exclude that.
            ``"safe"`` otherwise; a phrase that is not known to disclose is as safe as its words.
        """
        if key in self.names:
            return "names"
        if key in self.disclosing:
            return "discloses"
        if " " in key:
            return "safe"
        if key in self.known:
            return "safe"
        if key in self.unproven:
            return "unproven"
        seen = self.vocabulary.count(key)
        if seen < min(self.rule.evidence.min_joint, self.n_needed):
            return "unseen"
        return "doubtful" if seen < self.n_needed else "safe"

    def counts(self, key: str) -> JointCount | None:
        """Counts behind the verdict on `key`; None when the concept's own name or nothing was counted."""
        found = self.disclosing.get(key) or self.unproven.get(key)
        if found is None:
            return None
        return JointCount(self.n_contexts, self.n_concept, *found)

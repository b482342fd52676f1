"""Checks of a released text, by a path of its own: nothing that had to go is left in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.checks.concepts import residual_terms
from engine.checks.identifiers import normalized, residual_identifiers
from engine.errors import Fault, fault
from engine.language.wrapped_lines import unwrapped
from engine.methods.c_sanitized.rule import PLACEHOLDER, CompiledConcept
from engine.methods.identifiers.terms import TermFinder
from engine.plan.plan import Plan
from engine.text import PART_BREAK, Decision, Document

MAX_FAULTS = 3
"""Faults named per check and document; one is enough to refuse it."""
_TOKEN = r"(?:\[|\\\[|%5B)(?:{})(?:[ -][A-Z0-9./ -]{{1,40}})?(?:\\?\]|%5D)"
"""What the identifiers stage wrote, ``[SSN]`` or ``[PERSON-BCDFGH]``, as markup or a link may spell it:
of fixed words only, so no term of the document can hide in it."""
_ADVICE = "The document was refused; its decisions can be seen with saferelease inspect."


class Verifier:
    """Verifies released documents against a plan.

    Parameters
    ----------
    plan : Plan
        Whose clauses must hold.
    concepts : sequence of CompiledConcept
        One per concept step of the plan.
    """

    def __init__(self, plan: Plan, concepts: Sequence[CompiledConcept]) -> None:
        steps = {category: step for step in reversed(plan.identifiers) for category in step.find}
        self._categories = tuple(steps)
        self._minimum_scores = {category: step.threshold for category, step in steps.items()}
        self._allow = {category: step.allow for category, step in steps.items() if step.allow}
        self._listed = TermFinder({step.find[0]: step.deny for step in plan.identifiers if step.deny})
        self._concepts = tuple(concepts)
        self._tokens = re.compile(_TOKEN.format("|".join(re.escape(c.upper()) for c in steps) or "(?!)"))

    def verify(
        self, document: Document, decisions: Sequence[Decision], released: Sequence[str]
    ) -> list[Fault]:
        """Faults of a released document; empty when it may be released.

        Parameters
        ----------
        document : Document
            The original.
        decisions : sequence of Decision
            What was changed.
        released : sequence of str
            Text of all parts of the released file, read by another parser than wrote it.

        Returns
        -------
        list of Fault
            ``VER001`` a removed value is left, ``VER002`` an identifier of the policy's
            categories is left, ``VER003`` a term is left that discloses a protected concept
            (C-sanitized, Definition 6). Offsets and categories only, never text.
        """
        text = PART_BREAK.join(released)
        faults = list(self._identifier_faults(document, decisions, text))
        spoken = self._tokens.sub(PLACEHOLDER, text)
        faults += self._listed_faults(document.id, spoken)
        return [*faults[:MAX_FAULTS], *list(self._concept_faults(document.id, spoken))[:MAX_FAULTS]]

    def terms_left(
        self, document: Document, decisions: Sequence[Decision], released: Sequence[str]
    ) -> list[str]:
        """The words that `verify` finds and names by their place alone: for who may read the document.

        Parameters
        ----------
        document, decisions, released
            As of `verify`.
        """
        text = PART_BREAK.join(released)
        original = document.text.reveal()
        removed = {(d.category, original[d.start : d.end]) for d in decisions if d.stage == "identifiers"}
        plain = normalized(unwrapped(text))
        left = residual_identifiers(
            plain, self._categories, removed, minimum_scores=self._minimum_scores, allow=self._allow
        )
        spoken = self._tokens.sub(PLACEHOLDER, text)
        terms = [plain[one.start : one.end] for one in left]
        terms += [spoken[one.start : one.end] for one in self._listed.find(spoken, "listed")]
        terms += [spoken[one.start : one.end] for one in residual_terms(spoken, self._concepts)]
        return list(dict.fromkeys(terms))

    def _identifier_faults(
        self, document: Document, decisions: Sequence[Decision], text: str
    ) -> Iterator[Fault]:
        original = document.text.reveal()
        removed = {(d.category, original[d.start : d.end]) for d in decisions if d.stage == "identifiers"}
        for found in residual_identifiers(
            unwrapped(text), self._categories, removed, minimum_scores=self._minimum_scores, allow=self._allow
        ):
            is_value = found.reason == "removed-value"
            yield fault(
                "VER001" if is_value else "VER002",
                f"document {document.id} offset {found.start}",
                "must hold no value that was removed" if is_value else "must hold no identifier",
                f"{found.end - found.start} characters of category {found.category}",
                _ADVICE,
            )

    def _listed_faults(self, document_id: str, text: str) -> list[Fault]:
        """Words of the policy's own lists that are left, in places too that are no part of the document."""
        return [
            fault(
                "VER002",
                f"document {document_id} offset {found.start}",
                "must hold no term of the policy's lists",
                f"{found.end - found.start} characters of category {found.category}",
                _ADVICE,
            )
            for found, _ in zip(self._listed.find(text, "listed"), range(MAX_FAULTS), strict=False)
        ]

    def _concept_faults(self, document_id: str, text: str) -> Iterator[Fault]:
        for found in residual_terms(text, self._concepts):
            yield fault(
                "VER003",
                f"document {document_id} offset {found.start}",
                "must hold no term that tells too much of a protected concept",
                f"a term of {found.end - found.start} characters, clause {found.clause}",
                _ADVICE,
            )

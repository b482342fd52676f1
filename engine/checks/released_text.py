"""Checks of a released text by readers that share nothing with the methods: what had to go is gone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from engine.checks.attributes import StatementCheck
from engine.checks.combinations import CombinationCheck, GroupCheck, Together
from engine.checks.concepts import ProtectedConcept, TermCheck
from engine.checks.identifiers import ResidualIdentifier, allowed_terms, normalized, residual_identifiers
from engine.checks.line_ends import without_line_ends
from engine.checks.listed import ListCheck, plain_spelling
from engine.errors import Fault, fault
from engine.plan.plan import Plan
from engine.text import PART_BREAK, PLACEHOLDER, Decision, Document, is_inside

MAX_FAULTS = 3
"""Faults named per check and document; one is enough to refuse it."""
_TOKEN = r"(?:\[|\\\[|%5B)(?:{})(?:[ -][A-Z0-9./ -]{{1,40}})?(?:\\?\]|%5D)"
"""What the identifiers stage wrote, ``[SSN]`` or ``[SSN-BCDFG-HJKLM-NPQRS]``, as markup or a link may spell
it: of fixed words only, so no term of the document can hide in it."""
_WRITTEN_PLACEHOLDER = r"(?:\\\[|%5B)REDACTED(?:\\?\]|%5D)"
"""The place holder as markup or a link may spell it."""
_TOKEN_NAME = r"(?:\[|%5B)({})(?=(?:[ -][A-Z0-9./ -]{{1,40}})?(?:\\?\]|%5D))"
"""The category in a token: words of the product, which tell nothing of a person whose name they are."""
_UNITS = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
"""Between a number and a letter: "12px" is a number in markup."""
_SIGNS = ".,;:()[]!?\"'“”‘’"
_ADVICE = "Look at it with saferelease inspect: it shows the words, where they stand and what settles it."


class Left(NamedTuple):
    """Words that a check finds: for who may read the document, never for a log."""

    words: str
    code: str
    kind: str
    clause: str


class Verifier:
    """Verifies released documents against a plan.

    Parameters
    ----------
    plan : Plan
        Whose clauses must hold.
    concepts : sequence of ProtectedConcept
        One per concept step of the plan.
    """

    def __init__(self, plan: Plan, concepts: Sequence[ProtectedConcept]) -> None:
        steps = {category: step for step in reversed(plan.identifiers) for category in step.find}
        self._categories = tuple(steps)
        self._clauses = {category: step.id for category, step in steps.items()}
        self._minimum_scores = {category: step.threshold for category, step in steps.items()}
        self._allowed = allowed_terms({category: step.allow for category, step in steps.items()})
        self._listed = ListCheck((step.find[0], term) for step in plan.identifiers for term in step.deny)
        self._terms = TermCheck(concepts)
        self._together = CombinationCheck(concepts)
        self._groups = GroupCheck(concepts)
        self._statements = StatementCheck(plan.attributes)
        tokens = _TOKEN.format("|".join(re.escape(c.upper()) for c in steps) or "(?!)")
        self._tokens = re.compile(f"{tokens}|{_WRITTEN_PLACEHOLDER}")
        own = (*(c.upper() for c in steps), "ENCODED", PLACEHOLDER.strip("[]"))
        self._token_names = re.compile(_TOKEN_NAME.format("|".join(map(re.escape, own))))

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
            (C-sanitized, Definition 6), ``VER005`` terms are left that disclose one together, ``VER006``
            a personal attribute is stated, ``VER007`` a group of terms is left that discloses a concept by
            its joint counts. Offsets and categories only, never text.
        """
        text = PART_BREAK.join(released)
        faults = list(self._identifier_faults(document, decisions, text))
        spoken = self.spoken(text)
        faults += self._listed_faults(document.id, spoken)
        faults = [*faults[:MAX_FAULTS], *list(self._concept_faults(document.id, spoken))[:MAX_FAULTS]]
        faults += self._together_faults(document.id, "VER005", self._together.residual(spoken))
        if self._groups.is_asked:
            faults += self._together_faults(document.id, "VER007", self._groups.residual(spoken))
        return faults + self._attribute_faults(document.id, spoken)

    def spoken(self, text: str) -> str:
        """A released text as terms are looked for in it: what the product wrote is a place holder."""
        return self._tokens.sub(PLACEHOLDER, text)

    def verify_raw(
        self, document: Document, decisions: Sequence[Decision], raw: Sequence[str]
    ) -> list[Fault]:
        """As ``VER001`` of `verify`, of what no reader is shown: markup, tables of fonts.

        A single word says nothing there, since names of colours and fonts are words that people are called
        too ("Georgia", "Brown").
        """
        gone = _removed(document, decisions) | _hidden_again(document, decisions)
        removed = {one for one in gone if _is_telling_in_markup(one[1])}
        text = PART_BREAK.join(raw)
        found = [
            one
            for text in (text, text.replace(",", " "), _UNITS.sub(" ", text))
            for one in self.left(removed, without_line_ends(text), forms=False)
        ]
        return [self._left_fault(document.id, "in markup", one, decisions) for one in found[:MAX_FAULTS]]

    def terms_left(
        self, document: Document, decisions: Sequence[Decision], released: Sequence[str]
    ) -> list[Left]:
        """The words that `verify` finds and names by their place alone: for who may read the document.

        Parameters
        ----------
        document, decisions, released
            As of `verify`.
        """
        text = PART_BREAK.join(released)
        plain = normalized(without_line_ends(text))
        spoken = self.spoken(text)
        listed = plain_spelling(spoken)
        clauses = self._clauses_of(decisions)
        left = [
            Left(plain[one.start : one.end], _code_of(one), one.category, clauses.get(one.category, ""))
            for one in self.left(_removed(document, decisions), plain)
        ]
        left += [
            Left(listed[start:end], "VER002", kind, clauses[kind])
            for kind, start, end in self._listed.residual(spoken)
        ]
        left += [
            Left(spoken[one.start : one.end], "VER006", one.attribute, one.clause)
            for one in self._statements.residual(spoken)
        ]
        left += [
            Left(spoken[one.start : one.end].strip(_SIGNS), "VER003", "term", one.clause)
            for one in self._terms.residual(spoken)
        ]
        return list({one.words: one for one in reversed(left)}.values())[::-1]

    def _clauses_of(self, decisions: Sequence[Decision]) -> dict[str, str]:
        """Clauses by category, those of facts of the matter and of earlier releases among them."""
        return {d.category: d.clause for d in decisions} | self._clauses

    def left(
        self, removed: Collection[tuple[str, str]], text: str, *, forms: bool = True
    ) -> Sequence[ResidualIdentifier]:
        """Removed values and identifiers in a released text whose line ends are undone.

        Parameters
        ----------
        removed : collection of (str, str)
            Category and value of identifiers that were removed.
        text : str
        forms : bool
            Whether identifiers are looked for too, by their form.

        Notes
        -----
        A value inside the category's name of a token ("STREET" in ``[STREET-ADDRESS]``) is none of the
        document's: the same token stands where anybody's address stood.
        """
        categories = self._categories if forms else ()
        found = residual_identifiers(
            text, categories, removed, minimum_scores=self._minimum_scores, allowed=self._allowed
        )
        if not any(one.reason == "removed-value" for one in found):
            return found
        names = [name.span(1) for name in self._token_names.finditer(normalized(text))]
        return [
            one for one in found if one.reason != "removed-value" or not is_inside(one.start, one.end, names)
        ]

    def _identifier_faults(
        self, document: Document, decisions: Sequence[Decision], text: str
    ) -> Iterator[Fault]:
        for found in self.left(_removed(document, decisions), without_line_ends(text)):
            yield self._left_fault(document.id, f"offset {found.start}", found, decisions)

    def _left_fault(
        self, document_id: str, where: str, found: ResidualIdentifier, decisions: Sequence[Decision]
    ) -> Fault:
        is_value = found.reason == "removed-value"
        clause = self._clauses_of(decisions).get(found.category, "")
        return fault(
            _code_of(found),
            f"document {document_id} {where}",
            "must hold no value that was removed" if is_value else "must hold no identifier",
            f"{found.end - found.start} characters of category {found.category}, clause {clause}",
            _ADVICE,
        )

    def _listed_faults(self, document_id: str, text: str) -> list[Fault]:
        """Words of the policy's own lists that are left, in places too that are no part of the document."""
        return [
            fault(
                "VER002",
                f"document {document_id} offset {start}",
                "must hold no term of the policy's lists",
                f"{end - start} characters of category {category}, clause {self._clauses[category]}",
                _ADVICE,
            )
            for category, start, end in islice(self._listed.residual(text), MAX_FAULTS)
        ]

    @staticmethod
    def _together_faults(document_id: str, code: str, left: Sequence[Together]) -> list[Fault]:
        return [
            fault(
                code,
                f"document {document_id} words {found.start} to {found.end}",
                "must hold no terms that disclose too much about a protected concept together",
                f"clause {found.clause}, probability {found.probability:.3f}",
                _ADVICE,
            )
            for found in left[:MAX_FAULTS]
        ]

    def _attribute_faults(self, document_id: str, text: str) -> list[Fault]:
        return [
            fault(
                "VER006",
                f"document {document_id} offset {found.start}",
                "must not state a personal attribute that the policy hides",
                f"{found.end - found.start} characters about {found.attribute}, clause {found.clause}",
                _ADVICE,
            )
            for found in islice(self._statements.residual(text), MAX_FAULTS)
        ]

    def _concept_faults(self, document_id: str, text: str) -> Iterator[Fault]:
        for found in self._terms.residual(text):
            yield fault(
                "VER003",
                f"document {document_id} offset {found.start}",
                "must hold no term that discloses too much about a protected concept",
                f"a term of {found.end - found.start} characters, clause {found.clause}",
                _ADVICE,
            )


def _code_of(found: ResidualIdentifier) -> str:
    return "VER001" if found.reason == "removed-value" else "VER002"


def _is_telling_in_markup(value: str) -> bool:
    """A code, an address, several words."""
    return any(sign.isdigit() or sign in "@ " for sign in value.strip())


def _removed(document: Document, decisions: Sequence[Decision]) -> set[tuple[str, str]]:
    original = document.text.reveal()
    return {(d.category, original[d.start : d.end]) for d in decisions if d.stage == "identifiers"}


def _hidden_again(document: Document, decisions: Sequence[Decision]) -> set[tuple[str, str]]:
    """The words that went since an earlier release hid them: one decision hides a row of them."""
    original = document.text.reveal()
    gone = (d for d in decisions if d.stage == "earlier")
    return {(d.category, word) for d in gone for word in original[d.start : d.end].split()}

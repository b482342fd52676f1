"""What a released document still tells, for the people who review it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.checks.concepts import ProtectedConcept
from engine.counts.disclosure import DisclosureTable
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.combinations.evidence import Evidence
from engine.methods.combinations.telling import told_of_concept
from engine.record.telling import ClassTold, Telling
from engine.text import PLACEHOLDER, Document, SensitiveText
from flows.document.results import Released

if TYPE_CHECKING:
    from engine.methods.k_redactor.class_hider import ClassHider
    from engine.methods.k_redactor.request import Request


_CODE = re.compile(r"\[[A-Z]+(?:[- ][A-Z0-9]+)*\]")
"""What replaces an identifier, as in [PERSON]: no word of the document, so no evidence of anything."""


class TellingReader:
    """Reads released documents as an attacker would; build it once per process.

    Parameters
    ----------
    concepts : sequence of CompiledConcept
        That the policy protects.
    tables : mapping of str to DisclosureTable
        Their counts, by clause.
    hider : ClassHider or None
        Where the policy hides a class.

    Attributes
    ----------
    concepts : list of (CompiledConcept, Evidence)
    """

    def __init__(
        self,
        concepts: Sequence[CompiledConcept],
        tables: Mapping[str, DisclosureTable],
        hider: ClassHider | None,
    ) -> None:
        self.concepts = [(concept, Evidence(tables[concept.rule.clause])) for concept in concepts]
        self._hider = hider

    @classmethod
    def of_concepts(
        cls, concepts: Sequence[CompiledConcept], protected: Sequence[ProtectedConcept]
    ) -> TellingReader:
        """One that reads for the protected concepts alone."""
        return cls(concepts, {one.rule.clause: one.table for one in protected}, None)

    def of(self, released: Released) -> Telling:
        """What is told by the texts that were read back from the released file."""
        found, request = released.private.get("hide_class"), None
        if self._hider is not None and isinstance(found, Mapping):
            from engine.methods.k_redactor.request import Request

            document = Document(released.record.id, SensitiveText(released.text))
            request = Request(document, str(found["class"]), in_corpus=bool(found["in_corpus"]))
        return self.told(released.text, released.read_back, request)

    def told(
        self, before: str, read_back: Sequence[SensitiveText], request: Request | None = None
    ) -> Telling:
        """What is told by texts that were read back, with the class that they were to hide, if any."""
        after = _CODE.sub(PLACEHOLDER, "\n\n".join(part.reveal() for part in read_back))
        concepts = tuple(told_of_concept(*each, before, after) for each in self.concepts)
        return Telling(concepts=concepts, hidden_class=self._told_of_class(request, after))

    def _told_of_class(self, request: Request | None, after: str) -> ClassTold | None:
        if self._hider is None or request is None:
            return None
        from engine.methods.k_redactor.telling import told_of_class

        return told_of_class(self._hider, request, SensitiveText(after))

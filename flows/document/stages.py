"""The stages of a plan, and what they decide about a document; nothing is opened or written here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from adapters.documents.opening.sources import Source
from engine.catalog.names import LEARNED
from engine.methods.c_sanitized import Sanitizer
from engine.methods.combinations import Combiner
from engine.methods.names.matter import MatterFinder
from engine.methods.overlaps.register import Register
from engine.stages.corrections import NO_CORRECTIONS, Corrections, corrected
from engine.stages.generalizing import Generalizations
from engine.stages.identifiers.stage import Identified, IdentifierStage
from engine.stages.quasi_identifiers import QuasiIdentifiers
from engine.stages.repeats.earlier_releases import EarlierReleasesStage
from engine.stages.repeats.in_document import without_removed
from engine.text import PART_BREAK, PLACEHOLDER, Decision, Document, Part, SensitiveText, Span
from flows.compiling.compilation import Compiled
from flows.compiling.document_rules import ColumnRules
from flows.compiling.recognizers import open_recognizers
from flows.document.languages import other_languages
from flows.document.refusals import refuse_unknown
from flows.document.results import Decided, Written
from flows.document.uniting import clipped, masked, united

if TYPE_CHECKING:
    from engine.stages.attributes import AttributeStage
    from engine.stages.hide_class.review import Review
    from engine.stages.hide_class.stage import HideClassStage
    from engine.stages.style import StyleStage


class Stages:
    """The stages of a plan, built once per process.

    Parameters
    ----------
    compiled : Compiled
        The policy, ready to run.
    release_key : bytes
        Keys the pseudonyms of one release.
    reference_year : int
        Year from which ages are reckoned.
    register : Register or None
        Earlier releases; None where documents are only looked at.
    pseudonym_key : bytes
        Keys the pseudonyms instead, where they are those of a matter.
    """

    def __init__(
        self,
        compiled: Compiled,
        release_key: bytes,
        reference_year: int,
        register: Register | None,
        pseudonym_key: bytes = b"",
    ) -> None:
        plan, concepts = compiled.plan, compiled.concepts
        self._plan = plan
        self.matter = MatterFinder(compiled.matter) if compiled.matter else None
        self.identifiers = IdentifierStage(
            plan.identifiers,
            pseudonym_key or release_key,
            reference_year,
            learned=open_recognizers(plan, compiled.loaded.files),
            matter=self.matter,
            unknown_columns=plan.documents.unknown_columns,
            encoded_text=plan.documents.encoded,
            more_languages=plan.documents.more_languages,
        )
        self.sanitizer = Sanitizer(concepts, compiled.taxonomy, release_key) if concepts else None
        tables = {one.rule.clause: one.table for one in compiled.protected}
        contexts = {one.rule.clause: one.contexts for one in compiled.protected if one.contexts is not None}
        self.combiner = Combiner.of(concepts, tables, self.sanitizer, contexts)
        self.hide_class = self._hide_class_stage(compiled, release_key)
        self.earlier = self._earlier_stage(register)
        self.columns = ColumnRules(plan.documents.columns)
        self.people = QuasiIdentifiers(plan.reidentification) if plan.reidentification else None
        self._attributes = _attribute_stage(compiled)
        self._style = _style_stage(compiled)

    def _hide_class_stage(self, compiled: Compiled, key: bytes) -> HideClassStage | None:
        if compiled.hide_class is None:
            return None
        from engine.stages.hide_class.stage import (
            HideClassStage,  # scikit-learn takes a second that few releases need
        )

        is_safe = self.sanitizer.is_safe if self.sanitizer else lambda label: True
        generalizations = Generalizations(compiled.taxonomy, is_safe)
        labelled = compiled.hide_class
        return HideClassStage(labelled.step, labelled.hider, generalizations, key)

    def _earlier_stage(self, register: Register | None) -> EarlierReleasesStage | None:
        step = self._plan.earlier_releases
        if register is None or step is None:
            return None
        placeholder = self.hide_class.placeholder if self.hide_class else PLACEHOLDER
        return EarlierReleasesStage(step, register, placeholder)

    def identify(self, document: Document) -> Sequence[Decision]:
        """What the identifiers stage alone changes in `document`."""
        return self._identified(document).decisions

    def decided(self, document: Document, folders: Sequence[str] | None, sensitive: str = "") -> Decided:
        """What the policy changes in `document`, with what hides its class.

        Parameters
        ----------
        document : Document
        folders : sequence of str or None
            Names of the folders it lies in, the nearest first; None when it lies nowhere.
        sensitive : str
            Its class, when the caller knows it.
        """
        named, tables = self._named(document)
        if self.hide_class is None:
            return Decided(named, tables=tables)
        seen = self.earlier.seen(document, self.hide_class) if self.earlier else ()
        hidden_class = self.hide_class.decide(document, named, folders, sensitive, seen)
        return Decided(hidden_class.decisions, hidden_class, tables)

    def first_decided(
        self, source: Source, document: Document, corrections: Corrections = NO_CORRECTIONS
    ) -> Decided:
        """What is decided before anything is written, and what the record tells of the document."""
        decided = self._corrected(self.decided(document, source.folders), document, corrections)
        return replace(
            decided,
            columns=self.identifiers.column_count(decided.tables),
            other_languages=other_languages(document, self._plan.documents.more_languages),
        )

    def review(self, document: Document, folders: Sequence[str] | None, sensitive: str = "") -> Review:
        """What a reviewer is shown of a document, under a policy that hides classes."""
        if self.hide_class is None:
            raise ValueError("the policy has no clause about classes")
        return self.hide_class.review(document, self.without_class(document), folders, sensitive)

    def remaining(self, decided: Decided) -> Mapping[str, float]:
        """Words that still point to the class of a document once it is released, with their nats."""
        if self.hide_class is None or decided.hidden_class is None:
            return {}
        return self.hide_class.remaining(decided.hidden_class)

    def without_class(self, document: Document) -> Sequence[Decision]:
        """Decisions of all stages but the one that hides the class."""
        return self._named(document).decisions

    def with_more(
        self, document: Document, decided: Decided, found: Sequence[Span], corrections: Corrections
    ) -> Decided:
        """The same, with decisions for removed values that were `found` somewhere else too.

        What people keep is not removed behind their back: the checks then find it, and say so.
        """
        text, kept = document.text.reveal(), corrections.kept
        left = [s for s in found if not any(a < s.end and s.start < b for a, b in kept)]
        more = [self.identifiers.decide_about(span, text) for span in left]
        made = united([*decided.decisions, *clipped(document, more)], ())
        return replace(decided, decisions=without_removed(text, made))

    def known_alone(self, values: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
        """Those of `values`, each a category and a text, found alone or behind the category's name."""
        readings = [
            (one, before) for one in sorted(values) for before in ("", f"{one[0].replace('-', ' ')}: ")
        ]
        pieces = [before + value for (_, value), before in readings]
        ends = list(accumulate(len(piece) + len(PART_BREAK) for piece in pieces))
        starts = [0, *ends[:-1]]
        parts = tuple(Part("body", at, at + len(piece)) for at, piece in zip(starts, pieces, strict=True))
        alone = Document("", SensitiveText(PART_BREAK.join(pieces)), parts)
        known: set[tuple[str, str]] = set()
        for found in self.identifiers.decide(alone):
            number = bisect_right(ends, found.start)
            one, before = readings[number]
            if found.category == one[0] and found.start <= starts[number] + len(before):
                known.add(one)
        return known

    def with_less_told(self, document: Document, decided: Decided, stricter_nats: float) -> Decided:
        """The same, with more gone of what terms tell together."""
        if self.combiner is None:
            return decided
        more = self.combiner.extend(document.text.reveal(), decided.decisions, stricter_nats)
        return replace(decided, decisions=clipped(document, more))

    def with_class_hidden(self, document: Document, decided: Decided, written: Written) -> Decided | None:
        """Another try for a document whose class is not hidden as it is read back; None: there is none."""
        if not written.faults or self.hide_class is None or decided.hidden_class is None:
            return None
        earlier = self.without_class(document)
        hidden_class = self.hide_class.again(decided.hidden_class, document, earlier, written.texts)
        if hidden_class is None:
            return None
        return replace(decided, decisions=hidden_class.decisions, hidden_class=hidden_class)

    def styled(
        self, source: Source, document: Document, decided: Decided, corrections: Corrections
    ) -> Sequence[Decision]:
        """What is decided, with habits of style: the last stage, before the file is written and checked."""
        if self._style is None:
            return decided.decisions
        is_plain_text = PurePosixPath(source.relative).suffix.lower() == ".txt"
        return self._style.decide(document, decided.decisions, corrections.kept, is_plain_text=is_plain_text)

    def _identified(self, document: Document) -> Identified:
        found = self.identifiers.identified(document)
        if self._plan.documents.unknown_columns == "refuse":
            refuse_unknown(document.id, found.tables)
        return Identified(clipped(document, found.decisions), found.tables)

    def _named(self, document: Document) -> Identified:
        """Decisions of all stages but the one that hides the class, with the types of columns."""
        found = self._identified(document)
        decisions = self._with_concepts(document, found.decisions)
        if self._attributes is not None:
            decisions = united(decisions, clipped(document, self._attributes.decide(document)))
        ruled = self.columns.apply(document, decisions, self.identifiers.decide_about)
        if self.people is not None:
            ruled = self.people.apply(document, ruled)
        if self.earlier is not None:
            ruled = clipped(document, self.earlier.extend(document, ruled))
        return Identified(ruled, found.tables)

    def _with_concepts(self, document: Document, identifiers: Sequence[Decision]) -> Sequence[Decision]:
        """What the methods decide, the policy's rules about columns aside."""
        if self.sanitizer is None:
            return identifiers
        certain = [decision for decision in identifiers if decision.category not in LEARNED]
        left = Document(document.id, masked(document.text, certain), document.parts)
        named = [(found.start, found.end) for found in identifiers if found.category in LEARNED]
        made = united(identifiers, clipped(document, self.sanitizer.sanitize(left, named)))
        if self.combiner is None:
            return made
        return clipped(document, self.combiner.extend(document.text.reveal(), made))

    def _corrected(self, decided: Decided, document: Document, corrections: Corrections) -> Decided:
        """What was decided, with what people corrected."""
        if not corrections.made:
            return decided
        text, known = document.text.reveal(), self.identifiers.categories.__contains__
        made = corrected(decided.decisions, corrections.made, text, self.identifiers.decide_about, known)
        return Decided(clipped(document, made), decided.hidden_class)


def _attribute_stage(compiled: Compiled) -> AttributeStage | None:
    if not compiled.plan.attributes:
        return None
    from engine.stages.attributes import AttributeStage  # its tables take a tenth of a second

    return AttributeStage(compiled.plan.attributes, compiled.vocabulary, compiled.taxonomy)


def _style_stage(compiled: Compiled) -> StyleStage | None:
    if not compiled.plan.style:
        return None
    from engine.stages.style import StyleStage  # its tables take a moment that few releases need

    return StyleStage(compiled.plan.style)

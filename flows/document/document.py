"""One document's way: open, identify, sanitize, write, read back, verify."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from adapters.documents.opening.sources import Source
from adapters.documents.registry import format_for, import_format, released_suffix
from adapters.recognizers.languages import Languages
from engine.catalog.names import LEARNED
from engine.checks.released_text import Verifier
from engine.errors import Fault, RefusedError, fault
from engine.methods.c_sanitized import Sanitizer
from engine.methods.combinations import Combiner
from engine.methods.names.matter import MatterFinder
from engine.methods.overlaps.register import Register
from engine.ports import OpenDocument, Replacement
from engine.stages.attributes import AttributeStage
from engine.stages.corrections import Corrections, blotted, corrected
from engine.stages.generalizing import Generalizations
from engine.stages.identifiers.stage import Identified, IdentifierStage
from engine.stages.repeats.earlier_releases import EarlierReleasesStage
from engine.stages.repeats.elsewhere import standing_here
from engine.stages.repeats.in_document import removed_repeats, without_removed
from engine.text import PLACEHOLDER, Decision, Document, SensitiveText, Span
from flows.compiling.compilation import Compiled
from flows.compiling.document_rules import ColumnRules, limits_of, settings_of
from flows.compiling.recognizers import open_recognizers
from flows.document.advising import Advisor
from flows.document.document_record import DocumentRecords
from flows.document.languages import language_faults, other_languages
from flows.document.refusals import refuse_unknown, require_format
from flows.document.results import Decided, Inspected, Released, Written
from flows.document.telling import TellingReader
from flows.document.uniting import clipped, masked, united
from flows.tables.stage import TableStage

if TYPE_CHECKING:
    from engine.stages.hide_class.review import Review
    from engine.stages.hide_class.stage import HideClassStage

_STRICTER_NATS = (1.0, 2.0, 4.0, 8.0)
"""How far below the limits of `combinations` a text is brought that its check still refuses, try by try."""
_INVENTED_LETTER = """Dr. Anna Keller, Northside Clinic, Albany, New York

Mr. John Roe was seen on 3 May 2020 (MRN 00884410). Roe's wife Jane called from 217-555-0148.
"""
NO_CORRECTIONS = Corrections()


class DocumentPipeline:
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
    """

    def __init__(
        self, compiled: Compiled, release_key: bytes, reference_year: int, register: Register | None = None
    ) -> None:
        plan, concepts = compiled.plan, compiled.concepts
        self._plan = plan
        self._matter = MatterFinder(compiled.matter) if compiled.matter else None
        self._identifiers = IdentifierStage(
            plan.identifiers,
            release_key,
            reference_year,
            learned=open_recognizers(plan, compiled.loaded.files),
            matter=self._matter,
            unknown_columns=plan.documents.unknown_columns,
            encoded_text=plan.documents.encoded,
        )
        self._sanitizer = Sanitizer(concepts, compiled.taxonomy) if concepts else None
        tables = {one.rule.clause: one.table for one in compiled.protected}
        self._combiner = Combiner.of(concepts, tables, self._sanitizer)
        self._attributes = AttributeStage(plan.attributes, compiled.vocabulary, compiled.taxonomy)
        self._records = DocumentRecords(self._sanitizer, self._combiner)
        self._verifier = Verifier(plan, compiled.protected)
        self._hide_class = self._hide_class_stage(compiled)
        hider = compiled.hide_class.hider if compiled.hide_class else None
        self.telling = TellingReader(concepts, tables, hider)
        self.advisor = Advisor(self._sanitizer, self.telling.concepts)
        self._earlier = self._earlier_stage(register)
        self._settings = settings_of(plan)
        self.limits = limits_of(plan)
        self._is_warm = False
        self._columns = ColumnRules(plan.documents.columns)
        self.tables = TableStage(plan, self._without_class, self._verifier, self._hide_class)

    def _hide_class_stage(self, compiled: Compiled) -> HideClassStage | None:
        if compiled.hide_class is None:
            return None
        from engine.stages.hide_class.stage import (
            HideClassStage,  # scikit-learn takes a second that few releases need
        )

        is_safe = self._sanitizer.is_safe if self._sanitizer else lambda label: True
        generalizations = Generalizations(compiled.taxonomy, is_safe)
        return HideClassStage(compiled.hide_class.step, compiled.hide_class.hider, generalizations)

    def _earlier_stage(self, register: Register | None) -> EarlierReleasesStage | None:
        step = self._plan.earlier_releases
        if register is None or step is None:
            return None
        placeholder = self._hide_class.placeholder if self._hide_class else PLACEHOLDER
        return EarlierReleasesStage(step, register, placeholder)

    def open(self, source: Source, content: bytes) -> OpenDocument:
        """Open a document by the format that its name and content agree on.

        Raises
        ------
        UnreadableError
            The format is unknown or not allowed by the policy, or the file is broken.
        """
        self.tables.require_text_clauses(source.id, self._matter is not None)
        self.tables.require_unpacked(source, content)
        suffix = PurePosixPath(source.relative).suffix
        opener = format_for(suffix, content, self._settings)
        require_format(source.id, opener.name, self._plan.formats)
        return opener.open(source.id, content)

    def warm(self, suffix: str) -> None:
        """Load and build what is made on first use, so that a process forked for one document inherits it.

        Parameters
        ----------
        suffix : str
            Of the file that it will open; nothing of the file is read here.
        """
        import_format(suffix)
        if self._is_warm:
            return
        Languages().load()
        letter = Document("", SensitiveText(_INVENTED_LETTER))
        self._verifier.verify(letter, self._without_class(letter), [_INVENTED_LETTER])
        self._is_warm = True

    def identify(self, document: Document) -> Sequence[Decision]:
        """What the identifiers stage alone changes in `document`."""
        return self._identified(document).decisions

    def _identified(self, document: Document) -> Identified:
        found = self._identifiers.identified(document)
        if self._plan.documents.unknown_columns == "refuse":
            refuse_unknown(document.id, found.tables)
        return Identified(clipped(document, found.decisions), found.tables)

    def decide(self, document: Document) -> Sequence[Decision]:
        """What the policy changes in `document`: sorted, disjoint, inside its parts (if it has any)."""
        return self.decided(document, None).decisions

    def decided(self, document: Document, folders: Sequence[str] | None, sensitive: str = "") -> Decided:
        """The same, with what hides the document's class.

        Parameters
        ----------
        folders : sequence of str or None
            Names of the folders it lies in, the nearest first; None when it lies nowhere.
        sensitive : str
            Its class, when the caller knows it.
        """
        named, tables = self._named(document)
        if self._hide_class is None:
            return Decided(named, tables=tables)
        seen = self._earlier.seen(document, self._hide_class) if self._earlier else ()
        hidden_class = self._hide_class.decide(document, named, folders, sensitive, seen)
        return Decided(hidden_class.decisions, hidden_class, tables)

    def review(self, document: Document, folders: Sequence[str] | None, sensitive: str = "") -> Review:
        """What a reviewer is shown of a document, under a policy that hides classes."""
        if self._hide_class is None:
            raise ValueError("the policy has no clause about classes")
        return self._hide_class.review(document, self._without_class(document), folders, sensitive)

    def remaining(self, decided: Decided) -> Mapping[str, float]:
        """Words that still point to the class of a document once it is released, with their nats."""
        if self._hide_class is None or decided.hidden_class is None:
            return {}
        return self._hide_class.remaining(decided.hidden_class)

    def _without_class(self, document: Document) -> Sequence[Decision]:
        """Decisions of all stages but the one that hides the class."""
        return self._named(document).decisions

    def _named(self, document: Document) -> Identified:
        """The same, with the types of the document's columns."""
        found = self._identified(document)
        decisions = self._with_concepts(document, found.decisions)
        decisions = united(decisions, clipped(document, self._attributes.decide(document)))
        ruled = self._columns.apply(document, decisions, self._identifiers.decide_about)
        if self._earlier is not None:
            ruled = clipped(document, self._earlier.extend(document, ruled))
        return Identified(ruled, found.tables)

    def _with_concepts(self, document: Document, identifiers: Sequence[Decision]) -> Sequence[Decision]:
        """What the methods decide, the policy's rules about columns aside."""
        if self._sanitizer is None:
            return identifiers
        certain = [decision for decision in identifiers if decision.category not in LEARNED]
        left = Document(document.id, masked(document.text, certain), document.parts)
        named = [(found.start, found.end) for found in identifiers if found.category in LEARNED]
        made = united(identifiers, clipped(document, self._sanitizer.sanitize(left, named)))
        if self._combiner is None:
            return made
        return clipped(document, self._combiner.extend(document.text.reveal(), made))

    def release(
        self,
        source: Source,
        content: bytes,
        elsewhere: Collection[tuple[str, str]] = (),
        corrections: Corrections = NO_CORRECTIONS,
        before: Decided | None = None,
    ) -> Released:
        """The released form of one document, with what people corrected in it.

        Parameters
        ----------
        source : Source
        content : bytes
        elsewhere : collection of (str, str)
            Category and value of identifiers that other documents lose: they leave this one too.
        corrections : Corrections
        before : Decided or None
            What was decided about the same bytes when the values of other documents were not known: it is
            not decided again.

        Raises
        ------
        UnreadableError
            The document cannot be opened, or not be read back.
        RefusedError
            A check of the released text failed: it must not be released.
        """
        opened = self.open(source, content)
        document = opened.document
        first = before or self._first_decided(source, document, corrections)
        decided, written = self._attempt(source, opened, first, elsewhere, corrections)
        if written.faults:
            raise RefusedError(*written.faults)
        output = self.output_name(source, _suffix_of(source))
        record = self._records.record_of(source, document, decided.decisions, written.content, output)
        private: dict[str, object] = {}
        record = record.model_copy(
            update={
                "columns": decided.columns,
                "other_languages": decided.other_languages,
            }
        )
        if self._hide_class is not None and decided.hidden_class is not None:
            private = {"hide_class": self._hide_class.private(decided.hidden_class, written.texts)}
            count = self._hide_class.count(decided.hidden_class, written.texts)
            record = record.model_copy(update={"hide_class": count})
        sketch = None
        if self._earlier is not None:
            promise = None
            if self._hide_class is not None and decided.hidden_class is not None:
                promise = self._hide_class.promise(decided.hidden_class)
            sketch = self._earlier.sketch(document, decided.decisions, written.texts, promise)
            counted = self._earlier.count(document, decided.decisions)
            record = record.model_copy(update={"earlier": counted})
        text = document.text.reveal()
        return Released(written.content, record, decided.decisions, text, private, written.read_back, sketch)

    def inspected(
        self, source: Source, content: bytes, elsewhere: Collection[tuple[str, str]] = ()
    ) -> Inspected:
        """What a release would change in a document, and what would refuse it, with its words.

        Parameters
        ----------
        source, content, elsewhere
            As of `release`.

        Raises
        ------
        UnreadableError
            As `release`.
        """
        opened = self.open(source, content)
        first = self._first_decided(source, opened.document)
        decided, written = self._attempt(source, opened, first, elsewhere)
        left = [
            SensitiveText(term)
            for term in self._verifier.terms_left(opened.document, decided.decisions, written.texts)
        ]
        name = self.output_name(source, _suffix_of(source))
        return Inspected(
            opened.document.text,
            decided.decisions,
            written.faults,
            left if written.faults else (),
            self._identifiers.column_facts(decided.tables),
            [*written.read_back, SensitiveText(name)],
            decided.other_languages,
        )

    def _first_decided(
        self, source: Source, document: Document, corrections: Corrections = NO_CORRECTIONS
    ) -> Decided:
        """What is decided before anything is written, and what the record tells of the document."""
        decided = self._corrected(self.decided(document, source.folders), document, corrections)
        return replace(
            decided,
            columns=self._identifiers.column_count(decided.tables),
            other_languages=other_languages(document, self._plan.documents.more_languages),
        )

    def _attempt(
        self,
        source: Source,
        opened: OpenDocument,
        decided: Decided,
        elsewhere: Collection[tuple[str, str]] = (),
        corrections: Corrections = NO_CORRECTIONS,
    ) -> tuple[Decided, Written]:
        """What is decided and written, once more where the checks found something left."""
        document = opened.document
        if elsewhere:
            standing = standing_here(document.text.reveal(), decided.decisions, elsewhere)
            more = self._with_more(document, decided.decisions, standing, corrections)
            decided = replace(decided, decisions=more)
        written = self._write(source, opened, decided, corrections.granted)
        if self._hide_class is None and any(found.code == "VER001" for found in written.faults):
            left = removed_repeats(document.text.reveal(), decided.decisions)
            more = self._with_more(document, decided.decisions, left, corrections)
            decided = replace(decided, decisions=more)
            written = self._write(source, opened, decided, corrections.granted)
        again = None if corrections else self._again(decided, document, written)
        if again is not None:
            decided, written = again, self._write(source, opened, again)
        if not corrections:
            decided, written = self._less_telling(source, opened, decided, written)
        if self._plan.documents.other_languages == "refuse":
            known = self._plan.documents.more_languages
            faults = language_faults(source.id, decided.other_languages, known)
            written = replace(written, faults=(*faults, *written.faults))
        return decided, written

    def _less_telling(
        self, source: Source, opened: OpenDocument, decided: Decided, written: Written
    ) -> tuple[Decided, Written]:
        """The same, with more gone as long as the check still finds terms that tell too much together."""
        document = opened.document
        for stricter in _STRICTER_NATS:
            if self._combiner is None or not any(found.code == "VER005" for found in written.faults):
                break
            more = self._combiner.extend(document.text.reveal(), decided.decisions, stricter)
            decided = replace(decided, decisions=clipped(document, more))
            written = self._write(source, opened, decided)
        return decided, written

    def _corrected(self, decided: Decided, document: Document, corrections: Corrections) -> Decided:
        """What was decided, with what people corrected."""
        if not corrections.made:
            return decided
        text, known = document.text.reveal(), self._identifiers.categories.__contains__
        made = corrected(decided.decisions, corrections.made, text, self._identifiers.decide_about, known)
        return Decided(clipped(document, made), decided.hidden_class)

    def categories(self) -> tuple[str, ...]:
        """Categories that people can give to something that was missed."""
        return self._identifiers.categories

    def _write(
        self, source: Source, opened: OpenDocument, decided: Decided, granted: frozenset[str] = frozenset()
    ) -> Written:
        """The released file, read back and checked; `granted` values are passed by."""
        document, decisions = opened.document, decided.decisions
        content = opened.rewrite([Replacement(d.start, d.end, d.replacement) for d in decisions])
        suffix = _suffix_of(source)
        read_back = format_for(suffix, content, self._settings).read_back(content)
        kept = self._columns.kept(document)
        texts = [blotted(text, granted) for part in read_back if (text := part.reveal()) not in kept]
        faults = self._verifier.verify(document, decisions, texts)
        faults += self._facts_left(source.id, read_back)
        if self._hide_class is not None and decided.hidden_class is not None:
            faults += self._hide_class.faults(decided.hidden_class, [part.reveal() for part in read_back])
        return Written(content, read_back, faults)

    def _with_more(
        self,
        document: Document,
        decisions: Sequence[Decision],
        found: Sequence[Span],
        corrections: Corrections = NO_CORRECTIONS,
    ) -> Sequence[Decision]:
        """The decisions, and others for removed values that were `found` somewhere else too.

        What people keep is not removed behind their back: the checks then find it, and say so.
        """
        text, kept = document.text.reveal(), corrections.kept
        left = [s for s in found if not any(a < s.end and s.start < b for a, b in kept)]
        more = [self._identifiers.decide_about(span, text) for span in left]
        return without_removed(text, united([*decisions, *clipped(document, more)], ()))

    def _again(self, decided: Decided, document: Document, written: Written) -> Decided | None:
        """Another try for a document whose class is not hidden as it is read back; None: there is none."""
        if not written.faults or self._hide_class is None or decided.hidden_class is None:
            return None
        earlier = self._without_class(document)
        hidden_class = self._hide_class.again(decided.hidden_class, document, earlier, written.texts)
        if hidden_class is None:
            return None
        return replace(decided, decisions=hidden_class.decisions, hidden_class=hidden_class)

    def _facts_left(self, ident: str, read_back: Sequence[SensitiveText]) -> list[Fault]:
        """Faults for facts of the matter that a released text still holds."""
        if self._matter is None:
            return []
        texts = (Document(ident, part) for part in read_back)
        found = Counter(span.category for text in texts for span in self._matter.find(text))
        advice = "The document was refused; its decisions can be seen with saferelease inspect."
        return [
            fault(
                "MAT006", f"document {ident}", "must hold no fact of the matter", f"{n} of {category}", advice
            )
            for category, n in sorted(found.items())
        ]

    def output_name(self, source: Source, suffix: str) -> str:
        """A number, the policy's pattern, or the name, where the policy keeps it and it discloses nothing."""
        numbered = f"document-{source.id}{suffix.lower()}"
        if self._plan.names not in ("keep", "number"):
            return self._plan.names.format(number=source.id, folder=source.folder) + suffix.lower()
        if self._plan.names == "number":
            return numbered
        spoken = source.relative.replace("/", " / ").replace("_", " ").replace("-", " ")
        kept = not self.decide(Document(source.id, SensitiveText(spoken)))
        own = PurePosixPath(source.relative).suffix
        name = source.relative if suffix == own else f"{source.relative}{suffix}"
        return name if kept else numbered


def _suffix_of(source: Source) -> str:
    """The suffix of the released file."""
    return released_suffix(PurePosixPath(source.relative).suffix)

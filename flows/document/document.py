"""One document's way: open, decide, write, read back, verify."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import PurePosixPath

from adapters.documents.opening.opened import Found, Opened, OpenedApart, OpenedHere, Order, open_file
from adapters.documents.opening.sandbox import LimitedProcess
from adapters.documents.opening.sources import Source, one_name
from adapters.documents.registry import format_for, import_format
from adapters.recognizers.languages import Languages
from engine.checks.released_text import Verifier
from engine.errors import RefusedError
from engine.methods.overlaps.register import Register
from engine.methods.overlaps.sketch import Sketch
from engine.record.fingerprints import SearchText, parts_of, value_of
from engine.record.report import DocumentRecord
from engine.stages.corrections import NO_CORRECTIONS, Corrections
from engine.text import Decision, Document, SensitiveText, without_style
from flows.compiling.compilation import Compiled
from flows.compiling.document_rules import limits_of, settings_of
from flows.document.advising import Advisor
from flows.document.document_record import DocumentRecords
from flows.document.refusals import require_room
from flows.document.results import Decided, Inspected, Refusing, Released, Written
from flows.document.stages import Stages
from flows.document.telling import TellingReader
from flows.document.writing import Writer, suffix_of
from flows.tables.stage import TableStage

_INVENTED_LETTER = """Dr. Anna Keller, Northside Clinic, Albany, New York

Mr. John Roe was seen on 3 May 2020 (MRN 00884410). Roe's wife Jane called from 217-555-0148.

a, b; c\td | e ^ f
"""
"""With every sign that may divide columns."""

_INVENTED_CHAT = "\n".join(
    f"is {one} coming with {other} to the match or not"
    for one, other in (("john", "anna"), ("ruth", "peter"), ("jane", "paul"), ("mary", "tom"), ("eve", "max"))
)
"""So many people that the tables for judging several are made."""
_NUMBERED = "document-"


class DocumentPipeline:
    """From a file to its released form, or to why it is refused; built once per process.

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
        register: Register | None = None,
        pseudonym_key: bytes = b"",
    ) -> None:
        plan = compiled.plan
        self.plan = plan
        self.stages = Stages(compiled, release_key, reference_year, register, pseudonym_key)
        self._records = DocumentRecords(self.stages.sanitizer, self.stages.combiner)
        self._verifier = Verifier(plan, compiled.protected)
        tables = {one.rule.clause: one.table for one in compiled.protected}
        hider = compiled.hide_class.hider if compiled.hide_class else None
        self.telling = TellingReader(compiled.concepts, tables, hider)
        self.advisor = Advisor(self.stages.sanitizer, self.telling.concepts)
        self._settings = settings_of(plan)
        self.limits = limits_of(plan)
        self.writer = Writer(plan, self.stages, self._verifier)
        words = register.words if register is not None and plan.earlier_releases else None
        without_class, hide_class = self.stages.without_class, self.stages.hide_class
        self.tables = TableStage(plan, without_class, self._verifier, hide_class, words)
        self._is_warm = False

    def open(self, source: Source, content: bytes) -> OpenedHere:
        """Open a document by the format that its name and content agree on.

        Raises
        ------
        UnreadableError
            The format is unknown or not allowed by the policy, the file is broken, or its text is too long.
        """
        opened, found = open_file(self._order(source), content)
        self._accepted(source, found)
        return opened

    def open_apart(self, source: Source, content: bytes, process: LimitedProcess) -> OpenedApart:
        """As `open`, in a process of its own."""
        return OpenedApart(
            self._accepted(source, process.start(open_file, self._order(source), content)), process
        )

    def _order(self, source: Source) -> Order:
        self.tables.require_text_clauses(source.id, self.stages.matter is not None)
        return Order(
            source.id,
            source.relative,
            suffix_of(source),
            self._settings,
            self.plan.formats,
            self.tables.names_inside,
        )

    def _accepted(self, source: Source, found: Found) -> Document:
        document, inside = found
        self.tables.require_unpacked(source, inside)
        require_room(document, self.limits.memory_bytes, self.stages.identifiers.reads_names)
        return document

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
        content = _INVENTED_LETTER.encode()
        letter = format_for(".txt", content, self._settings).open("", content).document
        self._verifier.verify(letter, self.stages.without_class(letter), [_INVENTED_LETTER])
        self._is_warm = True

    def warm_for_many(self) -> None:
        """As `warm` for texts, with what some of many will need: the model for small letters, .3 s."""
        self.warm(".txt")
        content = _INVENTED_CHAT.encode()
        self.decide(format_for(".txt", content, self._settings).open("", content).document)

    def decide(self, document: Document) -> Sequence[Decision]:
        """What the policy changes in `document`: sorted, disjoint, inside its parts (if it has any)."""
        return self.stages.decided(document, None).decisions

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
        elsewhere, corrections, before
            As of `release_opened`.

        Raises
        ------
        UnreadableError
            The document cannot be opened, or not be read back.
        RefusedError
            A check of the released text failed: it must not be released.
        """
        return self.release_opened(source, self.open(source, content), elsewhere, corrections, before)

    def release_opened(
        self,
        source: Source,
        opened: Opened,
        elsewhere: Collection[tuple[str, str]] = (),
        corrections: Corrections = NO_CORRECTIONS,
        before: Decided | None = None,
    ) -> Released:
        """The released form of an open document.

        Parameters
        ----------
        source : Source
        opened : Opened
        elsewhere : collection of (str, str)
            Category and value of identifiers that other documents lose: they leave this one too.
        corrections : Corrections
        before : Decided or None
            What was decided about the same bytes when the values of other documents were not known: it is
            not decided again.

        Raises
        ------
        UnreadableError
            The released file cannot be read back.
        RefusedError
            A check of the released text failed: it must not be released.
        """
        document = opened.document
        first = before or self.stages.first_decided(source, document, corrections)
        decided, written = self.writer.attempt(source, opened, first, elsewhere, corrections)
        if written.faults:
            raise RefusedError(*written.faults)
        return Released(
            written.content,
            self._record_of(source, document, decided, written, elsewhere),
            decided.decisions,
            document.text.reveal(),
            self._private(decided, written),
            written.read_back,
            self._sketch(document, decided, written),
        )

    def _record_of(
        self,
        source: Source,
        document: Document,
        decided: Decided,
        written: Written,
        elsewhere: Collection[tuple[str, str]],
    ) -> DocumentRecord:
        """What the report says of a released document."""
        gone = {*_lost(document, decided.decisions), *elsewhere}
        output = self.output_name(source, suffix_of(source), gone)
        record = self._records.record_of(source, document, decided.decisions, written.content, output)
        counts: dict[str, object] = {
            "columns": decided.columns,
            "other_languages": decided.other_languages,
        }
        if self.stages.hide_class is not None and decided.hidden_class is not None:
            counts["hide_class"] = self.stages.hide_class.count(decided.hidden_class, written.texts)
        if self.stages.people is not None:
            counts["people"] = self.stages.people.risks(document, decided.decisions)
        if self.stages.earlier is not None:
            counts["earlier"] = self.stages.earlier.count(document, decided.decisions)
        return record.model_copy(update=counts)

    def _private(self, decided: Decided, written: Written) -> Mapping[str, object]:
        """What the private record keeps beside the decisions."""
        if self.stages.hide_class is None or decided.hidden_class is None:
            return {}
        return {"hide_class": self.stages.hide_class.private(decided.hidden_class, written.texts)}

    def _sketch(self, document: Document, decided: Decided, written: Written) -> Sketch | None:
        """What the register of releases keeps of the document."""
        if self.stages.earlier is None:
            return None
        promise = None
        if self.stages.hide_class is not None and decided.hidden_class is not None:
            promise = self.stages.hide_class.promise(decided.hidden_class)
        return self.stages.earlier.sketch(document, without_style(decided.decisions), written.texts, promise)

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
        first = self.stages.first_decided(source, opened.document)
        decided, written = self.writer.attempt(source, opened, first, elsewhere)
        left = [
            Refusing(SensitiveText(one.words), one.code, one.kind, one.clause)
            for one in self._verifier.terms_left(opened.document, decided.decisions, written.texts)
        ]
        gone = {*_lost(opened.document, decided.decisions), *elsewhere}
        name = self.output_name(source, suffix_of(source), gone)
        return Inspected(
            opened.document.text,
            decided.decisions,
            written.faults,
            left if written.faults else (),
            self.stages.identifiers.column_facts(decided.tables),
            [*written.read_back, SensitiveText(name)],
            decided.other_languages,
            opened.places_of(decided.decisions, content),
        )

    def output_name(self, source: Source, suffix: str, gone: Collection[tuple[str, str]] = ()) -> str:
        """A number, the policy's pattern, or the name, where the policy keeps it and it discloses nothing.

        Parameters
        ----------
        source : Source
        suffix : str
            Of the released file.
        gone : collection of (str, str)
            Category and spelling of what leaves the document: nothing of it may stand in its name or its
            folders' names.
        """
        numbered = f"{_NUMBERED}{source.id}{suffix.lower()}"
        if self.plan.names not in ("keep", "number"):
            return self.plan.names.format(number=source.id, folder=source.folder) + suffix.lower()
        if self.plan.names == "number" or source.crowded or one_name(source.relative).startswith(_NUMBERED):
            return numbered  # a name that begins so may be another document's number
        spoken = source.relative.replace("/", " / ").replace("_", " ").replace("-", " ")
        kept = not self.decide(Document(source.id, SensitiveText(spoken)))
        kept = kept and not _stands(f"{source.relative}\n\n{spoken}", gone)
        own = PurePosixPath(source.relative).suffix
        name = source.relative if suffix == own else f"{source.relative}{suffix}"
        return name if kept else numbered


def _lost(document: Document, decisions: Sequence[Decision]) -> set[tuple[str, str]]:
    """Category and spelling of what leaves a document."""
    text = document.text.reveal()
    return {(d.category, text[d.start : d.end]) for d in without_style(decisions)}


def _stands(name: str, gone: Collection[tuple[str, str]]) -> bool:
    """Whether a name holds something of what is gone, or a word of it."""
    parts = {part for one in gone for part in parts_of(*one)}
    values = parts | {value for one in gone if (value := value_of(*one)) is not None}
    return bool(SearchText(name).standing(values))

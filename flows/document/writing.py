"""The released file: written, read back, checked, and decided once more where something is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from adapters.documents.opening.opened import Opened
from adapters.documents.opening.sources import Source
from adapters.documents.registry import released_suffix
from engine.checks.identifiers import ResidualIdentifier
from engine.checks.released_text import Verifier
from engine.errors import Fault, fault
from engine.plan.plan import Plan
from engine.ports import Replacement
from engine.stages.corrections import NO_CORRECTIONS, Corrections, blotted
from engine.stages.repeats.as_released import LeftStanding
from engine.stages.repeats.elsewhere import standing_here
from engine.text import Document, RawText, SensitiveText, Span, is_inside
from flows.document.languages import language_faults
from flows.document.results import Decided, Written
from flows.document.stages import Stages

_STRICTER_NATS = (1.0, 2.0, 4.0, 8.0)
"""How far below the limits of `combinations` a text is brought that its check still refuses, try by try."""
_ROUNDS = 8
"""Times that what the check names is taken out before a text is written anew; what is left refuses it."""
_LONG = 1_000_000
"""Characters from which on a text is looked through before it is written: something is nearly always left."""


class Writer:
    """Writes released files and has them checked.

    Parameters
    ----------
    plan : Plan
    stages : Stages
        Decide once more where the checks found something left.
    verifier : Verifier
    """

    def __init__(self, plan: Plan, stages: Stages, verifier: Verifier) -> None:
        self._documents = plan.documents
        self._stages = stages
        self._verifier = verifier

    def attempt(
        self,
        source: Source,
        opened: Opened,
        decided: Decided,
        elsewhere: Collection[tuple[str, str]] = (),
        corrections: Corrections = NO_CORRECTIONS,
    ) -> tuple[Decided, Written]:
        """What is decided and written, once more where the checks found something left.

        Parameters
        ----------
        source : Source
        opened : Opened
        decided : Decided
            What was decided before anything was written.
        elsewhere : collection of (str, str)
            Category and value of identifiers that other documents lose.
        corrections : Corrections
            What people said of the document.
        """
        document = opened.document
        decided = self._without_elsewhere(document, decided, elsewhere, corrections)
        written = None if self._is_long(document) else self._write(source, opened, decided, corrections)
        if written is None or _has(written, "VER001") or _has(written, "VER002"):
            decided, before = self._without_left(source, document, decided, corrections), decided
            if written is None or decided is not before:
                written = self._write(source, opened, decided, corrections)
        if not corrections:
            decided, written = self._with_class_hidden(source, opened, decided, written, elsewhere)
            decided, written = self._less_telling(source, opened, decided, written)
        final = replace(decided, decisions=written.decisions)
        return final, self._with_languages(source, decided, written)

    def _without_elsewhere(
        self,
        document: Document,
        decided: Decided,
        elsewhere: Collection[tuple[str, str]],
        corrections: Corrections = NO_CORRECTIONS,
    ) -> Decided:
        """The same, without identifiers that other documents lose."""
        if not elsewhere:
            return decided
        text, cells = document.text.reveal(), self._stages.columns.kept_places(document)
        standing = [
            one
            for one in standing_here(text, decided.decisions, elsewhere)
            if not any(a <= one.start and one.end <= b and _is_alone(text, one, a, b) for a, b in cells)
        ]
        return self._stages.with_more(document, decided, standing, corrections)

    def _is_long(self, document: Document) -> bool:
        """Whether the first writing can be spared, since its checks would find something left anyway."""
        return self._stages.hide_class is None and len(document.text) >= _LONG

    def _without_left(
        self, source: Source, document: Document, decided: Decided, corrections: Corrections
    ) -> Decided:
        """The same, without what the checks themselves name, for some rounds: each can uncover more.

        Where a neighbour goes, what was part of a longer word stands alone; where a year stands for a date,
        the digits behind it make another.
        """
        if self._stages.hide_class is not None:
            return decided
        kept = self._stages.columns.kept_places(document)
        standing = LeftStanding(document.text.reveal(), self._named)
        for _ in range(_ROUNDS):
            left = standing.under(self._stages.styled(source, document, decided, corrections))
            left = [one for one in left if not is_inside(one.start, one.end, kept)]
            more = self._stages.with_more(document, decided, left, corrections)
            if more.decisions == decided.decisions:
                break
            decided = more
        return decided

    def _named(
        self, text: str, removed: Collection[tuple[str, str]], *, forms: bool
    ) -> list[ResidualIdentifier]:
        """What the check names in `text` and the recognisers know: removed values, and what they find alone.

        What they do not know even by itself is a fault of theirs, for which a document is refused.
        """
        left = self._verifier.left(removed, text, forms=forms)
        values = {(one.category, text[one.start : one.end]) for one in left if one.reason == "identifier"}
        known = self._stages.known_alone(values) if values else frozenset()
        return [
            one
            for one in left
            if one.reason != "identifier" or (one.category, text[one.start : one.end]) in known
        ]

    def _with_class_hidden(
        self,
        source: Source,
        opened: Opened,
        decided: Decided,
        written: Written,
        elsewhere: Collection[tuple[str, str]],
    ) -> tuple[Decided, Written]:
        for _ in range(_ROUNDS):
            again = self._stages.with_class_hidden(opened.document, decided, written)
            if again is None:
                break
            decided = self._without_elsewhere(opened.document, again, elsewhere)
            written = self._write(source, opened, decided)
        return decided, written

    def _less_telling(
        self, source: Source, opened: Opened, decided: Decided, written: Written
    ) -> tuple[Decided, Written]:
        """The same, with more gone as long as the check still finds terms that tell too much together."""
        for stricter in _STRICTER_NATS:
            if self._stages.combiner is None or not _has(written, "VER005"):
                break
            decided = self._stages.with_less_told(opened.document, decided, stricter)
            written = self._write(source, opened, decided)
        return decided, written

    def _with_languages(self, source: Source, decided: Decided, written: Written) -> Written:
        """The same, refused where the policy wants no passage in another language."""
        if self._documents.other_languages != "refuse":
            return written
        faults = language_faults(source.id, decided.other_languages, self._documents.more_languages)
        return replace(written, faults=(*faults, *written.faults))

    def _write(
        self,
        source: Source,
        opened: Opened,
        decided: Decided,
        corrections: Corrections = NO_CORRECTIONS,
    ) -> Written:
        """The released file, written plainly where the policy says so, read back and checked."""
        document = opened.document
        decisions = self._stages.styled(source, document, decided, corrections)
        content, read_back = opened.written([Replacement(d.start, d.end, d.replacement) for d in decisions])
        kept = self._stages.columns.kept(document)
        raw = [text for part in read_back if isinstance(text := part.reveal(), RawText)]
        read_back = [part for part in read_back if not isinstance(part.reveal(), RawText)]
        texts = [blotted(text, corrections) for part in read_back if (text := part.reveal()) not in kept]
        faults = self._verifier.verify(document, decisions, texts)
        faults += self._verifier.verify_raw(document, decisions, raw)
        faults += self._facts_left(source.id, read_back)
        faults += self._stages.people.faults(document, decisions) if self._stages.people else []
        if self._stages.hide_class is not None and decided.hidden_class is not None:
            whole = [part.reveal() for part in read_back]
            faults += self._stages.hide_class.faults(decided.hidden_class, whole)
        return Written(content, decisions, read_back, faults)

    def _facts_left(self, ident: str, read_back: Sequence[SensitiveText]) -> list[Fault]:
        """Faults for facts of the matter that a released text still holds."""
        if self._stages.matter is None:
            return []
        texts = (Document(ident, part) for part in read_back)
        found = Counter(span.category for text in texts for span in self._stages.matter.find(text))
        advice = "The document was refused; its decisions can be seen with saferelease inspect."
        return [
            fault(
                "MAT006", f"document {ident}", "must hold no fact of the matter", f"{n} of {category}", advice
            )
            for category, n in sorted(found.items())
        ]


def suffix_of(source: Source) -> str:
    """The suffix of the released file."""
    return released_suffix(PurePosixPath(source.relative).suffix)


def _is_alone(text: str, one: Span, start: int, end: int) -> bool:
    """Whether nothing else stands between `start` and `end`."""
    return not any(map(str.isalnum, text[start : one.start] + text[one.end : end]))


def _has(written: Written, code: str) -> bool:
    return any(found.code == code for found in written.faults)

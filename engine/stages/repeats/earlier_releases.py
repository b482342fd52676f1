"""The stage behind `earlier_releases`: what an earlier release of the same text hid is hidden again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.checks.earlier_releases import rows_fault
from engine.errors import RefusedError, fault
from engine.methods.overlaps.carried_out import changes_made
from engine.methods.overlaps.reading import Mask, Numbers, Reading
from engine.methods.overlaps.register import Entry, Overlap, Register, releases
from engine.methods.overlaps.rows import RowsTold, text_links
from engine.methods.overlaps.sketch import Sketch, is_covered, probe, sketch_of
from engine.methods.overlaps.spellings import stems_said
from engine.plan.steps import PlannedEarlierReleases
from engine.record.counted import EarlierCount
from engine.stages.hide_class.earlier import Classes, EarlierText, Promise, keyed, promised
from engine.stages.repeats.as_before import changed_as_before
from engine.stages.repeats.as_released import as_released, meets
from engine.text import PLACEHOLDER, Decision, Document

CLAUSE = "earlier_releases"
"""Id under which its changes are counted."""
_ROUNDS = 8
"""Times that the text as it would be released is read again: what goes may bring other words together."""


@dataclass(frozen=True, eq=False)
class Recognised:
    """A document, the earlier documents that overlap it, and what it would tell of rows of tables."""

    document: Document
    reading: Reading
    probed: Sketch
    overlaps: Sequence[Overlap]
    told: list[tuple[Entry, RowsTold]] = field(default_factory=list)

    def versions(self) -> list[Sketch]:
        """The earlier versions of the document."""
        return [overlap.sketch for overlap in self.overlaps if overlap.whole]


class EarlierReleasesStage:
    """Applies a plan's word on earlier releases; build it once per process.

    Parameters
    ----------
    step : PlannedEarlierReleases
    register : Register
    placeholder : str
        Stands where a word is hidden because it was hidden before.
    """

    def __init__(
        self, step: PlannedEarlierReleases, register: Register, placeholder: str = PLACEHOLDER
    ) -> None:
        self._step, self._register, self._placeholder = step, register, placeholder
        self._last: Recognised | None = None

    def recognise(self, document: Document) -> Recognised:
        """Find what overlaps a document; the last one is remembered."""
        if self._last is None or self._last.document is not document:
            reading = self._register.words.read_original(document.text.reveal())
            probed = probe(reading)
            self._last = Recognised(document, reading, probed, self._register.overlaps(probed))
        return self._last

    def extend(self, document: Document, decisions: Sequence[Decision]) -> list[Decision]:
        """`decisions`, and those that hide what an earlier release of the same text hid.

        Raises
        ------
        RefusedError
            ``MEM001`` where the policy refuses texts that were released before.
        """
        found = self.recognise(document)
        made = list(decisions)
        if found.overlaps and self._step.then != "allow":
            self._require_allowed(found)
            made = self._as_hidden(found, decisions)
        return self._without_rows(found, made)

    def _as_hidden(self, found: Recognised, decisions: Sequence[Decision]) -> list[Decision]:
        """The decisions of the earlier release where they hide enough, and what others hid."""
        text = found.document.text.reveal()
        made, left = changed_as_before(self._register.words, text, decisions, found.overlaps, CLAUSE)
        if not left:
            return made
        return _hidden_again(replace(found, overlaps=left), made, self._register, self._placeholder)

    def _without_rows(self, found: Recognised, decisions: list[Decision]) -> list[Decision]:
        """The decisions, and those that hide what rows of tables hide that were released before."""
        told = rows_told(self._register, found.reading, decisions)
        found.told[:] = told
        if not told or self._step.then == "allow":
            return decisions
        if self._step.then != "hide_both":
            raise RefusedError(rows_fault(found.document.id, sum(len(one.rows) for _, one in told)))
        hidden = np.isin(found.reading.numbers, np.concatenate([one.words for _, one in told]))
        covered = is_covered(found.reading, [(d.start, d.end) for d in decisions])
        more = _earlier(found.reading, hidden & ~covered, self._placeholder)
        return sorted([*decisions, *more], key=lambda decision: decision.start)

    def seen(self, document: Document, classes: Classes) -> list[EarlierText]:
        """Earlier releases of the text, as a clause about classes reads them."""
        if self._step.then == "allow":
            return []
        return [self._earlier_text(one, classes) for one in self.recognise(document).versions()]

    def _earlier_text(self, sketch: Sketch, classes: Classes) -> EarlierText:
        words, asked = self._register.words, list(classes.vocabulary)
        said = stems_said(words, sketch.stems, sketch.spelt, asked, classes.silent)
        return EarlierText(said, promised(words, sketch.promise, classes))

    def sketch(
        self,
        document: Document,
        decisions: Sequence[Decision],
        released: Sequence[str],
        promise: Promise | None = None,
    ) -> Sketch:
        """What is kept of a released document."""
        words, gone = self._register.words, [(decision.start, decision.end) for decision in decisions]
        kept = keyed(words, promise) if promise else ()
        found = self.recognise(document)
        links = text_links(found.reading, document.text.reveal())
        sketch = sketch_of(words, found.reading, gone, released, kept, found.probed, links)
        changes = sorted((d.start, d.end, d.replacement) for d in decisions)
        return replace(sketch, made=changes_made(words, document.text.reveal(), changes))

    def count(self, document: Document, decisions: Sequence[Decision]) -> EarlierCount | None:
        """What was done, in numbers, for the report; None when no earlier document overlaps."""
        found = self.recognise(document)
        overlaps = found.overlaps
        if not overlaps and not found.told:
            return None
        named = [*releases(overlaps), *(entry.release for entry, _ in found.told)]
        return EarlierCount(
            releases=tuple(dict.fromkeys(named)),
            same=any(overlap.same for overlap in overlaps),
            whole=not overlaps or any(overlap.whole for overlap in overlaps),
            rows=sum(len(told.rows) for _, told in found.told),
            hidden=sum(decision.clause == CLAUSE for decision in decisions),
        )

    def _require_allowed(self, found: Recognised) -> None:
        differing = [overlap for overlap in found.overlaps if not overlap.same]
        refused = {"refuse": found.overlaps, "repeat": differing}.get(self._step.then, ())
        if refused:
            what = "share no text with a document that was released before"
            if self._step.then == "repeat":
                what = "be the very text that was released before, or share nothing with it"
            got = f"text of {len(list(releases(refused)))} earlier releases"
            advice = "Withhold it, or set earlier_releases: {then: hide_both}."
            raise RefusedError(fault("MEM001", f"document {found.document.id}", f"must {what}", got, advice))


def rows_told(
    register: Register, reading: Reading, decisions: Sequence[Decision]
) -> list[tuple[Entry, RowsTold]]:
    """What a text, released with these decisions, tells of the rows of tables that were released before."""
    if not register.has_rows:
        return []
    return register.rows_told(text_links(reading), shown_by(register, reading, decisions))


def shown_by(register: Register, reading: Reading, decisions: Sequence[Decision]) -> Numbers:
    """The distinct words of a text that is released with these decisions."""
    kept = reading.numbers[~is_covered(reading, [(d.start, d.end) for d in decisions])]
    said = [register.words.read(decision.replacement).numbers for decision in decisions]
    found: Numbers = np.unique(np.concatenate([kept, *said]))
    return found


def _hidden_again(
    found: Recognised, decisions: Sequence[Decision], register: Register, placeholder: str
) -> list[Decision]:
    """The union of what is hidden now and what was hidden before."""
    reading, hidden = found.reading, _hidden(found)
    covered = is_covered(reading, [(d.start, d.end) for d in decisions])
    told = _Told(found, register)
    kept = [told.silenced(decision) for decision in decisions]
    more = _earlier(reading, hidden & ~covered, placeholder)
    made = sorted([*kept, *more], key=lambda decision: decision.start)
    for _ in range(_ROUNDS):
        made, before = _less_shown(found, made, register, placeholder), made
        if made == before:
            break
    return made


def _less_shown(
    found: Recognised, decisions: list[Decision], register: Register, placeholder: str
) -> list[Decision]:
    """The decisions, and those that hide what the released text would show beside a replacement."""
    released, back = as_released(found.document.text.reveal(), decisions)
    reading = register.words.read(released)
    shown = _hidden_of(reading, found.versions())
    if not shown.any():
        return decisions
    places = [back.span(reading.starts[i], reading.ends[i]) for i in np.flatnonzero(shown).tolist()]
    taken = [(d.start, d.end) for d in decisions]
    silent = [
        replace(d, replacement=PLACEHOLDER, action="redact") if meets(places, (d.start, d.end)) else d
        for d in decisions
    ]
    more = [_hiding(*place, placeholder) for place in places if not meets(taken, place)]
    return sorted([*silent, *more], key=lambda decision: decision.start)


def _earlier(reading: Reading, chosen: Mask, placeholder: str) -> list[Decision]:
    """Decisions that hide the chosen words."""
    return [_hiding(start, end, placeholder) for start, end in _runs(reading, chosen)]


def _hiding(start: int, end: int, placeholder: str) -> Decision:
    return Decision(start, end, "earlier", "released-before", "redact", placeholder, CLAUSE)


def _hidden(found: Recognised) -> Mask:
    """Which words of the document an earlier release of the same text hid."""
    reading = found.reading
    hidden, paragraphs = _hidden_of(reading, found.versions()), reading.paragraphs()
    for sketch in (overlap.sketch for overlap in found.overlaps if not overlap.whole):
        hidden |= _hidden_of(reading, [sketch]) & np.isin(paragraphs, sketch.paragraphs)
    return hidden


def _hidden_of(reading: Reading, sketches: Sequence[Sketch]) -> Mask:
    """Which words some earlier documents hid, alone or beside the same neighbour."""
    hidden, before, after = np.zeros(len(reading.numbers), np.bool_), reading.before(), reading.after()
    for sketch in sketches:
        hidden |= np.isin(before, sketch.contexts) | np.isin(after, sketch.contexts)
        hidden |= np.isin(reading.numbers, sketch.hidden)
    return hidden


class _Told:
    """What replacements may say of words that earlier releases hid: what all of them said, no more."""

    def __init__(self, found: Recognised, register: Register) -> None:
        self._words = register.words
        self._sketches = [overlap.sketch for overlap in found.overlaps]
        self._places = [
            (found.reading.starts[i], found.reading.ends[i]) for i in np.flatnonzero(_hidden(found)).tolist()
        ]

    def silenced(self, decision: Decision) -> Decision:
        """The decision, with a replacement that tells nothing where it would tell more than before."""
        said = self._words.read(decision.replacement).numbers
        if not len(said) or all(np.isin(said, sketch.shown).all() for sketch in self._sketches):
            return decision
        again = any(start < decision.end and decision.start < end for start, end in self._places)
        if again or any(np.isin(said, sketch.hidden).any() for sketch in self._sketches):
            return replace(decision, replacement=PLACEHOLDER, action="redact")
        return decision


def _runs(reading: Reading, chosen: Mask) -> Iterator[tuple[int, int]]:
    """The spans of chosen words; neighbours make one."""
    start = end = -1
    for i in np.flatnonzero(chosen).tolist():
        first, last = reading.starts[i], reading.ends[i]
        if start >= 0 and chosen[i - 1] and not reading.apart[i] and first - end == 1:
            end = last
            continue
        if start >= 0:
            yield start, end
        start, end = first, last
    if start >= 0:
        yield start, end

"""The register of earlier releases in a release: what workers know of it, the last look, what is added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np

from adapters.bundle.files import damaged_record
from adapters.keys.installation import Keys
from adapters.keys.releases import matter_key, name_of
from adapters.release_memory import FORMAT, KnownReleases, MemoryHeader, held_memory, remember
from engine.checks.earlier_releases import earlier_fault, rows_fault, shown_again, table_rows_fault
from engine.errors import Fault, fault
from engine.methods.overlaps.carried_out import not_out_with
from engine.methods.overlaps.reading import KeyedWords, Numbers
from engine.methods.overlaps.register import Overlap, Register, releases
from engine.methods.overlaps.rows import RowIndex
from engine.methods.overlaps.sketch import Sketch
from engine.plan.plan import Plan
from engine.record.counted import EarlierCount, EarlierRecord, EarlierRelease
from engine.record.packed import Packed
from engine.record.report import DocumentRecord
from engine.text import PART_BREAK
from flows.release.records.sketches import SealedSketches
from flows.release.state import Identity

_RELEASED_AGAIN = "must not overlap a release that ended while this one was made"
_ANOTHER_TABLE = "must be released as before, or share no rows with an earlier table"


@dataclass
class Memory:
    """The register as one release uses it.

    Parameters
    ----------
    keys : Keys
    known : KnownReleases
    plan : Plan
    identity : Identity
    private : Path
    private_key : bytes
        Opens what the workers sealed.
    texts : callable
        The texts of a released document, by its record, as the independent reader reads them.
    withdraw : callable
        ``withdraw(record, fault)`` takes a document away and gives its new record.
    now : callable
    """

    keys: Keys
    known: KnownReleases
    plan: Plan
    identity: Identity
    private: Path
    private_key: bytes
    texts: Callable[[DocumentRecord], Sequence[str]]
    withdraw: Callable[[DocumentRecord, Fault], DocumentRecord]
    now: Callable[[], datetime]

    def __repr__(self) -> str:
        return f"Memory({self.identity.release_id})"

    def held(self) -> AbstractContextManager[None]:
        """Keep other releases from ending between the last look and the end."""
        return held_memory()

    def opened(self) -> Register:
        """What is known of earlier releases now."""
        return self.known.read(self.now())

    def checked(self, records: Sequence[DocumentRecord]) -> Packed[DocumentRecord]:
        """The records, once no released document shows what an earlier release of its text hid."""
        register, sketches = self.opened(), self._sketches()
        checked = Packed(
            self._checked(record, register, _sketch(sketches, record.id))
            if record.outcome == "released"
            else record
            for record in records
        )
        return self._apart_from_tables(checked, sketches)

    def _apart_from_tables(
        self, records: Packed[DocumentRecord], sketches: SealedSketches
    ) -> Packed[DocumentRecord]:
        """The records, once no text tells what a table of the same release hides."""
        step = self.plan.earlier_releases
        tables = [one.id for one in records if one.table is not None and one.outcome == "released"]
        if not tables or step is None or step.then == "allow":
            return records
        indexes = [RowIndex(_sketch(sketches, name).rows()) for name in tables]
        return Packed(self._apart(record, indexes, sketches) for record in records)

    def _apart(
        self, record: DocumentRecord, tables: Sequence[RowIndex], sketches: SealedSketches
    ) -> DocumentRecord:
        if record.outcome != "released" or record.table is not None:
            return record
        sketch = _sketch(sketches, record.id)
        told = sum(len(table.told(sketch.links, sketch.shown).rows) for table in tables)
        return self.withdraw(record, rows_fault(record.id, told)) if told else record

    def _checked(self, record: DocumentRecord, register: Register, sketch: Sketch) -> DocumentRecord:
        overlaps = register.overlaps(sketch)
        found = self._fault(record, register.words, overlaps, sketch.made) or self._rows_fault(
            record, register, sketch
        )
        if found is not None:
            return self.withdraw(record, found)
        if record.table is None or not overlaps:
            return record
        count = EarlierCount(releases=tuple(releases(overlaps)), same=any(one.same for one in overlaps))
        return record.model_copy(update={"earlier": count})

    def _fault(
        self, record: DocumentRecord, words: KeyedWords, overlaps: Sequence[Overlap], made: Numbers
    ) -> Fault | None:
        step = self.plan.earlier_releases
        if not overlaps or step is None or step.then == "allow":
            return None
        if record.table is not None:
            return self._table_fault(record, overlaps, step.then == "refuse")
        known = set(record.earlier.releases) if record.earlier else set()
        if not known.issuperset(releases([one for one in overlaps if one.whole])):
            advice = "Release it once more: what the other release hid is then hidden here too."
            return fault("MEM004", f"document {record.id}", _RELEASED_AGAIN, "", advice)
        reading = words.read(PART_BREAK.join(self.texts(record)))
        every = np.ones(len(reading.numbers), np.bool_)
        earlier = [one.sketch for one in not_out_with(made, overlaps) if one.whole]
        shown = shown_again(reading.words(), reading.neighbours(every), earlier)
        return earlier_fault(record.id, shown) if shown else None

    def _rows_fault(self, record: DocumentRecord, register: Register, sketch: Sketch) -> Fault | None:
        """What tables and texts of earlier releases tell together with this one."""
        step = self.plan.earlier_releases
        if step is None or step.then == "allow":
            return None
        if record.table is not None:
            rows = {row for _, told in register.told_of(sketch) for row in told.rows}
            return table_rows_fault(record.id, sorted(rows)) if rows else None
        told = [one for _, one in register.rows_told(sketch.links, sketch.shown)]
        return rows_fault(record.id, sum(len(one.rows) for one in told)) if told else None

    def _table_fault(self, record: DocumentRecord, overlaps: Sequence[Overlap], any_: bool) -> Fault | None:
        differing = [one for one in overlaps if any_ or not one.same]
        if not differing:
            return None
        got = f"rows of {len(list(releases(differing)))} earlier releases"
        advice = "Withhold it, or release the table once for all who need it."
        return fault("MEM005", f"table {record.id}", _ANOTHER_TABLE, got, advice)

    def told(self, records: Sequence[DocumentRecord]) -> EarlierRecord:
        """Which earlier releases were considered, for the report."""
        register, matter = self.opened(), self._matter()
        sharing = Counter(one for record in records if record.earlier for one in record.earlier.releases)
        entries = {entry.release: entry for entry in register.entries if entry.release in sharing}
        return EarlierRecord(
            considered=len(register.entries),
            forgotten=register.forgotten,
            linked=sum(bool(entry.matter) and entry.matter == matter for entry in register.entries),
            releases=tuple(
                EarlierRelease(
                    release=name, created=entry.created, policy=entry.policy, documents=sharing[name]
                )
                for name, entry in entries.items()
            ),
        )

    def keep(self, records: Sequence[DocumentRecord]) -> None:
        """Add what is released, and was `checked`, to the register."""
        released = [record.id for record in records if record.outcome == "released"]
        step = self.plan.earlier_releases
        if not released or step is None:
            return
        header = MemoryHeader(
            release=self.identity.release_id,
            run=self.identity.run,
            key=self.identity.key,
            created=self.identity.created,
            policy=f"{self.plan.policy} {self.plan.version}",
            format=FORMAT,
            matter=self._matter(),
            keep_until=(self.now() + timedelta(days=step.keep_days)).isoformat(timespec="seconds"),
        )
        sketches = self._sketches()
        remember(self.keys, header, (_sketch(sketches, name) for name in released))

    def _matter(self) -> str:
        """By which releases of the same matter are known, if its pseudonyms are the same in all."""
        key = matter_key(self.keys, self.plan.matter_pseudonyms)
        return name_of(key) if key else ""

    def _sketches(self) -> SealedSketches:
        return SealedSketches(self.private, self.private_key, self.identity.release_id)


def _sketch(sketches: SealedSketches, document: str) -> Sketch:
    found = sketches.of(document)
    if found is None:
        raise damaged_record("sketches")
    return found

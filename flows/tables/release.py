"""A table's way: read under its clause, projected, written, read back, proven."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from adapters.documents.opening.sources import Source
from adapters.tables.files import Wanted, batches, kind_of, write_table
from adapters.tables.read_back import ReadBack, read_back
from engine.checks.containment import count_level, labels_hold, witnesses_hold
from engine.checks.released_text import Verifier
from engine.errors import Fault, RefusedError, UnreadableError, fault
from engine.methods.k_containment import Binariser, BinaryTable, project
from engine.methods.k_containment.made import require_features, require_rows
from engine.methods.k_containment.projection import Projection, withdraw
from engine.methods.k_containment.release import certificate_entries
from engine.methods.k_containment.selection.greedy import REASONS
from engine.methods.k_containment.tables.table import distinct_rows
from engine.methods.overlaps.reading import KeyedWords
from engine.methods.overlaps.rows import RowNumbers
from engine.plan.steps import TableStep
from engine.policy.clauses.tables import TablePolicy
from engine.record.counted import HiddenClassCount, TableRecord, TableRisk
from engine.stages.hide_class.stage import HideClassStage
from engine.stages.hide_class.tables import HiddenTable, TableClasses
from engine.stages.table_words import Decide, TextClauses, spoken
from engine.text import Decision, Document, SensitiveText
from flows.tables.released import ReleasedTable
from flows.tables.rows import row_numbers

_ADVICE = "The table was refused; nothing of it was released."


class TableRelease:
    """Makes and proves one table.

    Parameters
    ----------
    decide : callable
        Decisions of the plan's text clauses.
    verifier : Verifier
        Of the same plan.
    hide_class : HideClassStage or None
        Hides the class of a table's file.
    words : KeyedWords or None
        By which rows are known again, where releases are remembered.
    """

    def __init__(
        self,
        decide: Decide,
        verifier: Verifier,
        hide_class: HideClassStage | None = None,
        words: KeyedWords | None = None,
    ) -> None:
        self._decide, self._verifier, self._hide_class = decide, verifier, hide_class
        self._words = words

    def read(self, source: Source, step: TableStep) -> tuple[BinaryTable, Sequence[str], frozenset[str]]:
        """The binary table of a file, the features that were left out, and the words that went."""
        binariser = Binariser(step.settings, TextClauses(self._decide))
        for batch in batches(Path(source.path), Wanted.by(step.settings), source.relative):
            binariser.add(batch)
        binariser.require_columns()
        require_rows(source.id, binariser.n_rows, step.settings.k)
        return binariser.table(), binariser.barred, binariser.removed_words

    def preview(self, source: Source, step: TableStep) -> dict[str, object]:
        """See `flows.tables.stage.TableStage.preview`."""
        return self.previewed(source, step)[0]

    def previewed(self, source: Source, step: TableStep) -> tuple[dict[str, object], RowNumbers | None]:
        """See `flows.tables.stage.TableStage.previewed`."""
        table, barred, _ = self.read(source, step)
        projection, _ = self._hidden(source, step, project(table, step.settings, measure_auc=step.measure))
        dropped = {table.names[place]: REASONS[why] for place, why in projection.dropped.items()}
        dropped |= dict.fromkeys(barred, REASONS["discloses"])
        kept = {"kept": list(projection.table.names), "dropped": dropped}
        rows = row_numbers(source, step, projection, self._words) if self._words else None
        return {"clause": step.id, "method": step.settings.choose, **projection.summary(), **kept}, rows

    def release(self, source: Source, step: TableStep, target: Path, certificate: Path) -> ReleasedTable:
        """See `flows.tables.stage.TableStage.release`."""
        state = _state(source)
        table, barred, removed = self.read(source, step)
        if _state(source) != state:
            advice = "Release it again when nobody writes to it."
            raise UnreadableError(fault("TAB008", source.id, "must not change while it is read", "", advice))
        source.require_as_listed()
        projection = project(table, step.settings, measure_auc=step.measure, prove=False)
        projection, hidden = self._hidden(source, step, projection)
        released = projection.table
        require_features(source.id, released.shape[1], step.settings.k)
        kind = kind_of(source.relative) if step.release_as == "same" else step.release_as
        entries = certificate_entries(projection.certificate)
        write_table(target, released, step.settings.label, kind)
        found = read_back(target, kind, step.settings.label)
        achieved, counted = self._prove(source.id, step, released, found, entries, removed)
        hide_class, secret = self._check_class(step, hidden, found)
        content = _certificate(target, step.settings.k, achieved, found, entries)
        certificate.write_bytes(content)
        record = _record(step, projection, barred, achieved, counted)
        digest = hashlib.sha256(content).hexdigest()
        record = record.model_copy(update={"certificate_sha256": digest, "risk_after": _risk_as_read(found)})
        names = {table.names[place]: reason for place, reason in projection.dropped.items()}
        rows = row_numbers(source, step, projection, self._words) if self._words else None
        reasons = names | dict.fromkeys(barred, "discloses")
        return ReleasedTable(kind, record, reasons, hide_class, secret, rows)

    def _hidden(
        self, source: Source, step: TableStep, projection: Projection
    ) -> tuple[Projection, HiddenTable | None]:
        """The projection without the features that tell its class, under a policy that hides classes."""
        if self._hide_class is None:
            return projection, None
        hidden = TableClasses(self._hide_class, _given(step)).hide(
            source.id, projection.table.names, source.folders
        )
        if not hidden.gone:
            return projection, hidden
        return withdraw(projection, hidden.gone, "class", measure_auc=step.measure), hidden

    def _check_class(
        self, step: TableStep, hidden: HiddenTable | None, found: ReadBack
    ) -> tuple[HiddenClassCount | None, Mapping[str, object]]:
        """Definition 1 for the file as it was read back, and what is recorded of it."""
        if self._hide_class is None or hidden is None:
            return None, {}
        classes = TableClasses(self._hide_class, _given(step))
        if faults := classes.faults(hidden, found.names):
            raise RefusedError(*faults)
        return classes.count(hidden, found.names), {"hide_class": classes.private(hidden, found.names)}

    def _prove(
        self,
        ident: str,
        step: TableStep,
        released: BinaryTable,
        found: ReadBack,
        entries: Sequence[Mapping[str, object]],
        removed: frozenset[str],
    ) -> tuple[int, bool]:
        """The level of the table as it was read back, and whether it was counted in full."""
        k = step.settings.k
        level = count_level(found.rows, len(found.names), zeros=step.settings.protect_zeros)
        same = set(found.names) == set(released.names) and len(found.rows) == released.shape[0]
        proven = witnesses_hold(found.rows, entries, k) and (level is None or level >= k)
        if not (same and proven):
            got = f"{level}" if level is not None and level < k else "another table than was made"
            must = f"must reach k = {k} when it is read back"
            raise RefusedError(fault("TAB007", ident, must, got, _ADVICE))
        self._require_labels(ident, step.settings, found)
        faults = self._name_faults(ident, found.names, removed)
        if faults:
            raise RefusedError(*faults)
        return (k, False) if level is None else (level, True)

    def _require_labels(self, ident: str, asked: TablePolicy, found: ReadBack) -> None:
        if asked.limits_labels and not labels_hold(
            found.rows,
            found.labels,
            len(found.names),
            asked.l_diversity,
            asked.t_closeness,
            zeros=asked.protect_zeros,
        ):
            must = "must keep l_diversity and t_closeness when it is read back"
            raise RefusedError(fault("TAB007", ident, must, "rows that tell their label", _ADVICE))

    def _name_faults(self, ident: str, names: Sequence[str], removed: frozenset[str]) -> list[Fault]:
        """Faults of the names in the file: the policy's second look at them."""
        left = len(removed.intersection(names))
        faults = [fault("VER001", ident, "must hold no value that was removed", f"{left} words", _ADVICE)]
        texts = [text for name in names for text in dict.fromkeys((name, spoken(name)))]
        none: Sequence[Decision] = ()
        verified = self._verifier.verify(Document(ident, SensitiveText("")), none, texts)
        return faults * bool(left) + verified


def _given(step: TableStep) -> list[str]:
    """Names that the policy writes into the table: columns that become features, and the label."""
    return [name for name, column in step.settings.columns.items() if column.kind != "entity"]


def _state(source: Source) -> tuple[int, int]:
    found = Path(source.path).stat()
    return found.st_size, found.st_mtime_ns


def _certificate(
    target: Path, k: int, achieved: int, found: ReadBack, entries: Sequence[Mapping[str, object]]
) -> bytes:
    """The certificate as a file: row numbers only."""
    with target.open("rb") as stream:
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    head = {"format": 1, "k": k, "achieved_k": achieved, "table_sha256": sha256}
    head |= {"rows": len(found.rows), "features": len(found.names)}
    content = head | {"proof": list(entries)}
    return (json.dumps(content, separators=(",", ":"), sort_keys=True) + "\n").encode()


def _risk_as_read(found: ReadBack) -> TableRisk:
    equal = Counter(found.rows)
    positive = Counter(row for row, label in zip(found.rows, found.labels, strict=False) if label)
    return TableRisk.of(list(equal.values()), [positive[row] for row in equal] if found.label else ())


def _risk_as_made(table: BinaryTable) -> TableRisk:
    _, group, counts = distinct_rows(table.matrix)
    if table.labels is None:
        return TableRisk.of(counts.tolist())
    positive = np.bincount(group[table.labels], minlength=len(counts))
    return TableRisk.of(counts.tolist(), positive.tolist())


def _record(
    step: TableStep, projection: Projection, barred: Sequence[str], achieved: int, counted: bool
) -> TableRecord:
    source, table = projection.source, projection.table
    declared = set(step.settings.declared)
    reasons = {source.names[place]: str(reason) for place, reason in projection.dropped.items()}
    reasons |= dict.fromkeys(barred, "discloses")
    dropped = dict(sorted(Counter(reasons.values()).items()))
    return TableRecord(
        k=projection.k,
        protect_zeros=projection.protect_zeros,
        l_diversity=step.settings.l_diversity,
        t_closeness=step.settings.t_closeness,
        achieved_k=achieved,
        method=step.settings.choose,
        rows=source.shape[0],
        label=step.settings.label,
        columns=tuple(step.settings.columns),
        features_before=source.shape[1] + len(barred),
        features_after=table.shape[1],
        n_kept_found=sum(name not in declared for name in table.names),
        ones_before=int(source.matrix.nnz),
        ones_after=int(table.matrix.nnz),
        ones_cleared=projection.n_cleared,
        rows_all_zero_before=projection.n_all_zero_before,
        rows_all_zero_after=projection.n_all_zero,
        dropped=dropped,
        reasons={reason: REASONS[reason] for reason in dropped},
        dropped_features={name: why for name, why in reasons.items() if name in declared},
        kept_features=tuple(name for name in table.names if name in declared),
        auc_before=projection.auc_before,
        auc_after=projection.auc_after,
        proof="counted" if counted else "witnesses",
        certificate="",
        certificate_sha256="",
        risk_before=_risk_as_made(source),
    )

"""A table's way: read under its clause, projected, written, read back, proven."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from adapters.documents.sandbox import Limits
from adapters.documents.settings import MEBIBYTE
from adapters.table_read_back import ReadBack, read_back
from adapters.tables import Kind, Wanted, batches, kind_of, write_table
from engine.errors import Fault, InvalidError, RefusedError, UnreadableError, fault
from engine.methods.k_containment import Binariser, BinaryTable, Certificate, certify, project
from engine.methods.k_containment.greedy import REASONS
from engine.methods.k_containment.projection import Projection
from engine.methods.k_containment.release import (
    by_content,
    certificate_entries,
    count_level,
    witnesses_hold,
)
from engine.plan import Plan, TableStep
from engine.report import TableRecord
from engine.table_censor import Decide, TextClauses, spoken
from engine.text import Decision, Document, SensitiveText
from engine.verify import Verifier
from flows.sources import Source

TABLE_LIMITS = Limits(memory_bytes=4096 * MEBIBYTE, cpu_seconds=7200, wall_seconds=10_800.0)
"""What the process that makes one table may use: tables are larger than documents."""
_ADVICE = "The table was refused; nothing of it was released."


@dataclass(frozen=True, slots=True)
class ReleasedTable:
    """A table that was proven: its record, and the features it lost, for the private record.

    Parameters
    ----------
    kind : {"csv", "jsonl", "parquet"}
    dropped : mapping of str to str
        Feature, by its name in the data, to the reason.
    """

    kind: Kind
    record: TableRecord
    dropped: Mapping[str, str]


class TableStage:
    """The clauses about tables of a plan.

    Parameters
    ----------
    plan : Plan
    decide : callable
        Decisions of the plan's text clauses.
    verifier : Verifier
        Of the same plan.
    """

    def __init__(self, plan: Plan, decide: Decide, verifier: Verifier) -> None:
        self._plan, self._steps = plan, plan.tables
        self._patterns = [(step, [_pattern(name) for name in step.files]) for step in plan.tables]
        self._decide, self._verifier = decide, verifier

    def step_for(self, relative: str) -> TableStep | None:
        """The clause that names a file, by its path below the source folder.

        Raises
        ------
        InvalidError
            ``TAB003`` when several do.
        """
        path = _folded(relative)
        found = [step for step, patterns in self._patterns if any(_is_named(path, p) for p in patterns)]
        if len(found) > 1:
            must = "must be named by one clause about tables"
            advice = "Make the patterns under files: narrower."
            got = ", ".join(step.id for step in found)
            raise InvalidError(fault("TAB003", "table", must, got, advice))
        return found[0] if found else None

    def require_text_clauses(self, ident: str, has_matter: bool) -> None:
        """Refuse a document that no clause is about.

        Raises
        ------
        InvalidError
            ``TAB009`` when the policy has clauses about tables alone.
        """
        plan = self._plan
        if self._steps and not (plan.identifiers or plan.concepts or plan.confuse or has_matter):
            must = "must be a table that the policy names, since it has clauses about tables alone"
            advice = "Name it under files:, add clauses about text, or leave the file out."
            raise UnreadableError(fault("TAB009", ident, must, "another file", advice))

    def read(self, source: Source, step: TableStep) -> tuple[BinaryTable, Sequence[str], frozenset[str]]:
        """The binary table of a file, the features that were left out, and the words that went."""
        binariser = Binariser(step.settings, TextClauses(self._decide))
        for batch in batches(Path(source.path), Wanted.by(step.settings), source.relative):
            binariser.add(batch)
        table = binariser.table()
        if table.shape[0] < step.settings.k:
            must = f"must have at least k = {step.settings.k} rows"
            raise RefusedError(fault("TAB005", source.id, must, table.shape[0], _ADVICE))
        return table, binariser.barred, binariser.removed_words

    def release(self, source: Source, step: TableStep, target: Path, certificate: Path) -> ReleasedTable:
        """Write the projected table of `source` and its certificate, and prove what was written.

        Parameters
        ----------
        source : Source
        step : TableStep
        target, certificate : Path
            Where they go; no good until this returns.

        Raises
        ------
        UnreadableError, TableError
            The file cannot be read under the clause.
        RefusedError
            ``TAB005`` fewer than k rows, ``TAB006`` no feature is left, ``TAB007`` the file read back
            does not prove k, ``VER001``-``VER003`` a name of a feature discloses.
        """
        state = _state(source)
        table, barred, removed = self.read(source, step)
        if _state(source) != state:
            advice = "Release it again when nobody writes to it."
            raise UnreadableError(fault("TAB008", source.id, "must not change while it is read", "", advice))
        projection = project(table, step.settings, measure_auc=step.measure, prove=False)
        released = by_content(projection.table)
        if not released.shape[1]:
            must = f"must have a feature that can be shown at k = {step.settings.k}"
            raise RefusedError(fault("TAB006", source.id, must, "none", _ADVICE))
        kind = kind_of(source.relative) if step.release_as == "same" else step.release_as
        proof = certify(released.matrix, step.settings.k)
        entries = certificate_entries(proof or Certificate(step.settings.k, ()))
        write_table(target, released, step.settings.label, kind)
        found = read_back(target, kind, step.settings.label)
        achieved, counted = self._prove(source.id, step, released, found, entries, removed)
        content = _certificate(target, step.settings.k, achieved, found, entries)
        certificate.write_bytes(content)
        record = _record(step, projection, barred, achieved, counted)
        digest = hashlib.sha256(content).hexdigest()
        record = record.model_copy(update={"certificate_sha256": digest})
        names = {table.names[place]: reason for place, reason in projection.dropped.items()}
        return ReleasedTable(kind, record, names | dict.fromkeys(barred, "discloses"))

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
        level = count_level(found.rows, len(found.names))
        same = set(found.names) == set(released.names) and len(found.rows) == released.shape[0]
        proven = witnesses_hold(found.rows, entries, k) and (level is None or level >= k)
        if not (same and proven):
            got = f"{level}" if level is not None and level < k else "another table than was made"
            must = f"must reach k = {k} when it is read back"
            raise RefusedError(fault("TAB007", ident, must, got, _ADVICE))
        faults = self._name_faults(ident, found.names, removed)
        if faults:
            raise RefusedError(*faults)
        return (k, False) if level is None else (level, True)

    def _name_faults(self, ident: str, names: Sequence[str], removed: frozenset[str]) -> list[Fault]:
        """Faults of the names in the file: the policy's second look at them."""
        left = len(removed.intersection(names))
        faults = [fault("VER001", ident, "must hold no value that was removed", f"{left} words", _ADVICE)]
        texts = [text for name in names for text in dict.fromkeys((name, spoken(name)))]
        none: Sequence[Decision] = ()
        verified = self._verifier.verify(Document(ident, SensitiveText("")), none, texts)
        return faults * bool(left) + verified


def _pattern(name: str) -> re.Pattern[str]:
    """A file name with * and ? as an expression; it names paths when it has a slash."""
    expression = re.escape(_folded(name)).replace(r"\*", ".*").replace(r"\?", ".")
    return re.compile(expression if "/" in name else rf"(?:.*/)?{expression.replace('.*', '[^/]*')}")


def _is_named(path: str, pattern: re.Pattern[str]) -> bool:
    return pattern.fullmatch(path) is not None


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


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
    )


def output_suffix(kind: Kind, relative: str) -> str:
    """The suffix of a released table: the input's own where it says the same."""
    own = PurePosixPath(relative).suffix
    return own if own.lower() == f".{kind}" else f".{kind}"

"""The clauses about tables: which files they name, and what becomes of the others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from adapters.documents.opening.sources import Source
from engine.checks.released_text import Verifier
from engine.errors import InvalidError, UnreadableError, fault
from engine.methods.overlaps.reading import KeyedWords
from engine.methods.overlaps.rows import RowNumbers
from engine.plan.plan import Plan
from engine.plan.steps import TableStep
from engine.stages.table_words import Decide
from flows.compiling.document_rules import settings_of
from flows.tables.released import ReleasedTable

if TYPE_CHECKING:
    from engine.stages.hide_class.stage import HideClassStage


class TableStage:
    """The clauses about tables of a plan.

    Parameters
    ----------
    plan : Plan
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
        plan: Plan,
        decide: Decide,
        verifier: Verifier,
        hide_class: HideClassStage | None = None,
        words: KeyedWords | None = None,
    ) -> None:
        self._plan, self._steps, self._hide_class = plan, plan.tables, hide_class
        self._words = words
        self._settings = settings_of(plan)
        self._patterns = [(step, [_pattern(name) for name in step.files]) for step in plan.tables]
        self._decide, self._verifier = decide, verifier

    def step_for(self, relative: str) -> TableStep | None:
        """The clause that names a file, by its path below the source folder.

        Raises
        ------
        InvalidError
            ``TAB003`` when several do.
        """
        found = self._named(relative)
        if len(found) > 1:
            must = "must be named by one clause about tables"
            advice = "Make the patterns under files: narrower."
            got = ", ".join(step.id for step in found)
            raise InvalidError(fault("TAB003", "table", must, got, advice))
        return found[0] if found else None

    def _named(self, relative: str) -> list[TableStep]:
        path = _folded(relative.replace("\\", "/"))
        return [step for step, patterns in self._patterns if any(_is_named(path, p) for p in patterns)]

    def require_text_clauses(self, ident: str, has_matter: bool) -> None:
        """Refuse a document that no clause is about.

        Raises
        ------
        InvalidError
            ``TAB009`` when the policy has clauses about tables alone.
        """
        plan = self._plan
        if self._steps and not (
            plan.identifiers or plan.concepts or plan.attributes or plan.hide_class or has_matter
        ):
            must = "must be a table that the policy names, since it has clauses about tables alone"
            advice = "Name it under files:, add clauses about text, or leave the file out."
            raise UnreadableError(fault("TAB009", ident, must, "another file", advice))

    @property
    def names_inside(self) -> bool:
        """Whether the names of files in archives and mails are wanted, for `require_unpacked`."""
        return bool(self._steps)

    def require_unpacked(self, source: Source, inside: Sequence[str]) -> None:
        """Refuse an archive or mail that holds a table of a clause: it would be released row by row.

        Parameters
        ----------
        source : Source
        inside : sequence of str
            Names of the files in it.

        Raises
        ------
        UnreadableError
            ``TAB010``.
        """
        folder = PurePosixPath(source.relative)
        if any(self._named((folder / name).as_posix()) for name in inside):
            must = "must not hold a table that a clause of the policy names"
            advice = "Unpack it, and release the table by itself."
            raise UnreadableError(fault("TAB010", source.id, must, "a table inside it", advice))

    def preview(self, source: Source, step: TableStep) -> dict[str, object]:
        """What would be released of a table, for the person who may read it; nothing is written."""
        from flows.tables.release import TableRelease

        return TableRelease(self._decide, self._verifier, self._hide_class).preview(source, step)

    def previewed(self, source: Source, step: TableStep) -> tuple[dict[str, object], RowNumbers | None]:
        """The same, and what its rows would hide, where releases are remembered."""
        from flows.tables.release import TableRelease

        maker = TableRelease(self._decide, self._verifier, self._hide_class, self._words)
        return maker.previewed(source, step)

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
            does not prove k, ``VER001``-``VER003`` a name of a feature discloses; ``KCF010``-``KCF013`` its
            class cannot be hidden.
        """
        from flows.tables.release import TableRelease  # scikit-learn takes a second that few releases need

        maker = TableRelease(self._decide, self._verifier, self._hide_class, self._words)
        return maker.release(source, step, target, certificate)


def _pattern(name: str) -> re.Pattern[str]:
    """A file name with * and ? as an expression; it names paths when it has a slash."""
    expression = re.escape(_folded(name)).replace(r"\*", ".*").replace(r"\?", ".")
    return re.compile(expression if "/" in name else rf"(?:.*/)?{expression.replace('.*', '[^/]*')}")


def _is_named(path: str, pattern: re.Pattern[str]) -> bool:
    return pattern.fullmatch(path) is not None


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()

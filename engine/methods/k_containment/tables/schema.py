"""From columns of cells to binary features, batch by batch, as a policy declares them."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csc_array, hstack

from engine.errors import Fault, fault
from engine.methods.k_containment.tables.table import BinaryTable, Bools, TableError, as_binary, supports
from engine.policy.clauses.tables import TableColumn, TablePolicy, interval_names, word_pattern

__all__ = ["Binariser", "Censor", "Coded", "TablePolicy", "cell_text", "code", "interval_names"]

Cells = Sequence[str | None]


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """A column of cells, each distinct one kept once.

    Parameters
    ----------
    codes : ndarray of int, shape (n_rows,)
        Place of each row's cell in `values`; -1 for a missing one.
    values : sequence of str
        Cells without blanks around them; an empty one is missing.
    """

    codes: NDArray[np.int32]
    values: Sequence[str]


class Censor(Protocol):
    """What the rest of a policy says about cells and about names that come from them."""

    def clean(self, cell: str) -> tuple[str, Sequence[str]]:
        """The cell without what must go, and the fragments that went."""
        ...

    def discloses(self, name: str, declared: bool) -> bool:
        """Whether a name must not be released; `declared` when the policy wrote it, not the data."""
        ...


def code(cells: Cells) -> Coded:
    """A column given cell by cell, coded."""
    places: dict[str, int] = {}
    codes = [places.setdefault(cell.strip(), len(places)) if cell is not None else -1 for cell in cells]
    return Coded(np.array(codes, np.int32), list(places))


def cell_text(value: object) -> str | None:
    """A value as a cell of text; of a list, one entry a line.

    Raises
    ------
    TypeError
        For a structure, which is no cell.
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "\n".join(cell_text(each) or "" for each in value)
    if isinstance(value, Mapping):
        raise TypeError
    return None if value != value else str(value).removesuffix(".0")


class Binariser:
    """Makes a binary table from batches of rows; holds its ones and distinct words, never the cells.

    Parameters
    ----------
    policy : TablePolicy
    censor : Censor, optional
        Keeps words and values that must not be released from becoming names of features.
    """

    def __init__(self, policy: TablePolicy, censor: Censor | None = None) -> None:
        self._policy, self._censor = policy, censor
        self._seen: set[str] = set()
        self._not_numbers: dict[str, Fault] = {}
        self._blocks = {
            name: _reader(name, column, censor)
            for name, column in policy.columns.items()
            if column.kind not in ("label", "entity")
        }
        self._labels: list[Bools] = []
        self._entities = _Entities()
        self.n_rows = 0
        self.barred: list[str] = []
        """Features left out because their names disclose; known once `table` was called."""

    def add(self, batch: Mapping[str, Coded]) -> None:
        """Take the next rows; a column that is absent here is missing in these rows."""
        n_rows = max((len(coded.codes) for coded in batch.values()), default=0)
        self._seen |= batch.keys()
        for name, column in self._policy.columns.items():
            coded = batch.get(name, Coded(np.full(n_rows, -1, np.int32), ()))
            if column.kind == "label":
                self._labels.append(_positive(coded, column))
            elif column.kind == "entity":
                self._entities.add(coded)
            else:
                self._read(name, coded)
        self.n_rows += n_rows

    def _read(self, name: str, coded: Coded) -> None:
        try:
            self._blocks[name].add(coded, self.n_rows)
        except _NotANumber as error:
            row = self.n_rows + int(np.argmax(coded.codes == error.place)) + 1
            where = f"column {name} row {row}"
            self._not_numbers.setdefault(name, fault("KCT009", where, "must be a number or empty"))

    def require_columns(self) -> None:
        """Raise ``KCT008`` when a declared column was in no batch."""
        if faults := [*self._absent()]:
            raise TableError(*faults)

    def table(self) -> BinaryTable:
        """The table of all rows; to be asked for once, since what was collected is given up.

        Raises
        ------
        TableError
            ``KCT008`` a declared column is absent; ``KCT009`` a cell of an interval column is no number (row
            number only); ``KCT002`` the label has one class; ``KCT012`` a row has no entity, or two rows have
            the same.
        """
        faults = [*self._absent(), *self._not_numbers.values()]
        faults += [*self._label_faults(), *self._entities.faults()]
        if faults:
            raise TableError(*faults)
        blocks, names, public = [], [], []
        for name, column in self._policy.columns.items():
            if name not in self._blocks:
                continue
            block, found = self._blocks[name].features(self.n_rows)
            declared = column.declared(name) is not None
            enough = declared | (supports(block) >= self._policy.k)  # a rare one is never released
            kept = [i for i, each in enumerate(found) if not self._discloses(name, each, declared, enough[i])]
            blocks.append(block if len(kept) == len(found) else csc_array(block[:, kept]))
            names += [found[i] for i in kept]
            public += [declared] * len(kept)
        labels = np.concatenate(self._labels) if self._policy.label and self._labels else None
        return BinaryTable(as_binary(hstack(blocks, format="csc")), names, labels, np.array(public, np.bool_))

    @property
    def removed_words(self) -> frozenset[str]:
        """Features of text columns that must not be, since their words were removed from a cell."""
        return frozenset(f"{name}:{word}" for name, block in self._blocks.items() for word in block.barred)

    def _discloses(self, column: str, feature: str, declared: bool, enough: bool) -> bool:
        shown = feature if declared else feature[len(column) + 1 :]
        barred = shown in self._blocks[column].barred or (
            enough and self._censor is not None and self._censor.discloses(shown, declared)
        )
        if barred:
            self.barred.append(feature)
        return barred

    def _absent(self) -> Iterable[Fault]:
        for name in self._policy.columns:
            if name not in self._seen:
                advice = "Check the spelling, the header, and what parts the cells (delimiter)."
                yield fault("KCT008", f"column {name}", "must be in the table", "", advice)

    def _label_faults(self) -> Iterable[Fault]:
        label = self._policy.label
        if label is None or label not in self._seen:
            return
        n_positive = sum(int(part.sum()) for part in self._labels)
        if n_positive in (0, self.n_rows):
            advice = "Check the positive values."
            yield fault("KCT002", f"column {label}", "must have exactly two classes", 1, advice)


class _NotANumber(Exception):
    def __init__(self, place: int) -> None:
        self.place = place


class _Reader(ABC):
    """Collects the ones of one column; its subclasses say which features a cell has."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.barred: set[str] = set()
        self._rows: list[NDArray[np.int32]] = []
        self._features: list[NDArray[Any]] = []

    @abstractmethod
    def of_cell(self, cell: str) -> Sequence[int]:
        """Features of a cell that is not empty."""

    def add(self, coded: Coded, first_row: int) -> None:
        """Take a batch: each distinct cell is read once."""
        lists = [self._of(place, cell) for place, cell in enumerate(coded.values)]
        lists.append(())  # for the missing, whose code is -1
        lengths = np.array([len(each) for each in lists], np.int64)
        flat = np.array([feature for each in lists for feature in each], np.int32)
        hits = np.flatnonzero((lengths > 0)[coded.codes])  # few rows have a one: go on with those alone
        codes = coded.codes[hits]
        counts = lengths[codes]
        starts = (np.cumsum(lengths) - lengths)[codes]
        before = np.cumsum(counts) - counts
        places = np.repeat(starts - before, counts) + np.arange(int(counts.sum()))
        rows = (hits + first_row).astype(np.int32)
        self._rows.append(np.repeat(rows, counts))
        self._features.append(flat[places].astype(np.min_scalar_type(flat.max(initial=0))))

    def _of(self, place: int, cell: str) -> Sequence[int]:
        try:
            return self.of_cell(cell) if cell else ()
        except ValueError:
            raise _NotANumber(place) from None

    def features(self, n_rows: int) -> tuple[csc_array, list[str]]:
        """The ones of all rows, and the names of the features; what was collected is given up."""
        none = np.empty(0, np.int32)
        rows, features = np.concatenate([none, *self._rows]), np.concatenate([none, *self._features])
        self._rows, self._features = [], []
        ones = coo_array((np.ones(len(rows), np.uint8), (rows, features)), shape=(n_rows, len(self.names)))
        matrix = csc_array(ones)
        matrix.data[:] = 1
        return matrix, self.names


class _Groups(_Reader):
    """A feature for each listed group of values."""

    def __init__(self, names: Sequence[str], groups: Iterable[Iterable[str]]) -> None:
        super().__init__()
        self.names = list(names)
        self._of_value: dict[str, list[int]] = {}
        for feature, values in enumerate(groups):
            for value in values:
                self._of_value.setdefault(value, []).append(feature)

    def of_cell(self, cell: str) -> Sequence[int]:
        return self._of_value.get(cell, ())


class _Intervals(_Reader):
    """A feature for each interval; a cell that is no number raises ValueError."""

    def __init__(self, name: str, edges: tuple[float, ...]) -> None:
        super().__init__()
        self.names, self._edges = interval_names(name, edges), edges

    def of_cell(self, cell: str) -> Sequence[int]:
        number = float(cell)
        if math.isnan(number):
            raise ValueError
        return (bisect_left(self._edges, number),)


class _Found(_Reader):
    """Features that the data bring: words of texts, values without groups; sorted by name at the end."""

    def __init__(self, prefix: str, least_rows: int) -> None:
        super().__init__()
        self._prefix, self._least = prefix, least_rows
        self._places: dict[str, int] = {}

    def place(self, name: str) -> int:
        """Number of a feature, in order of first sight."""
        return self._places.setdefault(name, len(self._places))

    def features(self, n_rows: int) -> tuple[csc_array, list[str]]:
        self.names = list(self._places)
        matrix, _ = super().features(n_rows)
        enough = np.diff(matrix.indptr) >= self._least
        order = sorted(np.flatnonzero(enough), key=lambda place: self.names[place])
        return csc_array(matrix[:, order]), [f"{self._prefix}{self.names[place]}" for place in order]


class _Values(_Found):
    """A feature for each value of a column."""

    def of_cell(self, cell: str) -> Sequence[int]:
        return (self.place(cell),)


class _Words(_Found):
    """A feature for each word of what the policy leaves of a text; a word that went once never is one."""

    def __init__(self, prefix: str, column: TableColumn, censor: Censor | None) -> None:
        super().__init__(prefix, column.min_documents)
        self._token, self._censor = word_pattern(column.token), censor

    def of_cell(self, cell: str) -> Sequence[int]:
        kept = cell
        if self._censor is not None:
            kept, gone = self._censor.clean(cell)
            self.barred.update(word for fragment in gone for word in self._words(fragment))
        return [self.place(word) for word in dict.fromkeys(self._words(kept))]

    def _words(self, text: str) -> list[str]:
        found: list[str] = self._token.findall(text.lower())
        return found


def _reader(name: str, column: TableColumn, censor: Censor | None) -> _Reader:
    if column.kind == "text":
        return _Words(f"{name}:", column, censor)
    if column.kind == "interval":
        return _Intervals(name, column.edges or ())
    names = column.declared(name)
    if names is None:
        return _Values(f"{name}=", 1)
    return _Groups(names, column.groups.values() if column.groups else [column.ones])


def _positive(coded: Coded, column: TableColumn) -> Bools:
    positive = [value in (column.positive or ()) for value in coded.values]
    return np.array([*positive, False], np.bool_)[coded.codes]


class _Entities:
    """Who the rows are about, by digest: each must be there, and once."""

    def __init__(self) -> None:
        self._digests: set[bytes] = set()
        self._missing = self._repeated = 0

    def add(self, coded: Coded) -> None:
        there = np.array([*map(bool, coded.values), False], np.bool_)[coded.codes]
        counts = np.bincount(coded.codes[there], minlength=len(coded.values))
        self._missing += int((~there).sum())
        for value, count in zip(coded.values, counts, strict=True):
            if count:
                digest = blake2b(value.encode("utf-8", "surrogatepass"), digest_size=16).digest()
                self._repeated += int(count) - (digest not in self._digests)
                self._digests.add(digest)

    def faults(self) -> Iterable[Fault]:
        advice = "k rows must be k different ones: make one row of the rows about the same."
        for number, what in ((self._missing, "without one"), (self._repeated, "about one seen before")):
            if number:
                must = "must name whom each row is about, each once"
                yield fault("KCT012", "the entity's column", must, f"{number} rows {what}", advice)

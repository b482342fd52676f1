"""Columns of JSON and of trees like it: the values under one path of keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from engine.methods.columns.headers import Meaning
from engine.methods.columns.kinds import CODES, HARMLESS
from engine.methods.columns.reading.grid import cells_of
from engine.text import Part

_NO_SUBJECT_WORDS = """
    value values code text coding display data content item items entry entries
"""
NO_SUBJECT = frozenset(_NO_SUBJECT_WORDS.split())
"""Keys and headers that leave open what a value is."""
_LABEL_KEYS = frozenset(
    {
        "key", "name", "label", "field", "code", "type", "display", "question", "attribute", "sys", "system",
        "kind", "nm", "tag", "param", "parameter",
    }
)  # fmt: skip
_VALUE_KEYS = frozenset({"value", "val", "valuestring", "values", "text", "content", "answer", "data", "v"})
_GENERAL = frozenset({"name", "unique-code", "text", "label", "measure", "person"})


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its header and its cells.

    Parameters
    ----------
    table, index : int
        Number of the table in the document, and of the column in the table.
    header : str
        As it stands in the document; empty when there is none.
    meaning : Meaning or None
        What the header says.
    cells : list of Part
        Without the header's.
    """

    table: int
    index: int
    header: str
    meaning: Meaning | None
    cells: list[Part] = field(default_factory=list)


class Paths:
    """Reads the columns of one tree.

    Parameters
    ----------
    meaning : callable
        What a header says.
    are_labels : callable
        Whether most texts say what a value is.
    """

    def __init__(
        self, meaning: Callable[[str], Meaning | None], are_labels: Callable[[Sequence[str]], bool]
    ) -> None:
        self.meaning, self._are_labels = meaning, are_labels

    def read(self, parts: Sequence[Part], text: str) -> list[Column]:
        """The values under one path as a column, those cut up by the labels beside them."""
        found: dict[tuple[int, str], Column] = {}
        for part, cell in cells_of(parts):
            key = cell.column, part.name
            if key not in found:
                found[key] = Column(cell.table, cell.column, part.name, self._of_path(part.name))
            found[key].cells.append(part)
        return _hidden_together(self._paired([*found.values()], text))

    def _paired(self, columns: Sequence[Column], text: str) -> list[Column]:
        """Columns of JSON, those of values cut up by the labels beside them: {"key": "MRN", "value": ...}."""
        labels = {
            column.header.rpartition(".")[0]: column
            for column in columns
            if _last_key(column) in _LABEL_KEYS
            and self._are_labels([text[part.start : part.end] for part in column.cells])
        }
        found: list[Column] = []
        for column in columns:
            beside = labels.get(column.header.rpartition(".")[0])
            paired = beside is not None and len(beside.cells) == len(column.cells)
            if beside is None or not paired or _last_key(column) not in _VALUE_KEYS:
                found.append(column)
            else:
                found += self._cut(column, beside, text)
        return found

    def _cut(self, column: Column, labels: Column, text: str) -> Iterable[Column]:
        """A column of values as one for each label that stands beside them."""
        cut: dict[str, Column] = {}
        for label, cell in zip(labels.cells, column.cells, strict=True):
            name = text[label.start : label.end].strip()
            empty = Column(column.table, column.index, name, self.meaning(name))
            cut.setdefault(name.casefold(), empty).cells.append(cell)
        return cut.values()

    def _of_path(self, path: str) -> Meaning | None:
        """What the last key of a path says; one that says little ("id", "value") after the one above it."""
        keys = _keys(path)
        if not keys or "*" in path.removesuffix(".[]")[-1:]:
            return None
        last = self.meaning(keys[-1])
        leaves_open = keys[-1].lower() in NO_SUBJECT
        if (last is None and not leaves_open) or (last is not None and _says_all(last)):
            return last
        joined = self.meaning(" ".join(keys[-3 if leaves_open else -2 :]))
        return last if joined is None or _prevails(last, joined) else joined


def _prevails(last: Meaning | None, joined: Meaning) -> bool:
    """Whether the last key names a number plainly, of which the keys above make something harmless."""
    return last is not None and last.is_whole and last.kind in CODES and joined.kind in HARMLESS


def _says_all(last: Meaning) -> bool:
    """Whether the last key of a path needs none above it."""
    return not last.bare and last.kind not in _GENERAL


def _hidden_together(columns: Sequence[Column]) -> list[Column]:
    """Columns whose hidden key comes once, as one: keys that are values ("00731942": 84) name no column."""
    found: list[Column] = []
    once: dict[str, Column] = {}
    for column in columns:
        if "*" not in column.header or len(column.cells) > 1:
            found.append(column)
        elif column.header in once:
            once[column.header].cells.extend(column.cells)
        else:
            once[column.header] = column
            found.append(column)
    return found


def _keys(path: str) -> list[str]:
    return [key for key in path.split(".") if key not in ("[]", "*", "")]


def _last_key(column: Column) -> str:
    return column.header.rpartition(".")[2].lower()

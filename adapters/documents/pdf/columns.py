"""The order in which the lines of a page are read: by rows, and by columns where text runs in columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar


class Piece(Protocol):
    """A piece of a row: where its characters start and end, and its level."""

    starts: list[float]
    ends: list[float]
    size: float
    level: float


P = TypeVar("P", bound=Piece)
_LEAST_LINES = 3
_LEAST_CHARACTERS = 18
"""Characters of a column's middle line; in forms and tables cells are shorter."""


def in_order(rows: Sequence[Sequence[P]]) -> list[P]:
    """The pieces of rows in reading order.

    Parameters
    ----------
    rows : sequence of sequences
        From the top; the pieces of each from left to right.

    Returns
    -------
    list
        Where several rows leave the same gap free and what stands on both sides of it is running text, the
        left side comes before the right one. Of the rest, lines below one another are blocks, and blocks
        that share their rows (labels and values, the columns of a table) are read row by row.
    """
    ordered: list[P] = []
    waiting: list[Sequence[P]] = []
    at = 0
    while at < len(rows):
        end, gutter = _columns(rows, at)
        if gutter is None:
            waiting.append(rows[at])
            at += 1
            continue
        ordered += _by_blocks(waiting)
        waiting = []
        left, right = _sides(rows[at:end], gutter)
        ordered += in_order(left) + in_order(right)
        at = end
    return ordered + _by_blocks(waiting)


_STEP = 1.7
"""Most that a line may stand below another one of its block, in sizes of its font."""


class _Block(Generic[P]):
    """Pieces one below the other, each with the number of its row and its place in it."""

    def __init__(self, row: int, place: int, piece: P) -> None:
        self.pieces: list[tuple[int, int, P]] = [(row, place, piece)]

    def takes(self, row: int, piece: P) -> bool:
        """Whether a piece is the block's next line."""
        above_row, _, above = self.pieces[-1]
        shared = min(_end(above), _end(piece)) - max(above.starts[0], piece.starts[0])
        narrower = min(_end(above) - above.starts[0], _end(piece) - piece.starts[0])
        step = above.level - piece.level
        return above_row < row and step < _STEP * max(above.size, piece.size) and shared > 0.5 * narrower

    def rows(self) -> set[int]:
        """The rows that its pieces are in."""
        return {row for row, _, _ in self.pieces}

    def box(self) -> tuple[int, int, float, float]:
        """First and last row, left and right edge."""
        rows = self.rows()
        left = min(piece.starts[0] for _, _, piece in self.pieces)
        return min(rows), max(rows), left, max(_end(piece) for _, _, piece in self.pieces)


def _by_blocks(rows: Sequence[Sequence[P]]) -> list[P]:
    """The pieces block by block, from the top and from the left; each block row by row."""
    if all(len(row) == 1 for row in rows) and _is_one_block(rows):
        return [row[0] for row in rows]
    blocks = _united(_blocks(rows))
    ordered: list[P] = []
    left = sorted(blocks, key=lambda block: block.box()[::2])
    while left:
        _, last, start, _ = left[0].box()
        beside = [b for b in left[1:] if b.box()[0] <= last and b.box()[3] <= start]
        first = min(beside, key=lambda block: block.box()[2], default=left[0])
        left.remove(first)
        ordered += [piece for _, _, piece in sorted(first.pieces, key=lambda found: found[:2])]
    return ordered


def _is_one_block(rows: Sequence[Sequence[P]]) -> bool:
    """Whether every row begins where another one is below or above it: nothing stands beside the rows."""
    if not rows:
        return True
    right = min(_end(row[0]) for row in rows)
    return all(row[0].starts[0] < right for row in rows)


def _blocks(rows: Sequence[Sequence[P]]) -> list[_Block[P]]:
    blocks: list[_Block[P]] = []
    open_: list[_Block[P]] = []
    for number, row in enumerate(rows):
        if row:
            least = row[0].level
            open_ = [b for b in open_ if b.pieces[-1][2].level - least < _STEP * b.pieces[-1][2].size * 2]
        for place, piece in enumerate(row):
            home = next((block for block in open_ if block.takes(number, piece)), None)
            if home is None:
                home = _Block(number, place, piece)
                blocks.append(home)
                open_.append(home)
            else:
                home.pieces.append((number, place, piece))
    return blocks


def _united(blocks: Sequence[_Block[P]]) -> list[_Block[P]]:
    """Blocks that stand side by side with most of their rows as one."""
    united: list[_Block[P]] = []
    for block in blocks:
        rows = block.rows()
        for other in [o for o in united if o.rows() & rows]:
            shared = rows & other.rows()
            if len(shared) > 0.5 * min(len(rows), len(other.rows())):
                block.pieces += other.pieces
                rows = block.rows()
                united.remove(other)
        united.append(block)
    return united


def _columns(rows: Sequence[Sequence[P]], at: int) -> tuple[int, float | None]:
    """Where the columns that begin at a row end, and what divides the first from the others."""
    gaps = [(_end(a), b.starts[0]) for a, b in zip(rows[at], rows[at][1:], strict=False)]
    end = at + 1
    while end < len(rows) and (left := [free for gap in gaps if (free := _narrowed(gap, rows[end]))]):
        gaps, end = left, end + 1
    for start, stop in gaps:
        middle = (start + stop) / 2
        if all(map(_is_running, _sides(rows[at:end], middle))):
            return end, middle
    return end, None


def _sides(rows: Sequence[Sequence[P]], middle: float) -> tuple[list[list[P]], list[list[P]]]:
    """The rows left and right of a place, without those that have nothing there."""
    left = [[p for p in row if p.starts[0] < middle] for row in rows]
    right = [[p for p in row if p.starts[0] >= middle] for row in rows]
    return list(filter(None, left)), list(filter(None, right))


def _narrowed(gap: tuple[float, float], row: Sequence[P]) -> tuple[float, float] | None:
    """What a row leaves free of a gap; None if nothing worth a gutter."""
    start, stop = gap
    for piece in row:
        if piece.starts[0] < (start + stop) / 2:
            start = max(start, _end(piece))
        else:
            stop = min(stop, piece.starts[0])
    size = max((piece.size for piece in row), default=1.0)
    return (start, stop) if stop - start > 0.5 * size else None


def _is_running(rows: Sequence[Sequence[P]]) -> bool:
    lengths = sorted(len(piece.starts) for row in rows for piece in row)
    return len(lengths) >= _LEAST_LINES and lengths[len(lengths) // 2] >= _LEAST_CHARACTERS


def _end(piece: Piece) -> float:
    return max(piece.ends)

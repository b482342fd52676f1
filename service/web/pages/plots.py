"""Figures as SVG, drawn by the page's template in the page's own colours: no script, no library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

WIDTH, HEIGHT = 560.0, 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 24.0, 24.0, 48.0
_NEAR = 18.0
_TOPS = (0.04, 0.08, 0.2, 0.4, 0.6, 0.8)


@dataclass(frozen=True)
class Mark:
    """A point of a figure.

    Parameters
    ----------
    x, y : float
        In the figure's units.
    word : str
        Written beside it.
    kind : str
        ``own`` (of the policy as it is), ``below`` (the law demands more), both, or empty.
    """

    x: float
    y: float
    word: str
    kind: str = ""


@dataclass(frozen=True)
class Tick:
    """A number on an axis, and where it stands."""

    at: float
    word: str


@dataclass(frozen=True)
class Figure:
    """A line through marks, ready to be drawn.

    Parameters
    ----------
    marks, labels : sequence of Mark
        At their places in the drawing.
    x_ticks, y_ticks : sequence of Tick
    """

    marks: Sequence[Mark]
    labels: Sequence[Mark]
    x_ticks: Sequence[Tick]
    y_ticks: Sequence[Tick]
    width: float = WIDTH
    height: float = HEIGHT
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    top: float = _TOP
    bottom: float = HEIGHT - _BOTTOM

    @property
    def line(self) -> str:
        """The points of the line."""
        return " ".join(f"{one.x:.1f},{one.y:.1f}" for one in self.marks)


def figure(marks: Sequence[Mark]) -> Figure:
    """Marks whose units are shares, 0 to 1, on axes that show what there is to see."""
    low = min(int(min(one.x for one in marks) * 10) / 10, 0.8)
    high = next((one for one in _TOPS if max(one.y for one in marks) <= one), 1.0)
    across, up = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM

    def x(share: float) -> float:
        return round(_LEFT + across * (share - low) / (1 - low), 1)

    def y(share: float) -> float:
        return round(HEIGHT - _BOTTOM - up * share / high, 1)

    placed = [Mark(x(one.x), y(one.y), one.word, one.kind) for one in marks]
    return Figure(
        placed,
        _labels(placed),
        [Tick(x(low + (1 - low) * n / 4), percent(low + (1 - low) * n / 4)) for n in range(5)],
        [Tick(y(high * n / 4), percent(high * n / 4)) for n in range(5)],
    )


def _labels(marks: Sequence[Mark]) -> list[Mark]:
    """The words of the marks; those of marks that stand together are one label."""
    found: list[Mark] = []
    for one in marks:
        if found and abs(found[-1].x - one.x) < _NEAR and abs(found[-1].y - one.y) < _NEAR:
            found[-1] = replace(found[-1], word=f"{found[-1].word}, {one.word}")
        else:
            found.append(one)
    return found


def percent(share: float) -> str:
    """A share in words."""
    return f"{100 * share:.3g} %"

"""Figures as SVG, drawn by the page's template in the page's own colours: no script, no library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from service.audit.period_rows import PeriodReport

WIDTH, HEIGHT = 560.0, 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 24.0, 24.0, 48.0
_NEAR = 18.0
_MOST_BARS = 31
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
    """A line through marks, or bars, ready to be drawn.

    Parameters
    ----------
    marks, labels : sequence of Mark
        At their places in the drawing.
    x_ticks, y_ticks : sequence of Tick
    thick : float
        Of the bars; 0 where marks stand on a line.
    """

    marks: Sequence[Mark]
    labels: Sequence[Mark]
    x_ticks: Sequence[Tick]
    y_ticks: Sequence[Tick]
    thick: float = 0.0
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
    placed = [replace(one, x=_across((one.x - low) / (1 - low)), y=_up(one.y / high)) for one in marks]
    shares = [low + (1 - low) * n / 4 for n in range(5)]
    ticks = [Tick(_across(n / 4), percent(share)) for n, share in enumerate(shares)]
    return Figure(placed, _labels(placed), ticks, _shares(0.0, high))


def timeline(found: Sequence[tuple[date, float]], first: date, last: date) -> Figure:
    """Shares, 0 to 1, by the day on which they were found."""
    days = max(1, (last - first).days)
    low = 0.0 if min(share for _, share in found) < 0.5 else 0.5
    placed = [
        Mark(_across((day - first).days / days), _up((share - low) / (1 - low)), "") for day, share in found
    ]
    return Figure(placed, (), _dates(first, last), _shares(low, 1.0))


def bars(found: Sequence[tuple[date, int]], first: date, last: date) -> Figure:
    """Counts by day; of a longer time those of several days are one bar."""
    days = (last - first).days + 1
    width = -(-days // _MOST_BARS)
    counts = Counter[int]()
    for day, n in found:
        counts[(day - first).days // width] += n
    high = max(4, -(-max(counts.values()) // 4) * 4)
    placed = [
        Mark(_across((i + 0.5) * width / days), _up(n / high), str(n)) for i, n in sorted(counts.items())
    ]
    ticks = [Tick(_up(n / 4), f"{high * n // 4}") for n in range(5)]
    thick = 0.7 * (WIDTH - _LEFT - _RIGHT) * width / days
    return Figure(placed, (), _dates(first, last), ticks, thick=round(min(thick, 40.0), 1))


def _across(share: float) -> float:
    return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * share, 1)


def _up(share: float) -> float:
    return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * share, 1)


def _shares(low: float, high: float) -> list[Tick]:
    return [Tick(_up(n / 4), percent(low + (high - low) * n / 4)) for n in range(5)]


def _dates(first: date, last: date) -> list[Tick]:
    n = min(4, max(1, (last - first).days))
    days = [first + (last - first) * i / n for i in range(n + 1)]
    return [Tick(_across(i / n), f"{day:%-d %b %Y}") for i, day in enumerate(days)]


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


@dataclass(frozen=True)
class PeriodPlots:
    """The figures of a report for a period; None where there is nothing to draw."""

    work: Figure | None
    recall: Figure | None


def plots_of(report: PeriodReport) -> PeriodPlots:
    """What the report shows over time."""
    recall = [(one.at.date(), one.recall) for one in report.samples if one.recall is not None]
    work = [(one.day, one.documents) for one in report.days]
    return PeriodPlots(
        bars(work, report.first, report.last) if work else None,
        timeline(recall, report.first, report.last) if recall else None,
    )

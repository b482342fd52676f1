"""Figures as SVG files without times, by matplotlib."""

from __future__ import annotations

import importlib
import io
from typing import Any

from adapters.machine.extras import how_to_install
from engine.errors import InvalidError, fault

_REPRODUCIBLE = {"svg.hashsalt": "saferelease", "svg.fonttype": "none"}
"""Ids inside a file depend on its content alone; text stays text."""


def axes_of(title: str, x: str, y: str) -> tuple[Any, Any]:
    """A figure with one pair of axes.

    Raises
    ------
    InvalidError
        ``PLT001`` when matplotlib is not installed.
    """
    try:
        figures = importlib.import_module("matplotlib.figure")
    except ImportError:
        advice = f"{how_to_install('plots')} Or use the numbers."
        must = "must have the extra plots, which is not installed"
        raise InvalidError(fault("PLT001", "figures", must, "", advice)) from None
    figure = figures.Figure(figsize=(6, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.set(title=title, xlabel=x, ylabel=y)
    axes.grid(alpha=0.3)
    return figure, axes


def svg_of(figure: Any, axes: Any) -> bytes:
    """The figure with a legend; the same figure gives the same bytes."""
    axes.legend(fontsize="small")
    buffer = io.BytesIO()
    with importlib.import_module("matplotlib").rc_context(_REPRODUCIBLE):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()

"""A clause under several values of its setting, for terminals."""

from __future__ import annotations

from collections.abc import Mapping

from rich.rule import Rule

from engine.measures.curves import Curve, Parameter, Point
from service.commands.display.policy import console, ruled_table

_TOLD: Mapping[Parameter, tuple[str, str]] = {
    "alpha": ("alpha", "best guess from one word"),
    "k": ("k", "guess among classes"),
    "loss_ratio": ("loss ratio", "identifiers that stay"),
}
"""What a setting is called, and what is left to a reader under it."""


def show_curve(curve: Curve) -> None:
    """Words that stay against what is told, value by value; the policy's own and those below the law."""
    name, told = _TOLD[curve.parameter]
    console.print()
    console.print(Rule(f"{curve.title} ({curve.law}): {name}", align="left", style="dim"))
    table = ruled_table("", name, "words that stay", told, numbers=3)
    for point in curve.points:
        shown = "-" if point.told is None else f"{point.told:.1%}"
        style = "dim" if point.below else None
        table.add_row(_mark(curve, point), f"{point.value:g}", f"{point.kept:.1%}", shown, style=style)
    console.print(table)


def _mark(curve: Curve, point: Point) -> str:
    own = ["this policy"] if point.value == curve.value else []
    return ", ".join([*own, f"below {point.below}"] if point.below else own)

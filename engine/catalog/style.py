"""Habits of style that a policy can have written plainly."""

from __future__ import annotations

from typing import Literal, get_args

Habit = Literal["layout", "punctuation", "contractions", "spelling", "function-words", "casing"]
"""What `style` of a policy may name."""

HABITS: tuple[Habit, ...] = get_args(Habit)
"""In the order in which they are written plainly: what one leaves the next one reads."""

"""Characters that print nothing, or only strike through the letter before them."""

from __future__ import annotations

BLANKS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and signs of blank form: fillers of Hangul, vowels of Khmer that are not written, empty Braille."""
CONTROLS = "\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
"""Marks of joining, direction and variation, as a range for a class of a pattern."""
TAGS = "\U000e0000-\U000e01ef"
OVERLAYS = "\u0305\u0332\u0333-\u0338\u0353\u20d0-\u20f0"
"""Marks that strike a letter through or draw a line over or under it."""
UNSEEN = f"{BLANKS}{CONTROLS}{TAGS}{OVERLAYS}"
"""All of them, as a range for a class of a pattern."""

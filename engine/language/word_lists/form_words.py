"""Words that stand on every form and in every calendar: whatever a corpus saw of them, they are known.

A word of these lists is never taken for unseen or unproven. If counts show that it discloses a concept, it
goes all the same.
"""

from __future__ import annotations

from engine.catalog.lexicon import words

_CALENDAR = tuple(
    word.capitalize() for kind in ("weekday", "weekday-short", "month", "month-short") for word in words(kind)
)

FORM_WORDS = (*_CALENDAR, *words("labels/forms"))
"""Labels of forms in clinics, offices, courts and insurance, and the calendar in long and short."""

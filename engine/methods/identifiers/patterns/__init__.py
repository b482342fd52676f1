"""Every pattern, by family; a family is a table of rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from engine.methods.identifiers.pattern import Pattern
from engine.methods.identifiers.patterns.addresses import PLACES
from engine.methods.identifiers.patterns.ages import AGES
from engine.methods.identifiers.patterns.announced import ANNOUNCED
from engine.methods.identifiers.patterns.codes import CODES
from engine.methods.identifiers.patterns.contact import CONTACT
from engine.methods.identifiers.patterns.days.dates import DATES
from engine.methods.identifiers.patterns.days.partial_dates import PARTIAL_DATES
from engine.methods.identifiers.patterns.finance import FINANCE
from engine.methods.identifiers.patterns.health import HEALTH
from engine.methods.identifiers.patterns.national import NATIONAL
from engine.methods.identifiers.patterns.series import SERIES
from engine.methods.identifiers.patterns.traps import TRAPS
from engine.methods.identifiers.patterns.vehicles import VEHICLES_AND_DEVICES

FAMILIES: Mapping[str, Sequence[Pattern]] = {
    "national": NATIONAL,
    "contact": CONTACT,
    "health": HEALTH,
    "finance": FINANCE,
    "vehicles": VEHICLES_AND_DEVICES,
    "dates": DATES,
    "partial-dates": PARTIAL_DATES,
    "ages": AGES,
    "places": PLACES,
    "codes": CODES,
    "series": SERIES,
    "announced": ANNOUNCED,
}
"""The rows of each family; what is in the ledger of rules as ``pattern:FAMILY/ID``."""
PATTERNS: tuple[Pattern, ...] = tuple(chain.from_iterable(FAMILIES.values()))
"""The rows that find identifiers; ``TRAPS`` holds those that keep look-alikes."""

__all__ = ["FAMILIES", "PATTERNS", "TRAPS"]

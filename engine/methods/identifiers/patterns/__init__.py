"""Every pattern, by family; a family is a table of rows."""

from __future__ import annotations

from engine.methods.identifiers.pattern import Pattern
from engine.methods.identifiers.patterns.addresses import PLACES
from engine.methods.identifiers.patterns.ages import AGES
from engine.methods.identifiers.patterns.announced import ANNOUNCED
from engine.methods.identifiers.patterns.codes import CODES
from engine.methods.identifiers.patterns.contact import CONTACT
from engine.methods.identifiers.patterns.days.dates import DATES
from engine.methods.identifiers.patterns.days.partial_dates import PARTIAL_DATES
from engine.methods.identifiers.patterns.days.said_dates import SAID_DATES
from engine.methods.identifiers.patterns.finance import FINANCE
from engine.methods.identifiers.patterns.health import HEALTH
from engine.methods.identifiers.patterns.national import NATIONAL
from engine.methods.identifiers.patterns.series import SERIES
from engine.methods.identifiers.patterns.traps import TRAPS
from engine.methods.identifiers.patterns.vehicles import VEHICLES_AND_DEVICES

PATTERNS: tuple[Pattern, ...] = (
    *NATIONAL,
    *CONTACT,
    *HEALTH,
    *FINANCE,
    *VEHICLES_AND_DEVICES,
    *DATES,
    *PARTIAL_DATES,
    *SAID_DATES,
    *AGES,
    *PLACES,
    *CODES,
    *SERIES,
    *ANNOUNCED,
)
"""The rows that find identifiers; ``TRAPS`` holds those that keep look-alikes."""

__all__ = ["PATTERNS", "TRAPS"]

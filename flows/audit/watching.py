"""The ledger is checked as a whole now and then; between, only what was added since."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from adapters.keys.installation import find_keys
from adapters.ledger import Entry, ledger_place
from adapters.ledger.chain import Reached, check_growth, reached_by
from adapters.ledger.parts import added, as_written
from adapters.ledger.store import is_there
from adapters.machine.locations import home
from flows.audit.reading import AuditCheck, check_audit, own_content

NOT_WHOLE = "NOT as it was written"
OFTEN_ENOUGH = timedelta(days=1)
"""So often the machine of the service checks all of it."""


@dataclass(frozen=True)
class Standing:
    """How the ledger stands.

    Parameters
    ----------
    check : AuditCheck
        Of the last time that all of it was checked.
    at : datetime
        When that was.
    n_since : int
        Entries that were added since, and follow.
    sound : bool
        Whether nothing was found, then and since.
    """

    check: AuditCheck
    at: datetime
    n_since: int = 0
    sound: bool = True

    def sentence(self, *, counted: bool = True) -> str:
        """For people; `counted` says how many entries there are."""
        name = f"Ledger {self.check.ledger[:12]}"
        if not self.sound:
            return f"{name}: {NOT_WHOLE}. saferelease audit check says where."
        at = f"{self.at:%Y-%m-%d %H:%M} UTC"
        if not counted:
            return f"{name}: all as written at {at}, and what follows; signed."
        since = f"; the {self.n_since} added since follow them" if self.n_since else ""
        return f"{name}: {self.check.n_entries} entries, all as written at {at}{since}; signed."


class LedgerWatch:
    """Remembers up to where this installation's ledger was found whole, as long as the process lives.

    Notes
    -----
    What it remembers is nowhere but in memory: who can write the disk cannot make it believe anything.
    """

    def __init__(self) -> None:
        self._alone = threading.Lock()
        self._reached: Reached | None = None
        self._standing: Standing | None = None

    def whole(self) -> Standing | None:
        """Check all of it; None when there is no entry yet."""
        with self._alone:
            return self._whole()

    def whole_if_due(self) -> None:
        """Check all of it where that was not done for long."""
        last = self._standing
        if last is None or datetime.now(UTC) - last.at > OFTEN_ENOUGH:
            self.whole()

    def look(self) -> Standing | None:
        """Check what was added since the last look; all of it, the first time."""
        with self._alone:
            if self._standing is None or self._reached is None or not self._standing.sound:
                return self._whole()
            return self._grown(self._standing, self._reached)

    def _whole(self) -> Standing | None:
        place, keys = ledger_place(home()), find_keys()
        if not is_there(place):
            return None
        content = own_content()
        check = check_audit(None, (), (), content)
        self._standing = Standing(check, datetime.now(UTC), sound=not check.faults)
        named = str(content.entries[0].body.get("public_key", "")) if content.entries else ""
        trusted = {keys.public_hex() if keys else named}
        self._reached = reached_by(content, trusted) if content.entries else None
        return self._standing

    def _grown(self, standing: Standing, reached: Reached) -> Standing | None:
        content = added(ledger_place(home()), reached.last.seq)
        if any(entry.event == "rotated" for entry in content.entries[1:]):
            return self._whole()
        sound = not check_growth(content, reached)
        n_since = standing.n_since + (len(content.entries) - 1 if sound else 0)
        self._standing = Standing(standing.check, standing.at, n_since, sound)
        if sound:
            self._reached = Reached(reached.ledger, content.entries[-1], reached.terms)
        return self._standing


def with_shown(standing: Standing | None, shown: list[Entry], *, counted: bool = True) -> str:
    """How the ledger stands, and the entries of it that are shown, in a sentence."""
    if standing is None:
        return "There is no entry yet."
    if not as_written(shown):
        return Standing(standing.check, standing.at, standing.n_since, sound=False).sentence()
    return standing.sentence(counted=counted)

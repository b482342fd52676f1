"""What the ledger asks of a database, whichever it is: rows, and how that database says a few things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

SHOWN = "event <> 'document'"
"""Which entries people page through: those of single documents are many, and stand in the report."""
ENTRY_COLUMNS = ("seq", "at", "event", "who", "tool", "run", "release", "body", "previous", "hash")
CHECKPOINT_COLUMNS = ("seq", "hash", "ledger", "public_key", "signature")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a database says what SQL leaves open.

    Parameters
    ----------
    of_body : str
        A value of an entry's body, by its name in braces.
    listed : str
        The texts of a JSON list, named in braces.
    as_filed : str
        In which order rows stand.
    no_limit : int or None
        What stands for no limit.
    """

    of_body: str
    listed: str
    as_filed: str
    no_limit: int | None

    def body(self, name: str) -> str:
        """The value that an entry's body has under `name`."""
        return self.of_body.format(name)

    def values(self, name: str) -> str:
        """The texts of the JSON list that is given as `name`."""
        return self.listed.format(name)

    def indexes(self) -> dict[str, str]:
        """The indexes of the entries that are shown: names and columns."""
        return {
            "shown": "seq",
            "shown_at": "at, seq",
            "shown_events": "event, seq",
            "shown_releases": "release, seq",
            "shown_cases": f"{self.body('case')}, seq",
            "shown_people": f"{self.body('person')}, seq",
        }


SQLITE = Dialect("json_extract(body, '$.{}')", "SELECT value FROM json_each(:{})", "rowid", -1)
POSTGRESQL = Dialect(
    "(CAST(body AS json) ->> '{}')", "SELECT json_array_elements_text(CAST(:{} AS json))", "seq", None
)


class Rows(Protocol):
    """A ledger's database within one transaction."""

    dialect: Dialect

    def query(self, asked: str, values: Mapping[str, object] | None = None) -> Sequence[dict[str, Any]]:
        """The rows that answer a question; values by name."""
        ...

    def insert(self, table: str, rows: Sequence[Mapping[str, object]]) -> None:
        """Add rows to the entries or to the checkpoints."""
        ...

"""What an alarm says: ids, counts and codes, never text or names of documents."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

Outcome = Literal["partial", "refused", "failed", "crashed", "service", "test", "review", "approval", "done"]
_SAID = {"review": "waits for review", "approval": "waits for approval", "done": "is done"}
_WORDLESS = re.compile(r"[A-Za-z0-9 .,:;()_-]{0,300}")
_UNSAID = "see the report in the private folder"


class Alarm(BaseModel):
    """One incident, as people and programs are told of it.

    Parameters
    ----------
    id : str
        The same in every try to send it: receivers pass over what they have already.
    at : str
        ISO 8601, UTC.
    installation : str
        First digits of the installation's public key.
    policy : str
        Name of the policy; empty when it concerns none.
    outcome : str
        ``partial``, ``refused``, ``failed``, ``crashed``, ``service`` or ``test``; of a release in the
        service also ``review`` and ``approval`` (it waits) and ``done``.
    told : str
        Counts and codes.
    release, address : str
        Id and page of a release or schedule in the service; empty elsewhere.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    at: str
    installation: str
    policy: str
    outcome: Outcome
    told: str
    release: str = ""
    address: str = ""

    def subject(self) -> str:
        """One line."""
        about = f" {self.policy}" if self.policy else ""
        return f"saferelease{about}: {_SAID.get(self.outcome, self.outcome)}"

    def age_days(self, now: datetime) -> float:
        """Days since the incident."""
        return (now - datetime.fromisoformat(self.at)).total_seconds() / 86400


def new_alarm(installation: str, policy: str, outcome: Outcome, told: str, now: datetime) -> Alarm:
    """An alarm of now; `told` goes into it when it reads like counts and codes."""
    return Alarm(
        id=secrets.token_hex(8),
        at=now.astimezone(UTC).isoformat(timespec="seconds"),
        installation=installation[:16],
        policy=policy,
        outcome=outcome,
        told=told if _WORDLESS.fullmatch(told) else _UNSAID,
    )

"""Policies over the API."""

from __future__ import annotations

from typing import Any

from engine.record.decisions import PolicyWord
from service.client.asking import Asking, named
from service.web.api.policy_forms import (
    ChangesOut,
    CheckOut,
    CurveOut,
    FaredOut,
    FaultOut,
    ImpactOut,
    NewCase,
    StandingOut,
    TriedOut,
    VersionOut,
    VersionWhole,
)
from service.web.api.releases import Made


class Policies(Asking):
    """Texts, trials, cases, curves, decisions."""

    def policies(self) -> list[VersionOut]:
        """All versions of the policies that one may see."""
        return self._get("/policies", list[VersionOut])

    def check_policy(self, text: str) -> list[FaultOut]:
        """The faults of a policy's text; nothing of it is kept."""
        return self._post("/policies/check", list[FaultOut], {"text": text})

    def policy_folder(self) -> list[StandingOut]:
        """How the folder under git stands for the policies of one's groups."""
        return self._get("/policies/folder", list[StandingOut])

    def take_up_policy(self, group: str, policy: str) -> str:
        """A draft with the text that the folder holds; its id."""
        return self._post("/policies/folder/drafts", Made, {"group": group, "policy": policy}).id

    def write_policy_file(self, group: str, policy: str) -> None:
        """The version in force, into the folder."""
        self._do("/policies/folder/files", {"group": group, "policy": policy})

    def shipped_policies(self) -> list[str]:
        """Names of the policies that come with saferelease."""
        return self._get("/policies/shipped", list[str])

    def shipped_words(self, name: str) -> dict[str, Any]:
        """One of them in plain words."""
        return self._get(f"/policies/shipped/{named(name)}", dict[str, Any])

    def new_policy(self, group: str, text: str) -> str:
        """A draft in a group; the id of the version."""
        return self._post("/policies", Made, {"group": group, "text": text}).id

    def policy(self, version: str) -> VersionWhole:
        """A version with its text."""
        return self._get(f"/policies/{version}", VersionWhole)

    def policy_words(self, version: str) -> dict[str, Any]:
        """A version in plain words, clause by clause."""
        return self._get(f"/policies/{version}/words", dict[str, Any])

    def save_policy(self, version: str, text: str) -> None:
        """The text of a draft."""
        self._do(f"/policies/{version}", {"text": text}, "PUT")

    def next_version(self, version: str) -> str:
        """A new draft with the text of a version; its id."""
        return self._post(f"/policies/{version}/next", Made, {}).id

    def check_draft(self, version: str, text: str, line: int = 1, column: int = 1) -> CheckOut:
        """The faults of a text that is being written, and what helps at the cursor."""
        return self._post(
            f"/policies/{version}/check", CheckOut, {"text": text, "line": line, "column": column}
        )

    def try_policy(self, version: str, text: str) -> TriedOut:
        """What a release would change in a text; nothing of it is kept."""
        return self._post(f"/policies/{version}/try", TriedOut, {"text": text})

    def curves(self, version: str, text: str = "") -> list[CurveOut]:
        """Privacy against utility, over a text or over the cases."""
        return self._post(f"/policies/{version}/curves", list[CurveOut], {"text": text})

    def run_cases(self, version: str, *, inherited: bool = False) -> FaredOut:
        """How the group's own cases fare, and on request the inherited ones."""
        return self._get(f"/policies/{version}/cases?inherited={str(inherited).lower()}", FaredOut)

    def add_case(self, version: str, case: NewCase) -> str:
        """Keep a case; its id."""
        return self._post(f"/policies/{version}/cases", Made, case.model_dump()).id

    def remove_case(self, version: str, case: str) -> None:
        """Take a case away."""
        self._do(f"/policies/{version}/cases/{case}", method="DELETE")

    def policy_changes(self, version: str) -> ChangesOut:
        """What a version changes against the one in force."""
        return self._get(f"/policies/{version}/changes", ChangesOut)

    def policy_impact(self, version: str) -> ImpactOut:
        """What a version would have changed in past releases of its group; for approvers."""
        return self._post(f"/policies/{version}/impact", ImpactOut, {})

    def submit_policy(self, version: str) -> None:
        """Ask for approval."""
        self._do(f"/policies/{version}/submit")

    def decide_policy(self, version: str, outcome: PolicyWord, words: str = "") -> None:
        """approve or refuse."""
        self._do(f"/policies/{version}/decision", {"outcome": outcome, "words": words})

"""Roles, given per group of matters, and what each of them may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from service.refusals import Refusal, not_allowed, not_found

HOUSE = "house"
"""Slug of the group that stands for the installation: its administrators know all people and groups."""


class Role(StrEnum):
    """What somebody is in a group."""

    AUTHOR = "author"
    REVIEWER = "reviewer"
    APPROVER = "approver"
    OPERATOR = "operator"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


class Action(StrEnum):
    """What somebody may want to do in a group, in words for an error."""

    READ_POLICIES = "reading policies"
    WRITE_POLICIES = "writing policies"
    APPROVE_POLICIES = "approving policies"
    COMPARE_RELEASES = "comparing a policy with past releases"
    INSPECT_TEXTS = "inspecting texts of one's own"
    READ_RELEASES = "reading releases"
    START_RELEASES = "starting releases"
    SEE_ORIGINALS = "seeing originals"
    READ_TELLING = "reading what a release still tells"
    DECIDE_FINDINGS = "deciding findings"
    GRANT_OVERRIDES = "granting overrides"
    APPROVE_RELEASES = "approving releases"
    ASK_REVEALS = "asking to see what was removed"
    GRANT_REVEALS = "granting that removed values are shown"
    DOWNLOAD_BUNDLES = "downloading bundles"
    READ_AUDIT = "reading the ledger"
    READ_METRICS = "reading the figures of the installation"
    READ_PEOPLE = "reading people"
    MANAGE_PEOPLE = "managing people"


DECIDING = frozenset({Role.REVIEWER, Role.APPROVER})
"""Roles whose word releases something: nobody gives them to herself."""


class Scope(StrEnum):
    """What a key for programs is good for, within the roles of its owner."""

    READ = "read"
    SUBMIT = "submit"
    WRITE = "write"
    REVIEW = "review"
    APPROVE = "approve"
    ADMINISTER = "administer"


_ALL = frozenset(Role)
_R = Role
ALLOWED: Mapping[Action, frozenset[Role]] = {
    Action.READ_POLICIES: _ALL,
    Action.WRITE_POLICIES: frozenset({_R.AUTHOR}),
    Action.APPROVE_POLICIES: frozenset({_R.APPROVER}),
    Action.COMPARE_RELEASES: frozenset({_R.APPROVER}),
    Action.INSPECT_TEXTS: frozenset({_R.AUTHOR, _R.REVIEWER, _R.APPROVER, _R.OPERATOR}),
    Action.READ_RELEASES: frozenset({_R.REVIEWER, _R.APPROVER, _R.OPERATOR, _R.AUDITOR}),
    Action.START_RELEASES: frozenset({_R.OPERATOR}),
    Action.SEE_ORIGINALS: frozenset({_R.REVIEWER}),
    Action.READ_TELLING: frozenset({_R.REVIEWER, _R.APPROVER}),
    Action.DECIDE_FINDINGS: frozenset({_R.REVIEWER}),
    Action.GRANT_OVERRIDES: frozenset({_R.APPROVER}),
    Action.APPROVE_RELEASES: frozenset({_R.APPROVER}),
    Action.ASK_REVEALS: frozenset({_R.REVIEWER, _R.APPROVER}),
    Action.GRANT_REVEALS: frozenset({_R.APPROVER, _R.ADMINISTRATOR}),
    Action.DOWNLOAD_BUNDLES: frozenset({_R.OPERATOR, _R.APPROVER}),
    Action.READ_AUDIT: frozenset({_R.AUDITOR}),
    Action.READ_METRICS: frozenset({_R.OPERATOR, _R.AUDITOR, _R.ADMINISTRATOR}),
    Action.READ_PEOPLE: frozenset({_R.AUDITOR, _R.ADMINISTRATOR}),
    Action.MANAGE_PEOPLE: frozenset({_R.ADMINISTRATOR}),
}
"""Who may do what; everything else is refused."""
_S = Scope
SCOPED: Mapping[Action, Scope] = {
    **dict.fromkeys((Action.READ_POLICIES, Action.READ_RELEASES, Action.READ_TELLING), _S.READ),
    **dict.fromkeys((Action.READ_AUDIT, Action.READ_METRICS, Action.READ_PEOPLE), _S.READ),
    **dict.fromkeys((Action.INSPECT_TEXTS, Action.START_RELEASES, Action.DOWNLOAD_BUNDLES), _S.SUBMIT),
    Action.WRITE_POLICIES: _S.WRITE,
    **dict.fromkeys((Action.SEE_ORIGINALS, Action.DECIDE_FINDINGS, Action.ASK_REVEALS), _S.REVIEW),
    **dict.fromkeys((Action.APPROVE_POLICIES, Action.COMPARE_RELEASES, Action.GRANT_OVERRIDES), _S.APPROVE),
    **dict.fromkeys((Action.APPROVE_RELEASES, Action.GRANT_REVEALS), _S.APPROVE),
    Action.MANAGE_PEOPLE: _S.ADMINISTER,
}
"""Which scope of a key an action needs."""


@dataclass(frozen=True)
class Who:
    """Somebody who is signed in.

    Parameters
    ----------
    id, login, display : str
    roles : mapping of str to frozenset of Role
        By group id.
    house : str
        Id of the group `HOUSE`.
    key : str
        Id of the API key that was used; empty for a browser.
    must_change : bool
        Whether a new password is asked for before anything else.
    scopes : frozenset of Scope
        What the key is good for; a browser has all.
    barred : bool
        Whether the account decides nothing, after a reset.
    """

    id: str
    login: str
    display: str
    roles: Mapping[str, frozenset[Role]] = field(default_factory=dict)
    house: str = ""
    key: str = ""
    must_change: bool = False
    scopes: frozenset[Scope] = frozenset(Scope)
    barred: bool = False

    def may(self, action: Action, group: str) -> bool:
        """Whether a role in `group` includes `action`."""
        held = self.roles.get(group, frozenset()) - (DECIDING if self.barred else frozenset())
        return bool(held & ALLOWED[action]) and SCOPED[action] in self.scopes

    def groups(self, action: Action) -> list[str]:
        """The groups in which `action` is allowed."""
        return [group for group in self.roles if self.may(action, group)]

    def may_anywhere(self, action: Action) -> bool:
        """Whether `action` is allowed in any group."""
        return bool(self.groups(action))

    def require(self, action: Action, group: str) -> None:
        """Refuse what no role includes; who is outside the group learns nothing.

        Raises
        ------
        Refusal
            404 for outsiders, 403 for members.
        """
        if group not in self.roles:
            raise not_found()
        if self.barred and self.roles[group] & ALLOWED[action] and not self.may(action, group):
            must = "must have a password and one-time codes of its owner before it decides again"
            raise Refusal(403, "PPL013", "your account", must, "a reset", "See Your account.")
        if SCOPED[action] not in self.scopes:
            must = f"must have the scope {SCOPED[action]}"
            raise Refusal(403, "PPL014", "the API key", must, "", "Make one with it under Your account.")
        if not self.may(action, group):
            raise not_allowed(action.value)

    @property
    def named(self) -> dict[str, str]:
        """How entries of the ledger name who did something: the person, and the key if there was one."""
        return {"person": self.id, **({"key": self.key} if self.key else {})}

    @property
    def audits_all(self) -> bool:
        """Whether the whole ledger may be read; others learn nothing of how long it is."""
        return self.may(Action.READ_AUDIT, self.house)

    @property
    def is_house_administrator(self) -> bool:
        """Whether people and groups of the whole installation are in these hands."""
        return self.may(Action.MANAGE_PEOPLE, self.house)

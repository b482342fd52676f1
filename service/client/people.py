"""People, groups, roles and keys over the API."""

from __future__ import annotations

from collections.abc import Collection

from engine.record.decisions import Sharing
from service.client.asking import Asking
from service.people.roles import Role, Scope
from service.web.api.people import GroupOut, KeyMade, KeyOut, Made, Me, NewGroup, TrainingOut


class People(Asking):
    """Accounts, groups, roles, keys, permissions."""

    def me(self) -> Me:
        """Whose key it is, with roles by group."""
        return self._get("/me", Me)

    def groups(self) -> list[GroupOut]:
        """Groups whose people one may read."""
        return self._get("/groups", list[GroupOut])

    def new_group(self, slug: str, title: str) -> None:
        """A group of matters, administered by oneself."""
        self._post("/groups", NewGroup, {"slug": slug, "title": title})

    def change_roles(self, group: str, person: str, roles: Collection[Role]) -> None:
        """Exactly these roles; none takes the membership away."""
        self._do(f"/groups/{group}/members/{person}", {"roles": [role.value for role in roles]}, "PUT")

    def share_documents(self, group: str, outcome: Sharing) -> None:
        """all, or assigned: which documents each reviewer of a group sees."""
        self._do(f"/groups/{group}/documents", {"outcome": outcome}, "PUT")

    def new_person(self, login: str, display: str, email: str = "") -> Made:
        """An account, with its first password."""
        return self._post("/people", Made, {"login": login, "display": display, "email": email})

    def new_password(self, person: str) -> Made:
        """A new first password, or one half of it: see `Made.state`."""
        return self._post(f"/people/{person}/password", Made, {})

    def close_account(self, person: str) -> None:
        """Nobody signs in with it any more."""
        self._do(f"/people/{person}", method="DELETE")

    def keys(self) -> list[KeyOut]:
        """One's own keys."""
        return self._get("/keys", list[KeyOut])

    def new_key(self, title: str, scopes: Collection[Scope], days: int = 90) -> str:
        """A key for a program, good for `scopes`."""
        wish = {"title": title, "days": days, "scopes": list(scopes)}
        return self._post("/keys", KeyMade, wish).key

    def keys_of_person(self, person: str) -> list[KeyOut]:
        """The keys of anybody, for administrators of the house."""
        return self._get(f"/people/{person}/keys", list[KeyOut])

    def end_key(self, key: str) -> None:
        """End a key of one's own; administrators of the house end anybody's."""
        self._do(f"/keys/{key}", method="DELETE")

    def training(self, group: str) -> TrainingOut:
        """Whether corrections in a group become training data, and how much is kept."""
        return self._get(f"/groups/{group}/training", TrainingOut)

    def allow_training(self, group: str) -> None:
        """Allow it."""
        self._do(f"/groups/{group}/training", method="PUT")

    def withdraw_training(self, group: str) -> None:
        """Allow it no more; what was kept is gone."""
        self._do(f"/groups/{group}/training", method="DELETE")

    def export_training(self, group: str) -> bytes:
        """All that is kept, as ``saferelease train`` reads it: text of originals."""
        return self._connection.ask("POST", f"/groups/{group}/training/export")

"""People, groups, roles and keys, for programs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import Field
from sqlalchemy import select

from engine.record.decisions import Sharing
from service.app.dependencies import Caller, Here
from service.app.message import Message
from service.people import directory
from service.people.api_keys import keys_of, make_key, revoke_key
from service.people.roles import Role, Scope
from service.refusals import not_found
from service.releases.review import training
from service.releases.review.training import TrainingOut
from service.state.tables import ApiKey, Group

router = APIRouter(tags=["people"])
Short = Annotated[str, Field(min_length=1, max_length=200)]


class Me(Message):
    """Whoever calls."""

    id: str
    login: str
    display: str
    roles: dict[str, list[str]]


class MemberOut(Message):
    """Somebody in a group."""

    id: str
    login: str
    display: str
    active: bool
    roles: list[str]


class GroupOut(Message):
    """A group of matters; `shared`: whether each reviewer sees all of its documents."""

    slug: str
    title: str
    shared: bool = False
    members: list[MemberOut]


class NewPerson(Message):
    """An account to make."""

    login: Short
    display: Short
    email: Annotated[str, Field(max_length=200)] = ""


class Made(Message):
    """An account that was made, or whose password was; the password is shown once.

    `state` is ``first half`` until a second administrator asks for the same: then nothing has changed yet.
    She is shown the ``second half``; the password is both, joined by a hyphen.
    """

    id: str
    login: str
    first_password: str
    state: Literal["made", "first half", "second half"] = "made"


class NewGroup(Message):
    """A group to make."""

    slug: Short
    title: Short


class Roles(Message):
    """Exactly these roles; none takes the membership away."""

    roles: list[Role]


class Shared(Message):
    """all, or assigned: which documents each reviewer sees."""

    outcome: Sharing


class NewKey(Message):
    """A key to make."""

    title: Short
    scopes: Annotated[list[Scope], Field(min_length=1)]
    days: Annotated[int, Field(ge=1, le=366)] = 90


class KeyOut(Message):
    """A key; never its secret. Without scopes it was made before there were any, and has all."""

    id: str
    title: str
    scopes: list[str] = []
    created: datetime
    expires: datetime | None
    used: datetime | None
    revoked: datetime | None


class KeyMade(Message):
    """A key as it is shown once."""

    key: str


@router.get("/me")
def whoever(service: Here, who: Caller) -> Me:
    """Who calls, with roles by group."""
    with service.database.look() as state:
        slugs = {group.id: group.slug for group in state.scalars(select(Group))}
    roles = {slugs[group]: sorted(found) for group, found in who.roles.items()}
    return Me(id=who.id, login=who.login, display=who.display, roles=roles)


@router.get("/groups")
def groups(service: Here, who: Caller) -> list[GroupOut]:
    """Groups whose people one may read."""
    with service.database.look() as state:
        found = directory.groups_for(state, who)
    if not found:
        raise not_found()
    return [
        GroupOut(
            slug=g.slug,
            title=g.title,
            shared=g.shared,
            members=[MemberOut.model_validate(m) for m in g.members],
        )
        for g in found
    ]


@router.post("/groups", status_code=201)
def new_group(service: Here, who: Caller, body: NewGroup) -> NewGroup:
    """A new group of matters, administered by the caller."""
    with service.database.begin() as state:
        directory.add_group(state, service.keys, who, body.slug, body.title)
    return body


@router.put("/groups/{slug}/documents", status_code=204)
def share_documents(service: Here, who: Caller, slug: str, body: Shared) -> None:
    """Show reviewers all documents of the group, or those that are assigned to them."""
    with service.database.begin() as state:
        directory.share(state, service.keys, who, slug, body.outcome)


@router.put("/groups/{slug}/members/{person}", status_code=204)
def change_roles(service: Here, who: Caller, slug: str, person: str, body: Roles) -> None:
    """Give exactly these roles."""
    with service.database.begin() as state:
        directory.change_roles(state, service.keys, who, slug, person, body.roles)


@router.get("/groups/{slug}/training")
def training_data(service: Here, who: Caller, slug: str) -> TrainingOut:
    """Whether corrections in a group become training data, and how much is kept."""
    return training.standing(service, who, slug)


@router.put("/groups/{slug}/training", status_code=204)
def allow_training(service: Here, who: Caller, slug: str) -> None:
    """Allow it."""
    training.allow(service, who, slug)


@router.delete("/groups/{slug}/training", status_code=204)
def withdraw_training(service: Here, who: Caller, slug: str) -> None:
    """Allow it no more; what was kept is gone."""
    training.withdraw(service, who, slug)


@router.post("/groups/{slug}/training/export", response_class=Response)
def export_training(service: Here, who: Caller, slug: str) -> Response:
    """All that is kept, as `saferelease train` reads it (JSON lines): text of originals."""
    content = training.export(service, who, slug)
    return Response(content, media_type="application/jsonl", headers={"Cache-Control": "no-store"})


@router.post("/people", status_code=201)
def new_person(service: Here, who: Caller, body: NewPerson) -> Made:
    """A new account."""
    with service.database.begin() as state:
        return _made(directory.add_account(state, service.keys, who, body.login, body.display, body.email))


def _made(found: directory.Renewed) -> Made:
    return Made(id=found.id, login=found.login, first_password=found.first, state=found.state)


@router.post("/people/{person}/password")
def new_password(service: Here, who: Caller, person: str) -> Made:
    """A new first password; of somebody who reviews or approves, when two administrators have asked."""
    with service.database.begin() as state:
        return _made(directory.renew_password(state, service.vault, who, person))


@router.delete("/people/{person}", status_code=204)
def close(service: Here, who: Caller, person: str) -> None:
    """Close an account."""
    with service.database.begin() as state:
        directory.close(state, service.keys, who, person)


@router.get("/keys")
def keys(service: Here, who: Caller) -> list[KeyOut]:
    """One's own keys."""
    with service.database.look() as state:
        return [_key_out(key) for key in keys_of(state, who.id)]


def _key_out(key: ApiKey) -> KeyOut:
    return KeyOut(
        id=key.id, title=key.title, scopes=key.scopes.split(",") if key.scopes else [], created=key.created,
        expires=key.expires, used=key.used, revoked=key.revoked,
    )  # fmt: skip


@router.get("/people/{person}/keys")
def keys_of_person(service: Here, who: Caller, person: str) -> list[KeyOut]:
    """The keys of anybody, for administrators of the house; they end them like their own."""
    directory.require_house(who)
    with service.database.look() as state:
        return [_key_out(key) for key in keys_of(state, directory.person_with(state, person).id)]


@router.post("/keys", status_code=201)
def new_key(service: Here, who: Caller, body: NewKey) -> KeyMade:
    """A key for a program."""
    with service.database.begin() as state:
        return KeyMade(key=make_key(state, service.keys, who, body.title, body.days, body.scopes))


@router.delete("/keys/{key}", status_code=204)
def end_key(service: Here, who: Caller, key: str) -> None:
    """End a key of one's own; administrators of the house end anybody's."""
    with service.database.begin() as state:
        revoke_key(state, service.keys, who, key)

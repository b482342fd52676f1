"""People and groups, for administrators; auditors read."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from sqlalchemy import select

from engine.record.decisions import Sharing, TrainingWord
from service.app.context import Service
from service.app.dependencies import Here, Settled
from service.people import directory
from service.people.api_keys import keys_of, revoke_key
from service.people.roles import Role
from service.people.sign_in import Present
from service.refusals import not_found
from service.releases.review import training
from service.state.tables import Membership
from service.web.pages.rendering import Question, ask, render, to

router = APIRouter(include_in_schema=False, prefix="/people")
Field = Annotated[str, Form()]


def _page(
    request: Request, service: Service, session: Present, made: directory.Renewed | None = None
) -> Response:
    with service.database.look() as state:
        groups = directory.groups_for(state, session.who)
        trained = {group.id: training.standing_of(state, group.id) for group in groups}
    if not groups:
        raise not_found()
    values: dict[str, Any] = {"error": "", "made": made, "trained": trained}
    house = session.who.is_house_administrator
    return render(request, "accounts/people.html.j2", session, groups=groups, house=house, **values)


@router.get("")
def show(request: Request, service: Here, session: Settled) -> Response:
    """All groups that one may see."""
    return _page(request, service, session)


@router.post("/accounts")
def new_account(
    request: Request, service: Here, session: Settled, login: Field, display: Field, email: Field = ""
) -> Response:
    """A new account, with a first password shown once."""
    with service.database.begin() as state:
        made = directory.add_account(state, service.keys, session.who, login, display, email)
    return _page(request, service, session, made=made)


@router.post("/accounts/{person}/password")
def new_password(request: Request, service: Here, session: Settled, person: str) -> Response:
    """A new first password, shown once."""
    with service.database.begin() as state:
        made = directory.renew_password(state, service.vault, session.who, person)
    return _page(request, service, session, made=made)


@router.get("/accounts/{person}/close")
def ask_to_close(request: Request, service: Here, session: Settled, person: str) -> Response:
    """Whether an account is to end: nobody opens it again."""
    directory.require_house(session.who)
    with service.database.look() as state:
        found = directory.person_with(state, person)
    sentence = "Nobody signs in with it again, and its keys end. What it did stays in its name."
    title = f"Close the account of {found.display} ({found.login})?"
    return ask(request, session, Question(title, sentence, "Close the account", "/people"))


@router.post("/accounts/{person}/close")
def close(service: Here, session: Settled, person: str) -> Response:
    """Nobody signs in with it any more."""
    with service.database.begin() as state:
        directory.close(state, service.keys, session.who, person)
    return to("/people", "closed")


@router.get("/accounts/{person}/keys/{key}/end")
def ask_to_end_key(request: Request, service: Here, session: Settled, person: str, key: str) -> Response:
    """Whether programs with somebody's key are to be shut out."""
    directory.require_house(session.who)
    with service.database.look() as state:
        found = directory.person_with(state, person)
        title = next((one.title for one in keys_of(state, found.id) if one.id == key), None)
    if title is None:
        raise not_found()
    sentence = "Programs that hold it are refused from then on. It cannot be put in force again."
    asked = f"End the key of {found.display} for {title}?"
    return ask(request, session, Question(asked, sentence, "End the key", "/people"))


@router.post("/accounts/{person}/keys/{key}/end")
def end_key(service: Here, session: Settled, person: str, key: str) -> Response:
    """A key of anybody works no more."""
    directory.require_house(session.who)
    with service.database.begin() as state:
        revoke_key(state, service.keys, session.who, key)
    return to("/people", "key-ended")


@router.post("/groups")
def new_group(service: Here, session: Settled, slug: Field, title: Field) -> Response:
    """A new group; whoever makes it administers it."""
    with service.database.begin() as state:
        directory.add_group(state, service.keys, session.who, slug, title)
    return to("/people", "added")


@router.post("/{slug}/documents")
def share(service: Here, session: Settled, slug: str, outcome: Annotated[Sharing, Form()]) -> Response:
    """Which documents reviewers of a group see."""
    with service.database.begin() as state:
        directory.share(state, service.keys, session.who, slug, outcome)
    return to("/people", "saved")


@router.get("/{slug}/training")
def ask_to_withdraw(request: Request, service: Here, session: Settled, slug: str) -> Response:
    """Whether what was kept as training data is to go."""
    with service.database.look() as state:
        group = directory.managed_group(state, session.who, slug)
    sentence = "All paragraphs that are kept are deleted at once, and no more are kept."
    title = f"Withdraw the permission in {group.title}?"
    fields = {"outcome": "withdraw"}
    question = Question(title, sentence, "Withdraw, and delete what is kept", "/people", fields)
    return ask(request, session, question)


@router.post("/{slug}/training")
def train(service: Here, session: Settled, slug: str, outcome: Annotated[TrainingWord, Form()]) -> Response:
    """Whether corrections in a group become training data."""
    training.WAYS[outcome](service, session.who, slug)
    return to("/people", "saved")


@router.get("/{slug}")
def choose(service: Here, session: Settled, slug: str, login: str = "") -> Response:
    """From a login to the form about one; without one, to the group among the others."""
    with service.database.look() as state:
        group = directory.managed_group(state, session.who, slug)
        if not login:
            return to(f"/people#group-{group.slug}")
        person = directory.person_named(state, login)
    return to(f"/people/{group.slug}/{person.id}")


@router.get("/{slug}/{person}")
def show_one(request: Request, service: Here, session: Settled, slug: str, person: str) -> Response:
    """The roles of one person in one group."""
    with service.database.look() as state:
        group = directory.managed_group(state, session.who, slug)
        found = directory.person_with(state, person)
        wanted = select(Membership.role).where(
            Membership.person_id == found.id, Membership.group_id == group.id
        )
        has = list(state.scalars(wanted))
        keys = keys_of(state, found.id) if session.who.is_house_administrator else []
    values: dict[str, Any] = {
        "person": found,
        "group": group,
        "has": has,
        "keys": keys,
        "every_role": list(Role),
        "error": "",
    }
    house = session.who.is_house_administrator
    return render(request, "accounts/person.html.j2", session, house=house, **values)


@router.post("/{slug}/{person}")
def change(
    service: Here,
    session: Settled,
    slug: str,
    person: str,
    role: Annotated[list[Role], Form()] = [],  # noqa: B006
) -> Response:
    """Exactly the roles that are ticked."""
    with service.database.begin() as state:
        directory.change_roles(state, service.keys, session.who, slug, person, role)
    return to("/people", "saved")

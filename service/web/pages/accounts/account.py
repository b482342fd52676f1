"""One's own account: password, one-time codes, keys for programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from markupsafe import Markup
from sqlalchemy import select

from service.app.context import Service
from service.app.dependencies import Browser, Here, Settled, client_address, cookie_name
from service.people import one_time
from service.people.accounts import set_password, settle
from service.people.api_keys import key_titled, keys_of, make_key, revoke_key
from service.people.identity import note
from service.people.limits import PER_LOGIN, count
from service.people.passwords import matches
from service.people.roles import Scope, Who
from service.people.sign_in import Present, new_session, wrong
from service.refusals import Refusal
from service.state.tables import Group, Person
from service.web.pages.rendering import Question, ask, render, to

router = APIRouter(include_in_schema=False, prefix="/account")
Field = Annotated[str, Form()]


def _page(
    request: Request, service: Service, session: Present, status: int = 200, **more: object
) -> Response:
    with service.database.look() as state:
        person = state.get_one(Person, session.who.id)
        groups = [
            {"title": group.title, "roles": sorted(session.who.roles[group.id])}
            for group in state.scalars(select(Group).where(Group.id.in_(session.who.roles)))
        ]
        keys = keys_of(state, session.who.id)
    values: dict[str, object] = {"error": "", "new_key": "", "secret": "", "qr": "", "groups": groups}
    values |= {"keys": keys, "one_time_on": person.totp_on, "scopes": list(Scope)} | more
    return render(request, "accounts/account.html.j2", session, status, **values)


@router.get("")
def show(request: Request, service: Here, session: Browser) -> Response:
    """The account."""
    return _page(request, service, session)


def _require_password(service: Service, who: Who, password: str, address: str) -> None:
    with service.database.begin() as state:
        count(state, service.vault, PER_LOGIN, f"again {who.login}")
        stored = state.get_one(Person, who.id).password_hash
    if not matches(stored, password):
        raise wrong()


@router.post("/password")
def change_password(request: Request, service: Here, session: Browser, old: Field, new: Field) -> Response:
    """A new password; this browser stays signed in, others do not."""
    try:
        _require_password(service, session.who, old, client_address(request))
        if old == new:
            raise Refusal(422, "PPL002", "the new password", "must differ from the present one")
        with service.database.begin() as state:
            person = state.get_one(Person, session.who.id)
            set_password(state, person, new)
            settle(person)
            note(state, service.keys, session.who, person, "password-changed")
            token = new_session(state, person)
    except Refusal as error:
        return _page(request, service, session, error.status, error=str(error.faults[0]))
    response = to("/account", "password")
    secure = service.settings.is_https
    response.set_cookie(cookie_name(service), token, httponly=True, secure=secure, samesite="lax", path="/")
    return response


@router.post("/one-time")
def begin_one_time(request: Request, service: Here, session: Settled) -> Response:
    """A secret for an authenticator."""
    with service.database.begin() as state:
        person = state.get_one(Person, session.who.id)
        if person.totp_on:
            return to("/account")
        secret = one_time.new_secret(service.vault, person)
    return _with_secret(request, service, session, person, secret)


def _with_secret(
    request: Request, service: Service, session: Present, person: Person, secret: str, error: str = ""
) -> Response:
    picture = Markup(one_time.picture(one_time.address_of(secret, person)))
    return _page(request, service, session, 422 if error else 200, secret=secret, qr=picture, error=error)


@router.post("/one-time/on")
def turn_on(request: Request, service: Here, session: Settled, code: Field) -> Response:
    """One-time codes count from the first right one."""
    with service.database.begin() as state:
        count(state, service.vault, PER_LOGIN, f"code {session.who.login}")
    with service.database.begin() as state:
        person = state.get_one(Person, session.who.id)
        right = one_time.accept(state, service.vault, person, code)
        if right:
            person.totp_on = True
            settle(person)
            note(state, service.keys, session.who, person, "codes-on")
    if not right:
        secret = one_time.secret_of(service.vault, person)
        return _with_secret(request, service, session, person, secret, "The code must be the one shown now.")
    return to("/account", "one-time")


@router.post("/one-time/off")
def turn_off(request: Request, service: Here, session: Settled, password: Field) -> Response:
    """Whoever turns them off says the password once more."""
    try:
        _require_password(service, session.who, password, client_address(request))
    except Refusal as error:
        return _page(request, service, session, error.status, error=str(error.faults[0]))
    with service.database.begin() as state:
        person = state.get_one(Person, session.who.id)
        person.totp_on, person.totp_sealed = False, None
        note(state, service.keys, session.who, person, "codes-off")
    return to("/account", "one-time-off")


@router.post("/keys")
def add_key(
    request: Request,
    service: Here,
    session: Settled,
    title: Field,
    days: Annotated[int, Form()],
    scopes: Annotated[list[Scope], Form()],
) -> Response:
    """A key for a program, shown once."""
    with service.database.begin() as state:
        shown = make_key(state, service.keys, session.who, title, days, scopes)
    return _page(request, service, session, new_key=shown)


@router.get("/keys/{key}/end")
def ask_to_end_key(request: Request, service: Here, session: Settled, key: str) -> Response:
    """Whether programs with a key are to be shut out."""
    with service.database.look() as state:
        title = key_titled(state, session.who, key)
    sentence = "Programs that hold it are refused from then on. It cannot be put in force again."
    return ask(request, session, Question(f"End the key for {title}?", sentence, "End the key", "/account"))


@router.post("/keys/{key}/end")
def end_key(service: Here, session: Settled, key: str) -> Response:
    """A key that works no more."""
    with service.database.begin() as state:
        revoke_key(state, service.keys, session.who, key)
    return to("/account", "key-ended")

"""A policy by form: five screens, the text beside them, and what each answer changes in it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from adapters.policies.yaml_edit import data_of
from engine.errors import InvalidError
from engine.policy.model import Policy
from service.app.closed import reads_form
from service.app.context import Service
from service.app.dependencies import Here, Settled
from service.people.roles import Action
from service.people.sign_in import Present
from service.policies import books, editing
from service.policies.form import bases_of, changed, looking, shown
from service.policies.form_clauses import FINDABLE, OFFERED, places
from service.policies.form_fields import CLAUSE, FIELDS, LOOKING, NAMES, SCREENS, TITLES, Screen, Sent
from service.refusals import Refusal, changed_meanwhile
from service.web.pages.policies.bench import opened
from service.web.pages.policies.coloured import coloured
from service.web.pages.rendering import render, to

router = APIRouter(include_in_schema=False, prefix="/policies")
Weighed = tuple[Policy | None, list[editing.FaultOut]]


@router.get("/{version}/form/{screen}")
def show(request: Request, service: Here, session: Settled, version: str, screen: Screen) -> Response:
    """A screen with what the text says."""
    values, text = _draft(service, session, version)
    return _page(request, session, values, screen, text)


@router.post("/{version}/form/{screen}")
@reads_form(*NAMES)
async def save(request: Request, service: Here, session: Settled, version: str, screen: Screen) -> Response:
    """The answers, written into the draft; the same screen again where one cannot be used."""
    sent = _sent(await request.form())
    return await run_in_threadpool(_saved, request, service, session, version, screen, sent)


@router.post("/{version}/form/{screen}/beside")
@reads_form(*NAMES)
async def beside(request: Request, service: Here, session: Settled, version: str, screen: Screen) -> Response:
    """What stands beside the form while somebody answers; nothing is kept."""
    sent = _sent(await request.form())
    return await run_in_threadpool(_beside, request, service, session, version, screen, sent)


def _draft(service: Service, session: Present, version: str) -> tuple[dict[str, Any], str]:
    values, text = opened(service, session, version)
    session.who.require(Action.WRITE_POLICIES, values["book"].group_id)
    if values["version"].state != "draft":
        raise changed_meanwhile("the policy")
    return values, text


def _sent(form: FormData) -> dict[str, list[str]]:
    return {name: [each for each in form.getlist(name) if isinstance(each, str)] for name in form}


def _seal(text: str) -> str:
    """By which a form knows again the text that it was made of."""
    return hashlib.sha256(text.encode()).hexdigest()


def _answered(text: str, screen: Screen, sent: Sent) -> tuple[str, str]:
    """The text with the answers; as it was, and why, where they cannot be used."""
    if list(sent.get("seen", ())) != [_seal(text)]:
        raise changed_meanwhile("the policy")
    try:
        return changed(text, screen, sent), ""
    except InvalidError as error:
        return text, editing.told(error.faults[0])
    except Refusal as error:
        if error.status != 422:
            raise
        return text, _told(error)


def _saved(
    request: Request, service: Service, session: Present, version: str, screen: Screen, sent: Sent
) -> Response:
    values, text = _draft(service, session, version)
    made, error = _answered(text, screen, sent)
    if error:
        return _page(request, session, values, screen, text, error, sent)
    if made != text:
        books.save_draft(service, session.who, version, made)
    following = SCREENS[SCREENS.index(screen) + 1 :] if sent.get("part") == ["screen"] else (screen,)
    return to(f"/policies/{version}{f'/form/{following[0]}' if following else ''}", "saved")


def _told(error: Refusal) -> str:
    fault = error.faults[0]
    return f"{fault.where[:1].upper()}{fault.where[1:]} {fault.must}. {fault.advice}".strip()


def _beside(
    request: Request, service: Service, session: Present, version: str, screen: Screen, sent: Sent
) -> Response:
    _, text = _draft(service, session, version)
    made, error = _answered(text, screen, sent)
    return render(request, "policies/policy_beside.html.j2", session, error=error, **_aside(made, text))


def _aside(text: str, before: str, weighed: Weighed | None = None) -> dict[str, Any]:
    whole, found = weighed or editing.weighed(text)
    unread = whole is not None and whole.review is None
    return {"lines": coloured(text, before), "found": found, "unread": unread}


def _page(
    request: Request,
    session: Present,
    values: Mapping[str, Any],
    screen: Screen,
    text: str,
    error: str = "",
    sent: Sent | None = None,
) -> Response:
    """A screen; with `sent`, the answers that could not be used stand in it again."""
    try:
        data = data_of(text)
    except InvalidError:
        data = None
    weighed = editing.weighed(text)
    whole = weighed[0]
    asked = (
        [] if data is None else [(one, shown(data, one), _without(whole, one.path)) for one in FIELDS[screen]]
    )
    more = {} if data is None else _of_screen(data, whole, sent or {})
    return render(
        request,
        "policies/policy_form.html.j2",
        session,
        status=422 if error else 200,
        **{**values, **more},
        **_aside(text, text, weighed),
        screen=screen,
        screens=TITLES,
        asked=asked,
        readable=data is not None,
        error=error,
        sent=sent or {},
        seen=_seal(text),
    )


def _without(whole: Policy | None, path: tuple[str, ...]) -> str:
    """What holds where a text does not say it."""
    value: Any = whole
    for step in path:
        value = getattr(value, step, None)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, tuple) else "" if value is None else str(value)


def _of_screen(data: Mapping[str, Any], whole: Policy | None, sent: Sent) -> dict[str, Any]:
    return {
        **_clauses(data, sent),
        **_inherited(data, whole),
        "bases": bases_of(data),
        "shipped": {name: books.shipped_title(name) for name in books.shipped_names()},
        "own_laws": list(places(data, "laws")),
        "findable": FINDABLE,
        "operators": OFFERED,
        "looking": looking(data),
        "looks": LOOKING,
    }


def _clauses(data: Mapping[str, Any], sent: Sent) -> dict[str, Any]:
    place = (sent.get("place") or [""])[0] if sent.get("part") == ["clause"] else None
    answered: dict[str | None, Sent] = {place: sent}
    own = [(str(at), each) for at, each in places(data, "identifiers")]
    return {
        "clauses": [_clause(at, each, answered.get(at, {})) for at, each in own],
        "fresh": _clause("", {}, answered.get("", {})),
    }


def _inherited(data: Mapping[str, Any], whole: Policy | None) -> dict[str, Any]:
    ids = {each.get("id") for _, each in places(data, "identifiers")}
    clauses = whole.identifiers if whole else ()
    return {
        "inherited": [each for each in clauses if each.id not in ids],
        "cited": sorted({each.law for each in clauses}),
    }


def _clause(place: str, clause: Mapping[str, Any], sent: Sent) -> dict[str, Any]:
    """A clause as its form shows it, or the answers that could not be used."""
    operator = clause.get("replace_with")
    told = _said(clause) | {
        "place": place,
        "open": bool(sent),
        "fixed": str(operator.get("operator", "")) if isinstance(operator, Mapping) else "",
        "replace_with": operator or "",
    }
    return told | {name: values[0] for name, values in sent.items() if name in CLAUSE and values}


def _said(clause: Mapping[str, Any]) -> dict[str, Any]:
    found, title = ", ".join(_words(clause, "find")), str(clause.get("title") or "")
    return {
        "name": title or found or str(clause.get("id", "")),
        "find": found,
        "law": str(clause.get("law") or ""),
        "clause_title": title,
        **{key: "\n".join(_words(clause, key)) for key in ("deny", "like", "near")},
    }


def _words(clause: Mapping[str, Any], key: str) -> list[str]:
    words = clause.get(key)
    return [each for each in words if isinstance(each, str)] if isinstance(words, list) else []

"""Policies in the browser: drafts with their faults, submission, approval, history."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from engine.errors import InvalidError
from engine.record.decisions import PolicyWord
from service.app.dependencies import Here, Settled
from service.people.roles import Action
from service.policies import books, editing, folder
from service.policies.form import begun_by_law, drops_review
from service.refusals import invalid, not_found
from service.state.tables import PolicyVersion
from service.web.pages.policies.bench import opened
from service.web.pages.rendering import Question, ask, render, to

router = APIRouter(include_in_schema=False, prefix="/policies")
Field = Annotated[str, Form()]


@router.get("")
def show(request: Request, service: Here, session: Settled) -> Response:
    """The policies of one's groups."""
    if not session.who.may_anywhere(Action.READ_POLICIES):
        raise not_found()
    with service.database.look() as state:
        values: dict[str, Any] = {
            "shelves": books.shelves_for(service, state, session.who),
            "writes": books.groups_titled(state, session.who.groups(Action.WRITE_POLICIES)),
            "shipped": books.shipped_names(),
            "standings": [],
            "away": [],
        }
        try:
            values["standings"] = folder.standings(service, state, session.who)
        except InvalidError as error:
            values["away"] = [str(one) for one in error.faults]
    return render(request, "policies/policies.html.j2", session, error="", **values)


@router.post("")
def new(
    request: Request,
    service: Here,
    session: Settled,
    group: Field,
    base: Field,
    slug: Field,
    how: Annotated[Literal["", "form"], Form()] = "",
) -> Response:
    """A draft that extends a shipped policy; where the name is taken, a question."""
    session.who.require(Action.WRITE_POLICIES, group)
    if base not in books.shipped_names():
        raise invalid("base", "must be a shipped policy")
    return _begun(request, service, session, group, slug, books.begun(slug, base), how)


@router.post("/own-law")
def by_own_law(
    request: Request,
    service: Here,
    session: Settled,
    group: Field,
    slug: Field,
    cite: Field,
    law_title: Field,
    law_effective: Field = "",
) -> Response:
    """A draft under a law that nobody shipped: a frame with a section for each usual kind of identifier."""
    session.who.require(Action.WRITE_POLICIES, group)
    text = begun_by_law(slug, cite, law_title, law_effective)
    return _begun(request, service, session, group, slug, text, "form")


def _begun(
    request: Request, service: Here, session: Settled, group: str, slug: str, text: str, how: str
) -> Response:
    with service.database.look() as state:
        newest = books.newest_version(state, group, slug)
    if newest is not None:
        return ask(request, session, _taken(slug, newest))
    ident = books.add_policy(service, session.who, group, text)
    return to(f"/policies/{ident}{'/form/law' if how == 'form' else ''}")


def _taken(slug: str, newest: PolicyVersion) -> Question:
    title, state = f"A policy {slug} is there already", books.STATE_WORDS[newest.state]
    if newest.state in books.OPEN:
        sentence = (
            f"Its version {newest.number} is still open ({state}). Go on with it, or choose another name."
        )
        return Question(title, sentence, "", "/policies", link=(f"/policies/{newest.id}", "Open it"))
    sentence = (
        f"Its newest version is {newest.number} ({state}). A new version begins with that text, whatever you "
        "chose for it to stand on. For a policy of its own, choose another name."
    )
    button, address = f"Write version {newest.number + 1}", f"/policies/{newest.id}"
    link = (address, f"Look at version {newest.number}")
    return Question(title, sentence, button, "/policies", action=f"{address}/next", link=link)


@router.post("/folder/drafts")
def take_up(service: Here, session: Settled, group: Field, policy: Field) -> Response:
    """A draft with the text that the folder under git holds."""
    return to(f"/policies/{folder.take_up(service, session.who, group, policy)}")


@router.post("/folder/files")
def write_file(service: Here, session: Settled, group: Field, policy: Field) -> Response:
    """The version in force, into the folder."""
    folder.write(service, session.who, group, policy)
    return to("/policies", "saved")


@router.get("/{version}")
def one(request: Request, service: Here, session: Settled, version: str) -> Response:
    """One version: its text, its faults, what can be done with it."""
    values, text = opened(service, session, version)
    row, book = values["version"], values["book"]
    whole, faults = editing.weighed(text) if row.state in books.OPEN else (None, [])
    with service.database.look() as state:
        values |= {
            "text": text,
            "faults": faults if row.state == "draft" else [],
            "unread": whole is not None and whole.review is None,
            "people": books.names(state),
            "history": books.history_of(service, state, book),
            "comment": books.comment_of(service, row),
            "approves": session.who.may(Action.APPROVE_POLICIES, book.group_id),
        }
    return render(request, "policies/policy.html.j2", session, **values)


@router.post("/{version}")
def save(
    request: Request,
    service: Here,
    session: Settled,
    version: str,
    text: Field,
    nobody: Annotated[Literal["", "looks"], Form()] = "",
) -> Response:
    """The draft as it stands; where it would no longer ask people, a question first."""
    text = text.replace("\r\n", "\n")
    with service.database.look() as state:
        row, _ = books.visible_version(state, session.who, version, Action.WRITE_POLICIES)
        before = books.text_of(service, row)
    if not nobody and drops_review(before, text):
        return ask(request, session, _nobody(version, text))
    books.save_draft(service, session.who, version, text)
    return to(f"/policies/{version}", "saved")


def _nobody(version: str, text: str) -> Question:
    sentence = (
        "The draft as it is kept asks people to look (review:). The text that you send does not: under it no "
        "person sees a document before it is released. Nothing is saved yet. To keep them, go back, and put "
        "review: into your text."
    )
    fields = {"text": text, "nobody": "looks"}
    address = f"/policies/{version}"
    return Question("Is nobody to look any more?", sentence, "Save it so: nobody looks", address, fields)


@router.post("/{version}/submit")
def submit(service: Here, session: Settled, version: str) -> Response:
    """Ask for approval; a draft with faults stays one."""
    with suppress(InvalidError):  # the page shows them at their lines
        books.submit_policy(service, session.who, version)
    return to(f"/policies/{version}")


@router.post("/{version}/next")
def next_version(service: Here, session: Settled, version: str) -> Response:
    """A new draft from a version."""
    return to(f"/policies/{books.next_draft(service, session.who, version)}")


@router.post("/{version}/decision")
def decide(
    service: Here, session: Settled, version: str, outcome: Annotated[PolicyWord, Form()], words: Field = ""
) -> Response:
    """Approve, with a signature, or refuse."""
    books.approve_policy(service, session.who, version, words, grant=outcome == "approve")
    if outcome == "approve":
        folder.keep(service, version)
    return to(f"/policies/{version}")

"""From a template to a page: who looks, what the menu offers, times with their zone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from service.people.roles import Action, Who
from service.people.sign_in import Present
from service.policies.books import STATE_WORDS
from service.releases.telling import guesses_of, in_100, sentence_of_class, sentence_of_concept

FOLDER = Path(__file__).parent
_MENU = (
    ("/", "Home", ()),
    ("/releases", "Releases", (Action.READ_RELEASES,)),
    ("/schedules", "Schedules", (Action.READ_RELEASES,)),
    ("/policies", "Policies", (Action.READ_POLICIES,)),
    ("/audit", "Audit", (Action.READ_AUDIT,)),
    ("/people", "People", (Action.READ_PEOPLE,)),
)
DONE = {
    "saved": "Saved.",
    "password": "Your password was changed. You are signed out everywhere else.",
    "key-ended": "The key has ended.",
    "added": "Added.",
    "some": "Added. Some objects were left out: hidden ones, large ones, and those without a usable name.",
    "removed": "Removed.",
    "closed": "The account is closed.",
    "ended": "The schedule is deleted. Its releases stay.",
    "asked": "The run begins within seconds.",
    "one-time": "One-time codes are on.",
    "one-time-off": "One-time codes are off.",
    "reveal-asked": "Asked. Somebody else decides.",
    "again": "It is tried again within seconds.",
    "checked": "All of it was checked.",
}
"""What a page says after something was done; addresses carry the word on the left only."""


def spoken_time(moment: datetime | None) -> str:
    """A time as people read it, its zone named; the page turns it into the reader's own."""
    return f"{moment.astimezone(UTC):%-d %B %Y, %H:%M} UTC" if moment else "never"


def machine_time(moment: datetime | None) -> str:
    """The same for the page's script."""
    return moment.astimezone(UTC).isoformat(timespec="seconds") if moment else ""


_environment = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters.update(time=spoken_time, machine=machine_time)
_environment.filters.update(policy_word=STATE_WORDS.__getitem__)
_environment.filters.update(cases=in_100, guesses=guesses_of)
_environment.filters.update(told_concept=sentence_of_concept, told_class=sentence_of_class)


def menu_of(who: Who | None) -> list[tuple[str, str]]:
    """The entries that somebody's roles open."""
    if who is None:
        return []
    return [(to, title) for to, title, needs in _MENU if not needs or any(map(who.may_anywhere, needs))]


def render(
    request: Request, name: str, session: Present | None, status: int = 200, **values: Any
) -> HTMLResponse:
    """A page.

    Parameters
    ----------
    request : Request
    name : str
        Of the template.
    session : Present or None
        Of the person who looks.
    status : int
    values
        For the template.
    """
    values.setdefault("most_mb", request.app.state.service.settings.upload_mb)
    page = page_of(name, session, request.url.path, request.query_params.get("done", ""), **values)
    return HTMLResponse(page, status_code=status)


def page_of(name: str, session: Present | None, path: str, done: str = "", **values: Any) -> str:
    """The same as text; `done` is a word of `DONE`."""
    who = session.who if session else None
    shared: Mapping[str, Any] = {
        "who": who,
        "csrf": session.csrf if session else "",
        "menu": menu_of(who) if not (who and who.must_change) else [],
        "path": path,
        "done": DONE.get(done, ""),
        "Action": Action,
        "most_mb": 0,
    }
    return _environment.get_template(name).render({**shared, **values})


@dataclass(frozen=True)
class Question:
    """What is asked once more before something that cannot be taken back, or was perhaps not meant.

    Parameters
    ----------
    title : str
        The question.
    sentence : str
        What is lost, and what stays.
    button : str
        Says again what is done.
    back : str
        The page that is returned to otherwise.
    fields : mapping of str to str
        What the form sends, besides its token.
    action : str
        Where the form goes, if not to the address of the page; then nothing is lost.
    link : tuple of str
        Address and words of a page that says more.
    """

    title: str
    sentence: str
    button: str
    back: str
    fields: Mapping[str, str] = field(default_factory=dict)
    action: str = ""
    link: tuple[str, str] | None = None


def ask(request: Request, session: Present, question: Question) -> HTMLResponse:
    """The page of a question; its form sends to the address at which the page stands."""
    return render(request, "confirm.html.j2", session, question=question)


def to(address: str, done: str = "") -> RedirectResponse:
    """Send the browser to a page after something was done."""
    return RedirectResponse(f"{address}{'?done=' + done if done else ''}", status_code=303)


def local(address: str) -> str:
    """A path on this service; ``/`` for anything else that a link may hold."""
    plain = address.startswith("/") and not address.startswith(("//", "/\\")) and "\\" not in address
    return address if plain and "\n" not in address and "\r" not in address else "/"

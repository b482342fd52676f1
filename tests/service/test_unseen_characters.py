"""Titles and names that others would not see as they stand are refused: pages, programs, commands."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import func, select
from typer.testing import CliRunner

from engine.errors import InvalidError
from engine.text import unseen_in
from service.app.context import Service
from service.commands.start.line import app
from service.people.accounts import group_named
from service.policies.books import checked
from service.releases.review.correcting import Asked, add_note, correct
from service.state.tables import ApiKey, Group, Person, PolicyVersion, Release
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, started
from tests.service.people import Door
from tests.service.test_policy_bench import draft_of

TURNED = "Letters \u202eyaM fo"
ODD = (TURNED, "a\0b", "a\x1b[31mb", "a\x7fb", "a\u2028b", "a\u2066b", "a\nb", "\u200b", "\u00ad")
FINE = (
    *("Letters of May", "M\u00fcller & S\u00f6hne", "\u05e9\u05dc\u05d5\u05dd", "\u4e8b\u4f8b 7"),
    *("\U0001f469\u200d\u2695\ufe0f", "e\u0301"),
)


@pytest.mark.parametrize("odd", ODD)
def test_what_is_refused(odd: str) -> None:
    assert unseen_in(odd)


@pytest.mark.parametrize("fine", FINE)
def test_what_is_not(fine: str) -> None:
    assert unseen_in(fine) == ""


def test_a_text_of_several_lines_may_have_lines_and_no_more() -> None:
    assert unseen_in("one\r\n\ttwo", lines=True) == ""
    assert unseen_in("one\n\x07two", lines=True) == "U+0007 at character 5"


def group(service: Service) -> str:
    with service.database.look() as state:
        return group_named(state, "clinic").id


def rows(service: Service) -> list[int]:
    with service.database.look() as state:
        return [
            state.scalar(select(func.count()).select_from(one)) or 0
            for one in (Person, Group, ApiKey, Release, PolicyVersion)
        ]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    ("login", "path", "fields"),
    [
        ("root", "/people/accounts", {"login": "new.one", "display": "{odd}"}),
        ("root", "/people/groups", {"slug": "new", "title": "{odd}"}),
        ("root", "/account/keys", {"title": "{odd}", "days": "3", "scopes": "read"}),
        ("operator.clinic", "/releases", {"title": "{odd}", "policy": "{group}:hipaa-safe-harbor"}),
    ],
)
def test_pages_refuse_them(
    furnished: Service, door: Door, login: str, path: str, fields: dict[str, str], odd: str
) -> None:
    before = rows(furnished)
    sent = {name: value.format(odd=odd, group=group(furnished)) for name, value in fields.items()}
    page = door.browser(login).post(path, **sent)
    assert page.status_code == 422, page.text
    assert "letters that can be seen" in page.text and odd not in page.text
    assert rows(furnished) == before


def test_programs_are_told_which_character(furnished: Service, door: Door) -> None:
    for login, path, body in (
        ("root", "people", {"login": "new.one", "display": TURNED}),
        ("root", "people", {"login": "new.one", "display": "New", "email": "a\u202e@example.org"}),
        ("root", "groups", {"slug": "new", "title": TURNED}),
        ("operator.clinic", "releases", {"group": "clinic", "title": TURNED, "policy": "hipaa-safe-harbor"}),
        ("operator.clinic", "schedules", {"group": "clinic", "title": TURNED, "policy": "hipaa-safe-harbor"}),
    ):
        program = door.program(login)
        before = rows(furnished)
        answer = program.post(f"/api/v1/{path}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "SVC004"), (path, answer.text)
        assert "U+202E at character" in answer.json()["detail"]
        assert rows(furnished) == before


def test_what_reviewers_write_goes_into_reports_and_documents(furnished: Service) -> None:
    release = started(furnished, approved_policy(furnished, POLICY + "review: {all_above: 0}\n"))
    document, reviewer = documents(furnished, release)[1].id, person(furnished, "reviewer.clinic")
    at = LETTER.index("219-09-9999")
    place = (at, at + 11)
    for asked in (
        Asked("keep", *place, code="not-an-identifier", reason=TURNED),
        Asked("level", *place, replacement=TURNED),
        Asked("level", *place, replacement="two\nlines"),
    ):
        with pytest.raises(Exception, match="letters that can be seen"):
            correct(furnished, reviewer, document, asked)
    with pytest.raises(Exception, match="letters that can be seen"):
        add_note(furnished, reviewer, document, TURNED)
    add_note(furnished, reviewer, document, "Two\nlines")


def test_a_policy_with_such_a_title_has_a_fault_at_its_line(furnished: Service, door: Door) -> None:
    text = 'policy: letters\nversion: 1.0.0\ntitle: "Letters \\u202eyaM"\nextends: hipaa-safe-harbor\n'
    with pytest.raises(InvalidError) as refused:
        checked(text)
    (only,) = refused.value.faults
    assert only.code == "POL015" and "line 3" in only.where and "U+202E" in only.must
    page = door.browser("author.clinic").post(f"/policies/{draft_of(furnished)}", text=text)
    assert page.status_code == 303
    shown = unescape(
        re.sub(r"<[^>]+>", " ", door.browser("author.clinic").get(page.headers["location"]).text)
    )
    assert "U+202E at character 9" in shown


@pytest.mark.parametrize(
    "words",
    [
        ("policy", "approve", "hipaa-safe-harbor", "--by", TURNED),
        ("trust", "add", TURNED, "--public-key", "0" * 64),
        ("trust", "init", "--title", TURNED, "--root", "0" * 64),
        ("policy", "new", "--name", "a-b", "--title", TURNED, "--pack", "hipaa-safe-harbor"),
    ],
)
def test_commands_refuse_them(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code != 0, done.output
    told = " ".join(done.output.split())
    assert "letters that can be seen" in told and "U+202E" in told and "\u202e" not in done.output
    assert not list(tmp_path.glob("*.yaml"))

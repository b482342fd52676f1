"""Policies in a folder under git: what is approved stands there, what changed there becomes a draft."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.policies.git_folder import MAX_BYTES
from engine.errors import InvalidError
from flows.compiling.compilation import load
from service.app.context import Service
from service.app.settings import settings_from
from service.people.accounts import group_named
from service.policies import books, folder
from service.policies.folder import StandingOut
from service.refusals import Refusal
from tests.service.cases import POLICY, person
from tests.service.people import Door

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
PATH = "clinic/letters.yaml"


def git(place: Path, *words: str) -> str:
    """What git says, as somebody with another tool calls it."""
    own = {"GIT_CONFIG_GLOBAL": "/dev/null", "PATH": os.environ["PATH"], "HOME": str(place)}
    names = ["-c", "user.name=Olga Outside", "-c", "user.email=olga@example.org"]
    command = ["git", "-C", str(place), *names, *words]
    return subprocess.run(command, env=own, capture_output=True, text=True, check=True).stdout


def put(place: Path, text: str, path: str = PATH) -> None:
    """A commit of somebody outside."""
    (place / path).parent.mkdir(exist_ok=True)
    (place / path).write_text(text)
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", "by hand")


@pytest.fixture
def place(furnished: Service, tmp_path: Path) -> Path:
    """The folder, named to the service."""
    made = tmp_path / "policies"
    made.mkdir()
    git(made, "init", "-q", "-b", "main")
    object.__setattr__(furnished, "settings", replace(furnished.settings, policy_folder=made))
    return made


def draft(service: Service, text: str) -> str:
    """A version that is being written."""
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    return books.add_version(service, person(service, "author.clinic"), group, text)


def approve(door: Door, service: Service, version: str) -> None:
    """Submitted by its author, approved over the API."""
    books.submit_policy(service, person(service, "author.clinic"), version)
    body = {"outcome": "approve", "words": "Read by two."}
    answer = door.program("approver.clinic").post(f"/api/v1/policies/{version}/decision", json=body)
    assert answer.status_code == 204, answer.text


def stand(service: Service, login: str = "author.clinic") -> list[StandingOut]:
    """How the folder stands for somebody."""
    with service.database.look() as state:
        return folder.standings(service, state, person(service, login))


def test_what_is_approved_is_committed_with_its_approval(furnished: Service, door: Door, place: Path) -> None:
    text = "# kept for the audit\n" + POLICY
    approve(door, furnished, draft(furnished, text))
    assert (place / PATH).read_text() == text, "comments are kept"
    assert git(place, "status", "--porcelain") == ""
    assert git(place, "log", "-1", "--format=%an|%cn|%B").strip() == (
        "Author Of Clinic|saferelease|letters 1, approved by Approver Of Clinic\n\nRead by two."
    )
    (one,) = stand(furnished)
    assert (one.form, one.number, one.takes_up, one.writes) == ("same", 1, False, False)
    assert load(str(place / PATH)).policy.policy == "letters"
    assert (place / "clinic/letters.approval.json").exists()


def test_a_draft_and_a_refused_version_are_not_committed(furnished: Service, door: Door, place: Path) -> None:
    version = draft(furnished, POLICY)
    books.submit_policy(furnished, person(furnished, "author.clinic"), version)
    door.browser("approver.clinic").post(f"/policies/{version}/decision", outcome="refuse")
    assert stand(furnished) == [] and not (place / "clinic").exists()


def test_what_changed_outside_becomes_a_draft_of_who_takes_it_up(
    furnished: Service, door: Door, place: Path
) -> None:
    approve(door, furnished, draft(furnished, POLICY))
    put(place, POLICY.replace("1.0.0", "1.1.0"))
    (one,) = stand(furnished)
    assert (one.form, one.author, one.takes_up, one.writes) == ("other", "Olga Outside", True, False)
    page = door.browser("author.clinic").get("/policies")
    assert "changed outside" in page.text and "Olga Outside" in page.text
    answer = door.browser("author.clinic").post("/policies/folder/drafts", group="clinic", policy="letters")
    version = answer.headers["location"].rpartition("/")[2]
    with furnished.database.look() as state:
        who = person(furnished, "author.clinic")
        found, _ = books.visible_version(state, who, version, books.Action.READ_POLICIES)
        assert (found.state, found.number, found.author_id) == ("draft", 2, who.id)
    assert stand(furnished)[0].form == "behind", "it is known now, and not in force"
    approve(door, furnished, version)
    assert stand(furnished)[0].form == "same"


def test_nothing_of_the_folder_is_in_force_without_approval(
    furnished: Service, door: Door, place: Path
) -> None:
    put(place, POLICY)
    put(place, '{"forged": "approval"}', "clinic/letters.approval.json")
    with furnished.database.look() as state:
        assert books.approved_versions(state, group_named(state, "clinic").id) == []
    (one,) = stand(furnished)
    assert (one.form, one.number) == ("other", 0)
    version = folder.take_up(furnished, person(furnished, "author.clinic"), "clinic", "letters")
    approver = door.program("approver.clinic")
    assert (
        approver.post(f"/api/v1/policies/{version}/decision", json={"outcome": "approve"}).status_code == 409
    )
    assert books.MAX_TEXT and stand(furnished)[0].takes_up is False


def test_an_approval_stands_where_the_folder_cannot_be_written(
    furnished: Service, door: Door, place: Path
) -> None:
    first = draft(furnished, POLICY)
    put(place, "somebody's own text\n")
    approve(door, furnished, first)
    assert (place / PATH).read_text() == "somebody's own text\n"
    (one,) = stand(furnished)
    assert (one.form, one.number) == ("other", 1)
    with pytest.raises(InvalidError, match="PGF004"):
        folder.write(furnished, person(furnished, "approver.clinic"), "clinic", "letters")
    git(place, "rm", "-q", PATH)
    git(place, "commit", "-q", "-m", "away")
    assert [(one.form, one.writes) for one in stand(furnished, "approver.clinic")] == [("behind", True)]
    page = door.browser("approver.clinic")
    assert "not there yet" in page.get("/policies").text
    page.post("/policies/folder/files", group="clinic", policy="letters")
    assert stand(furnished)[0].form == "same"


def test_what_is_half_written_in_the_folder_stays(furnished: Service, door: Door, place: Path) -> None:
    approve(door, furnished, draft(furnished, POLICY))
    (place / PATH).write_text("half a thou")
    approve(door, furnished, draft(furnished, POLICY.replace("1.0.0", "1.1.0")))
    assert (place / PATH).read_text() == "half a thou"
    assert stand(furnished)[0].form == "behind"


@pytest.mark.parametrize(
    "text", ["policy: [", POLICY.replace("policy: letters", "policy: others"), "x" * 600_000, "\x00"]
)
def test_what_is_no_policy_of_that_name_is_not_taken_up(furnished: Service, place: Path, text: str) -> None:
    put(place, text)
    with pytest.raises((InvalidError, Refusal)):
        folder.take_up(furnished, person(furnished, "author.clinic"), "clinic", "letters")
    with furnished.database.look() as state:
        assert books.shelves_for(furnished, state, person(furnished, "author.clinic"))[0][1] == []


@pytest.mark.parametrize("policy", ["../court/filings", "..", "letters.yaml", "", "a/b", "*"])
def test_a_name_leads_nowhere_else(furnished: Service, place: Path, policy: str) -> None:
    put(place, POLICY.replace("policy: letters", "policy: filings"), "court/filings.yaml")
    with pytest.raises(Refusal, match="PGF006"):
        folder.take_up(furnished, person(furnished, "author.clinic"), "clinic", policy)


def test_who_may_do_it(furnished: Service, door: Door, place: Path) -> None:
    put(place, POLICY)
    body = {"group": "clinic", "policy": "letters"}
    statuses = {
        login: door.program(login).post("/api/v1/policies/folder/drafts", json=body).status_code
        for login in ("approver.clinic", "auditor.clinic", "author.court", "author.clinic")
    }
    assert statuses == {
        "approver.clinic": 403, "auditor.clinic": 403, "author.court": 404, "author.clinic": 201,
    }  # fmt: skip
    assert stand(furnished, "author.court") == []
    assert door.program("reviewer.clinic").get("/api/v1/policies/folder").json()[0]["takes_up"] is False


def test_a_folder_that_is_away_is_told_on_the_page(furnished: Service, door: Door, place: Path) -> None:
    approve(door, furnished, draft(furnished, POLICY))
    shutil.rmtree(place)
    page = door.browser("author.clinic").get("/policies")
    assert page.status_code == 200 and "PGF002" in page.text and "letters 1" in page.text
    answer = door.program("author.clinic").get("/api/v1/policies/folder")
    assert (answer.status_code, answer.json()["code"]) == (422, "PGF002")
    approve(door, furnished, draft(furnished, POLICY.replace("1.0.0", "1.1.0")))


@pytest.mark.parametrize("kind", ["text", "name", "large"])
def test_one_bad_file_hides_no_other(furnished: Service, door: Door, place: Path, kind: str) -> None:
    approve(door, furnished, draft(furnished, POLICY))
    put(place, POLICY.replace("letters", "others"), "clinic/others.yaml")
    bad = os.fsencode(place) + (b"/clinic/m\xfcller.yaml" if kind == "name" else b"/clinic/bad.yaml")
    Path(os.fsdecode(bad)).write_bytes(b"x" * (MAX_BYTES + 1) if kind == "large" else b"title: M\xfcller\n")
    git(place, "add", "-A")
    git(place, "-c", "i18n.commitEncoding=utf-8", "commit", "-q", "-m", "bad", "--author=X <x@y>")
    found = {one.policy: one for one in stand(furnished)}
    name = "m\ufffdller" if kind == "name" else "bad"
    assert {one: found[one].form for one in found} == {
        "letters": "same",
        "others": "other",
        name: "unreadable",
    }
    assert not found[name].takes_up and not found[name].writes and "PGF003" in found[name].fault
    page = door.browser("author.clinic").get("/policies")
    assert page.status_code == 200 and "cannot be read" in page.text and "clinic/others.yaml" in page.text
    answer = door.program("author.clinic").get("/api/v1/policies/folder").json()
    assert [one["fault"] != "" for one in answer].count(True) == 1
    with pytest.raises((InvalidError, Refusal)):
        folder.take_up(furnished, person(furnished, "author.clinic"), "clinic", name)


def test_a_commit_of_an_odd_author_and_time_is_shown(furnished: Service, door: Door, place: Path) -> None:
    put(place, POLICY)
    odd = git(place, "cat-file", "commit", "HEAD").encode()
    head, _, rest = odd.partition(b"author ")
    line, _, rest = rest.partition(b"\n")
    assert line
    made = head + b"author M\xfcller\x0bX <m@x> 99999999999999 +0000\n" + rest
    command = ["git", "-C", str(place), "hash-object", "-t", "commit", "-w", "--literally", "--stdin"]
    commit = subprocess.run(command, input=made, capture_output=True, check=True).stdout.decode().strip()
    git(place, "update-ref", "HEAD", commit)
    page = door.browser("author.clinic").get("/policies")
    assert page.status_code == 200 and commit[:10] in page.text and "M\ufffdller" in page.text


def test_without_a_folder_nothing_is_there(furnished: Service, door: Door) -> None:
    assert stand(furnished) == []
    body = {"group": "clinic", "policy": "letters"}
    answer = door.program("author.clinic").post("/api/v1/policies/folder/drafts", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "PGF007")
    assert "In the folder" not in door.browser("author.clinic").get("/policies").text


def test_an_administrator_names_the_folder(tmp_path: Path) -> None:
    assert settings_from({"SAFERELEASE_POLICY_FOLDER": str(tmp_path)}).policy_folder == tmp_path
    assert settings_from({}).policy_folder is None

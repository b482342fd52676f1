"""Corrections as training data: off by default, in the ledger, encrypted, gone in time, read by `train`."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from adapters.recognizers.training.annotated_files import read_annotated
from flows.audit.reading import entries_of
from service.app.context import Service
from service.refusals import Refusal
from service.releases import approval
from service.releases.retention import clear
from service.releases.review import correcting, finishing, overrides, training
from service.releases.review.correcting import Asked
from service.releases.running import drain
from service.state.columns import now
from service.state.tables import Release, TrainingText
from service.web.build import create_app
from tests.service.cases import POLICY, approved_policy, documents, person, started
from tests.service.people import Door
from tests.service.test_canary_service import CANARY, holders

TEXT = (
    f"{CANARY} met John Miller.\nNothing is wrong here, said Mary Johnson.\n"
    f"Ask {CANARY}two Quorble of Springfield, 219-09-9999.\nWrite to jm@example.org, not to Dr. Endo.\n"
)
LINES = TEXT.splitlines()


def reviewed(service: Service) -> str:
    """A release in which a reviewer added a name, refused two findings and accepted the rest."""
    policy = approved_policy(service, POLICY + "review: {all_above: 0}\n")
    release = started(service, policy, {"a.txt": TEXT, "b.txt": "Nothing at all.\n"})
    reviewer = person(service, "reviewer.clinic")
    first, second = documents(service, release)[1], documents(service, release)[2]
    name = TEXT.index("Quorble")
    correcting.correct(service, reviewer, first.id, Asked("add", name, name + 7, "person"))
    wrong = TEXT.index("John Miller")
    refused = Asked("keep", wrong, wrong + 11, code="not-an-identifier", reason="a street")
    correcting.correct(service, reviewer, first.id, refused)
    number = TEXT.index("219-09-9999")
    exempt = Asked("keep", number, number + 11, code="consent", reason="she agreed")
    correcting.correct(service, reviewer, first.id, exempt)
    with service.database.look() as state:
        (asked,) = overrides.overrides_of(state, release)
    overrides.decide_override(service, person(service, "approver.clinic"), asked.id, grant=True)
    for document in (first, second):
        assert finishing.finish(service, reviewer, document.id) == ""
    return release


def sealed(service: Service) -> str:
    """The same, approved and sealed."""
    release = reviewed(service)
    approval.approve(service, person(service, "approver.clinic"), release, "")
    assert drain(service) == 1
    return release


def told(event: str = "training") -> list[dict[str, object]]:
    """What the ledger says of it."""
    return [{"release": one.release, **one.body} for one in entries_of(None, "", event, False)]


def kept(service: Service) -> list[TrainingText]:
    """Rows of the state."""
    with service.database.look() as state:
        return list(state.scalars(select(TrainingText)))


def test_without_permission_nothing_is_kept(furnished: Service) -> None:
    sealed(furnished)
    assert not kept(furnished) and not told()
    administrator = person(furnished, "administrator.clinic")
    with pytest.raises(Refusal, match="TRD001"):
        training.export(furnished, administrator, "clinic")
    with pytest.raises(Refusal, match="SVC003"):
        training.withdraw(furnished, administrator, "clinic")
    assert not told()


def test_what_was_corrected_is_read_by_train_and_every_use_is_in_the_ledger(
    furnished: Service, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    administrator = person(furnished, "administrator.clinic")
    training.allow(furnished, administrator, "clinic")
    release = sealed(furnished)
    (row,) = kept(furnished)
    standing = training.standing(furnished, administrator, "clinic")
    assert (standing.documents, standing.paragraphs) == (1, 2) == (1, row.n_paragraphs)
    content = (
        Door(create_app(furnished), furnished, [])
        .program("administrator.clinic")
        .post("/api/v1/groups/clinic/training/export")
        .content
    )
    export = tmp_path / "corrections.jsonl"
    export.write_bytes(content)
    found = {one.document.text.reveal(): one for one in read_annotated([export])}
    assert set(found) == {LINES[0], LINES[2]}, "paragraphs with a correction, no others"

    def marked(line: str) -> dict[str, str]:
        return {line[a.start : a.end]: a.category for a in found[line].annotations}

    assert marked(LINES[2])["Quorble"] == "person"
    assert marked(LINES[2])["219-09-9999"] == "code", "an exemption says nothing against the finding"
    assert "John Miller" not in marked(LINES[0]), "a wrong finding is none"
    assert {one["annotated"] == ["code", "person"] for one in map(json.loads, content.splitlines())} == {True}
    steps = [(one["step"], one.get("documents"), one.get("paragraphs")) for one in told()]
    assert steps == [("allowed", None, None), ("kept", 1, 2), ("exported", 1, 2)]
    assert told()[1]["release"] and told()[2]["person"] == administrator.id
    export.unlink()
    with furnished.database.look() as state:
        engine = state.get_one(Release, release).id
    assert holders(tmp_path, sealed=engine) == []
    assert CANARY not in caplog.text


def test_it_goes_when_the_permission_is_withdrawn(furnished: Service) -> None:
    administrator = person(furnished, "administrator.clinic")
    training.allow(furnished, administrator, "clinic")
    sealed(furnished)
    assert kept(furnished)
    training.withdraw(furnished, administrator, "clinic")
    assert not kept(furnished) and told()[-1]["step"] == "withdrawn" and told()[-1]["documents"] == 1
    training.allow(furnished, administrator, "clinic")
    with pytest.raises(Refusal, match="TRD001"):
        training.export(furnished, administrator, "clinic")


def test_it_goes_with_the_originals(furnished: Service) -> None:
    training.allow(furnished, person(furnished, "administrator.clinic"), "clinic")
    release = sealed(furnished)
    with furnished.database.begin() as state:
        state.get_one(Release, release).keep_until = now()
    assert clear(furnished) == 1
    assert not kept(furnished)


def test_a_permission_that_ends_before_the_seal_keeps_nothing(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between reading and keeping an administrator withdraws it."""
    administrator = person(furnished, "administrator.clinic")
    training.allow(furnished, administrator, "clinic")
    taught_by = training.taught_by

    def late(service: Service, release: str) -> object:
        found = taught_by(service, release)
        training.withdraw(service, administrator, "clinic")
        return found

    monkeypatch.setattr(training, "taught_by", late)
    sealed(furnished)
    assert not kept(furnished) and [one["step"] for one in told()] == ["allowed", "withdrawn"]


def test_only_administrators_of_the_group_and_the_page_says_how_it_stands(furnished: Service) -> None:
    door = Door(create_app(furnished), furnished, [])
    for login in ("reviewer.clinic", "auditor.clinic", "approver.clinic"):
        program = door.program(login)
        for method, path in (("PUT", ""), ("DELETE", ""), ("GET", ""), ("POST", "/export")):
            assert program.request(method, f"/api/v1/groups/clinic/training{path}").status_code == 403
    stranger = door.program("administrator.court")
    assert stranger.post("/api/v1/groups/clinic/training/export").status_code == 404
    browser = door.browser("administrator.clinic")
    assert "not allowed" in browser.get("/people").text
    assert browser.post("/people/clinic/training", outcome="allow").status_code == 303
    assert "Allowed by Administrator Of Clinic" in browser.get("/people").text
    assert "Withdraw" not in door.browser("auditor.clinic").get("/people").text
    assert browser.post("/people/clinic/training", outcome="burn").status_code == 422
    assert browser.post("/people/clinic/training", outcome="withdraw").status_code == 303
    audit = door.program("auditor.clinic").get("/api/v1/audit", params={"event": "training"}).json()
    assert [one["what"] for one in audit] == ["step withdrawn", "step allowed"]
    assert door.program("auditor.court").get("/api/v1/audit", params={"event": "training"}).json() == []
    period = door.program("auditor.clinic").get("/api/v1/audit/period").json()
    assert [(one["outcome"], one["by"]) for one in period["training"]] == [
        ("allowed", "Administrator Of Clinic"),
        ("withdrawn", "Administrator Of Clinic"),
    ]


def test_a_ledger_that_cannot_be_written_allows_and_exports_nothing(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    administrator = person(furnished, "administrator.clinic")
    training.allow(furnished, administrator, "clinic")
    sealed(furnished)

    def broken(*given: object) -> None:
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(training, "record", broken)
        for act in (training.export, training.withdraw):
            with pytest.raises(OSError):
                act(furnished, administrator, "clinic")
        assert kept(furnished) and training.standing(furnished, administrator, "clinic").allowed
    other = replace(furnished)
    assert training.export(other, administrator, "clinic")


def test_reviewers_are_told(furnished: Service) -> None:
    policy = approved_policy(furnished, POLICY + "review: {all_above: 0}\n")
    release = started(furnished, policy, {"a.txt": TEXT})
    browser = Door(create_app(furnished), furnished, []).browser("reviewer.clinic")
    address = f"/review/{documents(furnished, release)[1].id}"
    assert 'id="teaches"' not in browser.get(address).text
    training.allow(furnished, person(furnished, "administrator.clinic"), "clinic")
    assert 'id="teaches"' in browser.get(address).text

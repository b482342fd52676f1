"""The client against a service that listens on this machine: typed, idempotent, and never in the clear."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from engine.errors import InvalidError
from flows.audit.verification.bundle import verify_release
from service.app.context import Service
from service.client import RemoteRefusal, ServiceClient
from service.policies.trying import trials
from service.releases.running import drain
from service.state.tables import Note
from tests.service.cases import DOCUMENTS, approved_policy
from tests.service.listening import client, listening
from tests.unit.test_writer_access import answering


@pytest.fixture
def live(furnished: Service) -> Iterator[Service]:
    """The service at an address of this machine."""
    with listening(furnished) as found:
        yield found


def test_from_files_to_a_verified_bundle(live: Service, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name, text in DOCUMENTS.items():
        (tmp_path / "in" / name).write_text(text)
    files = list((tmp_path / "in").iterdir())
    policy = approved_policy(live)
    with client(live, "operator.clinic") as operator, client(live, "approver.clinic") as approver:
        assert operator.me().login == "operator.clinic"
        assert "Bearer" not in repr(operator)
        release = operator.new_release("clinic", "Letters", policy)
        first = operator.add_files(release, files)
        assert operator.add_files(release, files) == first, "sent twice, there once"
        assert len(operator.show(release).documents) == len(DOCUMENTS)
        operator.start(release)
        assert operator.wait(release, {"approval"}, seconds=0).state == "queued"
        operator.pause(release)
        assert operator.progress(release).state == "paused"
        operator.resume(release)
        assert drain(live) == 1
        assert operator.wait(release, {"approval"}).done == len(DOCUMENTS)
        with pytest.raises(RemoteRefusal) as refused:
            operator.download(release, tmp_path / "early")
        assert (refused.value.status, refused.value.code) == (409, "SVC003")
        approver.decide(release, "approve")
        assert drain(live) == 1
        bundle = approver.download(release, tmp_path / "bundle")
        assert [one.state for one in approver.releases()] == ["sealed"]
        assert operator.schedules() == []
    assert verify_release(bundle).faults == []
    with client(live, "operator.court") as stranger, pytest.raises(RemoteRefusal) as refused:
        stranger.show(release)
    assert refused.value.code == "SVC001"


def archive(*names: str) -> bytes:
    """A zip file as a service may send it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for name in names:
            packed.writestr(name, "content")
    return made.getvalue()


@pytest.mark.parametrize(
    "body", [b"<html>", b"\xff", b'{"id": 1}', archive("a").replace(b"content", b"CONTENT")]
)
def test_what_is_no_answer_of_the_service_is_refused_and_leaves_nothing(body: bytes, tmp_path: Path) -> None:
    with answering(200, body) as (here, _), ServiceClient(here, "srk_key") as asking:
        for ask in (asking.me, asking.releases, lambda: asking.download("r", tmp_path / "new" / "bundle")):
            with pytest.raises(RemoteRefusal) as told:
                ask()
            assert (told.value.code, told.value.__cause__) == ("SVC004", None)
    assert [path.name for path in tmp_path.rglob("*")] == ["new"]


def test_a_bundle_is_unpacked_into_its_folder_alone(tmp_path: Path) -> None:
    names = ("../out.txt", "/etc/out.txt", "../../x/../out.txt", "report.json")
    with answering(200, archive(*names)) as (here, _), ServiceClient(here, "srk_key") as asking:
        asking.download("r", tmp_path / "bundle")
        with pytest.raises(FileExistsError):
            asking.download("r", tmp_path / "bundle")
    assert [path.name for path in tmp_path.iterdir()] == ["bundle"]
    assert (tmp_path / "bundle" / "report.json").read_text() == "content"


def test_an_older_client_understands_a_newer_service() -> None:
    """What it does not know is left out, however deep; what it needs must be there."""
    offer = {"value": "letters", "title": "Letters", "newer": 1}
    answer = [{"group": "clinic", "title": "C", "may_send": True, "policies": [offer], "newer": {"deep": []}}]
    with answering(200, json.dumps(answer).encode()) as (here, _), ServiceClient(here, "srk_key") as asking:
        (found,) = asking.offers()
        assert [one.value for one in found.policies] == ["letters"]
        assert "newer" not in found.model_dump_json()
        with pytest.raises(RemoteRefusal):
            asking.me()


def test_an_open_document_is_inspected_and_its_reviewers_are_told(live: Service) -> None:
    text = ["My number is 219-09-9999."]
    with client(live, "operator.clinic") as operator, client(live, "auditor.clinic") as auditor:
        (desk,) = operator.offers()
        assert (desk.group, desk.may_send) == ("clinic", True)
        assert "hipaa-safe-harbor" in [one.value for one in desk.policies]
        (found,) = operator.inspect("clinic", "hipaa-safe-harbor", text).findings
        assert text[0][found.start : found.end] == "219-09-9999"
        release = operator.new_release("clinic", "Open", "hipaa-safe-harbor")
        document = operator.add_document(release, "open.txt", text[0].encode())
        operator.add_remark(release, document, "Look at the number.")
        with pytest.raises(RemoteRefusal) as refused:
            auditor.add_remark(release, document, "no")
        assert refused.value.code == "SVC002"
        assert auditor.offers() == []
    trials.close()
    with live.database.look() as state:
        assert [note.document_id for note in state.scalars(select(Note))] == [document]


@pytest.mark.parametrize(
    "address",
    [
        "http://release.example.org", "ftp://127.0.0.1", "release", "https://", "https://[release",
        "https://release.example.org:port",
    ],
)  # fmt: skip
def test_a_key_is_never_sent_in_the_clear(address: str) -> None:
    with pytest.raises(InvalidError) as told:
        ServiceClient(address, "key")
    assert told.value.faults[0].code == "RMT001"

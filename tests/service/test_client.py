"""The client against a service that listens on this machine: typed, idempotent, and never in the clear."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import InvalidError
from flows.audit.verification.bundle import verify_release
from service.app.context import Service
from service.client import RemoteRefusal, ServiceClient
from service.releases.running import drain
from tests.service.cases import DOCUMENTS, approved_policy
from tests.service.listening import client, listening


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


@pytest.mark.parametrize("address", ["http://release.example.org", "ftp://127.0.0.1", "release"])
def test_a_key_is_never_sent_in_the_clear(address: str) -> None:
    with pytest.raises(InvalidError) as told:
        ServiceClient(address, "key")
    assert told.value.faults[0].code == "RMT001"

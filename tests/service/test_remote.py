"""The command line asks a service elsewhere: over TLS, with a key from a file, going on after a cut."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy import text
from typer.testing import CliRunner, Result

from engine.errors import Outcome
from flows.audit.verification.bundle import verify_release
from service.app.context import Service
from service.client import RemoteRefusal, UnreachableError
from service.client.access import KEY_VARIABLE
from service.commands.start.line import app
from service.policies.trying import Trials
from service.releases.running import drain
from service.state.tables import Release
from tests.patience import PATIENCE, free_port
from tests.service.cases import DOCUMENTS, POLICY, approved_policy, documents
from tests.service.listening import certificate, client, cut_after, key_of, listening


@dataclass(frozen=True)
class Desk:
    """Somebody's machine: files to release, the house's certificates, a key, a service far away."""

    service: Service
    folder: Path

    @property
    def there(self) -> list[str]:
        """The service, and the certificates that it is known by."""
        return ["--service", self.service.settings.address, "--ca-file", str(self.folder / "house.pem")]

    def asks(self, *words: str, code: int = 0) -> Result:
        """A command, with its exit code."""
        done = CliRunner().invoke(app, list(words))
        assert done.exit_code == code, done.output + repr(done.exception)
        return done


@pytest.fixture
def desk(furnished: Service, tmp_path: Path) -> Iterator[Desk]:
    files = tmp_path / "in"
    files.mkdir()
    for name, content in DOCUMENTS.items():
        (files / name).write_text(content)
    with listening(furnished, certificate(tmp_path)) as live:
        (tmp_path / "key").write_text(key_of(live, "operator.clinic") + "\n")
        approved_policy(live)
        yield Desk(live, tmp_path)


def approved(desk: Desk, release: str) -> None:
    """The machine decides, an approver approves, the machine seals."""
    assert drain(desk.service) == 1
    with client(desk.service, "approver.clinic", desk.folder / "house.pem") as approver:
        approver.decide(release, "approve")
    assert drain(desk.service) == 1


def test_a_release_is_submitted_followed_and_fetched(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    key = ["--key-file", str(desk.folder / "key")]
    order = ["release", "submit", "letters", str(desk.folder / "in"), "--group", "clinic", "--title", "May"]
    sent = json.loads(desk.asks(*order, *desk.there, *key, "--json").stdout)
    again = json.loads(desk.asks(*order, *desk.there, *key, "--json").stdout)
    assert (sent["n_documents"], sent["n_sent"]) == (len(DOCUMENTS), len(DOCUMENTS))
    assert again == sent | {"n_sent": 0}
    release = sent["release"]
    other = json.loads(desk.asks(*order, *desk.there, *key, "--json", "--title", "June").stdout)
    assert other["release"] != release
    with client(desk.service, "operator.clinic", desk.folder / "house.pem") as operator:
        operator.cancel(other["release"])
    june = desk.asks(*order[:-1], "June", *desk.there, *key, code=Outcome.REFUSED)
    assert "0 of them sent just now; it is cancelled." in june.stdout, "nothing more comes of it"
    monkeypatch.setenv(KEY_VARIABLE, (desk.folder / "key").read_text().strip())
    follow = ["release", "wait", release, *desk.there, "--until"]
    desk.asks(*follow, "approval", "--seconds", "0", code=Outcome.INCOMPLETE)
    desk.asks("release", "download", release, *desk.there, "--out", "early", code=Outcome.REFUSED)
    approved(desk, release)
    assert "sealed" in desk.asks(*follow, "sealed").stdout
    assert "4 documents  Matters of the clinic: May" in desk.asks("release", "list", *desk.there).stdout
    assert "document 000001 passed" in desk.asks("release", "status", release, *desk.there).stdout
    fetch = ["release", "download", release, *desk.there, "--out"]
    desk.asks(*fetch, str(desk.folder / "other"), "--public-key", "0" * 64, code=Outcome.REFUSED)
    signer = desk.service.keys.public_hex()
    monkeypatch.setenv("SAFERELEASE_HOME", str(desk.folder / "elsewhere"))
    shown = desk.asks(*fetch, str(desk.folder / "mine"), "--public-key", signer).stdout
    assert shown.startswith("VERIFIED")
    assert "[RMT007]" in desk.asks(*fetch, str(desk.folder / "mine"), code=Outcome.INVALID).stderr
    with desk.service.database.begin() as state:
        state.get_one(Release, release).engine_id = ""
    told = desk.asks(*fetch, str(desk.folder / "nameless"), "--public-key", signer, code=Outcome.REFUSED)
    assert told.stdout.startswith("FAILED"), "which release it is was not told"


def test_run_waits_for_people_and_leaves_a_verified_bundle(desk: Desk) -> None:
    where = [*desk.there, "--key-file", str(desk.folder / "key")]
    line = ["run", "letters", str(desk.folder / "in"), "--out", str(desk.folder / "bundle"), *where]
    assert "[RMT006] --group" in desk.asks(*line, "--title", "May", code=Outcome.INVALID).stderr
    named = [*line, "--group", "clinic", "--title", "May"]
    assert "[RMT006] --matter" in desk.asks(*named, "--matter", "m.yaml", code=Outcome.INVALID).stderr
    with client(desk.service, "operator.clinic", desk.folder / "house.pem") as operator:
        people = threading.Timer(2.0, lambda: approved(desk, operator.releases()[0].id))
        people.start()
        told = json.loads(desk.asks(*named, "--json", code=Outcome.UNVERIFIED).stdout)
        people.join()
        assert told["in_service"] == operator.releases()[0].id
    assert "[BND023]" in told["doubts"][0], "the keys are here, and the private folder is not"
    found = verify_release(desk.folder / "bundle")
    assert found.faults == []
    assert (told["release"], told["verdict"]) == (found.manifest.release_id, found.manifest.verdict)
    assert (told["totals"]["released"], told["manifest_sha256"]) == (4, found.manifest_sha256)


def test_a_service_checks_a_policy(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = desk.folder / "good.yaml", desk.folder / "bad.yaml"
    good.write_text(POLICY)
    bad.write_text(POLICY.replace("replace_with", "replaces_with"))
    monkeypatch.setenv(KEY_VARIABLE, key_of(desk.service, "author.clinic"))
    assert "valid in the service" in desk.asks("policy", "check", str(good), *desk.there).stdout
    told = desk.asks("policy", "check", str(good), str(bad), *desk.there, code=Outcome.INVALID).stderr
    assert f"{bad}:" in told and "replaces_with" in told
    assert "[RMT008]" in desk.asks("policy", "check", "none.yaml", *desk.there, code=Outcome.INVALID).stderr
    operators = ["--key-file", str(desk.folder / "key")]
    refused = desk.asks("policy", "check", str(good), *desk.there, *operators, code=Outcome.REFUSED)
    assert "[SVC002]" in refused.stderr


def test_only_a_trusted_certificate_gets_the_key(desk: Desk) -> None:
    line = ["release", "list", "--service", desk.service.settings.address, "--key-file"]
    key = str(desk.folder / "key")
    assert "[RMT003]" in desk.asks(*line, key, code=Outcome.INVALID).stderr
    wait = ["release", "wait", "any", *line[2:]]
    assert "[RMT003]" in desk.asks(*wait, key, code=Outcome.INVALID).stderr, "not after a week"
    assert "[RMT004]" in desk.asks(*line, key, "--ca-file", key, code=Outcome.INVALID).stderr
    assert "[RMT005]" in desk.asks(*line, str(desk.folder / "none"), code=Outcome.INVALID).stderr
    (desk.folder / "key").write_text("sr_wrong")
    assert "[PPL" in desk.asks("release", "list", *desk.there, "--key-file", key, code=Outcome.REFUSED).stderr


def test_what_a_cut_left_undone_is_done_the_next_time(furnished: Service, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for n in range(6):
        (tmp_path / "in" / f"{n}.txt").write_text(f"Letter {n}. " + "Nothing is here. " * 400)
    (tmp_path / "in" / "twin").mkdir()
    (tmp_path / "in" / "twin" / "0.txt").write_bytes((tmp_path / "in" / "0.txt").read_bytes())
    approved_policy(furnished)
    port = free_port()
    with listening(furnished, None, f"127.0.0.1:{port}") as live:
        (tmp_path / "key").write_text(key_of(live, "operator.clinic"))
        desk = Desk(live, tmp_path)
        order = ["release", "submit", "letters", str(tmp_path / "in"), "--group", "clinic", "--title", "May"]
        order += ["--key-file", str(tmp_path / "key"), "--json", "--service"]
        straight = live.settings.address
        with cut_after(22_000, urlsplit(straight).port or 0, port) as line:
            told = desk.asks(*order, line, code=Outcome.INVALID)
        assert "[RMT002]" in told.stderr
        sent = json.loads(desk.asks(*order, straight).stdout)
        assert 0 < sent["n_sent"] < sent["n_documents"] == 7
        assert len(documents(live, sent["release"])) == 7
        assert json.loads(desk.asks(*order, straight).stdout)["n_sent"] == 0


def test_a_database_that_is_gone_is_told_as_something_that_passes(
    furnished: Service, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "saferelease")
    with listening(furnished) as live, client(live, "operator.clinic") as operator:
        key = key_of(live, "operator.clinic")
        with furnished.database.engine.begin() as connection:
            connection.execute(text("ALTER TABLE api_keys RENAME TO elsewhere"))
        with pytest.raises(UnreachableError) as told:
            operator.releases()
        assert (told.value.faults[0].code, told.value.faults[0].got) == ("RMT002", "status 503")
        answer = httpx.get(
            f"{live.settings.address}/api/v1/me", headers={"authorization": f"Bearer {key}"}, timeout=PATIENCE
        )
        assert answer.json()["code"] == "SVC013"
    (line, _) = (json.loads(one.message) for one in caplog.records if one.levelname == "ERROR")
    assert (line["fault"], line["route"]) == ("OperationalError", "/api/v1/releases")
    assert "api_keys" not in caplog.text, "neither what was asked nor with which values"


def test_a_full_queue_is_no_silence(furnished: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was done, and the program is told so: no network is to be looked at."""
    monkeypatch.setattr("service.releases.open_documents.inspecting.trials", Trials(0, 0))
    with listening(furnished) as live, client(live, "operator.clinic") as operator:
        with pytest.raises(RemoteRefusal) as told:
            operator.inspect("clinic", "hipaa-safe-harbor", ["A word."])
        assert (told.value.status, told.value.code) == (503, "SVC014")
        assert "nothing was changed" in told.value.detail


def test_a_link_is_not_left_out_in_silence(desk: Desk) -> None:
    (desk.folder / "in" / "link.txt").symlink_to(desk.folder / "in" / "letter.txt")
    order = ["release", "submit", "letters", str(desk.folder / "in"), "--group", "clinic", "--title", "May"]
    told = desk.asks(*order, *desk.there, "--key-file", str(desk.folder / "key"), code=Outcome.INVALID)
    assert "[SRC004]" in told.stderr

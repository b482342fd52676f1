"""Backups: after the round trip a release that waited still waits, and what is not right is refused."""

from __future__ import annotations

import json
import shutil
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select, text
from typer.testing import CliRunner

from adapters.keys.installation import load_keys
from adapters.ledger.databases.server import SCHEMA
from adapters.ledger.place import ADDRESS, Tables, ledger_place
from adapters.machine.locations import home
from engine.errors import InvalidError
from flows.audit.reading import check_audit
from flows.audit.verification.bundle import verify_release
from service.app.context import Service, open_service
from service.app.settings import Settings
from service.backups.whole import back_up, restore
from service.commands.start.line import app
from service.releases import approval
from service.releases.intake import bundle_path
from service.releases.review import correcting, finishing
from service.releases.review.correcting import Asked
from service.releases.running import drain
from service.state.alone import in_use
from service.state.database import open_database, passing_database
from service.state.tables import Correction, Person
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, release_of, started
from tests.service.people import furnish

PASSPHRASE = b"a long enough passphrase"
MARK = "Quorble"


def waiting(service: Service) -> str:
    """A release that waits for a reviewer who has begun."""
    policy = approved_policy(service, POLICY + "review: {all_above: 0}\n")
    release = started(service, policy, {"a.txt": f"{LETTER}{MARK} came.\n"})
    start = f"{LETTER}{MARK}".index(MARK)
    asked = Asked("add", start, start + len(MARK), "person")
    correcting.correct(service, person(service, "reviewer.clinic"), documents(service, release)[1].id, asked)
    finishing.benches.close()
    return release


def elsewhere(monkeypatch: pytest.MonkeyPatch, folder: Path, database: str = "") -> Settings:
    """Where nothing is yet."""
    monkeypatch.setenv("SAFERELEASE_HOME", str(folder / "home"))
    address = database or f"sqlite:///{folder / 'other.sqlite'}"
    return Settings(folder / "documents", address, "http://service.test")


def emptied(address: str) -> str:
    """The same, with nothing in it."""
    with passing_database(address) as empty, empty.engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE; CREATE SCHEMA public"))
        connection.execute(text(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE"))
    return address


def on_postgres(service: Service, address: str) -> Service:
    """The same service, with its state there."""
    database = open_database(address)
    return replace(service, settings=replace(service.settings, database=address), database=database)


@pytest.mark.parametrize(
    ("source", "target"), [("sqlite", "sqlite"), ("sqlite", "postgresql"), ("postgresql", "sqlite")]
)
def test_after_the_round_trip_what_waited_still_waits(
    service: Service,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    source: str,
    target: str,
) -> None:
    """From each database into another, state and ledger; the review goes on, ends, and the bundle holds."""
    address = emptied(request.getfixturevalue("postgres")) if "postgresql" in (source, target) else ""
    here = on_postgres(service, address) if source == "postgresql" else service
    monkeypatch.setenv(ADDRESS, address if source == "postgresql" else "")
    furnish(here)
    release, file = waiting(here), tmp_path / "all.tar"
    back_up(here.settings, file, PASSPHRASE)
    assert file.stat().st_mode & 0o077 == 0
    public = here.keys.public_hex()
    here.database.engine.dispose()
    shutil.rmtree(home())
    shutil.rmtree(here.settings.folder)
    monkeypatch.setenv(ADDRESS, address if target == "postgresql" else "")
    settings = elsewhere(monkeypatch, tmp_path / "new", address if target == "postgresql" else "")
    restore(settings, file, PASSPHRASE)
    found = open_service(settings)
    assert found.keys.public_hex() == public
    assert release_of(found, release).state == "review"
    document = documents(found, release)[1]
    assert finishing.finish(found, person(found, "reviewer.clinic"), document.id) == ""
    finishing.benches.close()
    approval.approve(found, person(found, "approver.clinic"), release, "")
    assert drain(found) == 1
    bundle = bundle_path(found, release)
    assert verify_release(bundle).faults == []
    assert MARK not in "".join(path.read_text() for path in (bundle / "documents").iterdir())
    assert not check_audit(None, (), ()).faults
    assert isinstance(ledger_place(home()), Tables) == (target == "postgresql")
    found.database.engine.dispose()


def test_keys_are_in_it_only_if_asked_and_never_in_the_open(furnished: Service, tmp_path: Path) -> None:
    secrets = [(home() / name).read_bytes() for name in ("secret.key", "signing.key")]
    back_up(furnished.settings, tmp_path / "without.tar")
    back_up(furnished.settings, tmp_path / "with.tar", PASSPHRASE)
    for name in ("without.tar", "with.tar"):
        content = (tmp_path / name).read_bytes()
        assert not any(secret in content for secret in secrets)
    with tarfile.open(tmp_path / "without.tar") as archive:
        assert not any(member.startswith("keys") for member in archive.getnames())
    with pytest.raises(InvalidError) as told:
        back_up(furnished.settings, tmp_path / "with.tar")
    assert told.value.faults[0].code == "BKP004"


def test_what_is_not_right_is_refused_and_nothing_is_written(
    furnished: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, without = tmp_path / "all.tar", tmp_path / "without.tar"
    back_up(furnished.settings, file, PASSPHRASE)
    back_up(furnished.settings, without)
    content = file.read_bytes()
    place = content.index(b'"login": "root"')
    changed = tmp_path / "changed.tar"
    changed.write_bytes(content[:place] + b'"login": "boot"' + content[place + 15 :])

    def code(settings: Settings, path: Path, words: bytes = b"") -> str:
        with pytest.raises(InvalidError) as told:
            restore(settings, path, words)
        return told.value.faults[0].code

    assert code(furnished.settings, file, PASSPHRASE) == "BKP006"
    settings = elsewhere(monkeypatch, tmp_path / "new")
    assert code(settings, changed, PASSPHRASE) == "BKP002"
    assert code(settings, tmp_path / "none.tar") == "BKP002"
    assert code(settings, without) == "BKP003"
    assert code(settings, file, b"another passphrase") == "KEY006"
    load_keys()
    assert code(settings, without) == "BKP003"
    assert not settings.folder.exists()
    with passing_database(settings.database) as nothing:
        assert nothing.revision() == ""


def test_a_service_that_runs_is_not_backed_up(furnished: Service, tmp_path: Path) -> None:
    with in_use(home()), in_use(home()), pytest.raises(InvalidError) as told:
        back_up(furnished.settings, tmp_path / "all.tar")
    assert told.value.faults[0].code == "BKP001"
    furnished.database.downgrade("0003")
    with pytest.raises(InvalidError) as told:
        back_up(furnished.settings, tmp_path / "all.tar")
    assert told.value.faults[0].code == "BKP005"
    assert not (tmp_path / "all.tar").exists()


def test_the_way_back_and_forward_keeps_people_and_corrections(furnished: Service) -> None:
    release = waiting(furnished)
    furnished.database.migrate("0003")
    assert furnished.database.revision() == "0003"
    furnished.database.migrate("head")
    with furnished.database.look() as state:
        assert state.scalar(select(func.count()).select_from(Person)) == 15
        assert state.scalar(select(func.count()).select_from(Correction)) == 1
    assert release_of(furnished, release).state == "review"


def test_the_commands(furnished: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAFERELEASE_DATABASE", furnished.settings.database)
    monkeypatch.setenv("SAFERELEASE_SERVICE_FOLDER", str(furnished.settings.folder))
    (tmp_path / "pass.txt").write_bytes(PASSPHRASE + b"\n")
    (tmp_path / "short.txt").write_text("short\n")

    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, ["service", *words])
        return done.exit_code, done.output

    file, short = str(tmp_path / "all.tar"), str(tmp_path / "short.txt")
    words = ("--passphrase-file", str(tmp_path / "pass.txt"))
    assert "BKP007" in run("backup", file, "--with-keys", "--passphrase-file", short)[1]
    status, said = run("backup", file, "--with-keys", *words, "--json")
    assert (status, json.loads(said)["keys"]) == (0, True)
    status, said = run("migrate", "--to", "0003", "--json")
    assert (status, json.loads(said)["to"]) == (0, "0003")
    assert "SVC012" in run("migrate", "--to", "later")[1]
    assert run("migrate")[0] == 0
    new = elsewhere(monkeypatch, tmp_path / "new")
    monkeypatch.setenv("SAFERELEASE_DATABASE", new.database)
    monkeypatch.setenv("SAFERELEASE_SERVICE_FOLDER", str(new.folder))
    status, said = run("restore", file, *words, "--json")
    assert status == 0, said
    with passing_database(new.database) as restored:
        assert json.loads(said)["revision"] == restored.revision()

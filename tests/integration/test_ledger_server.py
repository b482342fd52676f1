"""The ledger on a real PostgreSQL: whose it is, who may write, and what is left when something dies."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import SQLAlchemyError
from typer.testing import CliRunner

from adapters.keys.installation import Keys, load_keys
from adapters.ledger import Draft, Ledger, check_ledger, ledger_path, ledger_place, read_ledger, write_export
from adapters.ledger.databases import server as servers
from adapters.ledger.place import ADDRESS, Place, Tables, checkpoint_path
from adapters.ledger.store import find_entries
from engine.errors import InvalidError, RefusedError
from flows.release.records.recording import record
from service.commands.start.line import app
from tests.conformance.ledgers import execute, place_for
from tests.conftest import ROOT
from tests.patience import PATIENCE
from tests.service.postgres import running_cluster


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return load_keys(tmp_path / "home")


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """An empty ledger on the server."""
    yield from place_for(request, tmp_path / "home", "server")


def whole(place: Place, keys: Keys) -> int:
    """How many entries there are, when all are as they were written."""
    content = read_ledger(place)
    assert check_ledger(content, [keys.public_hex()]) == []
    return len(content.entries)


def test_the_address_names_the_ledger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(ADDRESS, raising=False)
    assert ledger_place(tmp_path) == ledger_path(tmp_path)
    monkeypatch.setenv(ADDRESS, "postgresql://house@db.example.org/ledger")
    assert ledger_place(tmp_path) == Tables("postgresql://house@db.example.org/ledger", ledger_path(tmp_path))


def test_rows_cannot_be_changed_by_a_slip(place: Tables, keys: Keys) -> None:
    Ledger(place, keys).append([Draft("verified")])
    for said in ("UPDATE {}.entries SET who = 'x'", "DELETE FROM {}.entries", "TRUNCATE {}.checkpoints"):
        with pytest.raises(SQLAlchemyError, match="append-only"):
            execute(place.address, said.format(servers.SCHEMA))
    assert whole(place, keys) == 2


def test_another_installation_writes_nothing_into_it(place: Tables, keys: Keys, tmp_path: Path) -> None:
    Ledger(place, keys).append([Draft("verified")])
    other = load_keys(tmp_path / "other")
    with pytest.raises(RefusedError, match="LED006"):
        Ledger(Tables(place.address, ledger_path(tmp_path / "other")), other).append([Draft("verified")])
    assert whole(place, keys) == 2


def test_a_role_that_may_only_read_and_add_is_enough(place: Tables, keys: Keys) -> None:
    """As the operator's guide says: whoever holds the service's password cannot delete an entry."""
    Ledger(place, keys).append([Draft("verified")])
    execute(
        place.address,
        "DROP ROLE IF EXISTS adder",
        "CREATE ROLE adder LOGIN",
        f"GRANT USAGE ON SCHEMA {servers.SCHEMA} TO adder",
        f"GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA {servers.SCHEMA} TO adder",
    )
    theirs = Tables(place.address.replace("//sr@", "//adder@"), place.beside)
    Ledger(theirs, keys).append([Draft("verified")])
    assert whole(theirs, keys) == 3
    for said in ("UPDATE {}.entries SET who = 'x'", "ALTER TABLE {}.entries DISABLE TRIGGER ALL"):
        with pytest.raises(SQLAlchemyError, match=r"permission denied|must be owner"):
            execute(theirs.address, said.format(servers.SCHEMA))
    execute(place.address, "DROP OWNED BY adder", "DROP ROLE adder")


def test_the_tables_are_of_the_newest_form(place: Tables, keys: Keys) -> None:
    """A ledger that another version of this program made newer is not touched."""
    config = Config()
    config.set_main_option("script_location", str(servers._MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == servers.NEWEST
    Ledger(place, keys).append([Draft("verified")])
    execute(place.address, f"UPDATE {servers.SCHEMA}.version SET version_num = '9999'")
    with pytest.raises(InvalidError, match="LED014"):
        Ledger(place, keys).append([Draft("verified")])


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://user:secretword@127.0.0.1:1/none",
        "mysql://user:secretword@127.0.0.1/none",
        "secretword",
    ],
)
def test_a_server_that_does_not_answer_is_told_without_its_password(
    tmp_path: Path, keys: Keys, address: str
) -> None:
    place = Tables(address, ledger_path(tmp_path / "home"))
    for wanted in (
        lambda: Ledger(place, keys).append([Draft("verified")]),
        lambda: read_ledger(place),
        lambda: find_entries(place, release="a"),
    ):
        with pytest.raises(InvalidError) as told:
            wanted()
        assert told.value.faults[0].code == "LED014"
        assert "secretword" not in str(told.value)
        assert "secretword" not in repr(place)


def test_an_error_of_the_server_is_told_without_its_words(place: Tables) -> None:
    with pytest.raises(InvalidError, match="LED014") as told, servers.writing_server(place) as rows:
        rows.query("SELECT CAST(:given AS integer)", {"given": "secretword"})
    assert "secretword" not in str(told.value)
    assert told.value.__suppress_context__


def test_an_address_of_another_kind_is_not_tried(place: Tables, keys: Keys) -> None:
    other = Tables(place.address.replace("postgresql", "mysql", 1), place.beside)
    with pytest.raises(InvalidError, match="LED014"):
        Ledger(other, keys).append([Draft("verified")])


def _write_on(place: Place, n: int) -> None:
    ledger = Ledger(place, load_keys(place.beside.parent))
    for i in range(n):
        ledger.append([Draft("document", "run", "a" * 12, {"document": f"{i:06d}"})] * 3)


def test_writers_that_are_killed_leave_whole_writes(place: Tables, keys: Keys) -> None:
    """Wherever a kill meets a writer: three entries and their checkpoint are there, or none of them."""
    Ledger(place, keys).append([Draft("verified")])
    before = 2
    for n in range(6):
        writer = get_context("fork").Process(target=_write_on, args=(place, 10_000))
        writer.start()
        while len(read_ledger(place).entries) < before + 9:
            time.sleep(0.05)
        time.sleep(0.013 * n)
        os.kill(writer.pid or 0, signal.SIGKILL)
        writer.join()
        Ledger(place, keys).append([Draft("verified")])
        now = whole(place, keys)
        documents = sum(1 for _ in read_ledger(place).of("document"))
        assert documents % 3 == 0
        assert now == 2 + documents + n + 1
        before = now


_WRITER = """
import sys
from pathlib import Path
from adapters.ledger import ledger_path
from adapters.ledger.place import Tables
from tests.integration.test_ledger_server import _write_on
_write_on(Tables(sys.argv[1], ledger_path(Path(sys.argv[2]))), 15)
"""


def test_two_machines_of_one_installation_wait_for_each_other(
    place: Tables, keys: Keys, tmp_path: Path
) -> None:
    """Each with a home of its own, so that only the database holds them apart."""
    Ledger(place, keys).append([Draft("verified")])
    homes = [tmp_path / name for name in ("one", "two")]
    writers = []
    for home in homes:
        shutil.copytree(tmp_path / "home", home)
        command = [sys.executable, "-c", _WRITER, place.address, str(home)]
        writers.append(subprocess.Popen(command, cwd=ROOT))
    assert [writer.wait(PATIENCE) for writer in writers] == [0, 0]
    assert whole(place, keys) == 2 + 2 * 15 * 3


def test_a_server_that_is_killed_keeps_what_was_signed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    keys = load_keys(home)
    with running_cluster() as cluster:
        place = Tables(cluster.address, ledger_path(home))
        for _ in range(3):
            Ledger(place, keys).append([Draft("verified")])
            kept = checkpoint_path(place).read_bytes()
            cluster.kill()
            assert whole(place, keys) == read_ledger(place).checkpoints[-1].seq
            assert checkpoint_path(place).read_bytes() == kept
        cluster.stop()
        with pytest.raises(InvalidError, match="LED014"):
            Ledger(place, keys).append([Draft("verified")])
        cluster.start()
        assert whole(place, keys) == 4


def test_a_server_that_was_set_back_is_seen(place: Tables, keys: Keys) -> None:
    """An older copy of the database, whole in itself: the checkpoint that stayed here knows more."""
    Ledger(place, keys).append([Draft("verified")])
    older = read_ledger(place)
    Ledger(place, keys).append([Draft("verified")])
    kept = checkpoint_path(place).read_bytes()
    execute(place.address, f"DROP SCHEMA {servers.SCHEMA} CASCADE")
    checkpoint_path(place).unlink()
    with Ledger(place, keys).alone():
        Ledger(place, keys).fill(older)
    checkpoint_path(place).write_bytes(kept)
    assert [one.code for one in check_ledger(read_ledger(place), [keys.public_hex()])] == ["LED005"]
    with pytest.raises(RefusedError, match="LED005"):
        Ledger(place, keys).append([Draft("verified")])


def test_a_connection_waits_for_its_disk_whatever_the_server_is_set_to(place: Tables) -> None:
    execute(place.address, "ALTER ROLE sr SET synchronous_commit TO off")
    try:
        with servers.writing_server(place) as rows:
            [found] = rows.query("SELECT current_setting('synchronous_commit') AS how")
    finally:
        execute(place.address, "ALTER ROLE sr RESET synchronous_commit")
    assert found["how"] == "on"


def test_a_ledger_moves_to_the_server_and_back(
    request: pytest.FixtureRequest, tmp_path: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the command; the same entries and checkpoints, and writing goes on behind them."""
    home = tmp_path / "home"
    monkeypatch.setenv("SAFERELEASE_HOME", str(home))
    monkeypatch.delenv(ADDRESS, raising=False)
    own = ledger_path(home)
    for _ in range(3):
        record("revealed", "a" * 12, {}, keys)
    before = read_ledger(own)
    for place in place_for(request, home, "server"):
        assert isinstance(place, Tables)
        monkeypatch.setenv(ADDRESS, place.address)
        with pytest.raises(InvalidError, match="LED002"):
            record("verified", "a" * 12, {}, keys)
        assert asked("adopt", str(own))[0] == 0
        assert read_ledger(place) == before
        assert "LED015" in asked("adopt", str(own))[1]
        record("revealed", "a" * 12, {}, keys)
        assert asked("check")[0] == 0
        assert asked("export", str(tmp_path / "all.jsonl"))[0] == 0
        after = read_ledger(place)
        monkeypatch.delenv(ADDRESS)
        with pytest.raises(RefusedError, match="LED005"):
            record("verified", "a" * 12, {}, keys)  # the file that was left behind is no ledger any more
        own.unlink()
        assert asked("adopt", str(tmp_path / "all.jsonl"))[0] == 0
        assert read_ledger(own) == after
        record("revealed", "a" * 12, {}, keys)
        assert whole(own, keys) == len(after.entries) + 1


def test_what_is_not_as_it_was_written_is_not_taken_over(
    tmp_path: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, export = tmp_path / "home", tmp_path / "all.jsonl"
    monkeypatch.setenv("SAFERELEASE_HOME", str(home))
    monkeypatch.delenv(ADDRESS, raising=False)
    for _ in range(3):
        record("verified", "a" * 12, {}, keys)
    write_export(read_ledger(ledger_path(home)), export)
    lines = export.read_text().splitlines()
    record("verified", "a" * 12, {}, keys)
    ledger_path(home).unlink()
    (tmp_path / "changed.jsonl").write_text("\n".join(lines[:2] + lines[3:]) + "\n")
    assert "LED004" in asked("adopt", str(tmp_path / "changed.jsonl"))[1]
    assert "LED005" in asked("adopt", str(export))[1], "this machine knows of one entry more"
    assert not ledger_path(home).exists()
    shutil.rmtree(home)
    assert "LED006" in asked("adopt", str(export))[1], "another installation's"


def asked(*words: str) -> tuple[int, str]:
    """What a command about the ledger says."""
    done = CliRunner().invoke(app, ["audit", *words])
    return done.exit_code, done.output


def test_a_release_with_its_ledger_on_the_server(
    place: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole way: run, verify, audit; no ledger stands in the home, and no run without the server."""
    home, letters = tmp_path / "home", tmp_path / "letters"
    letters.mkdir()
    (letters / "a.txt").write_text("Call Mary Cole at 212-555-0139.\n")
    monkeypatch.setenv("SAFERELEASE_HOME", str(home))
    monkeypatch.setenv(ADDRESS, place.address)
    policy = str(Path(__file__).parents[2] / "benchmarks" / "patterns.yaml")

    def done(*words: str) -> tuple[int, str]:
        found = CliRunner().invoke(app, list(words))
        return found.exit_code, found.output

    assert done("run", policy, str(letters), "--out", str(tmp_path / "one"), "--workers", "1")[0] == 0
    assert done("verify", str(tmp_path / "one"))[0] == 0
    assert [one.event for one in read_ledger(place).entries][:4] == [
        "begun",
        "started",
        "document",
        "finished",
    ]
    assert not ledger_path(home).exists()
    monkeypatch.setenv(ADDRESS, "postgresql://nobody@127.0.0.1:1/none")
    status, said = done("run", policy, str(letters), "--out", str(tmp_path / "two"), "--workers", "1")
    assert (status, "LED014" in said) == (2, True)
    assert not (tmp_path / "two").exists()

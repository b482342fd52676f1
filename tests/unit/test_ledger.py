"""The ledger: every kind of tampering is seen, two writers keep one chain, no text gets in."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest

from adapters.keys.installation import Keys, load_keys
from adapters.ledger import (
    Draft,
    Ledger,
    LedgerContent,
    check_ledger,
    ledger_path,
    read_export,
    read_ledger,
    write_export,
)
from adapters.ledger.databases.embedded import FileRows
from adapters.ledger.databases.server import SCHEMA
from adapters.ledger.place import Place, Tables, beside, checkpoint_path
from adapters.ledger.store import is_there
from engine.errors import InvalidError, RefusedError
from tests.conformance.ledgers import KINDS, execute, place_for, tamper


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return load_keys(tmp_path / "home")


@pytest.fixture
def path(tmp_path: Path, keys: Keys) -> Path:
    """A ledger of six entries: the first one, then five documents of one release in three writes."""
    path = ledger_path(tmp_path / "home")
    write_six(path, keys)
    return path


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path, keys: Keys) -> Iterator[Place]:
    """Such a ledger on each database."""
    for found in place_for(request, tmp_path / "home", request.param):
        write_six(found, keys)
        yield found


def write_six(place: Place, keys: Keys) -> None:
    ledger = Ledger(place, keys)
    for numbers in ((1, 2), (3,), (4, 5)):
        drafts = [Draft("document", "run", "release", {"document": f"{n:06d}"}) for n in numbers]
        ledger.append(drafts)


def codes(content: LedgerContent, keys: Keys) -> set[str]:
    return {found.code for found in check_ledger(content, [keys.public_hex()])}


def test_a_ledger_is_whole_as_it_was_written(place: Place, keys: Keys) -> None:
    content = read_ledger(place)
    assert [entry.seq for entry in content.entries] == [1, 2, 3, 4, 5, 6]
    assert [entry.event for entry in content.entries] == ["begun"] + ["document"] * 5
    assert [checkpoint.seq for checkpoint in content.checkpoints] == [3, 4, 6]
    assert codes(content, keys) == set()


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ('UPDATE entries SET body = \'{"document":"000009"}\' WHERE seq = 4', "LED003"),
        ("UPDATE entries SET who = 'nobody' WHERE seq = 3", "LED003"),
        ("UPDATE entries SET at = '2020-01-01T00:00:00+00:00' WHERE seq = 6", "LED003"),
        ("DELETE FROM entries WHERE seq = 3", "LED004"),
        ("DELETE FROM entries WHERE seq = 1", "LED004"),
        ("DELETE FROM entries WHERE seq = 6", "LED005"),
        ("UPDATE checkpoints SET hash = '" + "a" * 64 + "' WHERE seq = 4", "LED006"),
    ],
)
def test_a_changed_or_deleted_row_is_seen(place: Place, keys: Keys, statement: str, code: str) -> None:
    tamper(place, statement)
    assert code in codes(read_ledger(place), keys)


def test_two_rows_that_changed_places_are_seen(place: Place, keys: Keys) -> None:
    swap = "UPDATE entries SET seq = CASE seq WHEN 3 THEN -4 WHEN 4 THEN -3 END WHERE seq IN (3, 4)"
    tamper(place, swap, "UPDATE entries SET seq = -seq WHERE seq < 0")
    assert codes(read_ledger(place), keys) >= {"LED003", "LED004"}


def test_rows_hashed_anew_after_a_change_are_seen(place: Place, keys: Keys) -> None:
    """Whoever changes an entry can make the hashes fit, but not the signatures."""
    entries = list(read_ledger(place).entries)
    forged = entries[3].model_copy(update={"body": {"document": "000009"}})
    chain = [*entries[:3], forged, *entries[4:]]
    for i in range(3, len(chain)):
        linked = chain[i].model_copy(update={"previous": chain[i - 1].hash})
        chain[i] = linked.model_copy(update={"hash": linked.digest()})
    content = read_ledger(place)
    found = codes(LedgerContent(chain, content.checkpoints, content.head), keys)
    assert found == {"LED005"}


def test_a_cut_tail_is_seen_by_the_checkpoint_beside_the_ledger(place: Place, keys: Keys) -> None:
    tamper(place, "DELETE FROM entries WHERE seq > 4", "DELETE FROM checkpoints WHERE seq > 4")
    content = read_ledger(place)
    assert codes(content, keys) == {"LED005"}
    with pytest.raises(RefusedError, match="LED005"):
        Ledger(place, keys).append([Draft("verified")])
    assert len(read_ledger(place).entries) == 4, "nothing is written behind a cut"


def test_a_tail_cut_with_its_checkpoint_is_seen_by_a_receipt_kept_elsewhere(place: Place, keys: Keys) -> None:
    receipt = read_ledger(place).checkpoints[-1]
    tamper(place, "DELETE FROM entries WHERE seq > 4", "DELETE FROM checkpoints WHERE seq > 4")
    checkpoint_path(place).unlink()
    content = read_ledger(place)
    assert codes(content, keys) == set(), "the ledger alone cannot tell"
    [found] = check_ledger(content, [keys.public_hex()], {"receipt.json": receipt})
    assert (found.code, found.where) == ("LED005", "receipt.json")


def test_a_ledger_signed_by_another_key_is_seen(place: Place, tmp_path: Path) -> None:
    assert codes(read_ledger(place), load_keys(tmp_path / "other")) == {"LED006"}


def test_a_deleted_ledger_is_not_begun_anew(place: Place, keys: Keys) -> None:
    if isinstance(place, Tables):
        execute(place.address, f"DROP SCHEMA {SCHEMA} CASCADE")
    else:
        place.unlink()
    with pytest.raises(InvalidError, match="LED002"):
        Ledger(place, keys).append([Draft("verified")])
    with pytest.raises(InvalidError, match="LED002"):
        read_ledger(place)
    assert not is_there(place)


def test_rows_cannot_be_changed_by_a_slip(path: Path) -> None:
    connection = sqlite3.connect(path)
    for statement in ("UPDATE entries SET who = 'x'", "DELETE FROM entries", "DELETE FROM checkpoints"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
    connection.close()


def test_an_export_holds_all_and_is_checked_alike(place: Place, keys: Keys, tmp_path: Path) -> None:
    export = tmp_path / "ledger.jsonl"
    write_export(read_ledger(place), export)
    assert read_export(export) == read_ledger(export) == read_ledger(place)
    lines = export.read_text().splitlines()
    assert len(lines) == 6 + 3 + 1
    export.write_text("\n".join(lines[:4] + lines[5:]) + "\n")
    assert "LED004" in codes(read_export(export), keys)
    export.write_text("not a ledger\n")
    with pytest.raises(InvalidError, match="LED007"):
        read_export(export)


@pytest.mark.parametrize(
    "body", [{"reason": "Jane Roe was here"}, {"a": ["b c"]}, {"Jane Roe": 1}, {"n": {"m": "ü"}}, {"b": b"x"}]
)
def test_text_is_refused_and_not_repeated(place: Place, keys: Keys, body: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="must be a number, an id or a hash") as caught:
        Ledger(place, keys).append([Draft("verified", body=body)])
    assert "was here" not in str(caught.value)
    assert len(read_ledger(place).entries) == 6


def test_a_ledger_that_cannot_be_written_says_so(tmp_path: Path, keys: Keys) -> None:
    path = tmp_path / "home" / "ledger.sqlite"
    path.mkdir()
    with pytest.raises(InvalidError, match="LED001"):
        Ledger(path, keys).append([Draft("verified")])


def _write_many(place: Place, release: str) -> None:
    ledger = Ledger(place, load_keys(beside(place).parent))
    for n in range(15):
        ledger.append([Draft("document", "run", release, {"document": f"{n:06d}"})])


@pytest.mark.parametrize("kind", KINDS)
def test_two_processes_write_one_chain(request: pytest.FixtureRequest, tmp_path: Path, kind: str) -> None:
    home = tmp_path / "shared"
    keys = load_keys(home)
    for place in place_for(request, home, kind):
        with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
            list(pool.map(_write_many, [place] * 2, ["one", "two"]))
        content = read_ledger(place)
    assert len(content.entries) == 1 + 2 * 15
    assert codes(content, keys) == set()
    for release in ("one", "two"):
        written = [entry.body["document"] for entry in content.of("document", release)]
        assert written == [f"{n:06d}" for n in range(15)]


def test_a_write_that_ends_between_database_and_checkpoint_file_goes_on(
    place: Place, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that stops there has entries that the file beside does not know: no fault."""
    before = checkpoint_path(place).read_bytes()
    Ledger(place, keys).append([Draft("verified")])
    checkpoint_path(place).write_bytes(before)
    assert codes(read_ledger(place), keys) == set()
    Ledger(place, keys).append([Draft("verified")])
    assert [entry.seq for entry in read_ledger(place).entries] == list(range(1, 9))
    assert json.loads(checkpoint_path(place).read_bytes())["seq"] == 8


def test_nothing_is_written_behind_a_file_that_was_cut_beside_its_journal(
    tmp_path: Path, path: Path, keys: Keys
) -> None:
    """A writer dies, the file is cut, the next one writes: SQLite alone fills up the file with zeros."""
    for n in range(6):
        Ledger(path, keys).append([Draft("started", release=f"{n:012d}", body={"plan": "x" * 900})])
    with closing(sqlite3.connect(path)) as reader:  # as long as it is open, the journal is kept
        reader.execute("SELECT count(*) FROM entries").fetchone()
        Ledger(path, keys).append([Draft("started", release="a" * 12)])
        shutil.copytree(path.parent, tmp_path / "left")
    size, refused = path.stat().st_size, 0
    for length in range(4096, size, 1024):
        shutil.rmtree(tmp_path / "cut", ignore_errors=True)
        cut = shutil.copytree(tmp_path / "left", tmp_path / "cut") / path.name
        os.truncate(cut, length)
        try:
            Ledger(cut, keys).append([Draft("finished", release="a" * 12)])
        except InvalidError as error:
            refused += error.faults[0].code == "LED007"
        else:
            assert codes(read_ledger(cut), keys) == set(), length
    assert refused > 10


def test_entries_of_a_large_release_are_written_in_parts_of_one_chain(
    path: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, written, insert = len(read_ledger(path).entries), list[int](), FileRows.insert

    def inserted(rows: FileRows, table: str, entries: Sequence[Mapping[str, object]]) -> None:
        written.append(len(entries))
        insert(rows, table, entries)

    monkeypatch.setattr(FileRows, "insert", inserted)
    drafts = [Draft("document", "run", "release", {"document": f"{n:06d}"}) for n in range(450)]
    checkpoint = Ledger(path, keys).append(drafts)
    assert written == [200, 200, 50, 1]
    content = read_ledger(path)
    assert [entry.body for entry in content.entries[before:]] == [draft.body for draft in drafts]
    assert checkpoint.seq == before + 450
    assert check_ledger(content, [keys.public_hex()]) == []


def test_what_is_written_once_is_found_again(place: Place, keys: Keys) -> None:
    ledger, before = Ledger(place, keys), len(read_ledger(place).entries)
    said = [Draft("moved", body={"case": "c", "move": move, "person": "x"}) for move in ("a", "b", "a")]
    first, second, again = (ledger.append([one], ("case", "move")) for one in said)
    assert again == first and second.seq == first.seq + 1
    content = read_ledger(place)
    assert len(content.entries) == before + 2 and codes(content, keys) == set()
    ledger.append([Draft("verified")])

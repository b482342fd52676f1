"""Documents of a release: found in a stable order, numbered, never silently none."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from adapters.documents.opening.sources import SealedSource, Source, find_sources, inputs_digest
from adapters.keys.installation import encrypt, keyed_hash
from engine.errors import InvalidError, UnreadableError
from engine.record.counted import AttackerRecord, GateRecord
from flows.gate.gating import refused_by_gate


def test_files_are_numbered_in_order_and_hidden_ones_named(tmp_path: Path) -> None:
    for name in ("b.txt", "a/c.txt", ".hidden", ".git/x.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    found = find_sources([tmp_path])
    assert [(source.relative, source.barred) for source in found] == [
        (".git", "hidden"), (".hidden", "hidden"), ("a/c.txt", ""), ("b.txt", ""),
    ]  # fmt: skip
    assert [source.id for source in found] == ["000001", "000002", "000003", "000004"]
    assert found[2].read() == b"a/c.txt"


def test_what_is_no_file_is_named_and_never_opened(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.txt").write_text("x")
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / "b.txt").write_text("x")
    (inbox / "empty.txt").write_text("")
    (inbox / "c.txt").symlink_to(tmp_path / "elsewhere" / "a.txt")
    (inbox / "own.txt").symlink_to(inbox / "b.txt")
    (inbox / "folder").symlink_to(tmp_path / "elsewhere")
    (inbox / "gone.txt").symlink_to(tmp_path / "nothing")
    (inbox / "device.txt").symlink_to("/dev/zero")
    os.mkfifo(inbox / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(inbox / "s.txt"))
        found = {source.relative: source for source in find_sources([inbox])}
    links = {"c.txt", "own.txt", "folder", "gone.txt", "device.txt"}
    assert {name for name, source in found.items() if source.barred == "link"} == links
    assert {name for name, source in found.items() if source.barred == "special"} == {"pipe.txt", "s.txt"}
    assert {name for name, source in found.items() if not source.barred} == {"b.txt", "empty.txt"}
    for name in links | {"pipe.txt"}:
        with pytest.raises(UnreadableError, match="SRC004"):
            found[name].read()
    assert inputs_digest([*found.values()])


def test_a_name_that_is_no_utf_8_is_written_out(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("x")
    [source] = find_sources([tmp_path])
    assert source.relative == r"caf\xe9.txt"
    assert source.read() == b"x"
    assert inputs_digest([source])


def test_a_folder_of_hidden_files_alone_holds_nothing_to_release(tmp_path: Path) -> None:
    (tmp_path / ".notes.txt").write_text("x")
    with pytest.raises(InvalidError, match="SRC002"):
        find_sources([tmp_path])


def test_a_file_named_twice_is_one_document(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    assert len(find_sources([tmp_path / "a.txt", tmp_path / "a.txt"])) == 1


def test_files_of_one_name_in_two_folders_are_told_apart(tmp_path: Path) -> None:
    for folder in ("north/a", "south/a", "east/a/deep"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "x.txt").write_text(folder)
    (tmp_path / "east" / "a" / "y.txt").write_text("alone")
    found = find_sources([tmp_path / "north" / "a", tmp_path / "south" / "a", tmp_path / "east" / "a"])
    names = [source.relative for source in found]
    assert names == ["deep/x.txt", "y.txt", "north/a/x.txt", "south/a/x.txt"]
    assert found[2].folders == ["a", "north", tmp_path.name]


def test_nothing_to_release_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="SRC002"):
        find_sources([tmp_path])
    with pytest.raises(InvalidError, match="SRC001"):
        find_sources([tmp_path / "missing"])


def test_the_digest_changes_with_names_and_contents(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    first = inputs_digest(find_sources([tmp_path]))
    assert inputs_digest(find_sources([tmp_path])) == first
    (tmp_path / "a.txt").write_text("y")
    second = inputs_digest(find_sources([tmp_path]))
    (tmp_path / "a.txt").rename(tmp_path / "b.txt")
    assert len({first, second, inputs_digest(find_sources([tmp_path]))}) == 3


UNREADABLE = Path("/proc/self/mem")
"""A file that is there and whose every reading ends in an error, also for root."""


def test_a_file_that_cannot_be_read_still_has_a_place_among_the_inputs(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    alone = inputs_digest(find_sources([tmp_path]))
    both = [*find_sources([tmp_path]), Source("000002", str(UNREADABLE), "b.txt")]
    assert inputs_digest(both) == inputs_digest(both) != alone


def test_a_refused_release_says_which_of_its_files_could_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    attacker = AttackerRecord(learner="crf", true_positives=1, false_positives=0, found=(1.0,), gain=0.5)
    record = GateRecord(
        passed=False,
        gain_at_most=0.02,
        documents=1,
        tokens=9,
        published=9,
        sensitive=1,
        sensitive_left=1,
        budget_shares=(0.1,),
        found_at_random=(0.1,),
        attackers=(attacker,),
    )
    (tmp_path / "sealed").write_bytes(encrypt(b"s" * 32, b"x", "label"))
    sources = [
        Source("000001", str(tmp_path / "a.txt"), "a.txt"),
        Source("000002", str(UNREADABLE), "b.txt"),
        SealedSource("000003", str(tmp_path / "sealed"), "c.txt", key=b"s" * 32, label="label"),
    ]
    read, unread, sealed = refused_by_gate(sources, record, b"k" * 32)
    assert sealed.input_hash == read.input_hash, "of the document, not of its encrypted copy"
    assert (read.outcome, read.input_hash) == ("refused", keyed_hash(b"k" * 32, b"x"))
    assert "[GRS001]" in read.reason
    assert (unread.outcome, unread.input_hash) == ("quarantined", "")
    assert unread.reason == "[RUN002] the file could not be read: Input/output error"


def test_a_file_that_is_written_to_after_it_was_listed_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "growing.txt"
    path.write_text("Patient Ann")
    [source] = find_sources([tmp_path])
    assert source.read() == b"Patient Ann"
    path.write_text("Patient Ann Lee")
    os.utime(path, ns=(1, (source.written or 0) + 1))
    with pytest.raises(UnreadableError, match="SRC005"):
        source.read()

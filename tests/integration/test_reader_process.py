"""Files are opened by processes that know nothing else, and what these answer runs nothing here."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from adapters.documents.opening import opened, reader_process, sandbox
from adapters.documents.opening.opened import OpenedHere, Order, open_file
from adapters.documents.opening.reader_process import ReaderProcess
from adapters.documents.opening.sandbox import LimitedProcess, Limits, in_process, run_limited
from adapters.documents.opening.sources import Source
from adapters.documents.settings import DEFAULT
from engine.errors import UnreadableError
from engine.ports import Replacement
from engine.stages.corrections import NO_CORRECTIONS
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from flows.release.workers import worker
from tests.attacks.processes import core_limit, lives, require_gone
from tests.integration.readers_at_fault import (
    KNOWN,
    SECRET,
    another_kind,
    crash,
    die,
    eat,
    identity,
    kill_at_first,
    known_there,
    parent,
    plant,
    say,
    spin,
    variables_there,
)
from tests.integration.test_warm_children import MAIL
from tests.unit.test_documents_sandbox import most_workers

ORDER = Order("000001", "visit.eml", ".eml", DEFAULT)
LIMITS = Limits(memory_bytes=200 << 20, cpu_seconds=2, idle_seconds=45)
LONG_MAIL = MAIL + b"word\n" * 100_000
Use = Callable[[LimitedProcess], Any]


def asked(use: Use, limits: Limits = LIMITS) -> Any:
    return in_process("000001", use, lambda: ReaderProcess("000001", limits, ".eml"))


def answered(function: Callable[..., Any], *arguments: Any) -> Any:
    return asked(lambda process: process.start(function, *arguments))


def test_a_file_opened_apart_is_the_same() -> None:
    here, found = open_file(ORDER, MAIL)
    changes = [Replacement(0, 4, "Someone")]

    def use(process: LimitedProcess) -> Any:
        document, names = process.start(open_file, ORDER, MAIL)
        return (document, names), [process.ask(OpenedHere.written, given) for given in ([], changes)]

    assert asked(use) == (found, [here.written([]), here.written(changes)])


def test_the_process_knows_neither_models_nor_what_this_one_knows() -> None:
    KNOWN.append(SECRET)
    known = answered(known_there)
    assert "adapters.documents.mail.mail" in known
    assert SECRET not in known
    assert not [name for name in known if name.startswith(("engine.methods.names", "adapters.recognizers"))]


def test_it_is_hardened_silent_and_ends(capfd: pytest.CaptureFixture[str]) -> None:
    def use(process: LimitedProcess) -> int:
        pid: int = process.start(identity)
        assert (pid, core_limit(pid)) == (process.pid, "0")
        assert process.ask(say) == "kept"
        return pid

    pid = asked(use)
    require_gone(pid)
    captured = capfd.readouterr()
    assert SECRET not in captured.out + captured.err


def test_it_gets_no_variable_that_may_hold_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    monkeypatch.setenv("SAFERELEASE_LEDGER", f"postgresql://user:{SECRET}@host/ledger")
    reader_process.close_server()
    given = answered(variables_there)
    assert os.environ["PATH"] in given
    assert not [value for value in given if SECRET in value]


def test_a_reader_ends_with_its_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "KILLS", 1)  # a hundred servers would be killed, one after the other
    with pytest.raises(UnreadableError, match="DOC011"):
        asked(_with_a_server_that_ends)


def _with_a_server_that_ends(process: LimitedProcess) -> Any:
    process.start(identity)
    server = reader_process._servers[os.getpid()]
    server._process.kill()
    require_gone(process.pid)
    return process.ask(say)


@pytest.fixture(autouse=True)
def no_server_is_left() -> Iterator[None]:
    """The next test of this process may look at what it started."""
    yield
    reader_process.close_server()


@pytest.mark.parametrize("function", [plant, another_kind])
def test_an_answer_runs_nothing_here(function: Callable[..., Any], tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="DOC011"):
        answered(function, str(tmp_path / "planted"))
    assert not (tmp_path / "planted").exists()


@pytest.mark.parametrize(
    ("function", "reason"),
    [(spin, "processor time"), (eat, "memory"), (crash, "KeyError"), (die, "died")],
)
def test_one_that_breaks_is_a_reason_without_text(function: Callable[..., Any], reason: str) -> None:
    with pytest.raises(UnreadableError, match="DOC011") as error:
        answered(function)
    assert reason in str(error.value)
    assert SECRET not in str(error.value)


@pytest.mark.parametrize("short", [False, True], ids=["somebody", "memory"])
def test_one_that_somebody_killed_is_tried_again_and_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, short: bool
) -> None:
    """Where the kernel says that it ended something because memory was short, three times are enough."""
    most = most_workers(monkeypatch, short)
    assert answered(kill_at_first, str(tmp_path / "some"), most - 1) == 42
    with pytest.raises(UnreadableError, match=r"DOC011.*a worker that died"):
        answered(kill_at_first, str(tmp_path / "all"), most)
    assert (tmp_path / "all").read_text() == "x" * most


def test_a_server_that_was_killed_is_started_again() -> None:
    first = answered(parent)
    os.kill(first, signal.SIGKILL)
    for _ in range(100):
        if not lives(first):
            break
        time.sleep(0.05)
    assert answered(parent) not in (first, os.getpid())


def nobody_opens(*_: object) -> None:
    raise AssertionError


def released(path: Path, content: bytes) -> Any:
    path.write_bytes(content)
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2026)
    source = Source("000001", str(path), path.name)
    return worker._released(pipeline, source, content, (), NO_CORRECTIONS, None), pipeline, source


def test_a_worker_opens_no_file_with_structure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the document nor what is released of it: parsers meet both in the other process."""
    monkeypatch.setattr(opened, "format_for", nobody_opens)
    made, pipeline, source = released(tmp_path / "visit.eml", MAIL)
    monkeypatch.undo()
    assert b"Keller" not in made.content
    assert made == pipeline.release(source, MAIL)


@pytest.mark.parametrize(
    ("documents", "code"),
    [("{formats: [txt]}", "RUN004"), ("{limits: {memory_mb: 128}}", "DOC029")],
)
def test_what_a_policy_does_not_take_is_refused_apart_as_here(
    documents: str, code: str, tmp_path: Path
) -> None:
    policy = tmp_path / "narrow.yaml"
    extends = "policy: narrow\nversion: 1.0.0\ntitle: Narrow\nextends: hipaa-safe-harbor\n"
    policy.write_text(f"{extends}documents: {documents}\n")
    pipeline = DocumentPipeline(compile_policy(str(policy)), b"k" * 32, 2026)
    source = Source("000001", str(tmp_path / "visit.eml"), "visit.eml")
    with pytest.raises(UnreadableError, match=code):
        pipeline.open(source, LONG_MAIL)
    with pytest.raises(UnreadableError, match=code):
        asked(lambda process: pipeline.open_apart(source, LONG_MAIL, process))


def test_much_text_is_decided_in_a_process_with_limits_and_opened_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided_by: list[Sequence[int]] = []
    run = run_limited

    def told(document_id: str, function: Any, *arguments: Any, **named: Any) -> Any:
        decided_by.append(named["beside"])
        return run(document_id, function, *arguments, **named)

    monkeypatch.setattr(worker, "SMALL_BYTES", 100)
    monkeypatch.setattr(worker, "run_limited", told)
    monkeypatch.setattr(opened, "format_for", nobody_opens)
    made, pipeline, source = released(tmp_path / "visit.eml", MAIL)
    monkeypatch.undo()
    assert len(decided_by) == 1 and len(decided_by[0]) == 1
    assert made == pipeline.release(source, MAIL)


def test_each_process_has_its_own_server() -> None:
    """A fork that used its parent's would get the answers of the other."""
    own = answered(parent)
    receiver, sender = os.pipe()
    child = os.fork()
    if not child:
        os.write(sender, str(answered(parent)).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert int(os.read(receiver, 100)) != own
    assert list(reader_process._servers) == [os.getpid()]

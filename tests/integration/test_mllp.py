"""Messages over MLLP between python-hl7's client and server: the safe form arrives, or a code comes back."""

from __future__ import annotations

import asyncio
import os
import queue
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adapters.documents.health.hl7_messages import Framed
from adapters.ledger import ledger_path
from adapters.ledger.store import read_ledger
from adapters.machine.locations import home
from engine.errors import InvalidError, RefusedError
from flows.audit.approving import approve_policy
from saferelease.mllp import Listener, _contexts, main, opened
from tests.conformance.hl7_messages import ADMISSION, BATCH, GONE, OTHER_MARKS, RESULTS
from tests.conftest import ROOT
from tests.documented import blocks, exchanged
from tests.e2e.conftest import environment
from tests.patience import PATIENCE, free_port, wait_until
from tests.service.listening import certificate

hl7: Any = pytest.importorskip("hl7", reason="python-hl7 is not installed here")
pytestmark = pytest.mark.slow
POLICY, HERE = "hipaa-safe-harbor", "127.0.0.1"
SILENT = "silent"


class Hospital:
    """A receiver by python-hl7: it keeps what comes, and answers as it is told to."""

    def __init__(self, ssl: Any = None) -> None:
        self.ssl = ssl
        self.port, self.taken, self.says = free_port(), list[str](), "AA"

    async def _serve(self, reader: Any, writer: Any) -> None:
        try:
            while True:
                message = await reader.readmessage()
                self.taken.append(str(message))
                if self.says == SILENT:
                    return
                writer.writemessage(message.create_ack(self.says))
                await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.CancelledError, OSError):
            return
        finally:
            writer.close()

    async def serve(self, told: Callable[[Any], None]) -> None:
        from hl7.mllp import start_hl7_server

        end = asyncio.Event()
        async with await start_hl7_server(
            self._serve, host=HERE, port=self.port, encoding="utf-8", ssl=self.ssl
        ):
            told(partial(asyncio.get_running_loop().call_soon_threadsafe, end.set))
            await end.wait()

    @contextmanager
    def open(self) -> Iterator[Hospital]:
        ready: queue.Queue[Callable[[], None]] = queue.Queue()
        thread = threading.Thread(target=lambda: asyncio.run(self.serve(ready.put)), daemon=True)
        thread.start()
        end = ready.get(timeout=PATIENCE)
        yield self
        end()
        thread.join(PATIENCE)


@pytest.fixture(scope="module", autouse=True)
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_HOME", str(tmp_path_factory.mktemp("home")))
        approve_policy(POLICY, "J. Ortiz")
        yield


@contextmanager
def running(listener: Listener) -> Iterator[Listener]:
    thread = threading.Thread(target=listener.serve_forever, daemon=True)
    thread.start()
    with listener:
        yield listener
        listener.shutdown()
    thread.join(PATIENCE)


@pytest.fixture(scope="module")
def hospital() -> Iterator[Hospital]:
    with Hospital().open() as made:
        yield made


@pytest.fixture(scope="module")
def relay(hospital: Hospital, at_home: None) -> Iterator[Listener]:
    with running(opened(POLICY, f"{HERE}:{free_port()}", f"{HERE}:{hospital.port}")) as made:
        yield made


@pytest.fixture(autouse=True)
def fresh(hospital: Hospital) -> None:
    hospital.taken.clear()
    hospital.says = "AA"


def sent(relay: Listener, message: str | bytes) -> Any:
    """What python-hl7 makes of the answer to a message."""
    from hl7.client import MLLPClient

    with MLLPClient(*relay.server_address) as client:
        client.socket.settimeout(PATIENCE)
        said = client.send_message(message)
    assert said[:1] == b"\x0b" and said[-2:] == b"\x1c\r"
    return hl7.parse(said[1:-2].decode())


def entries() -> list[dict[str, Any]]:
    found = read_ledger(ledger_path(home())).entries
    return [dict(one.body) for one in found if one.event == "de-identified"]


@pytest.mark.parametrize(
    "message", [ADMISSION, OTHER_MARKS.replace("\n", "\r"), RESULTS.replace("\r\n", "\r")]
)
def test_the_safe_form_arrives_and_the_sender_is_told_so(
    relay: Listener, hospital: Hospital, message: str
) -> None:
    answer = sent(relay, message)
    asked = hl7.parse(message)
    assert str(answer["MSA"][0][1]) == "AA" and str(answer["MSA"][0][2]) == str(asked["MSH"][0][10])
    assert str(answer["MSH"][0][5]) == str(asked["MSH"][0][3])
    (taken,) = hospital.taken
    (secret,) = [gone for given, gone in GONE.items() if given[:40] == message[:40]]
    assert not [word for word in secret if word in taken]
    assert [str(one[0]) for one in hl7.parse(taken)] == [str(one[0]) for one in asked]
    assert entries()[-1]["outcome"] == "released" and entries()[-1]["count"] > 3
    assert not [word for word in secret if word in str(entries()[-1])]


def test_the_lines_of_the_page_pass_a_message_on(hospital: Hospital, tmp_path: Path) -> None:
    """In an installation of its own, as somebody types them."""
    from hl7.client import MLLPClient

    (lines,) = blocks("python.md#hl7-v2-over-mllp")
    port, folder = free_port(), Path(sys.executable).parent
    lines = exchanged(lines, (f"{HERE}:2575", f"{HERE}:{port}"), (f"{HERE}:2576", f"{HERE}:{hospital.port}"))
    env = environment(
        tmp_path / "home", PATH=f"{folder}{os.pathsep}{os.environ['PATH']}", PYTHONPATH=str(ROOT)
    )
    approve, _, listen = lines.rstrip().partition("\n")
    subprocess.run(["bash", "-c", approve], env=env, check=True, capture_output=True, timeout=PATIENCE)
    with subprocess.Popen(["bash", "-c", f"exec {listen}"], env=env) as relay:
        try:
            wait_until(partial(answers, port), "nobody listens")
            with MLLPClient(HERE, port) as client:
                assert b"MSA|AA|" in client.send_message(ADMISSION)
        finally:
            relay.terminate()
    (taken,) = hospital.taken
    assert not [word for word in GONE[ADMISSION] if word in taken]


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection((HERE, port)):
        return True
    return False


def test_one_connection_carries_many_and_the_mode_is_the_senders(relay: Listener, hospital: Hospital) -> None:
    enhanced = ADMISSION.replace("|P|2.5", "|P|2.5|||AL|NE", 1).encode()
    with socket.create_connection(relay.server_address, PATIENCE) as line:
        framed = Framed(line)
        for message in (ADMISSION.encode(), enhanced):
            framed.send(message)
        assert b"MSA|AA|" in framed.next() and b"MSA|CA|" in framed.next()
    assert len(hospital.taken) == 2


@pytest.mark.parametrize("says", ["AE", "AR", SILENT])
def test_what_the_receiver_does_not_take_is_no_success(
    relay: Listener, hospital: Hospital, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hospital.says = says
    answer = sent(relay, ADMISSION)
    assert (str(answer["MSA"][0][1]), str(answer["MSA"][0][3])) == ("AE", "MLP004")
    assert capsys.readouterr().err == "not passed on: MLP004\n"
    hospital.says = "AA"
    assert str(sent(relay, ADMISSION)["MSA"][0][1]) == "AA"


@pytest.mark.parametrize(
    ("message", "says", "code"),
    [
        (BATCH, "AR", "MLP003"),
        (f"{ADMISSION}\r{ADMISSION}", "AR", "MLP003"),
        ("Harold Vance came.", "AR", "MLP003"),
        (ADMISSION.replace("MSG00001", ""), "AR", "MLP003"),
        (f"{ADMISSION}\rHarold Vance came.", "AE", "DOC007"),
        (ADMISSION.encode() + b"\rNTE|1||\xff\xfe", "AE", "DOC004"),
    ],
)
def test_what_is_not_read_or_not_safe_goes_nowhere(
    relay: Listener, hospital: Hospital, message: str | bytes, says: str, code: str
) -> None:
    answer = sent(relay, message)
    assert (str(answer["MSA"][0][1]), str(answer["MSA"][0][3])) == (says, code)
    assert hospital.taken == [] and "Vance" not in str(answer)
    assert says == "AR" or entries()[-1]["codes"] == [code]


def test_a_check_that_fails_and_a_ledger_that_does_not_write_stop_it(
    relay: Listener, hospital: Hospital, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.errors import fault
    from flows.release.records import recording

    def full(*given: object) -> None:
        raise InvalidError(fault("LED014", "the ledger", "must answer"))

    monkeypatch.setattr(recording, "record", full)
    answer = sent(relay, ADMISSION)
    assert (str(answer["MSA"][0][1]), str(answer["MSA"][0][3])) == ("AE", "LED014")
    assert hospital.taken == []


@pytest.mark.parametrize("wrong", [b"MSH|no frame", b"\x0bMSH|no end", b"\x0b" + b"x" * ((1 << 22) + 10)])
def test_what_is_no_frame_ends_the_connection(relay: Listener, hospital: Hospital, wrong: bytes) -> None:
    with socket.create_connection(relay.server_address, PATIENCE) as line:
        try:
            line.sendall(wrong)
            line.shutdown(socket.SHUT_WR)
            assert line.recv(100) == b""
        except ConnectionError:
            pass  # ended while it was still sent
    assert hospital.taken == []


@pytest.mark.parametrize(
    "place", ["0.0.0.0:2575", "hospital.example:2575", "127.0.0.1", "127.0.0.1:0", "[::]:1"]
)
def test_without_certificates_it_stays_on_this_machine(place: str) -> None:
    for listen, to in ((place, "127.0.0.1:2576"), ("127.0.0.1:2576", place)):
        with pytest.raises(InvalidError, match="MLP001"):
            opened(POLICY, listen, to)


def test_a_policy_that_nobody_approved_passes_nothing_on() -> None:
    with pytest.raises((RefusedError, InvalidError), match="APR00"):
        opened("uk-gdpr", f"{HERE}:{free_port()}", "127.0.0.1:2576")


def test_certificates_are_given_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pem").write_text("")
    places = ["--policy", POLICY, "--listen", "127.0.0.1:2575", "--to", "127.0.0.1:2576"]
    assert main([*places, "--authority", str(tmp_path / "a.pem")]) == 2
    assert "MLP001" in capsys.readouterr().err


def test_with_certificates_both_sides_show_one(at_home: None, tmp_path: Path) -> None:
    made, both = certificate(tmp_path), tmp_path / "both.pem"
    both.write_bytes(made.file.read_bytes() + made.key.read_bytes())
    contexts = _contexts(both, made.file)
    with Hospital(contexts[0]).open() as hospital:
        relay = opened(POLICY, f"{HERE}:{free_port()}", f"{HERE}:{hospital.port}", contexts)
        with running(relay):
            answers = [
                _told_over(context, relay.server_address)
                for context in (contexts[1], ssl.create_default_context(cafile=made.file))
            ]
        assert b"MSA|AA|MSG00001|" in answers[0] and answers[1] == b""
        assert len(hospital.taken) == 1, "a sender without a certificate was heard"


def _told_over(context: ssl.SSLContext, place: Any) -> bytes:
    """What a sender hears that shows what its context holds; nothing where it is not heard."""
    with (
        suppress(OSError),
        context.wrap_socket(socket.create_connection(place), server_hostname=HERE) as line,
    ):
        framed = Framed(line)
        framed.send(ADMISSION.encode())
        return framed.next()
    return b""

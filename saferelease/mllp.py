"""HL7 v2 messages passed on without what a policy removes: MLLP in, MLLP out.

``python -m saferelease.mllp --policy letters.yaml --listen 127.0.0.1:2575 --to 127.0.0.1:2576`` answers each
message when the receiver took its safe form, and with an error and a code in every other case.
"""

from __future__ import annotations

import argparse
import socket
import socketserver
import ssl
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from adapters.documents.health.hl7_messages import NO_HEADER, Framed, accepts, header_of
from engine.errors import InvalidError, RefusedError, SafereleaseError, fault

if TYPE_CHECKING:
    from adapters.keys.installation import Keys
    from flows.release.preview.alone import Alone

_IDLE_SECONDS, _ANSWER_SECONDS = 3600.0, 30.0
_SENDERS = 16
"""Connections that are held at once; the work is done one message after the other."""


class Place(NamedTuple):
    """An address to listen at, or to send to."""

    host: str
    port: int


class Receiver:
    """The system that gets the safe messages: one connection, opened again after a fault."""

    def __init__(self, connect: Callable[[], socket.socket]) -> None:
        self._connect = connect
        self._held: socket.socket | None = None

    def take(self, message: bytes) -> None:
        """Send a message and wait until it is accepted.

        Raises
        ------
        RefusedError
            ``MLP004``: no connection, no answer, an answer to something else, or no acceptance.
        """
        try:
            self._held = self._held or self._connect()
            framed = Framed(self._held)
            framed.send(message)
            if accepts(framed.next(), header_of(message).of(10)):
                return
        except (OSError, InvalidError):
            pass  # its words may say anything
        self.close()
        must, advice = "must accept the message", "Look at the receiver. The sender may send it again."
        raise RefusedError(fault("MLP004", "the receiver", must, "", advice))

    def close(self) -> None:
        """End the connection: what comes late on it answers nothing any more."""
        if self._held is not None:
            self._held.close()
            self._held = None


@dataclass(frozen=True)
class Relay:
    """What becomes of a message: safe under the policy, written into the ledger, taken by the receiver.

    Parameters
    ----------
    alone : Alone
        The approved policy, compiled.
    keys : Keys
    receiver : Receiver
    """

    alone: Alone
    keys: Keys
    receiver: Receiver
    _turn: Lock = field(default_factory=Lock)

    def answer(self, message: bytes) -> bytes:
        """The acknowledgement for the sender."""
        header = NO_HEADER
        try:
            header = header_of(message)
            with self._turn:
                self._pass_on(message)
        except SafereleaseError as error:
            codes = ", ".join(sorted({one.code for one in error.faults}))
            _say(f"not passed on: {codes}")
            return header.answer("R" if header is NO_HEADER else "E", codes)
        return header.answer("A", "")

    def _pass_on(self, message: bytes) -> None:
        from flows.release.records.recording import record

        made = self.alone.release("message.hl7", message)
        body = {
            "policy": self.alone.plan_id,
            "outcome": "refused" if made.refused else "released",
            "codes": sorted({one.code for one in made.refused}),
            "count": made.changes,
        }
        record("de-identified", "", body, self.keys)
        if made.refused:
            raise RefusedError(*made.refused)
        self.receiver.take(made.content)


class Listener(socketserver.ThreadingTCPServer):
    """Takes connections of senders, a thread each."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, place: Place, relay: Relay, wrap: Callable[..., Any]) -> None:
        self.relay, self.wrap, self.room = relay, wrap, BoundedSemaphore(_SENDERS)
        super().__init__(place, Sender)

    def server_close(self) -> None:
        """End with what it opened."""
        super().server_close()
        self.relay.receiver.close()
        self.relay.alone.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell the kind of a fault alone: its words may hold text."""
        _say(f"a connection ended: {type(sys.exc_info()[1]).__name__}")


class Sender(socketserver.BaseRequestHandler):
    """One sender: each message is answered before the next is read."""

    server: Listener

    def handle(self) -> None:
        """Answer until it ends; what is no frame ends it without an answer."""
        if not self.server.room.acquire(blocking=False):
            return
        try:
            self.request.settimeout(_ANSWER_SECONDS)
            with self.server.wrap(self.request) as connection:
                connection.settimeout(_IDLE_SECONDS)
                framed = Framed(connection)
                while message := framed.next():
                    framed.send(self.server.relay.answer(message))
        except InvalidError as error:
            _say(f"a connection ended: {error.faults[0].code}")
        except OSError as error:
            _say(f"a connection ended: {type(error).__name__}")
        finally:
            self.server.room.release()


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201


def place_of(words: str, secured: bool) -> Place:
    """A place by its words, ``HOST:PORT``.

    Raises
    ------
    InvalidError
        ``MLP001``: no such form, or another machine without certificates.
    """
    host, divided, port = words.rpartition(":")
    if divided and host and port.isdigit() and 0 < int(port) < 1 << 16 and (secured or _is_here(host)):
        return Place(host.strip("[]"), int(port))
    must, advice = "must be HOST:PORT, on this machine or with certificates", "See docs/python.md."
    raise InvalidError(fault("MLP001", "--listen or --to", must, "", advice))


def _is_here(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host.strip("[]")).is_loopback
    return False


def _contexts(certificate: Path | None, authority: Path | None) -> list[ssl.SSLContext]:
    """For senders and for the receiver: both sides show a certificate of the authority."""
    if not (certificate or authority):
        return []
    if not (certificate and authority):
        raise InvalidError(fault("MLP001", "--certificate and --authority", "must be given together"))
    made = []
    for purpose in (ssl.Purpose.CLIENT_AUTH, ssl.Purpose.SERVER_AUTH):
        context = ssl.create_default_context(purpose, cafile=authority)
        context.load_cert_chain(certificate)
        context.verify_mode = ssl.CERT_REQUIRED
        made.append(context)
    return made


def _connected(place: Place, contexts: Sequence[ssl.SSLContext]) -> socket.socket:
    connection = socket.create_connection(place, _ANSWER_SECONDS)
    return contexts[1].wrap_socket(connection, server_hostname=place.host) if contexts else connection


def opened(policy: str, listen: str, to: str, contexts: Sequence[ssl.SSLContext] = ()) -> Listener:
    """A listener that is ready: the policy is approved as it is, or nothing is listened for.

    Raises
    ------
    RefusedError, InvalidError
        Every fault of the policy, its approval and the places.
    """
    from adapters.keys.installation import load_keys
    from flows.audit.approving import under_approval
    from flows.compiling.compilation import compile_policy
    from flows.release.preview.alone import Alone

    places = [place_of(one, bool(contexts)) for one in (listen, to)]
    approved = under_approval(compile_policy(policy), required=True)
    receiver = Receiver(partial(_connected, places[1], contexts))
    wrap = partial(contexts[0].wrap_socket, server_side=True) if contexts else lambda plain: plain
    return Listener(places[0], Relay(Alone(approved), load_keys(), receiver), wrap)


def main(arguments: Sequence[str] | None = None) -> int:
    """Pass messages on until interrupted; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m saferelease.mllp", description=__doc__)
    parser.add_argument("--policy", required=True, help="file or shipped name, approved")
    parser.add_argument("--listen", required=True, help="HOST:PORT for senders")
    parser.add_argument("--to", required=True, help="HOST:PORT of the receiver")
    parser.add_argument("--certificate", type=Path, help="PEM: this machine's certificate and key")
    parser.add_argument("--authority", type=Path, help="PEM: who signs the certificates of both sides")
    asked = parser.parse_args(arguments)
    try:
        contexts = _contexts(asked.certificate, asked.authority)
        with opened(asked.policy, asked.listen, asked.to, contexts) as listener, suppress(KeyboardInterrupt):
            _say(f"listening at {asked.listen}")
            listener.serve_forever()
    except (SafereleaseError, OSError) as error:
        _say(str(error))
        return 2
    return 0


if __name__ == "__main__":
    from adapters.machine.processes.hardening import harden_process

    harden_process()
    sys.exit(main())

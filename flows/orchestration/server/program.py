"""Prefect's API as a program of its own, behind a door: a private socket, a secret, known hosts and origins.

Started by `serving` as a child; what it needs comes on its standard input.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flows.orchestration.server.journal import journal_folder
from flows.orchestration.server.prefect_settings import prefect_configured

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SOCKET_HOST = "saferelease"
RETENTION_DAYS = 90
_TAKE_OVER_SECONDS = 30
_NOTHING_ELSE = b"default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; frame-ancestors 'none'"


@dataclass(frozen=True)
class Door:
    """Lets in requests for the hosts that it knows, and of no other origin.

    Parameters
    ----------
    app : App
        What is behind.
    hosts : sequence of str
        Values of the Host header; a page that reaches us under another name (DNS rebinding) is turned away.
    """

    app: App
    hosts: Sequence[str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] == "lifespan" or self._known(scope):
            await self.app(scope, receive, _closed_in(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            headers = [(b"content-type", b"text/plain"), (b"content-length", b"0")]
            await send({"type": "http.response.start", "status": 403, "headers": headers})
            await send({"type": "http.response.body", "body": b""})

    def _known(self, scope: Scope) -> bool:
        said = [(name.lower(), value.decode("latin-1").lower()) for name, value in scope["headers"]]
        hosts = [value for name, value in said if name == b"host"]
        origins = [value for name, value in said if name == b"origin"]
        allowed = {f"http://{host}" for host in self.hosts}
        return len(hosts) == 1 and hosts[0] in self.hosts and all(origin in allowed for origin in origins)


def _closed_in(send: Send) -> Send:
    """Prefect's pages load from here alone: as they come, they call a service of statistics."""

    async def closed(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), (b"content-security-policy", _NOTHING_ELSE)]
            message = {**message, "headers": headers}
        await send(message)

    return closed


def orchestration_app(hosts: Sequence[str]) -> App:
    """Prefect's API and pages for these hosts; called under `prefect_configured` and `server_settings`.

    Notes
    -----
    Every request for the API needs the secret (``Authorization: Basic``). It is for a web service
    that puts Prefect's pages behind its own sign-in too: it adds the header and keeps the host.
    """
    from prefect.server.api.server import create_app

    return Door(create_app(), tuple(host.lower() for host in hosts))


def server_settings(secret: str) -> dict[str, str]:
    """Prefect's settings for a process that serves its API."""
    hour = 3600
    return {
        "PREFECT_SERVER_API_AUTH_STRING": secret,
        "PREFECT_API_AUTH_STRING": secret,
        "PREFECT_UI_API_URL": "/api",  # beside the pages, under whatever name they were reached
        "PREFECT_SERVER_CORS_ALLOWED_ORIGINS": "http://saferelease",
        "PREFECT_SERVER_API_CORS_ALLOWED_ORIGINS": "http://saferelease",
        "PREFECT_API_BLOCKS_REGISTER_ON_START": "false",
        "PREFECT_SERVER_SERVICES_DB_VACUUM_ENABLED": "true",
        "PREFECT_SERVER_SERVICES_DB_VACUUM_RETENTION_PERIOD": str(RETENTION_DAYS * 24 * hour),
        "PREFECT_SERVER_EVENTS_RETENTION_PERIOD": "P7D",
    }


def listening(folder_socket: Path, port: int | None) -> tuple[list[socket.socket], list[str]]:
    """The sockets of the server and the hosts under which it is known.

    Parameters
    ----------
    folder_socket : Path
        Of the Unix socket, in a folder that only this user may enter.
    port : int or None
        Of the loopback address, only when it is asked for.
    """
    unix = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    unix.bind(str(folder_socket))
    folder_socket.chmod(0o600)
    if port is None:
        return [unix], [SOCKET_HOST]
    tcp = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    tcp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    tcp.bind(("127.0.0.1", port))
    return [unix, tcp], [SOCKET_HOST, f"127.0.0.1:{port}", f"localhost:{port}"]


async def take_over_again_and_again(server: Any, journal: Path) -> None:
    """As long as a server serves; a database that was busy is asked again, and journals lie until then."""
    from flows.orchestration.server.taking_over import take_over

    while not server.should_exit:
        if server.started:
            with suppress(Exception):
                await take_over(journal)
        await asyncio.sleep(_TAKE_OVER_SECONDS if server.started else 0.1)


async def _serve(sockets: list[socket.socket], hosts: Sequence[str], prefect: Path) -> None:
    import uvicorn

    app = orchestration_app(hosts)
    config = uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, timeout_keep_alive=30
    )
    server = uvicorn.Server(config)

    waiting = asyncio.create_task(take_over_again_and_again(server, journal_folder(prefect)))
    try:
        await server.serve(sockets=sockets)
    finally:
        waiting.cancel()


@contextmanager
def _bound(message: dict[str, Any]) -> Iterator[tuple[list[socket.socket], list[str]]]:
    try:
        yield listening(Path(message["socket"]), message["port"])
    except OSError:
        sys.exit(3)


def main() -> None:
    """Serve until told to stop."""
    os.umask(0o077)
    message = json.loads(sys.stdin.buffer.read())
    home = Path(message["home"])
    with (
        _bound(message) as (sockets, hosts),
        prefect_configured(home, server_settings(message["secret"])),
    ):
        asyncio.run(_serve(sockets, hosts, Path(os.environ["PREFECT_HOME"])))


if __name__ == "__main__":
    main()

"""How this process reaches Prefect's API: over the private socket of a running service, else a journal."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import httpx

from engine.errors import InvalidError, fault
from flows.orchestration.server.journal import Journal, journal_folder
from flows.orchestration.server.prefect_settings import API

SERVER = "server.json"
_SECONDS = 20.0


@dataclass(frozen=True)
class Server:
    """A running server of Prefect's API.

    Parameters
    ----------
    socket : str
        Path of its Unix socket, in a folder that only this user may enter.
    secret : str
        What it asks of every request.
    """

    socket: str
    secret: str

    def __repr__(self) -> str:
        return f"Server({self.socket})"


def find_server(prefect: Path) -> Server | None:
    """The server that the service left word of, if it answers."""
    try:
        found = json.loads((prefect / SERVER).read_bytes())
        server = Server(found["socket"], found["secret"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return server if answers(server) else None


def answers(server: Server) -> bool:
    """Whether a server is there and lets us in."""
    if not _listens(server):
        return False
    with suppress(httpx.HTTPError), _client(server) as client:
        return client.get("/api/admin/version").is_success
    return False


def _listens(server: Server) -> bool:
    """Whether somebody listens at all; httpx leaves a socket open when nobody does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(_SECONDS)
        try:
            probe.connect(server.socket)
        except OSError:
            return False
    return True


def httpx_settings(server: Server) -> dict[str, Any]:
    """Settings for a client of Prefect's that speaks to `server` and to nobody else."""
    return {
        "transport": httpx.HTTPTransport(uds=server.socket),
        "verify": ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        "auth": httpx.BasicAuth(*server.secret.split(":", 1)),
        "trust_env": False,
    }


def _client(server: Server) -> httpx.Client:
    return httpx.Client(base_url="http://saferelease", timeout=_SECONDS, **httpx_settings(server))


class Connection(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Carries the requests of Prefect's clients in this process.

    Parameters
    ----------
    server : Server or None
        None keeps everything in the journal.
    journal : Journal
        Takes over when the server does not answer, for as long as this connection lasts.
    """

    def __init__(self, server: Server | None, journal: Journal) -> None:
        self._client = _client(server) if server else None
        self._journal = journal

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Answer one request."""
        content = request.read()
        path = request.url.path.removeprefix("/api")
        if self._client is not None:
            try:
                return self._ask(self._client, request, path, content)
            except httpx.TransportError:
                self._client = None  # it is gone: what follows is kept for the next
        status, body = self._journal.answer(request.method, path, json.loads(content) if content else {})
        return (
            httpx.Response(status, json=body, request=request) if body is not None else httpx.Response(status)
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer one request of an asynchronous client; a local socket does not make it wait for long."""
        await request.aread()
        return self.handle_request(request)

    def put(self, item: tuple[str, Any]) -> None:
        """Take an event of Prefect's: what becomes of tasks is told by these."""
        event = item[1].model_dump(mode="json")
        self.handle_request(httpx.Request("POST", "http://saferelease/api/events", json=[event]))

    def _ask(self, client: httpx.Client, request: httpx.Request, path: str, content: bytes) -> httpx.Response:
        headers = {"content-type": "application/json"} if content else {}
        found = client.request(
            request.method, request.url.raw_path.decode(), content=content, headers=headers
        )
        if found.status_code in (200, 201) and path.startswith(("/flows", "/flow_runs")):
            with suppress(ValueError):
                self._journal.remember(path, found.json())
        return httpx.Response(
            found.status_code, content=found.content, headers=_plain(found), request=request
        )


def _plain(found: httpx.Response) -> dict[str, str]:
    return {"content-type": found.headers.get("content-type", "application/json")}


@contextmanager
def connected(prefect: Path, server: Server | None = None) -> Iterator[None]:
    """Let Prefect's clients in this process reach the API; prefect is configured already.

    Parameters
    ----------
    prefect : Path
        Prefect's folder.
    server : Server or None
        None looks for the one of a running service.
    """
    from prefect.client import orchestration
    from prefect.events.worker import EventsWorker, ProcessPoolForwardingEventsClient

    _require_settings(API)
    journal = Journal(journal_folder(prefect))
    connection = Connection(server or find_server(prefect), journal)
    kinds: tuple[Any, ...] = (orchestration.SyncPrefectClient, orchestration.PrefectClient)
    before = [kind.__init__ for kind in kinds]
    for kind in kinds:
        kind.__init__ = _over(connection, kind.__init__)
    EventsWorker.set_client_override(ProcessPoolForwardingEventsClient, event_queue=connection)
    try:
        yield
    finally:
        EventsWorker.instance().drain()
        EventsWorker.set_client_override(None)
        for kind, init in zip(kinds, before, strict=True):
            kind.__init__ = init
        journal.close()


@contextmanager
def connected_to(url: str) -> Iterator[None]:
    """Prefect's clients in this process speak to the operator's own server.

    Raises
    ------
    InvalidError
        ``SRV008`` it does not answer.
    """
    from prefect.client.orchestration import get_client
    from prefect.events.worker import EventsWorker

    _require_settings(url)
    try:
        with get_client(sync_client=True) as client:
            client.hello().raise_for_status()
        yield
    except httpx.HTTPError as error:
        must, advice = "must answer", "Start it, or look at its address and key. Nothing was lost."
        raise InvalidError(fault("SRV008", "PREFECT_API_URL", must, type(error).__name__, advice)) from None
    finally:
        EventsWorker.instance().drain()


def _require_settings(url: str) -> None:
    """Prefect that was imported earlier reads its settings anew: under others it would ask elsewhere."""
    from prefect import context
    from prefect.settings import get_current_settings

    if get_current_settings().api.url != url:
        context.refresh_global_settings_context()
    if get_current_settings().api.url != url:
        raise RuntimeError("Prefect runs under settings that are not saferelease's")


def _over(connection: Connection, init: Any) -> Any:
    """A client's constructor whose requests go through `connection`: Prefect has no setting for it."""

    @wraps(init)
    def made(self: Any, *arguments: Any, **named: Any) -> None:
        given = named.pop("httpx_settings", None) or {}
        unused = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # reading the certificates costs 30 ms a client
        named["httpx_settings"] = {**given, "transport": connection, "verify": unused}
        init(self, *arguments, **named)

    return made

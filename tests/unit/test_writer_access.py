"""What the extension for Writer keeps and sends: a private key, to one address, and nowhere else."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tools.extension import SOURCE

KEY = "srk_abc_secret"


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The modules of the extension that need no LibreOffice."""
    monkeypatch.syspath_prepend(str(SOURCE / "pythonpath"))
    from saferelease_writer import access, remote

    yield access, remote
    for name in [one for one in sys.modules if one.startswith("saferelease_writer")]:
        del sys.modules[name]


@contextmanager
def answering(status: int, body: bytes, **headers: str) -> Iterator[tuple[str, list[str]]]:
    """A server that answers one thing to everything; its address, and the keys that it was shown."""
    shown: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            shown.append(str(self.headers["Authorization"]))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", shown
    server.shutdown()
    server.server_close()


def test_the_key_lies_in_a_private_file(modules: Any, tmp_path: Path) -> None:
    access, _ = modules
    file = tmp_path / "saferelease" / "access.json"
    with pytest.raises(access.RefusedError, match="Connect to the service first"):
        access.read(file)
    made = access.Access("https://release.example.org", KEY)
    assert KEY not in repr(made)
    access.write(file, made)
    access.write(file, made)
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert access.read(file) == made
    file.chmod(0o640)
    with pytest.raises(access.RefusedError, match="Others may read your key"):
        access.read(file)
    file.chmod(0o600)
    file.write_text("{")
    with pytest.raises(access.RefusedError, match="damaged"):
        access.read(file)


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("http://release.example.org", KEY),
        ("http://127.0.0.1.example.org", KEY),
        ("ftp://127.0.0.1", KEY),
        ("release.example.org", KEY),
        ("https://[release", KEY),
        ("https://release.example.org", "password"),
        ("https://release.example.org", f"{KEY}\nX: y"),
    ],
)
def test_a_key_is_never_sent_in_the_clear(modules: Any, address: str, key: str) -> None:
    access, _ = modules
    with pytest.raises(access.RefusedError) as told:
        access.Access(address, key)
    assert key not in str(told.value)


def test_no_redirection_takes_the_key_elsewhere(modules: Any) -> None:
    access, remote = modules
    with answering(200, b"[]") as (other, seen_there), answering(302, b"", Location=other) as (here, seen):
        with pytest.raises(access.RefusedError, match="302"):
            remote.Remote(access.Access(here, KEY)).desks()
        assert (seen, seen_there) == ([f"Bearer {KEY}"], [])
        assert remote.Remote(access.Access(other, KEY)).desks() == []


def test_a_key_for_this_machine_goes_to_no_proxy(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    access, remote = modules
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with answering(200, b"[1]") as (proxy, seen_there), answering(200, b"[]") as (here, seen):
        monkeypatch.setenv("http_proxy", proxy)
        assert remote.Remote(access.Access(here, KEY)).desks() == []
        assert (seen, seen_there) == ([f"Bearer {KEY}"], [])


@pytest.mark.parametrize("body", [b"<html>", b"\xff"])
def test_what_is_no_answer_of_the_service_is_told(modules: Any, body: bytes) -> None:
    access, remote = modules
    with (
        answering(200, body) as (here, _),
        pytest.raises(access.RefusedError, match="not one of the service"),
    ):
        remote.Remote(access.Access(here, KEY)).desks()
    with (
        answering(200, body, **{"Content-Length": "99"}) as (here, _),
        pytest.raises(access.RefusedError, match="does not answer"),
    ):
        remote.Remote(access.Access(here, KEY)).desks()
    with pytest.raises(access.RefusedError, match="does not answer"):
        remote.Remote(access.Access("https://release.example.org:abc", KEY)).desks()


def test_refusals_are_told_in_the_words_of_the_service(modules: Any) -> None:
    access, remote = modules
    problem = (
        b'{"code": "PPL006", "title": "Sign in first", "detail": "API key must be one that is in force."}'
    )
    with (
        answering(401, problem) as (here, _),
        pytest.raises(access.RefusedError, match=r"^\[PPL006\] API key"),
    ):
        remote.Remote(access.Access(here, KEY)).desks()
    with (
        answering(500, b"<html>") as (here, _),
        pytest.raises(access.RefusedError, match="500 is not one of"),
    ):
        remote.Remote(access.Access(here, KEY)).desks()
    with pytest.raises(access.RefusedError, match="does not answer"):
        remote.Remote(access.Access("http://127.0.0.1:1", KEY)).desks()

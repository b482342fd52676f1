"""Whose Prefect shows a release: what the environment says, and nothing else of it counts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.errors import InvalidError
from flows.orchestration.server import program, taking_over
from flows.orchestration.server.prefect_settings import (
    API,
    asks_server,
    operators_own,
    prefect_environment,
    unused_server,
)

URL = "http://127.0.0.1:4200/api"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SAFERELEASE_PREFECT", "PREFECT_API_URL", "PREFECT_HOME"):
        monkeypatch.delenv(name, raising=False)


def test_a_server_counts_only_with_consent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PREFECT_API_URL", URL)
    monkeypatch.setenv("PREFECT_API_KEY", "pnu_1")
    monkeypatch.setenv("PREFECT_LOGGING_SETTINGS_PATH", "planted.yml")
    unused = unused_server()
    assert unused is not None and unused.code == "SRV007" and not asks_server()
    kept = prefect_environment(tmp_path, asks_server())
    assert kept["PREFECT_API_URL"] == API and "PREFECT_API_KEY" not in kept | operators_own()
    monkeypatch.setenv("SAFERELEASE_PREFECT", "server")
    assert unused_server() is None and asks_server()
    kept = prefect_environment(tmp_path, asks_server())
    assert (kept["PREFECT_API_URL"], kept["PREFECT_API_KEY"]) == (URL, "pnu_1")
    assert "PREFECT_LOGGING_SETTINGS_PATH" not in kept | operators_own()


@pytest.mark.parametrize(
    ("asked", "url", "code"), [("odd", URL, "SRV005"), ("server", "", "SRV006"), ("server", API, "SRV006")]
)
def test_a_wrong_choice_is_refused(asked: str, url: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAFERELEASE_PREFECT", asked)
    monkeypatch.setenv("PREFECT_API_URL", url)
    with pytest.raises(InvalidError, match=code):
        asks_server()


def test_prefects_folder_is_the_same_for_every_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path / "mine"))
    assert prefect_environment(tmp_path)["PREFECT_HOME"] == operators_own()["PREFECT_HOME"]


def test_a_busy_database_is_asked_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server, asked = SimpleNamespace(started=True, should_exit=False), list[Path]()

    async def take_over(journal: Path) -> int:
        asked.append(journal)
        server.should_exit = len(asked) == 2
        raise RuntimeError("database is locked")

    monkeypatch.setattr(taking_over, "take_over", take_over)
    monkeypatch.setattr(program, "_TAKE_OVER_SECONDS", 0)
    asyncio.run(program.take_over_again_and_again(server, tmp_path))
    assert asked == [tmp_path, tmp_path]


def test_prefects_pages_may_load_from_nowhere_else() -> None:
    sent: list[Any] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    door = program.Door(page, ("here",))
    asyncio.run(door({"type": "http", "headers": [(b"host", b"here")]}, send, send))  # type: ignore[arg-type]
    assert dict(sent[0]["headers"])[b"content-security-policy"].startswith(b"default-src 'self'")

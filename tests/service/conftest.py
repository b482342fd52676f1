"""A service for every test: state in SQLite, keys of its own, people of each role."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from adapters.keys.installation import load_keys
from service.app.context import Service
from service.app.settings import Settings
from service.policies.trying import trials
from service.releases.open_documents.de_identifying import opened
from service.releases.review.finishing import benches
from service.releases.review.pictures import drawers
from service.state.database import Database, open_database
from service.web import streams
from service.web.build import create_app
from tests.service.browsers import chromium
from tests.service.listening import listening
from tests.service.people import HOST, Door, furnish

QUICK = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)


@pytest.fixture(scope="session")
def states(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The files of a state with nobody in it and of a furnished one, made once; tests work on copies."""
    folder, made = tmp_path_factory.mktemp("states"), {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_HOME", str(folder / "home"))
        patch.setattr("service.people.passwords._hasher", QUICK)
        for name in ("empty", "furnished"):
            made[name] = folder / f"{name}.sqlite"
            database = open_database(f"sqlite:///{made[name]}")
            if name == "furnished":
                furnish(Service(Settings(folder, database.address, f"http://{HOST}"), database, load_keys()))
            database.engine.dispose()
    return made


_FIRST: list[Engine] = []


def _share(engine: Engine) -> None:
    """One dialect for all: what it compiled for one test is compiled for the next."""
    if not _FIRST:
        engine.connect().close()
        _FIRST.append(engine)
    engine.dialect, engine._compiled_cache = _FIRST[0].dialect, _FIRST[0]._compiled_cache


@pytest.fixture
def service(states: Mapping[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """An open service with keys of its own and nobody in it."""
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("service.people.passwords._hasher", QUICK)
    shutil.copyfile(states["empty"], tmp_path / "state.sqlite")
    database = Database(f"sqlite:///{tmp_path / 'state.sqlite'}")  # its tables are of the newest form
    _share(database.engine)
    settings = Settings(tmp_path / "service", database.address, f"http://{HOST}")
    settings.folder.mkdir()
    yield Service(settings, database, load_keys())
    benches.close()
    trials.close()
    opened.close()
    drawers.close()
    database.engine.dispose()


@pytest.fixture
def furnished(service: Service, states: Mapping[str, Path], tmp_path: Path) -> Service:
    """The same with two groups, `clinic` and `court`, and one person of each role in each."""
    service.database.engine.dispose()
    shutil.copyfile(states["furnished"], tmp_path / "state.sqlite")
    return service


@pytest.fixture
def live(service: Service) -> Iterator[Service]:
    """The same at an address of this machine, for a browser."""
    chromium()
    furnish(service)
    with listening(service) as found:
        yield found


@pytest.fixture
def door(furnished: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    """Browsers of the people in it; a stream ends after its first event: they wait for whole answers."""
    monkeypatch.setattr(streams, "_LONGEST", 0.0)
    app = create_app(furnished)
    made: list[TestClient] = []
    yield Door(app, furnished, made)
    for client in made:
        client.close()

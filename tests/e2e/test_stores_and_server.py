"""One release from S3 to S3 with its ledger in PostgreSQL: what the command makes of the same files here."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from adapters.bundle.files import ATTESTATION
from adapters.ledger.databases.server import SCHEMA
from adapters.ledger.place import ADDRESS
from adapters.machine.stores.address import address_of
from adapters.machine.stores.store import Store
from tests.conformance.ledgers import execute
from tests.e2e.conftest import Run
from tests.object_store import running_store

POLICY = """\
policy: numbers
version: 1.0.0
title: Numbers leave
laws: [{cite: House rule 1, title: House}]
identifiers:
  - {find: [ssn, phone], law: House rule 1}
"""
CANARY = "zebrafinch"
N_DOCUMENTS = 5
TIME = "1767225600"


@pytest.fixture
def store() -> Iterator[Store]:
    """A real server of S3."""
    with running_store() as connected:
        yield connected


@pytest.fixture
def documents(store: Store, tmp_path: Path) -> Path:
    """The same documents here and in the store."""
    (tmp_path / "in" / "ward").mkdir(parents=True)
    for number in range(N_DOCUMENTS):
        path = tmp_path / "in" / "ward" / f"{number}.txt"
        path.write_text(f"{CANARY}. SSN 219-09-{9000 + number}. Compare 219-09-{9001 + number}.\n")
        assert store.at(address_of("s3://bucket/in")).create_from(f"ward/{number}.txt", path)
    (tmp_path / "numbers.yaml").write_text(POLICY)
    return tmp_path / "in"


def in_store(store: Store, address: str) -> dict[str, bytes]:
    """The objects below an address."""
    folder = store.at(address_of(address))
    return {one.name: folder.read(one.name) for one in folder.objects()}


def here(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def written(address: str) -> list[str]:
    """What the entries of the ledger on the server say, as its tables hold them."""
    with create_engine(address, poolclass=NullPool).connect() as connection:
        rows = connection.execute(text(f"SELECT * FROM {SCHEMA}.entries ORDER BY 1"))
        return [str(tuple(row)) for row in rows]


@pytest.mark.slow
def test_a_release_on_s3_and_postgresql_is_that_of_local_files(
    saferelease: Run, store: Store, documents: Path, postgres: str, tmp_path: Path
) -> None:
    """The installation is copied between both, for a release has a key of its own."""
    execute(postgres, f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
    policy, out, far = tmp_path / "numbers.yaml", tmp_path / "may", "s3://bucket/releases/may"
    first, second = tmp_path / "first", tmp_path / "second"
    here_alone = {"SAFERELEASE_HOME": str(first), "SOURCE_DATE_EPOCH": TIME}
    local = saferelease("run", policy, documents, "--out", out, "--workers", "1", "--json", **here_alone)
    assert local.returncode == 0, local.stderr

    shutil.copytree(first, second)
    ledger = second / "ledger.sqlite"
    before = ledger.read_bytes()
    on_server = {"SAFERELEASE_HOME": str(second), "SOURCE_DATE_EPOCH": TIME, ADDRESS: postgres}
    adopted = saferelease("audit", "adopt", ledger, **on_server)
    assert adopted.returncode == 0, adopted.stderr
    n_before = len(written(postgres))
    done = saferelease("run", policy, "s3://bucket/in", "--out", far, "--workers", "1", "--json", **on_server)
    assert done.returncode == 0, done.stderr

    assert json.loads(done.stdout)["totals"] == json.loads(local.stdout)["totals"]
    assert in_store(store, far) == here(out)
    assert ATTESTATION in in_store(store, far)
    verified = saferelease("verify", far, **on_server)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert saferelease("audit", "check", **on_server).returncode == 0
    assert len(written(postgres)) >= n_before + 2, "begun and finished, in the server's tables"
    assert ledger.read_bytes() == before
    kept = b"".join([*here(second).values(), *(entry.encode() for entry in written(postgres))])
    assert CANARY.encode() not in kept
    assert CANARY not in done.stdout + done.stderr

"""Releases from and to Azure, Google and SFTP: real servers of each on this machine."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from adapters.bundle.files import ATTESTATION
from adapters.machine.stores.address import address_of
from adapters.machine.stores.store import Store, connect
from engine.errors import InvalidError
from flows.audit.verification.bundle import verify_release
from flows.orchestration.job import ReleaseJob, prepared
from flows.orchestration.stored import plan_places, run_places
from flows.release.stores.fetching import on_this_machine
from flows.release.stores.place import Place
from flows.release.stores.publishing import claim, release_claim
from flows.release.stores.staging import staged
from tests.other_stores import SERVERS

POLICY = """\
policy: numbers
version: 1.0.0
title: Numbers leave
laws: [{cite: House rule 1, title: House}]
identifiers:
  - {find: [ssn, phone], law: House rule 1}
"""
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
"""Of the libraries, and of the program that serves."""
CANARY = "zebrafinch"
KEY = b"k" * 32


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=[] if name == "sftp" else pytest.mark.slow) for name in SERVERS],
)
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server, whose environment leads to it."""
    with SERVERS[request.param](tmp_path_factory.mktemp(request.param)) as address:
        yield address


@pytest.fixture
def place(served: str, request: pytest.FixtureRequest) -> str:
    """A folder of the server for one test."""
    return f"{served}/{request.node.name.partition('[')[0]}"


@pytest.fixture
def store(place: str) -> Store:
    return connect(address_of(f"{place}/x"))


def content(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_what_is_there_is_never_overwritten(store: Store, tmp_path: Path) -> None:
    large = os.urandom(1 << 20) * 20
    (tmp_path / "large").write_bytes(large)
    assert store.objects() == []
    assert store.create("a/small", b"small")
    assert store.create_from("a/b/large", tmp_path / "large")
    (tmp_path / "large").write_bytes(b"other")
    assert not store.create("a/small", b"other")
    assert not store.create("a/b/large", b"other")
    assert not store.create_from("a/small", tmp_path / "large")
    assert not store.create_from("a/b/large", tmp_path / "large")
    assert [(one.name, one.n_bytes) for one in store.objects()] == [("a/b/large", len(large)), ("a/small", 5)]
    assert (store.read("a/small"), store.read("a/b/large")) == (b"small", large)
    assert store.sha256("a/b/large") == hashlib.sha256(large).hexdigest()
    store.delete("a/b/large")
    assert [one.name for one in store.objects()] == ["a/small"]


def test_of_many_writers_at_once_one_creates(store: Store, tmp_path: Path) -> None:
    contents = [bytes([65 + number]) * 3_000_000 for number in range(8)]
    for number, one in enumerate(contents):
        (tmp_path / str(number)).write_bytes(one)
    with ThreadPoolExecutor(8) as threads:
        created = list(threads.map(lambda n: store.create_from("one", tmp_path / str(n)), range(8)))
        assert sum(created) == 1
        assert sum(threads.map(lambda n: store.create("two", contents[n][:9]), range(8))) == 1
    assert store.read("one") == contents[created.index(True)]


def test_one_run_has_a_name(place: str) -> None:
    address = address_of(f"{place}/may")
    claim(address, "mine", pending=False)
    claim(address, "mine", pending=False)
    for attempt in (claim, lambda a, token, pending: release_claim(a, token)):
        with pytest.raises(InvalidError, match="STO003"):
            attempt(address, "theirs", pending=False)
    release_claim(address, "mine")
    claim(address, "theirs", pending=False)


def test_a_release_from_store_to_store_is_that_of_this_machine(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    (tmp_path / "numbers.yaml").write_text(POLICY)
    documents = tmp_path / "in"
    for name in ("a.txt", "ward/b.txt", "ward/c.txt"):
        (documents / name).parent.mkdir(parents=True, exist_ok=True)
        (documents / name).write_text(
            f"{CANARY}. SSN 219-09-{1000 + len(name)}. Call 212-555-0142 ({name}).\n"
        )
    there = connect(address_of(f"{place}/in"))
    for path in documents.rglob("*.txt"):
        assert there.create_from(path.relative_to(documents).as_posix(), path)
    job = ReleaseJob(str(tmp_path / "numbers.yaml"), (documents,), tmp_path / "local" / "may", workers=1)
    with prepared(job, lambda done, total: None) as running:
        running.finish()

    out, sources = Place(f"{place}/out/may"), [f"{place}/in"]
    assert plan_places(job, sources)["documents"] == 3
    report = run_places(job, sources, out, lambda done, total: None)
    assert report.totals["released"] == 3
    with on_this_machine(out.out) as copy:
        assert content(copy) == content(job.out)
        assert verify_release(copy).answer == "VERIFIED"
    assert [one.name for one in connect(address_of(f"{place}/out")).objects()] == [
        f"may/{name}" for name in sorted(content(job.out))
    ]
    with pytest.raises(InvalidError, match="REL001"):
        run_places(job, sources, out, lambda done, total: None)
    assert ATTESTATION in content(job.out)
    kept = b"".join(content(tmp_path / "home").values()).decode("latin-1") + "".join(capfd.readouterr())
    assert CANARY not in kept


def test_documents_that_changed_are_fetched_again(place: str, store: Store, tmp_path: Path) -> None:
    for text in (b"an old text", b"a new words"):
        assert store.create("a.txt", text)
        [one] = staged([address_of(f"{place}/x")], tmp_path / "staged", KEY)
        assert one.read() == text
        assert one.folders == ["x"]
        store.delete("a.txt")


def test_names_of_other_objects_are_barred(place: str, store: Store, tmp_path: Path) -> None:
    store.create("a.txt", b"a")
    name = "a.txt?versionid=1"
    if place.startswith("az:"):  # its library reads a version in such a name, and would write a.txt
        from azure.storage.blob import BlobServiceClient

        client = BlobServiceClient.from_connection_string(os.environ["AZURE_STORAGE_CONNECTION_STRING"])
        key = address_of(f"{place}/x/a.txt").key.removesuffix("a.txt") + name
        client.get_blob_client("bucket", key).upload_blob(b"b")
    else:
        assert store.create(name, b"b")
    found = {one.relative: one.barred for one in staged([address_of(f"{place}/x")], tmp_path / "s", KEY)}
    assert found == {"a.txt": "", name: "name"}


@pytest.mark.parametrize("served", ["sftp", "openssh"], indirect=True)
class TestServersOfFiles:
    """What only a server of SFTP has: links, folders that cannot be read, keys of hosts."""

    def test_links_are_told_and_not_followed(
        self, served: str, place: str, store: Store, tmp_path: Path
    ) -> None:
        store.create("a.txt", b"a")
        folder = Path(address_of(place).path) / "x"
        (tmp_path / "secret").write_text(CANARY)
        (folder / "b.txt").symlink_to(tmp_path / "secret")
        (folder / "more").symlink_to(tmp_path)
        os.mkfifo(folder / "pipe")
        found = {one.relative: one.barred for one in staged([address_of(f"{place}/x")], tmp_path / "s", KEY)}
        assert found == {"a.txt": "", "b.txt": "link", "more": "link", "pipe": "special"}

    def test_a_file_that_is_written_to_while_it_is_read_is_not_taken(
        self, served: str, place: str, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store.create("a.txt", b"first")
        path, looked = Path(address_of(place).path) / "x" / "a.txt", store._system.ftp.stat

        def written(name: str) -> object:
            path.write_bytes(b"second half")
            return looked(name)

        monkeypatch.setattr(store._system.ftp, "stat", written)
        with pytest.raises(InvalidError, match=r"STO002.*busy"):
            store.read("a.txt")

    def test_a_server_with_another_key_is_not_spoken_to(
        self, served: str, place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        known = Path("~/.ssh/known_hosts").expanduser()
        (tmp_path / ".ssh").mkdir()
        config = Path("~/.ssh/config").expanduser().read_text()
        (tmp_path / ".ssh" / "config").write_text(config)
        own = (known.parent / "authorized_keys").read_text()
        monkeypatch.setenv("HOME", str(tmp_path))
        for text, kind in (("", "SSHException"), (f"{known.read_text().split()[0]} {own}", "BadHostKey")):
            (tmp_path / ".ssh" / "known_hosts").write_text(text)
            with pytest.raises(InvalidError, match=f"STO002.*{kind}"):
                connect(address_of(f"{place}/x"))

    def test_documents_of_two_servers_are_two_releases(self, served: str, place: str, tmp_path: Path) -> None:
        with pytest.raises(InvalidError, match="STO006"):
            staged([address_of(f"{place}/x"), address_of("sftp://other/x")], tmp_path / "s", KEY)

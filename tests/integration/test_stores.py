"""Releases from and to an object store: a real server of S3 on this machine."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fsspec.implementations.memory import MemoryFileSystem

from adapters.bundle.files import ATTESTATION
from adapters.machine.stores import store as stores
from adapters.machine.stores import systems
from adapters.machine.stores.address import address_of
from adapters.machine.stores.store import Store, connect
from adapters.machine.stores.systems import require_private
from engine.errors import InvalidError, RefusedError
from flows.audit.verification.bundle import verify_release
from flows.orchestration import stored
from flows.orchestration.job import ReleaseJob, prepared
from flows.orchestration.stored import local_paths, plan_places, run_places
from flows.release.state import ReleaseFolders
from flows.release.stores import publishing, staging
from flows.release.stores.fetching import on_this_machine
from flows.release.stores.place import Place
from flows.release.stores.publishing import claim, fetch, publish, release_claim
from flows.release.stores.staging import staged
from tests.object_store import ACCESS, SECRET, running_store

POLICY = """\
policy: numbers
version: 1.0.0
title: Numbers leave
laws: [{cite: House rule 1, title: House}]
identifiers:
  - {find: [ssn, phone], law: House rule 1}
"""
CANARY = "zebrafinch"
KEY = b"k" * 32


@pytest.fixture(scope="module", autouse=True)
def connected() -> Iterator[Store]:
    """A store of its own on a free port, and the environment that leads to it."""
    with running_store() as store:
        yield store


@pytest.fixture
def folder(request: pytest.FixtureRequest) -> str:
    """A folder of the store for one test."""
    return f"s3://bucket/{request.node.name.partition('[')[0]}"


@pytest.fixture
def here(connected: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The store, used without processes and connections of their own, which the whole release has."""

    def direct(function: Callable[..., Any], *arguments: Any) -> Any:
        return function(*arguments)

    for module in (publishing, staging):
        monkeypatch.setattr(module, "run_apart", direct)
        monkeypatch.setattr(module, "connect", connected.at)
    return connected


@pytest.fixture
def documents(connected: Store, tmp_path: Path, folder: str) -> Path:
    """Three documents on this machine, and the same in the store."""
    found = tmp_path / "in"
    for name in ("a.txt", "ward/b.txt", "ward/c.txt"):
        (found / name).parent.mkdir(parents=True, exist_ok=True)
        (found / name).write_text(f"{CANARY}. SSN 219-09-{1000 + len(name)}. Call 212-555-0142 ({name}).\n")
    store = connected.at(address_of(f"{folder}/in"))
    for path in found.rglob("*.txt"):
        assert store.create_from(path.relative_to(found).as_posix(), path)
    return found


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """Files such as a bundle has."""
    folder = tmp_path / "bundle"
    (folder / "documents").mkdir(parents=True)
    for name in ("documents/000001.txt", "manifest.json", ATTESTATION):
        (folder / name).write_text(name)
    return folder


def content(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def names(store: Store) -> list[str]:
    return [one.name for one in store.objects()]


def test_a_release_from_store_to_store_is_that_of_this_machine(
    connected: Store,
    tmp_path: Path,
    folder: str,
    documents: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    (tmp_path / "numbers.yaml").write_text(POLICY)
    job = ReleaseJob(str(tmp_path / "numbers.yaml"), (documents,), tmp_path / "local" / "may", workers=1)
    with prepared(job, lambda done, total: None) as running:
        running.finish()

    out, place = f"{folder}/may", Place(f"{folder}/may")
    disturbed = connected.at(address_of(f"{out}/documents/foreign.txt"))
    seen: list[str] = []

    def disturb(done: int, total: int) -> None:
        """While documents are in work: they lie encrypted here; somebody writes into the bundle."""
        seen.extend(p.name for p in place.staged.iterdir() if CANARY.encode() not in p.read_bytes())
        disturbed.create("", b"put there")

    sources = [f"{folder}/in"]
    assert plan_places(job, sources)["documents"] == 3
    with pytest.raises(InvalidError, match="STO004"):
        run_places(job, sources, place, disturb)
    assert len(seen) == 3
    assert ATTESTATION not in names(connected.at(address_of(out))), "no bundle: it has no signature"

    disturbed.delete("")
    report = run_places(job, sources, place, lambda done, total: pytest.fail("documents were done again"))
    assert report.totals["released"] == 3
    left = place.folder / "fetched-by-one-that-was-killed"
    (left / "may").mkdir(parents=True)
    (left / ".owner").touch()
    with on_this_machine(out) as copy:
        assert not left.exists()
        assert content(copy) == content(job.out)
        assert verify_release(copy).answer == "VERIFIED"
        assert verify_release(copy).entry, "its private folder and the ledger are here"
    assert sorted(p.name for p in place.folder.iterdir()) == ["bundle", "claim", "lock"]
    assert [p.name for p in place.bundle.parent.iterdir()] == ["may.private"]
    with pytest.raises(InvalidError, match="REL001"):
        run_places(job, sources, place, lambda done, total: None)
    assert not any(name.endswith(".claim") for name in names(connected.at(address_of(folder))))
    kept = b"".join(content(tmp_path / "home").values()).decode("latin-1") + "".join(capfd.readouterr())
    assert not [word for word in (CANARY, ACCESS, SECRET) if word in kept]


def test_one_run_has_a_name(folder: str, here: Store) -> None:
    address = address_of(f"{folder}/may")
    claim(address, "mine", pending=False)
    claim(address, "mine", pending=False)
    for attempt in (claim, lambda a, token, pending: release_claim(a, token)):
        with pytest.raises(InvalidError, match="STO003"):
            attempt(address, "theirs", pending=False)
    release_claim(address, "mine")
    claim(address, "theirs", pending=False)


def test_of_many_runs_at_once_one_has_the_name(folder: str, here: Store) -> None:
    address = address_of(f"{folder}/may")

    def attempt(token: str) -> bool:
        try:
            claim(address, token, pending=False)
        except InvalidError as error:
            assert error.faults[0].code == "STO003"
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(attempt, [f"run {i}" for i in range(8)])) == 1


def test_a_name_that_is_taken_is_given_back(folder: str, here: Store) -> None:
    here.at(address_of(f"{folder}/may")).create("anything", b"of somebody")
    with pytest.raises(InvalidError, match="REL001"):
        claim(address_of(f"{folder}/may"), "mine", pending=False)
    assert names(here.at(address_of(folder))) == ["may/anything"]


def test_a_bundle_that_was_half_sent_is_sent_to_its_end(
    folder: str, bundle: Path, here: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = address_of(f"{folder}/may")
    monkeypatch.setattr(stores, "PIECE", 5 << 20)
    (bundle / "documents" / "000002.bin").write_bytes(os.urandom(1 << 10) * (11 << 10))
    claim(address, "mine", pending=True)
    here.at(address).create("manifest.json", b"manifest.json")
    publish(bundle, address, "mine")
    assert names(here.at(address_of(folder))) == [f"may/{name}" for name in sorted(content(bundle))]
    assert here._system.info(f"{address.path}/documents/000002.bin")["ETag"].endswith('-3"'), "in three parts"
    fetch(address, bundle.parent / "fetched")
    assert content(bundle.parent / "fetched") == content(bundle)


@pytest.mark.parametrize(("name", "found"), [("manifest.json", b"forged"), ("documents/000009.txt", b"more")])
def test_a_bundle_with_an_object_of_others_is_never_signed(
    folder: str, bundle: Path, here: Store, name: str, found: bytes
) -> None:
    address = address_of(f"{folder}/{name.partition('.')[0]}")
    claim(address, "mine", pending=True)
    here.at(address).create(name, found)
    with pytest.raises(InvalidError, match="STO004"):
        publish(bundle, address, "mine")
    assert ATTESTATION not in names(here.at(address))
    assert here.at(address).read(name) == found, "nothing is overwritten"
    with pytest.raises(InvalidError, match="STO003"):
        publish(bundle, address, "theirs")


@pytest.mark.parametrize("name", ["", "a//b", "../b", "a\0b", "documents/" + "x" * 300, f"{ATTESTATION}/x"])
def test_what_is_no_bundle_is_not_fetched(folder: str, tmp_path: Path, here: Store, name: str) -> None:
    address = address_of(f"{folder}/{len(name)}")
    store = here.at(address)
    if name:
        store.create(ATTESTATION, b"x")
        store.create(name, b"x")
    with pytest.raises(InvalidError, match="STO004" if name else "BND001"):
        fetch(address, tmp_path / "fetched")
    assert not (tmp_path / "b").exists()


def test_an_object_that_changes_while_it_is_read_is_the_old_or_the_new_one(
    folder: str, here: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never half of each: that would be a document that nobody wrote."""
    system, old, new = here._system, b"o" * 64, b"n" * 64
    store = here.at(address_of(folder))
    store.create("x", old)
    asked = system._call_s3

    async def overwritten(method: str, *arguments: Any, **settings: Any) -> Any:
        answer = await asked(method, *arguments, **settings)
        if method == "get_object":
            await asked("put_object", Bucket=settings["Bucket"], Key=settings["Key"], Body=new)
        return answer

    monkeypatch.setattr(system, "_call_s3", overwritten)
    monkeypatch.setattr(system, "default_block_size", 16)
    monkeypatch.setattr(system, "max_concurrency", 2)
    assert [store.read("x"), store.read("x")] == [old, new]


def test_names_that_no_file_could_have_are_told_and_stop_nothing(
    folder: str, tmp_path: Path, here: Store
) -> None:
    long, other = "x" * 256, "a.txt?versionId=1"
    for name in ("a.txt", "a.txt/b.txt", "sub//c.txt", "full/", long, other, "n\0l.txt", "A.TXT"):
        key = address_of(f"{folder}/in").key + f"/{name}"
        here._system.call_s3("put_object", Bucket="bucket", Key=key, Body=b"text of " + name.encode())
    found = {one.relative: one for one in staged([address_of(f"{folder}/in")], tmp_path / "staged", KEY)}
    assert {name: one.read() for name, one in found.items() if not one.barred} == {
        name: b"text of " + name.encode() for name in ("A.TXT", "a.txt/b.txt")
    }
    assert {name for name, one in found.items() if one.barred == "name"} == {
        "a.txt", "sub//c.txt", "full/", long, other, "n\0l.txt",
    }  # fmt: skip


def test_documents_are_fetched_once_and_encrypted(
    folder: str, documents: Path, tmp_path: Path, here: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = address_of(f"{folder}/in")
    store = here.at(address)
    for name in (".git/x", ".git/y", "ward/empty/"):
        store.create(name, b"")
    store.create("large.txt", b"x" * 100)
    monkeypatch.setattr(staging, "MOST_BYTES", 99)
    found = staged([address], tmp_path / "staged", KEY)
    assert [(source.relative, source.barred) for source in found] == [
        (".git", "hidden"), ("a.txt", ""), ("large.txt", "large"), ("ward/b.txt", ""), ("ward/c.txt", ""),
    ]  # fmt: skip
    assert found[3].read() == (documents / "ward" / "b.txt").read_bytes()
    assert found[3].folders == ["ward", "in"]
    assert len({source.folder for source in found}) == 2
    before = {path.name: path.stat().st_ino for path in (tmp_path / "staged").iterdir()}
    assert len(before) == 3
    assert CANARY.encode() not in b"".join(content(tmp_path / "staged").values())

    store.delete("a.txt")
    store.delete("ward/c.txt")
    store.create("a.txt", b"another text")
    again = staged([address], tmp_path / "staged", KEY)
    after = {path.name: path.stat().st_ino for path in (tmp_path / "staged").iterdir()}
    assert again[1].read() == b"another text"
    assert [name for name in after if before.get(name) == after[name]] == [Path(found[3].path).name]
    assert len(after) == 2

    [one] = staged([address_of(f"{folder}/in/ward/b.txt")], tmp_path / "one", KEY)
    assert (one.relative, one.folders, one.read()) == ("b.txt", ["ward"], found[3].read())


def test_nothing_to_release_is_no_success(folder: str, tmp_path: Path, here: Store) -> None:
    here.at(address_of(folder)).create("in/.hidden", b"x")
    with pytest.raises(InvalidError, match="SRC002"):
        staged([address_of(f"{folder}/in")], tmp_path / "staged", KEY)


@pytest.mark.parametrize(
    "place",
    ["s3://user:word@bucket/x", "s3://bucket", "ftp://bucket/x", "simplecache::s3://bucket/x",
     "s3://bucket/a/../b", "s3://bucket/a//b", "s3://bucket/a?versionId=word", "s3://bucket/.hidden"],
)  # fmt: skip
def test_addresses_that_are_refused_are_not_repeated(place: str) -> None:
    with pytest.raises(InvalidError, match="STO001") as caught:
        address_of(place)
    assert "word" not in str(caught.value).replace("password", "")


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("AWS_ENDPOINT_URL", "http://127.0.0.1:9", "EndpointConnectionError"),
        ("AWS_ACCESS_KEY_ID", "", "NoCredentialsError"),
    ],
)
def test_a_store_that_does_not_answer_is_named_without_its_text(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, kind: str
) -> None:
    monkeypatch.setattr(systems, "RETRIES", 1)
    monkeypatch.setenv(name, value)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with pytest.raises(InvalidError, match=f"STO002.*got {kind}") as caught:
        connect(address_of("s3://bucket/secret-name")).read("Keller.txt")
    assert not [word for word in ("secret-name", "Keller", "127.0.0.1", SECRET) if word in str(caught.value)]


def test_a_bucket_that_is_not_there_is_told(folder: str) -> None:
    with pytest.raises(InvalidError, match="STO002"):
        connect(address_of("s3://no-such-bucket/x")).create("a", b"x")


def test_a_store_without_tls_must_be_on_this_machine() -> None:
    for endpoint in ("https://s3.amazonaws.com", "http://127.0.0.1:9000", "http://localhost:9000"):
        require_private(endpoint)
    for endpoint in ("http://s3.example.org", "http://10.0.0.7:9000", ""):
        with pytest.raises(InvalidError, match="STO005"):
            require_private(endpoint)


def test_some_documents_here_and_some_there_are_refused() -> None:
    with pytest.raises(InvalidError, match="STO006"):
        local_paths(["in", "s3://bucket/in"])
    assert local_paths(["in"]) == (Path("in"),)


def test_other_stores_of_the_library_work_alike(tmp_path: Path) -> None:
    store = Store(MemoryFileSystem(), "/bucket/may")
    (tmp_path / "a").write_bytes(b"a")
    assert store.create("x/y", b"y")
    assert store.create_from("a", tmp_path / "a")
    assert not store.create("x/y", b"other")
    assert not store.create_from("a", tmp_path / "a")
    assert [(one.name, one.n_bytes) for one in store.objects()] == [("a", 1), ("x/y", 1)]
    assert store.read("x/y") == b"y"
    assert store.sha256("a") == hashlib.sha256(b"a").hexdigest()
    store.delete("a")
    assert [one.name for one in store.objects()] == ["x/y"]


def test_each_bundle_has_a_place_of_its_own_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAFERELEASE_STAGING", str(tmp_path / "staging"))
    place, other = Place("s3://bucket/may/one"), Place("s3://bucket/may/two")
    assert place.token() == place.token() != other.token()
    assert place.folder.parent == tmp_path / "staging"
    assert place.bundle == place.folder / "bundle" / "one"
    assert place.private == ReleaseFolders(place.bundle).private
    assert Place(str(tmp_path / "out")).bundle == tmp_path / "out"


@pytest.mark.parametrize("name", ["claim", "staged", "lock", "bundle", "discarded"])
def test_no_bundle_has_the_name_of_what_stands_beside_it_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("SAFERELEASE_STAGING", str(tmp_path))
    place = Place(f"s3://bucket/{name}")
    place.token()
    for beside in (place.staged, place.discarded, place.folder / "lock"):
        beside.mkdir()
    assert not place.bundle.exists()


def test_a_bundle_that_is_half_discarded_is_none_any_more(
    tmp_path: Path, bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between two files of a bundle that was sent: the next run must not send the other half."""
    monkeypatch.setenv("SAFERELEASE_STAGING", str(tmp_path / "staging"))
    place = Place("s3://bucket/may")
    place.bundle.parent.mkdir(parents=True)
    bundle.rename(place.bundle)

    def killed(*arguments: Any, **settings: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", killed)
        with pytest.raises(KeyboardInterrupt):
            stored.discard(place, place.bundle)
    assert not place.bundle.exists()
    stored.sweep(place)
    assert not content(place.folder)


def test_a_bundle_never_stands_among_the_documents(
    folder: str, documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    (tmp_path / "numbers.yaml").write_text(POLICY)
    job = ReleaseJob(str(tmp_path / "numbers.yaml"), (), tmp_path)
    for out in ("in", "in/released"):
        place = Place(f"{folder}/{out}")
        with pytest.raises(InvalidError, match="STO007"):
            run_places(job, [f"{folder}/in/"], place, lambda done, total: None)
        assert not place.folder.exists()


def test_what_people_must_review_is_not_fetched(
    folder: str, documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    (tmp_path / "numbers.yaml").write_text(POLICY + "review: {own_signature: true}\n")
    job, place = ReleaseJob(str(tmp_path / "numbers.yaml"), (), tmp_path), Place(f"{folder}/may")
    with pytest.raises(RefusedError, match="RVW001"):
        run_places(job, [f"{folder}/in"], place, lambda done, total: None)
    assert not place.folder.exists()


class Overwriting(MemoryFileSystem):
    """A store that takes whatever it is given, as some that speak a language of stores do."""

    def pipe_file(self, path: str, value: bytes, mode: str = "overwrite", **settings: Any) -> None:
        super().pipe_file(path, value, mode="overwrite", **settings)


def test_a_store_that_overwrites_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(Overwriting(), "/bucket/may")
    monkeypatch.setattr(publishing, "run_apart", lambda function, *arguments: function(*arguments))
    monkeypatch.setattr(publishing, "connect", store.at)
    with pytest.raises(InvalidError, match="STO010"):
        claim(address_of("s3://bucket/june"), "mine", pending=False)
    assert not store.at(address_of("s3://bucket/june.claim")).objects()

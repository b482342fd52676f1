"""Documents of an object store in a release: from where an administrator allowed it, nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.documents.opening.sources import Source
from adapters.machine.stores.address import Address, address_of
from adapters.machine.stores.store import Store
from engine.errors import InvalidError
from flows.release.stores.staging import staged
from service.app.context import Service
from service.app.settings import settings_from
from service.client import RemoteRefusal
from service.releases.intake import name_of, new_release, original_path
from service.releases.originals import stores
from service.web.build import create_app
from tests.object_store import running_store
from tests.patience import free_port
from tests.service.cases import documents, person, release_of
from tests.service.listening import client, listening
from tests.service.people import Door

CANARY = "zebrafinch"
ALLOWED = "clinic=s3://bucket/clinic;clinic=s3://bucket/labs/out; court=s3://bucket/court"
ELSEWHERE = (
    "/etc/passwd",
    "file:///etc/passwd",
    "http://169.254.169.254/latest/meta-data",
    "https://bucket/clinic",
    "gs://bucket/clinic",
    "s3a://bucket/clinic",
    "simplecache::s3://bucket/clinic",
    "s3://bucket",
    "s3://bucket/",
    "s3://bucket/labs",
    "s3://bucket/labs/output",
    "s3://bucket/clinical",
    "s3://bucket/court/letter.txt",
    "s3://other/clinic",
    "s3://bucket/clinic/../court",
    "s3://bucket/clinic/./x",
    "s3://bucket//clinic",
    "s3://bucket/clinic//../../court",
    "s3://bucket/clinic%2F..%2Fcourt",
    "s3://bucket/clinic?versionId=1",
    "s3://bucket/clinic#x",
    "s3://user:secret@bucket/clinic",
    "s3://bucket:80/clinic",
    "s3://bucket/clinic\\..\\court",
    "s3://bucket/clinic/x\ny",
    "S3://bucket/clinic",
)


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    """Documents of two groups in one bucket."""
    with running_store() as connected:
        texts = {name: f"{CANARY} {name}".encode() for name in ("a.txt", "ward/b.txt", "ward/.hidden/c.txt")}
        for name, text in texts.items():
            connected.at(address_of("s3://bucket/clinic")).create(name, text)
        connected.at(address_of("s3://bucket/clinic")).create("large.txt", b"x" * (2 << 20))
        connected.at(address_of("s3://bucket/clinical")).create("not.txt", b"not of the clinic")
        connected.at(address_of("s3://bucket/court")).create("letter.txt", b"not of the clinic")
        yield connected


@pytest.fixture
def house(furnished: Service) -> Service:
    """A service whose groups may read there; uploads are small."""
    allowed = settings_from({"SAFERELEASE_STORES": ALLOWED}).stores
    return replace(furnished, settings=replace(furnished.settings, stores=allowed, upload_mb=1))


def draft(service: Service, group: str = "clinic") -> str:
    """The id of a new one."""
    operator = person(service, f"operator.{group}")
    (own,) = operator.roles
    return new_release(service, operator, own, "From a store", "hipaa-safe-harbor").id


def names(service: Service, release: str) -> list[str]:
    """File names of its documents."""
    row = release_of(service, release)
    return [name_of(service, row, one) for one in documents(service, release).values()]


def test_a_program_takes_documents_from_a_store(store: Store, house: Service) -> None:
    with listening(house) as live, client(live, "operator.clinic") as operator:
        release = operator.new_release("clinic", "From a store", "hipaa-safe-harbor")
        assert vars(operator.add_from_store(release, "s3://bucket/clinic")) == {"documents": 2, "left_out": 2}
        operator.add_from_store(release, "s3://bucket/clinic/ward/")
        operator.add_from_store(release, "s3://bucket/clinic/a.txt")
        assert names(live, release) == ["a.txt", "b.txt"], "what came before does not come again"
        changed = store.at(address_of("s3://bucket/clinic/ward"))
        changed.delete("b.txt")
        changed.create("b.txt", b"another text")
        operator.add_from_store(release, "s3://bucket/clinic/ward")
        assert names(live, release) == ["a.txt", "b.txt", "b.txt"]
        with pytest.raises(RemoteRefusal) as empty:
            operator.add_from_store(release, "s3://bucket/labs/out")
        assert empty.value.code == "SRC002"
        operator.start(release)
        with pytest.raises(RemoteRefusal) as late:
            operator.add_from_store(release, "s3://bucket/clinic")
        assert (late.value.status, late.value.code) == (409, "SVC003")
    originals = original_path(house, release, "")
    assert {path.name for path in originals.iterdir()} == {
        one.id for one in documents(house, release).values()
    }
    assert not [path for path in house.settings.folder.rglob("*") if path.is_file() and holds(path, CANARY)]


def test_what_is_larger_than_an_upload_is_not_fetched(
    store: Store, house: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def seen(places: Sequence[Address], folder: Path, *rest: Any) -> list[Source]:
        found = staged(places, folder, *rest)
        sizes.extend(path.stat().st_size for path in folder.iterdir())
        return found

    monkeypatch.setattr(stores, "staged", seen)
    release, operator = draft(house), person(house, "operator.clinic")
    assert stores.fetch(house, operator, release, "s3://bucket/clinic").left_out == 2
    assert sizes and max(sizes) < house.settings.max_bytes


def holds(path: Path, word: str) -> bool:
    """Whether a file holds a word as it is."""
    return word.encode() in path.read_bytes()


def test_the_page_of_a_draft_offers_the_addresses_of_its_group(store: Store, house: Service) -> None:
    door = Door(create_app(house), house, [])
    release, browser = draft(house), door.browser("operator.clinic")
    page = browser.get(f"/releases/{release}").text
    assert page.count("<option>s3://") == 2 and "court" not in page
    done = browser.post(f"/releases/{release}/stores", place="s3://bucket/clinic", below="ward")
    assert done.headers["location"] == f"/releases/{release}?done=some"
    assert names(house, release) == ["b.txt"]
    assert "left out" in browser.get(done.headers["location"]).text
    assert "s3://" not in door.browser("reviewer.clinic").get(f"/releases/{release}").text


@pytest.fixture
def nobody_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asked a store now would be told that it does not answer: STO002."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setattr(stores, "n_documents", _asked)


def _asked(places: object) -> int:
    raise AssertionError(f"a store was asked: {places}")


@pytest.mark.usefixtures("nobody_asked")
def test_no_other_address_is_asked(house: Service) -> None:
    release, operator = draft(house), Door(create_app(house), house, []).program("operator.clinic")
    for address in ELSEWHERE:
        answer = operator.post(f"/api/v1/releases/{release}/stores", json={"address": address})
        assert (answer.status_code, answer.json()["code"]) in {(422, "STO001"), (422, "STO008")}, address
        assert answer.headers["content-type"] == "application/problem+json"
        assert "secret" not in answer.text and "passwd" not in answer.text
    assert not documents(house, release)


@pytest.mark.usefixtures("nobody_asked")
def test_without_the_variable_no_store_is_read(furnished: Service) -> None:
    door = Door(create_app(furnished), furnished, [])
    release, operator = draft(furnished), door.program("operator.clinic")
    assert operator.get(f"/api/v1/releases/{release}/stores").json() == []
    answer = operator.post(f"/api/v1/releases/{release}/stores", json={"address": "s3://bucket/clinic"})
    assert answer.json()["code"] == "STO008"
    assert 'name="place"' not in door.browser("operator.clinic").get(f"/releases/{release}").text


def test_what_is_too_much_is_told_before_it_is_fetched(
    house: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "n_documents", lambda places: stores.AT_ONCE + 1)
    release, operator = draft(house), Door(create_app(house), house, []).program("operator.clinic")
    answer = operator.post(f"/api/v1/releases/{release}/stores", json={"address": "s3://bucket/clinic"})
    assert (answer.status_code, answer.json()["code"]) == (422, "STO009")
    assert not documents(house, release)


@pytest.mark.parametrize(
    "words", ["clinic", "clinic=", "=s3://bucket/x", "clinic=s3://bucket", "c=file:///x"]
)
def test_a_fault_of_the_variable_ends_the_start(words: str) -> None:
    with pytest.raises(InvalidError, match=r"SVC011.*STORES"):
        settings_from({"SAFERELEASE_STORES": words})

"""No request ends in a fault: every operation of the OpenAPI file, with odd values, as two people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, cycle
from typing import Any, TypeAlias
from urllib.parse import quote

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.app.context import Service
from service.people.accounts import give_roles, group_named
from service.people.directory import person_named
from service.people.roles import Role
from service.state.database import open_database
from service.web.build import create_app
from tests.conftest import ROOT
from tests.service.cases import approved_policy, documents, started
from tests.service.people import Door, furnish
from tests.service.postgres import running_postgres
from tests.service.things import there

Operation: TypeAlias = APIOperation[Any, Any, Any, Any]
Callers: TypeAlias = tuple[TestClient, TestClient]
CODES = frozenset(re.findall(r"\b[A-Z]{3}\d{3}\b", (ROOT / "docs/errors.md").read_text()))
ODD = (
    "", " ", "\0", "a\0b", "\ud800", "\u202e", "\n", "a" * 100_000, "../../etc/passwd", "/", "%00",
    "{0.__class__}", "{{7*7}}", "' OR 1=1 --", "<script>", "9" * 5000, "NaN", "\U0001f600", "policy: [",
    "&a [*a]", "!!python/object:os.system {}", "* * * * *", "Europe/Nowhere", "../UTC", "clinic", "approve",
    None, True, -1, 0, 2**63, -(2**63) - 1, 10**400, 1.5, [], {}, [[]], {"a": {}}, [None] * 1000,
)  # fmt: skip
BODIES = (
    ("application/json", b""),
    ("application/json", b"{"),
    ("application/json", b"\xff\xfe"),
    ("application/json", b"[" * 100_000),
    ("application/json", b'{"a": NaN}'),
    ("application/json", b'{"a": 1e999}'),
    ("application/json", b"null"),
    ("application/json; charset=no-such", b"{}"),
    ("application/xml", b"<a/>"),
    ("text/plain", b"words"),
    ("application/x-www-form-urlencoded", b"%ff=%00&&="),
    ("multipart/form-data", b"no boundary"),
    ("multipart/form-data; boundary=x", b"--x\r\nnothing"),
    ("no type at all", b"{}"),
    ("", b"{}"),
)
DECLARED = [status_code_conformance, content_type_conformance, response_schema_conformance]
NAMES = ("unknown", "\0", "%00", "..", "a" * 4000, "\U0001f600")
QUICK = settings(
    max_examples=2, derandomize=True, database=None, deadline=None, phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


def callers_of(door: Door) -> Callers:
    """Somebody who may do everything, and somebody who only reads."""
    with door.service.database.begin() as state:
        root = person_named(state, "root")
        give_roles(
            state, root, group_named(state, "clinic"), list(Role), person_named(state, "author.clinic").id
        )
    return door.program("root"), door.program("auditor.clinic")


@pytest.fixture
def ids(door: Door) -> dict[str, str]:
    """Ids of what is there: a release that was decided, its policy, and what belongs to them."""
    service = door.service
    rows = there(service, "clinic")
    version = approved_policy(service)
    release = started(service, version, {"letter.txt": "His number is 219-09-9999.\n"})
    real = {"release": release, "version": version, "document": documents(service, release)[1].id}
    more = {"key": "0" * 32, "name": "b.txt", "page": "1", "shipped": "gdpr-special-categories"}
    return {**rows, **real, **more}


def operations(door: Door) -> list[Operation]:
    """All of the OpenAPI file, what ends things last."""
    schema = schemathesis.openapi.from_dict(door.app.openapi())
    found = [result.ok() for result in schema.get_all_operations()]
    return sorted(found, key=lambda one: ("cancel" in one.path, one.method == "delete", one.path, one.method))


def names_in(path: str) -> list[str]:
    return re.findall(r"{(\w+)}", path)


def named(operation: Operation, ids: dict[str, str]) -> dict[str, str]:
    return {name: ids[name] for name in names_in(operation.path)}


def ways(operation: Operation, ids: dict[str, str]) -> Iterator[st.SearchStrategy[Case]]:
    """Fitting requests for what is there; unfitting ones, where anything can be unfit."""
    known = named(operation, ids)
    yield operation.as_strategy(path_parameters=known)
    if operation.body or operation.query:
        yield operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=known)


def send(client: TestClient, case: Case) -> str:
    """What is wrong with the answer; nothing when it is sound and as declared."""
    wanted = case.as_transport_kwargs(base_url=str(client.base_url))
    del wanted["cookies"]
    if isinstance(wanted.get("data"), bytes | str):
        wanted["content"] = wanted.pop("data")
    answer = client.request(**wanted)
    case.validate_response(answer, checks=DECLARED)
    return fault_of(answer)


def fault_of(answer: Any) -> str:
    """A fault, a trace, or a refusal that is no problem of ours."""
    shown = (
        f"{answer.request.method} {answer.request.url.path[:120]} {answer.status_code} {answer.text[:200]}"
    )
    if answer.status_code >= 500 or "Traceback" in answer.text:
        return f"fault: {shown}"
    if answer.status_code < 400:
        return ""
    is_fhir = answer.request.url.path.startswith("/api/v1/fhir/")
    if answer.headers["content-type"] != f"application/{'fhir' if is_fhir else 'problem'}+json":
        return f"not in the form of this address: {shown}"
    said = answer.json()
    if is_fhir:  # the status stands in the answer alone
        said = {"status": answer.status_code, "code": said["issue"][0]["details"]["coding"][0]["code"]}
    ours = said["status"] == answer.status_code and said["code"] in CODES
    return "" if ours else f"not one of ours: {shown}"


def fitting(operation: Operation, ids: dict[str, str]) -> Case:
    """A request that fits its declaration, for what is there."""
    found: list[Case] = []

    @settings(QUICK, max_examples=1)
    @given(operation.as_strategy(path_parameters=named(operation, ids)))
    def keep(case: Case) -> None:
        found.append(case)

    keep()
    return found[0]


def odd_bodies(body: Any, share: int = 1, turn: int = 0) -> Iterator[tuple[str, bytes]]:
    """Odd bodies, and this one with a field odd, gone or too many; one in `share`, from `turn` on."""
    found = list(BODIES)
    if isinstance(body, dict):
        changed = [{**body, name: value} for name in body for value in ODD]
        changed += [{key: value for key, value in body.items() if key != name} for name in body]
        found += [("application/json", json.dumps(each).encode()) for each in (*changed, {**body, "more": 1})]
    yield from found[turn % share :: share]


SHARES = pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.slow)])
"""One operation in so many; all of them in the long half."""


@SHARES
def test_generated_requests_end_in_answers_as_declared(door: Door, ids: dict[str, str], share: int) -> None:
    callers = st.sampled_from(callers_of(door))
    wrong: set[str] = set()
    for operation in operations(door)[::share]:
        for way in ways(operation, ids):

            @QUICK
            @given(callers, way)
            def ask(client: TestClient, case: Case) -> None:
                wrong.add(send(client, case))

            ask()
    assert sorted(filter(None, wrong)) == []


@SHARES
def test_odd_bodies_and_addresses_are_refused_or_taken_and_never_a_fault(
    door: Door, ids: dict[str, str], share: int
) -> None:
    callers, turns, wrong = cycle(callers_of(door)), count(), set[str]()
    for operation in operations(door)[::share]:
        address, method = operation.path.format(**ids), operation.method
        if method in ("post", "put"):
            for kind, content in odd_bodies(fitting(operation, ids).body, share=9, turn=next(turns)):
                headers = {"content-type": kind}
                wrong.add(fault_of(next(callers).request(method, address, content=content, headers=headers)))
        for name in names_in(operation.path):
            for odd in NAMES:
                elsewhere = operation.path.format(**{**ids, name: quote(odd, safe="")})
                wrong.add(fault_of(next(callers).request(method, elsewhere)))
    assert sorted(filter(None, wrong)) == []


@pytest.fixture
def door_to_postgres(service: Service) -> Iterator[Door]:
    """The same service with its state on a PostgreSQL of its own."""
    with running_postgres() as address:
        other = replace(service, database=open_database(address))
        furnish(other)
        made: list[TestClient] = []
        yield Door(create_app(other), other, made)
        for client in made:
            client.close()
        other.database.engine.dispose()


def test_a_nul_is_refused_where_postgresql_cannot_keep_it(door_to_postgres: Door) -> None:
    """In every part of an address, in queries, and in every field of words."""
    client, _ = callers_of(door_to_postgres)
    found = operations(door_to_postgres)
    answers = []
    for operation in found:
        gone = dict.fromkeys(names_in(operation.path), "a%00b")
        body = fitting(operation, dict.fromkeys(gone, "a")).body
        fields = body if isinstance(body, dict) else {}
        words = [name for name, value in fields.items() if isinstance(value, str)]
        bodies = [body, *({**fields, name: "a\0b"} for name in words)] if fields else [None]
        answers += [
            client.request(operation.method, operation.path.format(**gone), json=each) for each in bodies
        ]
    answers.append(client.get("/api/v1/audit", params={"event": "\0", "release": "\0"}))
    assert sorted(filter(None, {fault_of(answer) for answer in answers})) == []
    assert {"SVC004"} <= {answer.json().get("code") for answer in answers if answer.status_code == 422}

"""A typing error decides nothing: 20 near misses of every word that does, in programs, forms and queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from service.web.build import PAGES
from service.web.guard import API_PREFIX
from tests.near_misses import near_misses
from tests.service.people import Browser, Door, csrf_of
from tests.service.test_access import FIELDS, _filled
from tests.service.test_odd_requests import callers_of

LOOKED_UP: Mapping[str, str] = {
    "group": "clinic", "policy": "hipaa-safe-harbor", "time_zone": "UTC", "clause": "A", "category": "ssn",
    "document": "docu-clinic", "base": "hipaa-safe-harbor", "role": "reviewer",
}  # fmt: skip
"""Fields that decide something and are looked up: a value that names nothing is refused."""
FREE = frozenset(
    {
        *(
            "words",
            "text",
            "fragment",
            "title",
            "reader",  # must stand in the reason, which a second person grants
            "reason",
            "replacement",
            "ticket",
            "display",
            "email",
            "login",
        ),
        *("slug", "address", "keys", "paragraphs", "sample", "source", "every", "place", "below"),
        *("cite", "law_title", "law_effective"),
        *("old", "new", "password", "code", "csrf", "door", "next"),
    }
)
"""What people say, where things stand, and what they know: it is kept, looked at or compared, as it is."""


def api_fields(door: Door) -> Iterator[tuple[str, str, str, list[object]]]:
    """Method, address, field and enumeration of every string that a program may send."""
    spec = door.app.openapi()
    for path, operations in spec["paths"].items():
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            schema = _resolved(spec, content.get("schema", {}))
            for name, field in schema.get("properties", {}).items():
                yield from ((method, path, name, known) for known in _strings(spec, field))
            for one in operation.get("parameters", ()):
                if one["in"] == "query":
                    yield from ((f"{method}?", path, one["name"], k) for k in _strings(spec, one["schema"]))


def _resolved(spec: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    return spec["components"]["schemas"][name] if name else schema


def _strings(spec: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[list[object]]:
    """The words that a field takes; an empty list where it takes any."""
    found = _resolved(spec, schema)
    parts = [_resolved(spec, one) for one in found.get("anyOf", [found])]
    parts = [_resolved(spec, one["items"]) if one.get("type") == "array" else one for one in parts]
    words = [one for one in parts if one.get("type") == "string" and "format" not in one]
    if words:
        yield [w for one in words for w in (one.get("enum") or ([one["const"]] if "const" in one else []))]


def test_every_string_that_a_program_sends_is_closed_looked_up_or_free(door: Door) -> None:
    open_ones = {name for _, _, name, known in api_fields(door) if not known}
    queries = {"person", "release", "words", "before"}  # what a search looks for, and sealed places
    assert open_ones - set(LOOKED_UP) - FREE - queries == set()
    closed = {(path, name) for _, path, name, known in api_fields(door) if known}
    assert (f"{API_PREFIX}/documents/{{document}}/finish", "outcome") in closed
    assert {name for _, name in closed} == {
        "outcome",
        "kind",
        "code",
        "everywhere",
        "roles",
        "scopes",
        "state",
        "event",
        "resourceType",
        "what",
    }


def test_no_near_miss_of_a_program_is_taken(door: Door) -> None:
    root, _ = callers_of(door)
    tried, taken = 0, []
    for method, path, name, known in api_fields(door):
        address, good = _filled(door, path, "clinic")
        for miss in near_misses(str(next(filter(None, known), "")), known) if known else ():
            if method.endswith("?") and not (isinstance(miss, str) and miss):
                continue  # a query has words alone
            wrong = [miss] if name in ("roles", "scopes") else miss
            status = _asked(root, method, address, {**good, name: wrong})
            if status != 422:
                taken.append((path, name, miss, status))
            tried += 1
    assert taken == []
    assert tried > 300


def _asked(client: TestClient, method: str, address: str, fields: Mapping[str, object]) -> int:
    how = {"params": fields} if method.endswith("?") else {"json": fields}
    return int(client.request(method.rstrip("?"), address, **how).status_code)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        *(("/releases", "group"), ("/releases", "policy"), ("/schedules", "policy"), ("/schedules", "group")),
        ("/schedules", "time_zone"),
    ],
)
def test_no_near_miss_of_what_is_looked_up_is_taken(
    door: Door, address: str, name: str, tmp_path: Path
) -> None:
    root, _ = callers_of(door)
    (tmp_path / "clinic").mkdir()
    door.app.state.service = replace(door.service, settings=replace(door.service.settings, inbox=tmp_path))
    path = API_PREFIX + address
    address, fields = _filled(door, path, "clinic")
    good = {**fields, name: LOOKED_UP[name]}
    assert _asked(root, "POST", address, good) < 300
    for miss in near_misses(LOOKED_UP[name], (LOOKED_UP[name],)):
        status = _asked(root, "POST", address, {**good, name: miss})
        assert 400 <= status < 500, miss


def form_fields() -> Iterator[tuple[str, str, list[object]]]:
    """Address, field and enumeration of every string that a form sends."""
    for route in (one for router in PAGES for one in router.routes):
        assert isinstance(route, APIRoute)
        for field in _body(route.dependant):
            annotation = field.field_info.annotation
            inner = get_args(annotation)[0] if get_origin(annotation) is list else annotation
            known = [getattr(word, "value", word) for word in _known(inner)]
            if known or inner is str:
                yield route.path, field.alias, known


def _body(dependant: Dependant) -> Iterator[Any]:
    yield from dependant.body_params
    for one in dependant.dependencies:
        yield from _body(one)


def _known(annotation: Any) -> list[object]:
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return list(annotation)
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    return [word for part in get_args(annotation) for word in _known(part)]


def test_every_string_of_a_form_is_closed_looked_up_or_free() -> None:
    open_ones = {name for _, name, known in form_fields() if not known}
    assert open_ones - set(LOOKED_UP) - FREE == set()
    closed = {(path, name) for path, name, known in form_fields() if known}
    assert ("/review/{document}/finish", "outcome") in closed
    assert ("/people/{slug}/{person}", "role") in closed


def test_no_near_miss_of_a_form_is_taken(door: Door) -> None:
    callers_of(door)
    browser = door.browser("root")
    csrf = csrf_of(browser.get("/account").text)
    tried, taken = 0, []
    for path, name, known in form_fields():
        if not known or path == "/sign-in":
            continue
        word = next(w for w in known if w)
        address, good = _filled(door, path, "clinic")
        misses = [miss for miss in near_misses(str(word), known) if isinstance(miss, str)]
        for miss in (*misses, [word, "zz"], [str(word), str(word)] if name != "everywhere" else ["zz"]):
            if name in ("role", "scopes") and isinstance(miss, list) and "zz" not in miss:
                continue  # the same twice is one
            tried += 1
            status = browser.client.post(address, data={"csrf": csrf, **good, name: miss}).status_code
            if status < 400:
                taken.append((path, name, miss))
    assert taken == []
    assert tried > 150


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("/documents/docu-clinic/finish", '{"outcome": "withhold", "outcome": "release"}'),
        ("/documents/docu-clinic/finish", '{"outcome": "withhold", "Outcome": "release"}'),
        ("/documents/docu-clinic/finish", "{}"),
        ("/releases/rele-clinic/decision", '{"outcome": "reject", "words": "", "outcome": "approve"}'),
        ("/releases/rele-clinic/decision", '{"words": "yes"}'),
        ("/groups/clinic/members/x", '{"roles": ["auditor"], "roles": ["approver"]}'),
    ],
)
def test_a_word_that_is_said_twice_or_not_at_all_decides_nothing(door: Door, address: str, body: str) -> None:
    root, _ = callers_of(door)
    method = "PUT" if "members" in address else "POST"
    _filled(door, "/releases/{release}", "clinic")
    headers = {"content-type": "application/json"}
    answer = root.request(method, f"{API_PREFIX}{address}", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "SVC004")


def test_a_misspelt_name_in_a_query_or_form_is_refused(door: Door) -> None:
    root, _ = callers_of(door)
    assert root.get(f"{API_PREFIX}/audit/period?frist=2026-01-01").status_code == 422
    assert root.get(f"{API_PREFIX}/releases?sate=draft").status_code == 422
    browser: Browser = door.browser("root")
    _filled(door, "/releases/{release}", "clinic")
    assert browser.post("/review/docu-clinic/notes", words="a", wrods="b").status_code == 422
    assert browser.post("/releases/rele-clinic/start", outcome="x").status_code == 422


def test_the_table_of_fields_names_fields_that_are_there(door: Door) -> None:
    """Else the near misses would be refused for another reason."""
    spec = door.app.openapi()
    for path, fields in FIELDS.items():
        for operation in spec["paths"].get(path, {}).values():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            if content:
                assert set(fields) <= set(_resolved(spec, content["schema"])["properties"]), path

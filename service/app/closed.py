"""A request holds what its address declares and nothing else: a misspelt name is not passed over."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, get_origin

from fastapi import Request
from fastapi.dependencies.utils import get_flat_params
from fastapi.routing import APIRoute

from service.refusals import invalid

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
_OURS = frozenset({"csrf", "door"})
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def reads_form(*names: str) -> Callable[[Endpoint], Endpoint]:
    """Mark an endpoint that reads its form itself, and the fields that it takes."""

    def marked(endpoint: Endpoint) -> Endpoint:
        endpoint.__dict__["form_fields"] = frozenset(names)
        return endpoint

    return marked


async def require_declared(request: Request) -> None:
    """Refuse a request with a name that its address does not declare, or with one value too many.

    Raises
    ------
    Refusal
        ``SVC004``: a query of the API, a form, or a JSON object has another name, or the same twice.
    """
    route = request.scope.get("route")
    if not isinstance(route, APIRoute):
        return
    if request.url.path.startswith("/api/"):
        _require_known(request.query_params.multi_items(), _names(get_flat_params(route.dependant)), set())
        if route.body_field is not None:
            _require_once(await request.body())
    elif request.headers.get("content-type", "").partition(";")[0].strip().casefold() in _FORMS:
        declared = route.dependant.body_params
        lists = {one.alias for one in declared if get_origin(one.field_info.annotation) is list}
        own: frozenset[str] = getattr(route.endpoint, "form_fields", frozenset())
        sent = (await request.form()).multi_items()
        _require_known(sent, _names(declared) | _OURS | own, lists | own)


def _names(fields: Iterable[Any]) -> frozenset[str]:
    return frozenset(one.alias for one in fields)


def _require_known(sent: Iterable[tuple[str, object]], known: Iterable[str], lists: Iterable[str]) -> None:
    counted = Counter(name for name, _ in sent)
    if set(counted) - set(known):
        raise invalid(
            "the request", "must hold the fields of this address and no others", "Check their names."
        )
    if any(n > 1 for name, n in counted.items() if name not in set(lists)):
        raise invalid("the request", "must hold each field once")


def _require_once(body: bytes) -> None:
    """Readers of JSON take the last of two values with the same name; people read the first."""
    try:
        json.loads(body or b"null", object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return  # who reads it for the endpoint refuses it


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(found := dict(pairs)) < len(pairs):
        raise invalid("the request", "must hold each field once")
    return found

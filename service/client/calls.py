"""Calls of the client, read from the routes that the API's description lists."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args, get_origin
from urllib.parse import quote

from fastapi.responses import Response, StreamingResponse
from fastapi.routing import APIRoute
from httpx import QueryParams
from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from service.client.connection import Connection, read_answer
from service.web.api import fhir
from service.web.api.routers import API

_NAMES: Mapping[str, str] = {
    "audit.check_all": "check_ledger",
    "audit.entries": "ledger",
    "audit.printed": "period_pdf",
    "deliveries.list_deliveries": "deliveries",
    "deliveries.list_targets": "targets",
    "people.close": "close_account",
    "people.training_data": "training",
    "people.whoever": "me",
    "policies.check": "check_draft",
    "policies.check_text": "check_policy",
    "policies.compare": "policy_impact",
    "policies.decide": "decide_policy",
    "policies.draw_curves": "curves",
    "policies.folder_standings": "policy_folder",
    "policies.new": "new_policy",
    "policies.one": "policy",
    "policies.save": "save_policy",
    "policies.shipped": "shipped_policies",
    "policies.submit": "submit_policy",
    "policies.take_up": "take_up_policy",
    "policies.try_it": "try_policy",
    "policies.what_changes": "policy_changes",
    "policies.words": "policy_words",
    "policies.write_file": "write_policy_file",
    "releases.fetch": "add_from_store",
    "releases.list_overrides": "overrides",
    "releases.list_stores": "stores",
    "releases.report": "report_pdf",
    "releases.signature": "sign",
    "reveals.list_reveals": "reveals",
    "word_processor.desks": "offers",
}
"""Calls that are named otherwise than the function that answers them."""
_PARAMETERS: Mapping[str, str] = {
    "add_case.body": "case",
    "change_schedule.body": "wish",
    "correct.body": "correction",
    "idempotency_key": "ticket",
    "keep_case.body": "case",
    "known_uploads.keys": "tickets",
    "new_schedule.body": "schedule",
    "request": "content",
    "shipped": "name",
    "sign.request": "approvals",
    "slug": "group",
}
_OF_THE_SERVICE = frozenset({"service", "who"})
_MOST_FIELDS = 3
"""A body of up to so many fields is told field by field, a larger one as a whole."""
_Place = Literal["path", "query", "ticket", "field", "body", "content"]


@dataclass(frozen=True)
class _Taken:
    """What a call takes: where it is sent, how the API names it, how the caller does."""

    place: _Place
    sent_as: str
    parameter: inspect.Parameter


class Call:
    """One route of the API as a method: what it takes, how that is sent, what comes back.

    Parameters
    ----------
    route : APIRoute

    Notes
    -----
    What may be left out stands last, and is not sent then: the service knows what it is. An answer of a
    single field is the value of that field.
    """

    def __init__(self, route: APIRoute) -> None:
        found = inspect.signature(route.endpoint, eval_str=True)
        room = route.endpoint.__module__.rpartition(".")[2]
        self.name = _NAMES.get(f"{room}.{route.name}", route.name)
        self._path, self._method, self._described = route.path, min(route.methods or ()), route.description
        every = [taken for one in found.parameters.values() for taken in self._taken(one)]
        self._every = sorted(every, key=_turn)
        self._answer, self._field = found.return_annotation, _only_field(found.return_annotation)
        parameters = [one.parameter for one in self._every]
        self.signature = inspect.Signature(parameters, return_annotation=self._returns())

    def ask(self, connection: Connection, *values: object, **named: object) -> Any:
        """Send it, and read what comes back.

        Raises
        ------
        RemoteRefusal, UnreachableError
            As `Connection.ask`; ``SVC004`` when no answer of the service comes.
        """
        told = self.signature.bind(*values, **named).arguments
        sent: dict[_Place, dict[str, Any]] = {one.place: {} for one in self._every}
        for one in self._every:
            if (value := told.get(one.parameter.name)) is not None:
                sent[one.place][one.sent_as] = value
        path = self._path.format(
            **{name: quote(str(it), safe="") for name, it in sent.get("path", {}).items()}
        )
        asked = QueryParams(sent.get("query", {}))
        content = connection.ask(
            self._method,
            f"{path}?{asked}" if asked else path,
            body=to_jsonable_python(sent.get("body", {}).get("body", sent.get("field"))),
            content=sent.get("content", {}).get("request"),
            ticket=sent.get("ticket", {}).get("idempotency_key", ""),
        )
        if self._answer in (None, Response):
            return content if self._answer else None
        answer = read_answer(self._answer, content)
        return getattr(answer, self._field) if self._field else answer

    def method(self) -> Callable[..., Any]:
        """The same for a class whose objects have a `Connection`."""

        def asked(client: Any, /, *values: object, **named: object) -> Any:
            return self.ask(client._connection, *values, **named)

        itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
        asked.__name__, asked.__doc__ = self.name, self._described
        parameters = [itself, *self.signature.parameters.values()]
        asked.__signature__ = self.signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        return asked

    def _taken(self, one: inspect.Parameter) -> Iterator[_Taken]:
        kind = _plain(one.annotation)
        is_body = isinstance(kind, type) and issubclass(kind, BaseModel)
        if is_body and len(kind.model_fields) <= _MOST_FIELDS:
            for name, field in kind.model_fields.items():
                default = inspect.Parameter.empty if field.is_required() else field.default
                yield self._named(
                    one.replace(name=name, annotation=field.annotation, default=default), "field"
                )
        elif one.name not in _OF_THE_SERVICE:
            yield self._named(one, "body" if is_body else self._place_of(one.name))

    def _place_of(self, name: str) -> _Place:
        if f"{{{name}}}" in self._path:
            return "path"
        return {"request": "content", "idempotency_key": "ticket"}.get(name, "query")  # type: ignore[return-value]

    def _named(self, one: inspect.Parameter, place: _Place) -> _Taken:
        told = one.name if place == "field" else _PARAMETERS.get(one.name, one.name)
        name = _PARAMETERS.get(f"{self.name}.{one.name}", told)
        kind = bytes if place == "content" else _plain(one.annotation)
        return _Taken(place, one.name, one.replace(name=name, annotation=kind))

    def _returns(self) -> Any:
        if self._answer is Response:
            return bytes
        return self._answer.model_fields[self._field].annotation if self._field else self._answer


def calls() -> list[Call]:
    """All calls, by name; neither the stream nor FHIR's operation, which is told as FHIR tells it."""
    routes = [route for router in API if router is not fhir.router for route in router.routes]
    asked = [
        one for one in routes if isinstance(one, APIRoute) and one.response_class is not StreamingResponse
    ]
    return sorted(map(Call, asked), key=lambda one: one.name)


def _turn(one: _Taken) -> tuple[bool, bool]:
    """What may be left out is last, and what the document holds behind what it is about."""
    return one.parameter.default is not inspect.Parameter.empty, one.place == "content"


def _only_field(kind: Any) -> str:
    is_model = isinstance(kind, type) and issubclass(kind, BaseModel)
    return next(iter(kind.model_fields)) if is_model and len(kind.model_fields) == 1 else ""


def _plain(kind: Any) -> Any:
    """A type without what limits its values."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind

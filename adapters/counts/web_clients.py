"""Asking a search service, or an index of a search cluster, for numbers of hits."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from adapters.counts.faults import invalid

_RETRIED = (429, 500, 502, 503, 504)
_MAX_ANSWER_BYTES = 10_000_000
_QUERIES_AT_ONCE = 100
"""Of one request to a search cluster: at most some 100 kB of question and of answer."""


class Service(Protocol):
    """What a client must know of a service: `adapters.counts.web.WebService` says what each is."""

    @property
    def name(self) -> str: ...
    @property
    def url(self) -> str: ...
    @property
    def count_path(self) -> str: ...
    @property
    def query_parameter(self) -> str: ...
    @property
    def parameters(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def key_variable(self) -> str: ...
    @property
    def key_header(self) -> str: ...
    @property
    def queries_per_second(self) -> float: ...
    @property
    def timeout_seconds(self) -> float: ...
    @property
    def max_retries(self) -> int: ...
    @property
    def field(self) -> str: ...


class Client:
    """Asks the service: slowly, again after failures, and without showing what it asked."""

    method = "GET"

    def __init__(self, service: Service) -> None:
        self._service = service
        self._session = requests.Session()
        retry = Retry(
            total=service.max_retries,
            backoff_factor=0.5,
            status_forcelist=_RETRIED,
            allowed_methods=(self.method,),
            raise_on_status=False,
        )
        self._session.mount(service.url, HTTPAdapter(max_retries=retry))
        if service.key_variable:
            self._session.headers[service.key_header] = self._key(service.key_variable)
        self._free_at = 0.0

    def _key(self, variable: str) -> str:
        key = os.environ.get(variable, "")
        if not key:
            raise self._fault("CNT032", f"must find its API key in ${variable}", "nothing there", "Set it.")
        return key

    def close(self) -> None:
        self._session.close()

    def asked(self, queries: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Each query with its hits, as they come."""
        for query in queries:
            parameters = dict(self._service.parameters) | {self._service.query_parameter: query}
            yield query, self._count(self._answer(self._service.url, params=parameters))

    def _answer(self, url: str, **sent: Any) -> Any:
        self._wait()
        how: dict[str, Any] = {
            "timeout": self._service.timeout_seconds,
            "allow_redirects": False,
            "stream": True,
        }
        try:
            with self._session.request(self.method, url, **how, **sent) as answer:
                content = self._content(answer)
        except requests.RequestException as error:
            # Its text holds the address, and so the query.
            raise self._fault("CNT033", "must be reachable", type(error).__name__, "Try later.") from None
        if answer.status_code != requests.codes.ok:
            advice = "Check the key and the quota." if answer.status_code in (401, 403, 429) else "Try later."
            raise self._fault("CNT033", "must answer 200", f"status {answer.status_code}", advice)
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            return None

    def _content(self, answer: requests.Response) -> bytes:
        """The answer, unpacked; it is not read on when it is larger than any count could make it."""
        content = bytearray()
        for part in answer.iter_content(1 << 16):
            content += part
            if len(content) > _MAX_ANSWER_BYTES:
                must = f"must answer with at most {_MAX_ANSWER_BYTES:,} bytes"
                raise self._fault("CNT034", must, "more", "Check that the address is of a search service.")
        return bytes(content)

    def _wait(self) -> None:
        now = time.monotonic()
        time.sleep(max(0.0, self._free_at - now))
        self._free_at = max(now, self._free_at) + 1 / self._service.queries_per_second

    def _count(self, answer: Any) -> int:
        found = answer
        try:
            for step in self._service.count_path.split("."):
                found = found[int(step)] if isinstance(found, list) else found[step]
            hits = int(found) if isinstance(found, int | str) and not isinstance(found, bool) else -1
        except (ValueError, KeyError, IndexError, TypeError):
            hits = -1
        if hits < 0:
            must = f"must answer JSON with a count at {self._service.count_path}"
            raise self._fault("CNT034", must, "something else", "Correct count_path.")
        return hits

    def _fault(self, code: str, must: str, got: str, advice: str) -> Exception:
        return invalid(code, f"web service {self._service.name}", must, got, advice)


class IndexClient(Client):
    """Asks an index of a search cluster, many queries by one request."""

    method = "POST"  # a search that changes nothing, so it may be sent again

    def asked(self, queries: Sequence[str]) -> Iterator[tuple[str, int]]:
        for start in range(0, len(queries), _QUERIES_AT_ONCE):
            part = queries[start : start + _QUERIES_AT_ONCE]
            answer = self._answer(
                f"{self._service.url.rstrip('/')}/_msearch",
                data="".join(map(_search, part)).encode(),
                headers={"Content-Type": "application/x-ndjson"},
            )
            yield from zip(part, self._totals(answer, len(part)), strict=True)

    def _totals(self, answer: Any, n_queries: int) -> list[int]:
        try:
            totals = [_total(one) for one in answer["responses"]]
        except (ValueError, KeyError, TypeError):
            totals = []
        if len(totals) != n_queries:
            must = "must count every query in the whole index"
            advice = "Check the index and its shards, and that `url` ends with its name."
            raise self._fault("CNT034", must, "something else", advice)
        return totals


def _search(query: str) -> str:
    """One search of a request: its header, and a body that asks for the exact number of hits alone."""
    return f'{{}}\n{{"query":{query},"size":0,"track_total_hits":true}}\n'


def _total(answer: dict[str, Any]) -> int:
    """Hits of one search; a search that timed out, or that lacks a shard, counted a part of the index."""
    shards, total = answer["_shards"], answer["hits"]["total"]
    is_whole = answer["timed_out"] is False and shards["failed"] == 0 and total["relation"] == "eq"
    hits = total["value"]
    if not (is_whole and isinstance(hits, int) and not isinstance(hits, bool) and hits >= 0):
        raise ValueError
    return hits

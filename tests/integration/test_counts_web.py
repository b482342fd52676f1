"""Counts of a web search service: cache, rate, retries, errors, and what leaves the machine."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest

from adapters.counts import web_clients
from adapters.counts.web import WebCounts, WebService
from engine.errors import InvalidError
from tests.conformance.counts_suite import CONTEXTS
from tests.integration.search_service import SearchService

KEY = b"0123456789abcdef"


@pytest.fixture
def service() -> Iterator[SearchService]:
    with SearchService(CONTEXTS) as running:
        yield running


def code_of(caught: pytest.ExceptionInfo[InvalidError]) -> str:
    return caught.value.faults[0].code


def body(value: object) -> bytes:
    return json.dumps(value).encode()


def test_queries_have_the_form_of_the_service(service: SearchService, tmp_path: Path) -> None:
    settings = service.settings(term_form="[{term}]", any_form=" | ", both_form="{concept} near {terms}")
    service.answer = lambda query: (200, {}, body({"pages": [{"totalResults": 3}]}))
    with WebCounts(settings, tmp_path, KEY) as counts:
        assert counts.count_joint(["HIV", "AIDS"], ["Blood tests"]) == 3
    assert service.queries == ["[aids] | [hiv]", "[blood test]", "[aids] | [hiv] near [blood test]"]


def test_a_query_is_asked_once_and_offline_only_if_cached(service: SearchService, tmp_path: Path) -> None:
    with WebCounts(service.settings(), tmp_path, KEY) as counts:
        first = counts.count(["hiv"])
        assert counts.count(["HIV", "hiv"]) == first
    with WebCounts(service.settings(), tmp_path, KEY, offline=True) as counts:
        assert counts.count(["hiv"]) == first
        with pytest.raises(InvalidError) as caught:
            counts.count(["virus"])
    assert code_of(caught) == "CNT031"
    assert "virus" not in str(caught.value)
    assert len(service.queries) == 1


def test_cache_holds_no_query_in_clear(service: SearchService, tmp_path: Path) -> None:
    with WebCounts(service.settings(), tmp_path, KEY) as counts:
        counts.count(["zidovudine"])
        counts.count_joint(["kaposi"], ["retrovirus"])
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert all(word not in stored.lower() for word in (b"zidovudine", b"kaposi", b"retrovirus", KEY))
    other = WebCounts(service.settings(), tmp_path, b"another key of 32 bytes or so...", offline=True)
    with other, pytest.raises(InvalidError):  # a plain hash would be found again
        other.count(["zidovudine"])


def test_cache_of_one_service_does_not_answer_for_another(service: SearchService, tmp_path: Path) -> None:
    with WebCounts(service.settings(), tmp_path, KEY) as counts:
        counts.count(["hiv"])
    other = service.settings(parameters=(("lang", "en"),))
    with WebCounts(other, tmp_path, KEY, offline=True) as counts, pytest.raises(InvalidError):
        counts.count(["hiv"])


def test_damaged_cache_is_refused(service: SearchService, tmp_path: Path) -> None:
    (tmp_path / "web-counts.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(InvalidError) as caught:
        WebCounts(service.settings(), tmp_path, KEY)
    assert code_of(caught) == "CNT035"


def test_key_comes_from_the_environment_and_goes_into_the_header(
    service: SearchService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = service.settings(key_variable="TEST_SEARCH_KEY", key_header="X-Key")
    monkeypatch.delenv("TEST_SEARCH_KEY", raising=False)
    with pytest.raises(InvalidError) as caught:
        WebCounts(settings, tmp_path, KEY)
    assert code_of(caught) == "CNT032"
    WebCounts(settings, tmp_path, KEY, offline=True).close()
    monkeypatch.setenv("TEST_SEARCH_KEY", "s3cret")
    with WebCounts(settings, tmp_path, KEY) as counts:
        counts.count(["hiv"])
        assert "s3cret" not in counts.fingerprint
    assert service.keys == ["s3cret"]


def test_busy_service_is_asked_again(service: SearchService, tmp_path: Path) -> None:
    busy = chain([(503, {}, b""), (429, {"Retry-After": "0"}, b"")], repeat(None))
    service.answer = lambda query: next(busy) or service.count(query)
    with WebCounts(service.settings(), tmp_path, KEY) as counts:
        assert counts.count(["hiv"]) == sum("hiv" in words for words in CONTEXTS)
    assert len(service.queries) == 3


@pytest.mark.parametrize(
    ("status", "answer", "code"),
    [
        (401, b"", "CNT033"),
        (302, b"", "CNT033"),
        (503, b"", "CNT033"),
        (200, b"<html>zidovudine", "CNT034"),
        (200, body({"pages": []}), "CNT034"),
        (200, body({"pages": [{"totalResults": "many"}]}), "CNT034"),
        (200, body({"pages": [{"totalResults": -1}]}), "CNT034"),
        (200, body({"pages": [{"totalResults": True}]}), "CNT034"),
        (200, body({"pages": [{"totalResults": None}]}), "CNT034"),
        (200, body({"pages": {"0": 3}}), "CNT034"),
    ],
)
def test_useless_answers_are_errors_without_the_query(
    service: SearchService, tmp_path: Path, status: int, answer: bytes, code: str
) -> None:
    service.answer = lambda query: (status, {"Location": "http://127.0.0.1:9/elsewhere"}, answer)
    with WebCounts(service.settings(max_retries=0), tmp_path, KEY) as counts:
        with pytest.raises(InvalidError) as caught:
            counts.count(["zidovudine"])
        assert code_of(caught) == code
        assert "zidovudine" not in str(caught.value)
        assert caught.value.__suppress_context__ or caught.value.__context__ is None
        with pytest.raises(InvalidError):  # and was not cached
            counts.count(["zidovudine"])
    assert len(service.queries) == 2


@pytest.mark.parametrize("packed", [False, True])
def test_an_answer_is_not_read_beyond_its_bound(
    service: SearchService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    monkeypatch.setattr(web_clients, "_MAX_ANSWER_BYTES", 300_000)
    whole = body({"pages": [{"totalResults": 3}], "more": "x" * 500_000})
    headers = {"Content-Encoding": "gzip"} if packed else {}
    service.answer = lambda query: (200, headers, gzip.compress(whole) if packed else whole)
    with WebCounts(service.settings(max_retries=0), tmp_path, KEY) as counts:
        with pytest.raises(InvalidError, match="at most 300,000 bytes") as caught:
            counts.count(["zidovudine"])
        assert code_of(caught) == "CNT034"
        monkeypatch.setattr(web_clients, "_MAX_ANSWER_BYTES", 600_000)
        assert counts.count(["zidovudine"]) == 3


def test_unreachable_service_is_an_error_without_the_query(service: SearchService, tmp_path: Path) -> None:
    gone = service.settings(url="http://127.0.0.1:9/search", max_retries=0)
    with WebCounts(gone, tmp_path, KEY) as counts, pytest.raises(InvalidError) as caught:
        counts.count(["zidovudine"])
    assert code_of(caught) == "CNT033"
    assert "zidovudine" not in str(caught.value)


def test_queries_are_spaced(service: SearchService, tmp_path: Path) -> None:
    with WebCounts(service.settings(queries_per_second=20), tmp_path, KEY) as counts:
        started = time.monotonic()
        for term in ("hiv", "virus", "blood", "city"):
            counts.count([term])
        assert time.monotonic() - started >= 0.15


def test_contradicting_hits_are_cut(service: SearchService, tmp_path: Path) -> None:
    hits = {'"hiv"': 5, '"city"': 900, '("hiv") AND ("city")': 40}
    service.answer = lambda query: (200, {}, body({"pages": [{"totalResults": hits[query]}]}))
    with WebCounts(service.settings(n_pages=800), tmp_path, KEY) as counts:
        assert counts.count(["city"]) == 800
        assert counts.count_joint(["hiv"], ["city"]) == 5


def test_table_of_a_vocabulary(service: SearchService, tmp_path: Path) -> None:
    with WebCounts(service.settings(), tmp_path, KEY) as counts:
        table = counts.disclosure_table(
            "HIV", ["HIV", "AIDS"], ["blood", "Blood’s", "never", "kaposi", "hiv virus"]
        )
        assert table.n_concept == counts.count(["hiv", "aids"])
        for term in ("blood", "kaposi", "hiv virus"):
            assert table.counts(term) == (counts.count([term]), counts.count_joint(["hiv", "aids"], [term]))
        assert table.counts("never") == (0, 0)
        with pytest.raises(InvalidError) as caught:
            counts.disclosure_table("X", ["never"], ["blood"])
    assert code_of(caught) == "CNT015"


@pytest.mark.parametrize(
    "changes",
    [
        {"url": "http://example.org/search"},
        {"url": "file:///etc/passwd"},
        {"url": "search"},
        {"n_pages": 0},
        {"queries_per_second": 0},
        {"timeout_seconds": -1},
        {"max_retries": -1},
        {"count_path": ""},
        {"term_form": "{x}"},
        {"both_form": "{concept}"},
    ],
)
def test_settings_have_ranges(service: SearchService, changes: dict[str, object]) -> None:
    with pytest.raises(InvalidError) as caught:
        service.settings(**changes)
    assert code_of(caught) == "CNT030"


def test_short_cache_key_is_refused(tmp_path: Path) -> None:
    settings = WebService("x", "https://search.example/api", 10, "hits")
    with pytest.raises(InvalidError) as caught:
        WebCounts(settings, tmp_path, b"short", offline=True)
    assert code_of(caught) == "CNT030"

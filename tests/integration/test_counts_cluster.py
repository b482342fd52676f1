"""Counts of an index of a search cluster, by ``_msearch``: few requests, whole counts, nothing told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters.counts import web_clients
from adapters.counts.web import WebCounts, WebService
from engine.errors import InvalidError
from tests.conformance.counts_suite import CONTEXTS
from tests.integration.search_service import SearchIndex, SearchService

KEY = b"0123456789abcdef"
TERMS = ["blood", "test", "city", "never", "kaposi", "drug", "hiv virus"]


@pytest.fixture
def index() -> Iterator[SearchIndex]:
    with SearchIndex(CONTEXTS) as running:
        yield running


def test_a_table_is_that_of_a_web_service_over_the_same_texts(index: SearchIndex, tmp_path: Path) -> None:
    with SearchService(CONTEXTS) as service, WebCounts(service.settings(), tmp_path / "a", KEY) as counts:
        expected = counts.disclosure_table("HIV", ["HIV", "AIDS"], TERMS)
    with WebCounts(index.settings(), tmp_path / "b", KEY) as counts:
        table = counts.disclosure_table("HIV", ["HIV", "AIDS"], TERMS)
    assert (table.keys, list(table.n_t), list(table.n_ct)) == (
        expected.keys,
        list(expected.n_t),
        list(expected.n_ct),
    )
    assert table.n_concept == expected.n_concept
    assert table.vocabulary.keys == expected.vocabulary.keys
    assert len(index.requests) == 3, "the concept, all terms, all terms with the concept"


def test_many_queries_go_by_few_requests_and_are_asked_once(
    index: SearchIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_clients, "_QUERIES_AT_ONCE", 3)
    with WebCounts(index.settings(), tmp_path, KEY) as counts:
        first = counts.disclosure_table("HIV", ["HIV"], TERMS)
        assert max(map(len, index.requests)) == 3
        n_requests = len(index.requests)
        again = counts.disclosure_table("HIV", ["HIV"], TERMS)
    assert len(index.requests) == n_requests
    assert again.to_bytes() == first.to_bytes()
    with WebCounts(index.settings(), tmp_path, KEY, offline=True) as counts:
        assert counts.disclosure_table("HIV", ["HIV"], TERMS).to_bytes() == first.to_bytes()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir()).lower()
    assert b"kaposi" not in kept


def test_a_quote_in_a_term_stays_in_the_term(index: SearchIndex, tmp_path: Path) -> None:
    query = index.settings().any_of(['x"}}]}} {"match_all": {}'])
    assert '{"match_all"' not in query
    with WebCounts(index.settings(), tmp_path, KEY) as counts:
        assert counts._hits([query]) == [0]


def test_a_busy_cluster_is_asked_again(index: SearchIndex, tmp_path: Path) -> None:
    index.statuses = [429, 503]
    with WebCounts(index.settings(key_variable=""), tmp_path, KEY) as counts:
        assert counts.count(["hiv"]) == sum("hiv" in words for words in CONTEXTS)


def _set(*path: object, to: object) -> Callable[[dict[str, Any]], None]:
    def change(answer: dict[str, Any]) -> None:
        found: Any = answer["responses"][0]
        for step in path[:-1]:
            found = found[step]
        found[path[-1]] = to

    return change


@pytest.mark.parametrize(
    "change",
    [
        _set("timed_out", to=True),
        _set("_shards", "failed", to=1),
        _set("hits", "total", "relation", to="gte"),
        _set("hits", "total", "value", to=-1),
        _set("hits", "total", "value", to="7"),
        _set("hits", to={}),
        lambda answer: answer["responses"].append(answer["responses"][0]),
        lambda answer: answer["responses"].clear(),
        lambda answer: answer["responses"].__setitem__(0, {"error": {"reason": "kaposi"}, "status": 404}),
        lambda answer: answer.pop("responses"),
    ],
)
def test_what_counts_a_part_is_no_count(
    index: SearchIndex, tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    index.change = change
    with WebCounts(index.settings(), tmp_path, KEY) as counts:
        with pytest.raises(InvalidError, match="CNT034") as caught:
            counts.count(["kaposi"])
        assert "kaposi" not in str(caught.value)
        index.change = lambda answer: None
        assert counts.count(["kaposi"]) == sum("kaposi" in words for words in CONTEXTS), "nothing was kept"


def test_another_index_is_told_without_the_query(index: SearchIndex, tmp_path: Path) -> None:
    settings = index.settings(url=f"{index.url}-old", max_retries=0)
    with WebCounts(settings, tmp_path, KEY) as counts, pytest.raises(InvalidError, match="CNT033") as caught:
        counts.count(["kaposi"])
    assert "kaposi" not in str(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"count_path": "hits"},
        {"field": ""},
        {"query_parameter": "query"},
        {"parameters": (("a", "b"),)},
        {"any_form": " | "},
        {"url": "http://search.example.org/notes"},
    ],
)
def test_settings_of_the_other_kind_are_refused(index: SearchIndex, changes: dict[str, object]) -> None:
    with pytest.raises(InvalidError, match="CNT030"):
        index.settings(**changes)


def test_a_web_service_keeps_its_fingerprint() -> None:
    """Plans of before name it: a setting that it does not use must not change it."""
    assert "field" not in WebService("x", "https://search.example/api", 10, "hits").described()

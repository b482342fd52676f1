"""Where disclosure tables come from: an index, the shipped tables, a search service."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from adapters.counts.build import build_index
from engine.errors import InvalidError
from engine.language.terms import term_key
from flows.compiling.reference_corpora import (
    ShippedTables,
    corpus_names,
    open_corpus,
    set_up_web_corpus,
    ship_tables,
    shipped_corpus,
)

TEXT = [
    "the patient took antiretroviral drugs against the virus hiv",
    "hiv and antiretroviral drugs were named in the same breath",
    "the weather in the city was fine and people went out",
]
HITS = {"hiv": 100, "antiretroviral": 20, "weather": 1000}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAFERELEASE_KB_CACHE", str(tmp_path / "kb"))
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    return tmp_path / "kb"


@pytest.fixture
def index(cache: Path, tmp_path: Path) -> str:
    source = tmp_path / "texts.txt"
    source.write_text("\n\n".join(TEXT))
    build_index([source], cache / "corpora" / "small", name="small")
    return "small"


def test_an_index_that_was_built_is_a_corpus(index: str) -> None:
    assert index in corpus_names()
    table = open_corpus(index).table("HIV", ["hiv"], ["hiv"])
    assert table.counts("antiretroviral") == (2, 2)
    assert table.counts("weather") == (1, 0)


def test_tables_that_are_shipped_are_the_same_as_the_index(index: str, tmp_path: Path) -> None:
    table = open_corpus(index).table("HIV", ["hiv"], ["hiv"])
    folder = tmp_path / "shipped" / "small"
    ship_tables(folder, table.vocabulary, [table], {"title": "three sentences", "licence": "none"})
    shipped = ShippedTables(folder)
    assert shipped.table("HIV", ["hiv", "more names"], ["hiv"]).fingerprint == table.fingerprint
    assert shipped.source == "three sentences (none), shipped tables"
    with pytest.raises(InvalidError, match="CRP001"):
        shipped.table("HIV", ["hiv", "aids"], ["hiv", "aids"])
    with pytest.raises(InvalidError, match=r"CRP001.*one of: hiv"):
        shipped.table("gout", ["gout"], ["gout"])


def test_a_corpus_that_is_nowhere_is_an_error() -> None:
    with pytest.raises(InvalidError, match=r"CRP002.*corpus build"):
        open_corpus("nowhere")


def test_what_is_shipped_can_be_read_and_names_its_source() -> None:
    shipped = shipped_corpus("wikipedia")
    table = shipped.table("HIV", ["hiv"], [term_key("HIV")])
    n_term, n_joint = table.counts("antiretroviral")
    assert n_joint / n_term > 0.5
    n_term, n_joint = table.counts("people")
    assert n_joint / n_term < 0.01
    assert "Wikipedia" in shipped.source
    assert "CC BY-SA" in shipped.source


class Search(BaseHTTPRequestHandler):
    asked: list[str] = []

    def do_GET(self) -> None:
        query = parse_qs(urlsplit(self.path).query)["q"][0].lower()
        self.asked.append(query)
        hits = min((n for word, n in HITS.items() if word in query), default=0)
        body = json.dumps({"web": {"total": hits}}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@pytest.fixture
def service() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Search)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/search"
    server.shutdown()
    server.server_close()


def test_a_search_service_is_asked_once_and_then_its_cache(service: str, cache: Path) -> None:
    settings = {
        "name": "web",
        "url": service,
        "n_pages": 10_000,
        "count_path": "web.total",
        "queries_per_second": 1000,
    }
    corpus = set_up_web_corpus("web", settings, ["antiretroviral", "weather"], offline=False)
    table = corpus.table("HIV", ["hiv"], ["hiv"])
    assert (table.n_concept, table.counts("antiretroviral")) == (100, (20, 20))
    n_asked = len(Search.asked)
    set_up_web_corpus("web", settings, ["antiretroviral", "weather"], offline=True)
    again = open_corpus("web").table("HIV", ["hiv"], ["hiv"])
    assert again.fingerprint == table.fingerprint
    assert len(Search.asked) == n_asked
    stored = b"".join(path.read_bytes() for path in (cache / "corpora" / "web").glob("*.db*"))
    assert b"antiretroviral" not in stored
    with pytest.raises(InvalidError, match="CNT031"):
        set_up_web_corpus("web", settings, ["gout"], offline=True).table("HIV", ["hiv"], ["hiv"])


def test_a_broken_description_is_an_error(cache: Path) -> None:
    (cache / "corpora" / "web").mkdir(parents=True)
    (cache / "corpora" / "web" / "web.json").write_text('{"service": {"nonsense": 1}}')
    with pytest.raises(InvalidError, match="CRP004"):
        open_corpus("web")

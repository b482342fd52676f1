"""All adapters of the `Counts` port against the one suite."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adapters.counts.build import PhraseSettings, build_index
from adapters.counts.local import LocalCounts
from adapters.counts.web import WebCounts
from tests.conformance.counts_suite import CONTEXTS, CountsSuite, as_text
from tests.integration.search_service import SearchIndex, SearchService


@pytest.fixture(scope="module", params=[1, 3], ids=["words only", "phrases"])
def local_counts(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> LocalCounts:
    folder = tmp_path_factory.mktemp("corpus")
    (folder / "corpus.txt").write_text(as_text(CONTEXTS), encoding="utf-8")
    labels = ["test of"] if request.param > 1 else []
    phrases = PhraseSettings(max_words=request.param)
    build_index([folder], folder / "index", min_words=1, phrases=phrases, labels=labels)
    return LocalCounts(folder / "index")


@pytest.fixture(scope="module")
def web_counts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebCounts]:
    with (
        SearchService(CONTEXTS) as service,
        WebCounts(service.settings(), tmp_path_factory.mktemp("cache"), b"k" * 32) as counts,
    ):
        yield counts


@pytest.fixture(scope="module")
def index_counts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebCounts]:
    with (
        SearchIndex(CONTEXTS) as index,
        WebCounts(index.settings(), tmp_path_factory.mktemp("cache"), b"k" * 32) as counts,
    ):
        yield counts


class TestLocalCounts(CountsSuite):
    @pytest.fixture
    def counts(self, local_counts: LocalCounts) -> LocalCounts:
        return local_counts


class TestWebCounts(CountsSuite):
    @pytest.fixture
    def counts(self, web_counts: WebCounts) -> WebCounts:
        return web_counts


class TestIndexCounts(CountsSuite):
    @pytest.fixture
    def counts(self, index_counts: WebCounts) -> WebCounts:
        return index_counts

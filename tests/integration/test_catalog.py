"""What the catalog says there is, is there."""

from __future__ import annotations

from adapters.documents.registry import FORMATS
from adapters.knowledge.registry import REGISTRY
from engine.catalog.names import SHIPPED
from engine.catalog.zip3_2020 import ZIP3_TABLES
from engine.methods.identifiers import CATEGORIES
from flows.compiling.reference_corpora import corpus_names


def test_the_catalog_names_what_there_is() -> None:
    assert set(SHIPPED.formats) == {row.name for row in FORMATS}
    assert set(CATEGORIES) <= set(SHIPPED.categories)
    assert set(SHIPPED.censuses) == set(ZIP3_TABLES)
    assert set(SHIPPED.knowledge) <= set(REGISTRY)
    assert set(SHIPPED.corpora) <= set(corpus_names())

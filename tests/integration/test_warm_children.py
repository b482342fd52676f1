"""A process that is forked for one document finds everything made: it imports nothing and builds no table."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest

from adapters.documents.opening.sandbox import run_limited
from adapters.documents.opening.sources import Source
from adapters.documents.text.delimited import DELIMITERS, cell_pattern
from adapters.recognizers.learned import default_model, shipped_model
from engine.methods.names.entities.entity_judge import EntityJudge
from engine.methods.names.tagger.tagging import LinearTagger
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

MAIL = (
    b"From: Anna Keller <anna@example.org>\nSubject: Visit\nContent-Type: text/plain; charset=utf-8\n\n"
    b"Dear John, Mr. Roe of Northside Clinic was seen in Albany on 3 May 2020, MRN 00884410.\n"
)

CHAT = b"\n".join(
    b"is %b coming to the pub with %b or not" % pair
    for pair in (
        (b"rashid", b"kwame"),
        (b"ruth", b"olga"),
        (b"tom", b"max"),
        (b"eve", b"pia"),
        (b"ben", b"ida"),
    )
)


def made_by(pipeline: DocumentPipeline, source: Source, content: bytes = MAIL) -> list[str]:
    """Modules that a release imports, and tables that it builds."""
    modules, tables = set(sys.modules), built()
    pipeline.release(source, content)
    own = (name for name in set(sys.modules) - modules if name.startswith(("adapters", "engine", "flows")))
    return sorted([*own, *(f"{kind}.{name}" for _, kind, name in built() - tables)])


def compiled_by(pipeline: DocumentPipeline, source: Source) -> int:
    """Patterns of tables that a release compiles."""
    before = cell_pattern.cache_info().misses
    pipeline.release(source, MAIL + b"a, b; c\td | e ^ f\n")
    return cell_pattern.cache_info().misses - before


def built() -> set[tuple[int, str, str]]:
    makers = (one for one in gc.get_objects() if isinstance(one, LinearTagger | EntityJudge))
    return {(id(one), type(one).__name__, name) for one in makers for name in vars(one)}


@pytest.fixture
def pipeline() -> DocumentPipeline:
    default_model.cache_clear()  # other tests of this process may have built its tables
    shipped_model.cache_clear()
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2026)


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "visit.eml"
    path.write_bytes(MAIL)
    return Source("000001", str(path), "visit.eml")


def test_a_forked_process_makes_nothing(pipeline: DocumentPipeline, source: Source) -> None:
    cold = run_limited("000001", made_by, pipeline, source)
    assert "LinearTagger._pair_order" in cold
    pipeline.warm(".eml")
    assert run_limited("000001", made_by, pipeline, source) == []


def test_workers_on_many_documents_share_the_model_for_small_letters(
    pipeline: DocumentPipeline, tmp_path: Path
) -> None:
    source = Source("000001", str(tmp_path / "chat.txt"), "chat.txt")
    pipeline.warm(".txt")
    assert "LinearTagger.transitions" in run_limited("000001", made_by, pipeline, source, CHAT)
    pipeline.warm_for_many()
    assert run_limited("000001", made_by, pipeline, source, CHAT) == []


def test_a_forked_process_compiles_no_patterns_of_tables(pipeline: DocumentPipeline, source: Source) -> None:
    cell_pattern.cache_clear()
    assert run_limited("000001", compiled_by, pipeline, source) == len(DELIMITERS)
    pipeline.warm(".eml")
    assert run_limited("000001", compiled_by, pipeline, source) == 0


def test_what_is_warm_decides_as_what_is_not(pipeline: DocumentPipeline, source: Source) -> None:
    cold = run_limited("000001", pipeline.release, source, MAIL)
    pipeline.warm(".eml")
    warm = run_limited("000001", pipeline.release, source, MAIL)
    assert warm.decisions == cold.decisions
    assert warm.content == cold.content

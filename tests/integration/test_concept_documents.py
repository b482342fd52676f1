"""Real documents under a policy of concepts are released; a refusal names the term to its reader."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adapters.documents.opening.sources import Source
from engine.errors import RefusedError
from engine.text import Document, SensitiveText
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from flows.document.languages import other_languages
from service.commands.start.line import app

POLICY = "us-state-hiv-std"
CUT = "The shrine of Bah\u00e1'u'll\u00e1h is old.\n"
"""A name cut inside a word leaves a piece that no corpus knows."""


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy(POLICY), b"test" * 8, 2026)


def released(pipeline: DocumentPipeline, name: str, content: bytes) -> bool:
    try:
        pipeline.release(Source("1", name, name), content)
    except RefusedError:
        return False
    return True


def test_a_harmless_sentence_in_a_word_document_is_released(
    pipeline: DocumentPipeline, tmp_path: Path
) -> None:
    docx = pytest.importorskip("docx")
    made = docx.Document()
    made.add_paragraph("The meeting is in the large room.")
    made.save(str(tmp_path / "a.docx"))
    assert released(pipeline, "a.docx", (tmp_path / "a.docx").read_bytes())


@pytest.mark.data
def test_real_word_documents_are_released(pipeline: DocumentPipeline, data: Path) -> None:
    paths = sorted((data / "documents" / "docx").glob("*.docx"))
    n_released = sum(released(pipeline, path.name, path.read_bytes()) for path in paths)
    assert len(paths) == 32 and n_released >= 0.95 * len(paths)


@pytest.mark.slow
@pytest.mark.data
def test_encyclopedia_articles_in_english_are_released(pipeline: DocumentPipeline, data: Path) -> None:
    every = islice(articles(data), 0, None, 600)
    texts = [text for text in every if not other_languages(Document("1", SensitiveText(text)))]
    n_released = sum(released(pipeline, "a.txt", text.encode()) for text in texts)
    assert len(texts) > 30 and n_released >= 0.95 * len(texts)


def articles(data: Path) -> Iterator[str]:
    for path in sorted((data / "wikipedia").glob("*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from (json.loads(line)["text"] for line in lines)


def test_inspect_names_the_term_that_refuses_a_document_and_the_run_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.stages.identifiers.stage.whole_words", lambda span, text: span)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(CUT, encoding="utf-8")
    shown = CliRunner().invoke(app, ["inspect", POLICY, str(tmp_path / "in")])
    assert "VER003" in shown.output and shown.exit_code == 1
    assert "ll\u00e1h" in shown.output.split("left: ")[1]
    told = CliRunner().invoke(app, ["inspect", POLICY, str(tmp_path / "in"), "--json"])
    [left] = json.loads(told.stdout)["left"]
    assert left.endswith("ll\u00e1h")
    with pytest.raises(RefusedError) as refused:
        content = (tmp_path / "in" / "a.txt").read_bytes()
        DocumentPipeline(compile_policy(POLICY), b"test" * 8, 2026).release(
            Source("1", "a.txt", "a.txt"), content
        )
    assert "ll\u00e1h" not in str(refused.value) and "ll\u00e1h" not in repr(refused.value)

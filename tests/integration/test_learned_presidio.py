"""The optional adapter to the real Presidio analyzer."""

from __future__ import annotations

import importlib.util
import logging
import socket
from pathlib import Path

import pytest

from adapters.recognizers.presidio import ENTITIES, PresidioRecognizer, configured_presidio
from engine.errors import InvalidError
from engine.text import Document, SensitiveText
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

MISSING = importlib.util.find_spec("presidio_analyzer") is None


@pytest.mark.skipif(not MISSING, reason="Presidio is installed here")
def test_without_presidio_the_error_says_what_to_install() -> None:
    with pytest.raises(InvalidError, match=r"PRS001.*saferelease\[presidio\]"):
        PresidioRecognizer(object())
    with pytest.raises(InvalidError, match="PRS001"):
        configured_presidio(Path("any.yaml"))


@pytest.mark.skipif(not MISSING, reason="Presidio is installed here")
def test_a_policy_that_names_presidio_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "presidio.yaml").write_text("supported_languages: [en]\n")
    (tmp_path / "mails.yaml").write_text(POLICY)
    with pytest.raises(InvalidError, match="PRS001"):
        compile_policy(str(tmp_path / "mails.yaml"))


@pytest.fixture(scope="module")
def analyzer() -> object:
    presidio = pytest.importorskip("presidio_analyzer", reason="Presidio is optional and not installed here")
    spacy = pytest.importorskip("spacy")
    from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine

    class Blank(SpacyNlpEngine):
        """An engine without a language model: patterns need none."""

        def __init__(self) -> None:
            super().__init__(ner_model_configuration=NerModelConfiguration())
            self.nlp = {"en": spacy.blank("en")}

    return presidio.AnalyzerEngine(nlp_engine=Blank(), supported_languages=["en"])


def test_findings_come_with_offsets_and_our_categories(
    analyzer: object, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("Presidio must not open a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    text = "😀 Write to zora@example.com or pay with 4111 1111 1111 1111."
    with caplog.at_level(logging.DEBUG):
        spans = PresidioRecognizer(analyzer).find(Document("d", SensitiveText(text)))
    found = {(text[s.start : s.end], s.category) for s in spans}
    assert {("zora@example.com", "email"), ("4111 1111 1111 1111", "credit-card")} <= found
    assert [s.start for s in spans] == sorted(s.start for s in spans)
    assert "zora" not in caplog.text


def test_an_error_of_the_analyzer_does_not_carry_text(analyzer: object) -> None:
    recognizer = PresidioRecognizer(analyzer, language="tlh")
    with pytest.raises(InvalidError, match="PRS002") as caught:
        recognizer.find(Document("d", SensitiveText("zora@example.com")))
    assert "zora" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_configuration_that_presidio_refuses(analyzer: object, tmp_path: Path) -> None:
    path = tmp_path / "analyzer.yaml"
    path.write_text("supported_languages: 7\n")
    with pytest.raises(InvalidError, match="PRS003"):
        configured_presidio(path, ENTITIES)


CONFIGURATION = """\
supported_languages: [en]
default_score_threshold: 0.3
nlp_configuration:
  nlp_engine_name: spacy
  models: [{{lang_code: en, model_name: "{model}"}}]
"""
POLICY = """\
policy: mails
version: 1.0.0
title: Mails
identifiers:
  - id: mails
    law: GDPR Art. 10
    find: [email, person]
    learn: {recognizers: [en-default, presidio.yaml], loss_ratio: 10}
"""


@pytest.fixture
def mails(analyzer: object, tmp_path: Path) -> Path:
    """A policy that names a configuration of Presidio with a language model of its own."""
    spacy = pytest.importorskip("spacy")
    spacy.blank("en").to_disk(tmp_path / "blank")
    (tmp_path / "presidio.yaml").write_text(CONFIGURATION.format(model=tmp_path / "blank"))
    (tmp_path / "mails.yaml").write_text(POLICY)
    return tmp_path / "mails.yaml"


def test_a_policy_names_presidio_and_its_findings_go(mails: Path) -> None:
    compiled = compile_policy(str(mails))
    ref = compiled.plan.models[-1]
    assert (ref.kind, ref.file, ref.categories) == ("presidio", "presidio.yaml", ("email", "person"))
    text = "Write to zora@example.com today."
    pipeline = DocumentPipeline(compiled, b"k" * 32, 2024)
    [decision] = pipeline.decide(Document("d", SensitiveText(text)))
    assert text[decision.start : decision.end] == "zora@example.com"
    (mails.parent / "presidio.yaml").write_text(
        CONFIGURATION.format(model=mails.parent / "blank").replace("0.3", "0.9")
    )
    with pytest.raises(InvalidError, match="RUN005"):
        DocumentPipeline(compiled, b"k" * 32, 2024)


@pytest.mark.parametrize(("least", "found"), [("0.3", ["phone"]), ("0.9", [])])
def test_findings_below_the_configurations_own_threshold_stay(
    mails: Path, least: str, found: list[str]
) -> None:
    path = mails.parent / "presidio.yaml"
    path.write_text(path.read_text().replace("0.3", least))
    spans = configured_presidio(path).find(Document("d", SensitiveText("Call 212-456-7890 today.")))
    assert [span.category for span in spans] == found


def test_a_language_model_is_never_downloaded(mails: Path) -> None:
    (mails.parent / "presidio.yaml").write_text(CONFIGURATION.format(model="en_core_web_nowhere"))
    with pytest.raises(InvalidError, match="PRS004"):
        DocumentPipeline(compile_policy(str(mails)), b"k" * 32, 2024)

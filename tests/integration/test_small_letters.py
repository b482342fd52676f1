"""A text in small letters: the shipped recogniser reads it with its usual capitals."""

from __future__ import annotations

import pytest

from adapters.recognizers.learned import default_recognizer, shipped_model
from engine.methods.names import recognizer
from engine.methods.names.recognizer import LearnedRecognizer
from engine.text import Document, SensitiveText

TEXT = "is rashid coming to the match with kwame or not"


def found(text: str = TEXT) -> set[str]:
    spans = default_recognizer().find(Document("d", SensitiveText(text)))
    return {text[span.start : span.end] for span in spans}


def test_names_in_small_letters_are_found_where_they_stand() -> None:
    assert found() >= {"rashid", "kwame"}


def test_a_model_without_one_for_such_texts_reads_them_with_their_usual_capitals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "gestern hat jürgen mit uns gegessen und ist dann nach hause"
    german = LearnedRecognizer(shipped_model("de-default"), categories=["person"])

    def names() -> set[str]:
        return {text[s.start : s.end] for s in german.find(Document("d", SensitiveText(text)))}

    assert "jürgen" in names()
    monkeypatch.setattr(recognizer, "usual_casing", lambda text, lexicon: text)
    assert "jürgen" not in names()

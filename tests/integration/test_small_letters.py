"""A text in small letters: the shipped recogniser reads it with its usual capitals."""

from __future__ import annotations

import pytest

from adapters.recognizers.learned import default_recognizer
from engine.methods.names import recognizer
from engine.text import Document, SensitiveText

TEXT = "is rashid coming to the match with kwame or not"


def found(text: str = TEXT) -> set[str]:
    spans = default_recognizer().find(Document("d", SensitiveText(text)))
    return {text[span.start : span.end] for span in spans}


def test_names_in_small_letters_are_found_where_they_stand() -> None:
    assert found() >= {"rashid", "kwame"}


def test_some_are_found_by_their_usual_capitals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "lunch was late so okafor ate at home with ingrid"
    assert found(text) == {"okafor", "ingrid"}
    monkeypatch.setattr(recognizer, "usual_casing", lambda text, lexicon: text)
    assert found(text) == {"ingrid"}

"""A policy inside Presidio's and spaCy's own pipelines, where they are installed."""

from __future__ import annotations

from typing import Any

import pytest

from saferelease import InvalidError
from saferelease.pipelines import presidio_operators, presidio_recognizer, spacy_component

NOTE = "Mr. John Roe, MRN 00884410, was seen on 3 May 2020. John Roe left."
SAFE = "Mr. [PERSON], MRN [MRN], was seen on a day in 2020. [PERSON] left."


def test_presidio_analyses_and_anonymizes_by_the_policy() -> None:
    library: Any = pytest.importorskip("presidio_analyzer", reason="Presidio is not installed here")
    anonymizer: Any = pytest.importorskip("presidio_anonymizer", reason="Presidio is not installed here")
    one = presidio_recognizer("hipaa-safe-harbor")
    registry = library.RecognizerRegistry(recognizers=[one], supported_languages=["en"])
    results = registry.get_recognizers("en", all_fields=True)[0].analyze(NOTE, [])
    assert {NOTE[r.start : r.end]: r.entity_type for r in results} == {
        "John Roe": "PERSON",
        "00884410": "MRN",
        "3 May 2020": "DATE",
    }
    assert {r.entity_type for r in one.analyze(NOTE, ["MRN"])} == {"MRN"}
    made = anonymizer.AnonymizerEngine().anonymize(NOTE, results, presidio_operators(NOTE, results))
    assert made.text == SAFE
    with pytest.raises(InvalidError, match="PYT006"):
        one.analyze("bold\x1b[0m", [])


def test_spacy_marks_what_the_policy_removes() -> None:
    spacy: Any = pytest.importorskip("spacy", reason="spaCy is not installed here")
    spacy_component()
    nlp = spacy.blank("en")
    nlp.add_pipe("saferelease", config={"policy": "hipaa-safe-harbor"})
    doc = nlp(NOTE)
    spans = doc.spans["saferelease"]
    assert [(span.text, span.label_) for span in spans][:2] == [("John Roe", "PERSON"), ("00884410", "MRN")]

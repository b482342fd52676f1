"""Learned names: what was read once is not read again, and the short ways find what the plain ones find."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.recognizers.learned import default_model
from adapters.recognizers.medicine import medical_vocabulary
from engine.language import passages
from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.medicine import reading, vocabulary
from engine.methods.names.medicine.surroundings import Around, around
from engine.methods.names.medicine.vocabulary import MedicalVocabulary
from engine.methods.names.recognizer import LearnedRecognizer
from engine.methods.names.tagger import casing, tagging
from engine.methods.names.tagger.features import Tokens, tokenize
from engine.plan.steps import IdentifierStep
from engine.stages.identifiers import stage as stages
from engine.text import Document, SensitiveText, Span

_NOTE = (
    "Seen by Dr. Keller, with Baker cyst; takes metformin 40 mg, lisinopril, atorvastatin, omeprazole. "
    "Assessment: hypertension, dyslipidemia, osteoarthritis, neuropathy, thrombocytopenia, hyponatremia."
)


def test_signs_and_public_words_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The weights of a stop or a comma are no secret, and each document has them."""
    tagger, read = default_model().tagger, list[str]()
    plain = tagging.word_attributes

    def counted(word: str, lexicon: tagging.Lexicon) -> tuple[list[str], list[str], list[str]]:
        read.append(word)
        return plain(word, lexicon)

    tokens = tokenize("Mr Quorvexius (staff), of Leeds, was seen; \ue000 too.")
    tagger.scores(tokens)
    monkeypatch.setattr(tagging, "word_attributes", counted)
    tagger.scores(tokens)
    assert read == ["Quorvexius", "\ue000"], "only what no public source holds is read again"


class _Names:
    """Says that each word with a capital is somebody, whoever asks."""

    name, fingerprint, categories = "capitals", "", ("person",)

    def find(self, document: Document) -> Sequence[Span]:
        """All of them."""
        words = casing._WORD.finditer(document.text.reveal())
        return [Span(m.start(), m.end(), "person", 0.9, {"link": "found"}) for m in words if m[0].istitle()]


def test_a_finding_is_made_whole_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, plain = list[tuple[int, int]](), stages.whole_words

    def counted(span: Span, text: str) -> Span:
        asked.append((span.start, span.end))
        return plain(span, text)

    monkeypatch.setattr(stages, "whole_words", counted)
    step = IdentifierStep(
        id="names", find=("person",), operator="redact", census=None, threshold=0.5, allow=(), deny=()
    )
    stage = stages.IdentifierStage([step], b"k" * 16, 2025, learned=[_Names()])
    found = stage.decide(Document("d", SensitiveText("we met Anton and then Ta'ala there")))
    assert [(one.start, one.end) for one in found] == [(7, 12), (22, 28)]
    assert len(asked) == len(set(asked)) == 2


def test_what_surrounds_a_mention_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[int, int]]()

    def counted(tokens: Tokens, first: int, end: int, vocabulary: MedicalVocabulary) -> Around:
        asked.append((first, end))
        return around(tokens, first, end, vocabulary)

    monkeypatch.setattr(reading, "around", counted)
    tokens = tokenize(_NOTE)
    entities = [
        (Entity("person", [Mention(tokens.words.index(word), tokens.words.index(word) + 1, 0.5)]), 0.5)
        for word in ("Keller", "Baker")
    ]
    reading.without_medicine(entities, tokens, default_model().tagger.lexicon, medical_vocabulary())
    assert asked and len(asked) == len(set(asked))


def test_whether_a_text_is_in_capitals_is_asked_only_of_what_may_be_a_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, plain = list[int](), casing.is_in_capitals

    def counted(tokens: Tokens) -> bool:
        asked.append(len(tokens))
        return plain(tokens)

    monkeypatch.setattr(vocabulary, "is_in_capitals", counted)
    known = medical_vocabulary()
    assert not known.is_clinical(tokenize("We met Anton in Leeds, and he spoke of the river."), ())
    assert asked == []


def test_a_name_that_is_whole_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """No copy is made of a finding that nothing is added to."""
    recognizer = LearnedRecognizer(default_model(), categories=["person"])
    copies = list[object]()
    monkeypatch.setattr("engine.methods.names.recognizer.replace", lambda one, **_: copies.append(one) or one)
    text = "Yesterday Mr Anton Keller came in. We saw Mrs Anna Brown in the ward."
    found = recognizer.find(Document("d", SensitiveText(text)))
    assert [text[one.start : one.end] for one in found] == ["Anton Keller", "Anna Brown"] and copies == []


@given(st.text(alphabet="aZé ,.-'\n1（。ßΣ", max_size=60))
def test_words_of_a_passage_are_those_of_its_pieces(text: str) -> None:
    pieces = [piece.translate(passages._SIGNS) for piece in text.split()]
    assert passages._words(text) == [piece for piece in pieces if piece.isalpha()]


@given(st.lists(st.sampled_from(["ab", "Ab", "a", "B", "中中", "x1y", "_ab", "é-É", "Ⅳ"]), max_size=40))
def test_small_letters_are_told_by_words_of_two_letters(words: list[str]) -> None:
    text = " ".join(words)
    known = [m[0] for m in casing._WORD.finditer(text) if len(m[0]) > 1]
    large = sum(not word.islower() for word in known)
    assert casing.is_in_small_letters(text) == (
        len(known) >= casing._LEAST_WORDS and large <= casing._FEW * len(known)
    )

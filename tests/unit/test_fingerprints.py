"""Fingerprints: a value is found however it is written, and nothing is found that does not stand there."""

from __future__ import annotations

import base64
import unicodedata
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from engine.record import fingerprints
from engine.record.fingerprints import (
    MAX_CHARACTERS,
    Fingerprints,
    SearchText,
    Value,
    decoded,
    document_key,
    fingerprints_of,
    parts_of,
    readable,
    value_of,
)
from engine.text import Decision, SensitiveText
from flows.release.records import proofs

KEY = document_key(b"k" * 32, "000001")


def places(category: str, removed: str, released: str, key: bytes = KEY) -> int:
    value = value_of(category, removed)
    assert value is not None
    return fingerprints_of([value], KEY).found_in(SearchText(released), key)


@pytest.mark.parametrize(
    ("category", "removed", "released"),
    [
        ("ssn", "219-09-9999", "The number 219-09-9999 stayed."),
        ("ssn", "219-09-9999", "219099999"),
        ("ssn", "219099999", "219 09 9999"),
        ("phone", "(212) 555-0147", "call 212.555.0147."),
        ("person", "Jane Roe", "JANE ROE signed"),
        ("person", "Jane Roe", "Jane\n   Roe"),
        ("person", "Zoë Müller", "zoe\u0308 mu\u0308ller was here"),
        ("person", "Jane Roe", "Ja\u00adne\u200b Roe"),
        ("email", "h.vance@example.org", "mailto:h.vance@example.org"),
        ("email", "h.vance@example.org", "x=" + quote("h.vance@example.org", safe="")),
        ("person", "Jane Roe", base64.b64encode(b"signed by Jane Roe.").decode()),
        ("date", "March 4, 2024", "on March 4, 2024 he"),
    ],
)
def test_a_value_is_found_however_it_stands(category: str, removed: str, released: str) -> None:
    assert places(category, removed, released) >= 1


@pytest.mark.parametrize(
    ("category", "removed", "released"),
    [
        ("ssn", "219-09-9999", "219-09-9998 and [SSN]"),
        ("ssn", "219-09-9999", "4219-09-99991 is a longer number"),
        ("person", "Karin", "Karina sang; Skarin did not"),
        ("date", "1/2/2024", "12/20/24 and 1-220-24"),
        ("person", "Jane Roe", "Jane went home. Roe stayed."),
    ],
)
def test_what_does_not_stand_there_is_not_found(category: str, removed: str, released: str) -> None:
    assert places(category, removed, released) == 0


def test_another_key_finds_nothing() -> None:
    assert places("person", "Jane Roe", "Jane Roe", document_key(b"x" * 32, "000001")) == 0
    assert places("person", "Jane Roe", "Jane Roe", document_key(b"k" * 32, "000002")) == 0


@pytest.mark.parametrize("text", ["", "HIV", "CD4", "12", "a 1", "--", "5 mg a", "Ward 5"])
def test_a_text_that_tells_nothing_alone_is_not_looked_for(text: str) -> None:
    assert value_of("person", text) is None


def test_signs_around_a_value_do_not_count_nor_those_inside_a_number_or_code() -> None:
    assert value_of("person", "(Jane Roe).") == Value("written", "jane roe")
    assert value_of("mrn", "abc-123") == Value("joined", "abc123")
    assert value_of("mrn", "ZC7-R41Q") == Value("joined", "zc7r41q")
    assert value_of("organisation", "abcd-123") == Value("written", "abcd-123")
    assert value_of("own-code", "EMPZ/40/KFT") == Value("joined", "empz40kft")
    assert value_of("mrn", "abcdef-1") == Value("written", "abcdef-1")


def test_a_text_that_is_shorter_than_the_value_is_searched_too() -> None:
    assert places("person", "Jane Ortega Whitfield", "Jane") == 0


def test_the_words_of_a_name_are_looked_for_too() -> None:
    assert parts_of("person", "Jane Ortega Whitfield") == {
        Value("written", "ortega"),
        Value("written", "whitfield"),
    }
    assert parts_of("person", "Whitfield") == parts_of("street", "12 Whitfield Road") == set()


def test_a_long_value_is_looked_for_by_its_beginning() -> None:
    removed = "word " * 100
    value = value_of("person", removed)
    assert value is not None
    assert len(value.text) <= MAX_CHARACTERS
    assert places("person", removed, f"see: {removed}") >= 1
    ends_inside_a_word = value_of("person", "abcdefgh " * 40)
    assert ends_inside_a_word is not None
    assert ends_inside_a_word.text == " ".join(["abcdefgh"] * 22)


def test_fingerprints_survive_json_and_hide_the_values() -> None:
    values = [v for text in ("Jane Roe", "219-09-9999", "Oak Street") if (v := value_of("x", text))]
    made = fingerprints_of(values, KEY)
    content = made.to_json()
    assert Fingerprints.from_json(content) == made
    assert len(made) == 3
    assert not any(part in str(content).lower() for part in ("jane", "219", "oak"))
    assert "jane" not in repr(values).lower()
    for broken in ({"other": {"3": "00" * 16}}, {"written": {"3": "00"}}, {"written": {"x": ""}}):
        with pytest.raises(ValueError):
            Fingerprints.from_json(broken)


def test_values_that_stand_as_wholes() -> None:
    karin, roe = Value("written", "karin"), Value("written", "jane roe")
    assert SearchText("Karina met Jane Roe").standing([karin, roe]) == {roe}


def test_half_a_surrogate_hides_no_base64() -> None:
    run = base64.urlsafe_b64encode(b"Jane Roe?>~ of Oak Street").decode().rstrip("=")
    assert "-" in run or "_" in run
    assert any("Jane Roe" in plain for plain in decoded(f"\ud800 5 % of \u00e9{run}\u00e9"))


def test_a_percent_sign_alone_is_not_searched_for_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprints, "_PERCENT", None)
    assert list(decoded("It rose by 5% or %zz, " * 20)) == []


def test_plain_letters_are_read_without_normalization(monkeypatch: pytest.MonkeyPatch) -> None:
    text = " Jane\tROE\x1c\x1f-\n 12 "
    slow = unicodedata.normalize("NFKC", text).casefold()
    monkeypatch.setattr(fingerprints, "unicodedata", None)
    assert readable(text) == " ".join(slow.split())


def test_each_character_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []
    kind = fingerprints._kind
    monkeypatch.setattr(fingerprints, "_kind", lambda code: judged.append(code) or kind(code))
    SearchText("\u4e2d\u2009\u0142 and \u4e2d\u0142" * 9)
    assert sorted(judged) == [0x142, 0x4E2D]  # the narrow blank is a plain one by then


def test_what_was_removed_is_made_a_value_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(proofs, "value_of", lambda kind, text: made.append(text) or value_of(kind, text))
    original = "Whitfield saw CD4 and Whitfield"
    decisions = [
        Decision(a, b, "identifiers", "person", "redact", "[PERSON]", "A")
        for a, b in ((0, 9), (14, 17), (22, 31))
    ]
    record = SimpleNamespace(id="000001", output="document-000001.txt")
    released = [SensitiveText("[PERSON] saw [PERSON] and [PERSON]")]
    proof = proofs.document_proof(proofs.ProofKeys(KEY, KEY, KEY), record, decisions, original, released)
    assert sorted(made) == ["CD4", "Whitfield"]
    assert (proof.values, proof.short, proof.standing) == (2, 1, 0)

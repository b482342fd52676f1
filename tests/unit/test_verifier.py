"""The verifier: every kind of fault, at most three of a kind, places and categories only."""

from __future__ import annotations

import pytest

from engine.checks.released_text import MAX_FAULTS, Verifier
from engine.plan.plan import Plan, compile_plan
from engine.policy import Policy
from engine.text import Decision, Document, SensitiveText
from tests.unit.test_term_check import concept

CLAUSES = [
    {"id": "a", "find": ["ssn", "email"], "law": "GDPR Art. 10", "allow": ["help@example.org"]},
    {"id": "b", "find": ["email", "date"], "law": "GDPR Art. 10", "threshold": 0.9},
    {"id": "l", "find": ["listed-term"], "law": "GDPR Art. 10", "deny": ["Project Bluebird", "Heron"]},
]
ORIGINAL = "Jane Zyx has 304-33-4965."
DECISIONS = [
    Decision(0, 8, "identifiers", "person", "redact", "[PERSON]", "a", {}),
    Decision(13, 24, "identifiers", "ssn", "redact", "[SSN]", "a", {}),
    Decision(9, 12, "concepts", "x", "redact", "[REDACTED]", "a", {}),
]


@pytest.fixture(scope="module")
def plan() -> Plan:
    content = {"policy": "p", "version": "1.0.0", "title": "T", "identifiers": CLAUSES}
    return compile_plan(Policy.model_validate(content), policy_sha256="0")


def faults(
    plan: Plan, *released: str, concepts: bool = False, decisions: bool = True
) -> list[tuple[str, str]]:
    protected = [concept(unseen="keep")] if concepts else []
    verifier = Verifier(plan, protected)
    document = Document("000007", SensitiveText(ORIGINAL))
    found = verifier.verify(document, DECISIONS if decisions else [], released)
    assert all("000007" in fault.where for fault in found)
    left = verifier.terms_left(document, DECISIONS if decisions else [], released)
    assert bool(left) == bool(found)
    return [(fault.code, f"{fault.where.rsplit(' ', 1)[1]} {fault.got}") for fault in found]


def test_nothing_left_is_no_fault(plan: Plan) -> None:
    assert faults(plan, "[PERSON] has [SSN].", concepts=True) == []


def test_removed_values(plan: Plan) -> None:
    assert faults(plan, "So Jane Zyx left.") == [("VER001", "3 8 characters of category person, clause a")]
    told = Verifier(plan, []).verify(Document("d", SensitiveText(ORIGINAL)), DECISIONS, ["So Jane Zyx left."])
    assert [fault.must for fault in told] == ["must hold no value that was removed"]
    assert faults(plan, "x", "So 304 33 4965.") == [("VER001", "6 11 characters of category ssn, clause a")]
    assert faults(plan, "He has it.") == []  # what the concepts' stage removed is not looked for
    assert faults(plan, "So Jane Zyx left.", decisions=False) == []


def test_a_value_in_the_name_of_a_token_is_not_the_documents(plan: Plan) -> None:
    document = Document("d", SensitiveText("EMAIL came"))
    removed = [Decision(0, 5, "identifiers", "person", "redact", "[PERSON]", "a", {})]

    def codes(text: str) -> list[str]:
        return [fault.code for fault in Verifier(plan, []).verify(document, removed, [text])]

    assert codes("[EMAIL] and [EMAIL-BCDFG-HJKLM-NPQRS], \\[EMAIL\\] or %5BEMAIL%5D") == []
    for text in ("EMAIL", "[SSN EMAIL]", "[EMAIL", "EMAIL]", "[EMAIL came]", "[SSN-EMAIL]", "[EMAIL] EMAIL"):
        assert codes(text) == ["VER001"], text


def test_identifiers_and_their_scores_and_allowed_terms(plan: Plan) -> None:
    assert faults(plan, "So 304-33-4966.") == [("VER002", "3 11 characters of category ssn, clause a")]
    assert faults(plan, "So jane@example.org.") == [("VER002", "3 16 characters of category email, clause a")]
    assert faults(plan, "So help@example.org.") == []
    assert faults(plan, "On 2021-03-04.") == [("VER002", "3 10 characters of category date, clause b")]
    assert faults(plan, "On March 4, 2021.") == []  # scores 0.85, the clause asks for 0.9
    assert faults(plan, "Card 4111 1111 1111 1111.") == []


def test_a_value_over_a_line_end(plan: Plan) -> None:
    text = "The clerk wrote what stood upon the first page, 304-33-\n4966 it was, and went to his home."
    assert [code for code, _ in faults(plan, text)] == ["VER002"]


def test_listed_terms(plan: Plan) -> None:
    assert faults(plan, "So project  bluebird.") == [
        ("VER002", "3 16 characters of category listed-term, clause l")
    ]
    assert faults(plan, "heron " * 5) == [
        ("VER002", f"{6 * number} 5 characters of category listed-term, clause l")
        for number in range(MAX_FAULTS)
    ]
    assert faults(plan, "[LISTED-TERM] [SSN]") == []


def test_terms_and_the_stage_s_own_placeholders(plan: Plan) -> None:
    assert faults(plan, "So border.", concepts=True) == [("VER003", "3 a term of 7 characters, clause c1")]
    for spelt in ("[SSN border]", "\\[SSN BORDER\\]", "[EMAIL-BORDER]", "[DATE BORDER]", "%5BSSN-BORDER%5D"):
        found = faults(plan, spelt, concepts=True)
        assert bool(found) == ("border" in spelt), spelt
    assert [code for code, _ in faults(plan, "border " * 9, concepts=True)] == ["VER003"] * MAX_FAULTS


def test_the_place_holder_as_markup_spells_it_is_no_word(plan: Plan) -> None:
    for spelt in ("[REDACTED]", "\\[REDACTED\\]", "%5BREDACTED%5D"):
        assert faults(plan, f"So {spelt}.", concepts=True) == [], spelt
    for hiding in ("\\[REDACTED border\\]", "\\[REDACTED-BORDER\\]", "\\[BORDER\\]"):
        assert [code for code, _ in faults(plan, hiding, concepts=True)] == ["VER003"], hiding


def test_faults_of_all_kinds_at_once(plan: Plan) -> None:
    text = "So Jane Zyx, 304-33-4966, heron, border; " * 4
    codes = [code for code, _ in faults(plan, text, concepts=True)]
    assert codes == ["VER001", "VER002", "VER001"] + ["VER003"] * MAX_FAULTS


def test_the_words_left_are_for_who_may_read_them(plan: Plan) -> None:
    verifier = Verifier(plan, [concept(unseen="keep")])
    document = Document("d", SensitiveText(ORIGINAL))
    text = "So Jane Zyx, 304-33-4966, heron, (border)."
    left = verifier.terms_left(document, DECISIONS, [text])
    assert [one.words for one in left] == ["Jane Zyx", "304-33-4966", "heron", "border"]
    assert [one.code for one in left] == ["VER001", "VER002", "VER002", "VER003"]
    assert all(one.kind and one.clause for one in left)

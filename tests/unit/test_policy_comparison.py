"""Comparing policies: twenty and more pairs with the verdict a lawyer would expect."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest

from engine.plan.comparison import compare_plans
from engine.plan.impact import impact
from engine.plan.plan import Plan, compile_plan
from engine.plan.steps import ConceptStep, CorpusRef, KnowledgeRef
from engine.policy import ConceptClause, Policy
from engine.text import Decision, Document, SensitiveText

G = {"id": "G", "find": ["ssn"], "law": "GDPR Art. 10"}
D = {"id": "D", "find": ["phone", "fax"], "law": "GDPR Art. 10"}
HIV = {"id": "hiv", "protect": "HIV", "law": "GDPR Art. 9(1)", "alpha": 1.5}


def step(clause: ConceptClause, names: Sequence[str] = ("hiv",)) -> ConceptStep:
    alpha = clause.alpha or 2.0
    return ConceptStep(
        id=clause.id,
        settings=clause.alone(),
        lexicalizations=(*names, *clause.also),
        alpha=alpha,
        n_contexts=1000,
        n_concept=4,
        information_content_bits=8.0,
        threshold_bits=8.0 / alpha,
        allowed_probability=0.004 ** (1 - 1 / alpha),
        n_disclosing_terms=9,
        table_sha256="t",
    )


def plan(
    *,
    identifiers: Sequence[dict] = (G, D),
    concepts: Sequence[dict] = (HIV,),
    corpus: str = "a",
    knowledge: str = "k",
    **rest: object,
) -> Plan:
    policy = Policy.model_validate(
        {
            "policy": "p",
            "version": "1.0.0",
            "title": "T",
            "counts": "wikipedia",
            "knowledge": ["wordnet"],
            "identifiers": list(identifiers),
            "concepts": list(concepts),
            **rest,
        }
    )
    return compile_plan(
        policy,
        policy_sha256="0",
        concepts=[step(clause) for clause in policy.concepts],
        corpus=CorpusRef(name="wikipedia", fingerprint=corpus, unit="paragraph", n_contexts=1000),
        knowledge=[KnowledgeRef(name="wordnet", fingerprint=knowledge)],
    )


def but(clause: dict, **changes: object) -> dict:
    return {**clause, **changes}


PAIRS: list[tuple[str, dict, dict, str]] = [
    ("the same", {}, {}, "equivalent"),
    ("reordered clauses", {"identifiers": [D, G]}, {}, "equivalent"),
    ("reordered categories", {"identifiers": [G, but(D, find=["fax", "phone"])]}, {}, "equivalent"),
    (
        "other ids, titles and notes",
        {"identifiers": [but(G, id="x", title="X", note="n"), D]},
        {},
        "equivalent",
    ),
    (
        "one clause split in two",
        {"identifiers": [G, but(D, find=["phone"]), but(D, id="E", find=["fax"])]},
        {},
        "equivalent",
    ),
    ("placeholder for redact", {"identifiers": [but(G, replace_with="redact"), D]}, {}, "equivalent"),
    ("a dropped clause", {"identifiers": [G]}, {}, "weaker"),
    ("a dropped category", {"identifiers": [G, but(D, find=["phone"])]}, {}, "weaker"),
    ("a dropped concept", {"concepts": []}, {}, "weaker"),
    ("an added clause", {"identifiers": [G, D, but(G, id="F", find=["email"])]}, {}, "stronger"),
    ("an added concept", {"concepts": [HIV, but(HIV, id="std", protect="syphilis")]}, {}, "stronger"),
    ("last four digits for a placeholder", {"identifiers": [but(G, replace_with="last-4"), D]}, {}, "weaker"),
    ("a pseudonym for a placeholder", {"identifiers": [but(G, replace_with="pseudonym"), D]}, {}, "weaker"),
    ("a higher threshold", {"identifiers": [but(G, threshold=0.9), D]}, {}, "weaker"),
    ("a lower threshold", {"identifiers": [but(G, threshold=0.1), D]}, {}, "stronger"),
    ("an allowed term", {"identifiers": [but(G, allow=["x"]), D]}, {}, "weaker"),
    ("a denied term", {"identifiers": [but(G, deny=["x"]), D]}, {}, "stronger"),
    ("settings that pull apart", {"identifiers": [but(G, threshold=0.1, allow=["x"]), D]}, {}, "unknown"),
    ("clauses that pull apart", {"identifiers": [but(G, threshold=0.1)]}, {}, "unknown"),
    ("a raised alpha", {"concepts": [but(HIV, alpha=2.0)]}, {}, "stronger"),
    ("a lowered alpha", {"concepts": [but(HIV, alpha=1.2)]}, {}, "weaker"),
    ("redact for generalize", {"concepts": [but(HIV, replace_with="redact")]}, {}, "stronger"),
    ("keep unseen terms", {"concepts": [but(HIV, unseen="keep")]}, {}, "weaker"),
    ("more evidence wanted", {"concepts": [but(HIV, evidence={"z": 2.0})]}, {}, "weaker"),
    ("another way of counting", {"concepts": [but(HIV, counting="string")]}, {}, "unknown"),
    ("another name of the concept", {"concepts": [but(HIV, also=["HTLV-III"])]}, {}, "unknown"),
    ("a swapped corpus", {"corpus": "b"}, {}, "unknown"),
    ("other knowledge", {"knowledge": "l"}, {}, "unknown"),
    ("a raised alpha on a swapped corpus", {"corpus": "b", "concepts": [but(HIV, alpha=2.0)]}, {}, "unknown"),
    ("fewer formats", {"documents": {"formats": ["txt"]}}, {}, "stronger"),
    ("names kept", {"documents": {"names": "keep"}}, {}, "weaker"),
    (
        "approval required",
        {"release": {"from": "a", "to": "b", "require_approved": True}},
        {"release": {"from": "a", "to": "b"}},
        "stronger",
    ),
    (
        "pseudonyms of a matter",
        {"identifiers": [but(G, replace_with="pseudonym"), D], "matter_pseudonyms": "keller-2024"},
        {"identifiers": [but(G, replace_with="pseudonym"), D]},
        "weaker",
    ),
    ("quarantine refused", {"release": {"from": "a", "to": "b", "quarantine": "refuse"}}, {}, "stronger"),
]


@pytest.mark.parametrize(("name", "new", "old", "verdict"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_verdict_and_its_mirror(name: str, new: dict, old: dict, verdict: str) -> None:
    mirror = {"stronger": "weaker", "weaker": "stronger"}
    forth, back = compare_plans(plan(**old), plan(**new)), compare_plans(plan(**new), plan(**old))
    assert forth.verdict == verdict
    assert back.verdict == mirror.get(verdict, verdict)
    if verdict != "equivalent":
        assert any(each.reasons for each in forth.differences)


def test_differences_name_clause_setting_and_values() -> None:
    new = plan(identifiers=[but(G, replace_with="last-4")], concepts=[but(HIV, alpha=2.0)])
    found = {each.subject: each for each in compare_plans(plan(), new).differences}
    assert found["ssn"].reasons == ("replace_with: placeholder -> last-4 (weaker)",)
    assert (found["phone, fax"].old, found["phone, fax"].new) == ("D", "")
    assert found["phone, fax"].verdict == "weaker"
    assert found["HIV"].reasons == ("alpha: 1.5 -> 2 (stronger)",)


def test_two_clauses_about_one_concept_are_paired_by_strictness() -> None:
    one, two = but(HIV, alpha=1.2), but(HIV, id="b", alpha=3.0)
    same = compare_plans(plan(concepts=[one, two]), plan(concepts=[but(two, id="x"), but(one, id="y")]))
    assert same.verdict == "equivalent"
    assert compare_plans(plan(concepts=[one, two]), plan(concepts=[two])).verdict == "weaker"


def digits(least: int, new: str = "#") -> Callable[[Document], Sequence[Decision]]:
    """Replaces runs of at least so many digits."""

    def decide(document: Document) -> Sequence[Decision]:
        found = re.finditer(rf"\d{{{least},}}", document.text.reveal())
        return [Decision(m.start(), m.end(), "identifiers", "ssn", "replace", new, "G") for m in found]

    return decide


def test_impact_counts_documents_and_characters() -> None:
    documents = [Document(str(n), SensitiveText(text)) for n, text in enumerate(["a 12", "b 1234", "none"])]
    tighter = impact(documents, digits(3), digits(2))
    assert (tighter.documents, tighter.same, tighter.more, tighter.less) == (3, 2, 1, 0)
    assert (tighter.characters_more, tighter.characters_less) == (2, 0)
    assert tighter.clauses == {"ssn": (1, 2)}
    other = impact(documents, digits(2), digits(2, "*"))
    assert (other.otherwise, other.same) == (2, 1)

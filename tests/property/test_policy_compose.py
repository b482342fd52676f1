"""Laws of composition: nothing a part asks for is lost when strictest wins."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.policy import IdentifierClause, Policy
from engine.policy.combining.compose import compose
from engine.policy.combining.strictness import operator, together
from tests.drawn_cases import number_of_cases

CATEGORIES = ("ssn", "phone", "fax", "account")
OPERATORS = ("placeholder", "redact", "pseudonym", "last-4")
TERMS = ("Acme", "Doe", "acme", "Zoo")


def distinct(values: list[str]) -> list[str]:
    return list({value.casefold(): value for value in values}.values())


@st.composite
def clauses(draw: st.DrawFn, ident: str) -> dict:
    allow = distinct(draw(st.lists(st.sampled_from(TERMS), max_size=2)))
    taken = {term.casefold() for term in allow}
    deny = [
        t for t in distinct(draw(st.lists(st.sampled_from(TERMS), max_size=2))) if t.casefold() not in taken
    ]
    return {
        "id": ident,
        "find": draw(st.lists(st.sampled_from(CATEGORIES), min_size=1, unique=True)),
        "law": "GDPR Art. 10",
        "replace_with": draw(st.sampled_from(OPERATORS)),
        "threshold": draw(st.floats(0, 1)),
        "allow": allow,
        "deny": deny,
    }


@st.composite
def policies(draw: st.DrawFn, name: str) -> Policy:
    n = draw(st.integers(1, 3))
    identifiers = [draw(clauses(f"c{place}")) for place in range(n)]
    return Policy.model_validate(
        {"policy": name, "version": "1.0.0", "title": "T", "identifiers": identifiers}
    )


def by_category(policy: Policy) -> dict[str, list[IdentifierClause]]:
    found: dict[str, list[IdentifierClause]] = {}
    for clause in policy.identifiers:
        for category in clause.find:
            found.setdefault(category, []).append(clause)
    return found


def combined(*parts: Policy) -> Policy:
    whole = Policy.model_validate(
        {"policy": "whole", "version": "1.0.0", "title": "T", "combines": [part.policy for part in parts]}
    )
    composed = compose(whole, {part.policy: part for part in parts})
    assert not composed.problems
    return composed.policy


@settings(max_examples=number_of_cases(150), deadline=None, derandomize=True)
@given(policies("one"), policies("two"))
def test_no_part_is_weakened(one: Policy, two: Policy) -> None:
    settled = by_category(combined(one, two))
    for part in (one, two):
        for category, asking in by_category(part).items():
            for asked in asking:
                for clause in settled[category]:
                    assert operator(asked.replace_with.operator, clause.replace_with.operator) in (
                        "equivalent",
                        "stronger",
                    )
                    assert clause.threshold <= asked.threshold
                    assert {t.casefold() for t in clause.allow} <= {t.casefold() for t in asked.allow}
                    assert {t.casefold() for t in clause.deny} >= {t.casefold() for t in asked.deny}


@settings(max_examples=number_of_cases(100), deadline=None, derandomize=True)
@given(policies("one"), policies("two"))
def test_all_clauses_of_a_category_agree_and_order_does_not_matter(one: Policy, two: Policy) -> None:
    def shape(policy: Policy) -> dict:
        agreed = {}
        for category, found in by_category(policy).items():
            # placeholder and redact both leave nothing
            kinds = {c.replace_with.operator.replace("redact", "placeholder") for c in found}
            seen = {(c.threshold, *sorted({t.casefold() for t in c.deny})) for c in found}
            assert len(kinds) == len(seen) == 1
            agreed[category] = (kinds, seen)
        return agreed

    assert shape(combined(one, two)) == shape(combined(two, one))


@given(st.lists(st.sampled_from(["equivalent", "stronger", "weaker", "unknown"])))
def test_one_verdict_for_many(verdicts: list) -> None:
    found = together(verdicts)
    if found == "stronger":
        assert set(verdicts) <= {"stronger", "equivalent"}
    assert together(list(reversed(verdicts))) == found
    swap = {"stronger": "weaker", "weaker": "stronger"}
    assert together([swap.get(v, v) for v in verdicts]) == swap.get(found, found)

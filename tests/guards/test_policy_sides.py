"""No composition protects less than what it is made of, in any key, unless it says so and is reported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from adapters.reports.html import render_report
from engine.plan.plan import compile_plan
from engine.policy.clauses.fields import Clause
from engine.policy.combining.compose import Composed, compose
from engine.policy.combining.conflict import Loosened
from engine.policy.combining.sides import SIDES, looser_keys
from engine.policy.model import Policy
from engine.record.report import summarize

LAW = "GDPR Art. 10"
SSN = {"id": "s", "find": ["ssn"], "law": LAW, "replace_with": "pseudonym"}
HIV = {"id": "c", "protect": "HIV", "law": LAW, "alpha": 1.5}


def parts_of(annotation: Any) -> Iterator[type[Clause]]:
    if isinstance(annotation, type) and issubclass(annotation, Clause):
        yield annotation
    for each in get_args(annotation):
        yield from parts_of(each)


def reachable(model: type[Clause]) -> set[type[Clause]]:
    found = {model}
    for field in model.model_fields.values():
        for part in parts_of(field.annotation):
            found |= {part} | reachable(part)
    return found


def test_every_key_of_the_policy_language_has_a_side() -> None:
    kinds = reachable(Policy)
    assert len(kinds) > 20
    for kind in kinds:
        assert SIDES[kind].keys() == kind.model_fields.keys(), kind.__name__


def policy(name: str, **keys: Any) -> Policy:
    return Policy.model_validate({"policy": name, "version": "1.0.0", "title": "T", **keys})


PERSONS = {"quasi_identifiers": {"AGE": {}, "SEX": {}}, "k": 20}
VALID = {"name": "A", "method": "B", "determined": "2024-01-01"}
GATE = {"sample": "s.jsonl", "gain_at_most": 0.02}
STRICT_AND_LOOSE: list[tuple[str, Any, Any]] = [
    ("release", {"require_approved": True}, {"require_approved": False}),
    ("release", {"quarantine": "refuse"}, {"from": "a", "to": "b", "quarantine": "allow"}),
    ("release", {"certificates": "written"}, {"certificates": "none"}),
    ("known_terms", ["Zephyr"], ["Zephyr", "OCR-7"]),
    ("known_terms", [], ["OCR-7"]),
    ("knowledge", ["wordnet", "snomed"], ["wordnet"]),
    ("counts", "wikipedia", "news"),
    ("style", ["punctuation"], []),
    ("matter_pseudonyms", None, "keller"),
    ("effective", "2099-01-01", "2000-01-01"),
    ("review", {"all_above": 0}, {"all_above": 90, "sample": 1}),
    ("review", {"separate": True, "own_signature": True}, {"separate": False}),
    ("earlier_releases", {"then": "refuse"}, {"then": "allow"}),
    ("earlier_releases", {"keep_days": 3650}, {"keep_days": 1}),
    ("gate", GATE, GATE | {"gain_at_most": 0.5}),
    ("gate", GATE, GATE | {"sample": "other.jsonl"}),
    ("reidentification", PERSONS, PERSONS | {"k": 2}),
    ("reidentification", PERSONS, PERSONS | {"quasi_identifiers": {"AGE": {}}}),
    ("reidentification", PERSONS | {"expert": VALID | {"valid_until": "2025-01-01"}}, PERSONS),
    (
        "reidentification",
        PERSONS | {"expert": VALID | {"valid_until": "2025-01-01"}},
        PERSONS | {"expert": VALID | {"valid_until": "2099-01-01"}},
    ),
    ("documents", {"images": "blank"}, {"images": "keep"}),
    ("documents", {"formats": ["txt"]}, {"formats": ["md"]}),
    ("documents", {"names": "number"}, {"names": "keep"}),
    ("documents", {"more_languages": []}, {"more_languages": ["de"]}),
    ("documents", {}, {"encoding": "windows-1252"}),
    ("documents", {"encoding": "windows-1252"}, {"encoding": "koi8-r"}),
    ("documents", {}, {"columns": [{"named": ["name"], "then": "keep"}]}),
    (
        "documents",
        {"columns": [{"named": ["name"], "then": "drop"}]},
        {"columns": [{"named": ["name"], "then": "replace", "category": "ssn"}]},
    ),
]
IDS = [f"{key}-{place}" for place, (key, *_) in enumerate(STRICT_AND_LOOSE)]
MADE_OF = {"extends": "base"}, {"combines": ["base"]}


def composed(strict: dict[str, Any], **own: Any) -> tuple[Policy, Composed]:
    sources = {"counts": "wikipedia", "knowledge": ["wordnet"], "identifiers": [SSN], "concepts": [HIV]}
    said = {key: value for key, value in strict.items() if value is not None}
    base = with_keys(policy("base", **sources), said)
    return base, compose(with_keys(policy("own", **own.pop("made_of")), own), {"base": base})


def with_keys(one: Policy, keys: dict[str, Any]) -> Policy:
    """The policy with these keys, dates as text."""
    written = one.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude_none=True)
    return Policy.model_validate_json(json.dumps(written | keys), strict=False)


@pytest.mark.parametrize("made_of", MADE_OF, ids=["extends", "combines"])
@pytest.mark.parametrize(("key", "strict", "loose"), STRICT_AND_LOOSE, ids=IDS)
def test_silence_keeps_what_a_base_asks_for(key: str, strict: Any, loose: Any, made_of: Any) -> None:
    base, found = composed({key: strict}, made_of=made_of)
    assert not found.problems and not found.loosened
    assert not looser_keys(base, found.policy)


@pytest.mark.parametrize("made_of", MADE_OF, ids=["extends", "combines"])
@pytest.mark.parametrize(("key", "strict", "loose"), STRICT_AND_LOOSE, ids=IDS)
def test_a_looser_value_never_holds_unsaid(key: str, strict: Any, loose: Any, made_of: Any) -> None:
    """Either the stricter value holds, or the policy is refused until it gives a reason, and is reported."""
    base, found = composed({key: strict}, made_of=made_of, **{key: loose})
    if not found.problems:
        assert not looser_keys(base, found.policy)
        return
    own = key in ("documents", "gate", "reidentification")
    reason = {key: loose | {"because": "A court."}} if own else {key: loose, "because": "A court."}
    base, found = composed({key: strict}, made_of=made_of, **reason)
    if [each.code for each in found.problems] == ["POL055"]:
        return  # no reason excuses a list of formats that leaves none
    assert not found.problems
    [less] = found.loosened
    assert (less.subject, less.base, less.because) == (key, "base", "A court.")


def test_the_report_names_what_is_looser_and_why() -> None:
    less = Loosened("documents", ("images",), "hipaa-safe-harbor", "The pictures were checked by hand.")
    plan = compile_plan(policy("own", identifiers=[SSN]), policy_sha256="0" * 64, loosened=(less,))
    created = "2026-01-01T00:00:00+00:00"
    page = render_report(summarize(release_id="r", created=created, tool="t", plan=plan, documents=[]))
    for words in ("documents: images", "hipaa-safe-harbor", "The pictures were checked by hand."):
        assert words in page


@pytest.mark.parametrize("made_of", [*MADE_OF, {"identifiers": [SSN]}])
def test_a_reason_for_nothing_is_refused(made_of: Any) -> None:
    _, found = composed({}, made_of=made_of, because="Why not.")
    assert [(each.code, each.path) for each in found.problems] == [("POL053", ("because",))]

"""The policy check: every fault found at once, each with its place and advice."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.policies.files import load_policy
from engine.catalog.names import SHIPPED
from engine.errors import InvalidError, Outcome
from engine.policy import Policy
from engine.policy.check import check

GOOD = {
    "policy": "clinic",
    "version": "1.0.0",
    "title": "Records of a clinic",
    "counts": "wikipedia",
    "knowledge": ["wordnet"],
    "identifiers": [{"find": ["ssn", "phone"], "law": "45 CFR 164.514(b)(2)(i)(D)-(G)"}],
    "concepts": [{"protect": "HIV", "law": "NY Pub. Health Law § 2782", "alpha": 1.5}],
}


def changed(path: tuple[str | int, ...], value: object) -> dict:
    data = copy.deepcopy(GOOD)
    at: object = data
    for step in path[:-1]:
        at = at[step]  # type: ignore[index]
    at[path[-1]] = value  # type: ignore[index]
    return data


def codes(data: object) -> list[tuple[str, str]]:
    checked = check(data, SHIPPED)
    assert (checked.policy is None) == bool(checked.problems)
    return [(p.code, ".".join(map(str, p.path))) for p in checked.problems]


def test_a_good_policy_has_defaults_and_ids() -> None:
    policy = check(GOOD, SHIPPED).policy
    assert policy is not None
    assert [clause.id for clause in policy.clauses] == ["identifiers[0]", "concepts[0]"]
    assert policy.identifiers[0].replace_with.operator == "placeholder"
    assert policy.concepts[0].evidence.min_joint == 3


def test_a_policy_cannot_be_changed() -> None:
    policy = Policy.model_validate(GOOD)
    with pytest.raises(ValueError, match="frozen"):
        policy.title = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("polcy",), "x", ("POL010", "polcy")),
        (("learn",), {}, ("POL010", "learn")),
        (("concepts", 0, "hide_class"), {}, ("POL010", "concepts.0.hide_class")),
        (("version",), 1.0, ("POL011", "version")),
        (("identifiers",), "ssn", ("POL011", "identifiers")),
        (("identifiers", 0), "ssn", ("POL011", "identifiers.0")),
        (("identifiers", 0, "find"), "ssn", ("POL011", "identifiers.0.find")),
        (("identifiers", 0, "threshold"), "0.5", ("POL011", "identifiers.0.threshold")),
        (("identifiers", 0, "threshold"), True, ("POL011", "identifiers.0.threshold")),
        (("identifiers", 0, "unverified"), "no", ("POL011", "identifiers.0.unverified")),
        (("effective",), "soon", ("POL011", "effective")),
        (("concepts", 0, "alpha"), 0.4, ("POL012", "concepts.0.alpha")),
        (("concepts", 0, "alpha"), 21, ("POL012", "concepts.0.alpha")),
        (("concepts", 0, "alpha"), float("nan"), ("POL011", "concepts.0.alpha")),
        (("concepts", 0, "sets"), 2, ("POL010", "concepts.0.sets")),
        (("concepts", 0, "groups"), 5, ("POL012", "concepts.0.groups")),
        (("identifiers", 0, "find"), [], ("POL012", "identifiers.0.find")),
        (("concepts", 0, "law"), None, ("POL013", "concepts.0.law")),
        (("concepts", 0, "counting"), "strings", ("POL014", "concepts.0.counting")),
        (("identifiers", 0, "replace_with"), "stars", ("POL014", "identifiers.0.replace_with.operator")),
        (("policy",), "My Policy", ("POL015", "policy")),
        (("version",), "1.0", ("POL015", "version")),
        (("release",), {"from": "a", "to": "b", "every": "0 25 * * *"}, ("POL015", "release.every")),
        (("identifiers", 0, "find"), ["ssn", "ssn"], ("POL015", "identifiers.0.find")),
        (("concepts", 0, "disclose_at_most"), "disease", ("POL016", "concepts.0.alpha")),
        (("identifiers", 0, "status"), "partly", ("POL016", "identifiers.0.note")),
        (("identifiers", 0, "id"), "concepts[0]", ("POL016", "concepts.0.id")),
        (("identifiers", 0, "replace_with"), {"operator": "zip3"}, None),
        (("identifiers", 0, "find"), ["ssnn"], ("POL020", "identifiers.0.find.0")),
        (("identifiers", 0, "countries"), ["xx"], ("POL035", "identifiers.0.countries.0")),
        (
            ("identifiers", 0, "replace_with"),
            {"operator": "exemption"},
            ("POL016", "identifiers.0.replace_with.code"),
        ),
        (
            ("identifiers", 0, "replace_with"),
            {"operator": "exemption", "code": "219-09-1234"},
            ("POL015", "identifiers.0.replace_with.code"),
        ),
        (("identifiers", 0, "replace_with"), "year", ("POL021", "identifiers.0.replace_with")),
        (("identifiers", 0, "law"), "45 CFR 164.514(b)(2)(i)(Z)", ("POL023", "identifiers.0.law")),
        (("concepts", 0, "law"), "410 ILCS 305/9", ("POL024", "concepts.0.law")),
        (("knowledge",), ["wordnett"], ("POL025", "knowledge.0")),
        (("counts",), "wikipedias", ("POL026", "counts")),
        (("documents",), {"formats": ["wpd"]}, ("POL027", "documents.formats.0")),
        (("laws",), [{"cite": "GDPR Art. 10", "title": "x"}], ("POL029", "laws.0.cite")),
    ],
)
def test_each_fault_has_its_code_and_place(path, value, expected) -> None:
    found = codes(changed(path, value))
    if expected is None:
        assert ("POL016", "identifiers.0.replace_with.census") in found
        assert ("POL021", "identifiers.0.replace_with") in found
    else:
        assert found == [expected]


@pytest.mark.parametrize("missing", ["policy", "version", "title"])
def test_missing_keys(missing: str) -> None:
    data = {key: value for key, value in GOOD.items() if key != missing}
    assert codes(data) == [("POL013", missing)]


def test_a_policy_must_do_something_and_say_from_what() -> None:
    bare = {key: GOOD[key] for key in ("policy", "version", "title")}
    assert codes(bare) == [("POL016", "identifiers")]
    without = {key: value for key, value in GOOD.items() if key not in ("counts", "knowledge")}
    assert ("POL016", "counts") in codes(without)
    assert ("POL016", "knowledge") in codes(without)


@pytest.mark.parametrize("data", [None, [], "text", 3, {}, {1: 2}])
def test_what_is_no_policy_at_all(data: object) -> None:
    assert codes(data)


def test_faults_of_one_clause_do_not_hide_those_of_another() -> None:
    data = changed(("concepts",), [{"protect": "HIV", "law": 5}, {"protect": "AIDS", "law": "x", "alfa": 1}])
    assert set(codes(data)) >= {
        ("POL011", "concepts.0.law"),
        ("POL016", "concepts.0.alpha"),
        ("POL010", "concepts.1.alfa"),
        ("POL016", "concepts.1.alpha"),
        ("POL023", "concepts.1.law"),
    }


def test_house_rules_are_laws_too() -> None:
    data = changed(("identifiers", 0, "law"), "House rule 7")
    assert codes(data) == [("POL023", "identifiers.0.law")]
    data["laws"] = [{"cite": "House rule 7", "title": "Numbers stay inside"}]
    assert codes(data) == []


def test_advice_names_the_nearest_name() -> None:
    near = check(changed(("identifiers", 0, "find"), ["fone"]), SHIPPED).problems[0]
    assert near.advice == "Did you mean phone?"
    later = replace(
        SHIPPED, categories=("ssn",), to_come={"person": "the model is not available in this version"}
    )
    told = check(changed(("identifiers", 0, "find"), ["person"]), later).problems[0]
    assert "not available in this version" in told.advice
    key = check(changed(("identifers",), []), SHIPPED).problems[0]
    assert key.advice == "Did you mean identifiers?"


def test_both_faults_of_a_file_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "clinical.yaml"
    path.write_text(
        "policy: clinical\nversion: 1.0.0\ntitle: Records\ncounts: wikipedia\nknowledge: [wordnet]\n"
        "identifiers:\n  - finds: [ssn]\n    find: [ssn]\n    law: 45 CFR 164.514(b)(2)(i)(G)\n"
        "concepts:\n  - protect: HIV\n    alpha: 0.4\n    law: NY Pub. Health Law § 2782\n"
    )
    with pytest.raises(InvalidError) as caught:
        load_policy(path, SHIPPED)
    unknown, alpha = caught.value.faults
    assert (unknown.code, alpha.code) == ("POL010", "POL012")
    assert unknown.where == f"{path}:7:5 identifiers[0].finds"
    assert alpha.where == f"{path}:12:12 concepts[0].alpha"
    assert alpha.must == "must be a number >= 1"
    assert alpha.got == "0.4"
    assert "1 blocks only certainty" in alpha.advice
    assert caught.value.outcome is Outcome.INVALID


def test_an_old_key_is_refused_with_its_new_name() -> None:
    found = check(changed(("confuse",), {"class": "client"}), SHIPPED).problems
    assert [(p.code, p.path, p.advice) for p in found] == [
        ("POL010", ("confuse",), "It is called hide_class now; its settings are the same.")
    ]

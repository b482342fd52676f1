"""`documents` of policies that extend and combine others: the strictest setting prevails."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from adapters.policies.files import LoadedPolicy, load_policy
from engine.catalog.names import SHIPPED
from engine.errors import InvalidError
from engine.plan.comparison import compare_plans
from engine.plan.plan import Plan, compile_plan
from engine.policy.clauses.documents import CHOICES, DocumentsClause
from engine.policy.combining.documents import Party, combine
from engine.policy.combining.sides import SIDES

SSN = "45 CFR 164.514(b)(2)(i)(G)"


@pytest.fixture
def load(tmp_path: Path):
    def write(**documents: str) -> LoadedPolicy:
        for name, text in documents.items():
            head = f"policy: {name}\nversion: 1.0.0\ntitle: T\n"
            find = f"identifiers:\n  - {{id: {name}, find: [ssn], law: {SSN}}}\n"
            (tmp_path / f"{name}.yaml").write_text(head + find + text)
        return load_policy(tmp_path / f"{list(documents)[-1]}.yaml", SHIPPED)

    return write


def codes(load, **documents: str) -> list[tuple[str, str]]:
    with pytest.raises(InvalidError) as caught:
        load(**documents)
    return [(each.code, each.where.rsplit(" ", 1)[-1]) for each in caught.value.faults]


@pytest.mark.parametrize("key", CHOICES)
def test_combining_is_never_weaker_than_either(key: str) -> None:
    values = [value for level in CHOICES[key] for value in level]
    for one, other in product(values, values):
        asked = [Party(n, DocumentsClause(**{key: v})) for n, v in (("a", one), ("b", other))]
        value = getattr(combine(asked, False)[0], key)
        assert value == getattr(combine(asked[::-1], False)[0], key)
        for each in (one, other):
            assert SIDES[DocumentsClause][key](
                DocumentsClause(**{key: each}), DocumentsClause(**{key: value}), key
            ) in ("equivalent", "stronger"), (one, other, value)
        assert getattr(combine(asked, True)[0], key) == one


def test_a_combined_policy_that_is_silent_asks_for_the_safe_default(load) -> None:
    both = "combines: [a, b]\n"
    loaded = load(a="documents: {images: keep}\n", b="", both=both)
    assert loaded.policy.documents.images == "blank"
    told = [c for c in loaded.conflicts if c.subject == "documents"]
    assert [(c.setting, c.kept, c.kept_value, c.overruled, c.overruled_value) for c in told] == [
        ("images", "b", "blank", "a", "keep")
    ]


def test_precedence_first_lets_the_first_that_speaks_decide(load) -> None:
    both = "combines: [a, b]\nprecedence: first\nbecause: an order\n"
    loaded = load(a="documents: {images: keep}\n", b="documents: {images: blank}\n", both=both)
    assert loaded.policy.documents.images == "keep"


def test_what_extends_takes_over_and_may_tighten(load) -> None:
    loaded = load(
        a="documents: {comments: refuse, names: keep}\n",
        b="extends: a\ndocuments: {attachments: remove, names: number}\n",
    )
    found = loaded.policy.documents
    assert (found.comments, found.attachments, found.names) == ("refuse", "remove", "number")


def test_what_extends_may_loosen_only_with_a_reason(load) -> None:
    loose = "extends: a\ndocuments: {images: keep, names: keep%s}\n"
    assert codes(load, a="", b=loose % "") == [("POL051", "documents.images"), ("POL051", "documents.names")]
    assert load(a="", b=loose % ", because: checked by hand").policy.documents.images == "keep"
    assert codes(load, a="", b="extends: a\ndocuments: {images: blank, because: no}\n") == [
        ("POL053", "documents.because")
    ]


def test_columns_are_dropped_before_replaced_and_kept_only_by_all(load) -> None:
    replaced = "{named: [name], then: replace, category: ssn}"
    one = f"documents: {{columns: [{{named: [id, ward], then: keep}}, {replaced}]}}\n"
    other = "documents: {columns: [{named: [ID], then: keep}, {named: [Name], then: drop}]}\n"
    loaded = load(a=one, b=other, both="combines: [a, b]\n")
    rules = {name: rule.then for rule in loaded.policy.documents.columns for name in rule.named}
    assert rules == {"id": "keep", "Name": "drop"}
    assert {c.setting for c in loaded.conflicts} == {"column ward", "column name"}


def test_limits_are_the_tightest_that_were_set(load) -> None:
    loaded = load(
        a="documents: {limits: {file_mb: 200, seconds: 20}}\n",
        b="documents: {limits: {file_mb: 100}}\n",
        both="combines: [a, b]\n",
    )
    limits = loaded.policy.documents.limits
    assert (limits.file_mb, limits.seconds, limits.memory_mb) == (100, 20, 1536)


def test_two_encodings_are_none(load) -> None:
    loaded = load(
        a="documents: {encoding: windows-1252}\n",
        b="documents: {encoding: koi8-r}\n",
        both="combines: [a, b]\n",
    )
    assert loaded.policy.documents.encoding is None
    assert [c.setting for c in loaded.conflicts] == ["encoding", "encoding"]


def test_of_two_encodings_the_first_policy_keeps_its_own() -> None:
    parties = [Party(n, DocumentsClause(encoding=e)) for n, e in (("a", "koi8-r"), ("b", "cp437"))]
    clause, overruled = combine(parties, first=True)
    assert clause.encoding == "koi8-r"
    assert overruled == [("encoding", "a", "koi8-r", "b", "cp437")]


def plan(load, documents: str) -> Plan:
    return compile_plan(load(x=f"documents: {documents}\n").policy, policy_sha256="0" * 64)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("{images: keep}", "{}", "stronger"),
        ("{}", "{scanned_pages: redact}", "weaker"),
        ("{revisions: accept}", "{revisions: reject}", "unknown"),
        ("{revisions: accept}", "{revisions: remove}", "stronger"),
        ("{names: keep}", "{names: 'x-{number}'}", "stronger"),
        ("{names: 'y-{number}'}", "{names: 'x-{number}'}", "equivalent"),
        ("{}", "{columns: [{named: [a], then: drop}]}", "unknown"),
    ],
)
def test_differences_are_judged(load, old: str, new: str, expected: str) -> None:
    assert compare_plans(plan(load, old), plan(load, new)).verdict == expected

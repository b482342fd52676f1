"""Composition: what extends and combines make of policies, and what they refuse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.policies.cases import cases_folder, load_cases
from adapters.policies.files import LoadedPolicy, load_policy
from engine.catalog.names import SHIPPED
from engine.errors import InvalidError
from engine.policy.combining.sides import compare

CATALOG = replace(SHIPPED, censuses=(2000, 2020))
SSN = "45 CFR 164.514(b)(2)(i)(G)"
COURT = "Fed. R. Civ. P. 5.2(a)(1)"
HEAD = "version: 1.0.0\ntitle: T\n"

HIPAA = f"""policy: hipaa
{HEAD}identifiers:
  - {{id: G, find: [ssn], law: {SSN}, threshold: 0.4}}
  - {{id: DE, find: [phone, fax], law: 45 CFR 164.514(b)(2)(i)(D)-(E), allow: [911, "112"]}}
not_covered:
  - {{id: A, law: 45 CFR 164.514(b)(2)(i)(A), reason: names}}
""".replace("[911", '["911"')
COURTS = f"""policy: courts
{HEAD}identifiers:
  - {{id: a1, find: [ssn, taxpayer-id], law: {COURT}, replace_with: last-4, deny: [Doe]}}
  - {{id: fax, find: [fax], law: {COURT}, replace_with: pseudonym, allow: ["911"]}}
"""


@pytest.fixture
def load(tmp_path: Path):
    def write(**texts: str) -> LoadedPolicy:
        for name, text in texts.items():
            (tmp_path / f"{name}.yaml").write_text(text)
        return load_policy(tmp_path / f"{list(texts)[-1]}.yaml", CATALOG)

    return write


def failing(load, **texts: str) -> list[tuple[str, str]]:
    with pytest.raises(InvalidError) as caught:
        load(**texts)
    return [(each.code, each.where.rsplit(" ", 1)[-1]) for each in caught.value.faults]


def test_the_strictest_clause_wins_and_conflicts_are_listed(load) -> None:
    both = f"policy: both\n{HEAD}combines: [courts, hipaa]\n"
    loaded = load(hipaa=HIPAA, courts=COURTS, both=both)
    found = {c.id: c for c in loaded.policy.identifiers}
    assert list(found) == [
        "courts/a1",
        "courts/a1+taxpayer-id",
        "courts/fax",
        "hipaa/G",
        "hipaa/DE",
        "hipaa/DE+fax",
    ]
    ssn = found["courts/a1"]
    assert (ssn.find, ssn.replace_with.operator, ssn.threshold, ssn.deny) == (
        ("ssn",),
        "placeholder",
        0.4,
        ("Doe",),
    )
    assert found["courts/a1+taxpayer-id"].replace_with.operator == "last-4"
    assert found["hipaa/G"].deny == ("Doe",)
    assert found["hipaa/DE"].allow == ("911", "112")
    assert found["courts/fax"].allow == found["hipaa/DE+fax"].allow == ("911",)
    assert found["courts/fax"].replace_with.operator == "placeholder"
    assert [e.id for e in loaded.policy.not_covered] == ["hipaa/A"]
    lines = [str(conflict) for conflict in loaded.conflicts]
    assert (
        f"ssn: courts/a1 ({COURT}) asks for replace_with last-4, "
        f"hipaa/G ({SSN}) for placeholder, which wins" in lines
    )
    assert {(c.subject, c.setting) for c in loaded.conflicts} == {
        ("ssn", "replace_with"),
        ("ssn", "threshold"),
        ("fax", "replace_with"),
        ("fax", "allow"),
    }
    assert set(loaded.included) == {"hipaa.yaml", "courts.yaml"}


@pytest.mark.parametrize(
    ("more", "lacking"),
    [
        ("concepts: [{protect: HIV, alpha: 1.5, law: GDPR Art. 9(1)}]", ["counts", "knowledge"]),
        ("attributes: [{hide: [place], rare_words: 10, law: GDPR Art. 9(1)}]", ["counts"]),
        ("release: {certificates: written}", ["release.certificates"]),
    ],
)
def test_what_clauses_rest_on_must_come_from_one_of_the_policies(
    load, more: str, lacking: Sequence[str]
) -> None:
    both = f"policy: both\n{HEAD}combines: [courts, hipaa]\n{more}\n"
    assert failing(load, hipaa=HIPAA, courts=COURTS, both=both) == [("POL016", key) for key in lacking]


def test_precedence_can_be_declared_with_a_reason(load) -> None:
    first = f"policy: both\n{HEAD}combines: [courts, hipaa]\nprecedence: first\n"
    assert failing(load, hipaa=HIPAA, courts=COURTS, both=first) == [("POL016", "because")]
    loaded = load(hipaa=HIPAA, courts=COURTS, both=first + "because: the court asks for it\n")
    found = {c.id: c for c in loaded.policy.identifiers}
    assert found["hipaa/G"].replace_with.operator == found["courts/a1"].replace_with.operator == "last-4"
    kept = {(c.subject, c.kept, c.overruled) for c in loaded.conflicts if c.setting == "replace_with"}
    assert kept == {("ssn", "courts/a1", "hipaa/G"), ("fax", "courts/fax", "hipaa/DE")}


def test_different_parts_of_a_value_leave_a_placeholder(load) -> None:
    clause = f"{{find: [zip], law: {SSN}, replace_with: {{operator: zip3, census: 2000}}}}"
    old = f"policy: one\n{HEAD}identifiers: [{clause}]\n"
    new = old.replace("one", "two").replace("2000", "2020")
    loaded = load(one=old, two=new, both=f"policy: both\n{HEAD}combines: [one, two]\n")
    assert {c.replace_with.operator for c in loaded.policy.identifiers} == {"placeholder"}
    assert {c.kept for c in loaded.conflicts} == {"all clauses together"}


def test_clauses_about_concepts_all_stay(load) -> None:
    def concept(name: str, alpha: float, corpus: str) -> str:
        return (
            f"policy: {name}\n{HEAD}counts: {corpus}\nknowledge: [wordnet]\n"
            f"concepts: [{{id: c, protect: HIV, law: GDPR Art. 9(1), alpha: {alpha}}}]\n"
        )

    both = f"policy: both\n{HEAD}combines: [one, two]\n"
    loaded = load(one=concept("one", 1.5, "wikipedia"), two=concept("two", 2, "wikipedia"), both=both)
    assert [(c.id, c.alpha) for c in loaded.policy.concepts] == [("one/c", 1.5), ("two/c", 2)]
    assert loaded.policy.counts == "wikipedia"
    assert loaded.policy.knowledge == ("wordnet",)
    assert [(c.setting, c.kept) for c in loaded.conflicts] == [("alpha", "two/c")]


def test_different_corpora_need_a_choice(tmp_path: Path) -> None:
    catalog = replace(SHIPPED, corpora=("wikipedia", "news"))
    for name, corpus in (("one", "wikipedia"), ("two", "news")):
        (tmp_path / f"{name}.yaml").write_text(
            f"policy: {name}\n{HEAD}counts: {corpus}\n"
            "concepts: [{protect: HIV, law: GDPR Art. 9(1), alpha: 2, replace_with: redact}]\n"
        )
    path = tmp_path / "both.yaml"
    path.write_text(f"policy: both\n{HEAD}combines: [one, two]\n")
    with pytest.raises(InvalidError, match="POL054"):
        load_policy(path, catalog)
    path.write_text(f"policy: both\n{HEAD}counts: news\ncombines: [one, two]\n")
    with pytest.raises(InvalidError, match="POL051"):
        load_policy(path, catalog)
    path.write_text(f"policy: both\n{HEAD}counts: news\nbecause: newer\ncombines: [one, two]\n")
    assert load_policy(path, catalog).policy.counts == "news"


def test_an_extension_may_tighten_and_add(load) -> None:
    tight = (
        f"policy: tight\n{HEAD}extends: hipaa\nidentifiers:\n"
        f"  - {{id: G, find: [ssn, taxpayer-id], law: {SSN}, threshold: 0.3}}\n"
        f"  - {{id: F, find: [email], law: 45 CFR 164.514(b)(2)(i)(F)}}\n"
    )
    loaded = load(hipaa=HIPAA, tight=tight)
    assert [c.id for c in loaded.policy.identifiers] == ["G", "DE", "F"]
    assert loaded.policy.identifiers[0].find == ("ssn", "taxpayer-id")
    assert [e.id for e in loaded.policy.not_covered] == ["A"]


@pytest.mark.parametrize(
    "clause",
    [
        f"{{id: G, find: [ssn], law: {SSN}, threshold: 0.5}}",
        f"{{id: G, find: [ssn], law: {SSN}, threshold: 0.4, replace_with: pseudonym}}",
        f"{{id: G, find: [taxpayer-id], law: {SSN}, threshold: 0.4}}",
        f"{{id: G, find: [ssn], law: {SSN}, threshold: 0.4, allow: [x]}}",
    ],
)
def test_an_extension_may_loosen_only_with_a_reason(load, clause: str) -> None:
    loose = f"policy: loose\n{HEAD}extends: hipaa\nidentifiers:\n  - {clause}\n"
    assert failing(load, hipaa=HIPAA, loose=loose) == [("POL051", "identifiers[0]")]
    reason = loose.replace("}\n", ", because: a court order}\n")
    assert load(hipaa=HIPAA, loose=reason).policy.identifiers[0].because == "a court order"


def test_a_clause_about_classes_may_not_be_loosened_under_another_id(load, tmp_path: Path) -> None:
    """A policy has one: a second one stands in the place of the first, whatever it is called."""
    (tmp_path / "past.jsonl").write_text('{"text": "wheat", "client": "Adlow"}\n')
    past = "corpus: {from: past.jsonl, text: text, class: client}"
    five = f"policy: five\n{HEAD}hide_class: {{law: {SSN}, k: 5, {past}}}\n"
    two = f"policy: two\n{HEAD}extends: five\nhide_class: {{id: mine, law: {SSN}, k: 2, {past}}}\n"
    assert failing(load, five=five, two=two) == [("POL051", "hide_class")]
    reason = two.replace("k: 2", "k: 2, because: two clients")
    assert load(five=five, two=reason).policy.hide_class.k == 2
    assert load(five=five, two=two.replace("k: 2", "k: 9")).policy.hide_class.k == 9


def test_reasons_that_excuse_nothing_are_refused(load) -> None:
    idle = f"policy: idle\n{HEAD}identifiers:\n  - {{id: G, find: [ssn], law: {SSN}, because: why not}}\n"
    assert failing(load, idle=idle) == [("POL053", "identifiers[0].because")]


def test_a_clause_can_be_left_out_with_a_reason_and_is_then_not_covered(load) -> None:
    without = f"policy: less\n{HEAD}extends: hipaa\nwithout:\n  - {{clause: DE, because: no phones here}}\n"
    loaded = load(hipaa=HIPAA, less=without)
    assert [c.id for c in loaded.policy.identifiers] == ["G"]
    assert loaded.policy.not_covered[-1].reason == "Left out by less: no phones here"
    wrong = without.replace("DE", "DF")
    assert failing(load, hipaa=HIPAA, less=wrong) == [("POL052", "without[0].clause")]
    assert failing(load, hipaa=HIPAA, less=without.replace("extends: hipaa", "combines: [hipaa]")) == [
        ("POL016", "without")
    ]


def test_unknown_bases_circles_and_faults_of_a_base(load) -> None:
    both = f"policy: both\n{HEAD}combines: [hippa]\n"
    assert failing(load, hipaa=HIPAA, both=both) == [("POL050", "combines[0]")]
    one = f"policy: one\n{HEAD}extends: two\n"
    assert failing(load, two=one.replace("one", "x").replace("two", "one"), one=one) == [
        ("POL056", "extends")
    ]
    bad = HIPAA.replace("threshold: 0.4", "threshold: 4")
    assert failing(load, hipaa=bad, both=both.replace("hippa", "hipaa")) == [
        ("POL012", "identifiers[0].threshold")
    ]
    itself = f"policy: both\n{HEAD}combines: [both]\n"
    assert ("POL056", "combines[0]") in failing(load, both=itself)


def test_formats_must_be_shared(load) -> None:
    text = HIPAA + "documents: {formats: [txt, md], names: keep}\n"
    both = f"policy: both\n{HEAD}combines: [hipaa]\ndocuments: {{formats: [md, csv]}}\n"
    loaded = load(hipaa=text, both=both)
    assert loaded.policy.documents.formats == ("md",)
    assert loaded.policy.documents.names == "keep"
    assert failing(load, hipaa=text, both=both.replace("md, csv", "csv")) == [("POL055", "documents.formats")]


def test_a_combined_policy_is_tried_on_what_must_go_by_its_parts(load, tmp_path: Path) -> None:
    loaded = load(hipaa=HIPAA, courts=COURTS, both=f"policy: both\n{HEAD}combines: [courts, hipaa]\n")
    for policy, clause in (("hipaa", "DE"), ("courts", "a1")):
        folder = tmp_path / f"{policy}.cases"
        folder.mkdir()
        (folder / "x.yaml").write_text(
            f"clause: {clause}\nmust_go: [{{text: a 1, gone: ['1'], becomes: a N}}]\n"
            "must_stay: [{text: b}]\n"
        )
    cases = load_cases(cases_folder(loaded.path), loaded.policy)
    assert [group.clause for group in cases] == [
        "courts/a1",
        "courts/a1+taxpayer-id",
        "hipaa/DE",
        "hipaa/DE+fax",
    ]
    assert {go.becomes for group in cases for go in group.must_go} == {None}
    assert not any(group.must_stay for group in cases)
    extended = load(more=f"policy: more\n{HEAD}extends: hipaa\n")
    inherited = load_cases(cases_folder(extended.path), extended.policy)
    assert [(g.clause, g.must_go[0].becomes, len(g.must_stay)) for g in inherited] == [("DE", "a N", 1)]


def test_an_extended_policys_cases_apply_but_for_clauses_with_cases_of_their_own(
    load, tmp_path: Path
) -> None:
    for name, clause, number in (("hipaa", "G", "1"), ("hipaa", "DE", "2"), ("ours", "G", "3")):
        folder = tmp_path / f"{name}.cases"
        folder.mkdir(exist_ok=True)
        case = f'{{text: "No. {number}", gone: ["{number}"]}}'
        (folder / f"{clause}.yaml").write_text(f"clause: {clause}\nmust_go:\n  - {case}\n")
    loaded = load(hipaa=HIPAA, ours=f"policy: ours\n{HEAD}extends: hipaa\n")
    cases = load_cases(cases_folder(loaded.path), loaded.policy)
    assert [(case.clause, case.must_go[0].text) for case in cases] == [("G", "No. 3"), ("DE", "No. 2")]


@pytest.mark.parametrize("how", ["extends: linked", "combines: [linked]"])
def test_what_every_release_must_meet_is_taken_over_and_where_it_goes_is_not(load, how: str) -> None:
    linked = (
        f"policy: linked\n{HEAD}language: de\nmatter_pseudonyms: keller\n"
        "release: {from: a, to: b, every: 0 2 * * *, quarantine: refuse, require_approved: true}\n"
        f"identifiers:\n  - {{id: G, find: [ssn], law: {SSN}, replace_with: pseudonym}}\n"
    )
    policy = load(linked=linked, ours=f"policy: ours\n{HEAD}{how}\n").policy
    assert (policy.language, policy.matter_pseudonyms) == ("en", None)
    assert policy.release.model_dump(exclude_defaults=True) == {
        "quarantine": "refuse",
        "require_approved": True,
    }
    every = f"policy: ours\n{HEAD}{how}\nrelease: {{every: 0 2 * * *}}\n"
    assert failing(load, linked=linked, ours=every)[0] == ("POL016", "release.from")


def test_two_clauses_of_one_policy_about_one_category_are_settled_too(load) -> None:
    twice = (
        f"policy: twice\n{HEAD}identifiers:\n"
        f"  - {{id: one, find: [ssn], law: {SSN}, replace_with: last-4}}\n"
        f"  - {{id: two, find: [ssn], law: {SSN}, deny: [Doe]}}\n"
    )
    loaded = load(twice=twice)
    assert {(c.replace_with.operator, c.deny) for c in loaded.policy.identifiers} == {
        ("placeholder", ("Doe",))
    }
    assert [(c.kept, c.overruled) for c in loaded.conflicts] == [("two", "one")]


def test_a_broader_clause_of_another_policy_is_heard(load) -> None:
    """A minor is a person: HIPAA's placeholder beats the court's initials."""
    names = f"policy: names\n{HEAD}identifiers:\n  - {{id: A, find: [person], law: {SSN}}}\n"
    court = (
        f"policy: court\n{HEAD}identifiers:\n"
        f"  - {{id: a3, find: [minor], law: {COURT}, replace_with: initials}}\n"
    )
    loaded = load(names=names, court=court, both=f"policy: both\n{HEAD}combines: [court, names]\n")
    found = {clause.id: clause.replace_with.operator for clause in loaded.policy.identifiers}
    assert found == {"court/a3": "placeholder", "names/A": "placeholder"}
    [conflict] = loaded.conflicts
    assert (conflict.subject, conflict.kept, conflict.overruled) == ("minor", "names/A", "court/a3")
    own = f"policy: own\n{HEAD}extends: court\nidentifiers:\n  - {{id: A, find: [person], law: {SSN}}}\n"
    alone = load(court=court, own=own)
    assert {c.id: c.replace_with.operator for c in alone.policy.identifiers}["a3"] == "initials"


def test_of_clauses_about_one_table_the_strictest_wins_in_each_respect(load) -> None:
    """Protected zeros from the one, the higher k from the other; both are named."""
    clause = (
        "tables:\n  - {{id: t, law: {law}, files: [a.csv], k: {k}, choose: greedy-ones,\n"
        "     protect_zeros: {zeros}, columns: {{a: {{kind: binary}}}}}}\n"
    )
    one = f"policy: one\n{HEAD}" + clause.format(law=SSN, k=3, zeros="true")
    two = f"policy: two\n{HEAD}" + clause.format(law=SSN, k=7, zeros="false")
    for names in ("one, two", "two, one"):
        both = f"policy: both\n{HEAD}combines: [{names}]\n"
        loaded = load(one=one, two=two, both=both)
        [table] = loaded.policy.tables
        assert (table.k, table.protect_zeros) == (7, True)
        assert {each.setting for each in loaded.conflicts} == {"k", "protect_zeros"}
    old, new = (load(**{name: text}).policy.tables[0] for name, text in (("two", two), ("one", one)))
    assert compare(new, new.model_copy(update={"protect_zeros": False})) == "weaker"
    assert compare(new, new.model_copy(update={"k": old.k})) == "stronger"


def test_tables_of_people_take_the_highest_k_and_all_columns(load) -> None:
    hipaa = HIPAA + "reidentification: {quasi_identifiers: {age: {edges: [39]}}, k: 5}\n"
    courts = COURTS + "reidentification: {quasi_identifiers: {age: {}, sex: {}}, k: 20}\n"
    both = f"policy: both\n{HEAD}combines: [hipaa, courts]\n"
    rule = load(hipaa=hipaa, courts=courts, both=both).policy.reidentification
    assert rule is not None
    assert (rule.k, sorted(rule.quasi_identifiers)) == (20, ["age", "sex"])
    assert rule.quasi_identifiers["age"].edges == (39,)


@pytest.mark.parametrize(
    ("own", "fails"),
    [
        ("{quasi_identifiers: {age: {}, sex: {}}, k: 20}", False),
        ("{quasi_identifiers: {age: {}, sex: {}}, k: 19}", True),
        ("{quasi_identifiers: {age: {}}, k: 20}", True),
        ("{quasi_identifiers: {age: {}}, k: 2, because: A court.}", False),
    ],
)
def test_tables_of_people_may_not_be_loosened(load, own: str, fails: bool) -> None:
    courts = COURTS + "reidentification: {quasi_identifiers: {age: {}, sex: {}}, k: 20}\n"
    ours = f"policy: ours\n{HEAD}extends: courts\nreidentification: {own}\n"
    if fails:
        assert failing(load, courts=courts, ours=ours)[0][0] == "POL066"
    else:
        assert load(courts=courts, ours=ours).policy.reidentification is not None

"""docs/policies: one page for each shipped policy and a list of all, generated and current.

To write them anew: ``python -m tests.integration.test_policy_pages``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.policies.files import shipped_policies
from engine.policy import Policy
from tests.shipped_policies import shipped_policy
from tools.policy_pages import policy_index, policy_page, shared_notes

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "policies"


def page(name: str) -> str:
    policy = shipped_policy(name)
    bases = [shipped_policy(base) for base in policy.bases]
    return policy_page(policy, bases, shared_notes(shipped()))


def shipped() -> list[Policy]:
    return [shipped_policy(name) for name in sorted(shipped_policies())]


def index() -> str:
    return policy_index(shipped())


@pytest.mark.parametrize("name", sorted(shipped_policies()))
def test_the_page_of_a_policy_is_current(name: str) -> None:
    path = FOLDER / f"{name}.md"
    assert path.read_text(encoding="utf-8") == page(name), (
        "run: python -m tests.integration.test_policy_pages"
    )


def test_the_safe_harbor_page_names_all_eighteen_identifiers() -> None:
    text = page("hipaa-safe-harbor")
    for letter in "ABCDEFGHIJKLMNOPQR":
        assert f"45 CFR 164.514(b)(2)(i)({letter})" in text
    assert "Files that are pictures are read for words, and the faces found in them are covered" in text


def test_a_page_leaves_out_what_the_page_of_its_base_says_word_for_word() -> None:
    made_of = page("us-state-hiv-std")
    assert "21 clauses are as there" in made_of and "hipaa-safe-harbor/" not in made_of
    assert "What is not covered there is not covered here." in made_of and "Biometric" not in made_of
    assert "\n- `hiv`, NY Pub." in made_of and "740 ILCS 110" in made_of
    directive = page("eu-directive-95-46")
    assert "- `religion`: Religious beliefs (discloses religion, alpha 2). **Partly:** as there." in directive


def test_a_page_says_what_is_not_covered_where_its_base_covers_it() -> None:
    base, made = shipped_policy("gdpr-special-categories"), shipped_policy("eu-directive-95-46")
    fewer = made.model_copy(update={"not_covered": made.not_covered[1:]})
    assert made.not_covered[0] in base.not_covered
    assert "What is not covered there" not in policy_page(fewer, [base])
    assert all(entry.reason in policy_page(fewer, [base]) for entry in fewer.not_covered)


def test_what_most_clauses_share_is_said_once() -> None:
    text = page("uk-gdpr")
    assert "\nUnless named: law UK GDPR Art. 4(1); in its place placeholder.\n" in text
    assert "- `address`: Street addresses and coordinates (`street-address, coordinates`).\n" in text
    assert (
        "- `dates`: Dates, dates of birth among them, of which the year stays (`date, birth-date` → year)."
        in text
    )
    assert "- `numbers`, UK GDPR Art. 4(1); DPA 2018 s. 11(2): Accounts" in text
    assert "Unless named" not in page("us-court-filings-criminal")


def test_a_note_of_many_policies_stands_on_the_list() -> None:
    names, *others = shared_notes(shipped())
    assert names.startswith("Names are found by a statistical model, which misses some") and others
    assert f"\n1. {names}\n" in index()
    for name in ("uk-gdpr", "us-ferpa"):
        assert names not in page(name)
        assert "**Partly:** [note 1](index.md#notes-of-several-policies)." in page(name)


def test_every_clause_that_is_covered_partly_has_a_note_that_says_so() -> None:
    for policy in shipped():
        for clause in policy.clauses:
            assert clause.status == "covered" or clause.note, clause.id


def test_no_page_is_left_of_a_policy_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == {*shipped_policies(), "index"}


def test_the_list_of_all_policies_is_current() -> None:
    assert (FOLDER / "index.md").read_text(encoding="utf-8") == index(), (
        "run: python -m tests.integration.test_policy_pages"
    )
    assert all(f"\n- [`{name}`]({name}.md): " in index() for name in shipped_policies())
    assert "(docs/policies/index.md)" in (FOLDER.parents[1] / "README.md").read_text(encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in shipped_policies():
        (FOLDER / f"{each}.md").write_text(page(each), encoding="utf-8")
    (FOLDER / "index.md").write_text(index(), encoding="utf-8")

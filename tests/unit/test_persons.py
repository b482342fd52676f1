"""A name that the corpus never saw stays in a harmless document where the text shows it to be a person's."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checks.concepts import ProtectedConcept, residual_terms
from engine.checks.people import people_in
from engine.language.terms import fold
from engine.methods.c_sanitized.persons import persons
from tests.c_sanitized_corpus import CONTEXTS, but, compiled, concept_rule, release, sanitizer
from tests.shipped_sanitizer import shipped

RULE = concept_rule("hiv", alpha=2.0, z=1.0, min_joint=2)
NAMES = ("Ngozi", "Oyelaran", "Przybylski", "Ó Dubhghaill", "Mbeki-Lund", "T. Quillfeather", "van der Zwan")
UNSEEN = (
    "Quillfeatherby",
    "Balogunski",
    "Tchoukriel",
    "Bakonyvariss",
    "Oyelaranós",
    "McTavishberg-Lundqvisty",
)
FORMS = ("{}'s", "The {}s'", "{}s", "{}es", "At {}", "O'{}", "{}ies")
BEHIND = (" Ltd", " Street", " Hospital", " plc", " and Sons Ltd", " Advisory LLP")
OPENINGS = ("Dear ", "Hi ", "Mrs ", "seen by Dr ", "Patient: ", "cc: ", "Kind regards,\n", "Attendees: ")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Dear Ngozi, Biktarvy came.", {"ngozi"}),
        ("Mrs Adaeze Oyelaran-Smith called.", {"adaeze", "oyelaran", "smith"}),
        ("cc: Olu Adeyemi, Bjorn Hval", {"olu", "adeyemi", "bjorn", "hval"}),
        ("Kind regards,\n\nPriya Venkat\nWard", {"priya", "venkat"}),
        ("Medication: Biktarvy\nName: Truvada", set()),
        ("He takes Biktarvy, and Dr came.", set()),
        ("she thanked mrs oyelaran", set()),
        # firms and streets, by what stands behind
        (
            "Dear all,\nBellweather Advisory Ltd wrote from 4 Tenter Street.",
            {"bellweather", "advisory", "tenter"},
        ),
        (
            "Dear all,\nHe left Quill and Skoglund plc for Saltersgate Hospital",
            {"quill", "skoglund", "saltersgate"},
        ),
        ("He starts Biktarvy, the street is long.", set()),
        ("Biktarvy street", set()),
        # the name below a letter
        ("Dear all,\n\nIt is late.\n\nDemelza Küng\nCurator, Leeds", {"demelza", "küng"}),
        ("Dear all,\n\nHappy Christmas,\nRuaridh Bose\n", {"ruaridh", "bose"}),
        ("Drugs\n\nBiktarvy Forte\n", set()),
        ("Dear all,\n\nBiktarvy\n", set()),
        ("Dear all,\n\nBiktarvy Forte came.\n\nBest,\nIlinca", {"ilinca"}),
        ("Dear all,\n\nwe use these new drugs,\nBiktarvy", set()),
    ],
)
def test_people_are_shown_by_what_stands_before_them(text: str, names: set[str]) -> None:
    assert persons(text) == names
    assert names <= {fold(word) for word in people_in(text)}


@given(
    st.lists(
        st.tuples(st.sampled_from(OPENINGS), st.sampled_from(NAMES), st.sampled_from(("", " came.", ", and")))
    )
)
def test_the_second_reader_sees_every_person_that_the_method_sees(lines: list[tuple[str, str, str]]) -> None:
    text = "\n".join("".join(line) for line in lines)
    assert persons(text) <= {fold(word) for word in people_in(text)}


def test_such_a_name_stays_in_a_harmless_document_and_goes_in_one_about_the_concept() -> None:
    using = sanitizer(compiled(RULE, [*CONTEXTS, *["mrs went to the council"] * 9]), [])
    assert release("Mrs Oyelaran went to the council.", using) == "Mrs Oyelaran went to the council."
    assert "Oyelaran" not in release("Mrs Oyelaran has HIV.", using)


def test_what_nothing_shows_to_be_a_person_goes_as_before() -> None:
    using = sanitizer(compiled(RULE), [])
    assert "Oyelaran" not in release("The Oyelaran went to the council.", using)
    assert "oyelaran" not in release("Dear Ngozi, the oyelaran came to the council.", using)


def test_a_name_that_was_seen_with_the_concept_goes_behind_a_title_too() -> None:
    contexts = ["hiv and oyelaran", *["a council of state"] * 300, *["oyelaran came"] * 3, *["hiv"] * 9]
    concept = compiled(but(RULE, alpha=1.5), contexts, [])
    assert concept.judge("oyelaran") == "unproven"
    assert "Oyelaran" not in release("Mrs Oyelaran went to the council.", sanitizer([concept]))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Mrs Oyelaranski came, and Oyelaranski's son.", 0),
        ("The Oyelaranski came.", 1),
        ("Mrs Oyelaranski takes oyelaranski.", 1),
        ("Mr and Mrs Balogunski. The Balogunskis lend trestles, the Balogunskis' own.", 0),
        ("Dear Ngozi, Biktarvyx came.", 1),
    ],
)
def test_the_check_asks_for_the_same(text: str, left: int) -> None:
    found = residual_terms(text, [ProtectedConcept(*_protected())])
    assert [one.verdict for one in found] == ["unseen"] * left


def _protected() -> tuple[object, object]:
    one = shipped("HIV").protected
    return one.rule, one.table


@given(
    st.lists(st.tuples(st.sampled_from(UNSEEN), st.sampled_from(BEHIND), st.sampled_from(FORMS)), max_size=3),
    st.lists(st.sampled_from(UNSEEN), min_size=1, max_size=4),
    st.sampled_from(("\n\n", "\n\nBest,\n", "\n\nHappy Christmas,\n\n")),
    st.sampled_from(("", "\nCurator", ", Curator\nLeeds")),
)
@settings(deadline=None)
def test_what_the_method_leaves_of_firms_and_below_letters_passes_the_check(
    firms: list[tuple[str, str, str]], signed: list[str], above: str, below: str
) -> None:
    said = "\n".join(f"We met {name}{behind}, and {form.format(name)} house." for name, behind, form in firms)
    text = f"Dear all,\n\n{said}{above}{' '.join(signed)}{below}"
    assert persons(text) <= {fold(word) for word in people_in(text)}
    assert shipped("HIV").release(text) is not None


@given(
    st.lists(
        st.tuples(
            st.sampled_from(OPENINGS),
            st.sampled_from(UNSEEN),
            st.sampled_from(("", "'s", "’s", "s", "s'")),
            st.sampled_from(FORMS),
        ),
        max_size=6,
    )
)
@settings(deadline=None)
def test_what_the_method_leaves_passes_the_check(lines: list[tuple[str, str, str, str]]) -> None:
    """`release` asks the check."""
    text = "\n".join(
        f"{before}{name}{own} came. {form.format(name)} house." for before, name, own, form in lines
    )
    assert shipped("HIV").release(text) is not None


def test_letters_with_such_names_pass_the_check() -> None:
    text = "Dear Mr Tchoukriel,\n\nThe hall is booked for Saturday.\n\nYours sincerely,\nZsuzsa Bakonyvari"
    assert shipped("HIV").release(text) == text


def test_firms_and_streets_show_names_in_letters_alone() -> None:
    assert persons("The Grunches live in Grunch Road.") == frozenset()

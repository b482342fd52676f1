"""Personal attributes: what is found, what stands in its place, and what a policy may ask."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest

from engine.catalog.attributes import LEVELS, AttributeName, Level
from engine.catalog.names import SHIPPED
from engine.checks.attributes import StatementCheck
from engine.errors import InvalidError
from engine.methods.attributes import AttributeFinder
from engine.methods.attributes.cues import CueFinder, read_table, tokens_of
from engine.methods.attributes.findings import Finding, disjoint
from engine.methods.c_sanitized import Taxonomy
from engine.plan.steps import AttributeStep
from engine.policy.check import check
from engine.policy.clauses.attributes import AttributeClause
from engine.policy.combining.sides import compare
from engine.stages.attributes import AttributeStage
from engine.text import Document, SensitiveText, carried_out
from flows.compiling.reference_corpora import WebCorpus

ALL = tuple(LEVELS)
LAW = {"law": "House rule"}


def released(text: str, hide: tuple[AttributeName, ...] = ALL, level: Level = "nothing", **more: Any) -> str:
    step = AttributeStep(id="a", hide=hide, disclose_at_most=level, **more)
    stage = AttributeStage([step], None, Taxonomy.read([]))
    return carried_out(text, stage.decide(Document("1", SensitiveText(text))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When he passed away I sold it.", "When he went I sold it."),
        ("Since Walter passed I cook.", "Since Walter went I cook."),
        ("After Christmas passed we met.", "After Christmas passed we met."),
        ("When the train passed we waved.", "When the train passed we waved."),
    ],
)
def test_that_a_partner_is_gone_is_told_as_little(text: str, expected: str) -> None:
    assert released(text, ("relationship",)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("At 58 I need the manual.", "At a certain age I need the manual."),
        ("I turned thirty-four last week.", "I turned a certain age last week."),
        ("Turned thirty-one beside a well.", "Turned a certain age beside a well."),
        ("It turned ninety degrees.", "It turned ninety degrees."),
        ("A 14-year-old asked me.", "A person asked me."),
        ("(34F) here, is it normal?", "(a person) here, is it normal?"),
        ("In my early forties I ran.", "In a certain age I ran."),
        ("We left in 1987.", "We left in a past year."),
        ("Twelve years later it rained.", "Some years later it rained."),
        ("I waited 34 minutes and left.", "I waited 34 minutes and left."),
        ("We left at twenty to five.", "We left at twenty to five."),
        ("Page 34 and chapter 12 are missing.", "Page 34 and chapter 12 are missing."),
    ],
)
def test_ages_and_years(text: str, expected: str) -> None:
    assert released(text, ("age",)) == expected


@pytest.mark.parametrize(
    ("level", "expected"),
    [("decade", "At fifty-something I stop."), ("band", "At between thirty and sixty I stop.")],
)
def test_an_age_may_keep_its_decade_or_band(level: Level, expected: str) -> None:
    assert released("At 58 I stop.", ("age",), level) == expected


@pytest.mark.parametrize(
    ("age", "decade"), [(99, "ninety"), (100, "hundred"), (114, "hundred"), (300, "hundred")]
)
def test_ages_of_a_hundred_and_more_have_a_decade(age: int, decade: str) -> None:
    expected = f"A {decade}-something oak fell."
    assert released(f"A {age}-year-old oak fell.", ("age",), "decade") == expected


def test_a_policy_without_attributes_looks_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AttributeFinder, "find", lambda self, text: pytest.fail("looked"))
    stage = AttributeStage([], None, Taxonomy.read([]))
    assert stage.decide(Document("1", SensitiveText("At 58 I stop."))) == []


@pytest.mark.parametrize(
    ("text", "level", "expected"),
    [
        ("I cleared $74,000 there.", "nothing", "I cleared a sum of money there."),
        ("I cleared $74,000 there.", "band", "I cleared tens of thousands there."),
        ("It is 165k francs.", "nothing", "It is a sum of money."),
        ("I get 26.50 an hour.", "band", "I get tens."),
        ("Sixty thousand is what we clear.", "nothing", "A sum of money is what we clear."),
        ("We owe four hundred thousand for it.", "nothing", "We owe a sum of money for it."),
        ("It cost a hundred and twenty thousand.", "nothing", "It cost a sum of money."),
        ("I said it a hundred times.", "nothing", "I said it a hundred times."),
        ("I ran a 10k run with 26 people.", "nothing", "I ran a 10k run with 26 people."),
    ],
)
def test_sums_of_money(text: str, level: Level, expected: str) -> None:
    assert released(text, ("income",), level) == expected


@pytest.mark.parametrize(
    ("hide", "text", "expected"),
    [
        (("relationship",), "My husband's car broke.", "My partner's car broke."),
        (("relationship",), "I am divorced, thanks.", "I am in some relationship, thanks."),
        (("sex",), "As a mother I know.", "As a person I know."),
        (("sex",), "My mother knows.", "My mother knows."),
        (("occupation",), "I am a nurse here.", "I am a worker here."),
        (("occupation",), "I cook for them.", "I cook for them."),
        (("education",), "I passed my GED then.", "I passed my [SCHOOLING] then."),
        (("place",), "We live in Chicago now.", "We live in [PLACE] now."),
        (("place",), "We went to Zorblax Falls again.", "We went to [PLACE] again."),
        (("age",), "Both grandchildren and a cassette.", "Both relatives and a [AGE]."),
    ],
)
def test_words_are_replaced_so_that_they_read_well(
    hide: tuple[AttributeName, ...], text: str, expected: str
) -> None:
    assert released(text, hide) == expected


def test_a_group_stays_where_the_policy_allows_it() -> None:
    assert released("I am a nurse here.", ("occupation",), "major-group") == "I am a professional here."
    assert released("I passed my GED then.", ("education",), "level") == "I passed my school then."
    assert released("She moved to Osaka.", ("place",), "country") == "She moved to Japan."


def test_a_cue_of_two_attributes_goes_as_far_as_the_stricter_clause_asks() -> None:
    steps = [
        AttributeStep(id="a", hide=("age",), disclose_at_most="decade"),
        AttributeStep(id="b", hide=("relationship",), disclose_at_most="nothing"),
    ]
    stage = AttributeStage(steps, None, Taxonomy.read([]))
    [decision] = stage.decide(Document("1", SensitiveText("My twins slept.")))
    assert (decision.clause, decision.category, decision.replacement) == ("a", "age", "children")


def test_what_a_clause_allows_stays() -> None:
    assert released("We live in Chicago now.", ("place",), allow=("chicago",)) == "We live in Chicago now."


def test_of_two_clauses_about_one_attribute_the_strictest_of_each_setting_holds() -> None:
    """As of policies that are combined, in either order: what one allows stays only if the other does too."""
    loose = AttributeStep(id="a", hide=("age",), disclose_at_most="decade", allow=("chicago", "58"))
    strict = AttributeStep(id="b", hide=("age", "place"), disclose_at_most="nothing")
    text = "At 58 I moved to Chicago."
    for steps in ([loose, strict], [strict, loose]):
        stage = AttributeStage(steps, None, Taxonomy.read([]))
        made = stage.decide(Document("1", SensitiveText(text)))
        assert carried_out(text, made) == released(text, ("age", "place"))
        assert {decision.clause for decision in made} == {"b"}
        assert list(StatementCheck(steps).residual("I live in Chicago."))


def test_only_what_is_asked_for_goes() -> None:
    text = "My husband is 58 and a nurse in Chicago."
    assert released(text, ("income",)) == text


def test_the_longest_cue_is_found_and_its_possessive_stays() -> None:
    cues = read_table("place | spot | |\n    lake, lake house\nage | child | |\n    my boy, weld~")
    text = "My boy was welding at the lake house."
    found = [text[cue.start : cue.end] for cue in CueFinder(cues).find(tokens_of(text))]
    assert found == ["boy", "welding", "lake house"]


def test_a_table_of_an_unknown_attribute_is_refused() -> None:
    with pytest.raises(ValueError, match="attributes that exist"):
        read_table("shoe-size | size | |\n    nine")


def test_findings_that_meet_become_one() -> None:
    one = Finding(0, 5, ("age",), {"nothing": "x"}, "noun", "a")
    other = Finding(3, 9, ("sex",), {"nothing": "y"}, "noun", "b")
    apart = Finding(12, 14, ("sex",), {"nothing": "z"}, "noun", "c")
    joined = one._replace(end=9, attributes=("age", "sex"))
    assert disjoint([one, apart, other]) == [joined, apart]


def test_findings_lie_inside_the_text_and_apart() -> None:
    text = "I'm 34 (m), a nurse in São Paulo since 2009; my wife's £900 a month, PhD... Ça va? 'BSc'"
    found = AttributeFinder().find(text)
    assert len(found) >= 7
    assert all(0 <= f.start < f.end <= len(text) for f in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


def problems(**clause: Any) -> list[tuple[str, str]]:
    data = {
        "policy": "p",
        "version": "1.0.0",
        "title": "T",
        "laws": [{"cite": "House rule", "title": "H"}],
        "attributes": [{**LAW, **clause}],
    }
    return [(p.code, p.path[-1] if p.path else "") for p in check(data, SHIPPED).problems]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ({"hide": "age", "disclose_at_most": "decade"}, []),
        ({"hide": ["age", "sex"], "disclose_at_most": "decade"}, [("POL016", "disclose_at_most")]),
        ({"hide": ["shoe-size"]}, [("POL014", 0)]),
        ({"hide": []}, [("POL012", "hide")]),
        ({"hide": ["age"], "rare_words": 10}, [("POL016", "rare_words")]),
        ({"hide": ["place"], "rare_words": 10}, [("POL016", "counts"), ("POL016", "knowledge")]),
        ({"hide": ["age"], "keep": "decade"}, [("POL010", "keep")]),
    ],
)
def test_check_says_what_is_wrong_with_a_clause(
    clause: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert problems(**clause) == expected


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ({}, {"disclose_at_most": "band"}, "weaker"),
        ({"disclose_at_most": "decade"}, {"disclose_at_most": "band"}, "stronger"),
        ({}, {"allow": ["58"]}, "weaker"),
        ({}, {"hide": ("age", "sex")}, "stronger"),
        ({}, {}, "equivalent"),
    ],
)
def test_two_clauses_are_compared(old: dict[str, Any], new: dict[str, Any], verdict: str) -> None:
    one, other = (AttributeClause.model_validate({**LAW, "hide": ("age",), **c}) for c in (old, new))
    assert compare(one, other) == verdict


STATEMENTS: dict[AttributeName, list[str]] = {
    "age": ["I am 34 and tired.", "A 34-year-old wrote.", "I was born in 1981.", "It was in my thirties."],
    "sex": ["I am a woman who sails.", "I'm pregnant again.", "It is my prostate."],
    "relationship": ["So my husband left.", "I am divorced now."],
    "occupation": ["I am a nurse.", "I work as a carpenter."],
    "income": ["I earn $74,000 there.", "We cleared 900 euros."],
    "education": ["I have a PhD.", "That was before my master's."],
    "place": ["I live in Chicago.", "We moved to Germany."],
    "birthplace": ["I grew up in Kenya.", "I'm from Mexico."],
}


@pytest.mark.parametrize("attribute", STATEMENTS)
def test_the_second_reader_finds_statements_and_the_method_leaves_none(attribute: AttributeName) -> None:
    step = AttributeStep(id="a", hide=(attribute,), disclose_at_most="nothing")
    judge = StatementCheck([step])
    for text in STATEMENTS[attribute]:
        assert [found.attribute for found in judge.residual(text)] == [attribute], text
        assert not list(judge.residual(released(text, (attribute,)))), text


def test_the_second_reader_knows_levels_and_allowed_terms() -> None:
    decade = AttributeStep(id="a", hide=("age",), disclose_at_most="decade")
    band = AttributeStep(id="a", hide=("age",), disclose_at_most="band")
    text = "It was in my thirties."
    assert not list(StatementCheck([decade]).residual(text))
    assert len(list(StatementCheck([band]).residual(text))) == 1
    allowed = AttributeStep(id="a", hide=("place",), disclose_at_most="nothing", allow=("chicago",))
    assert not list(StatementCheck([allowed]).residual("I live in Chicago."))


def test_what_a_clause_lets_stand_is_never_refused() -> None:
    """The second reader knew no country and no degree as a level: a policy that allowed them refused all."""
    for name, levels, statements in (
        ("place", ("country",), ["I live in Germany.", "I moved to Paris."]),
        ("birthplace", ("country",), ["I'm from Mexico.", "I was born in Lagos."]),
        ("education", ("level",), ["I have a PhD and a law degree.", "I passed my GED."]),
        ("occupation", ("major-group",), ["I'm a student.", "I work as a nurse."]),
        ("income", ("band",), ["I earn $52,000 a year."]),
        ("age", ("decade", "band"), ["I am 34.", "I turned 58 last year."]),
    ):
        for level, said in product(levels, statements):
            step = AttributeStep(id="a", hide=(name,), disclose_at_most=level)
            assert list(
                StatementCheck([step.model_copy(update={"disclose_at_most": "nothing"})]).residual(said)
            )
            assert not list(StatementCheck([step]).residual(released(said, (name,), level))), said
    country = AttributeStep(id="a", hide=("place",), disclose_at_most="country")
    assert list(StatementCheck([country]).residual("I live in Paris."))


def test_crp007_a_search_service_counts_no_words() -> None:
    service = WebCorpus.__new__(WebCorpus)  # what it is set up with makes no difference
    with pytest.raises(InvalidError, match="CRP007"):
        service.words()

"""Laws of what C-sanitized writes: in sentences put together at random, and in whole letters.

The twenty letters of `tests/letters/development.jsonl` were written beside the code and served to develop it.
They show that nothing breaks; they measure nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.language.terms import term_key
from engine.methods.c_sanitized.replacing.taxonomy import TOO_ABSTRACT
from engine.text import PLACEHOLDER, Decision
from tests.drawn_cases import number_of_cases
from tests.shipped_sanitizer import shipped

LETTERS = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "letters" / "development.jsonl").read_text().splitlines()
]
_MOST_MORE_WORDS = 3
"""An article, "of", and one word more than the phrase had: "600 mg of a medicine" for "efavirenz 600 mg"."""

TERMS = {
    "HIV": "HIV; AIDS; retrovirus; antiretroviral drugs; CD4 count; Kaposi's sarcoma; HIV-positive",
    "drug addiction": "heroin; methadone; addictive drugs; substance abuse; crack cocaine; narcotics",
    "mental illness": "schizophrenia; bipolar disorder; psychiatrist; psychiatric ward; antipsychotics",
    "trade union": "union; strike; shop steward; collective bargaining; union dues; trade unionists",
    "homosexuality": "gay bar; homosexual; lesbians; gay; same-sex marriage; homosexual acts; sodomy",
}
FRAMES = (
    "He spoke of {} yesterday.",
    "The {} was mentioned.",
    "{} was mentioned.",
    "She has a {} at home.",
    "They know three {} in town.",
    "His {}, he said, is his.",
    "- {}",
    "Label: {}\tnext",
    "He takes {} 10 mg a day.",
    "It began with {} in 2011.",
    "After {} and more {} nothing was left.",
)
sentences = st.sampled_from(sorted(TERMS)).flatmap(
    lambda concept: st.tuples(
        st.just(concept),
        st.lists(
            st.tuples(st.sampled_from(FRAMES), st.sampled_from(TERMS[concept].split("; "))),
            min_size=1,
            max_size=3,
        ).map(lambda pairs: "\n\n".join(frame.format(term, term) for frame, term in pairs)),
    )
)


def _bare(replacement: str) -> str:
    """A replacement without its article and the time or value behind it."""
    without_time = re.sub(rf"(?: \w+)?[ \t]+{re.escape(PLACEHOLDER)}\Z", "", replacement)
    return re.sub(r"\A(?:\d+ \w+ of )?(?:an?|another) ", "", without_time, flags=re.IGNORECASE)


def _check(text: str, decision: Decision) -> None:
    original = text[decision.start : decision.end]
    n_words = len(decision.replacement.split())
    assert n_words <= max(4, len(original.split())) + _MOST_MORE_WORDS
    if decision.action == "generalize":
        assert (
            term_key(_bare(decision.replacement)) not in TOO_ABSTRACT
            or _bare(decision.replacement) in original
        )
    before = text[: decision.start].rstrip(" ")
    if (not before or before[-1] in ".!?\n") and original[0].isupper():
        assert not decision.replacement[0].islower()
    assert "  " not in decision.replacement
    assert not re.search(r"\b(?:an? [aeo]n?\b|an? an?\b)", decision.replacement)
    assert decision.replacement.count("\n") <= original.count("\n")
    assert decision.replacement.count("\t") == original.count("\t")


@settings(max_examples=number_of_cases(60), deadline=None)
@given(sentences)
def test_laws_of_wording(pair: tuple[str, str]) -> None:
    concept, text = pair
    for decision in shipped(concept).decide(text):
        _check(text, decision)
    released = shipped(concept).release(text)
    assert released.count("\n") == text.count("\n")
    assert shipped(concept).release(released) == released


@pytest.mark.parametrize("letter", LETTERS, ids=[f"{each['concept']}-{each['kind']}" for each in LETTERS])
def test_letters_keep_their_shape(letter: dict[str, str]) -> None:
    text, using = letter["text"], shipped(letter["concept"])
    for decision in using.decide(text):
        _check(text, decision)
    released = using.release(text)
    assert [line.count("\t") for line in released.splitlines()] == [
        line.count("\t") for line in text.splitlines()
    ]


def _names() -> Iterator[tuple[str, str]]:
    for name in ("Tom", "Finch", "Jack", "Robin", "Rose", "Olive", "Daisy", "Pike", "Bell", "Hart", "Stone"):
        for greeting in (
            "Hi {}, the HIV test is back.",
            "We told Mr {} of the HIV test.",
            "It is from {}, who had an HIV test.",
        ):
            yield name, greeting.format(name)


@pytest.mark.parametrize(("name", "text"), list(_names()))
def test_a_first_name_or_surname_is_no_animal_plant_or_thing(name: str, text: str) -> None:
    released = shipped("HIV").release(text)
    kept = text.replace("an HIV test", "a test").replace("HIV test", "test")
    assert released in (kept, kept.replace(name, PLACEHOLDER))

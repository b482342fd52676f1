"""Plain style: what each habit becomes, and what no rule may touch."""

from __future__ import annotations

import re

import pytest

from engine.catalog.style import HABITS, Habit
from engine.stages.style import StyleStage
from engine.text import Decision, Document, Part, SensitiveText, carried_out, without_style

POST = """Whilst I dont agree,  I think it's definately *worth* a look --- isn't it?!  The colour was
grey ... perhaps.  In order to see it you must NOT go "there"; he said `no way' btw.

i think that's all!!!  you don't have to answer :-)
"""
PLAIN = """While I do not agree, I think it is definitely worth a look - is it not? The color was
gray, maybe. To see it you must not go "there"; he said "no way" by the way.

I think that is all! You do not have to answer :)
"""


def written(text: str, habits: tuple[Habit, ...] = HABITS, *, is_plain_text: bool = False) -> str:
    document = Document("1", SensitiveText(text))
    return carried_out(text, StyleStage(habits).decide(document, [], is_plain_text=is_plain_text))


def sentence(words: str) -> str:
    """English enough to be taken for English."""
    return f"This is what they have for you and me: {words}"


def test_all_habits_together_and_nothing_twice() -> None:
    assert written(POST) == PLAIN
    assert written(PLAIN) == PLAIN


@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_that_is_not_named_stays(habit: Habit) -> None:
    shaggy = POST.replace("\n\n", " \n\n\n")
    others = tuple(each for each in HABITS if each != habit)
    assert written(shaggy, others, is_plain_text=True) != written(shaggy, is_plain_text=True)
    assert written(shaggy, ()) == shaggy


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("why don't you go", "why do you not go"),
        ("Can't they?", "Can they not?"),
        ("he won't and she can't", "he will not and she cannot"),
        ("it's been so, it's what it's worth", "it has been so, it is what it is worth"),
        ("Anna's dog and the dogs' bowls", "Anna's dog and the dogs' bowls"),
        ("I'd like it if they'd left", "I would like it if they'd left"),
        ("let's say we've seen", "let us say we have seen"),
        ("the Labour Party of the Centre", "the Labour Party of the Centre"),
        ("labour at the centre", "labor at the center"),
        ("We realised; they organise it", "We realized; they organize it"),
        ("he promised to surprise the wise", "he promised to surprise the wise"),
        ("the US and the WHO are NOT wrong", "the US and the WHO are not wrong"),
        ("on 3 Feb. and in June", "on 3 Feb. and in June"),
        ("fine … but so ....  He left", "fine, but so. He left"),
        ('he said "well... so" to me', 'he said "well... so" to me'),
        ("pages 3–5, 1990--1995 and -- well --", "pages 3–5, 1990--1995 and - well --"),
        ("well,yes ; no !", "well, yes; no!"),
        ("men & women", "men and women"),
        ("it was ALL THE same", "it was all the same"),
        ("they left.  he stayed. it is so", "they left. He stayed. It is so"),
        ("upon it, once upon a time", "on it, once upon a time"),
        ("it is so. Therefore, he therefore left", "it is so. So, he therefore left"),
    ],
)
def test_habits_become_plain(before: str, after: str) -> None:
    assert written(sentence(before)) == sentence(after)


@pytest.mark.parametrize(
    "kept",
    [
        "https://centre.example/colour?it's=u",
        "anna.colour@theatre.example",
        "C:\\centre\\btw.txt",
        "/usr/local/thru",
        "[NAME-BTW]",
        "[REDACTED]",
        "btw_id = thru-42",
        "#define NOT_ALL 1",
        "4..7 and 3...5",
        "-17.5 -- 12",
        "`dont  colour...`",
        "<centre align='grey'>",
        "ICD-10: F32.1, 1,000,000 and 12:30",
        "x[i] and i = 3",
        "$5.00!",
        "ALL in remission, a HER 2 test, NO by mask, a MUST score",
        "Tulsa, OK 74103 and Tulsa, OK",
        "Smith & Wesson Corp. v. Deere & Co. and the Dept. of Health & Human Servs.",
        "12 Mass. at 456, 3 Stat. at Large, the Sch. of Law and the Dist. of Columbia",
        "https://example.com/foo--bar,baz;quux",
        "git commit --amend",
        "a.b--c@mail.example",
        "Newcastle upon Tyne",
        "It's A Wonderful Life",
        "the till",
        "an IMO number",
        "\"he told me 'never again' and left\"",
    ],
)
def test_codes_numbers_and_placeholders_stay(kept: str) -> None:
    assert written(sentence(kept)) == sentence(kept)


def test_numbers_and_names_of_a_post_are_the_same_before_and_after() -> None:
    facts = re.compile(r"\d+(?:[.,:]\d+)*|(?<=[a-z] )[A-Z][a-z]+")
    text = sentence(
        "On 3.5.2021 we'd met Anna Keller, 1,200 m from Theatre Royal... didn't we?! It cost $12.50!!"
    )
    assert facts.findall(written(text)) == facts.findall(text)
    assert written(text) != text


@pytest.mark.parametrize(
    "other",
    [
        "Er ist im Haus, und die Farbe war grau ... oder so --- nicht wahr?! Im Garten war es still!!",
        "Il n'est pas là...  On dit qu'il n'a rien vu !! Et puis, c'est tout ?! Oui, c'est bien ça.",
        "int main() { if (a -- b) return !!x; }  // ...",
        "M4%7<O*,D)B!3!A?? /@!! 9%..",
    ],
)
def test_other_languages_and_data_stay(other: str) -> None:
    assert written(other) == other
    assert written(f"{POST}\n{other}").endswith(other)


def test_places_of_other_stages_and_kept_places_stay() -> None:
    text = sentence("I don't know btw, I can't say")
    at = text.index("don't")
    other = Decision(at, at + 5, "identifiers", "person", "replace", "[PERSON]", "names")
    kept = (text.index("can't"), text.index("can't") + 5)
    made = StyleStage(HABITS).decide(Document("1", SensitiveText(text)), [other], [kept])
    assert carried_out(text, made) == sentence("I [PERSON] know by the way, I can't say")
    assert without_style(made) == [other]


def test_cells_keys_and_links_stay() -> None:
    one, other = sentence("don't"), sentence("can't")
    text = f"{one}\n\n{other}"
    parts = (Part("value", 0, len(one)), Part("body", len(one) + 2, len(text)))
    document = Document("1", SensitiveText(text), parts)
    assert carried_out(text, StyleStage(HABITS).decide(document, [])) == f"{one}\n\n{sentence('cannot')}"


def test_lines_are_joined_in_plain_text_alone() -> None:
    text = "They said that this was what you would have to do for them if it\nwas too late.  \n- a\n- b\n"
    assert written(text, ("layout",)) == text
    assert written(text, ("layout",), is_plain_text=True) == text.replace("it\nwas", "it was").replace(
        "  \n", "\n"
    )

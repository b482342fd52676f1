"""The form changes what it is told, and leaves every other character of a policy as it was."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest

from adapters.policies.files import shipped_policies
from adapters.policies.yaml_edit import add, data_of, put, take
from engine.errors import InvalidError
from service.policies.form import bases_of, changed, looking, shown
from service.policies.form_fields import FIELDS, LOOKING, SCREENS, FormField, Screen

TEXTS = {name: path.read_text(encoding="utf-8") for name, path in shipped_policies().items()}
WHOLE = pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
EVERY = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
OTHER = {
    "line": "other-words", "text": "Other words:\nand more # here", "number": "7", "share": "0.5",
    "date": "2031-02-03",
}  # fmt: skip


def untouched(text: str, screen: Screen) -> dict[str, list[str]]:
    """What a browser sends when nobody answered anything."""
    data = data_of(text)
    sent = {"part": ["screen"], "who": [looking(data) or "all"]}
    for one in FIELDS[screen]:
        value = shown(data, one)
        if value is not None and (one.kind != "many" or value):
            sent[one.name] = value or [""]
    return sent | {"base": bases_of(data)}


def differing(before: str, after: str) -> tuple[list[str], list[str]]:
    """Lines that went and lines that came."""
    gone, came = list[str](), list[str]()
    old, new = before.split("\n"), after.split("\n")
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != "equal":
            gone, came = [*gone, *old[a:b]], [*came, *new[c:d]]
    return gone, came


def other(one: FormField, now: list[str]) -> list[str]:
    if one.kind == "many":
        return [next(each for each in one.choices if each not in now), *now]
    return [next(each for each in one.choices if [each] != now)] if one.choices else [OTHER[one.kind]]


def at(data: object, path: tuple[str, ...]) -> object:
    for step in path:
        data = data.get(step) if isinstance(data, dict) else None
    return data


@EVERY
def test_a_form_that_nobody_answered_changes_nothing(text: str) -> None:
    for screen in SCREENS:
        assert changed(text, screen, untouched(text, screen)) == text


ASKED: list[tuple[Screen, FormField]] = [
    (screen, one) for screen in SCREENS if screen != "people" for one in FIELDS[screen]
]


def some(text: str, whole: bool) -> list[tuple[Screen, FormField]]:
    """All fields, or one of them, another for each text."""
    return ASKED if whole else [ASKED[list(TEXTS.values()).index(text) % len(ASKED)]]


@WHOLE
@EVERY
def test_one_answer_changes_its_key_and_no_other_character(text: str, whole: bool) -> None:
    for screen, one in some(text, whole):
        now = shown(data_of(text), one)
        assert now is not None
        wanted = other(one, now)
        made = changed(text, screen, {**untouched(text, screen), one.name: wanted})
        again = shown(data_of(made), one)
        assert again is not None and sorted(again) == sorted(wanted), one.name
        gone, came = differing(text, made)
        old = at(data_of(text), one.path)
        assert len(gone) <= (0 if old is None else str(old).count("\n") + 1 + len(str(old)) // 20), one.name
        assert len(came) <= 4
        cleared = {**untouched(made, screen), one.name: now or [""]}
        if one.kind == "many":
            cleared[one.name] = now
        assert data_of(changed(made, screen, cleared)) == data_of(text), one.name


@EVERY
def test_who_looks_changes_alone(text: str) -> None:
    sent = {
        "part": ["screen"],
        "review.all_above": ["40"],
        "review.sample": ["50"],
        "review.keep_days": ["9"],
    }
    for who in LOOKING:
        made = changed(text, "people", {**sent, "who": [who]})
        review = data_of(made).get("review")
        assert {**data_of(made), "review": None} == {**data_of(text), "review": None}
        assert differing(text, made)[0] == []
        wanted = {"all": {"all_above": 0, "keep_days": 9}, "nobody": None}
        assert review == wanted.get(who, {"all_above": 40, "sample": 50, "keep_days": 9})
        back = changed(made, "people", {"part": ["screen"], "who": ["nobody"]})
        assert back.replace("\n", "") == text.replace("\n", "")


@WHOLE
@EVERY
def test_clauses_come_and_go_and_nothing_else(text: str, whole: bool) -> None:
    sent = {"part": ["clause"], "find": ["postal code, SIN"], "law": ["HIPAA"], "deny": ["Zephyr"]}
    made = changed(text, "never", sent)
    own = data_of(made)["identifiers"]
    assert own[-1]["find"] == ["zip", "national-id"]
    assert own[-1]["countries"] == ["ca"]
    assert differing(text, made)[0] == []
    place = [str(len(own) - 1)]
    back = changed(made, "never", {"part": ["clause-away"], "place": place})
    assert data_of(back) == data_of(text)
    for number in range(len(own) - 1 if whole else min(len(own) - 1, 1)):
        gone = changed(text, "never", {"part": ["clause-away"], "place": [str(number)]})
        lines, came = differing(text, gone)
        assert came == []
        assert len(data_of(gone).get("identifiers", [])) == len(own) - 2
        assert not [line for line in lines if line.startswith("#")]


@WHOLE
@EVERY
def test_a_clause_that_is_sent_as_it_stands_stays(text: str, whole: bool) -> None:
    for number, one in list(enumerate(data_of(text).get("identifiers", [])))[: None if whole else 1]:
        sent = {
            "part": ["clause"], "place": [str(number)], "find": [", ".join(one["find"])], "law": [one["law"]],
            "clause_title": [one.get("title", "")],
            **{
                name: ["\n".join(each for each in one.get(name, ()) if isinstance(each, str))]
                for name in ("deny", "like", "near")
            },
        }  # fmt: skip
        if not isinstance(one.get("replace_with"), dict):
            sent["replace_with"] = [one.get("replace_with", "")]
        assert changed(text, "never", sent) == text
        other_title = changed(text, "never", {**sent, "clause_title": ["Another title"]})
        assert data_of(other_title)["identifiers"][number] == {**one, "title": "Another title"}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a: {b: 1}\nz: 2\n", ("a",)),
        ("a:\n  b: 1  # one\n  c: 2\n", ("a", "b")),
        ("a:\n- 1\n- 2 # two\n", ("a", 1)),
    ],
)
def test_what_is_taken_goes_with_its_line_alone(text: str, path: tuple[str | int, ...]) -> None:
    made = take(text, path)
    assert set(made.split("\n")) < set(text.split("\n")) | {""}


def test_a_place_that_cannot_be_changed_alone_is_refused() -> None:
    for broken in (
        lambda: put("a: words\n", ("a", "b"), 1),
        lambda: put("a: [1]\n", ("a", 0, "b"), 1),
        lambda: take("a: {b: 1}\n", ("a",)),  # nothing would be left
        lambda: add("a: words\n", ("a",), 1),
        lambda: put("a: 1\n", ("b",), "\x7f\x00"),
    ):
        with pytest.raises(InvalidError, match="POL063"):
            broken()
    with pytest.raises(InvalidError, match="POL007"):
        put("a: &x 1\nb: *x\n", ("a",), 2)

"""User names that are made of the name of a person in the same document."""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import Any

import pytest

from engine.stages.identifiers.stage import IdentifierStage
from engine.stages.repeats import user_names
from engine.stages.repeats.plain_names import plain_names
from engine.stages.repeats.user_names import made_of_names
from engine.text import Span
from flows.compiling.compilation import compile_policy
from flows.evaluation.through_policy import inspected_texts

POLICY = """\
policy: persons
version: 1.0.0
title: Persons
identifiers:
  - id: persons
    law: 45 CFR 164.514(b)(2)(i)(A)
    find: [person]
    learn: {loss_ratio: 10}
    allow: [jsmith1962]
"""


def made(text: str, *names: str) -> list[str]:
    persons = [Span(text.index(name), text.index(name) + len(name), "person", 0.8) for name in names]
    return [text[s.start : s.end] for s in made_of_names(text, persons)]


@pytest.mark.parametrize(
    "user_name",
    [
        "jsmith",
        "jsmith1962",
        "josmith7",
        "smith_j",
        "john.smith88",
        "Smith1962",
        "smithj",
        "SMITH_JOHN",
        "johnsmith",
    ],
)
def test_a_user_name_of_a_person_is_found_whole(user_name: str) -> None:
    assert made(f"John Smith; ask {user_name}, or her.", "John Smith") == [user_name]


@pytest.mark.parametrize(
    "word", ["Smiths", "smithy", "blacksmith", "Smith.Next", "Smith-Jones", "smith", "ksmith", "smith@", "js"]
)
def test_other_words_that_hold_the_name_stay(word: str) -> None:
    assert made(f"John Smith; ask {word}, or her.", "John Smith") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Dr. Lopez: Lopez2, mlopez84, mlopez, lopez-1, mlopez8", ["Lopez2", "mlopez84"]),
        ("Lopez of jmueller, j.muller7, Jörg Müller, Müllern", []),
    ],
)
def test_of_a_family_name_alone_initials_need_digits(text: str, found: list[str]) -> None:
    assert made(text, "Lopez") == found


def test_umlauts_are_found_as_keyboards_without_them_write_them() -> None:
    text = "Jörg Müller: jmueller, j.muller7, Müller99, jmüller, Müllern; İ"
    assert made(text, "Jörg Müller") == ["jmueller", "j.muller7", "Müller99", "jmüller"]


def test_a_user_name_behind_a_line_of_dots_is_found() -> None:
    assert made("Bob Lack\nDesk....black62, lack_b_....9", "Bob Lack") == ["black62", "lack_b"]


def test_a_short_name_makes_no_user_name_of_a_word() -> None:
    assert made("Bob Lack is black; Tim Hen, then", "Bob Lack", "Tim Hen") == []


def test_many_names_cost_one_look() -> None:
    n = 5_000
    names = [f"Anna Bell{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}" for i in range(n)]
    text = "\n".join(f"{name} as a{name.split()[1].lower()}9" for name in names)
    spans, at = [], 0
    for name in names:
        at = text.index(name, at)
        spans.append(Span(at, at + len(name), "person"))
    begun = process_time()
    assert len(made_of_names(text, spans)) == n
    assert process_time() - begun < 20


def test_a_given_name_of_thousands_costs_each_user_name_one_look() -> None:
    """Each user name was compared with all names that share its word: 8,000 took fifteen seconds."""
    n = 8_000
    surnames = [f"Q{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}mann" for i in range(n)]
    lines = [f"John {name} john.zzz{i} john{i}xz johnzz{i}\n" for i, name in enumerate(surnames)]
    spans, at = [], 0
    for name, line in zip(surnames, lines, strict=True):
        spans.append(Span(at, at + len("John ") + len(name), "person"))
        at += len(line)
    begun = process_time()
    assert made_of_names("".join(lines), spans) == []
    assert process_time() - begun < 5


def test_each_word_is_judged_once_however_often_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each place was judged: a text of 50 MB took a minute and a half."""
    judged: list[str] = []
    judge = user_names._is_user_name

    def counted(token: str, *given: Any) -> bool:
        judged.append(token)
        return judge(token, *given)

    monkeypatch.setattr(user_names, "_is_user_name", counted)
    assert made("Anna Kroll, " + "krollish akroll5 " * 400, "Anna Kroll") == ["akroll5"] * 400
    assert sorted(judged) == ["akroll5", "kroll", "krollish"]


def test_an_umlaut_makes_no_second_name() -> None:
    assert made("Frau Müller; pmueller77, mmueller", "Müller") == ["pmueller77"]


def test_initials_may_stand_on_both_sides() -> None:
    text = "Leilani Kapule-Baker (lkapuleb), lkapulex"
    assert made(text, "Leilani Kapule-Baker") == ["Kapule-Baker", "lkapuleb"]


def test_a_name_goes_without_its_accents_but_not_a_word_in_small_letters() -> None:
    text = "Jùmọ̀kẹ́ Rosé: Jumoke was anxious. The rose and the jumoke. Jumokean."
    found = plain_names(text, [Span(0, len("Jùmọ̀kẹ́ Rosé"), "person")])
    assert [text[s.start : s.end] for s in found] == ["Jumoke"]


def test_a_user_name_that_a_clause_allows_stays(tmp_path: Path) -> None:
    policy = tmp_path / "p.yaml"
    policy.write_text(POLICY, encoding="utf-8")
    text = "Dear Mr. John Smith,\nplease tell jsmith1962 and the desk of Smith2 that it was closed.\n"
    (decided,) = inspected_texts(compile_policy(str(policy)), [text])
    gone = {text[d.start : d.end] for d in decided.decisions}
    assert "Smith2" in gone
    assert not [value for value in gone if "1962" in value]


def test_a_policy_that_removes_persons_removes_their_user_names() -> None:
    text = "Dear Mr. John Smith,\nplease tell jsmith1962 and the desk of Smith2 that it was closed.\n"
    policy = compile_policy("hipaa-safe-harbor")
    (decided,) = inspected_texts(policy, [text])
    assert {"jsmith1962", "Smith2"} <= {text[d.start : d.end] for d in decided.decisions}


def test_a_name_that_an_age_and_a_sex_told_goes_elsewhere_without_its_accents(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(IdentifierStage, "_learned_spans", lambda *_: [])
    text = "Rm 303 (neg pressure)  J.O. - Jùmọ̀kẹ́ Ogunleye  29F  r/o TB\n - Jumoke anxious, SW consult in\n"
    (decided,) = inspected_texts(compile_policy("hipaa-safe-harbor"), [text])
    assert {"Jùmọ̀kẹ́ Ogunleye", "Jumoke"} <= {text[d.start : d.end] for d in decided.decisions}

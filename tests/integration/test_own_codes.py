"""Numbers of a house's own, taught by examples: what is found, what stays, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.documents.opening.sources import Source
from engine.errors import InvalidError
from engine.policy.shapes import is_plain, shapes_of
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from flows.release.preview.together import looked_at, together

POLICY = """
policy: p
version: 1.0.0
title: Numbers of the house
laws: [{{cite: House rule 7, title: Our numbers stay inside}}]
identifiers:
  - {{id: badges, law: House rule 7, find: [own-code], like: {like}, near: {near}}}
"""
BADGES = ("[B-22014, B-9921]", "[badge, badge number]")
LOCKERS = ('["4471", "903201"]', "[locker]")


def released(folder: Path, lists: tuple[str, str], text: str) -> str:
    policy = folder / "p.yaml"
    policy.write_text(POLICY.format(like=lists[0], near=lists[1]))
    ready = DocumentPipeline(compile_policy(str(policy)), b"test" * 8, 2026)
    return ready.release(Source("1", "a.txt", "a.txt"), text.encode()).content.decode()


@pytest.mark.parametrize(
    "text",
    [
        "Officer Lee, badge B-22017, was there.",
        "B-4410 signed.",
        "Badge number: B-77121",
        "BADGE NO. B-7712",
        "badge b-7712",
        "seen with (B-22017)",
    ],
)
def test_what_is_like_the_examples_goes(tmp_path: Path, text: str) -> None:
    assert "[OWN-CODE]" in released(tmp_path, BADGES, text)


@pytest.mark.parametrize(
    "text",
    ["Flight XB-12345 landed.", "vitamin B-12", "B-1234567 is a part", "Room 2201, badge lost.", "C-22014"],
)
def test_other_numbers_stay(tmp_path: Path, text: str) -> None:
    assert released(tmp_path, BADGES, text) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Locker 8812 is open.", "Locker [OWN-CODE] is open."),
        ("locker no. 8812", "locker no. [OWN-CODE]"),
        ("Paid 8812 dollars for a locker.", "Paid 8812 dollars for a locker."),
        ("The locker room seats 8812.", "The locker room seats 8812."),
    ],
)
def test_a_few_digits_count_only_after_their_label(tmp_path: Path, text: str, left: str) -> None:
    assert released(tmp_path, LOCKERS, text) == left


@pytest.mark.parametrize(
    "examples",
    [
        ["B-22014", "B-9921"],
        ["KX 4471 a", "QR 0032 f"],
        ["12/ABC/2019"],
        ["#0937", "#1188"],
        ["A1", "7"],
    ],
)
def test_every_example_is_matched_by_a_shape(examples: list[str]) -> None:
    import re2

    patterns = [re2.compile(shape) for shape in shapes_of(examples)]
    assert all(any(pattern.fullmatch(example) for pattern in patterns) for example in examples)


@pytest.mark.parametrize(
    ("lists", "word"),
    [
        (("[badge]", "[badge]"), "digit"),
        (('["4471"]', "[]"), "near"),
        (("[]", "[badge]"), "like"),
    ],
)
def test_examples_that_teach_nothing_are_refused(tmp_path: Path, lists: tuple[str, str], word: str) -> None:
    with pytest.raises(InvalidError, match=word):
        released(tmp_path, lists, "")


@pytest.mark.parametrize(
    ("like", "text"), [("#0937", "see #1188 there"), ("12/ABC/2019", "file 44/KLM/2021.")]
)
def test_signs_and_strokes_belong_to_the_number(tmp_path: Path, like: str, text: str) -> None:
    assert "[OWN-CODE]" in released(tmp_path, (f"['{like}']", "[]"), text)


def test_one_removed_in_another_document_goes_here_too(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(POLICY.format(like=LOCKERS[0], near=LOCKERS[1]))
    ready = DocumentPipeline(compile_policy(str(tmp_path / "p.yaml")), b"test" * 8, 2026)
    looks = [
        looked_at(ready, Source(str(number), f"{number}.txt", f"{number}.txt"), text.encode)
        for number, text in enumerate(("Locker 881203 is hers.", "She opened 881203 again."), 1)
    ]
    found = together(ready, compile_policy(str(tmp_path / "p.yaml")).plan, looks)
    assert [[d.replacement for d in one.decisions] for one in found] == [["[OWN-CODE]"]] * 2


def test_a_plain_shape_is_a_few_digits_alone() -> None:
    assert [is_plain(shape) for shape in shapes_of(["4471", "B12"])] == [True, False]
    assert [is_plain(shape) for shape in shapes_of(["12345678"])] == [False]

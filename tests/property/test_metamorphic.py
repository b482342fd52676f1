"""What goes from a text goes however it stands: repeated, shuffled, cut, joined, in a fresh or used home.

Each line holds values that go when it stands alone. No change of what is around it may bring one back.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest import mock

import pytest

from benchmarks.in_process import release_here
from engine.text import Document, SensitiveText
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

LINES = {
    "Patient: Wolfram Agassi-Tollemache. SSN: 219-09-1071. Slept well.": ("Agassi", "Tollemache", "1071"),
    "Patient: Barnaby Oduya-Vanterpool. MRN 00731948. Mail bov61@example.org.": (
        "Oduya",
        "Vanterpool",
        "00731948",
        "bov61",
    ),
    "Name: Quillfeather, Ignatius R.  DOB: 07/14/1951  Sex: M": ("Quillfeather", "Ignatius", "07/14"),
    "Dr. Sunniva Brandvold saw her on 3 May 2021 in Albany.": ("Sunniva", "Brandvold", "3 May"),
    "Call her daughter, Perpetua Nwachukwu, at (217) 555-0148.": ("Perpetua", "Nwachukwu", "555-0148"),
    "Mr. Leocadio Ferreyra, a 93-year-old man, fell at home.": ("Leocadio", "Ferreyra", "93"),
    "He lives at 4417 Juniper Hollow Road, Binghamton, NY 13905.": ("4417", "Juniper", "13905"),
    "Seen by Priyanka Rao, RN, on 11/02/2023 for a dressing change.": ("Priyanka", "Rao", "11/02"),
    "Her account 4000-0012-3456-7899 was charged; see http://clinic.example/p/8841.": ("3456", "p/8841"),
    "Attending: Tamsin Achterberg, MD": ("Tamsin", "Achterberg"),
    "Mrs. Halvorsen-Quist denied any pain when Dr. Oyelaran examined her.": ("Halvorsen", "Oyelaran"),
    "Emergency contact: Casimir Wojtyla (brother), phone 518-555-0173": ("Casimir", "Wojtyla", "0173"),
    "Discharged 12 March 2022 to the care of Nurse Delacroix-Bloom.": ("12 March", "Delacroix", "Bloom"),
    "Medicare number 1EG4-TE5-MK73, chart no. 5520918.": ("1EG4", "MK73", "5520918"),
    "Signed electronically by Evangeline Thackeray-Moss on 2023-08-09 at 14:22.": (
        "Evangeline",
        "Thackeray",
        "08-09",
    ),
}
"""Lines, each with parts of the values that go when it stands alone."""
HARMLESS = (
    "The chest was clear and the heart sounds were normal.",
    "She takes lisinopril 10 mg once a day and sleeps well.",
    "Court resumed after lunch; the jury asked for the transcript.",
    "Item | Price\napples | 1.20\npears | 2.10",
)


@pytest.fixture(scope="module")
def released() -> Callable[[str], str]:
    """The text that leaves under the policy, given a text."""
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"test" * 8, 2026)

    def release(text: str) -> str:
        left, last = [], 0
        for decision in pipeline.decide(Document("1", SensitiveText(text))):
            left += [text[last : decision.start], decision.replacement]
            last = decision.end
        return "".join([*left, text[last:]])

    return release


def _values(lines: Sequence[str]) -> list[str]:
    return [value for line in lines for value in LINES.get(line, ())]


def _left(released: Callable[[str], str], lines: Sequence[str], text: str) -> list[str]:
    text = released(text)
    return [value for value in _values(lines) if value in text]


@pytest.mark.parametrize("line", LINES)
def test_a_line_alone(released: Callable[[str], str], line: str) -> None:
    assert not _left(released, [line], line)


@pytest.mark.parametrize("n", [2, 30, 250])
@pytest.mark.parametrize("line", list(LINES)[:3])
def test_a_line_repeated(released: Callable[[str], str], line: str, n: int) -> None:
    assert not _left(released, [line], f"{line}\n" * n)


@pytest.mark.parametrize("name", ["Achterberg", "Nakamura", "Szczepanski", "Okonkwo"])
def test_a_name_in_many_lines_that_differ(released: Callable[[str], str], name: str) -> None:
    lines = [f"{name} said it was fine, see line {i}." for i in range(200)]
    assert name not in released(lines[17])
    assert name not in released("\n".join(lines))


@pytest.mark.parametrize("between", [" ", "\n", "\n\n"])
def test_lines_shuffled_and_joined(released: Callable[[str], str], between: str) -> None:
    lines = [*LINES, *HARMLESS] * 2
    random.Random(len(between)).shuffle(lines)
    assert not _left(released, lines, between.join(lines))


def test_a_text_cut(released: Callable[[str], str]) -> None:
    lines = [*LINES]
    for first in range(0, len(lines), 4):
        assert not _left(released, lines[first:], "\n".join(lines[first:]))
        assert not _left(released, lines[: first + 1], "\n".join(lines[: first + 1]))


def test_a_fresh_home_and_a_used_one_in_company(tmp_path: Path) -> None:
    lines = [*LINES]
    documents = {"alone": lines[:1] * 200, "second": lines[:1], "third": [*lines[1:5], *HARMLESS]}
    for release, names in (("first", ["alone"]), ("second", [*documents])):
        folder = tmp_path / release
        (folder / "in").mkdir(parents=True)
        for name in names:
            (folder / "in" / f"{name}.txt").write_text("\n".join(documents[name]))
        with mock.patch.dict(os.environ, {"SAFERELEASE_HOME": str(tmp_path / "home")}):
            report = release_here("hipaa-safe-harbor", folder / "in", folder / "out")
        assert report is not None and report.totals["released"] == len(names)
        texts = "".join(path.read_text() for path in (folder / "out" / "documents").iterdir())
        assert not [value for name in names for value in _values(documents[name]) if value in texts]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_any_of_it_together(released: Callable[[str], str], seed: int) -> None:
    chooser = random.Random(seed)
    chosen = chooser.sample([*LINES, *HARMLESS], chooser.randint(1, 8))
    lines = [line for line in chosen for _ in range(chooser.choice([1, 2, 7, 60, 400]))]
    chooser.shuffle(lines)
    assert not _left(released, lines, chooser.choice([" ", "\n", "\n\n"]).join(lines))


@pytest.mark.slow
@pytest.mark.parametrize("n", [1_000, 5_000])
def test_every_line_thousands_of_times(released: Callable[[str], str], n: int) -> None:
    for line in LINES:
        assert not _left(released, [line], f"{line}\n" * n), line

"""The prose linter finds what it says it finds, and every page passes it."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT
from tools import messages, prose

LONG = "This sentence has " + "far too many words and goes on " * 5 + "without an end."
SHORT = "This sentence is short."


@pytest.mark.parametrize("page", prose.pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_page_is_in_order(page: prose.Path) -> None:
    assert prose.page_findings(prose.read(page)) == []


@pytest.mark.parametrize("page", prose.pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_part_of_a_page_stands_twice(page: prose.Path) -> None:
    parts = re.findall(r"^## .*", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(parts) == len(set(parts))


def test_a_page_with_more_than_one_long_sentence_in_twenty_fails() -> None:
    assert prose.page_findings(" ".join([SHORT] * 19 + [LONG])) == []
    [found] = prose.page_findings(" ".join([SHORT] * 18 + [LONG]))
    assert found.startswith("1: 41 words, p95 of the page is 41.")


def test_short_cells_do_not_hide_long_sentences() -> None:
    table = "| a | b |\n| --- | --- |\n" + "| yes | no |\n" * 50
    assert any("41 words" in each for each in prose.page_findings(f"{LONG}\n\n{table}"))
    assert any("41 words" in each for each in prose.page_findings(f"{SHORT}\n\n| a |\n| --- |\n| {LONG} |\n"))


@pytest.mark.parametrize(
    "text",
    [
        "A rare term fires by luck.",
        "Documents never leave the house.",
        "Nobody can say which.",
        "The file is no readable model.",
        "It tells 3 nats of the class.",
        "It is very unique than before.",
        "We looked at the the text.",
    ],
)
def test_banned_phrases_and_faults_of_style_are_found(text: str) -> None:
    assert prose.page_findings(f"# Title\n\n{text}\n"), text


def test_code_is_not_prose() -> None:
    page = f"# Title\n\nRun `{LONG} leave the house`.\n\n```text\n{LONG}\nNobody can say.\n```\n"
    assert prose.page_findings(page) == []


def test_findings_name_the_line() -> None:
    [found] = prose.page_findings("# Title\n\nGood.\n\n- Fine.\n- Documents leave the house.\n")
    assert found.startswith("6: ")


def test_only_the_newest_version_of_the_changes_is_checked() -> None:
    text = "# Changes\n\n## 2\n\n- New.\n\n## 1\n\n- Documents leave the house.\n"
    assert prose.top_section(text).endswith("- New.\n\n")


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("One. Two? Three!", 3),
        ("It has e.g. Two parts.", 1),
        ("See 45 CFR 164.514(b). It is long.", 2),
        ("Dr. Adler came. He left.", 2),
        ("Under Fed. R. Civ. P. 5.2 it stays.", 1),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, n: int) -> None:
    assert len(prose.sentences(text)) == n


def test_paths_that_pages_name_exist() -> None:
    rooms = "engine|adapters|flows|service|research|policies|tests|benchmarks|tools|examples|docs"
    named = re.compile(rf"`((?:{rooms})/[\w./-]*[\w/])`")
    missing = [
        f"{page.relative_to(ROOT)}: {path}"
        for page in prose.pages()
        if page.name != "CHANGELOG.md"
        for path in named.findall(page.read_text(encoding="utf-8"))
        if not (ROOT / path).exists()
    ]
    assert missing == []


def test_modules_that_pages_name_exist() -> None:
    named = re.compile(r"`((?:engine|adapters|flows|service|research)(?:\.\w+)+)[`(]")
    missing = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in prose.pages()
        for name in named.findall(page.read_text(encoding="utf-8"))
        if not _is_there(name)
    ]
    assert missing == []


def _is_there(name: str) -> bool:
    """Whether a dotted name is a module, or a name that its module's file holds."""
    parts = name.split(".")
    for n in range(len(parts), 0, -1):
        base = ROOT.joinpath(*parts[:n])
        for path in (base.with_suffix(".py"), base / "__init__.py"):
            if path.exists():
                rest = parts[n:]
                return not rest or bool(re.search(rf"\b{rest[0]}\b", path.read_text(encoding="utf-8")))
    return False


@pytest.mark.parametrize("room", messages.ROOMS)
def test_messages_hold_no_banned_phrase_and_no_long_sentence(room: str) -> None:
    assert messages.findings([room]) == []


def test_strings_of_programs_are_told_from_prose() -> None:
    assert messages.is_prose("must hold a readable report.json")
    assert not messages.is_prose("(?:street|road) [a-z]+ of x")
    assert not messages.is_prose("alpha beta gamma " * 20)
    assert sum(1 for _ in messages.messages(["flows"])) > 300

"""The prose linter: `python -m tools.prose [PAGE ...]`.

A page fails when a sentence in twenty is longer than thirty words, when a banned phrase stands in it,
or when proselint finds a cliche, a redundant phrase or the like.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tools.phrases import BANNED, Phrase, proselint_findings

ROOT = Path(__file__).resolve().parents[1]
MOST_WORDS = 30
"""The 95th percentile of a page's sentence lengths may not exceed this."""
PROSE, CELLS = frozenset({"p"}), frozenset({"td", "th"})
"""Measured apart, or the short cells of a table would hide the long sentences beside it."""

_END = re.compile(r"(?<=[.!?])[\"”')\]]*\s+(?=[\"“'(\[]*[A-Z0-9*`])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|No|Art|Sec|Dr|Mr|Mrs|St|Fed|Civ|Crim|R|P|Pub|v|al|ss|s|U\.S)\.|[A-Z]\.)$"
)
_MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, heading or table cell as a reader sees it, and the line where it starts."""

    line: int
    text: str
    kind: str  # the element of HTML: p, h2, td...


def passages(markdown: str) -> list[Passage]:
    """The prose of a page; code blocks and comments are left out, inline code is one word."""
    line, kind, found = 1, "p", []
    for token in _MARKDOWN.parse(_without_front_matter(markdown)):
        line = token.map[0] + 1 if token.map else line
        kind = token.tag if token.nesting == 1 else kind
        if token.type == "inline" and (text := " ".join(_words(token.children or [])).strip()):
            found.append(Passage(line, re.sub(r"\s+", " ", text), kind))
    return found


def _without_front_matter(markdown: str) -> str:
    return re.sub(r"\A---\n.*?\n---\n", lambda found: "\n" * found[0].count("\n"), markdown, flags=re.DOTALL)


def _words(children: Sequence[Token]) -> Iterator[str]:
    """Text pieces joined without a space, code as the one word `Code`."""
    joined = ""
    for child in children:
        if child.type == "code_inline":
            joined += "Code"
        elif child.type in ("softbreak", "hardbreak"):
            joined += " "
        elif child.type == "text":
            joined += child.content
    yield joined


def sentences(text: str) -> list[str]:
    """`text` cut after full stops, question marks and colons before a capital letter."""
    found: list[str] = []
    for piece in _END.split(text):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return found


def n_words(sentence: str) -> int:
    """Words and numbers of a sentence."""
    return len(re.findall(r"\w+(?:[-'’./]\w+)*", sentence))


def percentile(lengths: Sequence[int], share: float) -> int:
    """The smallest length that `share` of all lengths do not exceed; 0 without any."""
    ordered = sorted(lengths)
    return ordered[max(0, -(-len(ordered) * int(share * 100) // 100) - 1)] if ordered else 0


def lengths(found: Sequence[Passage], kinds: frozenset[str] = PROSE) -> list[tuple[int, int, str]]:
    """Words, line and text of every sentence in passages of these kinds."""
    return [
        (n_words(each), passage.line, each)
        for passage in found
        if passage.kind in kinds
        for each in sentences(passage.text)
    ]


def page_findings(markdown: str, banned: Sequence[Phrase] = BANNED) -> list[str]:
    """What is wrong with a page, each as `line: what, what to do`."""
    found = passages(markdown)
    long = [*_too_long(lengths(found, PROSE)), *_too_long(lengths(found, CELLS))]
    return [*long, *_banned(found, banned), *proselint_findings((p.line, p.text) for p in found)]


def _too_long(measured: Sequence[tuple[int, int, str]]) -> list[str]:
    p95 = percentile([n for n, _, _ in measured], 0.95)
    if p95 <= MOST_WORDS:
        return []
    long = sorted((each for each in measured if each[0] > MOST_WORDS), reverse=True)
    return [f"{line}: {n} words, p95 of the page is {p95}. Divide: {text[:70]}" for n, line, text in long]


def _banned(found: Sequence[Passage], banned: Sequence[Phrase]) -> Iterator[str]:
    for passage in found:
        for phrase in banned:
            if match := phrase.pattern.search(passage.text):
                yield f"{passage.line}: '{match[0]}' is banned. Write {phrase.instead}."


def top_section(changelog: str) -> str:
    """A changelog without its older versions, with the line numbers kept."""
    heads = [found.start() for found in re.finditer(r"^## ", changelog, re.MULTILINE)]
    return changelog[: heads[1]] if len(heads) > 1 else changelog


def pages() -> list[Path]:
    """Every page that people read."""
    named = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")]
    return [*named, *sorted((ROOT / "docs").rglob("*.md"))]


def read(page: Path) -> str:
    """The part of a page that is checked."""
    text = page.read_text(encoding="utf-8")
    return top_section(text) if page.name == "CHANGELOG.md" else text


def _figures(page: Path, kinds: frozenset[str]) -> str:
    measured = [n for n, _, _ in lengths(passages(read(page)), kinds)]
    median, p95 = percentile(measured, 0.5), percentile(measured, 0.95)
    return f"{len(measured):4} sentences, median {median:2}, p95 {p95:2}"


def main(arguments: Sequence[str]) -> int:
    """Print the findings, or with `--figures` the sentence lengths of each page."""
    named = [Path(each).resolve() for each in arguments if not each.startswith("--")] or pages()
    if "--figures" in arguments:
        for page in named:
            print(*(_figures(page, kinds) for kinds in (PROSE, CELLS)), page.relative_to(ROOT), sep="  ")
        return 0
    found = [f"{page.relative_to(ROOT)}:{each}" for page in named for each in page_findings(read(page))]
    print("\n".join(found) or f"Prose of {len(named)} pages: in order.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

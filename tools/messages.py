"""What people read of the program: its messages, its help, the texts of reports and of explanations."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.phrases import BANNED
from tools.prose import MOST_WORDS, ROOT, n_words, sentences

ROOMS = ("engine", "adapters", "flows", "service", "research")
COMMANDS = ("service/commands", "research/commands")
"""Docstrings of functions here are the help of a command; other docstrings are for programmers."""
FEWEST_WORDS = 3
"""Strings of fewer words are names and keys."""

_SIGNS = re.compile(r"[|\\^]|\(\?|\[\^|SELECT |CREATE ")
_SMALL_WORDS = re.compile(r"\b(?:the|a|an|is|are|of|to|it|must|be|that|in|and)\b")


def messages(rooms: Sequence[str] = ROOMS) -> Iterator[tuple[str, str]]:
    """Where (`path:line`) and text of every string of some words that is not a docstring of the code."""
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield from _of_module(path)
        for path in sorted((ROOT / room).rglob("*.j2")):
            yield from _of_template(path)


def findings(rooms: Sequence[str] = ROOMS) -> list[str]:
    """Banned phrases and long sentences, each as `path:line: what, what to do`."""
    found = []
    for where, text in messages(rooms):
        found += [f"{where}: {n_words(each)} words. Divide: {each[:70]}" for each in too_long(text)]
        found += [
            f"{where}: '{match[0]}' is banned. Write {phrase.instead}."
            for phrase in BANNED
            if (match := phrase.pattern.search(text))
        ]
    return found


def too_long(text: str) -> list[str]:
    """Sentences of more words than a reader takes in at once."""
    return [each for each in sentences(text) if n_words(each) > MOST_WORDS]


def _of_module(path: Path) -> Iterator[tuple[str, str]]:
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    where = path.relative_to(ROOT).as_posix()
    inside = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    skipped = _docstrings(nodes, where) | inside
    for node in nodes:
        text = _text(node)
        if text and id(node) not in skipped and is_prose(text):
            yield f"{where}:{getattr(node, 'lineno', 0)}", " ".join(text.split())


def is_prose(text: str) -> bool:
    """Whether a string is a phrase of English, no word list, pattern or query."""
    if n_words(text) < FEWEST_WORDS or _SIGNS.search(text) or text.isupper():
        return False
    return n_words(text) <= MOST_WORDS or len(_SMALL_WORDS.findall(text)) * 8 >= n_words(text)


def _text(node: ast.AST) -> str:
    """A string, an f-string with X for each value."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
    return ""


def _docstrings(nodes: Sequence[ast.AST], where: str) -> set[int]:
    """Bare strings of the code: docstrings, and those below attributes; but for the help of commands."""
    kept = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, ast.FunctionDef)
        and isinstance(node.body[0], ast.Expr)
        and where.startswith(COMMANDS)
        and node.decorator_list
    }
    bare = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return bare - kept


def _of_template(path: Path) -> Iterator[tuple[str, str]]:
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"<(style|script)\b.*?</\1>|\{#.*?#\}", _blank, text, flags=re.DOTALL)
    text = re.sub(r"\{%.*?%\}", lambda tag: f"<{_blank(tag)}>", re.sub(r"\{\{.*?\}\}", "X", text))
    for found in re.finditer(
        r"[^<>]*[\w][^<>]*(?=<|\Z)", re.sub(r"<[^>]*>", lambda tag: f"<{_blank(tag)}>", text)
    ):
        passage = " ".join(found[0].split())
        if n_words(passage) >= FEWEST_WORDS:
            yield f"{path.relative_to(ROOT).as_posix()}:{text[: found.start()].count(chr(10)) + 1}", passage


def _blank(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")

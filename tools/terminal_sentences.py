"""The sentences of the command line: what it prints, what faults say, and the help of its commands.

An f-string counts with ``{0}``, ``{1}`` where values go. The catalogue of a language holds each of them
(`tools.catalogues`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from service.commands.languages.helping import paragraphs
from service.commands.languages.words import WORDS

_PACKAGES = ("engine", "adapters", "flows", "service", "research")
_ROOT = Path(__file__).resolve().parents[1]
_PRINTED = (_ROOT / "service" / "commands", _ROOT / "research" / "commands", _ROOT / "research" / "display")
_FAULTS = ("fault", "Fault")
_ADVISING = (_ROOT / "engine" / "catalog" / "names.py",)
"""Modules that advise what to do about faults of others."""
_SENTENCE = re.compile(r"must\b.*|['\"A-Z{].*[a-z]{2}.*[.?]", re.DOTALL)
_PHRASE = re.compile(r"(?=.*[a-z]{2}).* .*", re.DOTALL)
_NO_WORDS = re.compile(r"saferelease |\W*$|(?:\{\w*\}|\W)*$")
_NO_SENTENCES = frozenset({"help", "metavar"})
"""Arguments that the help shows: they are taken from the commands themselves."""


def terminal_sentences() -> list[str]:
    """All sentences, in the order of the files."""
    return list(dict.fromkeys([*WORDS, *_of_help(), *_printed(), *_of_faults()]))


def _of_help() -> Iterator[str]:
    import typer

    from service.commands.start.line import app

    commands = [typer.main.get_command(app)]
    for command in commands:
        yield from paragraphs(command.help or "")
        yield from (told for each in command.params if (told := getattr(each, "help", "")))
        commands += getattr(command, "commands", {}).values()


def _printed() -> Iterator[str]:
    for path in sorted(one for folder in _PRINTED for one in folder.rglob("*.py")):
        if path.name not in ("examples.py", "menu.py") and path.parent.name != "languages":
            found = literals(ast.parse(path.read_text(encoding="utf-8")))
            yield from (each for each in found if _PHRASE.fullmatch(each) and not _NO_WORDS.match(each))


def _of_faults() -> Iterator[str]:
    for package in _PACKAGES:
        for path in sorted((_ROOT / package).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            calls = [node for node in ast.walk(tree) if _is_fault(node)]
            if calls or path in _ADVISING:
                yield from (each for each in literals(tree) if _SENTENCE.fullmatch(each))
                yield from _values(calls)


def _is_fault(node: ast.AST) -> bool:
    name = getattr(node, "func", None)
    return isinstance(node, ast.Call) and getattr(name, "id", getattr(name, "attr", "")) in _FAULTS


def _values(calls: list[ast.AST]) -> Iterator[str]:
    """Where a fault lies and what was found, where the program says it in words."""
    for call in calls:
        for argument in call.args[1:4:2]:  # type: ignore[attr-defined]
            for each in literals(argument):
                if _PHRASE.fullmatch(each) and not _NO_WORDS.match(each):
                    yield each


def literals(tree: ast.AST) -> Iterator[str]:
    """Strings of some code, those that document it and those of `_NO_SENTENCES` left out."""
    apart = {id(part) for node in ast.walk(tree) for part in _apart(node)}
    for node in ast.walk(tree):
        if id(node) not in apart and (found := _form(node)):
            yield found


def _apart(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from node.values
        yield from (v.format_spec for v in node.values if isinstance(v, ast.FormattedValue) and v.format_spec)
    elif isinstance(node, ast.keyword) and node.arg in _NO_SENTENCES:
        yield from ast.walk(node.value)


def _form(node: ast.AST) -> str:
    """The text of a string, with numbered places for its values."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if not isinstance(node, ast.JoinedStr):
        return ""
    number = iter(range(99))
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{next(number)}}}" for part in node.values
    )

"""Branches of functions, conditions and comprehensions counted, as radon does.

    python -m tools.branches [LEAST]

Prints the functions of the product with more branches than LEAST (15).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_PACKAGES = ("engine", "adapters", "flows", "service", "research")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_ONE = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.Assert, ast.Lambda)


def branches(function: ast.AST) -> int:
    """One, and one more for each place where a function goes on in two ways; a function inside is its own.

    Examples
    --------
    >>> branches(ast.parse("def f(x): return [y for y in x if y and y > 1] or None").body[0])
    5
    """
    return 1 + sum(_of(node) for node in _inside(function))


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    waiting = [node]
    while waiting:
        for child in ast.iter_child_nodes(waiting.pop()):
            if not isinstance(child, _FUNCTIONS):
                yield child
                waiting.append(child)


def _of(node: ast.AST) -> int:
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    if isinstance(node, ast.Match):
        return len(node.cases)
    return int(isinstance(node, _ONE))


def functions(root: Path = ROOT) -> Iterator[tuple[int, str]]:
    """Branches and place of every function of the product."""
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, _FUNCTIONS):
                    yield branches(node), f"{path.relative_to(root)}:{node.lineno} {node.name}"


def main() -> None:
    least = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    for number, place in sorted(functions(), reverse=True):
        if number > least:
            print(number, place)


if __name__ == "__main__":
    main()

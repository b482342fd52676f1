"""The changes: each takes one place of a module's syntax tree and gives what stands there instead."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARED = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
_CALCULATED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change.

    Parameters
    ----------
    where : str
        Function or class it lies in.
    line : int
    change : str
        ``"before -> after"``, in source.
    whole : ast.Module
        The module without the change.
    place : int
        Which of its places changes.
    instead : ast.expr or ast.stmt
        What stands there then.
    """

    where: str
    line: int
    change: str
    whole: ast.Module
    place: int
    instead: ast.expr | ast.stmt

    @property
    def name(self) -> str:
        """What a written reason names it by: without the line, which moves."""
        return f"{self.where}: {self.change}"

    def tree(self) -> ast.Module:
        """The whole module with the change."""
        changed = copy.deepcopy(self.whole)
        twin, _ = _places(changed)[self.place]
        _put(changed, twin, self.instead)
        return ast.fix_missing_locations(changed)


def mutants(source: str) -> Iterator[Mutant]:
    """All changes of a module, one at a time."""
    tree = ast.parse(source)
    for place, (node, where) in enumerate(_places(tree)):
        for instead in _instead(node):
            before, after = ast.unparse(node), ast.unparse(instead)
            if before != after:
                change = f"{_short(before)} -> {_short(after)}"
                yield Mutant(where, node.lineno, change, tree, place, instead)


def _short(code: str) -> str:
    return " ".join(code.split())[:90]


def _places(tree: ast.Module) -> list[tuple[ast.expr | ast.stmt, str]]:
    """Nodes inside functions, and constants of the module, in order; no annotations and docstrings."""
    found: list[tuple[ast.expr | ast.stmt, str]] = []

    def visit(node: ast.AST, where: str) -> None:
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_comment", "bases", "keywords_only"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if not isinstance(child, ast.AST) or _is_docstring(child):
                    continue
                if isinstance(child, ast.FunctionDef | ast.ClassDef):
                    if child.name == "__repr__" or any(
                        "Protocol" in ast.unparse(b) for b in getattr(child, "bases", ())
                    ):
                        continue
                    visit(child, f"{where}.{child.name}" if where else child.name)
                    continue
                if isinstance(child, ast.expr | ast.stmt) and (
                    where or isinstance(child, ast.Constant | ast.UnaryOp)
                ):
                    found.append((child, where or "module"))
                visit(child, where)

    visit(tree, "")
    return found


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _instead(node: ast.expr | ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for op in _COMPARED.get(type(node.ops[0]), ()):
            yield ast.Compare(node.left, [op()], node.comparators)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield ast.BoolOp(other, node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub | ast.Invert):
        yield node.operand
    elif isinstance(node, ast.BinOp | ast.AugAssign) and (op := _CALCULATED.get(type(node.op))):
        changed = copy.copy(node)
        changed.op = op()
        yield changed
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        changed = copy.copy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield changed
    elif isinstance(node, ast.Return) and node.value is not None and ast.unparse(node.value) != "None":
        yield ast.Return(ast.Constant(None))
    if isinstance(node, ast.AugAssign | ast.Raise | ast.Continue | ast.Break) or (
        isinstance(node, ast.Expr) and not isinstance(node.value, ast.Yield | ast.YieldFrom)
    ):
        yield ast.Pass()


def _put(tree: ast.Module, twin: ast.AST, instead: ast.AST) -> None:
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if value is twin:
                setattr(node, name, instead)
                return
            if isinstance(value, list) and any(each is twin for each in value):
                setattr(node, name, [instead if each is twin else each for each in value])
                return

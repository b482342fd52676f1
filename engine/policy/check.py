"""All faults of a policy at once: shapes and ranges from the models, names from the catalog."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from engine.catalog.names import Catalog, did_you_mean
from engine.policy.clauses.descriptions import descriptions
from engine.policy.clauses.fields import FORMS
from engine.policy.model import Policy
from engine.policy.names import unknown_names
from engine.policy.problem import Path, Problem, value_at

OTHER_KEYS: Mapping[str, str] = {
    "confuse": "It is called hide_class now; its settings are the same.",
    "groups": "Terms are judged one by one in this version.",
    "learn": "It belongs to a clause, under identifiers.",
    "review": "Human review is not available in this version.",
}
"""Keys that stood elsewhere or had another name, and keys that this version cannot carry out."""

_TYPES = {
    "string_type": "text",
    "float_type": "a number",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "date_type": "a date, as in 2024-02-16",
    "model_type": "a mapping",
    "finite_number": "a finite number",
}
_RANGES = {
    "greater_than_equal": "must be a number >= {ge:g}",
    "less_than_equal": "must be a number <= {le:g}",
    "too_short": "must hold at least {min_length} entry",
    "too_long": "must hold at most {max_length} entries",
    "string_too_short": "must be text of at least {min_length} character",
    "string_too_long": "must be text of at most {max_length} characters",
}
M = TypeVar("M", bound=BaseModel)


class Checked(NamedTuple):
    """What a check found: the policy, or why there is none."""

    policy: Policy | None
    problems: Sequence[Problem]


def check(data: object, catalog: Catalog) -> Checked:
    """Check a policy as read from its file.

    Parameters
    ----------
    data : object
        Mappings, lists and scalars of the file; files of terms already read in.
    catalog : Catalog
        Names that exist.

    Returns
    -------
    Checked
        The policy and no problems, or no policy and every problem.

    Examples
    --------
    >>> from engine.catalog.names import SHIPPED
    >>> found = check({"policy": "letters", "version": "1.0.0", "titel": "Letters"}, SHIPPED)
    >>> [(problem.code, problem.path) for problem in found.problems]
    [('POL013', ('title',)), ('POL010', ('titel',)), ('POL016', ('identifiers',))]
    """
    policy, problems = validate(Policy, data)
    if isinstance(data, Mapping):
        problems = [*problems, *unknown_names(data, catalog)]
    return Checked(None if problems else policy, problems)


def validate(model: type[M], data: object) -> tuple[M | None, list[Problem]]:
    """Validate `data`, going on past each fault so that all are found.

    Notes
    -----
    Rules over several fields run only once each field is right. So every
    faulty value is taken out, or replaced by an example when it is required,
    and the rest is validated again until nothing new is found.
    """
    problems = list(_without_value(data))
    mended = _mend(model, data, [problem.path for problem in problems])
    for _ in range(4):
        try:
            value = model.model_validate(mended)
        except ValidationError as error:
            details = [each for each in error.errors(include_url=False) if not _counts_faulty(each)]
            found = [_problem(model, each, data) for each in details]
        else:
            return (None if problems else value), problems
        fresh = [problem for problem in found if not _reported(problem.path, problems)]
        problems += fresh
        mended = _mend(model, mended, [problem.path for problem in found])
        if not fresh:
            break
    return None, problems


def _counts_faulty(details: ErrorDetails) -> bool:
    """Whether a list is called too short only because its faulty entries were not counted."""
    value, least = details["input"], details.get("ctx", {}).get("min_length", 0)
    return details["type"] == "too_short" and isinstance(value, list | tuple) and len(value) >= least


def _without_value(value: object, path: Path = ()) -> Iterator[Problem]:
    if value is None:
        yield Problem(path, "POL013", "must have a value", "nothing", "Give one, or leave the key out.")
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Mapping):
        items = value.items()
    elif isinstance(value, list | tuple):
        items = enumerate(value)
    for key, item in items:
        yield from _without_value(item, (*path, key))


def _reported(path: Path, problems: Iterable[Problem]) -> bool:
    """Whether a problem at `path`, above or below it is known already."""
    return any(path[: len(p.path)] == p.path or p.path[: len(path)] == path for p in problems)


def _mend(model: type[BaseModel], data: object, paths: Iterable[Path]) -> object:
    """`data` with what stands at `paths` taken out, or replaced by an example when it is needed."""
    mended = _copy(data)
    for path in paths:
        while path and isinstance(path[-1], int):
            path = path[:-1]
        parent = value_at(mended, path[:-1])
        if not path or not isinstance(parent, dict):
            continue
        field = field_at(model, path)
        if field is not None and field.examples and (field.is_required() or path[-1] not in parent):
            parent[path[-1]] = field.examples[0]
        else:
            parent.pop(path[-1], None)
    return mended


def _copy(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list | tuple) else value


def field_at(model: type[BaseModel], path: Path) -> FieldInfo | None:
    """The model's field at `path`; the nearest one above when the path ends in a list's place."""
    field: FieldInfo | None = None
    inner: type[BaseModel] | None = model
    named = False  # whether the next step is a name of the author's, as of a column
    for step in path:
        if isinstance(step, int) or named:
            named = False
            continue
        if inner is None:
            return field
        names = {info.alias or name: name for name, info in inner.model_fields.items()}
        if step not in names:
            return None
        field = inner.model_fields[names[step]]
        field.description = descriptions(inner).get(names[step])
        inner = _model_in(field.annotation)
        named = get_origin(field.annotation) is Mapping
    return field


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _model_in(part))), None)


def _choices(annotation: Any) -> list[str]:
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    return [choice for part in get_args(annotation) for choice in _choices(part)]


def _problem(model: type[BaseModel], details: ErrorDetails, data: object) -> Problem:
    path, kind = tuple(details["loc"]), details["type"]
    field = field_at(model, path)
    got = shown(value_at(data, path))
    advice = _advice(field)
    if kind == "extra_forbidden":
        return _unknown_key(model, path)
    if kind == "missing":
        return Problem(path, "POL013", "must be given", "", advice)
    if kind == "value_error":
        return _rule(model, path, details["msg"].removeprefix("Value error, "), data)
    if kind == "literal_error":
        choices = _choices(field.annotation) if field else []
        return Problem(
            path, "POL014", f"must be one of {', '.join(choices)}", got, _near(got, choices, advice)
        )
    if kind == "string_pattern_mismatch":
        form = FORMS.get(details["ctx"]["pattern"], "text of the right form")
        return Problem(path, "POL015", f"must be {form}", got, advice)
    if kind in _RANGES:
        return Problem(path, "POL012", _RANGES[kind].format(**details["ctx"]), got, advice)
    return Problem(path, "POL011", f"must be {_TYPES.get(kind, 'of another type')}", got, advice)


def _rule(model: type[BaseModel], path: Path, message: str, data: object) -> Problem:
    """A rule over several fields says ``field: must ...``, a rule of one field only ``must ...``."""
    match = re.fullmatch(r"([a-z_0-9.-]+): (must .*)", message, re.DOTALL)
    if match:
        path += tuple(int(step) if step.isdigit() else step for step in match[1].split("."))
    got = "" if match else shown(value_at(data, path))
    code = "POL016" if match else "POL015"
    return Problem(path, code, match[2] if match else message, got, _advice(field_at(model, path)))


def _unknown_key(model: type[BaseModel], path: Path) -> Problem:
    key = str(path[-1])
    known = _keys(model, path[:-1])
    advice = OTHER_KEYS.get(key) or did_you_mean(key, known, shown=40)
    return Problem(path, "POL010", "must be a key of the policy language", shown(key), advice, at_key=True)


def _keys(model: type[BaseModel], path: Path) -> list[str]:
    field = field_at(model, path)
    inner = _model_in(field.annotation) if field else model
    return [info.alias or name for name, info in inner.model_fields.items()] if inner else []


def _near(got: str, choices: Sequence[str], otherwise: str) -> str:
    advice = did_you_mean(got.strip('"'), choices)
    return advice if advice.startswith("Did") else otherwise


def _advice(field: FieldInfo | None) -> str:
    """The field's own description, with an example."""
    if field is None or not field.description:
        return ""
    example = f" Example: {_yaml(field.examples[0])}." if field.examples else ""
    return " ".join(field.description.split()) + example


def _yaml(example: object) -> str:
    return example if isinstance(example, str) else json.dumps(example)


def shown(value: object) -> str:
    """A policy's value as a message shows it: short, on one line."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list" if value else "an empty list"
    if value is None:
        return "nothing"
    if isinstance(value, dt.date):
        return value.isoformat()
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."

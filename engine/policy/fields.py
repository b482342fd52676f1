"""Types of the policy's fields, each with its range and unit."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema


class Clause(BaseModel):
    """Base of all parts of a policy: frozen, and an unknown key is an error."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        populate_by_name=True,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )


def _no_repeats(values: tuple[str, ...]) -> tuple[str, ...]:
    folded = [value.casefold() for value in values]
    repeated = next((value for i, value in enumerate(values) if folded[i] in folded[:i]), None)
    if repeated is not None:
        raise ValueError(f"must not name {repeated!r} twice")
    return values


Text = Annotated[str, Field(strict=True, min_length=1, max_length=2000, pattern=r"\S")]
Name = Annotated[str, Field(strict=True, min_length=1, max_length=200, pattern=r"^\S(.*\S)?$")]
Slug = Annotated[str, Field(strict=True, max_length=64, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
ClauseId = Annotated[str, Field(strict=True, max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9._()\[\]-]*$")]
Semver = Annotated[
    str,
    Field(
        strict=True,
        max_length=64,
        pattern=r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$",
    ),
]
Date = Annotated[dt.date, Field(strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Share = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
Names = Annotated[tuple[Name, ...], AfterValidator(_no_repeats), Field(max_length=1000)]

Terms = Annotated[
    tuple[Name, ...],
    AfterValidator(_no_repeats),
    Field(max_length=1_000_000),
    WithJsonSchema(
        {
            "type": "array",
            "items": {
                "anyOf": [
                    {"type": "string", "minLength": 1, "maxLength": 200},
                    {
                        "type": "object",
                        "properties": {"file": {"type": "string", "minLength": 1}},
                        "required": ["file"],
                        "additionalProperties": False,
                    },
                ]
            },
        }
    ),
]
"""Terms; in YAML an entry may be ``{file: names.txt}``, which the loader replaces by its lines."""

OperatorName = Literal["placeholder", "pseudonym", "last-4", "year", "zip3", "age-band", "initials", "redact"]
Unit = Literal["document", "paragraph", "sentence", "window"]
Counting = Literal["coherent", "string"]
Unseen = Literal["generalize", "redact", "keep", "refuse"]
Status = Literal["covered", "partly"]

"""Types of the policy's fields, each with its range and unit."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetJsonSchemaHandler, WithJsonSchema
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from engine.catalog.names import EXEMPTION
from engine.errors import NO_UNSEEN
from engine.policy.clauses.descriptions import descriptions
from engine.text import unseen_in


class Clause(BaseModel):
    """Base of all parts of a policy: frozen, and an unknown key is an error."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,
        defer_build=True,  # most commands read no policy
    )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The schema with what stands below each field as its description."""
        made = handler(core_schema)
        properties = handler.resolve_ref_schema(made)["properties"]
        for name, text in descriptions(cls).items():
            properties[cls.model_fields[name].alias or name]["description"] = text
        return made


def no_repeats(values: tuple[str, ...]) -> tuple[str, ...]:
    """`values`, when none is there twice, whatever its case."""
    seen: set[str] = set()
    for value in values:
        if (folded := value.casefold()) in seen:
            raise ValueError(f"must not name {value!r} twice")
        seen.add(folded)
    return values


NAME = r"^\S(.*\S)?$"
_SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
_ID = r"^[A-Za-z0-9][A-Za-z0-9._()\[\]/+-]*$"
CODE_FORM = rf"^{EXEMPTION}$"
_SEMVER = r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$"

FORMS = {
    r"\S": "text that is not blank",
    NAME: "text on one line, without blanks around it",
    _SLUG: "lower-case words joined by hyphens",
    _ID: "a short name of letters, digits and . - / + ( ) [ ], without blanks",
    CODE_FORM: "the code of a provision, such as (b)(6), (b)(7)(C), s. 21(1) or Art. 9(2)(a)",
    _SEMVER: "a version of three numbers, major.minor.patch",
}
"""What each pattern asks for, in words."""


def _seen(words: str) -> str:
    if found := unseen_in(words, lines=True):
        raise ValueError(f"{NO_UNSEEN} ({found})")
    return words


Text = Annotated[str, Field(strict=True, min_length=1, max_length=2000, pattern=r"\S"), AfterValidator(_seen)]
Name = Annotated[str, Field(strict=True, min_length=1, max_length=200, pattern=NAME)]
Slug = Annotated[str, Field(strict=True, max_length=64, pattern=_SLUG)]
ClauseId = Annotated[str, Field(strict=True, max_length=200, pattern=_ID)]
Semver = Annotated[str, Field(strict=True, max_length=64, pattern=_SEMVER)]
Date = Annotated[dt.date, Field(strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Share = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
Names = Annotated[tuple[Name, ...], AfterValidator(no_repeats), Field(max_length=1000)]

Terms = Annotated[
    tuple[Name, ...],
    AfterValidator(no_repeats),
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

Unit = Literal["document", "paragraph", "sentence", "window"]
Counting = Literal["coherent", "string"]
Unseen = Literal["generalize", "redact", "keep", "refuse"]
Status = Literal["covered", "partly"]

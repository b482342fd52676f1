"""Posts whose clues to their writers' attributes people quoted: read from a file, and judged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.policies.yaml_file import read_yaml
from engine.catalog.attributes import AttributeName
from engine.errors import InvalidError, fault

Quoted = dict[AttributeName, tuple[Annotated[str, Field(min_length=1)], ...]]


class _Given(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, coerce_numbers_to_str=True)


class Post(_Given):
    """A post, and by attribute the quotations from which a careful reader infers it."""

    text: str = Field(min_length=1)
    clues: Quoted = {}

    def places(self) -> Iterator[tuple[AttributeName, int, int]]:
        """Every clue with its place in the text."""
        for name, quotations in self.clues.items():
            for quotation in quotations:
                start = self.text.find(quotation)
                yield name, start, start + len(quotation)


class Person(_Given):
    """A made-up person: what is true of them, and what they wrote."""

    id: str
    values: dict[AttributeName, str] = Field(alias="is")
    posts: tuple[Post, ...] = Field(min_length=1)


class _Posts(_Given):
    people: tuple[Person, ...] = Field(min_length=1)


def read_posts(path: Path) -> tuple[Person, ...]:
    """The people of a file and their posts.

    Raises
    ------
    InvalidError
        ``EVA007`` where the file is not of the form that docs/methods/attributes.md gives.
    """
    try:
        people = _Posts.model_validate(read_yaml(path).data).people
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        raise _wrong(path, where) from None
    for person in people:
        for number, post in enumerate(person.posts, 1):
            if any(start < 0 for _, start, _ in post.places()):
                raise _wrong(path, f"post {number} of {person.id}: a clue that the text does not hold")
    return people


def _wrong(path: Path, got: str) -> InvalidError:
    must = "must hold people with posts and quoted clues"
    advice = "docs/methods/attributes.md shows the form."
    return InvalidError(fault("EVA007", path.name, must, got, advice))

"""The recipe of the careful reader: body, corpora, stages of tuning, and the documents kept for its judge."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.recognizers.shipped import SHIPPED_ENCODER
from adapters.recognizers.training.recipe import CorpusSource, MadeSource, Recipe, load_documents
from engine.errors import InvalidError, fault
from engine.measures.annotated import AnnotatedDocument

CAREFUL_RECIPE = SHIPPED_ENCODER.with_name("en-careful.recipe.json")
"""The recipe of the shipped careful reader."""


class EncoderRecipe(BaseModel):
    """What a careful reader is made of.

    Parameters
    ----------
    name : str
    body : str
        The package that holds the pretrained weights, in its folder ``model``.
    body_sha256 : str
        Of its file ``model.safetensors``.
    body_licence : str
    corpora, made
        As in the recipe of a fast reader.
    passes : mapping of str to float
        How often an epoch sees each corpus.
    stages : sequence of (int, float, float)
        As in `Tuning`.
    held_out : mapping of str to int
        Of each of these corpora one document (or group) in so many is kept for the judge.
    first_names, last_names, last_names_used
        Lists from which other names come.
    fast_recipe : str
        Recipe of the fast reader, beside this one: without the documents held out it is trained again.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    body: str
    body_sha256: str
    body_licence: str
    corpora: list[CorpusSource]
    made: MadeSource
    passes: dict[str, float]
    stages: tuple[tuple[int, float, float], ...] = Field(min_length=1)
    held_out: dict[str, int]
    first_names: list[str] = Field(min_length=1)
    last_names: str
    last_names_used: int = Field(20_000, ge=1)
    fast_recipe: str = "en-default.recipe.json"

    def documents(self, data: Path) -> tuple[list[AnnotatedDocument], list[AnnotatedDocument]]:
        """Documents to tune on, and those kept for the judge."""
        everything = load_documents(Recipe(name=self.name, corpora=self.corpora, made=self.made), data)
        return self.split(everything)

    def split(
        self, documents: Iterable[AnnotatedDocument]
    ) -> tuple[list[AnnotatedDocument], list[AnnotatedDocument]]:
        """Documents without those kept for the judge, and these."""
        parts: tuple[list[AnnotatedDocument], list[AnnotatedDocument]] = ([], [])
        for document in documents:
            parts[self._is_held_out(document)].append(document)
        return parts

    def _is_held_out(self, document: AnnotatedDocument) -> bool:
        name = f"{document.corpus}/{document.group}"
        every = self.held_out.get(document.corpus, 0)
        return bool(every) and int(hashlib.sha256(name.encode()).hexdigest(), 16) % every == 0

    def body_folder(self) -> Path:
        """Where the pretrained weights are.

        Raises
        ------
        InvalidError
            ``TRN005`` when the package is not installed, or its weights are others.
        """
        spec = find_spec(self.body)
        folder = Path(spec.origin).parent / "model" if spec and spec.origin else None
        weights = folder / "model.safetensors" if folder else None
        if folder and weights and weights.is_file() and _sha256(weights) == self.body_sha256:
            return folder
        must = f"must be installed, with the weights of SHA-256 {self.body_sha256[:12]}"
        raise InvalidError(fault("TRN005", f"package {self.body}", must, "", "See docs/training.md."))


def read_careful_recipe(path: Path = CAREFUL_RECIPE) -> EncoderRecipe:
    """Read a recipe of a careful reader (JSON).

    Raises
    ------
    InvalidError
        ``TRN005``.
    """
    try:
        return EncoderRecipe.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        advice = "See the shipped recipe for an example."
        raise InvalidError(fault("TRN005", str(path), "must be a readable recipe", "", advice)) from None


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()

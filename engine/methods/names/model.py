"""A trained recogniser of names, as the engine uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.methods.names.entities.decoding import EntityModel
from engine.methods.names.entities.entity_judge import EntityJudge
from engine.methods.names.tagger.tagging import LinearTagger


@dataclass(frozen=True)
class Model:
    """A trained recogniser.

    Parameters
    ----------
    name : str
        As in ``"en-default"``.
    tagger : LinearTagger
        Proposes mentions.
    entities : EntityModel
        Says which of them must be masked.
    card : mapping
        What it was trained on and how well it does: data, licences, settings, figures.
    fingerprint : str
        sha256 of the file it was read from; empty for a model not yet written.
    small_letters : callable, optional
        Gives the model for texts in small letters, once one comes; it learned from the same documents.
    """

    name: str
    tagger: LinearTagger
    entities: EntityModel
    card: Mapping[str, Any] = field(default_factory=dict)
    fingerprint: str = ""
    small_letters: Callable[[], Model] | None = None

    @cached_property
    def twin(self) -> Model:
        """The model for texts in small letters; this one where it has none."""
        return self.small_letters() if self.small_letters else self

    @cached_property
    def judge(self) -> EntityJudge:
        """`entities` as tables."""
        return EntityJudge(self.entities, self.tagger.lexicon)

    def __repr__(self) -> str:
        return f"Model({self.name}, {len(self.tagger.labels)} labels, {self.fingerprint[:12]})"

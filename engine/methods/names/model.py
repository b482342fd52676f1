"""A trained recogniser of names, as the engine uses it."""

from __future__ import annotations

from collections.abc import Mapping
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
    """

    name: str
    tagger: LinearTagger
    entities: EntityModel
    card: Mapping[str, Any] = field(default_factory=dict)
    fingerprint: str = ""

    @cached_property
    def judge(self) -> EntityJudge:
        """`entities` as tables."""
        return EntityJudge(self.entities, self.tagger.lexicon)

    def __repr__(self) -> str:
        return f"Model({self.name}, {len(self.tagger.labels)} labels, {self.fingerprint[:12]})"

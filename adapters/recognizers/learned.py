"""The shipped recogniser of names, opened from its file."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path

from adapters.recognizers.model_file import read_model
from engine.names.model import Model
from engine.names.recognizer import DEFAULT_LOSS_RATIO, LearnedRecognizer

SHIPPED = Path(__file__).parent / "models" / "en-default.model"


@cache
def default_model() -> Model:
    """The English model that is shipped, read once."""
    return read_model(SHIPPED)


def default_recognizer(
    loss_ratio: float = DEFAULT_LOSS_RATIO, categories: Collection[str] | None = None
) -> LearnedRecognizer:
    """A recogniser with the shipped English model."""
    return LearnedRecognizer(default_model(), loss_ratio, categories)

"""The shipped recogniser of names, opened from its file."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from adapters.recognizers.model_file import read_model
from adapters.recognizers.shipped import MORE_MODELS, SHIPPED_MODEL
from engine.methods.names.model import Model
from engine.methods.names.recognizer import DEFAULT_LOSS_RATIO, LearnedRecognizer


@cache
def default_model() -> Model:
    """The English model that is shipped, read once."""
    return read_model(SHIPPED_MODEL)


@cache
def shipped_model(name: str) -> Model:
    """A shipped model by its name, read once."""
    return read_model(MORE_MODELS[name]) if name in MORE_MODELS else default_model()


def forget_models() -> None:
    """Let go of the models that were read: 220 MB once one of them has read a text in small letters."""
    default_model.cache_clear()
    shipped_model.cache_clear()


def default_recognizer(
    loss_ratio: float = DEFAULT_LOSS_RATIO, categories: Collection[str] | None = None
) -> LearnedRecognizer:
    """A recogniser with the shipped English model."""
    return LearnedRecognizer(default_model(), loss_ratio, categories)

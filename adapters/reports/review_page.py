"""A review page with a slider: one HTML file that needs no server and holds the document's text."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adapters.reports.templates import template
from engine.errors import InvalidError, fault


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the document's text.

    Parameters
    ----------
    text : str
    stage : str
        What found it; empty for text that stays.
    kind : str
        Category, or kind of word.
    level : int
        Position of the slider from which it goes; 0: at once.
    telling : bool
        Whether the slider decides about it.
    by_policy : bool
        Whether the policy itself suppresses it.
    """

    text: str = field(repr=False)
    stage: str = ""
    kind: str = ""
    level: int = 0
    telling: bool = False
    by_policy: bool = False


@dataclass(frozen=True)
class ReviewPage:
    """What the page shows; see `engine.stages.hide_class.review.Review`.

    `n_policy`: places at which the policy itself suppresses words; None when it refuses the document.
    `remaining`: words that still point to the class after that, with their nats.
    """

    name: str
    sensitive: str = field(repr=False)
    topic: str | None = field(repr=False)
    k: int
    n_classes: int
    k_before: int
    steps: Sequence[Mapping[str, object]] = field(repr=False)
    level_for_k: Mapping[int, int]
    pieces: Sequence[Piece] = field(repr=False)
    client: Sequence[Mapping[str, object]] = field(repr=False)
    personal: Sequence[Mapping[str, object]] = field(repr=False)
    n_policy: int | None = None
    remaining: Mapping[str, float] = field(default_factory=dict, repr=False)


def render_review(page: ReviewPage) -> str:
    """The page; everything of the document in it is escaped, and nothing is loaded from elsewhere."""
    places = [page.k_before, *(step["k"] for step in page.steps)]
    kept = [None, *(step["topic_kept"] for step in page.steps)]
    return template("review.html.j2").render(
        p=page, places=places, kept=kept, words=["", *(s["word"] for s in page.steps)]
    )


def write_review(page: ReviewPage, path: Path) -> None:
    """Write the page, readable by its owner alone; nothing is overwritten.

    Raises
    ------
    InvalidError
        ``KCF032`` the file exists already, or its folder cannot be written.
    """
    content = render_review(page).encode()
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        must = "must be a file that does not exist yet, in a folder that can be written"
        raise InvalidError(fault("KCF032", str(path), must, error.strerror or "", "Name another.")) from None
    with os.fdopen(handle, "wb") as file:
        file.write(content)

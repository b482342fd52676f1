"""Train a recogniser from a recipe, write its file, and say how well it was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from adapters.recognizers.archive import refuse_existing
from adapters.recognizers.learning_curve import advice, learning_curve, slope
from adapters.recognizers.model_file import write_model
from adapters.recognizers.recipe import card_of, load_documents, load_lexicon, read_recipe, settings_of
from adapters.recognizers.training import train


def train_recognizer(
    recipe_path: Path,
    data: Path,
    out: Path,
    replace: bool = False,
    curve: bool = True,
    progress: Callable[[str], None] = lambda message: None,
) -> dict[str, Any]:
    """Train the model of a recipe.

    Parameters
    ----------
    recipe_path : Path
        JSON; `adapters.recognizers.recipe.SHIPPED_RECIPE` is the one of the shipped model.
    data : Path
        Folder that the recipe's paths start from.
    out : Path
        Model file to write; it must not exist unless `replace`.
    replace : bool
        Put the new file in the place of an old one.
    curve : bool
        Compute the learning curve too; takes about twice as long.
    progress : callable, optional
        Told each step, without document text.

    Returns
    -------
    dict
        JSON values: ``name``, ``sha256``, ``bytes``, ``documents`` and ``mentions`` by corpus,
        ``learning_curve``, ``slope`` (points of F1 per doubling) and ``advice``.

    Raises
    ------
    InvalidError
        ``TRN001`` to ``TRN005``; ``MDL004`` when `out` exists, before anything is trained.
    """
    recipe = read_recipe(recipe_path)
    refuse_existing(out, replace)
    settings = settings_of(recipe)
    documents, lexicon = load_documents(recipe, data), load_lexicon(recipe, data)
    model = train(documents, lexicon, recipe.name, settings, card_of(recipe), progress)
    digest = write_model(model, out, replace)
    points = learning_curve(documents, lexicon, settings) if curve else []
    return {
        "name": recipe.name,
        "file": str(out),
        "sha256": digest,
        "bytes": out.stat().st_size,
        "documents": dict(Counter(d.corpus for d in documents)),
        "mentions": dict(Counter(a.category for d in documents for a in d.annotations)),
        "learning_curve": [asdict(p) for p in points],
        "slope": round(slope(points), 2) if points else None,
        "advice": advice(points) if curve else "",
    }

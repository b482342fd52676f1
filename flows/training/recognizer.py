"""Train a recogniser from a recipe, write its file, and say how well it was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from dataclasses import replace as with_changes
from pathlib import Path
from typing import Any

from adapters.counts.sources import find_files, read_documents
from adapters.recognizers.archive import refuse_existing
from adapters.recognizers.learned import default_model
from adapters.recognizers.model_file import write_model
from adapters.recognizers.training.annotated_files import GUESS, read_annotated
from adapters.recognizers.training.learning_curve import advice, learning_curve, slope
from adapters.recognizers.training.recipe import (
    SHIPPED_RECIPE,
    all_in_small_letters,
    card_of,
    load_documents,
    load_lexicon,
    read_recipe,
    settings_of,
    small_copies,
    weights_of,
)
from adapters.recognizers.training.training import TrainingSettings, train
from engine.measures.annotated import AnnotatedDocument
from engine.methods.names.tagger.features import Lexicon

__all__ = ["SHIPPED_RECIPE", "train_documents", "train_own", "train_recognizer"]


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
        JSON; `adapters.recognizers.training.recipe.SHIPPED_RECIPE` is the one of the shipped model.
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
        ``TRN001`` to ``TRN005``; ``CNT020`` when the corpus for classes of words cannot be read;
        ``MDL004`` when `out` exists, before anything is trained.
    """
    recipe = read_recipe(recipe_path)
    refuse_existing(out, replace)
    settings = settings_of(recipe)
    written = load_documents(recipe, data)
    if recipe.word_classes:
        progress("classes of words")
    lexicon = load_lexicon(recipe, data, _texts)
    documents = [*written, *small_copies(recipe, written, lexicon)]
    return train_documents(
        documents,
        lexicon,
        recipe.name,
        out,
        settings,
        card_of(recipe),
        replace,
        curve,
        progress,
        weights_of(recipe),
        all_in_small_letters(recipe, documents, lexicon),
    )


def _texts(source: Path) -> Iterator[str]:
    """Documents of a corpus without annotations."""
    for file in find_files([source]):
        yield from read_documents(file)


def train_documents(
    documents: Sequence[AnnotatedDocument],
    lexicon: Lexicon,
    name: str,
    out: Path,
    settings: TrainingSettings | None = None,
    card: Mapping[str, Any] | None = None,
    replace: bool = False,
    curve: bool = True,
    progress: Callable[[str], None] = lambda message: None,
    weights: Mapping[str, float] | None = None,
    small_letters: Sequence[AnnotatedDocument] = (),
) -> dict[str, Any]:
    """Train a model on annotated documents and write it; parameters and result as `train_recognizer`.

    `weights` says how much an entity of each corpus counts, 1 by default. The file also
    holds a model for texts in small letters if documents in `small_letters` are given.
    """
    refuse_existing(out, replace)
    chosen = settings or TrainingSettings()
    model = train(documents, lexicon, name, chosen, card, progress, weights)
    if small_letters:
        progress("the same in small letters")
        twin = train(small_letters, lexicon, name, chosen, None, progress, weights)
        model = with_changes(model, small_letters=lambda: twin)
    if curve:
        progress("learning curve")
    points = learning_curve(documents, lexicon, chosen) if curve else []
    digest = write_model(model, out, replace)
    return {
        "name": name,
        "file": str(out),
        "sha256": digest,
        "bytes": out.stat().st_size,
        "documents": dict(Counter(d.corpus for d in documents)),
        "mentions": dict(Counter(a.category for d in documents for a in d.annotations)),
        "learning_curve": [asdict(p) for p in points],
        "slope": round(slope(points), 2) if points else None,
        "advice": advice(points) if curve else "",
    }


def train_own(
    sources: Sequence[Path],
    out: Path,
    name: str = "",
    format_name: str = GUESS,
    curve: bool = True,
    progress: Callable[[str], None] = lambda message: None,
) -> dict[str, Any]:
    """Train a model on a user's own annotated documents, with the word lists of the shipped model.

    Parameters
    ----------
    sources : sequence of Path
        Files or folders in one of the formats of `adapters.recognizers.training.annotated_corpora`.
    out : Path
        Model file to write; it must not exist.
    name : str
        Name of the model; by default that of the file.
    format_name : str
    curve : bool
    progress : callable, optional

    Returns
    -------
    dict
        As `train_recognizer`.

    Raises
    ------
    InvalidError
        ``TRN001`` to ``TRN003``; ``MDL004`` when `out` exists, before anything is read.
    """
    refuse_existing(out, False)
    documents = read_annotated(sources, format_name)
    lexicon = default_model().tagger.lexicon
    return train_documents(documents, lexicon, name or out.stem, out, curve=curve, progress=progress)

"""Train the careful reader from its recipe: tune the encoder, fit the judge, write the file."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace as with_changes
from functools import partial
from pathlib import Path
from typing import Any

from safetensors.torch import load_file

from adapters.machine.processes.passing_folders import PassingFolder
from adapters.recognizers.archive import refuse_existing
from adapters.recognizers.encoder_file import make_encoder, write_encoder
from adapters.recognizers.learned import default_model
from adapters.recognizers.medicine import FOLDER as MEDICINE
from adapters.recognizers.medicine import medical_vocabulary
from adapters.recognizers.training.recipe import load_documents, read_recipe, settings_of
from adapters.recognizers.training.training import complete, fit_tagger, prepare
from engine.measures.annotated import AnnotatedDocument
from engine.methods.names.encoder.joint_judge import JointJudge
from engine.methods.names.encoder.word_pieces import WordPieces
from engine.methods.names.model import Model
from tools.careful.augmentation import read_words
from tools.careful.judging import calibration, cross_validated, examples, fit_judge
from tools.careful.network import exported
from tools.careful.recipe import CAREFUL_RECIPE, EncoderRecipe, read_careful_recipe
from tools.careful.tuning import LABELS, Tuning, tune

Progress = Callable[[str], None]


def train_careful(
    data: Path,
    out: Path,
    tuned: Path | None = None,
    recipe_path: Path = CAREFUL_RECIPE,
    progress: Progress = lambda message: None,
) -> dict[str, Any]:
    """Train the careful reader of a recipe; half an hour of one processor.

    Parameters
    ----------
    data : Path
        Folder that the recipe's paths start from.
    out : Path
        File to write; it must not exist.
    tuned : Path, optional
        A network that was tuned before, as ONNX.
    recipe_path : Path
    progress : callable, optional
        Told each step, without document text.

    Returns
    -------
    dict
        As `flows.training.recognizer.train_recognizer`, with ``calibration`` by cross-validation over the
        documents held out.

    Raises
    ------
    InvalidError
        ``TRN001`` to ``TRN005``; ``TRN005`` also without the body.
    """
    recipe = read_careful_recipe(recipe_path)
    refuse_existing(out, False)
    folder = recipe.body_folder()
    documents, kept = recipe.documents(data)
    pieces = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
    network = tuned.read_bytes() if tuned else _tuned(recipe, documents, folder, pieces, data, progress)
    return finish(recipe, recipe_path, network, pieces, documents, kept, data, out, progress)


def finish(
    recipe: EncoderRecipe,
    recipe_path: Path,
    network: bytes,
    pieces: Sequence[str],
    documents: Sequence[AnnotatedDocument],
    kept: Sequence[AnnotatedDocument],
    data: Path,
    out: Path,
    progress: Progress,
) -> dict[str, Any]:
    """Fit the judge to a tuned network and write the file; parameters and result as `train_careful`."""
    progress("the fast reader without the documents held out")
    fast = _fast_without(recipe, recipe_path.parent / recipe.fast_recipe, data, progress)
    draft = make_encoder(recipe.name, LABELS, pieces, network, JointJudge({}, 0.0, 0.5, ()))
    seen = examples(kept, fast, draft, medical_vocabulary())
    progress(f"judge: {len(seen)} candidates of {len(kept)} documents")
    card = {
        "recipe": json.loads(recipe.model_dump_json()),
        "calibration": calibration(cross_validated(seen), [each.is_true for each in seen]),
    }
    digest = write_encoder(network, pieces, LABELS, fit_judge(seen), recipe.name, card, out)
    return {
        "name": recipe.name,
        "file": str(out),
        "sha256": digest,
        "bytes": out.stat().st_size,
        "documents": dict(Counter(d.corpus for d in documents)),
        "mentions": dict(Counter(a.category for d in documents for a in d.annotations)),
        "calibration": card["calibration"],
        "learning_curve": [],
    }


def _tuned(
    recipe: EncoderRecipe,
    documents: Sequence[AnnotatedDocument],
    body: Path,
    pieces: Sequence[str],
    data: Path,
    progress: Progress,
) -> bytes:
    first = [data / path for path in recipe.first_names]
    words = read_words(first, data / recipe.last_names, recipe.last_names_used, MEDICINE)
    weights = load_file(body / "model.safetensors")
    settings = Tuning(recipe.stages)
    network = tune(documents, recipe.passes, weights, WordPieces(pieces), words, settings, progress)
    with PassingFolder("saferelease-training-") as folder:
        return exported(network, folder)


def _fast_without(recipe: EncoderRecipe, path: Path, data: Path, progress: Progress) -> Model:
    """The fast reader with a tagger that has not seen the documents held out."""
    fast = read_recipe(path)
    settings, shipped = settings_of(fast), default_model()
    documents, _ = recipe.split(load_documents(fast, data))
    lexicon = shipped.tagger.lexicon
    ready = complete([prepare(document) for document in documents], lexicon, settings, progress)
    return with_changes(shipped, tagger=fit_tagger(ready, lexicon, settings), small_letters=None)


def main() -> None:
    """Make the file, and print its figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder that the recipe's paths start from")
    parser.add_argument("--out", type=Path, required=True, help="file to write; it must not exist")
    parser.add_argument("--network", type=Path, help="a network tuned before: only the judge is fitted")
    options = parser.parse_args()
    told = partial(print, file=sys.stderr, flush=True)
    print(json.dumps(train_careful(options.data, options.out, options.network, progress=told), indent=1))


if __name__ == "__main__":
    main()

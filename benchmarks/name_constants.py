"""What constants of the learned recogniser's rules are worth: recall and precision with others.

    python benchmarks/name_constants.py [--data FOLDER]

Measures the shipped model on development documents: TAB dev and WNUT-17 dev. The figures stand beside
the constants as their reasons.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from adapters.recognizers.learned import default_model
from adapters.recognizers.training.annotated_corpora import read_conll, read_tab
from engine.measures.annotated import AnnotatedDocument
from engine.measures.protection import Protection, protection
from engine.methods.names.model import Model
from engine.methods.names.recognizer import LearnedRecognizer

DATA = Path(
    os.environ.get("SAFERELEASE_DATA", Path(__file__).resolve().parent.parent.parent / "shared" / "data")
)

OTHERS: dict[str, Sequence[float]] = {
    "entities.decoding._SHARE_OF_PEAK": (0.0, 0.15, 0.3, 0.45, 0.6),
    "entities.decoding._COST_EXPONENT": (0.5, 0.75, 1.0),
    "entities.decoding._MOST_TOKENS": (1, 4, 8, 12, 10_000),
    "entities.decoding._LONGEST_LEARNED": (500, 1_000, 2_000, 10_000),
    "entities.ordinary_words._SURE": (0.0, 0.35, 0.5, 0.65, 1.0),
    "entities.ordinary_words._SMALL": (2, 3, 4, 5),
    "entities.ordinary_words._AT_START": (1, 2, 3, 4),
    "entities.consistency._SHORTEST_PART": (1, 2, 3, 4),
    "entities.consistency._LONGEST_WHOLE": (5, 40, 200),
    "recognizer.least_evidence": (0.01, 0.03, 0.05, 0.1),
}
"""Module and constant, or argument of the recogniser: what stands in its place, in turn."""


@contextmanager
def _instead(name: str, value: float) -> Iterator[Mapping[str, float]]:
    """The constant replaced; arguments of the recogniser are handed on."""
    of, _, constant = name.rpartition(".")
    if of == "recognizer":
        yield {constant: value}
        return
    module = import_module(f"engine.methods.names.{of}")
    before = getattr(module, constant)
    setattr(module, constant, value)
    try:
        yield {}
    finally:
        setattr(module, constant, before)


def _scores(model: Model, documents: Sequence[AnnotatedDocument], arguments: Mapping[str, float]) -> str:
    """Entity recall of direct and quasi identifiers, and precision of words."""
    recognizer = LearnedRecognizer(model, **arguments)
    total = Protection()
    for annotated in documents:
        found = [s for s in recognizer.find(annotated.document) if s.category in annotated.annotated]
        total.add(protection(annotated, ((s.start, s.end) for s in found)))
    recalls = f"direct {total.recall('direct'):.3f}  quasi {total.recall('quasi'):.3f}"
    return f"{recalls}  precision {total.precision:.3f}"


def main() -> None:
    """Print a line for each corpus, constant and value."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    data = parser.parse_args().data
    model = default_model()
    corpora = {
        "TAB dev": read_tab(data / "tab" / "tab_dev.json"),
        "WNUT-17 dev": read_conll(data / "ner" / "wnut17" / "emerging.dev.conll", "wnut17"),
    }
    for corpus, documents in corpora.items():
        for name, values in OTHERS.items():
            for value in values:
                with _instead(name, value) as arguments:
                    print(f"{corpus}  {name} {value}: {_scores(model, documents, arguments)}", flush=True)


if __name__ == "__main__":
    main()

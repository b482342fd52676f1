"""The peer's side of `bench_peer`: redacts pictures in an environment of its own and says what they cost.

It knows nothing of this project: a folder of pictures, a folder for the redacted ones and the name of a
language model come as arguments. Prints JSON: processor seconds of each picture, and the peak memory.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

from PIL import Image
from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider
from presidio_image_redactor import ImageAnalyzerEngine, ImageRedactorEngine

GREY = (128, 128, 128)
"""Tells covered ink from ink: black would not."""


def used() -> float:
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both)


def main() -> None:
    taken, given, model = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    models = [{"lang_code": "en", "model_name": model}]
    provider = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models})
    analyzer = AnalyzerEngine(nlp_engine=provider.create_engine())
    engine = ImageRedactorEngine(ImageAnalyzerEngine(analyzer_engine=analyzer))
    engine.redact(Image.new("RGB", (300, 80), "white"), fill=(0, 0, 0))  # what is loaded on first use
    seconds = {}
    for path in sorted(taken.iterdir()):
        before = used()
        with Image.open(path) as page:
            redacted = engine.redact(page.convert("RGB"), fill=GREY)
        redacted.save(given / f"{path.stem}.png")
        seconds[path.stem] = round(used() - before, 2)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"seconds": seconds, "peak_mb": peak}))


if __name__ == "__main__":
    main()

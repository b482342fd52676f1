"""The peer's side of `bench_main`: in an environment of its own, it prints seconds a megabyte as JSON.

It knows nothing of this project: patterns and texts come in a file. Presidio analyses and anonymises each
text, with the patterns alone, and with a language model of spaCy beside them.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from presidio_analyzer.predefined_recognizers import SpacyRecognizer
from presidio_anonymizer import AnonymizerEngine

sys.path.insert(0, str(Path(__file__).parent))
from presidio_identifiers import BlankEngine, recognizers


def analyzer(patterns, engine, more):
    registry = RecognizerRegistry(recognizers=[*recognizers(patterns), *more], supported_languages=["en"])
    return AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=["en"])


def seconds(engine, texts) -> float:
    anonymizer = AnonymizerEngine()
    started = time.process_time()
    for text in texts:
        anonymizer.anonymize(text, engine.analyze(text=text, language="en"))
    return (time.process_time() - started) / sum(len(text.encode()) for text in texts) * 1e6


def main() -> None:
    task = json.loads(Path(sys.argv[1]).read_text())
    engines = {"patterns": analyzer(task["patterns"], BlankEngine(), [])}
    if task["model"]:
        spacy = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": task["model"]}])
        spacy.load()
        engines["model"] = analyzer(task["patterns"], spacy, [SpacyRecognizer()])
    for engine in engines.values():
        seconds(engine, ["Jane Roe was here on 3 May 2020."])  # what is loaded on first use
    found = {
        kind: {name: seconds(engine, texts) for name, engine in engines.items()}
        for kind, texts in task["kinds"].items()
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()

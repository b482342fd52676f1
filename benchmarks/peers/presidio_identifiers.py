"""The peer's side of `bench_identifiers`: runs in an environment of its own, prints CPU seconds as JSON.

It knows nothing of this project: patterns and texts come in a file. The
texts are cut into documents as they are; the engine works with a blank spaCy
pipeline, so that no language model is needed or timed.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from pathlib import Path

import spacy
from presidio_analyzer import AnalyzerEngine, Pattern, PatternRecognizer, RecognizerRegistry
from presidio_analyzer.nlp_engine import NlpArtifacts, NlpEngine


class BlankEngine(NlpEngine):
    """Tokens of a blank English pipeline; no entities."""

    def __init__(self) -> None:
        self.nlp = {"en": spacy.blank("en")}

    def load(self) -> None:
        pass

    def is_loaded(self) -> bool:
        return True

    def process_text(self, text: str, language: str) -> NlpArtifacts:
        doc = self.nlp[language](text)
        lemmas = [token.text.lower() for token in doc]
        return NlpArtifacts(
            entities=[],
            tokens=doc,
            tokens_indices=[t.idx for t in doc],
            lemmas=lemmas,
            nlp_engine=self,
            language=language,
        )

    def process_batch(self, texts, language, **_settings):
        for text in texts:
            yield text, self.process_text(text, language)

    def is_stopword(self, word: str, language: str) -> bool:
        return self.nlp[language].vocab[word].is_stop

    def is_punct(self, word: str, language: str) -> bool:
        return self.nlp[language].vocab[word].is_punct

    def get_supported_entities(self) -> list[str]:
        return []

    def get_supported_languages(self) -> list[str]:
        return ["en"]


def recognizers(rows):
    by_category = defaultdict(list)
    for row in rows:
        by_category[row["category"]].append(row)
    for category, patterns in by_category.items():
        context = sorted({w for r in patterns for w in r["context"].split("|") if w.isalpha()})
        yield PatternRecognizer(
            supported_entity=category.upper().replace("-", "_"),
            patterns=[Pattern(r["id"], r["regex"], r["score"]) for r in patterns],
            context=context or None,
            global_regex_flags=0,
        )


def main() -> None:
    task = json.loads(Path(sys.argv[1]).read_text())
    found = [*recognizers(task["patterns"])]
    texts = task["texts"]
    start = time.process_time()
    for text in texts:
        for recognizer in found:
            recognizer.analyze(text, recognizer.supported_entities, None)
    direct = time.process_time() - start
    engine = AnalyzerEngine(
        registry=RecognizerRegistry(recognizers=found, supported_languages=["en"]),
        nlp_engine=BlankEngine(),
        supported_languages=["en"],
    )
    start = time.process_time()
    for text in texts:
        engine.analyze(text=text, language="en")
    whole = time.process_time() - start
    print(json.dumps({"Presidio's recognisers, called directly": direct, "Presidio's engine": whole}))


if __name__ == "__main__":
    main()

"""Classes of words learned from a corpus without annotations."""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from adapters.recognizers.model_file import read_model, write_model
from adapters.recognizers.training.recipe import load_lexicon, read_recipe
from adapters.recognizers.training.training import train
from adapters.recognizers.training.word_classes import ClassSettings, learn_classes
from engine.errors import InvalidError
from engine.methods.names.entities.decoding import EntityModel
from engine.methods.names.model import Model
from engine.methods.names.tagger.features import EDGE, Lexicon, word_attributes
from engine.methods.names.tagger.word_classes import WordClasses
from flows.training.recognizer import train_recognizer
from tests.unit.test_learned import SETTINGS, made

CITIES = ("Leeds", "Porto", "Turin", "Basel", "Ghent", "Brno")
NAMES = ("Anna", "Bruno", "Clara", "Dario", "Edith", "Felix")
THINGS = ("bread", "paper", "stone", "cloth", "glass", "sugar")
SMALL = ClassSettings(words=60, contexts=60, dimensions=8, classes=(4, 12))


def corpus(n: int = 400, seed: int = 3) -> list[str]:
    """Sentences in which cities, names and things keep to their places."""
    rng = random.Random(seed)
    return [
        f"Yesterday {rng.choice(NAMES)} went to {rng.choice(CITIES)} and bought {rng.choice(THINGS)} there.\n"
        f"In {rng.choice(CITIES)} nobody sells {rng.choice(THINGS)} , said {rng.choice(NAMES)} .\n\n"
        f"{rng.choice(THINGS).title()} costs {rng.randrange(90)} francs ."
        for _ in range(n)
    ]


@pytest.fixture(scope="module")
def classes() -> WordClasses:
    return learn_classes(corpus(), SMALL)


def test_words_between_the_same_words_share_a_class(classes: WordClasses) -> None:
    def group(words: tuple[str, ...]) -> set[str]:
        return {
            attribute for w in words for attribute in classes.attributes_of(w) if attribute.startswith("c4=")
        }

    assert [len(group(words)) for words in (CITIES, NAMES, THINGS)] == [1, 1, 1]
    assert group(CITIES) != group(NAMES) != group(THINGS)


def test_capitals_are_counted_within_sentences_only(classes: WordClasses) -> None:
    assert "cap=0" in classes.attributes_of("bread")
    assert "cap=0" in classes.attributes_of("Bread")  # it stands so only where a sentence begins
    assert "cap=6" in classes.attributes_of("Leeds")


def test_the_same_corpus_gives_the_same_classes(classes: WordClasses) -> None:
    again = learn_classes(iter(corpus()), SMALL)
    assert again.words == classes.words == sorted(classes.words)
    for name, column in classes.columns.items():
        assert np.array_equal(column, again.columns[name])


def test_counting_in_pieces_changes_nothing(classes: WordClasses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.recognizers.training.word_classes._PIECE", 777)
    again = learn_classes(corpus(), SMALL)
    assert all(np.array_equal(again.columns[name], column) for name, column in classes.columns.items())


def test_other_forms_stand_in_and_the_unknown_is_told() -> None:
    classes = WordClasses(["Court", "turkey"], {"c": np.array([7, 8])})
    assert classes.attributes_of("COURT") == classes.attributes_of("court") == ("c=7",)
    assert classes.attributes_of("Turkey") == ("c=8",)
    assert classes.attributes_of("Xyzzy") == ("class=unknown",)
    assert classes.attributes_of("12") == classes.attributes_of(",") == classes.attributes_of(EDGE) == ()
    assert WordClasses().attributes_of("Court") == ()


def test_classes_are_features_of_a_word_and_its_neighbours() -> None:
    lexicon = Lexicon({}, WordClasses(["Court"], {"c": np.array([7])}))
    assert all("c=7" in features for features in word_attributes("Court", lexicon))
    assert not any("c=7" in features for features in word_attributes("Court", Lexicon({})))


def test_a_model_keeps_its_classes(classes: WordClasses, tmp_path: Path) -> None:
    tagger = train(made(12), Lexicon({}, classes), "a", SETTINGS).tagger
    assert any(attribute.startswith("c12=") for attribute in tagger.attributes)
    write_model(Model("a", tagger, EntityModel({}, 0.0)), tmp_path / "a.model")
    kept = read_model(tmp_path / "a.model").tagger.lexicon.classes
    assert all(kept.attributes_of(w) == classes.attributes_of(w) for w in (*CITIES, *NAMES, "unseen", "the"))


def recipe(folder: Path) -> Path:
    path = folder / "own.recipe.json"
    source = {"path": "plain", "licence": "own", "words": 60, "contexts": 60, "dimensions": 8, "classes": [4]}
    path.write_text(json.dumps({"name": "own", "corpora": [], "word_classes": source}))
    return path


def test_a_recipe_says_where_classes_are_learned(tmp_path: Path) -> None:
    def read(path: Path) -> list[str]:
        assert path == tmp_path / "plain"
        return corpus(50)

    lexicon = load_lexicon(read_recipe(recipe(tmp_path)), tmp_path, read)
    assert set(lexicon.classes.columns) == {"c4", "cap"}


def test_a_recipe_takes_classes_that_a_model_beside_it_keeps(classes: WordClasses, tmp_path: Path) -> None:
    tagger = train(made(12), Lexicon({}, classes), "a", SETTINGS).tagger
    write_model(Model("a", tagger, EntityModel({}, 0.0)), tmp_path / "a.model")
    own = json.loads(recipe(tmp_path).read_text())
    own["word_classes"]["kept_in"] = "a.model"
    (tmp_path / "own.recipe.json").write_text(json.dumps(own))
    lexicon = load_lexicon(read_recipe(tmp_path / "own.recipe.json"), tmp_path / "elsewhere", no_texts)
    assert lexicon.classes.columns.keys() == classes.columns.keys()
    assert lexicon.classes.attributes_of("Leeds") == classes.attributes_of("Leeds")


def no_texts(path: Path) -> list[str]:
    raise AssertionError("classes that are kept are not learned")


KERNELS = """
import hashlib, sys
from adapters.recognizers.training.word_classes import ClassSettings, learn_classes
from tests.unit.test_word_classes import noise
found = learn_classes(noise(), ClassSettings(words=4000, contexts=1000, dimensions=100, classes=(64, 1024)))
print(*(hashlib.sha256(found.columns[name].tobytes()).hexdigest() for name in ("c64", "c1024")))
"""


def noise() -> list[str]:
    """Words without any order, in which clusters hang on the last digits of sums."""
    rng = random.Random(7)
    words = ["".join(rng.choices("abcdefghij", k=6)) for _ in range(5000)]
    return [" ".join(rng.choices(words, k=40)) for _ in range(3000)]


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() != "x86_64", reason="kernels of these processors are compared")
def test_classes_are_the_same_on_older_processors() -> None:
    found = set()
    for kernel in ("NEHALEM", "SANDYBRIDGE"):
        environment = os.environ | {"OPENBLAS_CORETYPE": kernel}
        ran = subprocess.run(
            [sys.executable, "-c", KERNELS], env=environment, capture_output=True, text=True, check=True
        )
        found.add(ran.stdout)
    assert len(found) == 1


def test_a_corpus_of_too_few_words_is_refused() -> None:
    with pytest.raises(InvalidError) as raised:
        learn_classes(["Few words."], SMALL)
    [fault] = raised.value.faults
    assert (fault.code, fault.got) == ("TRN003", "2")


def test_a_corpus_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidError) as raised:
        train_recognizer(recipe(tmp_path), tmp_path, tmp_path / "a.model")
    [fault] = raised.value.faults
    assert fault.code == "CNT020"
    assert "plain" in fault.where

"""20 Newsgroups: a small sample of the evaluation reaches the goals, and released texts meet Definition 1."""

import json
import lzma
from pathlib import Path

import numpy as np
import pytest

from engine.methods.k_redactor import ClassHider, Labelled, Request, Settings, build_corpus
from engine.text import Document, SensitiveText, carried_out
from research.classes.k_redactor import _Bench


@pytest.fixture(scope="module")
def messages(data: Path) -> list[Labelled]:
    """Every tenth message (about 1,130): all 20 groups."""
    found = []
    with lzma.open(data / "newsgroups" / "20news-bydate-train.jsonl.xz", "rt", encoding="utf-8") as stream:
        for i, line in enumerate(stream):
            if i % 10 == 0:
                row = json.loads(line)
                found.append(Labelled(SensitiveText(row["text"]), row["group"], row["group"].split(".")[0]))
    return found


@pytest.mark.data
def test_goals_on_a_sample(messages: list[Labelled]) -> None:
    corpus = build_corpus(messages)
    bench = _Bench(corpus, np.arange(0, len(messages), 6), 20)
    mean = bench.method("K-Redactor, priced log odds", (2, 5))
    json.dumps(mean)
    assert mean["k_eval"] >= 0.90
    assert mean["suppressed"] < 0.45
    for row in mean["by_k"]:
        assert row["not_among_first_k_minus_1"] == 1.0
        assert row["sensitive_error_curve"][row["k"] - 2] == 1.0


@pytest.mark.data
def test_released_messages_meet_definition_1(messages: list[Labelled]) -> None:
    model = ClassHider(build_corpus(messages), Settings(k=4))
    requests = [
        Request(Document(str(i), m.text), m.sensitive, m.utility, in_corpus=True)
        for i, m in enumerate(messages[:400:10])
    ]
    n_released = 0
    for asked, decisions in zip(requests, model.decide_all(requests), strict=True):
        if decisions is None:
            continue
        text = carried_out(asked.document.text.reveal(), decisions)
        assert model.rank(SensitiveText(text), asked.sensitive, asked) >= 4
        n_released += 1
    assert n_released >= 38

"""Talk, written down: who speaks is hidden."""

from __future__ import annotations

import pytest

from adapters.recognizers.learned import default_model
from engine.methods.names.entities.talk import find_speakers
from engine.methods.names.tagger.features import tokenize

LEXICON = default_model().tagger.lexicon


def _speakers(text: str) -> list[str]:
    tokens = tokenize(text)
    found = find_speakers(text, tokens, LEXICON)
    return [text[tokens.starts[first] : tokens.ends[end - 1]] for first, end in found]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[09:14] dmitri_k: got it\n[09:15] Shauna: ok", ["dmitri_k", "Shauna"]),
        ("12/03/21, 9:14 pm - Big Mo: hi\n12/03/21, 9:15 pm - Uncle Reza: hi", ["Big Mo", "Uncle Reza"]),
        ("09:14 <river77>: hi\n09:15 <ana.b>: hi", ["river77", "ana.b"]),
    ],
)
def test_who_takes_a_turn_is_a_person(text: str, names: list[str]) -> None:
    assert _speakers(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "[09:14] dmitri_k: alone",
        "09:10 Pulse: 88\n09:20 Pulse: 90",
        "09:10 HR: good\n09:20 SPO: low",
        "09:10 Shauna: 88\n09:20 Shauna: 90",
        "10:00 agent: hello\n10:01 customer: hello",
        "Shauna: hi\nDmitri: hi",
    ],
)
def test_labels_and_roles_behind_a_time_name_nobody(text: str) -> None:
    assert _speakers(text) == []

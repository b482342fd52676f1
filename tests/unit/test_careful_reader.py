"""The careful reader: windows, one decision from both readers, and what its findings may not depend on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.machine import extras
from adapters.recognizers import encoder_file
from adapters.recognizers.encoder_file import describe_encoder, read_encoder, shipped_encoder, write_encoder
from adapters.recognizers.learned import default_model
from adapters.recognizers.shipped import SHIPPED_ENCODER
from engine.errors import InvalidError
from engine.methods.names.encoder.joint_judge import JointJudge, Reading, candidates
from engine.methods.names.encoder.reading import CONTEXT, CarefulReader, Reads
from engine.methods.names.encoder.windows import LONGEST, windows
from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.recognizer import LearnedRecognizer
from engine.methods.names.tagger.features import tokenize
from engine.policy.clauses.learning import Learn, stricter_learning
from engine.policy.combining.sides import compare_learning
from engine.text import Document, SensitiveText, Span
from flows.compiling import recognizers
from flows.compiling.recognizers import model_refs
from research.through_policy import recognizer_policy

LETTERS = (
    "Dear Ms Oyelade,\n\nAnna Keller and Bruno Haddad act for the estate. Please ring Solveig.\n",
    "seen by dr castellane, son ravinder phoned. works nights at the harbour bakery in kettering\n",
    "Jermaine will miss school until we get back from Port Talbot.\nThank you, Bethan Prosser\n",
    "The Defendant shall repair the roof at Mill Court. Before District Judge Amaro-Finch.\n",
)


@cache
def recognizer(reads: Reads = "all") -> LearnedRecognizer:
    """The shipped model with the shipped encoder."""
    return LearnedRecognizer(default_model(), careful=CarefulReader(shipped_encoder(), reads))


@cache
def alone(text: str, reads: Reads) -> Sequence[Span]:
    """Findings in one text by a recogniser, and an encoder, that have read no other."""
    encoder = read_encoder(SHIPPED_ENCODER)
    reader = LearnedRecognizer(default_model(), careful=CarefulReader(encoder, reads))
    return reader.find(Document("d", SensitiveText(text)))


def found(text: str, reads: Reads = "all") -> Sequence[Span]:
    """Findings in one text."""
    return recognizer(reads).find(Document("d", SensitiveText(text)))


@given(
    st.lists(st.booleans(), max_size=900),
    st.lists(st.integers(0, 900), max_size=40),
    st.integers(0, 60),
)
def test_windows_hold_every_doubtful_piece_once_with_its_context(
    doubtful: list[bool], starts: list[int], context: int
) -> None:
    wanted, n = np.array(doubtful, bool), len(doubtful)
    made = list(windows(wanted, [s for s in starts if s < n], context))
    kept = [i for w in made for i in range(w.kept, w.kept_end)]
    assert len(kept) == len(set(kept)) and set(np.flatnonzero(wanted)) <= set(kept)
    for w in made:
        assert w.end - w.first <= LONGEST
        assert w.first == max(0, w.kept - context) and w.end == min(n, w.kept_end + context)


@pytest.mark.parametrize("reads", ["all", "doubtful"])
@settings(max_examples=5, deadline=None)
@given(order=st.permutations(LETTERS))
def test_findings_do_not_depend_on_what_was_read_before(reads: Reads, order: Sequence[str]) -> None:
    for text in order:
        assert found(text, reads) == alone(text, reads)


def test_names_that_the_fast_reader_alone_misses_are_found() -> None:
    """Small letters in shorthand: the gain that the careful reader is there for."""
    text = LETTERS[1]
    names = {text[span.start : span.end] for span in found(text)}
    assert any("ravinder" in name for name in names)


def test_the_shipped_file_is_small_enough_and_says_what_it_is_made_of() -> None:
    assert SHIPPED_ENCODER.stat().st_size < 30_000_000
    assert describe_encoder().fingerprint == shipped_encoder().fingerprint


def test_without_the_file_the_reader_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidError) as refused:
        read_encoder(tmp_path / "en-careful.model")
    assert [fault.code for fault in refused.value.faults] == ["MDL009"]


def test_without_the_library_the_reader_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "_is_there", lambda module: module != "onnxruntime")
    with pytest.raises(InvalidError) as refused:
        describe_encoder()
    assert [fault.code for fault in refused.value.faults] == ["EXT001"]


def test_a_policy_that_asks_for_it_does_not_compile_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = recognizer_policy("en-default", 10.0)
    clause = loaded.policy.identifiers[0]
    assert clause.learn
    learn = clause.learn.model_copy(update={"reader": "careful"})
    careful = clause.model_copy(update={"learn": learn})
    policy = loaded.policy.model_copy(update={"identifiers": (careful,)})
    asking = replace(loaded, policy=policy)
    assert [ref.encoder for ref in model_refs(asking)] == [shipped_encoder().fingerprint]
    lacking = partial(describe_encoder, tmp_path / "en-careful.model")
    monkeypatch.setattr(recognizers, "describe_encoder", lacking)
    with pytest.raises(InvalidError) as refused:
        model_refs(asking)
    assert [fault.code for fault in refused.value.faults] == ["MDL009"]


def test_a_file_of_another_kind_is_refused() -> None:
    with pytest.raises(InvalidError) as refused:
        encoder_file.read_encoder(SHIPPED_ENCODER.with_name("en-default.model"))
    assert [fault.code for fault in refused.value.faults] == ["MDL002"]


def test_the_same_parts_give_the_same_file(tmp_path: Path) -> None:
    judge = JointJudge({"fast": 1.0}, 0.0, 0.1, ("person",))
    one, other = (
        write_encoder(b"network", ["[UNK]"], ["O"], judge, "n", {"a": 1}, tmp_path / f"{name}.model")
        for name in ("one", "other")
    )
    assert one == other


def test_what_was_not_read_keeps_what_the_fast_reader_says() -> None:
    tokens = tokenize("Anna Keller came")
    labels = ["O", "I-person"]
    judged = [(Entity("person", [Mention(0, 2, 0.4)]), 0.4)]
    judge = JointJudge({"fast": 1.0, "encoder": 1.0}, 0.0, 0.1, ("person",))
    unread = Reading(labels, np.zeros((3, 2), np.float32), np.zeros(3, bool))
    assert judge.decide(judged, unread, tokens) == judged
    sure = Reading(labels, np.array([[0.02, 0.98]] * 2 + [[1, 0]], np.float32), np.ones(3, bool))
    (_, probability), *more = judge.decide(judged, sure, tokens)
    assert probability > 0.9 and not more


def test_what_the_encoder_alone_proposes_is_a_candidate() -> None:
    tokens = tokenize("Anna Keller came")
    seen = Reading(["O", "I-person"], np.array([[0.1, 0.9]] * 2 + [[1, 0]], np.float32), np.ones(3, bool))
    ((entity, fast, asked),) = candidates([], seen, tokens, JointJudge({}, 0.0, 0.1, ("person",)))
    assert (entity.mentions[0].first, entity.mentions[0].end, fast, asked) == (0, 2, 0.0, True)


def test_the_context_leaves_room_to_read() -> None:
    assert 2 * CONTEXT < LONGEST // 2


def test_two_policies_together_take_the_reader_that_reads_more() -> None:
    fast, careful = Learn(), Learn(reader="careful")
    both = stricter_learning(fast, careful)
    assert both and both.reader == "careful"
    assert compare_learning(fast, careful, by_default=True) == "unknown"
    assert compare_learning(careful, careful, by_default=True) == "equivalent"

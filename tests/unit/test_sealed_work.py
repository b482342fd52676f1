"""What passes a cluster's scheduler opens for its purpose, its release and the holders of its key alone."""

from __future__ import annotations

import pytest

from engine.errors import InvalidError
from flows.release.cluster.sealed import WorkerKey

KEY = WorkerKey(b"a secret of thirty-two bytes ....", "r1")


def test_an_answer_opens_as_what_it_was_sealed_for() -> None:
    assert KEY.open("answer", KEY.seal("answer", ["a record"])) == ["a record"]


@pytest.mark.parametrize(
    ("key", "purpose"),
    [
        (KEY, "work"),
        (WorkerKey(KEY.secret, "r2"), "answer"),
        (WorkerKey(b"another secret of some length ...", "r1"), "answer"),
    ],
)
def test_it_opens_as_nothing_else(key: WorkerKey, purpose: str) -> None:
    with pytest.raises(InvalidError, match="KEY002"):
        key.open(purpose, KEY.seal("answer", ["a record"]))

"""A sign-off that something killed half-way is done again, and no other document of its release is stuck."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.app.context import Service
from service.releases.approval import WAYS
from service.releases.bundles import verified
from service.releases.moves import State, Step
from service.releases.review.correcting import Asked, correct
from service.releases.review.finishing import benches, finish
from service.releases.running import drain
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, release_of, started

TEXTS = {"a.txt": f"{LETTER}Quorble came too.\n", "b.txt": LETTER, "c.txt": LETTER}


class KilledError(Exception):
    """Stands for the process that is gone."""


def killed(*_: object) -> None:
    raise KilledError


@pytest.fixture
def waiting(furnished: Service) -> str:
    return started(furnished, approved_policy(furnished, POLICY + "review: {all_above: 0}\n"), TEXTS)


def half_done(
    service: Service, monkeypatch: pytest.MonkeyPatch, document: str, *, withhold: bool = False
) -> None:
    """What is there when the process ends after the files were written, and before they count."""
    with monkeypatch.context() as patch, pytest.raises(KilledError):
        patch.setattr("flows.orchestration.reviewing.save_chunk", killed)
        finish(service, person(service, "reviewer.clinic"), document, withhold=withhold)
    benches.close()


def marked(service: Service, document: str) -> None:
    text = TEXTS["a.txt"]
    start = text.index("Quorble")
    asked = Asked("add", start, start + 7, category="person")
    assert correct(service, person(service, "reviewer.clinic"), document, asked) == 1


def sealed(service: Service, release: str) -> str:
    """Approved, sealed, verified: the documents as they left, as one text."""
    WAYS["approve"](service, person(service, "approver.clinic"), release, "")
    drain(service)
    assert release_of(service, release).state == State.SEALED
    assert verified(service, person(service, "approver.clinic"), release) == []
    folder = service.settings.folder / "bundles" / release / "documents"
    return "".join(path.read_text(encoding="utf-8") for path in sorted(folder.iterdir()))


def other_first(rows: list[str]) -> list[str]:
    return [*rows[1:], rows[0]]


@pytest.mark.parametrize("order", [list, other_first])
def test_a_killed_sign_off_is_done_again_whoever_comes_next(
    furnished: Service, waiting: str, monkeypatch: pytest.MonkeyPatch, order: Callable[[list[str]], list[str]]
) -> None:
    rows = [row.id for row in documents(furnished, waiting).values()]
    marked(furnished, rows[0])
    half_done(furnished, monkeypatch, rows[0])
    for one in order(rows):
        assert finish(furnished, person(furnished, "reviewer.clinic"), one) == ""
    text = sealed(furnished, waiting)
    assert "Quorble" not in text and "219-09-9999" not in text and text.count("Dear colleague") == 3


def test_two_killed_sign_offs(furnished: Service, waiting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row.id for row in documents(furnished, waiting).values()]
    marked(furnished, rows[0])
    half_done(furnished, monkeypatch, rows[0])
    half_done(furnished, monkeypatch, rows[1], withhold=True)
    reviewer = person(furnished, "reviewer.clinic")
    assert [finish(furnished, reviewer, one, withhold=one == rows[1]) for one in rows] == ["", "", ""]
    assert documents(furnished, waiting)[2].state == Step.WITHHELD
    text = sealed(furnished, waiting)
    assert "Quorble" not in text and text.count("Dear colleague") == 2


def test_a_document_is_kept_back_and_the_others_go_on(furnished: Service, waiting: str) -> None:
    rows = [row.id for row in documents(furnished, waiting).values()]
    reviewer = person(furnished, "reviewer.clinic")
    assert finish(furnished, reviewer, rows[1], withhold=True) == ""
    assert [finish(furnished, reviewer, one) for one in (rows[0], rows[2])] == ["", ""]
    assert sealed(furnished, waiting).count("Dear colleague") == 2
    folder = furnished.settings.folder / "bundles" / f"{waiting}.private"
    assert not (folder / "again").exists()


def test_other_files_than_those_of_a_killed_sign_off_are_still_compared(
    furnished: Service, waiting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [row.id for row in documents(furnished, waiting).values()]
    half_done(furnished, monkeypatch, rows[0])
    folder = furnished.settings.folder / "bundles" / f"{waiting}.private"
    kept = folder / "waiting" / "000003.enc"
    kept.write_bytes(kept.read_bytes() + b"x")
    with pytest.raises(Exception, match="RVW005"):
        finish(furnished, person(furnished, "reviewer.clinic"), rows[1])

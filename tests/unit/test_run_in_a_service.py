"""How `run --service` ends: as a release on this machine would, once its bundle is verified."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.errors import Outcome
from service.client.sending import Order
from service.commands.remote import releases

WHOLE = {"released": 2, "refused": 0, "quarantined": 0}


@pytest.mark.parametrize(
    ("answer", "totals", "ends"),
    [
        (Outcome.RELEASED, WHOLE, Outcome.RELEASED),
        (Outcome.RELEASED, WHOLE | {"quarantined": 1}, Outcome.INCOMPLETE),
        (Outcome.RELEASED, WHOLE | {"quarantined": 1, "refused": 1}, Outcome.REFUSED),
        (Outcome.UNVERIFIED, WHOLE | {"quarantined": 1}, Outcome.UNVERIFIED),
        (Outcome.REFUSED, WHOLE, Outcome.REFUSED),
    ],
)
def test_documents_that_are_missing_are_told_by_the_exit_code(
    answer: Outcome, totals: dict[str, int], ends: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def client(*arguments: object) -> Iterator[None]:
        yield None

    found = SimpleNamespace(outcome=answer, manifest=SimpleNamespace(totals=totals))
    monkeypatch.setattr(releases, "_client", client)
    monkeypatch.setattr(releases, "submitted", lambda *given: SimpleNamespace(release="r"))
    monkeypatch.setattr(releases, "waited", lambda *given: "sealed")
    monkeypatch.setattr(releases, "fetched", lambda *given: found)
    order = Order("clinic", "May", "letters", [tmp_path])
    assert releases.run_there("https://a.example", order, tmp_path / "out", None, None, True) == ends

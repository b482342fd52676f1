"""Killed between the ledger and the database: what is half done is completed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from adapters.ledger import ledger_path, read_ledger
from adapters.ledger.chain import check_ledger
from adapters.machine.locations import home
from flows.release.records import recording
from service.app.context import Service
from service.people.accounts import group_named
from service.releases import moves
from service.releases.intake import cancel, new_release
from service.state.tables import Move
from tests.service.cases import person


class KilledError(BaseException):
    """Stands for the process that is gone: nothing catches it."""


def then_dies(step: Callable[..., Any]) -> Callable[..., Any]:
    def done(*given: Any) -> None:
        step(*given)
        raise KilledError

    return done


def dies(*given: Any) -> None:
    raise KilledError


def moves_in_ledger() -> Counter[str]:
    """How often each move of a release stands there."""
    content = read_ledger(ledger_path(home()))
    assert check_ledger(content) == []
    return Counter(one.body["move"] for one in content.entries if one.event == "moved")


@pytest.mark.parametrize(
    ("place", "name", "step"),
    [
        (moves, "record", then_dies(moves.record)),  # the entry and its receipt are there
        (recording, "bear_witness", dies),  # the entry alone
        (recording, "installation_ledger", dies),  # nothing
    ],
)
def test_a_move_is_in_the_ledger_once(
    furnished: Service, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, step: Callable[..., Any]
) -> None:
    operator = person(furnished, "operator.clinic")
    with furnished.database.look() as state:
        group = group_named(state, "clinic").id
    release = new_release(furnished, operator, group, "A case", "hipaa-safe-harbor").id
    with monkeypatch.context() as patch:
        patch.setattr(place, name, step)
        with pytest.raises(KilledError):
            cancel(furnished, operator, release)
        with pytest.raises(KilledError):
            moves.write_down(furnished)
    assert [moves.write_down(furnished) for _ in range(2)] == [1, 0]
    with furnished.database.look() as state:
        rows = {one.id: one.entry for one in state.scalars(select(Move))}
    assert moves_in_ledger() == dict.fromkeys(rows, 1)
    receipts = {int(path.stem) for path in recording.receipts_folder().glob("*.json")}
    assert {*rows.values()} == receipts, "each has its receipt"

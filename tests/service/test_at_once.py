"""What two people do at the same moment; on PostgreSQL nobody sees what another has not kept yet."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from service.app.context import Service
from service.refusals import Refusal
from service.releases.intake import add_document, new_release, start
from service.releases.moves import State
from service.releases.review import finishing
from service.releases.review.correcting import Asked, correct
from service.state.database import open_database
from service.state.tables import Group
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, release_of, started
from tests.service.people import furnish
from tests.service.postgres import running_postgres

TEXTS = {"a.txt": LETTER, "b.txt": LETTER}
WHOLE_SECONDS = 3.0


@pytest.fixture
def on_postgres(service: Service) -> Iterator[Service]:
    """The same service with its state on a PostgreSQL of its own."""
    with running_postgres() as address:
        other = replace(service, database=open_database(address))
        furnish(other)
        yield other
        other.database.engine.dispose()


@pytest.mark.slow
def test_the_last_of_two_sign_offs_at_once_ends_the_review(
    on_postgres: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each takes the other's document for open, and the release waits for reviewers for ever."""
    release = started(on_postgres, approved_policy(on_postgres, POLICY + "review: {all_above: 0}\n"), TEXTS)
    rows = [row.id for row in documents(on_postgres, release).values()]
    both, signed = threading.Barrier(2, timeout=WHOLE_SECONDS), finishing._signed_off

    def signed_together(session: Any, *given: Any) -> None:
        signed(session, *given)
        session.flush()
        with suppress(threading.BrokenBarrierError):  # one of them waits for the other's end
            both.wait()

    monkeypatch.setattr(finishing, "_signed_off", signed_together)
    people = [person(on_postgres, login) for login in ("reviewer.clinic", "reviewer2.clinic")]
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(partial(finishing.finish, on_postgres), people, rows))
    assert found == ["", ""]
    assert {row.state for row in documents(on_postgres, release).values()} == {"reviewed"}
    assert release_of(on_postgres, release).state == State.APPROVAL


def test_what_is_said_while_a_document_is_signed_off_is_not_lost(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is decided without that: she is told so, and signs off what is there now."""
    release = started(furnished, approved_policy(furnished, POLICY + "review: {all_above: 0}\n"), TEXTS)
    document = documents(furnished, release)[1].id
    she, changes = person(furnished, "reviewer.clinic"), finishing.changes_of
    at = LETTER.index("colleague")

    def said_meanwhile(*given: Any) -> Any:
        found = changes(*given)
        correct(furnished, she, document, Asked("add", at, at + 9, category="person", ticket="late"))
        return found

    with monkeypatch.context() as patch, pytest.raises(Refusal) as refused:
        patch.setattr(finishing, "changes_of", said_meanwhile)
        finishing.finish(furnished, she, document)
    assert refused.value.faults[0].code == "SVC003"
    assert documents(furnished, release)[1].state == "to review"
    assert finishing.finish(furnished, she, document) == ""
    row = documents(furnished, release)[1]
    assert (row.state, row.n_missed) == ("reviewed", 1)


@pytest.mark.slow
def test_no_document_enters_a_release_that_starts(
    on_postgres: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine knows nothing of one that came after it looked."""
    operator = person(on_postgres, "operator.clinic")
    with on_postgres.database.look() as state:
        group = state.scalars(select(Group.id).where(Group.slug == "clinic")).one()
    release = new_release(on_postgres, operator, group, "A case", "hipaa-safe-harbor").id
    add_document(on_postgres, operator, release, "a.txt", LETTER.encode(), "a")
    begun, n_started = threading.Event(), list[int]()

    def start_it() -> None:
        begun.wait(WHOLE_SECONDS)
        start(on_postgres, operator, release)
        n_started.append(len(documents(on_postgres, release)))

    save = type(on_postgres.vault_of(release_of(on_postgres, release))).save

    def saved_slowly(*given: Any) -> None:
        begun.set()
        starter.join(WHOLE_SECONDS)  # until it has started, or waits for this one
        save(*given)

    starter = threading.Thread(target=start_it)
    starter.start()
    monkeypatch.setattr(type(on_postgres.vault_of(release_of(on_postgres, release))), "save", saved_slowly)
    add_document(on_postgres, operator, release, "b.txt", LETTER.encode(), "b")
    starter.join()
    assert n_started == [2]

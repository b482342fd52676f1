"""How far a release is, as a stream of events that ends when the machine has no more to do for now."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Protocol

from service.app.turns import Turns
from service.refusals import Refusal
from service.releases.moves import State

_LOOK = 1.0
"""Seconds between two looks."""
_ALIVE = 15.0
"""Seconds of silence after which a line says that the connection lives."""
_LONGEST = 600.0
"""Seconds of a stream; whoever wants more asks again, as browsers do by themselves."""
_WORKING = frozenset({State.QUEUED, State.RUNNING, State.SEALING})
_turns = Turns(at_once=32, waiting=0)


class Seen(Protocol):
    """What a look finds."""

    state: str

    def model_dump_json(self) -> str:
        """As JSON."""
        ...


async def events(who: str, look: Callable[[], Awaitable[Seen]]) -> AsyncIterator[str]:
    """An event for each change, as Server-Sent Events.

    Parameters
    ----------
    who : str
        Id of who asks: one person has at most half of the streams.
    look : callable
        Looks anew, and whether whoever asks still may.
    """
    try:
        with _turns.taken(who):
            async for line in _changes(look):
                yield line
    except Refusal as refusal:
        yield f'event: refused\ndata: {{"code": "{refusal.faults[0].code}"}}\n\n'


async def _changes(look: Callable[[], Awaitable[Seen]]) -> AsyncIterator[str]:
    before, began = "", time.monotonic()
    said = began
    while True:
        seen, now = await look(), time.monotonic()
        if (told := seen.model_dump_json()) != before:
            before, said = told, now
            yield f"event: progress\ndata: {told}\n\n"
        elif now - said >= _ALIVE:
            said = now
            yield ": still there\n\n"
        if seen.state not in _WORKING or now - began >= _LONGEST:
            return
        await asyncio.sleep(_LOOK)

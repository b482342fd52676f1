"""A request from the keyboard to stop, which is remembered: what it interrupts may lose it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs as Unraisable

CODE = 130
"""What a command returns that was stopped from the keyboard, as shells count."""
_STOP: list[int] = []


def heed_stop() -> None:
    """Have Ctrl-C raise KeyboardInterrupt, as Python does, and remember it; in a program's main thread."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else somebody chose otherwise
        signal.signal(signal.SIGINT, _heed)
        sys.unraisablehook = partial(_say_nothing_of_stops, sys.unraisablehook)


def was_stopped() -> bool:
    """Whether Ctrl-C was pressed since `heed_stop`.

    A library that is being imported may catch the interruption, or end in a fault of its own because of it.
    """
    return bool(_STOP)


def stop_if_asked() -> None:
    """Raise KeyboardInterrupt where one was raised before and caught by somebody else."""
    if _STOP:
        raise KeyboardInterrupt


def _say_nothing_of_stops(show: Callable[[Unraisable], None], found: Unraisable) -> None:
    """Leave it to `stop_if_asked` where an interruption was swallowed by code that can raise nothing."""
    if not (found.exc_type is not None and issubclass(found.exc_type, KeyboardInterrupt)):
        show(found)


def _heed(number: int, frame: FrameType | None) -> None:
    _STOP.append(number)
    signal.default_int_handler(number, frame)

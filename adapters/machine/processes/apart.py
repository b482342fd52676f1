"""A function in a process of its own, which is gone when it is done."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from adapters.machine.processes.hardening import die_with, harden_process
from engine.errors import InvalidError, SafereleaseError, fault

Result = TypeVar("Result")


def run_apart(function: Callable[..., Result], *arguments: object) -> Result:
    """Call `function` in a process of its own: what it imports, opens and starts never enters this one.

    Parameters
    ----------
    function : callable
        Of a module, with arguments and a result that can be pickled.

    Raises
    ------
    SafereleaseError
        Whatever of this kind the function raises.
    InvalidError
        ``RUN007`` when the process ended without a word, or met another error, without its text.
    """
    alone = threading.active_count() == 1
    context: Any = multiprocessing.get_context("fork" if alone else "spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, os.getpid(), function, arguments), daemon=True)
    with undisturbed():
        process.start()
    sender.close()
    try:
        value, error = receiver.recv()
    except EOFError:
        value, error = None, _ended("no word of it")
    except BaseException:
        process.kill()
        raise
    finally:
        receiver.close()
        process.join()
    if error is not None:
        raise error
    result: Result = value
    return result


@contextmanager
def undisturbed() -> Iterator[None]:
    """Start processes inside: a request to end waits until they are.

    In the middle of a fork Python forgets such a request, and keeps a lock for ever. What is forked starts
    with signals held back: it lets them in by `disturbed`.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def disturbed() -> None:
    """Let signals in again, in a process that was forked undisturbed."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})


def _work(sender: Connection, parent: int, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    harden_process()
    die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for this one ends it
    disturbed()
    try:
        sender.send((function(*arguments), None))
    except SafereleaseError as error:
        sender.send((None, error))
    except OSError as error:
        sender.send((None, _ended(os.strerror(error.errno or 0))))
    except Exception as error:  # noqa: BLE001  its message may hold text: only its kind leaves the process
        sender.send((None, _ended(type(error).__name__)))


def _ended(got: str) -> InvalidError:
    advice = "Give the same command again. Nothing was released."
    return InvalidError(fault("RUN007", "a process of saferelease", "must end with its result", got, advice))

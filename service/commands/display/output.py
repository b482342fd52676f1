"""What commands print: one line for people, or JSON for machines; errors without text."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Annotated, NoReturn

import typer

from adapters.documents.opening.sources import system_reason
from adapters.machine.extras import missing_extra
from adapters.machine.processes.stopping import stop_if_asked, was_stopped
from engine.errors import Fault, InvalidError, Outcome, SafereleaseError, fault
from engine.language.visible import visible
from service.commands.languages.speech import fault_told, told

_NO_THREAD = ("can't start new thread",)
"""What Python says when memory, or the number of processes, does not allow one more."""
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of text for people.")]


def emit(as_json: bool, data: object, show: Callable[[], None]) -> None:
    """Print `data` as JSON, or call `show` for people."""
    if as_json:
        print_json(data)
    else:
        show()


def print_json(data: object) -> None:
    """One JSON value on one line, UTF-8."""
    sys.stdout.write(visible(json.dumps(data, ensure_ascii=False, sort_keys=True)) + "\n")


def say(line: str) -> None:
    """One line for people; no word in it can begin another, or move the cursor."""
    typer.echo(visible(told(line)))


def say_text(text: str) -> None:
    """Lines of a document, which no language exchanges; no word in them can move the cursor."""
    for line in text.splitlines():
        typer.echo(visible(line))


def complain(line: object) -> None:
    """One line for people on the error stream, as `say`."""
    shown = fault_told(line) if isinstance(line, Fault) else told(str(line))
    typer.echo(visible(shown), err=True)


def finish(outcome: Outcome) -> None:
    """End the command with the outcome as its exit code."""
    if outcome:
        raise typer.Exit(int(outcome))


@contextmanager
def reported(as_json: bool = False) -> Iterator[None]:
    """Turn errors into located messages and exit codes; nothing of a document is shown.

    Notes
    -----
    An internal fault shows where in saferelease it happened and the exception's type, never
    its message or the values of variables: they may hold text.
    """
    try:
        yield
    except SafereleaseError as error:
        _fail(error, as_json)
    except (typer.Exit, typer.Abort, KeyboardInterrupt):
        raise
    except BrokenPipeError:
        raise typer.Exit(0) from None
    except OSError as error:
        _fail(InvalidError(_system_fault(error)), as_json)
    except MemoryError:
        _fail(InvalidError(_no_memory()), as_json)
    except ModuleNotFoundError as error:
        if (absent := missing_extra(error)) is None:
            _end_internally(error)
        _fail(InvalidError(absent), as_json)
    except Exception as error:  # noqa: BLE001  the last edge: an unknown fault must not print its message
        stop_if_asked()
        if error.args == _NO_THREAD:
            _fail(InvalidError(_no_memory()), as_json)
        _end_internally(error)


@contextmanager
def told_when_stopped(line: str) -> Iterator[None]:
    """Print `line` when Ctrl-C ends what is inside, whatever became of the interruption there."""
    try:
        stop_if_asked()
        yield
    except (Exception, KeyboardInterrupt) as error:
        if not (was_stopped() or isinstance(error, KeyboardInterrupt)):
            raise
        complain(line)
        raise KeyboardInterrupt from None


def _end_internally(error: Exception) -> NoReturn:
    place = traceback.extract_tb(error.__traceback__)[-1]
    complain(
        f"[INT001] {place.filename}:{place.lineno} {place.name} met an internal fault; "
        f"got {type(error).__name__}. Nothing was released. Please report this line."
    )
    raise typer.Exit(int(Outcome.INTERNAL)) from None


def _fail(error: SafereleaseError, as_json: bool) -> NoReturn:
    if as_json:
        faults = [asdict(found) for found in error.faults]
        print_json({"outcome": error.outcome.name.lower(), "faults": faults})
    for found in error.faults:
        complain(found)
    raise typer.Exit(int(error.outcome)) from None


def _no_memory() -> Fault:
    advice = "Give it more, or fewer --workers. Nothing was released; the same command goes on."
    return fault("SYS003", "this machine", "must have enough memory", "too little", advice)


def _system_fault(error: OSError) -> Fault:
    advice = "Check the owner of the files and folders that you named, and the disk. Nothing was released."
    return fault(
        "SYS001", "this machine", "must let saferelease read and write files", system_reason(error), advice
    )

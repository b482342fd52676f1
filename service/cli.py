"""The command as it is called: what a running service has ready carries it out, else this process does."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from adapters.machine.processes.hardening import harden_process

harden_process()  # before anything is imported that a file in the current folder could stand in for

from adapters.machine.processes.command_client import CommandLostError, handed_over
from adapters.machine.processes.ending import run_and_leave


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; its exit codes are those of `Outcome`.

    Parameters
    ----------
    arguments : sequence of str or None
        Of a caller in this process; None takes those of the command, with which the process ends.
    """
    if arguments is None:
        run_and_leave(_run_command)
    else:
        _run_here(arguments)


def _run_command() -> None:
    code = _elsewhere()
    if code is not None:
        sys.exit(code)
    _run_here(sys.argv[1:])


def _run_here(arguments: Sequence[str]) -> None:
    from service.commands.start.line import run_line

    run_line(arguments)


def _elsewhere() -> int | None:
    try:
        return handed_over(sys.argv[1:])
    except CommandLostError:
        from service.commands.start.warm import told_lost

        return told_lost()


if __name__ == "__main__":
    main()

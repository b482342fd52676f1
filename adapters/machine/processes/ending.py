"""How a program ends: with its exit code, everything written, and without taking its memory apart."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from collections.abc import Callable

from adapters.machine.processes.stopping import CODE, heed_stop, was_stopped

_STOP_SECONDS = 10.0
"""For threads and for what is done at the end, once somebody asked to stop: a library's thread may wait for
what the interruption took from it."""


def exit_code(function: Callable[[], None], leave: Callable[[int], object] = os._exit) -> int:
    """Call `function`, and do what an interpreter does at its end; the code that it would leave with.

    Parameters
    ----------
    function : callable
    leave : callable
        Called with the code, from another thread, when a program that was stopped does not come to its end.
    """
    code: object = 0
    try:
        function()
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001  as an interpreter would show it
        if was_stopped():
            code = CODE
        else:
            sys.excepthook(*sys.exc_info())
            code = 1
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
    watch = threading.Timer(_STOP_SECONDS, leave, [CODE])
    watch.daemon = True
    if was_stopped():
        watch.start()
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    watch.cancel()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        code = 120
    return code if isinstance(code, int) else int(code is not None)


def run_and_leave(function: Callable[[], None]) -> None:
    """Call `function`, and end this process with the code that it leaves with.

    To free a hundred thousand objects one by one takes an eighth of a small release's processor time.
    """
    heed_stop()
    os._exit(exit_code(function))

"""What a call allocates, measured in a process in which nothing else runs."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from multiprocessing import get_context
from typing import Any


def in_a_fork(call: Callable[[], Any]) -> Any:
    """What a call returns in a fork of this process: threads that other tests left allocate elsewhere.

    Parameters
    ----------
    call : Callable
        Without arguments; what it returns can be pickled.

    Raises
    ------
    AssertionError
        If the call fails; it says how.
    EOFError
        If the fork ends without a word.
    """
    ours, theirs = get_context("fork").Pipe(duplex=False)
    child = os.fork()
    if child == 0:
        try:
            theirs.send((True, call()))
        except Exception:  # noqa: BLE001  what goes wrong in a fork is told by its parent
            theirs.send((False, traceback.format_exc()))
        finally:
            os._exit(0)
    theirs.close()
    done, value = ours.recv()
    os.waitpid(child, 0)
    assert done, value
    return value

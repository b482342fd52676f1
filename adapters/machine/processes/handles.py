"""Whether this process may open what a run needs; one that cannot may wait for ever for a thread."""

from __future__ import annotations

import os

from engine.errors import InvalidError, fault

OF_RUN = 40
"""Files that a release holds open at the most, with some to spare: 16 were counted with one worker."""
OF_WORKER = 4
"""More for each worker process: 3 were counted."""


def require_handles(n_workers: int) -> None:
    """Refuse to begin a release with `n_workers` workers where files would run out on the way.

    Notes
    -----
    Handles are really opened, and closed again: the limit of the process counts, what it holds already, and
    the limit of the whole machine.

    Raises
    ------
    InvalidError
        ``SYS002``.
    """
    needed = OF_RUN + OF_WORKER * n_workers
    opened: list[int] = []
    try:
        while len(opened) < needed:
            opened.append(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        must = f"must let saferelease open {needed} more files"
        advice = "Raise the limit, for example: ulimit -n 1024. Or give fewer --workers."
        raise InvalidError(fault("SYS002", "this machine", must, f"{len(opened)}", advice)) from None
    finally:
        for handle in opened:
            os.close(handle)

"""What the operating system lacks: a fault of the machine, which says nothing about a document."""

from __future__ import annotations

import errno
import os

_OF_MACHINE = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EFBIG,
        errno.EROFS,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.EAGAIN,
    }
)
"""No room or quota on a disk, a disk without writing, too few handles, memory or processes."""


def is_shortage(error: OSError) -> bool:
    """Whether the machine lacks something, so that a document must not be blamed."""
    return error.errno in _OF_MACHINE


def shortage(number: int) -> OSError:
    """The error of this number, without a path, which may name a document."""
    return OSError(number, os.strerror(number))

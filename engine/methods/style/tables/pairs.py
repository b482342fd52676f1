"""How the tables of words are written down."""

from __future__ import annotations

from collections.abc import Iterable


def pairs(listed: Iterable[str]) -> dict[str, str]:
    """A table from pairs ``old=new``, in which ``_`` stands for a blank.

    Examples
    --------
    >>> pairs(("alot=a_lot", "teh=the"))
    {'alot': 'a lot', 'teh': 'the'}
    """
    return dict(pair.replace("_", " ").split("=") for pair in listed)

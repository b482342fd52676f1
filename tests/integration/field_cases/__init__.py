"""Cases from the field: one small input a class of fault, with what must go and what must stay.

Each module beside this one holds `CASES`, rows for `tests/integration/test_field_cases.py`: whoever meets a
new class adds a row, with invented details.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class FieldCase:
    """One input, and what its released form must read like.

    Parameters
    ----------
    name : str
        Of the class that the input shows.
    content : str or bytes
    gone, stays : sequence of str
        What must not stand in the released texts, and what must; `stays` also says what a value becomes.
    suffix : str
        Of the file: its format.
    policy : str
        A shipped policy, or a file.
    """

    name: str
    content: str | bytes = field(repr=False)
    gone: Sequence[str] = ()
    stays: Sequence[str] = ()
    suffix: str = ".txt"
    policy: str = "hipaa-safe-harbor"

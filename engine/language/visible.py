"""Characters that a terminal obeys, made visible: words of a foreign file must not forge what is printed."""

from __future__ import annotations

import json
import unicodedata

_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Controls, marks of direction and joining, halves of characters, separators of lines and paragraphs."""


def visible(text: str) -> str:
    """`text` on one line, with the escapes of JSON for what a terminal would obey.

    Examples
    --------
    >>> visible("small\\nVERIFIED")
    'small\\\\nVERIFIED'
    """
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if unicodedata.category(character) in _OBEYED:
        return json.dumps(character)[1:-1]
    return character

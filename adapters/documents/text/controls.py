"""Control characters of plain text: done as a terminal or a printer would, and then none is left."""

from __future__ import annotations

import re

from adapters.documents.faults import binary

_TERMINAL = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_]|[ -/]+[0-~])|"
    r"\x9b[0-?]*[ -/]*[@-~]"
)
"""Control sequences (ECMA-48): colours, positions, titles, links."""
_OVERSTRUCK = re.compile(r"(?:_\x08)?([^\n\x08])(?:\x08(?:\1|_))+|_\x08([^\n\x08])")
_DELETED = re.compile(r"[^\n\x08]\x08")
NOT_IN_LINES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Characters that lines of a message or of subtitles have no use for."""
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_AT_MOST = 0.02
"""Share of control characters that explain nothing from which a file is no text; a few always may be."""
_FEW = 8


def as_shown(document_id: str, text: str) -> str:
    """`text` without control characters: bold and underlined letters stand once, others become blanks.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    text : str
        Decoded text.

    Raises
    ------
    UnreadableError
        DOC005, where there are so many that it is no text.

    Examples
    --------
    >>> as_shown("d", "\x1b[1mB\x08Bo\x08ol\x08ld\x08d\x1b[0m end\x00Next")
    'Bold end Next'
    """
    if not _CONTROLS.search(text) and "\x9b" not in text:
        return text
    text = _OVERSTRUCK.sub(lambda found: found[1] or found[2], _TERMINAL.sub("", text))
    while _DELETED.search(text):
        text = _DELETED.sub("", text)
    found = list(_CONTROLS.finditer(text))
    if len(found) > max(_FEW, _AT_MOST * len(text)) or 4 * len(found) > len(text):
        raise binary(document_id, found[0].start())
    return _CONTROLS.sub(" ", text)


def require_none(document_id: str, text: str) -> None:
    """Raise DOC005 where text of lines holds a control character: formats of messages have none."""
    found = NOT_IN_LINES.search(text)
    if found is not None:
        raise binary(document_id, found.start())

"""XML files read by expat, the second parser: it did not write them."""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat

from adapters.documents.faults import malformed


def read_by_expat(
    document_id: str,
    data: bytes,
    *,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None],
    characters: Callable[[str], object],
    apart: Callable[[str], None],
    separator: str | None = None,
) -> None:
    """Tell of every element and text of an XML file, in their order.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    data : bytes
        The file.
    start, end, characters : callable
        Told of elements and of character data, as by expat.
    apart : callable
        Told of what stands apart from the content: comments, processing instructions.
    separator : str or None
        Between a namespace and a name; None: names keep their prefixes.

    Raises
    ------
    UnreadableError
        DOC007, not well-formed, or with a document type.
    """

    def doctype(*_: object) -> None:
        raise malformed(document_id, "XML", "a document type declaration")

    parser = expat.ParserCreate(namespace_separator=separator)
    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.CommentHandler = apart
    parser.ProcessingInstructionHandler = lambda target, text: apart(f"{target} {text}")
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError):
        raise malformed(document_id, "XML", "a part that is not well-formed") from None

"""XML from outside: entities that blow up or read other files are refused before anything is parsed."""

from __future__ import annotations

from typing import IO
from xml.parsers import expat

from engine.errors import InvalidError, fault

MAX_ENTITY_LENGTH = 500
"""Characters; ontologies use short entities for namespace prefixes."""


class _DeclarationsRead(Exception):
    """The root element begins: no more entities can be declared."""


def refuse_entities(file: IO[bytes], shown: str) -> None:
    """Check the entity declarations at the head of an XML file.

    Short internal entities with plain values are let through, because OWL files
    abbreviate their namespaces with them.

    Parameters
    ----------
    file : binary file
        At its beginning.
    shown : str
        Its name in an error.

    Raises
    ------
    InvalidError
        KNO008 for an external, nested, parameter or long entity.
    xml.parsers.expat.ExpatError
        When the head is no XML.
    """

    def declared(name: str, is_parameter: bool, value: str | None, *_: object) -> None:
        if is_parameter or value is None or "&" in value or "%" in value or len(value) > MAX_ENTITY_LENGTH:
            raise InvalidError(
                fault(
                    "KNO008",
                    shown,
                    "must not declare external, nested or long XML entities",
                    "such an entity",
                    "Save the file without a DOCTYPE and import it again.",
                )
            )

    def root_begins(*_: object) -> None:
        raise _DeclarationsRead

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = declared
    parser.StartElementHandler = root_begins
    try:
        parser.ParseFile(file)
    except _DeclarationsRead:
        return

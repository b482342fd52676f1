"""FHIR resources as JSON, one in a file or one in a line: opened by their definitions, written valid."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from xml.parsers import expat

from adapters.documents.containers.composite import Composite, nested_texts
from adapters.documents.faults import malformed, not_covered
from adapters.documents.health.fhir_definitions import (
    OTHER_RESOURCES,
    NotDefinedError,
    all_resources,
    versions,
)
from adapters.documents.health.fhir_ids import BASE, public_path
from adapters.documents.health.fhir_tree import NESTED, NO_PAGE, Tree
from adapters.documents.health.fhir_values import Number, plain_tree, written_json
from adapters.documents.mail.parts import suffix_of
from adapters.documents.office.xml_slots import edited
from adapters.documents.settings import Settings
from engine.ports import OpenDocument, Replacement
from engine.text import Document

_TOKEN = re.compile(re.escape(json.dumps(NESTED.format("")))[:-1] + r'(\d+)"')
_INDENT = re.compile(r"\{\r?\n([ \t]+)")
_KEY = re.compile("_?[a-zA-Z]+")
_YEAR = re.compile(r"\A(\d{4})-01-01T00:00:00Z\Z")
"""An instant of which the year is left."""
_OPENED = frozenset({"div", "data", "resourceType"})
_NEUTRAL = re.compile(r"urn:uuid:[0-9a-f-]{36}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def open_fhir(document_id: str, source: str, settings: Settings, lines: bool) -> OpenDocument | None:
    """The document, if all that a text of JSON holds are FHIR resources; None if none of it is one.

    Parameters
    ----------
    document_id : str
    source : str
        Valid JSON.
    settings : Settings
    lines : bool
        Whether each line is a value.

    Raises
    ------
    UnreadableError
        DOC028, resources that are of no version covered here.
    """
    found = _resources(source, lines, lambda piece: _parsed(document_id, piece))
    if found is None:
        return None
    indent = _INDENT.match(source.lstrip())
    met = []
    for version in versions():
        tree = Tree(version, document_id, settings, dict(ids_of(found)))
        try:
            resources = [tree.resource(one) for one in found]
        except NotDefinedError as error:
            met.append(str(error))
            continue
        return FhirDocument(document_id, tree, resources, indent[1] if indent and not lines else "")
    raise not_covered(document_id, met[0])


def _resources(source: str, lines: bool, parse: Callable[[str], Any]) -> list[Any] | None:
    """The values of a text of JSON, if one is a resource by its type."""
    if '"resourceType"' not in source:
        return None
    pieces = [line for line in source.split("\n") if line.strip()] if lines else [source]
    found = [parse(piece) for piece in pieces]
    items = (item for one in found for item in (one if isinstance(one, list) else [one]))
    return found if any(is_resource(item) for item in items) else None


def is_resource(value: Any) -> bool:
    """Whether a value names a type of resource, also one of an earlier or a later version.

    Examples
    --------
    >>> is_resource({"resourceType": "MedicationOrder"}), is_resource({"resourceType": "AWS::S3::Bucket"})
    (True, False)
    """
    return isinstance(value, dict) and str(value.get("resourceType")) in all_resources() | OTHER_RESOURCES


def ids_of(value: Any) -> Iterator[tuple[str, str]]:
    """Ids of all resources in a value, with their types."""
    if isinstance(value, dict):
        if "resourceType" in value and "id" in value:
            yield str(value["id"]), str(value["resourceType"])
        value = [item for item in value.values() if isinstance(item, (dict, list))]
    if isinstance(value, list):
        for item in value:
            yield from ids_of(item)


def _parsed(document_id: str, piece: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            raise malformed(document_id, "FHIR", "an object with a key twice")
        return made

    return json.loads(piece, parse_int=Number, parse_float=Number, object_pairs_hook=once)


class _Resources:
    """The resources without the files that stand in them."""

    def __init__(
        self, document_id: str, tree: Tree, resources: Sequence[dict[str, Any]], indent: str
    ) -> None:
        self.document = tree.layout.document(document_id)
        self._layout, self._resources, self._indent = tree.layout, resources, indent

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The resources as JSON, a line each where they have no indentation."""
        with edited(self._layout, replacements):
            written = [written_json(plain_tree(one), self._indent) for one in self._resources]
        return "".join(f"{one}\n" for one in written).encode()


class FhirDocument:
    """Open resources: their elements, the narratives and the attached files."""

    def __init__(
        self, document_id: str, tree: Tree, resources: Sequence[dict[str, Any]], indent: str
    ) -> None:
        self._is_page = tree.is_page
        self._composite = Composite(
            document_id, [_Resources(document_id, tree, resources, indent), *tree.nested]
        )

    @property
    def document(self) -> Document:
        """Elements, then narratives and attached files."""
        return self._composite.document

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The resources with what stands in them, `replacements` applied."""
        main, *nested = self._composite.rewritten(replacements)

        def placed(found: re.Match[str]) -> str:
            number = int(found[1])
            return json.dumps(as_element(nested[number], self._is_page[number]), ensure_ascii=False)

        return _TOKEN.sub(placed, main.decode()).encode()


def as_element(content: bytes, is_page: bool) -> str:
    """What stands in an element for a narrative or a file, as it was written."""
    if not is_page:
        return base64.b64encode(content).decode()
    page = content.decode()
    return page if _is_narrative(page) else NO_PAGE


def _is_narrative(page: str) -> bool:
    """Whether a narrative is well-formed XML of one ``div``, as the type asks."""
    names: list[str] = []
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = lambda name, _: names.append(name)
    try:
        parser.Parse(page, True)
    except expat.ExpatError:
        return False
    return names[0] == "http://www.w3.org/1999/xhtml div"


def fhir_texts(source: str, settings: Settings, lines: bool) -> list[str] | None:
    """All strings and numbers of resources; narratives and attached files as their formats read them.

    Public addresses are read behind the name of their owner, and ids that the format gave are left out.
    None, if the text of JSON holds no resource.
    """
    found = _resources(source, lines, json.loads)
    if found is None:
        return None
    open_fhir("", source, settings, lines)
    return [text for one in found for text in texts_of(one, settings)]


def texts_of(resource: dict[str, Any], settings: Settings) -> Iterator[str]:
    """All strings and numbers of a resource, as `fhir_texts` says."""
    waiting: list[Any] = [resource]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += reversed(value)
        elif isinstance(value, dict):
            yield from (key for key in value if not _KEY.fullmatch(key))
            yield from _inside(value, settings)
            waiting += [
                item
                for key, item in reversed(value.items())
                if not (key in _OPENED and isinstance(item, str))
            ]
        elif isinstance(value, str):
            parted = public_path(value)
            if not value.startswith(BASE) and not _NEUTRAL.fullmatch(value):
                yield _YEAR.sub(r"\1", parted[1] if parted else value)
        elif value is not None:
            yield str(value)


def _inside(value: dict[str, Any], settings: Settings) -> Iterator[str]:
    """What the narrative and the file of an object hold."""
    page, data = value.get("div"), value.get("data")
    if value.get("resourceType") == "Binary" and isinstance(value.get("content"), str):
        data = value["content"]
    if isinstance(page, str):
        yield from nested_texts(".html", page.encode(), settings)
    if isinstance(data, str) and "contentType" in value:
        yield from nested_texts(suffix_of(str(value["contentType"]), ""), base64.b64decode(data), settings)
    elif isinstance(data, str):
        yield data

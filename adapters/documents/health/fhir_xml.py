"""FHIR resources as XML: read into the tree that JSON has, closed and searched there, written as XML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import zip_longest
from typing import Any
from xml.etree import ElementTree

import defusedxml.ElementTree
from lxml import etree

from adapters.documents.containers.composite import Composite
from adapters.documents.faults import malformed, not_covered
from adapters.documents.health.fhir import as_element, ids_of, texts_of
from adapters.documents.health.fhir_definitions import Definitions, NotDefinedError, versions
from adapters.documents.health.fhir_tree import NESTED, NUMBERS, Tree
from adapters.documents.health.fhir_values import MASKED, REASON_ADDRESS, Number
from adapters.documents.layout import Layout
from adapters.documents.office.xml_slots import edited, xml_text
from adapters.documents.settings import Settings
from engine.ports import OpenDocument, Replacement
from engine.text import Document

FHIR, _XHTML = "http://hl7.org/fhir", "http://www.w3.org/1999/xhtml"
_SCHEMA = "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"
_BOOLEANS = {"true": True, "false": False}
_REASON = {"url": REASON_ADDRESS, "valueCode": "masked"}
_DEFAULT: Any = {None: FHIR}
"""FHIR has no prefix."""
Page = Callable[[Any], str]


def open_fhir_xml(document_id: str, root: etree._Element, settings: Settings) -> OpenDocument | None:
    """The document, if a tree of XML is a resource; else None.

    Parameters
    ----------
    document_id : str
    root : lxml element
        Without comments and instructions.
    settings : Settings

    Raises
    ------
    UnreadableError
        DOC028, a resource that is of no version covered here.
    """
    if etree.QName(root).namespace != FHIR:
        return None
    met = []
    for version in versions():
        try:
            found = resource_of(version, root, _lxml_page)
            tree = Tree(version, document_id, settings, dict(ids_of([found])))
            return FhirXmlDocument(document_id, tree, tree.resource(found))
        except NotDefinedError as error:
            met.append(str(error))
    raise not_covered(document_id, met[0])


def resource_of(version: Definitions, element: Any, page: Page) -> dict[str, Any]:
    """The resource that an element of XML is, as JSON has it.

    Parameters
    ----------
    version : Definitions
    element : element of lxml or of the standard library
    page : callable
        Writes a narrative.

    Raises
    ------
    NotDefinedError
        It is something else.
    """
    kind = _name(element, FHIR)
    if kind not in version.resources:
        raise NotDefinedError(kind)
    return {"resourceType": kind, **_elements(version, element, kind, page)}


def _name(element: Any, namespace: str) -> str:
    """The name of an element of a namespace that has no text of its own."""
    space, _, name = str(element.tag).partition("}")
    texts = [element.text, *(child.tail for child in element)]
    if space != f"{{{namespace}" or any(text and text.strip() for text in texts):
        raise NotDefinedError
    return name


def _elements(version: Definitions, element: Any, type_name: str, page: Page) -> dict[str, Any]:
    """The elements of a type; those that stand more than once as a list."""
    kinds = version.types[type_name]
    found: dict[str, list[tuple[Any, Any]]] = {}
    for child in element:
        if child.tag == f"{{{_XHTML}}}div" and kinds.get("div") == "xhtml":
            found.setdefault("div", []).append((page(child), None))
            continue
        name = _name(child, FHIR)
        if name not in kinds:
            raise NotDefinedError(type_name, name)
        found.setdefault(name, []).append(_item(version, child, kinds[name], page))
    made = {"url": element.get("url")} if type_name == "Extension" and element.get("url") else {}
    for name, pairs in found.items():
        made |= _paired(name, pairs)
    return made


def _paired(name: str, pairs: Sequence[tuple[Any, Any]]) -> dict[str, Any]:
    """Values, and under the name with a line what stands beside values."""
    items, mores = [item for item, _ in pairs], [more for _, more in pairs]
    made: dict[str, Any] = {name: items if len(items) > 1 else items[0]}
    if any(mores):
        made[f"_{name}"] = mores if len(mores) > 1 else mores[0]
    return {key: item for key, item in made.items() if item is not None}


def _item(version: Definitions, element: Any, kind: str, page: Page) -> tuple[Any, Any]:
    """What an element holds, and for a value what stands in it besides."""
    allowed = {"id", "value", _SCHEMA} if kind[0].islower() else {"id", "url", _SCHEMA}
    if not set(element.keys()) <= allowed:
        raise NotDefinedError
    if kind == "Resource":
        inner = list(element)
        if len(inner) != 1:
            raise NotDefinedError
        return resource_of(version, inner[0], page), None
    if kind[0].isupper():
        return _elements(version, element, kind, page), None
    value = element.get("value")
    if value is not None and kind in NUMBERS:
        value = Number(value)
    elif kind == "boolean":
        value = _BOOLEANS.get(value, value)
    return value, _elements(version, element, "Element", page) or None


def _lxml_page(element: Any) -> str:
    alone = etree.fromstring(etree.tostring(element, with_tail=False))
    etree.cleanup_namespaces(alone)
    written: str = etree.tostring(alone, encoding="unicode")
    return written


def _plain_page(element: Any) -> str:
    """A narrative by the standard library, its names without prefixes."""
    alone = deepcopy(element)
    for one in alone.iter():
        one.tag = one.tag.rpartition("}")[2]
    alone.set("xmlns", _XHTML)
    alone.tail = None
    return ElementTree.tostring(alone, encoding="unicode")


class _Resource:
    """The resource without the files that stand in it."""

    def __init__(self, document_id: str, tree: Tree, resource: Mapping[str, Any]) -> None:
        self.document = tree.layout.document(document_id)
        self._layout: Layout[Any] = tree.layout
        self._types = tree.version.types
        self._resource = resource
        self.contents: Sequence[str] = ()

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The resource as XML, what stands in it taken from `contents`."""
        with edited(self._layout, replacements):
            root = _Writer(self._types, self.contents).resource(self._resource)
        written: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
        return written + b"\n"


class FhirXmlDocument:
    """An open resource: its elements, the narratives and the attached files."""

    def __init__(self, document_id: str, tree: Tree, resource: Mapping[str, Any]) -> None:
        self._own = _Resource(document_id, tree, resource)
        self._nested, self._is_page = tree.nested, tree.is_page
        self._composite = Composite(document_id, [self._own, *tree.nested])

    @property
    def document(self) -> Document:
        """Elements, then narratives and attached files."""
        return self._composite.document

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The resource with what stands in it, `replacements` applied."""
        own, *shares = self._composite.shares(replacements)
        written = [opened.rewrite(share) for opened, share in zip(self._nested, shares, strict=True)]
        self._own.contents = [as_element(*one) for one in zip(written, self._is_page, strict=True)]
        return self._own.rewrite(own)


class _Writer:
    """Writes resources as XML; a value that was removed becomes the extension that says "masked"."""

    def __init__(self, types: Mapping[str, Mapping[str, str]], contents: Sequence[str]) -> None:
        self._types = types
        self._contents = {NESTED.format(number): content for number, content in enumerate(contents)}

    def resource(self, made: Mapping[str, Any], parent: etree._Element | None = None) -> etree._Element:
        """The element of a resource."""
        kind = made["resourceType"]
        tag = f"{{{FHIR}}}{kind}"
        root = etree.Element(tag, None, _DEFAULT) if parent is None else etree.SubElement(parent, tag)
        self._elements(root, kind, made)
        return root

    def _elements(self, parent: etree._Element, type_name: str, made: Mapping[str, Any]) -> None:
        for name in dict.fromkeys(key.removeprefix("_") for key in made):
            kind = self._types[type_name].get(name)
            if kind is None:  # the type of the resource itself
                continue
            pairs = zip_longest(_many(made.get(name)), _many(made.get(f"_{name}")))
            for item, more in pairs:
                if item is MASKED and type_name == "Extension":
                    self._element(parent, "extension", "Extension", _REASON, None)
                elif type_name == "Extension" and name == "url":
                    parent.set("url", xml_text(str(item)))
                elif item is not None or more:
                    self._element(parent, name, kind, item, more)

    def _element(self, parent: etree._Element, name: str, kind: str, item: Any, more: Any) -> None:
        if kind == "xhtml":
            parent.append(etree.fromstring(self._contents[item]))
            return
        element = etree.SubElement(parent, f"{{{FHIR}}}{name}")
        if isinstance(item, Mapping) and kind == "Resource":
            self.resource(item, element)
        elif isinstance(item, Mapping):
            self._elements(element, kind, item)
        else:
            self._value(element, item, more or {})

    def _value(self, element: etree._Element, item: Any, more: Mapping[str, Any]) -> None:
        if item is MASKED:
            self._element(element, "extension", "Extension", _REASON, None)
        elif item is not None:
            text = str(item).lower() if isinstance(item, bool) else self._contents.get(item, str(item))
            element.set("value", xml_text(text))
        self._elements(element, "Element", more)


def _many(item: Any) -> Sequence[Any]:
    return item if isinstance(item, list) else [item]


def fhir_xml_texts(content: bytes, settings: Settings) -> Iterator[str] | None:
    """All that a resource of XML says, as JSON's are read back; None if the file holds anything else."""
    builder = ElementTree.TreeBuilder(insert_comments=True, insert_pis=True)
    parser = defusedxml.ElementTree.DefusedXMLParser(target=builder, forbid_dtd=True)
    try:
        parser.feed(content)
        root = parser.close()
    except (ElementTree.ParseError, defusedxml.DefusedXmlException, ValueError):
        raise malformed("", "XML", "a file that is not well-formed") from None
    if not str(root.tag).startswith(f"{{{FHIR}}}"):
        return None
    met = []
    for version in versions():
        try:
            found = resource_of(version, root, _plain_page)
            Tree(version, "", settings, {}).resource(found)
            return texts_of(found, settings)
        except NotDefinedError as error:
            met.append(str(error))
    raise not_covered("", met[0])

"""Names in XML: those of elements and attributes are searched once each, namespaces are closed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from adapters.documents.layout import Layout, Run
from adapters.documents.office.xml_slots import Slot, Undo, attributes_of
from adapters.documents.text.paths import unused

XML, XSI = "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2001/XMLSchema-instance"
_PUBLIC = frozenset(
    {
        XML, XSI, "http://www.w3.org/2001/XMLSchema", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink",
        "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2005/Atom",
        "http://www.w3.org/2001/XInclude", "http://www.w3.org/1999/XSL/Transform",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2000/01/rdf-schema#",
        "http://www.w3.org/2004/02/skos/core#", "http://www.w3.org/2002/07/owl#",
        "http://www.w3.org/2000/09/xmldsig#", "http://www.w3.org/2003/05/soap-envelope",
        "http://schemas.xmlsoap.org/soap/envelope/", "http://schemas.xmlsoap.org/wsdl/",
        "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/", "http://purl.org/rss/1.0/",
        "http://purl.org/rss/1.0/modules/content/", "http://docbook.org/ns/docbook",
        "http://www.tei-c.org/ns/1.0", "http://www.idpf.org/2007/opf", "http://www.sitemaps.org/schemas/sitemap/0.9",
        "http://hl7.org/fhir", "urn:hl7-org:v3", "urn:hl7-org:v2xml", "urn:hl7-org:sdtc", "urn:hl7-org:voc",
        "http://www.xbrl.org/2003/instance", "http://www.opengis.net/gml", "http://www.opengis.net/kml/2.2",
        "http://www.topografix.com/GPX/1/1", "urn:oasis:names:tc:legaldocml:ns:akn:3.0",
    }
)  # fmt: skip
"""Namespaces of public schemas; all others get a number, as nobody knows whom their addresses name."""
_NUMBERED = re.compile(r"urn:x-namespace:\d{1,4}")
_SHORT = re.compile(
    r"[a-z]\d?|xs|dc|ns\d{1,2}|xsi|xsd|xsl|hl7|rdf|owl|svg|gml|kml|voc|soap(?:env)?|wsse|wsdl|x?html|xlink|sdtc"
    r"|fhir|rdfs|atom|skos|dcterms|docbook"
)
_NOT_IN_NAMES = re.compile(r"[^\w.\-]|[ªº²³¹¼-¾]")


def is_neutral(uri: str) -> bool:
    """Whether a namespace is public, or a number that was given to it."""
    return uri in _PUBLIC or _NUMBERED.fullmatch(uri) is not None


def is_short(prefix: str) -> bool:
    """Whether a prefix is too short to say anything, or is that of a public namespace."""
    return _SHORT.fullmatch(prefix) is not None


@dataclass
class Names:
    """The names of one file: what each will be when the file is written."""

    locals: dict[str, str] = field(default_factory=dict)
    _uris: dict[str, str] = field(default_factory=dict)
    _prefixes: dict[str, str] = field(default_factory=dict)

    def add(self, root: etree._Element, layout: Layout[Slot]) -> None:
        """One part for each name of an element or attribute, changed wherever it stands."""
        for element in root.iter(etree.Element):
            for name in (element.tag, *attributes_of(element)):
                self.locals.setdefault(etree.QName(name).localname, etree.QName(name).localname)
        for name in self.locals:
            layout.add("key", [Run(name, _NameSlot(self.locals, name))])

    def written(self, element: etree._Element, parent: etree._Element | None = None) -> etree._Element:
        """A tree built anew from elements, attributes and texts, with its names as they are now."""
        above = {} if parent is None else element.getparent().nsmap  # type: ignore[union-attr]
        declared = {p: uri for p, uri in element.nsmap.items() if above.get(p) != uri and uri != XML}
        nsmap: Any = {self._prefix(prefix): self._uri(uri) for prefix, uri in declared.items()}
        tag, attributes = self._name(element.tag), attributes_of(element)
        if parent is None:
            made = etree.Element(tag, None, nsmap)
        else:
            made = etree.SubElement(parent, tag, None, nsmap)
        for name, value in attributes.items():
            made.set(self._name(name), value)
        made.text, made.tail = element.text, element.tail
        for child in element.iterchildren(etree.Element):
            self.written(child, made)
        return made

    def _name(self, name: str) -> str:
        parsed = etree.QName(name)
        local = self.locals.get(parsed.localname, parsed.localname)
        return f"{{{self._uri(parsed.namespace)}}}{local}" if parsed.namespace else local

    def _uri(self, uri: str) -> str:
        if is_neutral(uri):
            return uri
        return self._uris.setdefault(uri, f"urn:x-namespace:{len(self._uris) + 1}")

    def _prefix(self, prefix: str | None) -> str | None:
        if prefix is None or is_short(prefix):
            return prefix
        return self._prefixes.setdefault(prefix, f"x{len(self._prefixes) + 1}")


@dataclass(frozen=True, slots=True)
class _NameSlot:
    """A name in the table of a file's names; two of them never become one."""

    table: dict[str, str]
    name: str

    def write(self, text: str) -> Undo:
        """Put a name there that is as much of `text` as a name may be."""
        plain = _NOT_IN_NAMES.sub("_", text)
        wanted = plain if re.match(r"[^\W\d]", plain) else f"_{plain}"
        taken = {name for key, name in self.table.items() if key != self.name}
        self.table[self.name] = unused(wanted, taken, "{}_{}")

        def undo() -> None:
            self.table[self.name] = self.name

        return undo

"""XML files: FHIR and clinical documents by their definitions, all others by their texts and values."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from adapters.documents.containers.text_documents import HoldingDocument
from adapters.documents.faults import too_large
from adapters.documents.health.cda import ClinicalTree, is_clinical
from adapters.documents.health.fhir_xml import fhir_xml_texts, open_fhir_xml
from adapters.documents.layout import Layout
from adapters.documents.markup.xml.names import Names
from adapters.documents.markup.xml.texts import xml_texts
from adapters.documents.markup.xml.tree import Tree
from adapters.documents.office.xml_slots import Slot, edited, parse_xml
from adapters.documents.settings import DEFAULT, Settings
from engine.ports import OpenDocument, Replacement
from engine.text import SensitiveText


class Xml:
    """XML of any kind.

    Values of attributes and texts of elements are parts named by their paths; so is each name of an
    element or attribute. Comments, instructions and places of schemas leave. Document types are refused.

    Parameters
    ----------
    settings : Settings
        Size and nesting limits, columns that the policy names.
    """

    name = "xml"
    suffixes: Sequence[str] = (".xml",)

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003, DOC006 nested too deep, DOC007 not well-formed, or with a document type."""
        if len(content) > self._settings.max_bytes:
            raise too_large(document_id, len(content), self._settings.max_bytes)
        root = parse_xml(document_id, content)
        resource = open_fhir_xml(document_id, root, self._settings)
        if resource is not None:
            return resource
        tree = (ClinicalTree if is_clinical(root) else Tree)(document_id, self._settings)
        tree.read(root)
        names = Names()
        names.add(root, tree.layout)
        return HoldingDocument(document_id, _XmlDocument(document_id, root, names, tree.layout), tree.nested)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All names, values and texts, by expat."""
        texts = fhir_xml_texts(content, self._settings)
        if texts is None:
            texts = xml_texts(content, self._settings)
        return [SensitiveText(text) for text in texts if text]


class _XmlDocument:
    """What the file itself says, without the documents inside."""

    def __init__(self, document_id: str, root: etree._Element, names: Names, layout: Layout[Slot]) -> None:
        self.document = layout.document(document_id)
        self._root, self._names, self._layout = root, names, layout

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The file written anew with `replacements` applied."""
        with edited(self._layout, replacements):
            root = self._names.written(self._root)
        written: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
        return written + b"\n"

"""What leaves every Word document: revisions, comments, sessions, people, links to data outside."""

from __future__ import annotations

from functools import lru_cache

from lxml import etree

from adapters.documents.office.ooxml.tags import Tag, elements_of
from adapters.documents.office.xml_slots import local, named, unwrap
from adapters.documents.settings import Settings

_ALWAYS_REMOVED = frozenset(
    {
        "commentRangeStart", "commentRangeEnd", "commentReference", "annotationRef",
        "rPrChange", "pPrChange", "sectPrChange", "tblPrChange", "tcPrChange", "trPrChange",
        "tblGridChange", "tblPrExChange", "numberingChange", "cellIns", "cellDel", "cellMerge",
        "moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd",
        "customXmlInsRangeStart", "customXmlInsRangeEnd", "customXmlDelRangeStart", "customXmlDelRangeEnd",
        "customXmlMoveFromRangeStart", "customXmlMoveFromRangeEnd", "customXmlMoveToRangeStart",
        "customXmlMoveToRangeEnd", "proofErr", "permStart", "permEnd", "lastRenderedPageBreak",
        "dataBinding", "docPartObj", "smartTagPr", "customXmlPr", "subDoc", "control", "OLEObject",
        "objectEmbed", "objectLink", "movie", "contentPart", "externalData",
        # word/settings.xml
        "rsids", "attachedTemplate", "mailMerge", "docVars", "writeProtection", "docId", "saveThroughXslt",
        "attachedSchema", "schemaLibrary", "readModeInkLockDown", "smartTagType", "captions",
        "embedRegular", "embedBold", "embedItalic", "embedBoldItalic", "revisionView", "trackRevisions",
    }
)  # fmt: skip
_UNWRAPPED = frozenset({"smartTag", "customXml"})
_ADDED = frozenset({"ins", "moveTo"})
_DELETED = frozenset({"del", "moveFrom"})
_SIDES = {
    "accept": (_DELETED, _ADDED),
    "reject": (_ADDED, _DELETED),
    "remove": (_ADDED | _DELETED, frozenset[str]()),
}
_PROPERTIES = frozenset({"rPr", "trPr", "pPr", "tcPr", "numPr"})
_PEOPLE = frozenset(
    {"author", "date", "initials", "userId", "providerId", "dateUtc", "ed", "edGrp", "editId"}
)

_HAS_TAILS = etree.XPath("boolean(//*/following-sibling::text())")


def clean_story(root: etree._Element, settings: Settings) -> None:
    """Settle tracked changes and remove what no policy decides, in place.

    Parameters
    ----------
    root : Element
        The root of a part of a Word document.
    settings : Settings
        ``revisions="accept"`` keeps insertions, ``"reject"`` keeps deletions, ``"remove"`` neither.
    """
    gone, kept = _SIDES.get(settings.revisions, (_DELETED, _ADDED))
    for element in list(named(root, gone | kept | _ALWAYS_REMOVED | _UNWRAPPED)):
        name, parent = local(element.tag), element.getparent()
        if parent is None:
            continue
        if name in gone | kept and local(parent.tag) in _PROPERTIES:
            _settle_mark(element, parent, name in gone)
        elif name in gone or name in _ALWAYS_REMOVED:
            parent.remove(element)
        elif name in kept or name in _UNWRAPPED:
            unwrap(element)
    _clean_elements(root)


def is_revised(root: etree._Element) -> bool:
    """Whether a part of a Word document holds tracked changes."""
    return any(
        (name := local(element.tag)) in _ADDED | _DELETED
        or (name.endswith("Change") and name in _ALWAYS_REMOVED)
        or name in ("cellIns", "cellDel", "cellMerge")
        for element in root.iter(etree.Element)
    )


def _settle_mark(element: etree._Element, properties: etree._Element, gone: bool) -> None:
    """A mark that says its row (or paragraph end, or number) was added or deleted."""
    properties.remove(element)
    row = properties.getparent()
    if gone and local(properties.tag) == "trPr" and row is not None:
        table = row.getparent()
        if table is not None:
            table.remove(row)


def _clean_elements(root: etree._Element) -> None:
    for element in list(root.iter(etree.Element)) if _HAS_TAILS(root) else ():
        element.tail = None  # no text stands between elements; what does is not shown and not wanted
    for element in list(elements_of(root, _is_of_a_session)):
        for name in element.keys():  # noqa: SIM118 - a list, the element has no other
            if _is_of_session(name):
                del element.attrib[name]
    for element in list(named(root, ("delText", "delInstrText"))):
        new = "t" if local(element.tag) == "delText" else "instrText"
        element.tag = element.tag.removesuffix(local(element.tag)) + new


def _is_of_a_session(tag: Tag) -> bool:
    """Whether an attribute of a tag may tell of a session."""
    return any(_is_of_session(f"}}{name}") for name, _ in tag.attributes)


@lru_cache(4096)
def _is_of_session(attribute: str) -> bool:
    """Whether an attribute tells of a session of editing, or of who edited."""
    name = local(attribute)
    return name.startswith("rsid") or (name in _PEOPLE and "}" in attribute)

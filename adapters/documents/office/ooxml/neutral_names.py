"""Names inside a package that nobody reads and that may say much: namespaces, ids, file names of parts.

What a schema does not know is removed, what only links one place to another is renamed: unknown
namespaces and their elements and attributes, ids of styles and relationships, names of parts, names of
themes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from lxml import etree

from adapters.documents.office.ooxml.builtin_names import is_builtin_style_id
from adapters.documents.office.ooxml.unused_styles import STYLE_REFERENCES
from adapters.documents.office.ooxml.value_forms import PREFIXES
from adapters.documents.office.xml_slots import attributes_of, declared_namespaces, local, named

_HOSTS = re.compile(
    r"http://(?:schemas\.openxmlformats\.org|schemas\.microsoft\.com|purl\.oclc\.org/ooxml)/(.+)"
    r"|urn:schemas-microsoft-com(?::mac)?:(.+)"
)
_PATH_WORDS = frozenset(
    {
        "office", "word", "wordml", "drawing", "drawingml", "excel", "presentationml",
        "spreadsheetml", "wordprocessingml",
        "officeDocument", "package", "markup-compatibility", "relationships", "math", "main", "chart",
        "chartDrawing", "chartex", "diagram", "picture", "lockedCanvas", "compatibility", "cid", "cex",
        "symex",
        "sdtdatahash", "wordprocessingDrawing", "wordprocessingCanvas", "wordprocessingGroup",
        "wordprocessingInk", "wordprocessingShape", "spreadsheetDrawing", "ink", "model3d", "oel", "mac",
        "vml",
        "revision", "ac", "customXml", "schemaLibrary", "x", "powerpoint", "legacyDiagramColors",
    }
)  # fmt: skip
_W3C = frozenset({"http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2001/XMLSchema-instance"})
_RELATIONSHIP_BASE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_DIAGRAM_BASE = "http://schemas.microsoft.com/office/2007/relationships"
_USUAL = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
}
_COMPATIBILITY = frozenset({"Ignorable", "MustUnderstand", "ProcessContent", "Requires"})
_NAMED = frozenset({"theme", "clrScheme", "fontScheme", "fmtScheme", "custClr", "themeFamily"})


@lru_cache(1024)
def is_known_namespace(uri: str) -> bool:
    """Whether a namespace is one of the schemas that Office writes."""
    if not uri or uri in _W3C:
        return True
    found = _HOSTS.fullmatch(uri)
    path = (found[1] or found[2]) if found else ""
    return bool(path) and all(p in _PATH_WORDS or re.fullmatch(r"\d{1,4}", p) for p in re.split("[/:]", path))


def is_known_name(name: str) -> bool:
    """Whether the namespace of an element or attribute is known; to have none is known too."""
    return is_known_namespace(name.rpartition("}")[0].removeprefix("{"))


def drop_unknown(root: etree._Element) -> None:
    """Remove elements and attributes of unknown namespaces, and the names of themes and colours."""
    is_known = all(is_known_namespace(uri) for _, uri in declared_namespaces(root))
    for element in list(named(root, ("Choice",)) if is_known else root.iter(etree.Element)):
        if not is_known_name(str(element.tag)) or _asks_for_unknown(element):
            parent = element.getparent()
            if parent is not None:
                parent.remove(element)
            continue
        for key in attributes_of(element):
            if not is_known_name(key):
                del element.attrib[key]
    for element in named(root, _NAMED):
        if element.get("name"):
            element.set("name", "Office")
    keep_known_prefixes(root)


def _asks_for_unknown(element: etree._Element) -> bool:
    """Whether a choice of markup (ECMA-376 part 3) needs a namespace that is not known."""
    wanted = element.get("Requires", "").split() if local(element.tag) == "Choice" else []
    return any(not is_known_namespace(element.nsmap.get(prefix) or "?") for prefix in wanted)


def keep_known_prefixes(root: etree._Element) -> None:
    """Declare no namespace but those in use, and those that compatibility attributes name."""
    kept: set[str] = set()
    for element in _compatible(root):
        for key, value in attributes_of(element).items():
            if local(key) not in _COMPATIBILITY:
                continue
            known = [p for p in value.split() if is_known_namespace(element.nsmap.get(p) or "?")]
            kept.update(known)
            if known:
                element.set(key, " ".join(known))
            else:
                del element.attrib[key]
    etree.cleanup_namespaces(root, keep_ns_prefixes=sorted(kept))


def _compatible(root: etree._Element) -> Iterable[etree._Element]:
    """The elements that may have compatibility attributes: mostly the root alone has any."""
    written = etree.tostring(root)
    elsewhere = sum(written.count(name.encode()) for name in _COMPATIBILITY)
    elsewhere -= sum(local(key) in _COMPATIBILITY for key in root.keys())  # noqa: SIM118 - no mapping
    return root.iter(etree.Element) if elsewhere else (root,)


def rename_styles(roots: Iterator[etree._Element]) -> None:
    """Give styles of ids that are not built in new ids, wherever they are named."""
    trees = list(roots)
    renamed: dict[str, str] = {}
    for root in trees:
        for style in named(root, ("style",)):
            for key, value in attributes_of(style).items():
                if local(key) == "styleId" and (value.startswith("style") or not is_builtin_style_id(value)):
                    renamed.setdefault(value, f"style{len(renamed) + 1}")
                    style.set(key, renamed[value])
    for root in trees:
        for element in named(root, STYLE_REFERENCES):
            for key, value in attributes_of(element).items():
                if local(key) == "val" and value in renamed:
                    element.set(key, renamed[value])


def rename_relationships(root: etree._Element, rels: etree._Element) -> dict[str, str]:
    """Number the relationships of a part, in its relationship file and wherever the part names them.

    Returns
    -------
    dict
        New ids by old.
    """
    renamed: dict[str, str] = {}
    for number, relationship in enumerate(rels, 1):
        renamed[relationship.get("Id", "")] = f"rId{number}"
        for key in attributes_of(relationship):
            if key not in ("Id", "Type", "Target", "TargetMode"):
                del relationship.attrib[key]
        relationship.set("Id", f"rId{number}")
        kind = relationship.get("Type", "").rpartition("/")[2]
        base = _DIAGRAM_BASE if kind == "diagramDrawing" else _RELATIONSHIP_BASE
        relationship.set("Type", f"{base}/{kind}")
    if not any("/relationships" in uri for _, uri in declared_namespaces(root)):
        return renamed
    for element in root.iter(etree.Element):
        for key, value in attributes_of(element).items():
            if "/relationships" in key and value in renamed:
                element.set(key, renamed[value])
    return renamed


def link_drawings(root: etree._Element, renamed: Mapping[str, str]) -> None:
    """Let a diagram's data name its drawing by the new id of the part that holds both."""
    for element in named(root, ("dataModelExt",)):
        if "relId" in element.attrib:
            element.set("relId", renamed.get(element.get("relId", ""), "rId0"))


def with_known_prefixes(root: etree._Element) -> etree._Element:
    """The same tree, all namespaces declared at its root under prefixes that Office uses.

    A prefix is a word of the writer's own choice.
    """
    declared = declared_namespaces(root)
    if all(prefix is None or prefix in PREFIXES for prefix, _ in declared):
        return root
    prefixes = _prefixes(declared)
    for element in root.iter(etree.Element):
        for key, value in attributes_of(element).items():
            if local(key) in ("Ignorable", "Requires"):
                uris = (element.nsmap.get(prefix, "") for prefix in value.split())
                element.set(key, " ".join(prefixes[uri] for uri in uris if uri in prefixes))
    top = etree.Element(root.tag, attributes_of(root), {prefix: uri for uri, prefix in prefixes.items()})
    top.text = root.text
    top.extend(list(root))
    etree.cleanup_namespaces(top, keep_ns_prefixes=sorted(prefixes.values()))
    return top


def _prefixes(declared: Iterable[tuple[str | None, str]]) -> dict[str, str]:
    """A prefix of its own for each namespace: the one it has if Office uses that, the usual one, any."""
    prefixes: dict[str, str] = {}
    for prefix, uri in sorted(declared, key=lambda pair: (pair[0] not in PREFIXES, pair[0] or "")):
        free = PREFIXES - set(prefixes.values())
        wanted = (prefix, _USUAL.get(uri), *sorted(free))
        prefixes.setdefault(uri, next(one for one in wanted if one in free))
    return prefixes

"""Office Open XML packages (ECMA-376 part 2): parts, content types, relationships.

A package is rebuilt from what is known: parts are reached from the main
document over relationships of kinds that a released document needs. All other
parts (properties, thumbnails, macros, embedded objects, custom XML, printer
settings, people, revisions of people) are never copied.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar
from urllib.parse import unquote

from lxml import etree

from adapters.documents.containers.archive import read_archive
from adapters.documents.faults import embedded, encrypted, malformed, with_comments, with_scripts
from adapters.documents.office.ooxml.closed_world import Names, close
from adapters.documents.office.ooxml.neutral_names import (
    drop_unknown,
    keep_known_prefixes,
    link_drawings,
    rename_relationships,
    rename_styles,
    with_known_prefixes,
)
from adapters.documents.office.ooxml.unused_styles import drop_unused_styles
from adapters.documents.office.ooxml.vocabulary import is_part_name
from adapters.documents.office.xml_slots import attributes_of, local, parse_xml, serialize
from adapters.documents.pictures.embedded import clean_image
from adapters.documents.settings import Settings

Value = TypeVar("Value")
CONTENT_TYPES = "[Content_Types].xml"
_CFB = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_TYPES_NS = "http://schemas.openxmlformats.org/package/2006/content-types"
_EMBEDDED = frozenset(
    {"oleObject", "package", "control", "activeXControlBinary", "video", "audio", "media", "aFChunk"}
)
_MACROS = frozenset({"vbaProject", "wordVbaData", "xlMacrosheet", "xlIntlMacrosheet", "attachedToolbars"})
_COMMENTS = frozenset({"comments", "threadedComment"})
_OFFICE = "application/vnd.openxmlformats-officedocument"
_CONTENT_TYPES = {
    "theme": f"{_OFFICE}.theme+xml",
    "drawing": f"{_OFFICE}.drawing+xml",
    "chart": f"{_OFFICE}.drawingml.chart+xml",
    "diagramData": f"{_OFFICE}.drawingml.diagramData+xml",
    "diagramLayout": f"{_OFFICE}.drawingml.diagramLayout+xml",
    "diagramQuickStyle": f"{_OFFICE}.drawingml.diagramStyle+xml",
    "diagramColors": f"{_OFFICE}.drawingml.diagramColors+xml",
    "diagramDrawing": "application/vnd.ms-office.drawingml.diagramDrawing+xml",
    **{k: f"{_OFFICE}.spreadsheetml.{k}+xml" for k in ("sheet.main", "worksheet", "sharedStrings")},
    **{
        k: f"{_OFFICE}.presentationml.{k}+xml"
        for k in (
            *("presentation.main", "slide", "slideLayout", "slideMaster"),
            *("notesSlide", "notesMaster", "tableStyles"),
        )
    },
    **{
        k: f"{_OFFICE}.wordprocessingml.{k}+xml"
        for k in (
            "document.main",
            "styles",
            "numbering",
            "settings",
            "header",
            "footer",
            "footnotes",
            "endnotes",
        )
    },
}
# Where a reader sees a text end, in the markup of documents and of workbooks.


@dataclass(frozen=True, slots=True)
class Relationship:
    """A link from one part to another, or to an address outside."""

    id: str
    kind: str
    target: str
    external: bool
    element: etree._Element


@dataclass(slots=True)
class Package:
    """The kept parts of a package, parsed.

    Parameters
    ----------
    main : str
        Name of the main part.
    roots : dict
        XML parts by name.
    rels : dict
        Relationship files by the name of the part they belong to; only kept ones inside.
    media : dict
        Pictures by name, already clean.
    kinds : dict
        The kind of relationship by which a part was reached.
    types : dict
        Content types by part.
    """

    main: str
    roots: dict[str, etree._Element] = field(default_factory=dict)
    rels: dict[str, etree._Element] = field(default_factory=dict)
    media: dict[str, bytes] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    def external(self) -> Iterator[tuple[str, Relationship]]:
        """Addresses outside the package, with the part that links to them."""
        for name, root in self.rels.items():
            for relationship in _relationships(root, name):
                if relationship.external:
                    yield name, relationship

    def drop(self, kind: str) -> None:
        """Leave out the parts that were reached by relationships of a kind."""
        for name in [name for name, reached in self.kinds.items() if reached == kind]:
            del self.roots[name], self.types[name], self.kinds[name]
        for name, root in self.rels.items():
            for relationship in _relationships(root, name):
                if relationship.kind == kind:
                    root.remove(relationship.element)

    def close(self, names: Names) -> None:
        """Bring all parts into the closed vocabulary, see `closed_world`."""
        close(self.roots.values(), names)
        for name, root in self.roots.items():
            keep_known_prefixes(root)
            self.roots[name] = with_known_prefixes(root)

    def files(self) -> dict[str, bytes]:
        """The files of the package as they are written, content types first."""
        written: dict[str, bytes] = {CONTENT_TYPES: _content_types(self)}
        written["_rels/.rels"] = serialize(self.rels[""])
        for name, root in self.roots.items():
            written[name] = serialize(root)
            if name in self.rels and len(self.rels[name]):
                written[rels_name(name)] = serialize(self.rels[name])
        return written | self.media


def rels_name(part: str) -> str:
    """The name of the relationship file of a part."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def open_package(document_id: str, content: bytes, kept: frozenset[str], settings: Settings) -> Package:
    """The package in `content`, with what is reached over relationships of the kinds in `kept`.

    Raises
    ------
    UnreadableError
        DOC003, DOC007, DOC008 encrypted (a password-protected file is no ZIP), DOC012.
    """
    if content.startswith(_CFB):  # MS-OFFCRYPTO 2.1.4: an encrypted package is a stream of this name
        if "EncryptedPackage".encode("utf-16-le") in content:
            raise encrypted(document_id)
        raise malformed(document_id, "Office Open XML", "a file of an older format")
    files = read_archive(document_id, content, settings)
    if any(name.lower() == "encryptedpackage" for name in files):
        raise encrypted(document_id)
    return _Reader(document_id, files, kept, settings).read()


class _Reader:
    """Walks a package from its root."""

    def __init__(
        self, document_id: str, files: Mapping[str, bytes], kept: frozenset[str], settings: Settings
    ) -> None:
        self._id = document_id
        self._files = files
        self._names = {name.lower().lstrip("/"): name for name in files}
        self._kept = kept
        self._settings = settings
        self._renamed: dict[str, str] = {}
        is_read = settings.images == "read"
        self._for_pictures = replace(settings, images="keep") if is_read else settings

    def read(self) -> Package:
        if self._settings.scripts == "refuse" and any("vbaproject" in name for name in self._names):
            raise with_scripts(self._id)
        root_rels = parse_xml(self._id, self._content("_rels/.rels"))
        main = [r for r in _relationships(root_rels, "") if r.kind == "officeDocument" and not r.external]
        if len(main) != 1:
            raise malformed(self._id, "Office Open XML", "a package without one main document")
        for element in list(root_rels):
            if element is not main[0].element:
                root_rels.remove(element)
        package = Package(main[0].target, rels={"": root_rels})
        waiting = [(main[0].target, "officeDocument")]
        while waiting:
            name, kind = waiting.pop(0)
            if name in package.roots:
                continue
            package.roots[name] = parse_xml(self._id, self._content(name))
            package.kinds[name] = kind
            package.types[name] = content_type(kind, self._kept)
            waiting += self._follow(package, name)
        _neutralize(package)
        return package

    def _content(self, name: str) -> bytes:
        found = self._names.get(unquote(name).lower()) or self._names.get(name.lower())
        if found is None:
            raise malformed(self._id, "Office Open XML", "a package with a part missing")
        return self._files[found]

    def _follow(self, package: Package, name: str) -> list[tuple[str, str]]:
        """Keep the part's relationships of known kinds; the parts they lead to."""
        path = rels_name(name).lower()
        if path not in self._names:
            return []
        root = parse_xml(self._id, self._files[self._names[path]])
        reached, dropped = [], set()
        for relationship in _relationships(root, name):
            self._refuse(relationship)
            if not self._is_kept(relationship):
                dropped.add(relationship.id)
                root.remove(relationship.element)
            elif relationship.kind == "image" and not relationship.external:
                self._image(package, relationship)
            elif not relationship.external:
                reached.append((relationship.target, relationship.kind))
        package.rels[name] = root
        _remove_dangling(package.roots[name], dropped)
        return reached

    def _refuse(self, relationship: Relationship) -> None:
        """Refuse what the policy wants refused rather than removed."""
        settings, kind = self._settings, relationship.kind
        if settings.embedded == "refuse" and kind in _EMBEDDED:
            raise embedded(self._id, "an embedded object")
        if settings.scripts == "refuse" and kind in _MACROS:
            raise with_scripts(self._id)
        if settings.comments == "refuse" and kind in _COMMENTS and not relationship.external:
            found = self._names.get(unquote(relationship.target).lower())
            if found and any(
                local(e.tag) in ("comment", "threadedComment", "cm")
                for e in parse_xml(self._id, self._files[found]).iter(etree.Element)
            ):
                raise with_comments(self._id)

    def _is_kept(self, relationship: Relationship) -> bool:
        if relationship.external:
            return relationship.kind in ("hyperlink", "image") and relationship.kind in self._kept
        known = unquote(relationship.target).lower() in self._names
        return relationship.kind in self._kept and relationship.kind != "hyperlink" and known

    def _image(self, package: Package, relationship: Relationship) -> None:
        """Pictures get new names in the order they are met: a file name is text too."""
        old = relationship.target
        if old not in self._renamed:
            self._renamed[old] = f"media/image{len(self._renamed) + 1}.png"
            package.media[self._renamed[old]] = clean_image(self._content(old), self._for_pictures)
        relationship.element.set("Target", "/" + self._renamed[old])


def _neutralize(package: Package) -> None:
    """Remove or rename what links and declares: see `neutral_names`."""
    drop_unused_styles(package.roots.values())
    renamed: dict[str, dict[str, str]] = {}
    for name, root in package.roots.items():
        drop_unknown(root)
        if name in package.rels:
            renamed[name] = rename_relationships(root, package.rels[name])
    for name, root in package.roots.items():
        link_drawings(root, renamed.get(_owner(package, name), {}))
    rename_relationships(etree.Element("none"), package.rels[""])
    rename_styles(iter(package.roots.values()))
    odd = [name for name in package.roots if not is_part_name(name)]
    for number, name in enumerate(odd, 1):
        _rename_part(package, name, f"{posixpath.dirname(package.main)}/part{number}.xml".lstrip("/"))


def _owner(package: Package, part: str) -> str:
    """The first part that has a relationship to `part`."""
    return next(
        (
            owner
            for owner, rels in package.rels.items()
            if any(r.target == part and not r.external for r in _relationships(rels, owner))
        ),
        "",
    )


def _rename_key(by_name: dict[str, Value], old: str, new: str) -> None:
    """Another key for a value, in its place."""
    moved = {new if name == old else name: value for name, value in by_name.items()}
    by_name.clear()
    by_name.update(moved)


def _rename_part(package: Package, old: str, new: str) -> None:
    """Give a part a name that says nothing, everywhere."""
    for owner, rels in package.rels.items():
        for relationship in _relationships(rels, owner):
            if not relationship.external and relationship.target == old:
                relationship.element.set("Target", f"/{new}")
    _rename_key(package.roots, old, new)
    _rename_key(package.rels, old, new)
    _rename_key(package.kinds, old, new)
    _rename_key(package.types, old, new)
    package.main = new if package.main == old else package.main


def _relationships(root: etree._Element, part: str) -> list[Relationship]:
    return [
        Relationship(
            element.get("Id", ""),
            element.get("Type", "").rpartition("/")[2],
            target if external else _resolved(part, target),
            external,
            element,
        )
        for element in root
        if local(element.tag) == "Relationship"
        for external in [element.get("TargetMode", "").lower() == "external"]
        for target in [element.get("Target", "")]
    ]


def _resolved(part: str, target: str) -> str:
    path = target.partition("#")[0]
    joined = path if path.startswith("/") else posixpath.join("/", posixpath.dirname(part), path)
    return posixpath.normpath(joined).lstrip("/")


def _remove_dangling(root: etree._Element, dropped: Iterable[str]) -> None:
    """Remove elements that refer to a relationship that is no longer there."""
    gone = set(dropped)
    if not gone:
        return
    for element in list(root.iter(etree.Element)):
        refers = any(v in gone and "/relationships" in k for k, v in attributes_of(element).items())
        parent = element.getparent()
        if refers and parent is not None:
            parent.remove(element)


def content_type(kind: str, kept: frozenset[str]) -> str:
    """The content type of a part that was reached by relationships of a kind.

    Parameters
    ----------
    kind : str
    kept : frozenset of str
        The kinds that its package keeps: they tell a workbook and a presentation from a document.
    """
    if kind == "officeDocument":
        mains = {"worksheet": "sheet.main", "slide": "presentation.main"}
        kind = next((main for known, main in mains.items() if known in kept), "document.main")
    if kind == "styles" and "worksheet" in kept:
        return f"{_OFFICE}.spreadsheetml.styles+xml"
    return _CONTENT_TYPES[kind]


def _content_types(package: Package) -> bytes:
    root = parse_xml("", f'<Types xmlns="{_TYPES_NS}"/>'.encode())
    defaults = {"rels": "application/vnd.openxmlformats-package.relationships+xml", "xml": "application/xml"}
    if package.media:
        defaults["png"] = "image/png"
    for extension, kind in defaults.items():
        etree.SubElement(root, f"{{{_TYPES_NS}}}Default", Extension=extension, ContentType=kind)
    for name, kind in package.types.items():
        etree.SubElement(root, f"{{{_TYPES_NS}}}Override", PartName=f"/{name}", ContentType=kind)
    return serialize(root)

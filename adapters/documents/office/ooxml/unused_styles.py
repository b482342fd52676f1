"""Styles of a Word document that nothing in it uses: they lay nothing out, and tell of its template."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lxml import etree

from adapters.documents.office.xml_slots import attributes_of, local, named

STYLE_REFERENCES = frozenset(
    {
        "pStyle", "rStyle", "tblStyle", "basedOn", "next", "link", "numStyleLink", "styleLink",
        "defaultTableStyle", "clickAndTypeStyle",
    }
)  # fmt: skip
"""Elements whose value is the id of a style (ECMA-376 part 1, 17.7.4)."""
_TRUE = frozenset({"1", "true", "on"})
_BY_NAME = frozenset(
    {
        "footnote text", "footnote reference", "endnote text", "endnote reference", "hyperlink",
        "followedhyperlink", "header", "footer", "page number", "line number",
    }
)  # fmt: skip
"""Styles that programs give to notes, links, headers and footers by themselves, alike in all languages."""


def drop_unused_styles(roots: Iterable[etree._Element]) -> None:
    """Remove, in place, the styles of a Word document that no part of it reaches.

    Kept are the styles that hold by default, those that a paragraph, run, table, list or setting names, those
    that programs give to notes, links, headers and footers by themselves, and what a kept style builds on,
    links to or is followed by. Where none holds by default, programs choose one by its name: all are kept.

    Parameters
    ----------
    roots : iterable of Element
        All parts of one package; those that are no Word styles are only read.
    """
    styles: dict[str, list[etree._Element]] = {}
    reached: list[str] = []
    has_default = False
    for root in roots:
        if local(root.tag) != "styles":
            reached += _references(root)
            continue
        for child in root.iterchildren(etree.Element):
            if local(child.tag) != "style":
                reached += _references(child)
                continue
            said = {local(key): value for key, value in attributes_of(child).items()}
            styles.setdefault(_folded(said.get("styleId", "")), []).append(child)
            is_default = said.get("default", "").lower() in _TRUE
            has_default |= is_default
            if is_default or _name_of(child) in _BY_NAME:
                reached.append(_folded(said.get("styleId", "")))
    if not has_default:
        return
    while reached:
        for style in styles.pop(reached.pop(), ()):
            reached += _references(style)
    for unused in styles.values():
        for style in unused:
            _remove(style)


def _references(element: etree._Element) -> Iterator[str]:
    """The ids that an element and all in it refer to."""
    for reference in named(element, STYLE_REFERENCES):
        for key, value in attributes_of(reference).items():
            if local(key) == "val":
                yield _folded(value)


def _name_of(style: etree._Element) -> str:
    names = (value for name in style if local(name.tag) == "name" for value in attributes_of(name).values())
    return _folded(next(names, ""))


def _folded(style_id: str) -> str:
    """An id as it is compared: a style is rather kept than missed."""
    return style_id.strip().lower()


def _remove(style: etree._Element) -> None:
    parent = style.getparent()
    if parent is not None:
        parent.remove(style)

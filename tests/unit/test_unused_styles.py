"""Styles of a Word document: those that something reaches stay, all others leave."""

from __future__ import annotations

import pytest
from lxml import etree

from adapters.documents.office.ooxml.unused_styles import STYLE_REFERENCES, drop_unused_styles

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
DEFAULT = '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'


def part(name: str, inside: str) -> etree._Element:
    return etree.fromstring(f'<w:{name} xmlns:w="{WORD}">{inside}</w:{name}>')


def style(style_id: str, inside: str = "") -> str:
    return f'<w:style w:type="paragraph" w:styleId="{style_id}"><w:name w:val="x"/>{inside}</w:style>'


def left(styles: etree._Element) -> list[str]:
    return [child.get(f"{{{WORD}}}styleId", "") for child in styles.iterchildren(f"{{{WORD}}}style")]


def test_what_nothing_reaches_leaves_with_all_that_is_in_it() -> None:
    styles = part("styles", "<w:docDefaults/>" + DEFAULT + style("Roe", '<w:rPr><w:b w:val="1"/></w:rPr>'))
    drop_unused_styles([part("document", "<w:body><w:p/></w:body>"), styles])
    assert left(styles) == ["Normal"]
    assert styles[0].tag == f"{{{WORD}}}docDefaults" and b"Roe" not in etree.tostring(styles)


@pytest.mark.parametrize("reference", sorted(STYLE_REFERENCES))
@pytest.mark.parametrize("name", ["document", "header", "footnotes", "numbering", "settings"])
def test_a_reference_of_any_part_keeps_a_style(name: str, reference: str) -> None:
    styles = part("styles", DEFAULT + style("Used") + style("Unused"))
    drop_unused_styles([part(name, f'<w:a><w:b><w:{reference} w:val="Used"/></w:b></w:a>'), styles])
    assert left(styles) == ["Normal", "Used"]


@pytest.mark.parametrize("reference", ["basedOn", "next", "link"])
def test_a_kept_style_keeps_what_it_needs_in_turn(reference: str) -> None:
    chain = "".join(style(f"s{n}", f'<w:{reference} w:val="s{n + 1}"/>') for n in range(5))
    styles = part("styles", DEFAULT + chain + style("s5") + style("apart", f'<w:{reference} w:val="s0"/>'))
    drop_unused_styles([styles, part("document", '<w:pStyle w:val="s1"/>')])
    assert left(styles) == ["Normal", "s1", "s2", "s3", "s4", "s5"]


def test_styles_that_need_each_other_and_nobody_else_leave() -> None:
    styles = part("styles", DEFAULT + style("a", '<w:next w:val="b"/>') + style("b", '<w:next w:val="a"/>'))
    drop_unused_styles([styles])
    assert left(styles) == ["Normal"]


@pytest.mark.parametrize("value", ["1", "true", "on", "True"])
def test_a_style_that_holds_by_default_stays(value: str) -> None:
    marked = DEFAULT.replace('default="1"', f'default="{value}"')
    styles = part("styles", marked + style("Unused"))
    drop_unused_styles([styles])
    assert left(styles) == ["Normal"]


@pytest.mark.parametrize("value", ["0", "false", ""])
def test_where_none_holds_by_default_all_stay(value: str) -> None:
    marked = DEFAULT.replace('default="1"', f'default="{value}"')
    styles = part("styles", marked + style("Unused"))
    drop_unused_styles([styles])
    assert left(styles) == ["Normal", "Unused"]


@pytest.mark.parametrize("name", ["footnote reference", "endnote text", "Hyperlink", "header"])
def test_what_programs_give_by_themselves_stays_by_its_name(name: str) -> None:
    named = style("Funote", '<w:basedOn w:val="below"/>').replace('"x"', f'"{name}"')
    styles = part("styles", DEFAULT + named + style("below") + style("Unused"))
    drop_unused_styles([styles])
    assert left(styles) == ["Normal", "Funote", "below"]


def test_styles_that_build_on_each_other_end() -> None:
    cycle = style("a", '<w:basedOn w:val="b"/>') + style("b", '<w:basedOn w:val="a"/>')
    styles = part("styles", DEFAULT + cycle)
    drop_unused_styles([styles, part("document", '<w:pStyle w:val="a"/>')])
    assert left(styles) == ["Normal", "a", "b"]


def test_ids_are_compared_without_regard_to_case_and_all_of_one_id_stay() -> None:
    styles = part("styles", DEFAULT + style("Quote") + style("quote") + style(" QUOTE "))
    drop_unused_styles([styles, part("document", '<w:pStyle w:val="qUote"/>')])
    assert left(styles) == ["Normal", "Quote", "quote", " QUOTE "]


def test_styles_of_a_workbook_are_left() -> None:
    book = '<styleSheet><cellStyles><cellStyle name="Roe"/></cellStyles><style styleId="a"/></styleSheet>'
    root = etree.fromstring(book)
    drop_unused_styles([root])
    assert etree.tostring(root).decode() == book

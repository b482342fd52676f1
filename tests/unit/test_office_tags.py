"""Elements of interest in a large part without text: none is passed over, whatever the part declares."""

from __future__ import annotations

import pytest
from lxml import etree

from adapters.documents.office.ooxml.closed_world import Names, close
from adapters.documents.office.ooxml.tags import Tag, elements_of
from adapters.documents.office.word.clean import clean_story
from adapters.documents.settings import DEFAULT

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
MANY = "<w:b/>" * 600


def part(content: str) -> etree._Element:
    return etree.fromstring(f'<w:styles xmlns:w="{W}">{MANY}{content}</w:styles>')


def is_italic(tag: Tag) -> bool:
    return tag.name == "i"


def names(root: etree._Element) -> list[str]:
    return [etree.QName(element).localname for element in elements_of(root, is_italic)]


def test_only_elements_of_names_that_are_sought_come_in_their_order() -> None:
    assert names(part('<w:i w:val="1"/><w:u/><w:i w:val="2"/>')) == ["i", "i"]


def test_a_part_without_any_gives_none() -> None:
    assert names(part("<w:u/>")) == []


@pytest.mark.parametrize(
    "content",
    [
        "<w:u>text</w:u>",
        "<w:u/>tail",
        "<w:u/> ",
        "<!-- said --><w:u/>",
    ],
)
def test_all_elements_come_where_a_tag_may_be_hidden(content: str) -> None:
    assert names(part(content)).count("b") == 600


def test_a_value_with_an_escape_is_of_interest() -> None:
    assert "u" in names(part('<w:u w:val="a &amp; b"/>'))


def test_a_small_part_is_looked_at_whole() -> None:
    assert names(etree.fromstring(f'<w:styles xmlns:w="{W}"><w:u/></w:styles>')) == ["styles", "u"]


def test_what_a_large_part_must_not_say_leaves_it() -> None:
    hidden = '<w:name w:val="Anna Keller"/><w:tag w:val="A-77"/><w:rFonts w:ascii="Keller Sans"/>'
    root = part(f'<w:style w:rsidR="00AA11BB">{hidden}</w:style>')
    clean_story(root, DEFAULT)
    close([root], Names())
    written = etree.tostring(root)
    for said in (b"Keller", b"A-77", b"00AA11BB"):
        assert said not in written

"""Namespaces of a package: which are known, and what becomes of the others."""

from __future__ import annotations

import pytest
from lxml import etree

from adapters.documents.office.ooxml.neutral_names import (
    drop_unknown,
    is_known_name,
    is_known_namespace,
    with_known_prefixes,
)
from adapters.documents.office.ooxml.value_forms import PREFIXES

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"


@pytest.mark.parametrize(
    "name", [f"{{{WORD}}}p", "p", "{urn:jane-roe}p", "{http://example.org/a}b", f"{{{WORD}/roe}}p"]
)
def test_a_name_is_as_known_as_its_namespace(name: str) -> None:
    assert is_known_name(name) == is_known_namespace(etree.QName(name).namespace or "")


def test_nothing_behind_a_known_namespace_passes_with_it() -> None:
    assert is_known_name(f"{{{WORD}}}p")
    assert not is_known_name(f"{{{WORD}}}jane-roe}}p")


def test_what_no_schema_knows_is_removed() -> None:
    root = etree.fromstring(
        f'<w:p xmlns:w="{WORD}" xmlns:s="urn:roe" s:key="x" w:val="y"><s:t>a</s:t><w:t>b</w:t></w:p>'
    )
    drop_unknown(root)
    assert etree.tostring(root).decode() == f'<w:p xmlns:w="{WORD}" w:val="y"><w:t>b</w:t></w:p>'


def test_namespaces_get_prefixes_of_office_and_never_share_one() -> None:
    root = with_known_prefixes(
        etree.fromstring(f'<roe:p xmlns:roe="{WORD}" xmlns:w="{MATH}" roe:val="y"><w:r roe:val="z"/></roe:p>')
    )
    assert [element.tag for element in root.iter()] == [f"{{{WORD}}}p", f"{{{MATH}}}r"]
    assert {prefix for element in root.iter() for prefix in element.nsmap} <= PREFIXES
    assert b"roe" not in etree.tostring(root)

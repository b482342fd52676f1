"""A finding that is a part of a code of a public list is no number of its own; one of another code is."""

from __future__ import annotations

import pytest

from engine.catalog.public_codes import codes_around, is_public

TEXT = "The test 30957-5. Then 30957-52, 130957-5 and 30957."


@pytest.mark.parametrize(
    ("found", "inside"),
    [("30957-5. T", True), ("30957-52", False), ("130957-5", False), ("30957.", False)],
)
def test_only_the_whole_code_is_one(found: str, inside: bool) -> None:
    start = TEXT.index(found) + found.index("30957")
    assert ("30957-5" in codes_around(TEXT, start, start + 5)) == inside


@pytest.mark.parametrize(
    ("listed", "code", "is_one"),
    [
        ("NIP005", "E", True),
        ("NIP009", "PVT", True),
        ("NIP005", "QX44", False),
        ("NIP011", "E", False),
        ("urn:oid:2.16.840.1.113883.5.1076", "1022", True),
        ("urn:oid:2.16.840.1.113883.5.1076", "4471", False),
        ("urn:oid:2.16.840.1.113883.5.1076", "SMITH", False),
    ],
)
def test_tables_of_the_cdc_and_religions_have_codes_of_their_form(
    listed: str, code: str, is_one: bool
) -> None:
    assert is_public(listed, code) == is_one

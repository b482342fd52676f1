"""Tables whose headers say little or much, released whole: what identifies goes, what harms nobody stays."""

from __future__ import annotations

import json

import pytest

from adapters.documents.text.delimited import Delimited
from adapters.documents.text.json_text import JsonLines
from adapters.recognizers.learned import default_recognizer
from engine.methods.columns.typing import typed_tables
from engine.stages.identifiers.columns import ColumnTypes
from engine.text import Document, Span

_CATEGORIES = (
    "person",
    "ssn",
    "mrn",
    "zip",
    "age-over-89",
    "street-address",
    "location",
    "date",
    "unique-code",
)
_RARE = ("Penquist", "Kestnes", "Holwiggle", "Lunmerow", "Gwysteth", "Vrzovar", "Trenath")
_SEEN = ("asthma", "gout", "asthma", "migraine", "gout", "eczema", "asthma")
_TAKEN = ("oral", "IV", "topical", "oral", "oral", "IV", "oral")


def _csv(*columns: tuple[str, ...], header: bool = True) -> Document:
    rows = list(zip(*columns, strict=True))[not header :]
    return Delimited().open("d", "\n".join(",".join(row) for row in rows).encode()).document


def _types(document: Document) -> dict[str, str]:
    lists_of = default_recognizer().lists_of
    return {each.column.header: each.kind.name for each in typed_tables(document, [], lists_of).columns}


def _removed(document: Document) -> set[str]:
    """What the columns alone take out, with no recogniser beside them."""
    found = ColumnTypes(_CATEGORIES, True, default_recognizer().lists_of).apply(document, [])
    return {document.text.reveal()[span.start : span.end] for span in found.spans}


def _mails(n: int) -> tuple[str, ...]:
    return ("Email", *(f"p{k}@example.org" for k in range(n)))


def test_rare_surnames_beside_columns_about_people_go_whatever_stands_above_them() -> None:
    for header in ("PLT", "x1", "Unnamed: 4"):
        document = _csv(_mails(7), (header, *_RARE), ("dx", *_SEEN))
        assert set(_RARE) <= _removed(document), header
    bare = _csv(_mails(7), ("", *(name.upper() for name in _RARE)), ("", *_SEEN), header=False)
    assert {name.upper() for name in _RARE} <= _removed(bare)


def test_medicines_and_findings_under_such_headers_stay() -> None:
    drugs = ("Metformin", "Lithium", "Warfarin", "Sertraline", "Losartan", "Insulin", "Codeine")
    assert not set(drugs) & _removed(_csv(_mails(7), ("x1", *drugs)))
    assert not {"low", "normal"} & _removed(_csv(_mails(3), ("PLT", "low", "normal", "low")))


@pytest.mark.parametrize("headers", ["a,b,c", "part1,part2,part3", "x,y,z"])
@pytest.mark.parametrize("other", ["mild,left,oral", "n/a,3,-", ",left,"])
def test_one_row_that_holds_a_number_cut_in_three_among_others(headers: str, other: str) -> None:
    rows = "\n".join([other] * 4 + ["433,96,9495"] + [other] * 3)
    removed = _removed(Delimited().open("d", f"{headers}\n{rows}\n".encode()).document)
    assert removed == {"433", "96", "9495"}


def test_three_columns_of_measures_are_no_number_cut_in_three() -> None:
    rows = "\n".join(["98,60,980", "139,60,4210", "88,72,1200", "121,81,3310", "77,9,15", "80,66,700"])
    assert not _removed(Delimited().open("d", f"pulse,x,cost\n{rows}\n".encode()).document)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("Zip+4", "76162"),
        ("Age >89", "97"),
        ("AGE (IF 90+)", "104"),
        ("Surname *", "Kestnes"),
        ("MRN [local]", "431"),
    ],
)
def test_keys_of_json_with_any_marks_are_read_as_headers(key: str, value: str) -> None:
    assert value in _removed(JsonLines().open("d", json.dumps({key: value, "dx": "gout"}).encode()).document)


@pytest.mark.parametrize(
    ("header", "values", "kind"),
    [
        ("Vía", _TAKEN, "label"),
        ("via", ("Via Roma 3", "Viale Dante 12", "Corso Italia 9"), "street-address"),
        ("pt dringlichkeit", ("1", "4", "2", "1", "5"), "measure"),
        ("pt sat", ("94%", "97%", "99%"), "measure"),
        ("pt altersklasse", ("18-29", "30-44", "18-29", "18-29"), "measure"),
        ("siblings", ("4", "1", "0"), "measure"),
        ("pt abo", ("O-", "A+", "B+", "O-"), "text"),
        ("pt enhet", ("mL/min", "g/dL", "mmol/L"), "text"),
        ("pt", ("Sokolov", "Lindqvist", "Marr"), "person"),
        ("pt", ("4410", "5121", "7733"), "mrn"),
        ("HR Tchr", ("Mr. Gulbranson", "Kessel", "Mrs. Dvorak"), "person"),
        ("Coll. by", ("Sandoval", "Oyelaran", "Bergstrom"), "person"),
        ("pt hr", ("88", "94", "61"), "measure"),
        ("ageAtDeath", ("96 years", "71 years", "88 years"), "age"),
        ("Sex at birth", ("Male", "Female", "Male"), "sex"),
        ("Cigarettes/day", ("28", "3", "11"), "measure"),
        ("day", ("28", "3", "11"), "date"),
        ("Fornavn", ("nguyet", "kwabena", "eluned"), "person"),
        ("Oraș", ("Dayton", "Topeka", "Akron"), "location"),
    ],
)
def test_headers_of_two_meanings_and_of_other_languages(
    header: str, values: tuple[str, ...], kind: str
) -> None:
    harmless = ("dx", *_SEEN[: len(values)])
    assert _types(_csv((header, *values), harmless))[header] == kind


def test_a_group_of_ages_is_no_number_of_a_group() -> None:
    document = _csv(("Age group", "45-59", "18-29", "45-59"), ("dx", *_SEEN[:3]))
    number = document.text.reveal().index("45-59")
    found = ColumnTypes(("health-plan", "age-over-89"), True).apply(
        document, [Span(number, number + 5, "health-plan", 0.9, {"pattern": "health-plan"})]
    )
    assert not found.spans


def test_remarks_that_recur_are_no_labels_of_what_stands_beside_them() -> None:
    remarks = ("no adverse events", "fasting sample", "see protocol", "repeat in six weeks", "tolerated well")
    document = _csv(
        ("Accession", "65901810", "47588369", "72217245", "34204603", "53004644"),
        ("diagnosis", *_SEEN[:5]),
        ("Observaciones", *remarks),
        ("fax", "241.225.6476", "821.952.9080", "515.550.4395", "639.695.4542", "461.910.1992"),
        ("Pulse", "139", "74", "124", "68", "122"),
    )
    assert list(_types(document).values()) == ["mrn", "label", "text", "fax", "measure"]

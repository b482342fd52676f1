"""MeSH trees and tables of places."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.knowledge.imports import import_mesh, import_places
from adapters.knowledge.registry import installed
from adapters.knowledge.taxonomy import Taxonomy
from engine.errors import InvalidError

_TREE = [
    ("C01", "D001423", "Bacterial Infections"),
    ("C01.539", "D012749", "Sexually Transmitted Diseases"),
    ("C01.539.700", "D013587", "Syphilis"),
    ("C02", "D014777", "Virus Diseases"),
    ("C02.800", "D012749", "Sexually Transmitted Diseases"),
    ("C02.800.801", "D015229", "Sexually Transmitted Diseases, Viral"),
    ("C20", "D0", "Systems, Organs, Parts"),
]


@pytest.fixture(params=["table", "mtrees.bin"])
def mesh(tmp_path: Path, request: pytest.FixtureRequest) -> Taxonomy:
    path = tmp_path / "tree.txt"
    if request.param == "table":
        rows = ["\ufeffTree Number\tDesc Ui\tTerm", *("\t".join(row) for row in _TREE)]
    else:
        rows = [f"{heading};{number}" for number, _, heading in _TREE]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return Taxonomy(import_mesh(path, tmp_path / "cache"))


def chain(taxonomy: Taxonomy, concept: str) -> list[str]:
    return [taxonomy.labels(up)[0].text for up in taxonomy.ancestors(concept)]


def test_a_heading_has_a_sense_for_each_place(mesh: Taxonomy) -> None:
    assert list(mesh.concepts("sexually transmitted disease")) == ["C01.539", "C02.800"]
    assert chain(mesh, "C01.539") == ["Bacterial Infections"]
    assert chain(mesh, "C02.800") == ["Virus Diseases"]


def test_what_holds_at_one_place_does_not_leak_to_another(mesh: Taxonomy) -> None:
    (syphilis,) = mesh.concepts("syphilis")
    assert chain(mesh, syphilis) == ["Sexually Transmitted Diseases", "Bacterial Infections"]


def test_inverted_headings_as_spoken(mesh: Taxonomy) -> None:
    (concept,) = mesh.concepts("viral sexually transmitted diseases")
    assert mesh.labels(concept)[0].text == "Sexually Transmitted Diseases, Viral"
    assert [label.text for label in mesh.labels("C20")] == ["Systems, Organs, Parts"]
    assert len(mesh) == 7


_DESCRIPTORS = """*NEWRECORD
RECTYPE = D
MH = Syphilis
AQ = BL CF
PRINT ENTRY = Great Pox|T047|NON|EQV|UNK (19XX)|840316|abcdeef
ENTRY = Lues|T047|NON|EQV|NLM (1999)|990101|abcdeef
ENTRY = Venereal Disease|T047|NON|BRD|NLM (1999)|990101|abcdeef
ENTRY = Neurosyphilis Follow-up|T047|NON|REL|NLM (1999)|990101|abcdeef
MN = C01.539.700
DX =

*NEWRECORD
RECTYPE = D
MH = Sexually Transmitted Diseases
MN = C01.539
MN = C02.800
ENTRY = STDs
"""


def test_entry_terms_are_names_unless_they_say_more_or_other(tmp_path: Path) -> None:
    path = tmp_path / "d2026.bin"
    path.write_text(_DESCRIPTORS)
    mesh = Taxonomy(import_mesh(path, tmp_path / "cache"))
    (syphilis,) = mesh.concepts("lues")
    assert [label.text for label in mesh.labels(syphilis)] == ["Syphilis", "Great Pox", "Lues"]
    assert chain(mesh, syphilis) == ["Sexually Transmitted Diseases"]
    assert list(mesh.concepts("STDs")) == ["C01.539", "C02.800"]
    assert not mesh.concepts("venereal disease")
    assert not mesh.concepts("neurosyphilis follow-up")


def test_a_line_that_is_no_field_of_a_record_is_named(tmp_path: Path) -> None:
    path = tmp_path / "d2026.bin"
    path.write_text("*NEWRECORD\nMH = Syphilis\nMN = C01\nwhat is this\n")
    with pytest.raises(InvalidError, match=r"KNO019\] d2026\.bin:4"):
        import_mesh(path, tmp_path / "cache")


@pytest.mark.parametrize("line", ["a\tb", "heading", "a\tb\tc\td", "heading;123"])
def test_other_lines_are_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "tree.txt"
    path.write_text(f"Body Regions;A01\n{line}\n")
    with pytest.raises(InvalidError, match=r"KNO019\] tree\.txt:2"):
        import_mesh(path, tmp_path / "cache")
    assert not installed(tmp_path / "cache")


_CITIES = """name,country,subcountry,geonameid
Los Angeles,United States,California,5368361
Los Ángeles,Chile,Biobío,3882428
Georgia Town,Georgia,N/A,1
Atlanta,United States,Georgia,2
Kinshasa,"Congo, The Democratic Republic of the",Kinshasa,3
Pristina,No country found for alpha-2 code: XK,Pristina,4
"""
_COUNTRIES = """name,alpha-2,alpha-3,country-code,iso_3166-2,region,sub-region,intermediate-region
United States Minor Outlying Islands,UM,UMI,581,x,Oceania,Micronesia,""
United States of America,US,USA,840,x,Americas,Northern America,""
Chile,CL,CHL,152,x,Americas,Latin America and the Caribbean,South America
Georgia,GE,GEO,268,x,Asia,Western Asia,""
"Congo, Democratic Republic of the",CD,COD,180,x,Africa,Sub-Saharan Africa,Middle Africa
Congo,CG,COG,178,x,Africa,Sub-Saharan Africa,Middle Africa
Antarctica,AQ,ATA,010,x,"","",""
"""


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    folder = tmp_path / "tables"
    (folder / "iso").mkdir(parents=True)
    (folder / "cities.csv").write_text("\ufeff" + _CITIES, encoding="utf-8")
    (folder / "iso" / "all.csv").write_text(_COUNTRIES, encoding="utf-8")
    (folder / "other.csv").write_text("a,b\n1,2\n")
    return folder


@pytest.fixture
def places(tables: Path, tmp_path: Path) -> Taxonomy:
    return Taxonomy(import_places(tables, tmp_path / "cache"))


def test_from_city_to_continent(places: Taxonomy) -> None:
    chains = [chain(places, city) for city in places.concepts("los angeles")]
    assert chains == [
        ["California", "United States", "Northern America", "Americas"],
        ["Biobío", "Chile", "South America", "Latin America and the Caribbean", "Americas"],
    ]


def test_names_without_diacritics(places: Taxonomy) -> None:
    assert len(places.concepts("Los Ángeles")) == 1
    assert places.labels(places.concepts("biobio")[0])[0].text == "Biobío"


def test_a_shared_name_means_the_more_general_place_first(places: Taxonomy) -> None:
    assert list(places.concepts("Georgia")) == ["country:GEO", "subcountry:USA/Georgia"]


def test_country_names_of_both_tables(places: Taxonomy) -> None:
    for name in ("United States", "United States of America"):
        assert list(places.concepts(name)) == ["country:USA"]
    assert [label.text for label in places.labels("country:USA")] == [
        "United States",
        "United States of America",
    ]
    assert chain(places, "city:3")[:2] == ["Kinshasa", "Congo, The Democratic Republic of the"]
    assert list(places.concepts("Congo")) == ["country:COG"]


def test_gaps_of_the_tables(places: Taxonomy) -> None:
    assert chain(places, "city:1") == ["Georgia", "Western Asia", "Asia"]
    assert chain(places, "city:4") == ["Pristina"]
    assert chain(places, "country:ATA") == []
    assert not any("no country" in word for word in places.vocabulary())


def test_missing_and_doubled_tables(tables: Path, tmp_path: Path) -> None:
    (tables / "iso" / "again.csv").write_text(_COUNTRIES, encoding="utf-8")
    with pytest.raises(InvalidError, match=r"KNO020.*countries.*2 of them"):
        import_places(tables, tmp_path / "cache")
    (tables / "cities.csv").unlink()
    with pytest.raises(InvalidError, match=r"KNO020.*cities.*0 of them"):
        import_places(tables, tmp_path / "cache")

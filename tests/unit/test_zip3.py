"""The population rule of 45 CFR 164.514(b)(2)(i)(B)."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from engine.catalog.zip3_2020 import POPULATION_LIMIT, ZIP3_TABLES, Zip3Table, zip3_table
from engine.errors import InvalidError

BY_HHS = re.findall(r"\d+", "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893")
BY_2020 = re.findall(r"\d+", "036 059 102 202 203 204 205 369 556 692 753 772 821 823 878 879 884 893")


@pytest.mark.parametrize(("year", "restricted"), [(2000, BY_HHS), (2020, BY_2020)])
def test_restricted_areas_become_000(year: int, restricted: list[str]) -> None:
    assert {zip3_table(year).generalized(area) for area in restricted} == {"000"}


def test_2020_withholds_exactly_the_areas_of_20000_people_or_fewer() -> None:
    table = zip3_table(2020)
    assert sorted(a for a in table.populations if table.generalized(a) == "000") == BY_2020


def test_large_areas_stay_and_unknown_ones_do_not() -> None:
    assert zip3_table(2020).generalized("021") == "021"
    assert zip3_table(2000).generalized("021") == "021"
    assert zip3_table(2020).generalized("000") == "000"
    assert zip3_table(2020).generalized("999") == "999"
    assert zip3_table(2020).generalized("001") == "000"


def test_the_limit_itself_is_withheld() -> None:
    table = Zip3Table(2030, {"111": POPULATION_LIMIT, "112": POPULATION_LIMIT + 1})
    assert (table.generalized("111"), table.generalized("112")) == ("000", "112")


def test_the_older_table_never_names_more() -> None:
    old, new = zip3_table(2000), zip3_table(2020)
    assert all(old.generalized(a) == "000" for a in new.populations if new.generalized(a) == "000")


def test_an_unknown_census_is_an_error() -> None:
    with pytest.raises(InvalidError, match="ZIP001"):
        zip3_table(2010)
    assert sorted(ZIP3_TABLES) == [2000, 2020]
    assert all(table.source for table in ZIP3_TABLES.values())


@pytest.mark.data
def test_the_figures_are_those_of_the_data(data: Path) -> None:
    with (data / "us-census" / "zip3-population-2020.csv").open(encoding="utf-8") as file:
        rows = {row["zip3"]: int(row["population"]) for row in csv.DictReader(file)}
    assert dict(zip3_table(2020).populations) == rows

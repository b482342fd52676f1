"""Population of the three-digit ZIP areas of the United States.

Source: 2020 Decennial Census, population of ZIP Code Tabulation Areas (ZCTA),
summed by their first three digits; a work of the US government, in the public
domain. Two caveats: ZCTAs approximate the postal ZIP areas, and the sums came
by way of a public repository: check them against the Census Bureau's own
table before a policy rests on a close case.

The list for the 2000 Census is the one in the guidance of the US Department
of Health and Human Services on 45 CFR 164.514(b)(2)(i)(B).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pkgutil import get_data
from types import MappingProxyType

from engine.errors import InvalidError, fault

POPULATION_LIMIT = 20_000
"""A three-digit area must hold more people than this for its digits to stay, 164.514(b)(2)(i)(B)(1)."""
WITHHELD = "000"
"""What stands for an area that must not be named, 164.514(b)(2)(i)(B)(2)."""


@dataclass(frozen=True, slots=True)
class Zip3Table:
    """Which three-digit ZIP areas may be named, by one census.

    Parameters
    ----------
    census_year : int
        Year of the census behind the table.
    populations : mapping of str to int
        Persons per three-digit area; an area that is missing is never named.
    restricted : frozenset of str
        Areas that must not be named whatever `populations` says.
    source : str
        Where the figures come from.
    """

    census_year: int
    populations: Mapping[str, int]
    restricted: frozenset[str] = field(default=frozenset())
    source: str = ""

    def generalized(self, zip3: str) -> str:
        """`zip3` where its area holds more than 20,000 people, else ``"000"``."""
        large = self.populations.get(zip3, 0) > POPULATION_LIMIT
        return zip3 if large and zip3 not in self.restricted else WITHHELD


def zip3_table(census_year: int) -> Zip3Table:
    """The table of a census.

    Raises
    ------
    InvalidError
        ZIP001, when there is no table for that year.

    Examples
    --------
    >>> zip3_table(2020).generalized("021"), zip3_table(2020).generalized("036")
    ('021', '000')
    """
    if census_year not in ZIP3_TABLES:
        known = " or ".join(map(str, ZIP3_TABLES))
        raise InvalidError(
            fault("ZIP001", "census", f"must be {known}", census_year, "Name a census that is known.")
        )
    return ZIP3_TABLES[census_year]


_ENTRIES = (get_data(__name__, "zip3_2020.txt") or b"").decode().split()
_BY_AREA_2020 = MappingProxyType({area: int(n) for area, n in (entry.split(":") for entry in _ENTRIES)})
_RESTRICTED_2000 = frozenset(
    re.findall(r"\d+", "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893")
)

ZIP3_TABLES: Mapping[int, Zip3Table] = MappingProxyType(
    {
        2020: Zip3Table(2020, _BY_AREA_2020, source="2020 Census, ZCTA populations summed by three digits"),
        2000: Zip3Table(
            2000,
            _BY_AREA_2020,
            _RESTRICTED_2000,
            "HHS guidance: the 17 areas of the 2000 Census; areas that exist and their size by 2020",
        ),
    }
)
"""Tables by census year. For 2000 only the restricted areas are known; what the 2020 table withholds is
withheld there too, so the older table never names more."""

"""Places: city, region of its country, country, sub-region and region of the United Nations.

References
----------
GeoNames, cities above 15,000 inhabitants, as table "world-cities" (name, country, subcountry, geonameid);
ISO 3166 country codes with the regions of UN M49 (name, alpha-3, region, sub-region, intermediate-region).
"""

from __future__ import annotations

import csv
import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from engine.errors import InvalidError, fault

CITY_COLUMNS = {"name", "country", "subcountry", "geonameid"}
COUNTRY_COLUMNS = {"name", "alpha-3", "region", "sub-region", "intermediate-region"}
LICENCE = "cities: CC BY 4.0, GeoNames; countries: CC BY-SA 4.0, ISO 3166 with UN M49 regions"

_NO_NAME = ("", "N/A")
_WORDS = re.compile(r"\w+")
_EMPTY_WORDS = {"the", "of", "and"}

Row = Mapping[str, str]


def find_tables(folder: Path) -> dict[str, Path]:
    """The tables of cities and countries below `folder`, known by their columns.

    Raises
    ------
    InvalidError
        KNO020 when one is missing or there are two.
    """
    found: dict[str, list[Path]] = {"cities": [], "countries": []}
    for path in sorted(folder.rglob("*.csv")):
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            columns = set(next(csv.reader(file), []))
        if columns >= CITY_COLUMNS:
            found["cities"].append(path)
        elif columns >= COUNTRY_COLUMNS:
            found["countries"].append(path)
    for kind, paths in found.items():
        if len(paths) != 1:
            raise InvalidError(
                fault(
                    "KNO020",
                    "the folder of places",
                    f"must hold one table of {kind} (.csv)",
                    f"{len(paths)} of them",
                    f"The table of cities has the columns {', '.join(sorted(CITY_COLUMNS))}, "
                    f"that of countries {', '.join(sorted(COUNTRY_COLUMNS))}.",
                )
            )
    return {kind: paths[0] for kind, paths in found.items()}


def digest(tables: Mapping[str, Path]) -> str:
    """sha256 over both tables."""
    total = hashlib.sha256()
    for kind, path in sorted(tables.items()):
        total.update(kind.encode() + path.read_bytes())
    return total.hexdigest()


def draft_of(tables: Mapping[str, Path], name: str, sha256: str) -> TaxonomyDraft:
    """Places with their names, also without diacritics.

    Notes
    -----
    A name that several places share means the country first, then the region,
    then the city: the more general reading gives the more general replacement. Of
    the names of a country the everyday one of the table of cities comes first.
    """
    draft = TaxonomyDraft(name, f"{name}:{sha256[:12]}", LICENCE, "places", inflected=False)
    countries = list(_rows(tables["countries"]))
    codes = {_words(country["name"]): country["alpha-3"] for country in countries}
    cities = list(_rows(tables["cities"]))
    names = {city["country"]: _country_of(city["country"], codes) for city in cities}
    for written, country in sorted(names.items(), key=lambda name: (len(name[0]), name[0])):
        if country and written not in {known["name"] for known in countries}:
            _name(draft, country, written, 0)
    for row in countries:
        _add_country(draft, row)
    for city in cities:
        _add_city(draft, city, names[city["country"]])
    return draft


def _rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        yield from csv.DictReader(file)


def _add_country(draft: TaxonomyDraft, country: Row) -> None:
    chain = [("country", country["alpha-3"], country["name"])]
    for level in ("intermediate-region", "sub-region", "region"):
        if country[level] not in _NO_NAME:
            chain.append((level, country[level], country[level]))
    for rank, (level, key, text) in enumerate(chain):
        _name(draft, f"{level}:{key}", text, 0 if rank == 0 else 3)
    draft.broader += [(f"{low}:{a}", f"{high}:{b}") for (low, a, _), (high, b, _) in pairwise(chain)]


def _add_city(draft: TaxonomyDraft, city: Row, country: str) -> None:
    place = chain_end = f"city:{city['geonameid']}"
    _name(draft, place, city["name"], 2)
    if city["subcountry"] not in _NO_NAME:
        chain_end = f"subcountry:{country.partition(':')[2]}/{city['subcountry']}"
        _name(draft, chain_end, city["subcountry"], 1)
        draft.broader.append((place, chain_end))
    if country:
        draft.broader.append((chain_end, country))


def _name(draft: TaxonomyDraft, place: str, text: str, priority: int) -> None:
    draft.concepts.add(place)
    label = DraftLabel(place, text, "", place.partition(":")[0], (priority,))
    draft.labels.append(label)
    if (plain := _without_diacritics(text)) != text:
        draft.keys.append(label._replace(text=plain, priority=(priority + 4,)))


def _without_diacritics(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _words(name: str) -> frozenset[str]:
    return frozenset(_WORDS.findall(name.casefold())) - _EMPTY_WORDS


def _country_of(written: str, codes: Mapping[frozenset[str], str]) -> str:
    """Id of the country that `written` names; empty for none.

    The two tables word some names differently ("Congo, The Democratic Republic of
    the"): the same words in another order, else the name with the fewest words more
    or fewer.
    """
    words = _words(written)
    near = [
        (len(words ^ other), sorted(other), code)
        for other, code in codes.items()
        if words and (words <= other or words >= other)
    ]
    return f"country:{min(near)[2]}" if near else ""

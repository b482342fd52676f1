"""Labelled corpora of the development data, for measuring K-Redactor."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters.tables.labelled import read_folders, read_labelled
from engine.errors import InvalidError, fault
from engine.methods.k_redactor import Labelled
from engine.text import SensitiveText
from flows.compiling.labelled_documents import document_text

COMPANIES: Mapping[str, Sequence[str]] = {
    "cars": ("Ford Motor Company", "Chrysler", "BMW", "Honda", "Nissan", "Mercedes-Benz", "Porsche"),
    "computers": (
        *("Microsoft", "Apple Inc.", "IBM", "Intel", "Hewlett-Packard", "Adobe Inc."),
        *("Advanced Micro Devices", "Cisco Systems"),
    ),
    "food": ("Coca-Cola", "Pepsi", "McDonald's", "Starbucks", "KFC"),
    "energy": ("ExxonMobil", "BP", "Royal Dutch Shell", "Enron"),
    "television": (
        *("BBC", "CNN", "NBC", "Fox Broadcasting Company", "CBS", "American Broadcasting Company"),
        *("HBO", "MTV"),
    ),
    "games": ("Nintendo", "Sega", "Sony", "Atari", "Capcom", "Activision"),
    "telephones": ("AT&T", "Vodafone", "Nokia", "Ericsson", "Motorola"),
    "shops": ("IKEA", "Sears"),
}
"""Sector -> titles of encyclopedia articles about companies of it."""

SUBJECTS: Mapping[str, Sequence[str]] = {
    "elements": ("Aluminium", "Carbon", "Copper", "Gold", "Helium", "Hydrogen", "Iron", "Lead", "Lithium"),
    "sports": (
        *("American football", "Badminton", "Baseball", "Basketball", "Boxing"),
        *("Chess", "Cricket", "Golf", "Swimming"),
    ),
    "animals": ("Ant", "Bat", "Bear", "Bee", "Cat", "Cattle", "Chicken", "Crocodile", "Dog"),
    "diseases": (
        *("Alzheimer's disease", "Cancer", "Cholera", "Diabetes", "Epilepsy"),
        *("Influenza", "Malaria", "Polio", "Schizophrenia"),
    ),
    "instruments": ("Accordion", "Bagpipes", "Banjo", "Cello", "Clarinet", "Flute", "Guitar", "Harp", "Oboe"),
    "religions": (
        *("Anglicanism", "Buddhism", "Calvinism", "Hinduism", "Islam"),
        *("Jainism", "Judaism", "Mormonism", "Protestantism"),
    ),
    "heavens": ("Comet", "Earth", "Jupiter", "Mars", "Moon", "Neptune", "Pluto", "Saturn", "Sun"),
    "crops": ("Apple", "Banana", "Barley", "Coconut", "Coffee", "Cotton", "Garlic", "Grape", "Maize"),
    "vehicles": (
        *("Aircraft carrier", "Airship", "Automobile", "Bicycle", "Bus"),
        *("Helicopter", "Locomotive", "Motorcycle", "Rocket"),
    ),
    "programming": (
        *("Ada (programming language)", "COBOL", "Fortran", "Java (programming language)", "JavaScript"),
        *("PHP", "Perl", "Prolog", "Smalltalk"),
    ),
    "countries": (
        *("Argentina", "Australia", "Brazil", "Canada", "Chile"),
        *("China", "Egypt", "Ethiopia", "France"),
    ),
    "states": (
        *("Alabama", "Alaska", "California", "Florida", "Georgia (U.S. state)"),
        *("Hawaii", "Iowa", "Kansas", "Maine"),
    ),
}
"""Field -> titles of articles of it: the first nine of the alphabet that have 25 paragraphs or more."""

_LEAST_WORDS = 40
_MOST_PARAGRAPHS = 60


def newsgroups(data_dir: Path) -> Iterator[Labelled]:
    """20 Newsgroups, 11,314 messages: hidden is the group, kept the first part of its name."""
    for row in _rows(data_dir / "newsgroups" / "20news-bydate-train.jsonl.xz"):
        yield Labelled(SensitiveText(row["text"]), row["group"], row["group"].split(".")[0])


def companies(data_dir: Path) -> Iterator[Labelled]:
    """Paragraphs of 40 words or more about 45 companies: hidden is the company, kept its sector."""
    return _paragraphs(data_dir, COMPANIES)


def subjects(data_dir: Path) -> Iterator[Labelled]:
    """Paragraphs of 40 words or more, 60 at most, about 108 subjects of 12 fields.

    Hidden is the subject, kept the field: as many classes as the paper's Industry-Sector has (103 in
    12 sectors).
    """
    return _paragraphs(data_dir, SUBJECTS, _MOST_PARAGRAPHS)


def _paragraphs(
    data_dir: Path, titles: Mapping[str, Sequence[str]], most: int | None = None
) -> Iterator[Labelled]:
    field = {title: name for name, of_field in titles.items() for title in of_field}
    for path in sorted((data_dir / "wikipedia").glob("*.jsonl.xz")):
        for row in _rows(path):
            if row["title"] in field:
                found = [text for text in row["text"].split("\n\n") if len(text.split()) >= _LEAST_WORDS]
                for text in found[:most]:
                    yield Labelled(SensitiveText(text), row["title"], field[row["title"]])


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


CORPORA: Mapping[str, Callable[[Path], Iterator[Labelled]]] = {
    "newsgroups": newsgroups,
    "companies": companies,
    "subjects": subjects,
}
"""Corpora that K-Redactor is measured on, by name."""


@dataclass(frozen=True)
class Columns:
    """Names of the columns of a labelled file."""

    text: str = "text"
    sensitive: str = "class"
    utility: str = "keep"


def labelled_documents(
    corpus: str, data_dir: Path | None = None, columns: Columns = Columns()
) -> Iterator[Labelled]:
    """The documents of a corpus of the development data, or of a folder or file of one's own.

    Parameters
    ----------
    corpus : str
        Key of `CORPORA`, whose data lies below `data_dir`; else a folder ``<keep>/<class>/<file>``, or a
        CSV, JSONL or Parquet file with `columns`.

    Raises
    ------
    InvalidError
        ``EVR002`` neither, or its data is not below `data_dir`; ``LAB001``-``LAB004``.
    """
    path = Path(corpus)
    if corpus in CORPORA and data_dir is not None:
        if (data_dir / ("newsgroups" if corpus == "newsgroups" else "wikipedia")).is_dir():
            return CORPORA[corpus](data_dir)
    elif path.is_dir():
        return read_folders(path, read=document_text)
    elif path.is_file():
        return read_labelled(path, columns.text, columns.sensitive, columns.utility)
    must = f"must be one of {', '.join(CORPORA)}, with its data below --data, or a folder or file"
    raise InvalidError(fault("EVR002", "evaluate k-redactor --corpus", must, corpus))

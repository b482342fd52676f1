"""Labelled corpora of the development data, for measuring K-Redactor."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from engine.errors import InvalidError, fault
from engine.methods.k_confusable import Labelled
from engine.text import SensitiveText

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

_LEAST_WORDS = 40


def newsgroups(data_dir: Path) -> Iterator[Labelled]:
    """20 Newsgroups, 11,314 messages: hidden is the group, kept the first part of its name."""
    for row in _rows(data_dir / "newsgroups" / "20news-bydate-train.jsonl.xz"):
        yield Labelled(SensitiveText(row["text"]), row["group"], row["group"].split(".")[0])


def companies(data_dir: Path) -> Iterator[Labelled]:
    """Paragraphs of 40 words or more about 45 companies: hidden is the company, kept its sector."""
    sector = {title: name for name, titles in COMPANIES.items() for title in titles}
    for path in sorted((data_dir / "wikipedia").glob("*.jsonl.xz")):
        for row in _rows(path):
            if row["title"] in sector:
                for paragraph in row["text"].split("\n\n"):
                    if len(paragraph.split()) >= _LEAST_WORDS:
                        yield Labelled(SensitiveText(paragraph), row["title"], sector[row["title"]])


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


CORPORA: Mapping[str, Callable[[Path], Iterator[Labelled]]] = {
    "newsgroups": newsgroups,
    "companies": companies,
}
"""Corpora that K-Redactor is measured on, by name."""


def labelled_documents(data_dir: Path, name: str) -> Iterator[Labelled]:
    """The documents of a corpus of the development data.

    Raises
    ------
    InvalidError
        ``EVR002`` unknown corpus, or its data is not below `data_dir`.
    """
    folder = data_dir / {"newsgroups": "newsgroups", "companies": "wikipedia"}.get(name, "")
    if name not in CORPORA or not folder.is_dir():
        must = f"must be one of {', '.join(CORPORA)}, with its data below --data"
        raise InvalidError(fault("EVR002", "evaluate k-redactor --corpus", must, name))
    return CORPORA[name](data_dir)

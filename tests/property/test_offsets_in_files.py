"""What `inspect` points at stands there in the file, whatever the format of text and its marks."""

from __future__ import annotations

import codecs
import html
import json
import random
from collections.abc import Callable

import pytest

from adapters.documents.opening.sources import Source
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from research.through_policy import pipeline_of

NAMES = ("Maria Alvarez", "John Doe", "Zoë Nuñez", "Ann “Annie” Lee")
ROWS = 6


def values(draw: random.Random) -> list[tuple[str, str, str]]:
    """A name, a number and a day for each row."""
    return [
        (
            draw.choice(NAMES),
            f"{draw.randrange(100, 665)}-{draw.randrange(10, 99)}-{draw.randrange(1000, 9999)}",
            f"20{draw.randrange(10, 24)}-0{draw.randrange(1, 9)}-1{draw.randrange(0, 9)}",
        )
        for _ in range(ROWS)
    ]


def prose(rows: list[tuple[str, str, str]]) -> str:
    return "\n".join(f"Patient {name}, SSN {ssn}, was seen on {day}." for name, ssn, day in rows)


def piped(rows: list[tuple[str, str, str]]) -> str:
    table = "\n".join(f"| {name} | {ssn} | {day} |" for name, ssn, day in rows)
    return f"Visits\n\n| Name | SSN | Visit |\n| --- | --- | --- |\n{table}\n\nSigned {rows[0][0]}.\n"


def delimited(rows: list[tuple[str, str, str]]) -> str:
    quoted = (
        f'"{name.replace("“", chr(34) * 2).replace("”", chr(34) * 2)}",{ssn},{day}' for name, ssn, day in rows
    )
    return "name,ssn,visit\n" + "\n".join(quoted) + "\n"


def page(rows: list[tuple[str, str, str]]) -> str:
    cells = ("".join(f"<td>{html.escape(one).replace('ë', '&euml;')}</td>" for one in row) for row in rows)
    return (
        "<!doctype html><html lang='en'><body><p>Visits</p><table>"
        + "".join(f"<tr>{row}</tr>" for row in cells)
        + "</table></body></html>"
    )


FORMS: dict[str, Callable[[list[tuple[str, str, str]]], str]] = {
    "a.txt": prose,
    "b.txt": piped,
    "c.txt": lambda rows: "Name\tSSN\tVisit\n" + "\n".join(map("\t".join, rows)) + "\n",
    "a.csv": delimited,
    "a.md": piped,
    "a.json": lambda rows: json.dumps([{"name": n, "ssn": s, "visit": d} for n, s, d in rows], indent=1),
    "a.html": page,
    "a.log": lambda rows: "\n".join(f"{d} 10:00:01 INFO user={n!r} ssn={s}" for n, s, d in rows) + "\n",
    "a.srt": lambda rows: "\n\n".join(
        f"{i}\n00:00:0{i},000 --> 00:00:0{i},900\nI am {n}, number {s}."
        for i, (n, s, _) in enumerate(rows, 1)
    ),
    "a.ini": lambda rows: (
        "\n".join(f"[s{i}]\nname = {n}\nssn = {s}" for i, (n, s, _) in enumerate(rows)) + "\n"
    ),
}


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return pipeline_of(compile_policy("hipaa-safe-harbor"), 2024)


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8], ids=["plain", "marked"])
@pytest.mark.parametrize("name", FORMS)
def test_every_finding_stands_where_it_is_said_to(
    pipeline: DocumentPipeline, name: str, mark: bytes, ends: str
) -> None:
    rows = values(random.Random(f"{name} {mark!r} {ends!r}"))
    content = mark + FORMS[name](rows).replace("\n", ends).encode()
    file, found = content.decode(), pipeline.inspected(Source("000001", "", name), content)
    assert found.places is not None and len(found.places) == len(found.decisions) >= ROWS
    text = found.text.reveal()
    for decision, (start, end) in zip(found.decisions, found.places, strict=True):
        assert plain(file[start:end]) == plain(text[decision.start : decision.end])
    assert {ssn for _, ssn, _ in rows} <= {file[start:end] for start, end in found.places}


def plain(written: str) -> str:
    """Without what a format writes otherwise: quotes of a cell, entities, escapes."""
    told = json.loads(written) if "\\u" in written else html.unescape(written)
    return str(told).replace('""', '"').strip("\"'")


@pytest.mark.parametrize("content", [b"A \x1b[1mbold\x1b[0m SSN 123-45-6789.", b"B\x08B SSN 123-45-6789."])
def test_a_file_that_is_not_read_as_it_stands_has_no_places(
    pipeline: DocumentPipeline, content: bytes
) -> None:
    found = pipeline.inspected(Source("000001", "", "a.txt"), content)
    assert found.decisions and found.places is None

"""What a policy hides in tables of many fields: personal columns hidden, harmless columns kept.

    python -m benchmarks.tables.bench_columns [--policy NAME] [--save FILE] [--beside FILE] [--show]

A line of ``held.jsonl`` is a table: its field and language, the kind of each column, its header (or none)
and its rows; all people are invented. A personal column is hidden when each of its values is changed, a
harmless one is kept when none is. Free text, ages, organisations and ``-`` count for neither. ``--save``
keeps the outcome of a build, ``--beside`` shows it beside that of another, ``--show`` names the columns
that are wrong.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from adapters.documents.opening.sources import Source
from engine.errors import RefusedError
from engine.methods.columns.kinds import CATEGORY_OF, HARMLESS, UNKNOWN_CODE
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

HELD = Path(__file__).with_name("held.jsonl")
_PERSONAL = {*CATEGORY_OF, UNKNOWN_CODE} - {"age", "organisation"}
Rows = list[list[str]]


def written(rows: Rows) -> bytes:
    """Rows as a CSV file."""
    made = io.StringIO()
    csv.writer(made, lineterminator="\n").writerows(rows)
    return made.getvalue().encode()


def changed(before: Rows, after: Rows) -> Iterator[tuple[int, int]]:
    """Of each column, how many values it has and how many of them changed."""
    for old, new in zip(zip(*before, strict=True), zip(*after, strict=True), strict=True):
        pairs = [(a, b) for a, b in zip(old, new, strict=True) if a]
        yield len(pairs), sum(a != b for a, b in pairs)


def outcomes(tables: Sequence[dict[str, Any]], policy: str) -> Iterator[tuple[str, str, str]]:
    """Of each column that counts: its place, what it is, and what became of it."""
    pipeline = DocumentPipeline(compile_policy(policy), b"test" * 8, 2026)
    for table in tables:
        header, rows = [table["header"]] if table["header"] else [], table["rows"]
        source = Source(table["id"], f"{table['id']}.csv", f"{table['id']}.csv")
        try:
            content = pipeline.release(source, written([*header, *rows])).content
        except RefusedError:
            yield table["id"], "table", "refused"
            continue
        after = list(csv.reader(io.StringIO(content.decode())))[len(header) :]
        for at, (kind, (n, n_changed)) in enumerate(zip(table["kinds"], changed(rows, after), strict=True)):
            place = f"{table['id']} {table['field']}, column {at + 1}: {kind}"
            if kind in _PERSONAL:
                yield place, "personal", "hidden" if n_changed == n else f"{n - n_changed} of {n} left"
            elif kind in HARMLESS:
                yield place, "harmless", "kept" if not n_changed else f"{n_changed} of {n} changed"


def totals(found: dict[str, Sequence[str]]) -> dict[str, str]:
    """Columns that came out right, of all that count."""
    sides = {"personal": "hidden", "harmless": "kept"}
    told = {}
    for side, right in sides.items():
        those = [outcome for what, outcome in found.values() if what == side]
        told[f"{side} columns {right}"] = f"{those.count(right)} of {len(those)}"
    return told | {"tables refused": str(sum(what == "table" for what, _ in found.values()))}


def main() -> None:
    """Print the totals, beside those of another build if its outcome was saved."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policy", default="hipaa-safe-harbor")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    tables = [json.loads(line) for line in HELD.read_text("utf-8").splitlines()]
    found: dict[str, Sequence[str]] = {
        place: (what, outcome) for place, what, outcome in outcomes(tables, asked.policy)
    }
    if asked.save:
        asked.save.write_text(json.dumps(found, indent=1), "utf-8")
    before = json.loads(asked.beside.read_text("utf-8")) if asked.beside else {}
    earlier = totals(before) if before else {}
    for name, value in totals(found).items():
        print(f"{name:26} {value}" + (f"   earlier {earlier[name]}" if earlier else ""))
    for place, (_, outcome) in found.items():
        told = before.get(place, (None, outcome))[1]
        if (asked.show and outcome not in ("hidden", "kept")) or told != outcome:
            print(f"{place}: {outcome}" + (f" (earlier {told})" if told != outcome else ""))


if __name__ == "__main__":
    main()

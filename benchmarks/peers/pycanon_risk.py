"""Figures of pycanon for the tables of tests/vectors/equivalence.json, which this writes anew.

    PYTHON_WITH_PYCANON benchmarks/peers/pycanon_risk.py tests/vectors/equivalence.json

pycanon 1.3.6 (Apache-2.0) wants other versions of numpy and pandas than saferelease, and so an
environment of its own.
The tables are made up, by a fixed seed.
"""

from __future__ import annotations

import json
import random
import sys
from importlib.metadata import version
from pathlib import Path

import pandas
from pycanon import anonymity, metrics

QUASI = ["age", "sex", "country"]
TABLES = {"small": (30, 3), "study": (240, 4), "register": (600, 8), "alike": (60, 1)}
"""Rows of each table, and how many intervals its ages fall into."""


def made(rows: int, ages: int) -> list[list[str]]:
    """A table: age, sex, country, outcome."""
    drawn = random.Random(rows)
    return [
        [
            f"a{drawn.randrange(ages)}",
            drawn.choice("FM"),
            drawn.choice(["DE", "FR", "FR", "US"]),
            drawn.choice(["yes", "no", "no"]),
        ]
        for _ in range(rows)
    ]


def figures(rows: list[list[str]]) -> dict[str, float]:
    """What pycanon says of a table."""
    frame = pandas.DataFrame(rows, columns=[*QUASI, "outcome"])
    return {
        "k": int(anonymity.k_anonymity(frame, QUASI)),
        "highest": float(metrics.max_rir(frame, QUASI)),
        "mean_over_classes": float(metrics.average_rir(frame, QUASI)),
        "average_class": float(metrics.average_ecsize(frame, frame, QUASI, sup=False)),
        "l": int(anonymity.l_diversity(frame, QUASI, ["outcome"])),
        "t": float(anonymity.t_closeness(frame, QUASI, ["outcome"])),
    }


def main() -> None:
    tables = {name: made(*shape) for name, shape in TABLES.items()}
    found = {name: {"rows": rows, "figures": figures(rows)} for name, rows in tables.items()}
    content = {"made_by": f"pycanon {version('pycanon')}", "tables": found}
    Path(sys.argv[1]).write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")


main()

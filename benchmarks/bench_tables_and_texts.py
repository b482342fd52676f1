# ruff: noqa: SIM905
"""A table of people and letters about them, released one after the other: what do both together tell?

    python benchmarks/bench_tables_and_texts.py [DATA] [--people 300] [--letters 240] [--seed 0]
        [--split] [--texts-first]

The table is made up: a name, a record number, an age, a ward, an illness, a job, an employer, a town, an
income, a day. It is released with k = 5. The letters are about people of the table, in eight kinds: how they
name the person, and whether they say the values in the words of the table. As many letters are about other
people of the same hospital, with names from the same lists, and as many newsgroup messages are about
something else. All are released afterwards under a policy that removes names alone. A line for each kind says
how many were recognised, and how many say values that fewer than k rows share, as written and as released:
this is counted here, by other code. With `--split` names stand in two columns that the clause does not
declare. With `--texts-first` the letters are released first, and it says what becomes of the table.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import re
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scipy.stats import binomtest  # noqa: E402

from engine.record.report import ReleaseReport  # noqa: E402
from flows.orchestration.job import ReleaseJob, prepared  # noqa: E402
from research.classes.labelled_corpora import CORPORA  # noqa: E402

DATA = ROOT.parent / "shared" / "data"
GIVEN = (
    "Ada Bela Clara Dora Elsa Flora Greta Hanna Irma Jutta Klara Lotte Magda Nora Olga Paula Rita "
    "Selma Thea Ursula Anton Bruno Conrad Dieter Emil Felix Georg Heinz Igor Jonas Karl Lukas Martin "
    "Nils Otto Peter Robert Stefan Theo Viktor "
).split()
SURNAMES = (
    "Abendroth Bergqvist Castellane Dahlgren Eriksen Fontaine Gundersen Hallberg Ivanova Jankowski "
    "Kowalczyk Lindqvist Marchetti Novotny Olivetti Petrescu Quintana Rasmussen Salvatore Thorvald "
    "Ulanova Vandenberg Wisniewski Xanthos Yilmaz Zimmerman Aldridge Bramwell Carstairs Donnelly "
).split()
WARDS = ("north south east west hillside ").split()
ILLNESSES = (
    "asthma gout anaemia eczema migraine psoriasis epilepsy glaucoma sciatica bronchitis hepatitis "
    "arthritis diabetes angina pneumonia cataract vertigo tinnitus "
).split()
JOBS = (
    "plumber welder teacher nurse baker carpenter accountant driver gardener electrician librarian "
    "surveyor tailor butcher roofer "
).split()
EMPLOYERS = (
    "Halvorsen Pemberton Zelenka Kirkwall Ostrander Brightwater Langford Castlemere Dunmore Eastgate "
    "Farnborough Greystone "
).split()
TOWNS = (
    "Millbrook Ashford Kingsport Ravenna Elmira Dunkirk Oswego Corning Geneva Batavia Medina Malone "
    "Potsdam Hornell "
).split()
POLICY = """\
policy: {name}
version: 1.0.0
title: Beside each other
laws: [{{cite: House rule, title: House rule}}]
identifiers:
  - {{find: [person], law: House rule}}
"""
TABLES = """\
tables:
  - id: visits
    law: House rule
    files: ["visits*.csv"]
    k: 5
    choose: suppress-cells
    columns:
{whom}      age: {kind: interval, edges: [30, 45, 60]}
      ward: {kind: category}
      illness: {kind: category}
      smoker: {kind: binary, ones: ["yes"]}
      again: {kind: label, positive: ["yes"]}
"""
K = 5
KINDS = (
    "named", "named the other way round", "named with an initial", "surname alone", "record number alone",
    "nobody named, many values", "nobody named, few values", "named, values in other words",
)  # fmt: skip


@dataclass(frozen=True)
class Letter:
    """A letter, whom it is about, and the values of the row that it says word for word."""

    kind: str
    row: int
    text: str
    said: tuple[str, ...]


def people(dice: random.Random, n: int, taken: set[str]) -> list[dict[str, str]]:
    """Rows of the table; names that were taken before are left out."""
    found = []
    while len(found) < n:
        name = f"{dice.choice(GIVEN)} {dice.choice(SURNAMES)}"
        if name in taken:
            continue
        taken.add(name)
        income = dice.randrange(18, 120) * 1000 + dice.randrange(0, 10) * 100
        found.append(
            {
                "patient": name,
                "record": f"HB{dice.randrange(10**5, 10**6)}",
                "age": str(dice.randrange(18, 90)),
                "ward": dice.choice(WARDS),
                "illness": dice.choice(ILLNESSES),
                "smoker": dice.choice(("yes", "no")),
                "job": dice.choice(JOBS),
                "employer": f"{dice.choice(EMPLOYERS)} {dice.choice(('Ltd', 'Mills', 'Brothers'))}",
                "town": dice.choice(TOWNS),
                "income": str(income),
                "admitted": f"2024-{dice.randrange(1, 13):02}-{dice.randrange(1, 29):02}",
                "again": dice.choice(("yes", "no")),
            }
        )
    return found


def sentences(row: dict[str, str]) -> list[tuple[str, str]]:
    """A column with a sentence that says its value as the table does."""
    return [
        ("age", f"The age given on arrival was {row['age']}."),
        ("illness", f"What was found is {row['illness']}, of moderate degree."),
        ("job", f"Work as a {row['job']} can be taken up again in a fortnight."),
        ("employer", f"A certificate was sent to {row['employer']} by post."),
        ("town", f"The journey from {row['town']} takes an hour by bus."),
        ("income", f"The yearly income of {row['income']} allows no reduction of the fee."),
        ("ward", f"The {row['ward']} ward was asked to prepare a bed."),
    ]


def reworded(row: dict[str, str]) -> list[tuple[str, str]]:
    """The same in other words."""
    decade = f"{int(row['age']) // 10}0"
    return [
        ("", f"A person in the {decade}s, as the chart has it, who was in good spirits."),
        ("", f"What was found is the complaint that begins with {row['illness'][0].upper()}."),
        (
            "",
            f"Earnings of about {int(row['income']) // 1000} thousand a year allow no reduction of the fee.",
        ),
        ("", f"The firm of the letter {row['employer'][0]} was told by post."),
    ]


FILLERS = (
    "We thank you for the kind referral.", "The night was quiet, and breakfast was taken with appetite.",
    "A further appointment was made for the coming month.", "Please let us know of any change.",
    "The stairs are no longer a trouble.", "Physiotherapy was explained and a leaflet handed over.",
)  # fmt: skip


def named(kind: str, row: dict[str, str]) -> str:
    """How a letter of this kind begins."""
    given, surname = row["patient"].split()
    how = {
        "named the other way round": f"{surname}, {given}",
        "named with an initial": f"{given} J. {surname}",
        "surname alone": f"Mx {surname}",
        "record number alone": f"the patient of record {row['record']}",
    }
    return how.get(kind, row["patient"] if kind.startswith("named") else "the patient")


def letter(dice: random.Random, kind: str, place: int, row: dict[str, str]) -> Letter:
    """A letter of a kind about a row."""
    n = {"nobody named, many values": 6, "nobody named, few values": 2}.get(kind, dice.randrange(2, 5))
    said = dice.sample(reworded(row) if "other words" in kind else sentences(row), min(n, 6 if n == 6 else 4))
    parts = [text for _, text in said] + dice.sample(FILLERS, 2)
    dice.shuffle(parts)
    text = f"Dear colleague, today we saw {named(kind, row)}. {' '.join(parts)}\n"
    return Letter(kind, place, text, tuple(column for column, _ in said if column))


def released(
    folder: Path, name: str, files: dict[str, str], policy: str
) -> tuple[ReleaseReport, dict[str, str]]:
    """Release files under a policy; the report, and the released text of each."""
    source = folder / f"{name}.in"
    source.mkdir()
    for file, text in files.items():
        (source / file).write_text(text)
    (folder / f"{name}.yaml").write_text(policy)
    job = ReleaseJob(str(folder / f"{name}.yaml"), (source,), folder / name, workers=1)
    with prepared(job, lambda done, total: None) as running:
        for index in range(len(running.chunks)):
            running.do_chunk(index)
        running.finish()
        assert running.report is not None
        report = running.report
    shown = {one.id: (folder / name / "documents" / one.output).read_text() if one.output else ""
             for one in report.documents}  # fmt: skip
    return report, shown


def table_of(rows: list[dict[str, str]], *, split: bool) -> str:
    """The table as CSV; with `split`, surname and given name in columns that the clause does not declare."""
    path = Path(tempfile.mkstemp(suffix=".csv")[1])
    rows = [
        ({"surname": row["patient"].split()[1], "first name": row["patient"].split()[0]} if split else {})
        | {key: value for key, value in row.items() if not (split and key == "patient")}
        for row in rows
    ]
    with path.open("w", newline="") as stream:
        out = csv.DictWriter(stream, list(rows[0]))
        out.writeheader()
        out.writerows(rows)
    text = path.read_text()
    path.unlink()
    return text


def alike(rows: list[dict[str, str]], row: dict[str, str], columns: list[str]) -> int:
    """How many rows share these values of a row."""
    return sum(all(other[column] == row[column] for column in columns) for other in rows)


def share(n: int, of: int) -> str:
    """A share with its 95 % interval."""
    if not of:
        return "-"
    interval = binomtest(n, of).proportion_ci(method="wilson")
    return f"{n} of {of} ({interval.low:.3f} to {interval.high:.3f})"


def main() -> None:
    """Release both and print the table."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("data", nargs="?", type=Path, default=DATA)
    ask.add_argument("--people", type=int, default=300)
    ask.add_argument("--letters", type=int, default=240)
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--split", action="store_true")
    ask.add_argument("--texts-first", action="store_true")
    given = ask.parse_args()
    dice, taken = random.Random(given.seed), set[str]()
    rows, others = people(dice, given.people, taken), people(dice, given.people, taken)
    letters = []
    for n in range(given.letters):
        place = dice.randrange(len(rows))
        letters.append(letter(dice, KINDS[n % len(KINDS)], place, rows[place]))
    controls = []
    for n in range(given.letters):
        place = dice.randrange(len(others))
        made = letter(dice, KINDS[n % len(KINDS)], place, others[place])
        controls.append(Letter(f"others: {made.kind}", place, made.text, made.said))
    news = [one.text.reveal() for one in CORPORA["newsgroups"](given.data)]
    messages = [Letter("newsgroup messages", 0, text, ()) for text in dice.sample(news, given.letters)]
    everything = [*letters, *controls, *messages]
    table = {"visits.csv": table_of(rows, split=given.split)}
    whom = "" if given.split else "      patient: {kind: entity}\n"
    of_tables = POLICY.format(name="tables") + TABLES.replace("{whom}", whom)
    texts = {f"{n:05}.txt": one.text for n, one in enumerate(everything)}
    with tempfile.TemporaryDirectory() as name:
        os.environ["SAFERELEASE_HOME"] = str(Path(name, "home"))
        folder = Path(name)
        if given.texts_first:
            released(folder, "texts", texts, POLICY.format(name="texts"))
            report, _ = released(folder, "tables", table, of_tables)
            refused = report.documents[0].reason
            print(report.documents[0].outcome, re.sub(r"\(.*?\)", "", refused))
            print(f"rows with a letter of any kind: {len({one.row for one in letters})} of {len(rows)}")
            return
        report, _ = released(folder, "tables", table, of_tables)
        print(
            report.documents[0].outcome,
            report.documents[0].table and report.documents[0].table.features_after,
        )
        report, shown = released(folder, "texts", texts, POLICY.format(name="texts"))
    figures: dict[str, list[int]] = defaultdict(lambda: [0] * 5)
    for one, record in zip(everything, report.documents, strict=True):
        text, count = shown[record.id], figures[one.kind]
        row = rows[one.row] if one in letters else {}
        left = [column for column in one.said if row and all(word in text for word in row[column].split())]
        count[0] += 1
        count[1] += record.earlier is not None and record.earlier.rows > 0
        count[2] += bool(row and one.said) and alike(rows, row, list(one.said)) < K
        count[3] += bool(left) and alike(rows, row, left) < K
        count[4] += record.earlier.hidden if record.earlier is not None else 0
    print(
        "| kind | recognised | telling, as written | telling, as released | places hidden |\n|" + " --- |" * 5
    )
    for kind, (n, known, before, after, places) in figures.items():
        print(f"| {kind} | {share(known, n)} | {before} | {after} | {places} |")


if __name__ == "__main__":
    main()

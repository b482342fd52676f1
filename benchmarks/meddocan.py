"""Spanish clinical cases of MEDDOCAN through a policy: strict spans, covered mentions, and errors by kind.

python benchmarks/meddocan.py FILE.jsonl[.xz] [--first N | --from N]

A line of the file is ``{"text", "spans": [{"start", "end", "type"}, ...]}``. The policy looks for all that
the Spanish recogniser and the patterns find. Strict: a removal has the borders of a mark to the letter, of
whatever kind. Merged: the same, where marks and removals with blanks and signs between them are one.
Covered: each letter and digit of a mark is removed. Figures alone, never a word of a case.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters.recognizers.training.corpus_files import read_text

_POLICY = """
policy: meddocan
version: 1.0.0
title: All that MEDDOCAN marks
laws: [{cite: MEDDOCAN, title: Medical Document Anonymization track}]
documents: {more_languages: [es], other_languages: warn}
identifiers:
  - id: all
    law: MEDDOCAN
    find: [person, organisation, location, date, age, code, demographic, quantity, other,
      phone, fax, email, url, ip, ssn, mrn, health-plan, account, license, plate, vehicle, device, birth-date,
      age-over-89, national-id, passport, unique-code, iban, credit-card]
    learn: {loss_ratio: 10}
"""
_WORD = re.compile(r"\w+")
_BETWEEN = re.compile(r"[\W_]*")

Place = tuple[int, int]


@dataclass(frozen=True)
class Case:
    """A case with what is marked in it, by kind, and what was removed."""

    text: str
    marks: Sequence[tuple[int, int, str]]
    removed: Sequence[tuple[int, int, str]]

    def marked(self) -> set[Place]:
        """Places of the marks."""
        return {(start, end) for start, end, _ in self.marks}

    def removals(self) -> set[Place]:
        """Places of the removals."""
        return {(start, end) for start, end, _ in self.removed}

    def covers(self, place: Place) -> bool:
        """Whether each word of a place was removed."""
        return all(_inside(word.span(), self.removed) for word in _WORD.finditer(self.text, *place))

    def merged(self, places: Iterable[Place]) -> set[Place]:
        """Places of which those with nothing but blanks and signs between them are one."""
        joined: list[Place] = []
        for start, end in sorted(places):
            if joined and _BETWEEN.fullmatch(self.text, joined[-1][1], max(start, joined[-1][1])):
                joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
            else:
                joined.append((start, end))
        return set(joined)

    def outcome(self, mark: Place) -> str:
        """`exact`, `border` where a removal of other borders overlaps, or `missing`."""
        if mark in self.removals():
            return "exact"
        return "border" if any(_overlap(mark, one) for one in self.removals()) else "missing"


def _overlap(one: Place, other: Place) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _inside(word: Place, places: Sequence[tuple[int, int, str]]) -> bool:
    return any(start <= word[0] and word[1] <= end for start, end, _ in places)


def cases_of(path: Path) -> list[Case]:
    """The cases of a file, nothing removed; without marks of byte order, which no file of text holds so."""
    records = [json.loads(line) for line in read_text(path).splitlines() if line.strip()]
    return [_case(one["text"], [(s["start"], s["end"], s["type"]) for s in one["spans"]]) for one in records]


def _case(text: str, marks: Sequence[tuple[int, int, str]]) -> Case:
    moved = [text[:i].count("\ufeff") for i in range(len(text) + 1)]
    places = [(start - moved[start], end - moved[end], kind) for start, end, kind in marks]
    return Case(text.replace("\ufeff", ""), places, ())


def through_policy(cases: Sequence[Case]) -> list[Case]:
    """Cases with what a release would remove."""
    from flows.compiling.compilation import compile_policy
    from research.through_policy import inspected_texts

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "policy.yaml"
        path.write_text(_POLICY, encoding="utf-8")
        found = inspected_texts(compile_policy(str(path)), [case.text for case in cases])
    print("refused:", sum(bool(one.faults) for one in found), "of", len(found))
    removed = [[(d.start, d.end, d.category) for d in one.decisions] for one in found]
    return [Case(case.text, case.marks, places) for case, places in zip(cases, removed, strict=True)]


def figures(cases: Sequence[Case]) -> None:
    """Print the figures of some cases."""
    print(f"{len(cases)} cases")
    _show_f1("strict", [(case.marked(), case.removals()) for case in cases])
    _show_f1("merged", [(case.merged(case.marked()), case.merged(case.removals())) for case in cases])
    covered = [case.covers(mark) for case in cases for mark in sorted(case.marked())]
    print(f"covered {_share(sum(covered), len(covered))}")
    words = [(case, word.span()) for case in cases for word in _WORD.finditer(case.text)]
    gone = [(case, word) for case, word in words if _inside(word, case.removed)]
    right = sum(_inside(word, case.marks) for case, word in gone)
    print(f"precision of words {_share(right, len(gone))}")
    _show_kinds(cases)


def _show_f1(title: str, pairs: Sequence[tuple[set[Place], set[Place]]]) -> None:
    right = sum(len(marked & removed) for marked, removed in pairs)
    marked, removed = (sum(len(pair[side]) for pair in pairs) for side in (0, 1))
    f1 = 2 * right / (marked + removed) if marked + removed else 0
    print(f"{title} F1 {f1:.3f}, recall {_share(right, marked)}, precision {_share(right, removed)}")


def _show_kinds(cases: Sequence[Case]) -> None:
    outcomes = Counter((kind, case.outcome((a, b))) for case in cases for a, b, kind in case.marks)
    for kind in sorted({kind for kind, _ in outcomes}):
        print(f"  {kind:34}" + "".join(f" {o} {outcomes[kind, o]:4}" for o in ("exact", "border", "missing")))
    wrong = Counter(
        (category, "border" if any(_overlap((a, b), mark) for mark in case.marked()) else "needless")
        for case in cases
        for a, b, category in case.removed
        if (a, b) not in case.marked()
    )
    for category in sorted({category for category, _ in wrong}):
        print(
            f"  removed: {category:25}"
            + "".join(f" {o} {wrong[category, o]:4}" for o in ("border", "needless"))
        )


def _share(part: int, whole: int) -> str:
    return f"{part / whole if whole else 0:.3f} ({part} of {whole})"


def main() -> None:
    """Print the figures of a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--first", type=int, help="only so many cases, from the beginning")
    part.add_argument(
        "--from", type=int, dest="skipped", default=0, help="leave so many out at the beginning"
    )
    options = parser.parse_args()
    figures(through_policy(cases_of(options.file)[options.skipped : options.first]))


if __name__ == "__main__":
    main()

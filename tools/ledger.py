"""What each rule is worth: decisions with and without it, on marked texts of all kinds.

    python -m tools.ledger [--texts 40] [--seed 1] [--processes 2] [--write]

Each text goes through its policy once with every rule, which tells the rules that answer anything there and
how long they take; then once without each of these. `--write` writes docs/rule-ledger.tsv.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from adapters.documents.opening.sources import Source
from engine.catalog.rules import RULES, running, switched_off
from engine.errors import SafereleaseError
from engine.methods.identifiers.patterns import FAMILIES
from engine.methods.identifiers.patterns.countries import PATTERNS_BY_COUNTRY
from engine.methods.identifiers.patterns.languages import PATTERNS_BY_LANGUAGE
from engine.plan.plan import Plan
from engine.text import Decision
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from flows.document.results import Inspected
from research.through_policy import inspected_by, pipeline_of
from tools.ledger_texts import Marked, Place, texts

PAGE = Path(__file__).resolve().parents[1] / "docs" / "rule-ledger.tsv"
_YEAR = 2026
_POLICY = """
policy: ledger
version: 1.0.0
title: A shipped policy with more languages
extends: {name}
documents: {{more_languages: [de, es, fr], because: The texts are in these languages.}}
"""
_COUNTS = ("texts", "changed", "saved", "lost", "made", "prevented", "refused", "released")
"""Texts in which a rule changes a decision, such decisions, marked values that go or stay only because of it,
needless removals that it makes or prevents, and texts that are refused or released because of it."""


@dataclass
class Asked:
    """A run in which every rule is asked twice: which of them answer anything, and their time."""

    answering: set[str] = field(default_factory=set)
    nanoseconds: Counter[str] = field(default_factory=Counter)

    def __call__(self, name: str, call: Callable[[], Any], without: Callable[[], Any]) -> Any:
        began = time.process_time_ns()
        answer = _whole(call())
        self.nanoseconds[name] += time.process_time_ns() - began
        if name not in self.answering and not _same(answer, _whole(without())):
            self.answering.add(name)
        return answer


def _whole(answer: Any) -> Any:
    return list(answer) if isinstance(answer, Iterator) else answer


def _same(one: Any, other: Any) -> bool:
    with suppress(ValueError):
        return bool(one == other)
    return False


@dataclass(frozen=True)
class Entry:
    """What was counted in one text: its corpus, totals, and for each rule its counts."""

    corpus: str
    totals: Counter[str]
    rules: dict[str, Counter[str]]
    nanoseconds: Counter[str]


def family(name: str) -> str:
    """The line of the ledger in which a rule stands: of a pattern its family."""
    return _family_of().get(name, name)


@cache
def _family_of() -> dict[str, str]:
    countries = [row for rows in PATTERNS_BY_COUNTRY.values() for row in rows]
    languages = {f"{key}-language": rows for key, rows in PATTERNS_BY_LANGUAGE.items()}
    families = {"countries": countries, **languages, **FAMILIES}
    return {f"pattern:{row.id}": f"patterns of {key}" for key, rows in families.items() for row in rows}


def lines() -> list[str]:
    """The names of all lines."""
    return sorted({*RULES, *_family_of().values()})


@cache
def _pipeline(policy: str) -> tuple[DocumentPipeline, Plan]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "policy.yaml"
        path.write_text(_POLICY.format(name=policy), encoding="utf-8")
        compiled = compile_policy(str(path))
    return pipeline_of(compiled, _YEAR), compiled.plan


def _decided(marked: Marked) -> Inspected:
    pipeline, plan = _pipeline(marked.policy)
    if not marked.content:
        return inspected_by(pipeline, plan, [marked.text])[0]
    return pipeline.inspected(Source("000001", "", marked.name), marked.content)


def entry_together(names: frozenset[str], marked: Marked) -> Entry | None:
    """One text with all rules, and without all of some."""
    try:
        whole = _decided(marked)
        with switched_off({*names, *(one for one, line in _family_of().items() if line in names)}):
            less = _decided(marked)
    except SafereleaseError:
        return None
    compared = _compared(marked, whole, less)
    return Entry(marked.corpus, _totals(marked, whole), {marked.corpus: compared}, Counter())


def entry(marked: Marked) -> Entry | None:
    """One text with all rules, and without each that answers anything in it; None where it is not read."""
    asked = Asked()
    try:
        with running(asked):
            _decided(marked)
        whole = _decided(marked)
        groups: dict[str, set[str]] = defaultdict(set)
        for name in asked.answering:
            groups[family(name)].add(name)
        rules: dict[str, Counter[str]] = {}
        for line, names in groups.items():
            with switched_off(names):
                rules[line] = _compared(marked, whole, _decided(marked))
            rules[line]["answering"] += 1
    except SafereleaseError:
        return None
    nanoseconds: Counter[str] = Counter()
    for name, taken in asked.nanoseconds.items():
        nanoseconds[family(name)] += taken
    return Entry(marked.corpus, _totals(marked, whole), rules, nanoseconds)


def _totals(marked: Marked, whole: Inspected) -> Counter[str]:
    return Counter(
        texts=1,
        marks=len(marked.marks),
        hidden=len(_hidden(marked, whole.decisions)),
        needless=len(_needless(marked, whole.decisions)),
        refused=int(bool(whole.faults)),
    )


def _compared(marked: Marked, whole: Inspected, less: Inspected) -> Counter[str]:
    shown, others = ({(d.start, d.end, d.replacement) for d in one.decisions} for one in (whole, less))
    hidden, still = _hidden(marked, whole.decisions), _hidden(marked, less.decisions)
    return Counter(
        texts=int(shown != others),
        changed=len(shown ^ others),
        saved=len(hidden - still),
        lost=len(still - hidden),
        made=_new(_needless(marked, whole.decisions), less.decisions),
        prevented=_new(_needless(marked, less.decisions), whole.decisions),
        refused=int(bool(whole.faults) and not less.faults),
        released=int(bool(less.faults) and not whole.faults),
    )


def _hidden(marked: Marked, decisions: Sequence[Decision]) -> set[Place]:
    """Marks of which each letter and digit goes, but the year of a date."""
    gone = {at for d in decisions for at in range(d.start, d.end)}
    return {
        (a, b) for a, b in marked.marks if all(at in gone for at in range(a, b) if marked.text[at].isalnum())
    }


def _needless(marked: Marked, decisions: Sequence[Decision]) -> list[Place]:
    return [(d.start, d.end) for d in decisions if marked.is_needless(d.start, d.end, d.category)]


def _new(places: Iterable[Place], others: Sequence[Decision]) -> int:
    return sum(not any(d.start < b and a < d.end for d in others) for a, b in places)


def reckoned(n: int, seed: int, processes: int, together: Sequence[str] = ()) -> list[Entry]:
    """The entries of all texts."""
    drawn = texts(n, seed)
    of = partial(entry_together, frozenset(together)) if together else entry
    with ProcessPoolExecutor(processes) as pool:
        return [one for one in pool.map(of, drawn, chunksize=4) if one is not None]


def _table(entries: Sequence[Entry], rows: Sequence[str]) -> Iterator[str]:
    """The ledger, a line for each rule; of rules that are off together one for each corpus."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    nanoseconds: Counter[str] = Counter()
    for one in entries:
        nanoseconds.update(one.nanoseconds)
        for line, found in one.rules.items():
            counts[line].update(found)
    yield "\t".join(("rule", *_COUNTS, "milliseconds"))
    for line in rows:
        numbers = (counts[line][column] for column in _COUNTS)
        yield "\t".join((line, *map(str, numbers), str(nanoseconds[line] // 1_000_000)))


def _by_corpus(entries: Sequence[Entry]) -> Iterator[str]:
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    for one in entries:
        totals[one.corpus].update(one.totals)
    for corpus, found in totals.items():
        yield f"# {corpus}: " + ", ".join(
            f"{key} {found[key]}" for key in ("texts", "marks", "hidden", "needless", "refused")
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=40, help="of each corpus, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--together", nargs="*", default=(), help="rules that are off at once: one line a corpus"
    )
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    unknown = {*options.together} - {*lines()}
    if unknown:
        parser.error(f"no such rules: {', '.join(sorted(unknown))}")
    entries = reckoned(options.texts, options.seed, options.processes, options.together)
    rows = sorted({one.corpus for one in entries}) if options.together else lines()
    command = f"python -m tools.ledger --texts {options.texts} --seed {options.seed}"
    head = f"# {datetime.now(UTC):%Y-%m-%d}: {command}"
    page = "\n".join([head, *_by_corpus(entries), *_table(entries, rows), ""])
    if options.write:
        PAGE.write_text(page, encoding="utf-8")
    print(page, end="")


if __name__ == "__main__":
    main()

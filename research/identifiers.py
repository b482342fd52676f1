"""Precision and recall of the identifier patterns on annotated sentences, per category.

Run as ``python -m research.identifiers FOLDER [--half develop|report]``; FOLDER holds either
synthetic sentences (``generated_large.json``: text, spans, template ids) or the court cases of the
Text Anonymization Benchmark (``tab_train.json``, ``tab_dev.json``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import typer
from rich.console import Console
from rich.table import Table

from engine.errors import UnreadableError, fault
from engine.methods.identifiers import IdentifierRecognizer
from engine.text import Document, SensitiveText, Span

Half = Literal["develop", "report", "all"]

KINDS: Mapping[str, tuple[str, ...]] = {
    "CREDIT_CARD": ("credit-card",),
    "PHONE_NUMBER": ("phone", "fax"),
    "EMAIL_ADDRESS": ("email",),
    "US_SSN": ("ssn",),
    "IBAN_CODE": ("iban",),
    "DOMAIN_NAME": ("url",),
    "IP_ADDRESS": ("ip",),
    "US_DRIVER_LICENSE": ("license",),
    "DATE_TIME": ("date", "birth-date"),
    "ADDRESS": ("street-address", "zip"),
    "CODE": ("unique-code", "account", "license", "mrn", "national-id", "plate", "passport"),
}
"""Kinds of the annotation and the categories that answer for them."""


@dataclass(frozen=True, slots=True)
class KindScore:
    """Counts for one kind of the annotation, spans matched by overlap.

    Parameters
    ----------
    n_gold, n_found : int
        Annotated spans; findings of the kind's categories.
    n_gold_hit, n_gold_covered : int
        Annotated spans that a finding of any category overlaps; that findings cover whole.
    n_found_right : int
        Findings that overlap an annotated span of their own kind.
    """

    n_gold: int = 0
    n_found: int = 0
    n_gold_hit: int = 0
    n_gold_covered: int = 0
    n_found_right: int = 0

    @property
    def recall(self) -> float:
        """Share of annotated spans that were touched."""
        return self.n_gold_hit / self.n_gold if self.n_gold else float("nan")

    @property
    def recall_whole(self) -> float:
        """Share of annotated spans of which no letter or digit was left."""
        return self.n_gold_covered / self.n_gold if self.n_gold else float("nan")

    @property
    def precision(self) -> float:
        """Share of findings that are right."""
        return self.n_found_right / self.n_found if self.n_found else float("nan")


_CALENDAR_DATE = re.compile(
    r"\d[/.-]\d|(?i:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_FORMS = "must be annotated data: generated_large.json (full_text, spans, template_id) or tab_*.json"


def _load(file: Path) -> list[Mapping[str, Any]]:
    try:
        loaded: list[Mapping[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise UnreadableError(
            fault("IDN008", file.name, _FORMS, "", "Give the folder of the data.")
        ) from None
    return loaded


def read_court_cases(data: Path, half: Half) -> list[Mapping[str, Any]]:
    """Court cases in the form of `read_sentences`; develop is the train split, report the dev split.

    ``DATE`` are the annotated times that name a month or are written in numbers (years and durations are
    none); ``CODE`` the codes that identify, directly or not.
    """
    names = {"develop": ("train",), "report": ("dev",), "all": ("train", "dev")}[half]
    cases = [case for name in names for case in _load(data / f"tab_{name}.json")]
    return [{"full_text": case["text"], "spans": [*_court_spans(case)]} for case in cases]


def _court_spans(case: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    seen = set()
    mentions = (m for a in case["annotations"].values() for m in a["entity_mentions"])
    for mention in mentions:
        place = mention["start_offset"], mention["end_offset"]
        kind = _court_kind(mention)
        if kind and (place, kind) not in seen:
            seen.add((place, kind))
            yield {"entity_type": kind, "start_position": place[0], "end_position": place[1]}


def _court_kind(mention: Mapping[str, Any]) -> str:
    if mention["entity_type"] == "CODE" and mention["identifier_type"] != "NO_MASK":
        return "CODE"
    is_date = mention["entity_type"] == "DATETIME" and _CALENDAR_DATE.search(mention["span_text"])
    return "DATE_TIME" if is_date else ""


def read_sentences(data: Path, half: Half) -> list[Mapping[str, Any]]:
    """Annotated sentences; the halves have no template in common (even ids develop, odd ids report).

    Raises
    ------
    UnreadableError
        IDN008, when the file is missing or is no such JSON.
    """
    sentences = _load(data / "generated_large.json")
    parity = {"develop": (0,), "report": (1,), "all": (0, 1)}[half]
    try:
        return [s for s in sentences if s["template_id"] % 2 in parity]
    except (KeyError, TypeError):
        raise UnreadableError(fault("IDN008", "data", _FORMS, "", "Give the folder of the data.")) from None


def evaluate_identifiers(
    sentences: Iterable[Mapping[str, Any]], recognizer: IdentifierRecognizer | None = None
) -> dict[str, KindScore]:
    """Scores by kind of annotation.

    Parameters
    ----------
    sentences : iterable of mapping
        With ``full_text`` and ``spans`` (``entity_type``, ``start_position``, ``end_position``).
    recognizer : IdentifierRecognizer, optional
        Default: all categories of `KINDS`, default settings.
    """
    finder = recognizer or IdentifierRecognizer([c for cs in KINDS.values() for c in cs])
    scores = {kind: KindScore() for kind in KINDS}
    for sentence in sentences:
        text = sentence["full_text"]
        found = finder.find(Document("", SensitiveText(text)))
        for kind in KINDS:
            gold = [*_gold(sentence["spans"], kind)]
            scores[kind] = _sum(scores[kind], _score(text, gold, found, KINDS[kind]))
    return scores


def _gold(spans: Iterable[Mapping[str, Any]], kind: str) -> Iterator[tuple[int, int]]:
    for span in spans:
        if span["entity_type"] == kind:
            yield span["start_position"], span["end_position"]


def _score(
    text: str, gold: Sequence[tuple[int, int]], found: Sequence[Span], categories: Sequence[str]
) -> KindScore:
    mine = [span for span in found if span.category in categories]
    return KindScore(
        n_gold=len(gold),
        n_found=len(mine),
        n_gold_hit=sum(any(s.start < end and start < s.end for s in found) for start, end in gold),
        n_gold_covered=sum(_is_covered(text, start, end, found) for start, end in gold),
        n_found_right=sum(any(s.start < end and start < s.end for start, end in gold) for s in mine),
    )


def _is_covered(text: str, start: int, end: int, found: Sequence[Span]) -> bool:
    left = (i for i in range(start, end) if text[i].isalnum())
    return not any(all(not s.start <= i < s.end for s in found) for i in left)


def _sum(one: KindScore, other: KindScore) -> KindScore:
    a, b = asdict(one), asdict(other)
    return KindScore(**{name: a[name] + b[name] for name in a})


def main(
    data: Annotated[Path, typer.Argument(help="Folder with generated_large.json, or with tab_*.json.")],
    half: Annotated[str, typer.Option(help="develop, report or all.")] = "report",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print precision and recall per kind."""
    if half not in ("develop", "report", "all"):
        raise typer.BadParameter("must be develop, report or all", param_hint="--half")
    read = read_sentences if (data / "generated_large.json").exists() else read_court_cases
    scores = evaluate_identifiers(read(data, cast(Half, half)))
    console = Console()
    if as_json:
        console.print_json(json.dumps({kind: asdict(score) for kind, score in scores.items()}))
        return
    table = Table("kind", "annotated", "recall", "recall (whole)", "found", "precision")
    for kind, s in scores.items():
        if not s.n_gold:
            continue
        shares = (f"{share:.3f}" for share in (s.recall, s.recall_whole))
        table.add_row(kind, str(s.n_gold), *shares, str(s.n_found), f"{s.precision:.3f}")
    console.print(table)


if __name__ == "__main__":
    typer.run(main)

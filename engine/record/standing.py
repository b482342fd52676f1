"""How far each clause is covered in one release: what its author declared, lowered by what stayed open."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from engine.catalog.measured import MEASURED, MEASURED_LEARNED, Measured
from engine.catalog.names import LEARNED
from engine.counts.information import lower_bound
from engine.plan.plan import Plan
from engine.plan.steps import ClauseKind, IdentifierStep, PlannedClause
from engine.record.counted import ColumnCount, Record

Status = Literal["covered", "partly", "not covered"]
WITHOUT_PICTURES = frozenset({"txt", "csv", "json", "jsonl", "md"})
"""Formats whose released files hold no picture."""

_ORDER: tuple[Status, ...] = ("covered", "partly", "not covered")
_EXACT = 1.0
_SHIPPED = "en-default"
_Z95 = 1.645

COMBINATIONS = (
    "Each term is judged by itself. What several terms disclose together is not judged, so this is partly "
    "covered at most."
)
STATISTICS = (
    "What several terms disclose together is judged by word counts of a corpus. A reader who knows more may "
    "still guess, so this is partly covered at most."
)
CIRCUMSTANCES = (
    "Personal attributes are looked for in English, by tables of words and by rare words. A careful reader "
    "may still infer them from circumstances and style, so this is partly covered at most."
)
UNREAD = "Some documents could not be read. They were not searched, and are not in this release."
READ_PICTURES = (
    "Words in pictures were read by text recognition. It misses some, handwriting most of all, and does not "
    "see what a picture shows."
)
PICTURES = "Pictures were kept, and nobody looked at what they show."
UNKNOWN_COLUMNS = "Some columns hold numbers or codes of an unknown kind, and were kept."
UNTYPED_COLUMNS = "Some columns are of no known kind. Their cells were searched as running text only."
ENGLISH = "Looked for in English. Names inside text in other languages may be missed."
OTHER_LANGUAGES = (
    "Some documents hold passages in a language that the policy does not name. They were searched as English."
)
MORE_LANGUAGES = (
    "Some documents hold passages in other languages than English. There, patterns and recognisers miss more."
)
ENGLISH_CONCEPTS = (
    "Some documents hold passages in other languages than English. What these disclose was not judged."
)
FOUND = (
    "%(category)s: %(found)s of %(of)s were found, which shows at least %(least)s %% with 95 %% confidence"
)
MEASURED_ON = "measured on %(day)s"
NOT_MEASURED = "Not measured: %(categories)s."
MISSED = "The measurement below shows that not everything is found."


SENTENCES = (
    *(COMBINATIONS, STATISTICS, CIRCUMSTANCES, UNREAD, READ_PICTURES, PICTURES, UNKNOWN_COLUMNS),
    *(UNTYPED_COLUMNS, ENGLISH, OTHER_LANGUAGES, MORE_LANGUAGES, ENGLISH_CONCEPTS, MISSED),
    *(FOUND, MEASURED_ON, NOT_MEASURED),
)
"""All that a standing may say, for those who translate it."""


class ReleaseFacts(Record):
    """What of a release decides how far its clauses are covered. Recipients can see all of it.

    Parameters
    ----------
    quarantined : int
        Documents that could not be read.
    columns : ColumnCount
        Of the tables that were released.
    formats : frozenset of str
        Of the documents that were released.
    languages : frozenset of str
        Other languages than English in which some of them hold passages (ISO 639-1).
    pictures_read : bool
        Whether text recognition read pictures of some of them.
    """

    quarantined: int = 0
    columns: ColumnCount = ColumnCount()
    formats: frozenset[str] = frozenset()
    languages: frozenset[str] = frozenset()
    pictures_read: bool = False


class Standing(Record):
    """A line of the report: clauses with one law and one subject, and how far they are covered.

    Parameters
    ----------
    clauses : tuple of str
        Their ids; several where combined policies say the same.
    status : {"covered", "partly", "not covered"}
        At most the weakest that their authors declared.
    open : tuple of str
        What was not looked at in this release. Never numbers: they could tell of single documents.
    measured : str
        Recall of what finds it, with bound, data and day; empty for clauses that rest on no recall.
    """

    clauses: tuple[str, ...]
    kind: ClauseKind
    title: str
    law: str
    note: str
    unverified: bool
    status: Status
    open: tuple[str, ...]
    measured: str = ""


def standings(plan: Plan, facts: ReleaseFacts) -> tuple[Standing, ...]:
    """One standing for each law and subject, in the order of the plan."""
    steps = {step.id: step for step in plan.identifiers}
    groups: dict[object, list[PlannedClause]] = {}
    for clause in plan.clauses:
        groups.setdefault(_subject(plan, clause), []).append(clause)
    return tuple(_standing(plan, facts, group, steps.get(group[0].id)) for group in groups.values())


def _standing(
    plan: Plan, facts: ReleaseFacts, group: Sequence[PlannedClause], step: IdentifierStep | None
) -> Standing:
    first, declared = group[0], max((clause.status for clause in group), key=_ORDER.index)
    is_open = () if declared == "not covered" else tuple(_open(plan, facts, first, step))
    return Standing(
        clauses=tuple(clause.id for clause in group),
        kind=first.kind,
        title="; ".join(dict.fromkeys(clause.title for clause in group)),
        law=first.law,
        note=" ".join(dict.fromkeys(clause.note for clause in group if clause.note)),
        unverified=any(clause.unverified for clause in group),
        status="partly" if declared == "covered" and is_open else declared,
        open=is_open,
        measured=measured_in_words(plan, step.id, Speech()) if step and declared != "not covered" else "",
    )


def _subject(plan: Plan, clause: PlannedClause) -> object:
    """What makes two clauses one line: law, kind, and what they look for."""
    if clause.kind == "not_covered":
        return clause.law, clause.kind
    found = next((frozenset(step.find) for step in plan.identifiers if step.id == clause.id), None)
    if found and not found & {"listed-term"}:
        return clause.law, found
    concept = next((step.settings.protect.casefold() for step in plan.concepts if step.id == clause.id), None)
    return (clause.law, concept) if concept else clause.id


def _open(
    plan: Plan, facts: ReleaseFacts, clause: PlannedClause, step: IdentifierStep | None
) -> Iterator[str]:
    if clause.kind == "attributes":
        yield CIRCUMSTANCES
    if clause.kind == "concepts":
        yield STATISTICS if _are_judged_together(plan, clause) else COMBINATIONS
    if facts.quarantined:
        yield UNREAD
    if clause.kind != "tables":
        yield from _open_in_texts(plan, facts, clause.kind, step)


def _are_judged_together(plan: Plan, clause: PlannedClause) -> bool:
    settings = [one.settings for one in plan.concepts if one.id == clause.id]
    return any(one.combinations or one.groups for one in settings)


def _open_in_texts(
    plan: Plan, facts: ReleaseFacts, kind: ClauseKind, step: IdentifierStep | None
) -> Iterator[str]:
    """What documents leave open: their languages, their pictures, their columns, recognisers."""
    if facts.languages:
        yield _open_languages(plan, facts, kind)
    if facts.pictures_read:
        yield READ_PICTURES
    if plan.documents.images == "keep" and facts.formats - WITHOUT_PICTURES:
        yield PICTURES
    if kind == "identifiers":
        yield from _open_columns(plan, facts.columns)
    if step is not None:
        yield from _open_recognisers(plan, step)


def _open_languages(plan: Plan, facts: ReleaseFacts, kind: ClauseKind) -> str:
    if kind == "concepts":
        return ENGLISH_CONCEPTS
    return MORE_LANGUAGES if facts.languages <= set(plan.documents.more_languages) else OTHER_LANGUAGES


def _open_columns(plan: Plan, columns: ColumnCount) -> Iterator[str]:
    removed = any("unique-code" in step.find for step in plan.identifiers)
    if columns.unknown and not (removed and plan.documents.unknown_columns == "remove"):
        yield UNKNOWN_COLUMNS
    if columns.untyped:
        yield UNTYPED_COLUMNS


def _open_recognisers(plan: Plan, step: IdentifierStep) -> Iterator[str]:
    if _is_learned(step):
        yield ENGLISH
    if any(figure is not None and figure.recall < 1 for _, figure in _figures(plan, step)):
        yield MISSED


def _is_learned(step: IdentifierStep) -> bool:
    """Whether a model finds what the clause is about; facts of a matter are found letter by letter."""
    return bool(step.recognizers) or (step.threshold < _EXACT and not set(LEARNED).isdisjoint(step.find))


def _figures(plan: Plan, step: IdentifierStep) -> Iterator[tuple[str, Measured | None]]:
    """Each category of a clause that a recogniser finds, with its figures, if it was measured."""
    shipped = not step.recognizers or _SHIPPED in step.recognizers
    shipped = shipped and any(model.kind == "model" and not model.file for model in plan.models)
    for category in step.find:
        if category in LEARNED and step.threshold < _EXACT:
            yield category, MEASURED_LEARNED[category] if shipped else None
        elif category not in (*LEARNED, "listed-term", "minor"):
            yield category, MEASURED.get(category)


def is_measured(plan: Plan, clause: str) -> bool:
    """Whether it was measured how much is found of every category of a clause about identifiers."""
    step = next(step for step in plan.identifiers if step.id == clause)
    figures = [figure for _, figure in _figures(plan, step)]
    return bool(figures) and None not in figures


class Speech:
    """How figures are said: in English. Another language says the same by other methods."""

    def say(self, sentence: str, **values: str) -> str:
        """A sentence with its values."""
        return sentence % values if values else sentence

    def number(self, value: float) -> str:
        """A count."""
        return f"{value:,}"

    def day(self, date: dt.date) -> str:
        """A day."""
        return f"{date.day} {date:%B %Y}"


def measured_in_words(plan: Plan, clause: str, speech: Speech) -> str:
    """The figures of a clause in words: what was found of what, at least how much, on which data, when."""
    by_source: dict[tuple[str, str], list[str]] = {}
    unknown = []
    step = next(step for step in plan.identifiers if step.id == clause)
    for category, figure in _figures(plan, step):
        if figure is None:
            unknown.append(category)
            continue
        by_source.setdefault((figure.data, figure.date), []).append(_found(category, figure, speech))
    said = [
        f"{', '.join(found)} ({speech.say(data)}; {_measured_on(day, speech)})."
        for (data, day), found in by_source.items()
    ]
    if unknown:
        said.append(speech.say(NOT_MEASURED, categories=", ".join(unknown)))
    return " ".join(said)


def _found(category: str, figure: Measured, speech: Speech) -> str:
    n_found = round(figure.recall * figure.n_gold)
    least = int(100 * lower_bound(n_found, figure.n_gold, _Z95))
    found, of = speech.number(n_found), speech.number(figure.n_gold)
    return speech.say(FOUND, category=category, found=found, of=of, least=str(least))


def _measured_on(day: str, speech: Speech) -> str:
    return speech.say(MEASURED_ON, day=speech.day(dt.date.fromisoformat(day)))


def formats_of(names: Iterable[str]) -> frozenset[str]:
    """Formats by name, without those that are unknown."""
    return frozenset(name for name in names if name)

"""Two policies side by side: by their plans, by their cases, by documents at hand."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from adapters.documents.opening.sources import Source, find_sources
from adapters.documents.registry import format_for
from adapters.documents.settings import Settings
from adapters.policies.cases import cases_folder, load_cases
from adapters.policies.files import LoadedPolicy
from engine.cases.text_cases import Decide, decided
from engine.errors import InvalidError, RefusedError, UnreadableError
from engine.methods.names.matter import Matter
from engine.methods.overlaps.reading import KeyedWords
from engine.methods.overlaps.register import Register
from engine.plan.comparison import Difference, compare_plans
from engine.plan.impact import impact
from engine.policy.combining.strictness import Verdict, together
from engine.text import Decision, Document
from flows.authoring.bench import CASE_KEY, decider
from flows.authoring.earlier_impact import Decided, EarlierImpacts, known_releases
from flows.authoring.people_impact import PeopleImpacts
from flows.authoring.table_impact import TableImpact, TableImpacts
from flows.compiling.compilation import Compiled, compile_policy
from flows.compiling.document_rules import settings_of

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class ConfirmedDifference:
    """A difference of two plans, and what the cases of both policies say about it.

    Parameters
    ----------
    difference : Difference
        From the compiled plans.
    verdict : {"equivalent", "stronger", "weaker", "unknown"}
        Of the plans, or ``unknown`` where a case disproves it.
    characters_more, characters_less : int
        Characters of the cases that only the new policy changes, and only the old one.
    """

    difference: Difference
    verdict: Verdict
    characters_more: int
    characters_less: int

    @property
    def disproved(self) -> bool:
        """Whether the cases contradict the plans."""
        return self.verdict != self.difference.verdict

    def as_json(self) -> dict[str, object]:
        """The same, for machines."""
        return asdict(self.difference) | {
            "verdict": self.verdict,
            "verdict_of_plans": self.difference.verdict,
            "characters_more": self.characters_more,
            "characters_less": self.characters_less,
        }


@dataclass(frozen=True)
class Comparison:
    """Two policies compared: every subject, and one verdict for all.

    Parameters
    ----------
    old, new : mapping of str to str
        Name, version and plan id of each.
    n_cases : int
        Texts of both policies' cases that the verdicts were tried on.
    differences : sequence of ConfirmedDifference
        Equivalent subjects among them.
    """

    old: dict[str, str]
    new: dict[str, str]
    n_cases: int
    differences: Sequence[ConfirmedDifference]

    @property
    def verdict(self) -> Verdict:
        """Stronger or weaker only when no subject pulls the other way."""
        return together(each.verdict for each in self.differences)

    def as_json(self) -> dict[str, object]:
        """The same, for machines."""
        return {
            "old": self.old,
            "new": self.new,
            "verdict": self.verdict,
            "cases": self.n_cases,
            "differences": [each.as_json() for each in self.differences],
        }


def compare_policies(old: str, new: str) -> Comparison:
    """Compare two policies clause by clause, from their compiled plans, and try it on their cases.

    Parameters
    ----------
    old, new : str
        Files of policies, or names of shipped ones.

    Notes
    -----
    The plans decide. A case can only disprove: a subject is ``stronger`` as long as no character of
    any case that the old policy changed for it is left by the new one; ``weaker`` the other way round;
    ``equivalent`` when both hold.
    """
    before, after = compile_policy(old), compile_policy(new)
    texts = list(dict.fromkeys((*_texts(before.loaded), *_texts(after.loaded))))
    decide = decider(before), decider(after)
    tried = [pair for text in texts if (pair := _decided(*text, decide)) is not None]
    found = compare_plans(before.plan, after.plan).differences
    return Comparison(
        _identity(before), _identity(after), len(tried), tuple(_confirmed(each, tried) for each in found)
    )


def _identity(compiled: Compiled) -> dict[str, str]:
    plan = compiled.plan
    return {"policy": plan.policy, "version": plan.version, "plan_id": plan.plan_id}


_Pair = tuple[Sequence[Decision], Sequence[Decision]]


def _texts(loaded: LoadedPolicy) -> Iterator[tuple[str, Matter | None]]:
    """Texts of a policy's cases with their facts; one without cases has none."""
    try:
        groups = load_cases(cases_folder(loaded.path), loaded.policy)
    except InvalidError as error:
        if any(found.code != "POL041" for found in error.faults):
            raise
        return
    for group in groups:
        yield from ((example.text, group.facts) for example in group.must_go)
        yield from ((example.text, group.facts) for example in group.must_stay)


def _decided(text: str, facts: Matter | None, decide: tuple[Decide, Decide]) -> _Pair | None:
    """Decisions of both policies about a case; None when one of them cannot read it."""
    try:
        return decided(decide[0], text, facts), decided(decide[1], text, facts)
    except (UnreadableError, RefusedError):
        return None


def _confirmed(difference: Difference, tried: Iterable[_Pair]) -> ConfirmedDifference:
    subjects = {each.strip().casefold() for each in difference.subject.split(",")}
    subjects.add(difference.subject.casefold())
    more = less = 0
    for old, new in tried:
        less += len(_characters(old, subjects) - _characters(new))
        more += len(_characters(new, subjects) - _characters(old))
    verdict = difference.verdict
    lost = less > 0 and verdict in ("stronger", "equivalent")
    gained = more > 0 and verdict in ("weaker", "equivalent")
    return ConfirmedDifference(difference, "unknown" if lost or gained else verdict, more, less)


def _characters(decisions: Iterable[Decision], subjects: set[str] | None = None) -> set[int]:
    return {
        offset
        for each in decisions
        if subjects is None or each.category.casefold() in subjects
        for offset in range(each.start, each.end)
    }


def measure_impact(
    old: str, new: str, roots: Sequence[Path], progress: Progress, *, alone: bool = False
) -> dict[str, object]:
    """What would change in documents at hand if one policy took the other's place, in counts.

    Parameters
    ----------
    old, new : str
        Files of policies, or names of shipped ones.
    roots : sequence of Path
        Files and folders.
    progress : callable
        ``progress(done, total)`` after each document.
    alone : bool
        As if nothing had been released before. Otherwise both policies decide as in a release: beside
        the register of earlier releases, which is only read.

    Returns
    -------
    dict
        The fields of `engine.plan.impact.Impact`, ``not_compared`` (documents that cannot be read, or that
        a policy refuses), ``tables`` (`TableImpact` of each file that a clause about tables of either
        policy names: such a file is no document), ``earlier`` (`EarlierImpact`, or None), ``people``
        (`PeopleImpact`), and ``verdict`` of the plans. Neither text nor names of files.
    """
    sources = find_sources(roots)
    compiled = compile_policy(old), compile_policy(new)
    year = datetime.now(UTC).year
    known = None if alone else known_releases()
    register = known or Register(KeyedWords(secrets.token_bytes(32)))
    earlier = EarlierImpacts(register) if known else None
    people = PeopleImpacts(register, [each.plan.earlier_releases for each in compiled])
    decide = [decider(each, year, register) for each in compiled]
    judge, tables = TableImpacts(compiled, CASE_KEY, year, register), list[TableImpact]()
    pairs: dict[str, _Pair] = {}
    settings = settings_of(compiled[1].plan)
    undecided = 0

    def documents() -> Iterator[Document]:
        nonlocal undecided
        for done, source in enumerate(sorted(sources, key=lambda one: not judge.is_table(one)), 1):
            pairs.clear()
            try:
                if judge.is_table(source):
                    judged = judge.of(source)
                    people.count_table(judged.rows)
                    tables.append(judged.impact)
                    continue
                document = _open(source, settings)
                sides = [_side(one, document) for one in decide]
                people.count(document, sides)
                if earlier:
                    earlier.count(document, sides)
                pairs[source.id] = _both(sides)
                yield document
            except (UnreadableError, RefusedError, OSError):
                undecided += 1
            finally:
                progress(done, len(sources))

    found = impact(documents(), lambda d: pairs[d.id][0], lambda d: pairs[d.id][1])
    return asdict(found) | {
        "not_compared": undecided,
        "tables": [asdict(table) for table in tables],
        "earlier": asdict(earlier.counted()) if earlier else None,
        "people": asdict(people.counted()),
        "verdict": compare_plans(compiled[0].plan, compiled[1].plan).verdict,
    }


def _side(decide: Decide, document: Document) -> Decided:
    """What a policy decides, or how it refuses the document."""
    try:
        return decide(document)
    except RefusedError as error:
        return error


def _both(sides: Sequence[Decided]) -> _Pair:
    old, new = sides
    if isinstance(old, RefusedError):
        raise old
    if isinstance(new, RefusedError):
        raise new
    return old, new


def _open(source: Source, settings: Settings) -> Document:
    content = source.read()
    return (
        format_for(PurePosixPath(source.relative).suffix, content, settings).open(source.id, content).document
    )

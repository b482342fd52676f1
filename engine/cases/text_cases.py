"""Cases of a policy: examples of what must go and what must stay, and a pure runner for them.

The texts of cases are made up by the policy's author; they are part of the
policy and, unlike documents, may be shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol, Self

from pydantic import Field, model_validator

from engine.cases.table_cases import TableCase, table_failures
from engine.errors import RefusedError, UnreadableError
from engine.methods.names.matter import Matter
from engine.policy.clauses.fields import Clause, ClauseId, Text
from engine.policy.clauses.tables import TableClause
from engine.policy.model import Policy
from engine.stages.table_words import TextClauses
from engine.text import Decision, Document, SensitiveText, carried_out

FailureKind = Literal["missed", "unexpected", "different", "unreadable", "table", "no case"]

Fragment = Annotated[str, Field(strict=True, min_length=1, max_length=2000)]


class Decide(Protocol):
    """Decisions of a compiled policy about a document, under the facts of a case."""

    def __call__(self, document: Document, facts: Matter | None = None, /) -> Sequence[Decision]:
        """Disjoint decisions, in any order."""
        ...


class MustGo(Clause):
    """A text in which something must go."""

    text: Text = Field(examples=["SSN 219-09-1234 on file"])
    """The text, made up."""
    gone: tuple[Fragment, ...] = Field(min_length=1, examples=[["219-09-1234"]])
    """What must go from it, wherever it occurs."""
    becomes: Text | None = None
    """The whole text as it must be released, where the replacement matters."""
    note: Text | None = None
    """Why this case is here."""

    @property
    def fragments(self) -> tuple[str, ...]:
        """The parts of the text that the case is about."""
        return self.gone

    @model_validator(mode="after")
    def _gone_is_in_the_text(self) -> Self:
        if any(fragment not in self.text for fragment in self.gone):
            raise ValueError("gone: must be parts of the text, letter by letter")
        return self


class MustStay(Clause):
    """A text in which something must stay."""

    text: Text = Field(examples=["Room 219 is on the 9th floor"])
    """The text, made up."""
    stays: tuple[Fragment, ...] = ()
    """What must stay in it; by default all of it."""
    note: Text | None = None
    """Why this case is here."""

    @property
    def fragments(self) -> tuple[str, ...]:
        """The parts of the text that the case is about."""
        return self.stays or (self.text,)

    @model_validator(mode="after")
    def _stays_is_in_the_text(self) -> Self:
        if any(fragment not in self.text for fragment in self.stays):
            raise ValueError("stays: must be parts of the text, letter by letter")
        return self


class ClauseCases(Clause):
    """The cases of one clause."""

    clause: ClauseId = Field(examples=["G"])
    """Id of the clause in its policy."""
    facts: Matter | None = Field(
        default=None, examples=[{"subjects": [{"name": "Tim Keller", "minor": True}]}]
    )
    """Facts of a matter that was made up, under which the cases are run, as in a file for --matter."""
    must_go: tuple[MustGo, ...] = ()
    """Texts in which something must go."""
    must_stay: tuple[MustStay, ...] = ()
    """Texts in which something must stay."""
    tables: tuple[TableCase, ...] = ()
    """Of a clause about tables: small tables, and what must become of them."""

    @model_validator(mode="after")
    def _holds_cases_of_one_kind(self) -> Self:
        if not (self.must_go or self.tables):
            raise ValueError("must_go: must hold a text in which something must go")
        if self.tables and (self.must_go or self.must_stay):
            raise ValueError("tables: must not be combined with must_go and must_stay: a clause is about one")
        return self


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that failed.

    Parameters
    ----------
    clause, law : str
        The clause whose case it is, and the law it cites.
    case : str
        The case's place, e.g. ``"must_go[3]"``.
    kind : str
        ``missed`` (should have gone), ``unexpected`` (should have stayed), ``different``
        (went, but was replaced by something else), ``unreadable``, ``table`` (a small table
        became something else), ``no case``.
    text : str
        Text of the case.
    start, end : int
        The span at fault, offsets into the text.
    got : str
        What stands there in the released text, or why it could not be read.
    decided_by : sequence of str
        Clauses that changed the span.
    """

    clause: str
    law: str
    case: str
    kind: FailureKind
    text: str = ""
    start: int = 0
    end: int = 0
    got: str = ""
    decided_by: Sequence[str] = ()

    def __str__(self) -> str:
        if self.kind == "no case":
            return f"clause {self.clause} ({self.law}): no case"
        if self.kind == "table":
            return f"clause {self.clause} ({self.law}) {self.case}: {self.got}"
        shown = f"{self.text[: self.start]}>>{self.text[self.start : self.end]}<<{self.text[self.end :]}"
        by = f", changed by {', '.join(self.decided_by)}" if self.decided_by else ""
        got = f"; got: {self.got}" if self.got else ""
        return f"clause {self.clause} ({self.law}) {self.case} {self.kind}{by}: {shown}{got}"


@dataclass(frozen=True, slots=True)
class CaseReport:
    """What running the cases of a policy found.

    Parameters
    ----------
    failures : sequence of Failure
        In the order of the policy's clauses; empty when all is well.
    counts : mapping
        Clause id to the number of its (must-go, must-stay) cases; of a clause about tables (tables, 0).
    """

    failures: Sequence[Failure]
    counts: Mapping[str, tuple[int, int]]

    @property
    def passed(self) -> bool:
        """Whether every clause has cases and none failed."""
        return not self.failures

    @property
    def n_cases(self) -> int:
        """Number of cases run."""
        return sum(go + stay for go, stay in self.counts.values())


def count_cases(groups: Iterable[ClauseCases]) -> dict[str, tuple[int, int]]:
    """Cases by clause: (must go, must stay); of a clause about tables (tables, 0).

    Examples
    --------
    >>> must_go = [{"text": "SSN 219-09-1234", "gone": ["219-09-1234"]}]
    >>> must_stay = [{"text": "Room 219"}]
    >>> group = ClauseCases.model_validate({"clause": "ssn", "must_go": must_go, "must_stay": must_stay})
    >>> count_cases([group])
    {'ssn': (1, 1)}
    """
    counts: dict[str, tuple[int, int]] = {}
    for group in groups:
        go, stay = counts.get(group.clause, (0, 0))
        counts[group.clause] = go + len(group.must_go) + len(group.tables), stay + len(group.must_stay)
    return counts


def run_cases(
    policy: Policy, cases: Iterable[ClauseCases], decide: Decide, decide_without_class: Decide | None = None
) -> CaseReport:
    """Run the cases of a policy.

    Parameters
    ----------
    policy : Policy
        Whose clauses the cases belong to. A clause without cases of both kinds is a failure; one
        that comes from a combined policy (``"hipaa-safe-harbor/G"``) needs no must-stay cases, since
        other policies may remove what it would leave.
    cases : iterable of ClauseCases
        Several entries may belong to one clause.
    decide : callable
        Decisions of the compiled policy about a document; it gets the facts of the cases that have some.
    decide_without_class : callable, optional
        The same without the clause that hides classes. That clause reads whole documents, and would change
        the sentences that are the cases of the others: theirs are decided without it.

    Returns
    -------
    CaseReport
        Every failure with its span and clause.
    """
    laws = {clause.id: clause.law for clause in policy.clauses}
    about_tables = {clause.id: clause for clause in policy.tables}
    counts = dict.fromkeys(laws, (0, 0))
    found: dict[str, list[Failure]] = {clause: [] for clause in laws}
    for group in cases:
        if group.clause not in laws:
            continue  # `foreign_clauses` tells of it when the cases are loaded
        go, stay = counts[group.clause]
        if group.clause in about_tables:
            judge = TextClauses(decide_without_class or decide)
            found[group.clause] += _table_failures(group, about_tables[group.clause], judge, go)
            counts[group.clause] = (go + len(group.tables), 0)
            continue
        hides_class = policy.hide_class is not None and group.clause == policy.hide_class.id
        chosen = decide if hides_class else decide_without_class or decide
        found[group.clause] += _failures(group, laws[group.clause], chosen, (go, stay))
        counts[group.clause] = (go + len(group.must_go), stay + len(group.must_stay))
    for clause, (go, stay) in counts.items():
        if _lacks_cases(clause, go, stay, clause in about_tables):
            found[clause].append(Failure(clause, laws[clause], "", "no case"))
    return CaseReport([failure for group in found.values() for failure in group], counts)


def _lacks_cases(clause: str, go: int, stay: int, about_tables: bool) -> bool:
    """Whether a clause has too few; one of a combined policy about tables is proven where it is written."""
    combined = "/" in clause
    return not (go or combined) if about_tables else not go or not (stay or combined)


def _table_failures(
    group: ClauseCases, clause: TableClause, clauses: TextClauses, first: int
) -> Iterator[Failure]:
    for place, case in enumerate(group.tables, first):
        for got in table_failures(case, clause, clauses):
            yield Failure(clause.id, clause.law, f"tables[{place}]", "table", got=got)


def foreign_clauses(policy: Policy, cases: Iterable[ClauseCases]) -> list[str]:
    """Clause ids that cases name and the policy does not have, or has for the other kind of cases."""
    about_text = {clause.id for clause in policy.text_clauses}
    about_tables = {clause.id for clause in policy.tables}
    return [
        group.clause for group in cases if group.clause not in (about_tables if group.tables else about_text)
    ]


def loose_tables(policy: Policy, cases: Iterable[ClauseCases], decide: Decide) -> list[str]:
    """Clauses about tables whose cases all pass with a k one lower too: they do not prove k.

    Parameters
    ----------
    policy : Policy
        Whose cases pass.
    cases : iterable of ClauseCases
        Its cases.
    decide : callable
        Decisions about text, without the clause that hides classes.
    """
    groups, judge = list(cases), TextClauses(decide)

    def passes(clause: TableClause) -> bool:
        own = [group for group in groups if group.clause == clause.id]
        weaker = clause.model_copy(update={"k": clause.k - 1})
        return not any(True for group in own for _ in _table_failures(group, weaker, judge, 0))

    return [clause.id for clause in policy.tables if "/" not in clause.id and passes(clause)]


def idle_clauses(
    policy: Policy, cases: Sequence[ClauseCases], compile_policy: Callable[[Policy], Decide]
) -> list[str]:
    """Clauses whose cases all pass without them: their cases prove nothing (mutation check).

    Parameters
    ----------
    policy : Policy
        Whose cases pass.
    cases : sequence of ClauseCases
        Its cases.
    compile_policy : callable
        Gives the decisions of a policy; called once per clause, with that clause left out.

    Returns
    -------
    list of str
        Ids, in the order of the policy; empty when every clause is proven. Clauses of combined
        policies are left out: they are proven where they are written.
    """
    return [
        clause.id
        for clause in policy.text_clauses
        if "/" not in clause.id and not _fails_without(policy, clause.id, cases, compile_policy)
    ]


def _fails_without(
    policy: Policy, clause: str, cases: Sequence[ClauseCases], compile_policy: Callable[[Policy], Decide]
) -> bool:
    own = [group for group in cases if group.clause == clause]
    decide = compile_policy(without_clause(policy, clause))
    return any(_failures(group, "", decide, (0, 0)) for group in own)


def without_clause(policy: Policy, clause: str) -> Policy:
    """`policy` with one clause left out."""
    return policy.model_copy(
        update={
            "identifiers": tuple(each for each in policy.identifiers if each.id != clause),
            "concepts": tuple(each for each in policy.concepts if each.id != clause),
            "attributes": tuple(each for each in policy.attributes if each.id != clause),
            "hide_class": policy.hide_class if policy.hide_class and policy.hide_class.id != clause else None,
        }
    )


def _failures(group: ClauseCases, law: str, decide: Decide, first: tuple[int, int]) -> list[Failure]:
    found: list[Failure] = []
    for place, go in enumerate(group.must_go, first[0]):
        found += _judge(group, law, f"must_go[{place}]", go, decide)
    for place, stay in enumerate(group.must_stay, first[1]):
        found += _judge(group, law, f"must_stay[{place}]", stay, decide)
    return found


def decided(decide: Decide, text: str, facts: Matter | None, name: str = "case") -> Sequence[Decision]:
    """Decisions about the text of a case, under its facts if it has some."""
    document = Document(name, SensitiveText(text))
    return decide(document) if facts is None else decide(document, facts)


def _judge(
    group: ClauseCases, law: str, case: str, example: MustGo | MustStay, decide: Decide
) -> Iterator[Failure]:
    clause, text = group.clause, example.text
    try:
        decisions = decided(decide, text, group.facts, f"{clause} {case}")
    except (UnreadableError, RefusedError) as error:
        yield Failure(clause, law, case, "unreadable", text, 0, len(text), str(error))
        return
    released = carried_out(text, decisions)
    changes = [d for d in decisions if text[d.start : d.end] != d.replacement]
    yield from _judge_fragments(group, law, case, example, changes, released)
    if isinstance(example, MustGo) and example.becomes not in (None, released):
        yield Failure(clause, law, case, "different", text, 0, len(text), released)


def _judge_fragments(
    group: ClauseCases,
    law: str,
    case: str,
    example: MustGo | MustStay,
    changes: Sequence[Decision],
    released: str,
) -> Iterator[Failure]:
    """Fragments that must go and stay, or must stay and go."""
    clause, text = group.clause, example.text
    go = isinstance(example, MustGo)
    for start, end in _spans(text, example.fragments):
        by = [d for d in changes if d.start < end and start < d.end]
        names = sorted({d.clause for d in by})
        if go and not _covered(start, end, by):
            yield Failure(clause, law, case, "missed", text, start, end, decided_by=names)
        elif not go and by:
            yield Failure(clause, law, case, "unexpected", text, start, end, released, names)


def _whole(fragment: str) -> str:
    """Pattern of a fragment where it is not part of a longer word."""
    before = r"(?<!\w)" if fragment[0].isalnum() else ""
    after = r"(?!\w)" if fragment[-1].isalnum() else ""
    return before + re.escape(fragment) + after


def _spans(text: str, fragments: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Where fragments stand in `text`: as whole words, or else anywhere."""
    for fragment in fragments:
        found = [match.span() for match in re.finditer(_whole(fragment), text)]
        yield from found or (match.span() for match in re.finditer(re.escape(fragment), text))


def _covered(start: int, end: int, decisions: Iterable[Decision]) -> bool:
    """Whether every character of [start, end) is changed."""
    at = start
    for decision in sorted(decisions, key=lambda d: d.start):
        if decision.start > at:
            return False
        at = max(at, decision.end)
    return at >= end

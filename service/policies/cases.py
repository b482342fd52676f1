"""Cases of a group's policy: made-up texts in which something must go or must stay, and how they fare."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.policies.cases import cases_folder, load_cases
from engine.cases.text_cases import ClauseCases, MustGo, MustStay, count_cases, run_cases
from engine.errors import InvalidError
from flows.authoring.bench import decider
from flows.compiling.compilation import Compiled, compile_policy
from service.app.context import Service
from service.people.roles import Action, Who
from service.policies.books import text_of, visible_version
from service.policies.files import passing_file
from service.refusals import Refusal, not_found
from service.state.columns import new_id
from service.state.tables import PolicyCase, PolicyFile, PolicyVersion

KINDS = {"go": "must go", "stay": "must stay"}


@dataclass(frozen=True)
class OwnCase:
    """A case of a policy, and how it fared.

    Parameters
    ----------
    id, clause : str
    kind : {"go", "stay"}
    text, fragment : str
        A made-up text, and what in it must go or stay.
    outcome : str
        Empty when it was not run; ``passed``; else what stands in its way.
    """

    id: str
    clause: str
    kind: str
    text: str
    fragment: str
    outcome: str = ""


@dataclass(frozen=True)
class Fared:
    """How the cases of a version fared: the group's own one by one, inherited ones in a count.

    Parameters
    ----------
    own : sequence of OwnCase
    n_inherited : int
        Cases of the policies that it stands on, whether they were run or not.
    failures : sequence of str or None
        Inherited ones that failed; None when they were not run.
    """

    own: Sequence[OwnCase]
    n_inherited: int
    failures: Sequence[str] | None


def add_case(service: Service, who: Who, version: str, case: OwnCase) -> str:
    """Keep a case of a policy, for all its versions; the same case twice is one.

    Raises
    ------
    Refusal
        ``PLB003`` when it is no case of this policy.
    """
    with service.database.look() as session:
        found, book = visible_version(session, who, version, Action.WRITE_POLICIES)
    return keep_case(service, who, found, book, case)


def keep_case(service: Service, who: Who, version: PolicyVersion, book: PolicyFile, case: OwnCase) -> str:
    """The same for somebody whose right to it was looked at."""
    _require_fit(text_of(service, version), case)
    with service.database.begin() as session:
        for known in cases_of(service, session, book.id):
            if replace(known, id="") == replace(case, id=""):
                return known.id
        ident = new_id()
        content = json.dumps({"text": case.text, "fragment": case.fragment})
        session.add(
            PolicyCase(
                id=ident,
                policy_id=book.id,
                clause=case.clause,
                kind=case.kind,
                content_sealed=service.vault.seal(content, f"case {ident}"),
                by=who.id,
            )
        )
    return ident


def _require_fit(text: str, case: OwnCase) -> None:
    with passing_file(text) as path:
        clauses = {clause.id for clause in compile_policy(str(path)).loaded.policy.text_clauses}
    try:
        if case.clause not in clauses or case.kind not in KINDS:
            raise ValueError("clause")
        _example(case)
    except (ValidationError, ValueError):
        must = "must be of a clause about text, with a part of its text that goes or stays"
        raise Refusal(422, "PLB003", "the case", must, "", "Choose the clause; copy the part.") from None


def _example(case: OwnCase) -> MustGo | MustStay:
    if case.kind == "go":
        return MustGo.model_validate({"text": case.text, "gone": [case.fragment]})
    return MustStay.model_validate({"text": case.text, "stays": [case.fragment] if case.fragment else []})


def remove_case(service: Service, who: Who, version: str, case: str) -> None:
    """Take a case away."""
    with service.database.begin() as session:
        _, book = visible_version(session, who, version, Action.WRITE_POLICIES)
        found = session.get(PolicyCase, case)
        if found is None or found.policy_id != book.id:
            raise not_found()
        session.delete(found)


def cases_of(service: Service, session: Session, policy: str) -> list[OwnCase]:
    """The group's own cases of a policy, by clause."""
    wanted = select(PolicyCase).where(PolicyCase.policy_id == policy)
    found = session.scalars(wanted.order_by(PolicyCase.clause, PolicyCase.at))
    return [OwnCase(one.id, one.clause, one.kind, **_opened(service, one)) for one in found]


def _opened(service: Service, one: PolicyCase) -> dict[str, str]:
    content: dict[str, str] = json.loads(service.vault.open(one.content_sealed, f"case {one.id}"))
    return content


def run_own_cases(service: Service, who: Who, version: str, *, inherited: bool = False) -> Fared:
    """Run the cases of a version: the group's own, and on request those of the policies it stands on."""
    with service.database.look() as session:
        found, book = visible_version(session, who, version, Action.READ_POLICIES)
        text, own = text_of(service, found), cases_of(service, session, book.id)
    with passing_file(text, book.slug) as path:
        compiled = compile_policy(str(path))
        others = inherited_cases(compiled)
    return _fared(compiled, own, others, inherited)


def inherited_cases(compiled: Compiled) -> list[ClauseCases]:
    """Cases of the policies that a version stands on; none where there are none."""
    try:
        return load_cases(cases_folder(compiled.loaded.path), compiled.loaded.policy)
    except InvalidError as error:
        if any(one.code != "POL041" for one in error.faults):
            raise
        return []


def _fared(
    compiled: Compiled, own: Sequence[OwnCase], others: Sequence[ClauseCases], run_others: bool
) -> Fared:
    policy = compiled.loaded.policy
    decide, without = decider(compiled), decider(replace(compiled, hide_class=None))
    told = []
    for case in own:
        if case.clause not in {clause.id for clause in policy.text_clauses}:
            told.append(replace(case, outcome="the policy has no such clause"))
            continue
        report = run_cases(policy, [_group(case)], decide, without)
        failed = [str(one) for one in report.failures if one.clause == case.clause and one.kind != "no case"]
        told.append(replace(case, outcome="; ".join(failed) or "passed"))
    n_others = sum(go + stay for go, stay in count_cases(others).values())
    if not run_others:
        return Fared(told, n_others, None)
    report = run_cases(policy, others, decide, without)
    return Fared(told, n_others, [str(one) for one in report.failures if one.kind != "no case"])


def _group(case: OwnCase) -> ClauseCases:
    """A case as a group of its own; a group with nothing that must go cannot be read from a file."""
    kind = "must_go" if case.kind == "go" else "must_stay"
    return ClauseCases.model_construct(
        clause=case.clause, facts=None, must_go=(), must_stay=(), tables=()
    ).model_copy(update={kind: (_example(case),)})

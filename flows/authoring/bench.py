"""The policy author's bench: write a policy, check it, run its cases."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from adapters.policies.cases import cases_folder, load_cases
from adapters.policies.files import shipped_policies
from engine.cases.text_cases import ClauseCases, Decide, idle_clauses, loose_tables, run_cases
from engine.catalog.words import meant
from engine.errors import InvalidError, fault
from engine.methods.names.matter import Matter
from engine.methods.overlaps.register import Register
from engine.policy import Policy
from engine.policy.pages.schema import schema_text
from engine.policy.pages.template import Answers, new_policy
from engine.text import Decision, Document
from flows.compiling.compilation import Compiled, compile_policy, load, machine_catalog
from flows.compiling.matters import changed_plan, under_facts
from flows.document.document import DocumentPipeline

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CASE_YEAR = 2024
"""Year from which the ages in cases are reckoned: cases must not change their meaning with the calendar."""
CASE_KEY = b"the cases of a policy are public"
"""For pseudonyms in cases, which nobody is to be protected by."""


@dataclass(frozen=True)
class CasesRun:
    """What running a policy's cases found, in words."""

    policy: str
    n_cases: int
    n_clauses: int
    counts: dict[str, tuple[int, int]]
    failures: Sequence[str]

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return not self.failures

    def as_json(self) -> dict[str, object]:
        """The same, for machines."""
        return asdict(self) | {"passed": self.passed}


def run_policy_cases(name: str, mutation: bool = False) -> CasesRun:
    """Run every case of a policy, and on request the mutation check.

    Parameters
    ----------
    name : str
        File of a policy, or name of a shipped one; its cases lie beside it.
    mutation : bool
        Switch each clause off in turn; a clause whose cases all pass without it proves nothing.
    """
    compiled = compile_policy(name)
    policy = compiled.loaded.policy
    cases = load_cases(cases_folder(compiled.loaded.path), policy)
    report = run_cases(policy, cases, decider(compiled), decider(replace(compiled, hide_class=None)))
    failures = [str(failure) for failure in report.failures]
    if mutation:
        failures += _idle(compiled, policy, cases)
    return CasesRun(policy.policy, report.n_cases, len(policy.clauses), dict(report.counts), failures)


def decider(compiled: Compiled, year: int = CASE_YEAR, register: Register | None = None) -> Decide:
    """The decisions of a compiled policy about a text, beside earlier releases if there is a `register`.

    Ages are reckoned from `year`.
    """

    @cache
    def pipeline(facts: Matter | None) -> DocumentPipeline:
        known = under_facts(compiled, facts, "Made up, for cases.") if facts else compiled
        return DocumentPipeline(known, CASE_KEY, year, register)

    def decide(document: Document, facts: Matter | None = None) -> Sequence[Decision]:
        return pipeline(facts).decide(document)

    return decide


def write_new_policy(answers: Answers, folder: Path) -> list[Path]:
    """Write a policy from answers, with its files beside it; nothing is overwritten.

    Parameters
    ----------
    answers : Answers
        As `saferelease policy new` asked for them.
    folder : Path
        Where the policy goes; it is made when it is not there.

    Returns
    -------
    list of Path
        The files written, the policy first.

    Raises
    ------
    InvalidError
        POL060 an answer is missing, POL061 a file is there already, POL062 it cannot be written;
        faults of the answers as `policy check` names them. Nothing is left behind then.
    """
    _require_answers(answers)
    answers = _with_pack(answers)
    files = {folder / name: text for name, text in new_policy(answers).items()}
    if not (folder / "schema.json").exists():
        files[folder / "schema.json"] = schema_text(machine_catalog())
    taken = [path for path in files if path.exists()]
    if taken:
        advice = "Choose another name or folder; nothing was overwritten."
        raise InvalidError(*(fault("POL061", str(path), "must not exist yet", "", advice) for path in taken))
    try:
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as stream:
                stream.write(text)
        loaded = load(str(next(iter(files))))
        if answers.terms:
            load_cases(cases_folder(loaded.path), loaded.policy)
    except OSError as error:
        _remove(files)
        raise InvalidError(
            fault("POL062", str(folder), "must be a folder that can be written", error.strerror or "")
        ) from None
    except InvalidError as error:
        _remove(files)
        raise InvalidError(*(replace(found, where=_answer(found.where)) for found in error.faults)) from None
    return list(files)


def _with_pack(answers: Answers) -> Answers:
    """The answers with the shipped policy that carries out the law they name, if there is one."""
    law, shipped = answers.from_law, shipped_policies()
    if not law:
        return answers
    name = law if law in shipped else meant(law, tuple(shipped))
    name = name or next((each for each, path in shipped.items() if _carries_out(path, law)), "")
    return replace(answers, packs=(name,), from_law="") if name else answers


def _carries_out(path: Path, law: str) -> bool:
    return any(law in clause.law.split("; ") for clause in load(str(path)).policy.clauses)


def _require_answers(answers: Answers) -> None:
    needed = {"name": answers.name, "title": answers.title, "packs": answers.packs or answers.from_law}
    missing = [key for key, answer in needed.items() if not answer]
    if answers.from_law and (answers.packs or answers.terms):
        advice = "Make the policy first; a policy of yours that combines it with others adds them."
        must = "must go without packs and terms"
        raise InvalidError(fault("POL060", "policy new from-law", must, answers.from_law, advice))
    if missing:
        advice = "Answer the question, or give the option."
        raise InvalidError(
            *(fault("POL060", f"policy new {key}", "must be answered", "", advice) for key in missing)
        )
    if not _SLUG.fullmatch(answers.name):
        advice = "E.g. clinic-letters."
        raise InvalidError(
            fault(
                "POL060",
                "policy new name",
                "must be lower-case words joined by hyphens",
                answers.name,
                advice,
            )
        )


def _remove(files: Iterable[Path]) -> None:
    """Take back what was written; a folder of cases that was made for it goes too."""
    for path in files:
        path.unlink(missing_ok=True)
        if path.parent.suffix == ".cases" and path.parent.is_dir() and not any(path.parent.iterdir()):
            path.parent.rmdir()


def _answer(where: str) -> str:
    """The field at fault without the place in a file that is not there any more."""
    return f"policy new {where.rsplit(' ', 1)[-1]}"


def _idle(compiled: Compiled, policy: Policy, cases: Sequence[ClauseCases]) -> list[str]:
    def compile_mutant(mutant: Policy) -> Decide:
        return decider(_without_others(compiled, {clause.id for clause in mutant.clauses}))

    loose = loose_tables(policy, cases, decider(replace(compiled, hide_class=None)))
    ks = {clause.id: clause.k for clause in policy.tables}
    return [
        *(
            f"clause {clause}: its cases pass without it, so they prove nothing"
            for clause in idle_clauses(policy, cases, compile_mutant)
        ),
        *(
            f"clause {clause}: its cases pass with k = {ks[clause] - 1} too: they do not prove its k"
            for clause in loose
        ),
    ]


def _without_others(compiled: Compiled, kept: Collection[str]) -> Compiled:
    """`compiled` with the clauses `kept` alone: what compiling them anew would make, without its cost.

    The class of documents is never hidden: that reads whole documents, and would change other clauses' cases.
    """
    plan = compiled.plan
    fewer = {
        "identifiers": tuple(step for step in plan.identifiers if step.id in kept),
        "concepts": tuple(step for step in plan.concepts if step.id in kept),
        "attributes": tuple(step for step in plan.attributes if step.id in kept),
    }
    concepts = tuple(concept for concept in compiled.concepts if concept.rule.clause in kept)
    return replace(compiled, plan=changed_plan(plan, **fewer), concepts=concepts, hide_class=None)

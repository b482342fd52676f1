"""The policy author's bench: run the cases, explain the clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from adapters.cases import cases_folder, load_cases
from engine.cases import ClauseCases, Decide, idle_clauses, run_cases
from engine.catalog import SHIPPED, Catalog
from engine.errors import InvalidError
from engine.information import lower_bound
from engine.methods.c_sanitized import CompiledConcept
from engine.plan import PlannedClause
from engine.policy import ConceptClause, IdentifierClause, Policy
from flows.compilation import Compiled, compile_loaded, compile_policy
from flows.document import DocumentPipeline

CASE_YEAR = 2024
"""Year from which the ages in cases are reckoned: cases must not change their meaning with the calendar."""
_CASE_KEY = b"the cases of a policy are public"


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


def shipped_catalog() -> Catalog:
    """Names that every installation has: what the shipped JSON Schema offers."""
    return SHIPPED


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
    report = run_cases(policy, cases, decider(compiled))
    failures = [str(failure) for failure in report.failures]
    if mutation:
        failures += _idle(compiled, policy, cases)
    return CasesRun(policy.policy, report.n_cases, len(policy.clauses), dict(report.counts), failures)


def decider(compiled: Compiled) -> Decide:
    """The decisions of a compiled policy about a text, as `engine.cases` asks for them."""
    pipeline = DocumentPipeline(compiled.plan, compiled.concepts, compiled.taxonomy, _CASE_KEY, CASE_YEAR)
    return pipeline.decide


def _idle(compiled: Compiled, policy: Policy, cases: Sequence[ClauseCases]) -> list[str]:
    def compile_mutant(mutant: Policy) -> Decide:
        return decider(compile_loaded(replace(compiled.loaded, policy=mutant)))

    return [
        f"clause {clause}: its cases pass without it, so they prove nothing"
        for clause in idle_clauses(policy, cases, compile_mutant)
    ]


def explain_policy(name: str, n_terms: int = 15) -> dict[str, object]:
    """A policy in plain language, clause by clause, with the terms that its concepts rest on.

    Parameters
    ----------
    name : str
        File of a policy, or name of a shipped one.
    n_terms : int
        Strongest and borderline terms shown per concept.
    """
    compiled = compile_policy(name)
    policy, plan = compiled.loaded.policy, compiled.plan
    report = _case_counts(compiled)
    rows = [_explain_clause(clause, policy, report) for clause in plan.clauses]
    return {
        "policy": policy.policy,
        "version": policy.version,
        "title": policy.title,
        "plan_id": plan.plan_id,
        "clauses": rows,
        "concepts": [_explain_concept(concept, n_terms) for concept in compiled.concepts],
        "limits": [f"{c.law}: {c.note}" for c in plan.clauses if c.status != "covered" and c.note],
    }


def _case_counts(compiled: Compiled) -> dict[str, int]:
    try:
        cases = load_cases(cases_folder(compiled.loaded.path), compiled.loaded.policy)
    except InvalidError:
        return {}
    counts: dict[str, int] = {}
    for group in cases:
        counts[group.clause] = counts.get(group.clause, 0) + len(group.must_go) + len(group.must_stay)
    return counts


def _explain_clause(clause: PlannedClause, policy: Policy, cases: dict[str, int]) -> dict[str, object]:
    found = next((c for c in policy.clauses if c.id == clause.id), None)
    return {
        "id": clause.id,
        "law": clause.law,
        "title": clause.title,
        "looks_for": _looks_for(found),
        "replaced_by": _replaced_by(found),
        "status": clause.status + (", citation unverified" if clause.unverified else ""),
        "note": clause.note,
        "cases": cases.get(clause.id, 0),
    }


def _looks_for(clause: object) -> str:
    if isinstance(clause, IdentifierClause):
        return ", ".join(clause.find)
    if isinstance(clause, ConceptClause):
        return f"every term that discloses {clause.protect}"
    return "nothing: not covered"


def _replaced_by(clause: object) -> str:
    if isinstance(clause, IdentifierClause):
        census = clause.replace_with.census
        return clause.replace_with.operator + (f" ({census} census)" if census else "")
    if isinstance(clause, ConceptClause):
        return "a more general term" if clause.replace_with == "generalize" else "[REDACTED]"
    return "-"


def _explain_concept(concept: CompiledConcept, n_terms: int) -> dict[str, object]:
    ranked = _ranked(concept)
    return {
        "clause": concept.rule.clause,
        "protect": concept.rule.protect,
        "sentence": _sentence(concept),
        "threshold_bits": concept.threshold_bits,
        "information_content_bits": concept.information_content_bits,
        "allowed_probability": concept.allowed_probability,
        "names": list(concept.lexicalizations),
        "strongest": ranked[:n_terms],
        "borderline": ranked[-n_terms:] if n_terms else [],
    }


def _sentence(concept: CompiledConcept) -> str:
    return (
        f"{concept.rule.protect}: a term goes when a reader who sees it would be right about "
        f"{concept.rule.protect} with a probability of {concept.allowed_probability:.1%} or more "
        f"(alpha {concept.alpha:.4g}, {concept.threshold_bits:.2f} of "
        f"{concept.information_content_bits:.2f} bits). It is mentioned in {concept.n_concept:,} of "
        f"{concept.n_contexts:,} {concept.rule.unit}s of the corpus; {concept.n_disclosing_terms:,} terms go."
    )


def _ranked(concept: CompiledConcept) -> list[dict[str, object]]:
    """Disclosing terms by the evidence bound of p(c | t), strongest first."""
    p_concept = concept.p_concept
    rows: list[dict[str, object]] = []
    for term, (n_t, n_ct) in concept.disclosing.items():
        bound = lower_bound(n_ct, n_t, concept.rule.z)
        rows.append(
            {
                "term": term,
                "probability": bound,
                "pmi_bits": float(np.log2(bound / p_concept)),
                "n": n_t,
                "n_joint": n_ct,
            }
        )
    return sorted(rows, key=lambda row: (-float(str(row["probability"])), str(row["term"])))

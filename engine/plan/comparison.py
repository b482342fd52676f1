"""Two policies compared clause by clause, from their plans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.plan.plan import Plan
from engine.plan.step_comparison import (
    Finding,
    concept_findings,
    hide_class_findings,
    identifier_findings,
    learned_findings,
    presence,
    table_findings,
    whole_findings,
)
from engine.plan.steps import AttributeStep, ConceptStep, IdentifierStep, ModelRef, by_attribute
from engine.policy.clauses.attributes import AttributeClause
from engine.policy.combining import strictness
from engine.policy.combining.sides import SIDES
from engine.policy.combining.strictness import Verdict

_WHOLE = "whole policy"


@dataclass(frozen=True, slots=True)
class Difference:
    """What two policies do about one subject.

    Parameters
    ----------
    subject : str
        Categories of identifiers, a protected concept, or ``"whole policy"``.
    old, new : str
        Ids of the clauses that decide about it; empty when the policy does nothing about it.
    verdict : {"equivalent", "stronger", "weaker", "unknown"}
        Whether the new policy protects more. ``unknown`` when settings pull apart, or nobody can
        say which value of a setting protects more.
    reasons : tuple of str
        The settings that differ, old and new value; names and numbers of the policies only.
    """

    subject: str
    old: str
    new: str
    verdict: Verdict
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanComparison:
    """The differences of two plans, the equivalent subjects among them, and one verdict for all."""

    differences: tuple[Difference, ...]

    @property
    def verdict(self) -> Verdict:
        """Stronger or weaker only when no subject pulls the other way."""
        return strictness.together(each.verdict for each in self.differences)


def compare_plans(old: Plan, new: Plan) -> PlanComparison:
    """Compare two compiled policies.

    Parameters
    ----------
    old, new : Plan
        Compiled on the machine where the question is asked.

    Returns
    -------
    PlanComparison
        Identifiers first, then concepts and tables, then what concerns the whole policy. The order of
        clauses, their ids, titles and notes make no difference.

    Notes
    -----
    A higher alpha is stronger (a term that a lower alpha removes stays removed), as long as
    corpus, names of the concept and way of counting are the same. Another corpus is another
    reader: unknown.
    """
    return PlanComparison(
        (
            *_identifiers(old, new),
            *_concepts(old, new),
            *_attributes(old, new),
            *_hide_class(old, new),
            *_tables(old, new),
            _difference(_WHOLE, "", "", whole_findings(old, new)),
        ),
    )


def _identifiers(old: Plan, new: Plan) -> Iterator[Difference]:
    """One difference for each pair of clauses that decide about the same categories."""
    before, after = _by_category(old), _by_category(new)
    pairs: dict[tuple[str, str], list[str]] = {}
    for category in dict.fromkeys((*before, *after)):
        pair = tuple(steps[category].id if category in steps else "" for steps in (before, after))
        pairs.setdefault((pair[0], pair[1]), []).append(category)
    for (old_id, new_id), categories in pairs.items():
        first = categories[0]
        findings = list(identifier_findings(before.get(first), after.get(first)))
        if first in before and first in after:
            findings += learned_findings(_models(old, categories), _models(new, categories))
        yield _difference(", ".join(categories), old_id, new_id, findings)


def _by_category(plan: Plan) -> dict[str, IdentifierStep]:
    """The step that decides about each category: the first one that names it."""
    steps: dict[str, IdentifierStep] = {}
    for step in plan.identifiers:
        for category in step.find:
            steps.setdefault(category, step)
    return steps


def _concepts(old: Plan, new: Plan) -> Iterator[Difference]:
    before, after = _by_concept(old), _by_concept(new)
    for key in dict.fromkeys((*before, *after)):
        one, other = before.get(key), after.get(key)
        findings = [presence(one, other)]
        if one is not None and other is not None:
            findings = list(concept_findings(one, other, old, new))
        name = (one or other or next(iter(before.values()))).settings.protect
        yield _difference(name, one.id if one else "", other.id if other else "", findings)


def _by_concept(plan: Plan) -> dict[tuple[str, int], ConceptStep]:
    """Steps by concept; several about one concept are numbered from the strictest on."""
    found: dict[tuple[str, int], ConceptStep] = {}
    for step in sorted(plan.concepts, key=lambda each: -each.alpha):
        name, number = step.settings.protect.casefold(), 0
        while (name, number) in found:
            number += 1
        found[name, number] = step
    return found


def _attributes(old: Plan, new: Plan) -> Iterator[Difference]:
    """One difference for each attribute that either policy hides."""
    before, after = by_attribute(old.attributes), by_attribute(new.attributes)
    for name in dict.fromkeys((*before, *after)):
        one, other = before.get(name), after.get(name)
        findings = [presence(one, other)]
        if one is not None and other is not None:
            findings = list(_attribute_findings(one, other))
        yield _difference(name, one.id if one else "", other.id if other else "", findings)


def _attribute_findings(old: AttributeStep, new: AttributeStep) -> Iterator[Finding]:
    """Settings of two steps that hide the same attribute."""
    sides = SIDES[AttributeClause]
    for key in ("disclose_at_most", "rare_words"):
        yield key, str(getattr(old, key)), str(getattr(new, key)), sides[key](old, new, key)
    allowed = f"{len(old.allow)} terms", f"{len(new.allow)} terms"
    yield "allow", *allowed, sides["allow"](old, new, "allow")


def _hide_class(old: Plan, new: Plan) -> Iterator[Difference]:
    before, after = old.hide_class, new.hide_class
    if before is None and after is None:
        return
    findings = [presence(before, after)]
    if before is not None and after is not None:
        findings = list(hide_class_findings(before, after, old, new))
    yield _difference("class of a document", before.id if before else "", after.id if after else "", findings)


def _tables(old: Plan, new: Plan) -> Iterator[Difference]:
    """One difference for each pair of clauses about the same files."""
    before, after = ({frozenset(step.files): step for step in plan.tables} for plan in (old, new))
    for files in dict.fromkeys((*before, *after)):
        one, other = before.get(files), after.get(files)
        findings = [presence(one, other)] if one is None or other is None else [*table_findings(one, other)]
        subject = f"tables {', '.join(sorted(files))}"
        yield _difference(subject, one.id if one else "", other.id if other else "", findings)


def _models(plan: Plan, categories: Iterable[str]) -> dict[str, ModelRef]:
    """Learned recognisers of categories, by name and version."""
    wanted = set(categories)
    return {_version(m): m for m in plan.models if wanted.intersection(m.categories)}


def _version(model: ModelRef) -> str:
    careful = f" {model.reader} {model.encoder[:12]}" if model.encoder else ""
    return f"{model.name} {model.fingerprint[:12]}{careful}"


def _difference(subject: str, old: str, new: str, findings: Iterable[Finding]) -> Difference:
    differing = [finding for finding in findings if finding[3] != "equivalent"]
    reasons = tuple(
        f"{setting}: {before} -> {after} ({verdict})" for setting, before, after, verdict in differing
    )
    return Difference(subject, old, new, strictness.together(each[3] for each in differing), reasons)

"""Two policies compared: clause by clause from their plans, and by what they do to documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.plan import (
    ConceptStep,
    ConfuseStep,
    IdentifierStep,
    ModelRef,
    Plan,
    PlannedDocuments,
    PlannedGate,
    TableStep,
)
from engine.policy import strictness
from engine.policy.documents import CHOICES
from engine.policy.documents_compose import verdict as document_verdict
from engine.policy.learning import DEFAULT_LOSS_RATIO
from engine.policy.strictness import Verdict
from engine.text import Decision, Document

Decide = Callable[[Document], Sequence[Decision]]

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
            *_confusion(old, new),
            *_tables(old, new),
            *_whole(old, new),
        ),
    )


_Finding = tuple[str, str, str, Verdict]
"""Setting, old value, new value, verdict."""


def _identifiers(old: Plan, new: Plan) -> Iterator[Difference]:
    """One difference for each pair of clauses that decide about the same categories."""
    before, after = _by_category(old), _by_category(new)
    pairs: dict[tuple[str, str], list[str]] = {}
    for category in dict.fromkeys((*before, *after)):
        pair = tuple(steps[category].id if category in steps else "" for steps in (before, after))
        pairs.setdefault((pair[0], pair[1]), []).append(category)
    for (old_id, new_id), categories in pairs.items():
        first = categories[0]
        findings = list(_identifier_findings(before.get(first), after.get(first)))
        if first in before and first in after:
            findings += _learned_findings(_models(old, categories), _models(new, categories))
        yield _difference(", ".join(categories), old_id, new_id, findings)


def _by_category(plan: Plan) -> dict[str, IdentifierStep]:
    """The step that decides about each category: the first one that names it."""
    steps: dict[str, IdentifierStep] = {}
    for step in plan.identifiers:
        for category in step.find:
            steps.setdefault(category, step)
    return steps


def _identifier_findings(old: IdentifierStep | None, new: IdentifierStep | None) -> Iterator[_Finding]:
    if old is None or new is None:
        yield _present(old, new)
        return
    yield "replace_with", old.operator, new.operator, strictness.operator(old.operator, new.operator)
    if old.operator == new.operator:
        yield "census", str(old.census), str(new.census), strictness.same(old.census, new.census)
    yield (
        "threshold",
        f"{old.threshold:g}",
        f"{new.threshold:g}",
        strictness.less(old.threshold, new.threshold),
    )
    yield "allow", _terms(old.allow), _terms(new.allow), strictness.subset(old.allow, new.allow)
    yield "deny", _terms(old.deny), _terms(new.deny), strictness.superset(old.deny, new.deny)


def _terms(terms: Sequence[str]) -> str:
    return f"{len(terms)} terms"


def _present(old: object, new: object) -> _Finding:
    words = tuple("absent" if each is None else "present" for each in (old, new))
    return "clause", *words, "stronger" if old is None else "weaker"  # type: ignore[return-value]


def _concepts(old: Plan, new: Plan) -> Iterator[Difference]:
    before, after = _by_concept(old), _by_concept(new)
    for key in dict.fromkeys((*before, *after)):
        one, other = before.get(key), after.get(key)
        findings = [_present(one, other)]
        if one is not None and other is not None:
            findings = list(_concept_findings(one, other, old, new))
        name = (one or other or next(iter(before.values()))).protect
        yield _difference(name, one.id if one else "", other.id if other else "", findings)


def _by_concept(plan: Plan) -> dict[tuple[str, int], ConceptStep]:
    """Steps by concept; several about one concept are numbered from the strictest on."""
    found: dict[tuple[str, int], ConceptStep] = {}
    for step in sorted(plan.concepts, key=lambda each: -each.alpha):
        name, number = step.protect.casefold(), 0
        while (name, number) in found:
            number += 1
        found[name, number] = step
    return found


def _concept_findings(old: ConceptStep, new: ConceptStep, before: Plan, after: Plan) -> Iterator[_Finding]:
    yield "alpha", f"{old.alpha:g}", f"{new.alpha:g}", strictness.more(old.alpha, new.alpha)
    yield "unseen", old.unseen, new.unseen, strictness.unseen(old.unseen, new.unseen)
    yield "evidence z", f"{old.z:g}", f"{new.z:g}", strictness.less(old.z, new.z)
    yield (
        "evidence min_joint",
        str(old.min_joint),
        str(new.min_joint),
        strictness.less(old.min_joint, new.min_joint),
    )
    order = ("generalize", "redact")
    yield (
        "replace_with",
        old.replace_with,
        new.replace_with,
        strictness.in_order(old.replace_with, new.replace_with, order),
    )
    yield "counting", old.counting, new.counting, strictness.same(old.counting, new.counting)
    yield "unit", old.unit, new.unit, strictness.same(old.unit, new.unit)
    names = set(old.lexicalizations), set(new.lexicalizations)
    yield "names of the concept", f"{len(names[0])} names", f"{len(names[1])} names", strictness.same(*names)
    known = before.known_terms, after.known_terms
    yield "known terms", _terms(known[0]), _terms(known[1]), strictness.subset(*known)
    corpora = [plan.corpus.fingerprint if plan.corpus else "" for plan in (before, after)]
    yield "corpus", _corpus(before), _corpus(after), strictness.same(*corpora)
    yield (
        "counts of the concept",
        str(old.n_concept),
        str(new.n_concept),
        strictness.same(old.table_sha256, new.table_sha256),
    )
    if "generalize" in (old.replace_with, new.replace_with):
        yield (
            "knowledge",
            _knowledge(before),
            _knowledge(after),
            strictness.same(before.knowledge, after.knowledge),
        )


def _confusion(old: Plan, new: Plan) -> Iterator[Difference]:
    before, after = old.confuse, new.confuse
    if before is None and after is None:
        return
    findings = [_present(before, after)]
    if before is not None and after is not None:
        findings = list(_confusion_findings(before, after, old, new))
    yield _difference("class of a document", before.id if before else "", after.id if after else "", findings)


def _confusion_findings(old: ConfuseStep, new: ConfuseStep, before: Plan, after: Plan) -> Iterator[_Finding]:
    """Method, objective and solution are left out: they choose among texts that keep the guarantee."""
    yield "k", str(old.k), str(new.k), strictness.more(old.k, new.k)
    hashes = old.corpus_sha256, new.corpus_sha256
    yield "labelled corpus", hashes[0][:12], hashes[1][:12], strictness.same(*hashes)
    yield "class_of", old.class_of, new.class_of, strictness.same(old.class_of, new.class_of)
    yield "priors", str(old.priors), str(new.priors), strictness.same(old.priors, new.priors)
    order = ("generalize", "suppress")
    yield "operator", old.operator, new.operator, strictness.in_order(old.operator, new.operator, order)
    order = ("as-decided", "suppress")
    names = old.class_names, new.class_names
    yield "class_names", *names, strictness.in_order(*names, order)
    leads = [-1.0 if guard is None else guard for guard in (old.guard, new.guard)]
    yield "guard", str(old.guard), str(new.guard), strictness.more(*leads)
    if "generalize" in (old.operator, new.operator):
        same = strictness.same(before.knowledge, after.knowledge)
        yield "knowledge", _knowledge(before), _knowledge(after), same


def _corpus(plan: Plan) -> str:
    return f"{plan.corpus.name} {plan.corpus.fingerprint[:12]}" if plan.corpus else "none"


def _knowledge(plan: Plan) -> str:
    return ", ".join(f"{each.name} {each.fingerprint[:12]}" for each in plan.knowledge) or "none"


def _tables(old: Plan, new: Plan) -> Iterator[Difference]:
    """One difference for each pair of clauses about the same files."""
    before, after = ({frozenset(step.files): step for step in plan.tables} for plan in (old, new))
    for files in dict.fromkeys((*before, *after)):
        one, other = before.get(files), after.get(files)
        findings = [_present(one, other)] if one is None or other is None else [*_table_findings(one, other)]
        subject = f"tables {', '.join(sorted(files))}"
        yield _difference(subject, one.id if one else "", other.id if other else "", findings)


def _table_findings(old: TableStep, new: TableStep) -> Iterator[_Finding]:
    one, other = old.settings, new.settings
    yield "k", str(one.k), str(other.k), strictness.more(one.k, other.k)
    columns = strictness.table_columns(one.columns, other.columns)
    yield "columns", f"{len(one.columns)} columns", f"{len(other.columns)} columns", columns


def _whole(old: Plan, new: Plan) -> Iterator[Difference]:
    formats = strictness.subset(old.formats, new.formats)
    if bool(old.formats) != bool(new.formats):  # no list means every format
        formats = "stronger" if new.formats else "weaker"
    findings: list[_Finding] = [
        ("formats", ", ".join(old.formats) or "all", ", ".join(new.formats) or "all", formats),
        ("names", old.names, new.names, _names(old.names, new.names)),
        *_documents(old.documents, new.documents),
        (
            "quarantine",
            old.quarantine,
            new.quarantine,
            strictness.in_order(old.quarantine, new.quarantine, ("allow", "refuse")),
        ),
        (
            "require_approved",
            str(old.require_approved).lower(),
            str(new.require_approved).lower(),
            strictness.more(old.require_approved, new.require_approved),
        ),
    ]
    findings += _gate_findings(old.gate, new.gate)
    yield _difference(_WHOLE, "", "", findings)


def _models(plan: Plan, categories: Iterable[str]) -> dict[str, ModelRef]:
    """Learned recognisers of categories, by name and version."""
    wanted = set(categories)
    return {f"{m.name} {m.fingerprint[:12]}": m for m in plan.models if wanted.intersection(m.categories)}


def _learned_findings(old: Mapping[str, ModelRef], new: Mapping[str, ModelRef]) -> Iterator[_Finding]:
    names = [", ".join(sorted(models)) or "none" for models in (old, new)]
    yield "learned recognisers", names[0], names[1], strictness.superset(old, new)
    if not old or not new:
        return
    ratios = [min((m.loss_ratio or 0.0) for m in models.values()) for models in (old, new)]
    words = [f"{ratio:g}" if ratio else "by threshold" for ratio in ratios]
    verdict = strictness.more(*ratios)
    if (not ratios[0] or not ratios[1]) and 0 < max(ratios) < DEFAULT_LOSS_RATIO:
        verdict = "unknown"
    yield "loss_ratio", words[0], words[1], verdict


def _gate_findings(old: PlannedGate | None, new: PlannedGate | None) -> Iterator[_Finding]:
    """What differs in the attack that a release must withstand; no gate is the weakest."""
    if old is None or new is None:
        if old is not new:
            _, before, after, verdict = _present(old, new)
            yield "gate", before, after, verdict
        return
    yield (
        "gate sample",
        f"{old.n_documents} documents",
        f"{new.n_documents} documents",
        strictness.same(old.sample_sha256, new.sample_sha256),
    )
    before, after = ", ".join(old.sensitive), ", ".join(new.sensitive)
    yield "gate sensitive", before, after, strictness.same(set(old.sensitive), set(new.sensitive))
    limits = old.gain_at_most, new.gain_at_most
    yield "gate gain_at_most", f"{limits[0]:g}", f"{limits[1]:g}", strictness.less(*limits)


def _names(old: str, new: str) -> strictness.Verdict:
    """Kept names can disclose; numbers and patterns of numbers cannot."""
    return strictness.more(old != "keep", new != "keep")


def _documents(old: PlannedDocuments, new: PlannedDocuments) -> Iterator[_Finding]:
    for key in CHOICES:
        before, after = getattr(old, key), getattr(new, key)
        yield (key, before, after, document_verdict(key, before, after))
    yield (
        "encoding",
        old.encoding or "none",
        new.encoding or "none",
        strictness.same(old.encoding, new.encoding),
    )
    columns = [
        ", ".join(f"{n}: {r.category or r.then}" for r in d.columns for n in r.named) for d in (old, new)
    ]
    yield ("columns", columns[0] or "none", columns[1] or "none", strictness.same(*columns))
    for key in ("file_mb", "expanded_mb", "seconds", "memory_mb"):
        before, after = getattr(old, key), getattr(new, key)
        yield (key, str(before), str(after), "equivalent" if before == after else "unknown")


def _difference(subject: str, old: str, new: str, findings: Iterable[_Finding]) -> Difference:
    differing = [finding for finding in findings if finding[3] != "equivalent"]
    reasons = tuple(
        f"{setting}: {before} -> {after} ({verdict})" for setting, before, after, verdict in differing
    )
    return Difference(subject, old, new, strictness.together(each[3] for each in differing), reasons)


@dataclass(frozen=True, slots=True)
class Impact:
    """What changes in documents when one policy takes another's place, in counts.

    Parameters
    ----------
    documents : int
        Documents compared.
    same, more, less, mixed, otherwise : int
        Documents in which the new policy changes the same characters in the same way; more
        characters; fewer; some more and some fewer; the same ones, but puts something else there.
    characters_more, characters_less : int
        Characters that only the new policy changes, and only the old one.
    clauses : mapping of str to (int, int)
        Number of changes by the old and by the new policy, per category or concept.
    """

    documents: int
    same: int
    more: int
    less: int
    mixed: int
    otherwise: int
    characters_more: int
    characters_less: int
    clauses: Mapping[str, tuple[int, int]]

    def contradicts(self, verdict: Verdict) -> bool:
        """Whether the documents disprove a verdict that came from the plans."""
        if verdict == "stronger":
            return self.less + self.mixed > 0
        if verdict == "weaker":
            return self.more + self.mixed > 0
        return verdict == "equivalent" and self.same < self.documents


def impact(documents: Iterable[Document], old: Decide, new: Decide) -> Impact:
    """Run two policies over the same documents and count what differs.

    Parameters
    ----------
    documents : iterable of Document
        Cases of the policies (to confirm a verdict), or documents at hand.
    old, new : callable
        Decisions of the compiled policies.

    Returns
    -------
    Impact
        Counts only; no text, no offsets.
    """
    kinds = dict.fromkeys(("same", "more", "less", "mixed", "otherwise"), 0)
    characters = [0, 0]
    clauses: dict[str, list[int]] = {}
    n_documents = 0
    for document in documents:
        n_documents += 1
        decided = (old(document), new(document))
        for side, decisions in enumerate(decided):
            for decision in decisions:
                clauses.setdefault(decision.category, [0, 0])[side] += 1
        before, after = map(_characters, decided)
        characters[0] += len(after - before)
        characters[1] += len(before - after)
        kinds[_kind(before, after, *decided)] += 1
    return Impact(
        documents=n_documents,
        **kinds,
        characters_more=characters[0],
        characters_less=characters[1],
        clauses={name: (pair[0], pair[1]) for name, pair in sorted(clauses.items())},
    )


def _characters(decisions: Iterable[Decision]) -> set[int]:
    return {offset for decision in decisions for offset in range(decision.start, decision.end)}


def _kind(before: set[int], after: set[int], old: Sequence[Decision], new: Sequence[Decision]) -> str:
    if before == after:
        alike = _replacements(old) == _replacements(new)
        return "same" if alike else "otherwise"
    return "more" if before < after else "less" if before > after else "mixed"


def _replacements(decisions: Iterable[Decision]) -> list[tuple[int, int, str]]:
    return sorted((decision.start, decision.end, decision.replacement) for decision in decisions)

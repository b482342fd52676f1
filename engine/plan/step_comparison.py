"""What differs between two steps of compiled policies, setting by setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.plan.plan import Plan
from engine.plan.steps import (
    ConceptStep,
    HideClassStep,
    IdentifierStep,
    ModelRef,
    PlannedDocuments,
    PlannedEarlierReleases,
    PlannedEvenness,
    PlannedGate,
    PlannedReview,
    TableStep,
)
from engine.policy.clauses.concepts import ConceptSettings
from engine.policy.clauses.documents import CHOICES, DocumentsClause
from engine.policy.clauses.earlier_releases import STRICTNESS
from engine.policy.clauses.learning import DEFAULT_LOSS_RATIO
from engine.policy.combining import strictness
from engine.policy.combining.sides import SIDES, compared
from engine.policy.combining.strictness import Verdict

_COMPILED = ("protect", "also", "alpha", "disclose_at_most")
"""Settings of a concept that are compared by what compiling made of them: names, threshold."""

Finding = tuple[str, str, str, Verdict]
"""Setting, old value, new value, verdict."""


def identifier_findings(old: IdentifierStep | None, new: IdentifierStep | None) -> Iterator[Finding]:
    """Settings of two clauses about one category; a missing clause is one finding."""
    if old is None or new is None:
        yield presence(old, new)
        return
    yield "replace_with", old.operator, new.operator, strictness.operator(old.operator, new.operator)
    if old.operator == new.operator:
        yield "census", str(old.census), str(new.census), strictness.same(old.census, new.census)
        yield "code", old.code, new.code, strictness.same(old.code, new.code)
    thresholds = old.threshold, new.threshold
    yield "threshold", f"{thresholds[0]:g}", f"{thresholds[1]:g}", strictness.less(*thresholds)
    yield "allow", _terms(old.allow), _terms(new.allow), strictness.subset(old.allow, new.allow)
    yield "like", _terms(old.shapes), _terms(new.shapes), strictness.superset(old.shapes, new.shapes)
    yield "near", _terms(old.near), _terms(new.near), strictness.superset(old.near, new.near)
    countries = old.countries, new.countries
    yield "countries", ", ".join(old.countries), ", ".join(new.countries), strictness.superset(*countries)
    yield "deny", _terms(old.deny), _terms(new.deny), strictness.superset(old.deny, new.deny)


def _terms(terms: Sequence[str]) -> str:
    return f"{len(terms)} terms"


def presence(old: object, new: object) -> Finding:
    """A clause that only one of two policies has, as a finding.

    Examples
    --------
    >>> presence(None, "a clause")
    ('clause', 'absent', 'present', 'stronger')
    """
    before, after = ("absent" if each is None else "present" for each in (old, new))
    return "clause", before, after, "stronger" if old is None else "weaker"


def concept_findings(old: ConceptStep, new: ConceptStep, before: Plan, after: Plan) -> Iterator[Finding]:
    """Settings of two clauses about one concept, and what their plans rest on."""
    yield "alpha", f"{old.alpha:g}", f"{new.alpha:g}", strictness.more(old.alpha, new.alpha)
    for key, one, other, verdict in concept_settings(old.settings, new.settings):
        if key not in _COMPILED:
            yield key, _shown(one), _shown(other), verdict
    names = set(old.lexicalizations), set(new.lexicalizations)
    yield "names of the concept", f"{len(names[0])} names", f"{len(names[1])} names", strictness.same(*names)
    known = before.known_terms, after.known_terms
    yield "known terms", _terms(known[0]), _terms(known[1]), strictness.subset(*known)
    corpora = [plan.corpus.fingerprint if plan.corpus else "" for plan in (before, after)]
    yield "corpus", _corpus(before), _corpus(after), strictness.same(*corpora)
    tables = strictness.same(old.table_sha256, new.table_sha256)
    yield "counts of the concept", str(old.n_concept), str(new.n_concept), tables
    if "generalize" in (old.settings.replace_with, new.settings.replace_with):
        yield _knowledge(before, after)


def concept_settings(old: ConceptSettings, new: ConceptSettings) -> Iterator[tuple[str, Any, Any, Verdict]]:
    """Every setting of one concept with its old and its new value, and whether the new one protects more.

    Examples
    --------
    >>> old, new = (ConceptSettings(protect="HIV", alpha=alpha) for alpha in (1.5, 2.0))
    >>> [(key, verdict) for key, _, _, verdict in concept_settings(old, new) if verdict != "equivalent"]
    [('alpha', 'stronger')]
    """
    for key, side in SIDES[ConceptSettings].items():
        if key != "evidence":
            yield key, getattr(old, key), getattr(new, key), side(old, new, key)
    one, other = old.evidence, new.evidence
    for key, verdict in compared(one, other):
        yield f"evidence {key}", getattr(one, key), getattr(other, key), verdict


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def hide_class_findings(
    old: HideClassStep, new: HideClassStep, before: Plan, after: Plan
) -> Iterator[Finding]:
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
    even = old.even_words, new.even_words
    yield "even_words", _evenness(even[0]), _evenness(even[1]), strictness.more_even(*even)
    bounds = old.attacker_at_most or 1.0, new.attacker_at_most or 1.0
    yield "attacker_at_most", _shown(bounds[0]), _shown(bounds[1]), strictness.less(*bounds)
    if "generalize" in (old.operator, new.operator):
        yield _knowledge(before, after)


def _evenness(even: PlannedEvenness | None) -> str:
    return f"{even.at_most:g} among {even.among}" if even else "none"


def _corpus(plan: Plan) -> str:
    return f"{plan.corpus.name} {plan.corpus.fingerprint[:12]}" if plan.corpus else "none"


def _knowledge(before: Plan, after: Plan) -> Finding:
    old, new = (
        ", ".join(f"{each.name} {each.fingerprint[:12]}" for each in plan.knowledge) or "none"
        for plan in (before, after)
    )
    return "knowledge", old, new, strictness.same(before.knowledge, after.knowledge)


def table_findings(old: TableStep, new: TableStep) -> Iterator[Finding]:
    """Settings of two clauses about the same table files."""
    one, other = old.settings, new.settings
    yield "k", str(one.k), str(other.k), strictness.more(one.k, other.k)
    columns = strictness.table_columns(one.columns, other.columns)
    yield "columns", f"{len(one.columns)} columns", f"{len(other.columns)} columns", columns


def learned_findings(old: Mapping[str, ModelRef], new: Mapping[str, ModelRef]) -> Iterator[Finding]:
    """Learned recognisers of the same categories, by name and version."""
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


def gate_findings(old: PlannedGate | None, new: PlannedGate | None) -> Iterator[Finding]:
    """What differs in the attack that a release must withstand; no gate is the weakest."""
    if old is None or new is None:
        if old is not new:
            _, before, after, verdict = presence(old, new)
            yield "gate", before, after, verdict
        return
    sizes = f"{old.n_documents} documents", f"{new.n_documents} documents"
    yield "gate sample", *sizes, strictness.same(old.sample_sha256, new.sample_sha256)
    before, after = ", ".join(old.sensitive), ", ".join(new.sensitive)
    yield "gate sensitive", before, after, strictness.same(set(old.sensitive), set(new.sensitive))
    limits = old.gain_at_most, new.gain_at_most
    yield "gate gain_at_most", f"{limits[0]:g}", f"{limits[1]:g}", strictness.less(*limits)


def review_findings(old: PlannedReview | None, new: PlannedReview | None) -> Iterator[Finding]:
    """What people look at; nobody is the weakest."""
    if old is None or new is None:
        if old is not new:
            _, before, after, verdict = presence(old, new)
            yield "review", before, after, verdict
        return
    yield (
        "review all_above",
        str(old.all_above),
        str(new.all_above),
        strictness.less(old.all_above, new.all_above),
    )
    if old.all_above and new.all_above:
        yield "review sample", str(old.sample), str(new.sample), strictness.more(old.sample, new.sample)
        bounds = [1.0 if each.bound is None else each.bound for each in (old, new)]
        yield "review bound", f"{bounds[0]:g}", f"{bounds[1]:g}", strictness.less(*bounds)
    yield (
        "review reviewers",
        str(old.reviewers),
        str(new.reviewers),
        strictness.more(old.reviewers, new.reviewers),
    )
    for key in ("separate", "own_signature"):
        was, becomes = getattr(old, key), getattr(new, key)
        yield f"review {key}", str(was).lower(), str(becomes).lower(), strictness.more(was, becomes)
    days = old.keep_days, new.keep_days
    yield "review keep_days", str(days[0]), str(days[1]), strictness.less(*days)


def people_findings(old: Plan, new: Plan) -> Iterator[Finding]:
    """What tables of people must reach; nothing is the weakest."""
    was, becomes = old.reidentification, new.reidentification
    if was is None or becomes is None:
        if was is not becomes:
            _, before, after, verdict = presence(was, becomes)
            yield "reidentification", before, after, verdict
        return
    yield "reidentification k", str(was.k), str(becomes.k), strictness.more(was.k, becomes.k)
    columns = [tuple(one.quasi_identifiers) for one in (was, becomes)]
    before, after = map(", ".join, columns)
    yield "reidentification quasi_identifiers", before, after, strictness.superset(*columns)
    rest = [one.model_dump_json(exclude={"k", "because"}) for one in (was, becomes)]
    if set(columns[0]) == set(columns[1]):
        yield "reidentification, the rest", "as it was", "changed", strictness.same(*rest)


def earlier_findings(
    old: PlannedEarlierReleases | None, new: PlannedEarlierReleases | None
) -> Iterator[Finding]:
    """What happens to texts that were released before; a plan of before knew no such texts."""
    before, after = (one.then if one else "allow" for one in (old, new))
    yield "earlier_releases then", before, after, strictness.in_order(before, after, STRICTNESS)
    days = [one.keep_days if one else 0 for one in (old, new)]
    yield "earlier_releases keep_days", str(days[0]), str(days[1]), strictness.more(*days)


def document_findings(old: PlannedDocuments, new: PlannedDocuments) -> Iterator[Finding]:
    """How files are opened."""
    for key in CHOICES:
        before, after = getattr(old, key), getattr(new, key)
        yield key, before, after, SIDES[DocumentsClause][key](old, new, key)
    encodings = strictness.same(old.encoding, new.encoding)
    yield "encoding", old.encoding or "none", new.encoding or "none", encodings
    columns = [
        ", ".join(f"{n}: {r.category or r.then}" for r in d.columns for n in r.named) for d in (old, new)
    ]
    yield "columns", columns[0] or "none", columns[1] or "none", strictness.same(*columns)
    for key in ("file_mb", "expanded_mb", "seconds", "memory_mb"):
        before, after = getattr(old, key), getattr(new, key)
        yield key, str(before), str(after), strictness.same(before, after)


def whole_findings(old: Plan, new: Plan) -> Iterator[Finding]:
    """What belongs to no clause: which files are released, under which name, and after what."""
    formats = strictness.subset(old.formats, new.formats)
    if bool(old.formats) != bool(new.formats):  # no list means every format
        formats = "stronger" if new.formats else "weaker"
    yield "formats", ", ".join(old.formats) or "all", ", ".join(new.formats) or "all", formats
    # Kept names can disclose; numbers and patterns of numbers cannot.
    yield "names", old.names, new.names, strictness.more(old.names != "keep", new.names != "keep")
    yield from document_findings(old.documents, new.documents)
    handling = old.quarantine, new.quarantine
    yield "quarantine", *handling, strictness.in_order(*handling, ("allow", "refuse"))
    approved = old.require_approved, new.require_approved
    words = [str(each).lower() for each in approved]
    yield "require_approved", words[0], words[1], strictness.more(*approved)
    proven = old.certificates, new.certificates
    yield "certificates", *proven, strictness.more(*(each != "none" for each in proven))
    yield from gate_findings(old.gate, new.gate)
    yield from review_findings(old.review, new.review)
    yield from people_findings(old, new)
    yield from earlier_findings(old.earlier_releases, new.earlier_releases)
    matters = old.matter_pseudonyms, new.matter_pseudonyms
    linked = strictness.less(*map(bool, matters)) if not all(matters) else strictness.same(*matters)
    yield "matter_pseudonyms", matters[0] or "none", matters[1] or "none", linked
    yield (
        "style",
        ", ".join(old.style) or "none",
        ", ".join(new.style) or "none",
        strictness.superset(old.style, new.style),
    )

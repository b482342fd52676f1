"""Composition: a policy that extends one policy and combines others, resolved into one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple, TypeVar

from engine.catalog import BROADER, LEARNED, did_you_mean
from engine.policy import strictness
from engine.policy.clauses import ConceptClause, IdentifierClause, LegalClause, NotCovered, Operator
from engine.policy.confusion import NAMES_RULE, ConfuseClause, names_tell
from engine.policy.documents import DocumentsClause
from engine.policy.documents_compose import Party, combine, extend, loosened, unsought
from engine.policy.learning import Gate, Learn, compare_gates, compare_learning, stricter_learning
from engine.policy.model import Policy
from engine.policy.problem import Path, Problem
from engine.policy.tables import TableClause

C = TypeVar("C", IdentifierClause, ConceptClause, TableClause, NotCovered)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two clauses that ask for different things, and which of them prevailed.

    Parameters
    ----------
    subject : str
        The category or concept they disagree about.
    setting : str
        What they disagree about: ``"replace_with"``, ``"threshold"``, ``"allow"``, ``"alpha"``...
    kept, kept_law, kept_value : str
        The clause that prevailed, its law, and what it asks for.
    overruled, overruled_law, overruled_value : str
        The other.
    """

    subject: str
    setting: str
    kept: str
    kept_law: str
    kept_value: str
    overruled: str
    overruled_law: str
    overruled_value: str

    def __str__(self) -> str:
        return (
            f"{self.subject}: {self.overruled} ({self.overruled_law}) asks for {self.setting} "
            f"{self.overruled_value}, {self.kept} ({self.kept_law}) for {self.kept_value}, which prevails"
        )


class Composed(NamedTuple):
    """A policy that stands on its own, and the conflicts that were settled on the way."""

    policy: Policy
    conflicts: tuple[Conflict, ...]
    problems: tuple[Problem, ...]


def compose(policy: Policy, bases: Mapping[str, Policy]) -> Composed:
    """Resolve `extends` and `combines`; the result names them still, for the record.

    Parameters
    ----------
    policy : Policy
        As written.
    bases : mapping
        The policies it names, each composed already.

    Returns
    -------
    Composed
        Clauses of the extended policy keep their ids; those of a combined policy get its
        name in front, as in ``"hipaa-safe-harbor/G"``. Problems make the policy invalid.

    Notes
    -----
    *Extends*: a clause replaces the one of the same id and must not be weaker than it
    (`engine.policy.strictness`) unless it says `because`. *Combines*: every category gets
    the strictest operator, the lowest threshold, the terms that all clauses allow and those
    that any denies, also when two clauses of one policy name it; with precedence `first`,
    those of the clause named first. Clauses about concepts all stay, since a term must
    satisfy each of them. Of clauses about the same tables the highest k prevails.
    """
    if not policy.bases:
        settled, conflicts = _combine_identifiers([policy], False)
        alone = policy.model_copy(update={"identifiers": tuple(settled)})
        problems = [*_idle_reasons(policy.clauses, ()), *_idle_documents(policy)]
        problems += unsought(policy.documents, _categories(policy.identifiers))
        return Composed(alone, tuple(conflicts), tuple(problems))
    extended, problems = _extend(policy, bases)
    parties = [extended, *(_prefixed(bases[name]) for name in policy.combines)]
    identifiers, conflicts = _combine_identifiers(parties, policy.precedence == "first")
    concepts = tuple(clause for party in parties for clause in party.concepts)
    conflicts += _concept_conflicts(concepts)
    tables, overruled = _combine_tables(parties)
    conflicts += overruled
    problems += _sources(policy, parties, concepts)
    gate, gate_problems = _gate(policy, bases)
    problems += gate_problems
    confuse = _combine_confusion(parties, conflicts, problems)
    documents, disagreed = _documents(policy, parties)
    conflicts += disagreed
    problems += unsought(documents, _categories(identifiers))
    if not documents.formats and any(party.documents.formats for party in parties):
        must = "must leave a document format that every policy allows"
        problems.append(Problem(("combines",), "POL055", must, "none", "List formats that they share."))
    composed = extended.model_copy(
        update={
            "identifiers": tuple(identifiers),
            "concepts": concepts,
            "confuse": confuse,
            "tables": tables,
            "not_covered": tuple(entry for party in parties for entry in party.not_covered),
            "laws": tuple({law.cite: law for party in parties for law in party.laws}.values()),
            "counts": next((party.counts for party in parties if party.counts), None),
            "knowledge": policy.knowledge or _union(party.knowledge for party in parties),
            "known_terms": policy.known_terms
            or _shared(party.known_terms for party in parties if party.concepts),
            "documents": documents,
            "gate": gate,
        }
    )
    problems += _confusion_problems(composed)
    return Composed(composed, tuple(conflicts), tuple(problems))


def _shared(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """What all of `lists` hold, in the order of the first."""
    first, *others = [*lists] or [()]
    return tuple(each for each in first if all(each in other for other in others))


def _union(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for entries in lists for each in entries))


def _extend(policy: Policy, bases: Mapping[str, Policy]) -> tuple[Policy, list[Problem]]:
    """The policy with the clauses of the one it extends, and what is wrong about that."""
    if policy.extends is None:
        return policy, [*_idle_reasons(policy.clauses, ()), *_idle_documents(policy)]
    base = bases[policy.extends]
    problems = list(_left_out(policy, base))
    problems += _idle_reasons(policy.clauses, [clause.id for clause in base.clauses])
    problems += _loosened(policy, base)
    problems += loosened(base.policy, base.documents, policy.documents)
    gone = {entry.clause for entry in policy.without}
    update: dict[str, object] = {
        "identifiers": _merged(base.identifiers, policy.identifiers, gone),
        "concepts": _merged(base.concepts, policy.concepts, gone),
        "confuse": policy.confuse or (base.confuse if base.confuse and base.confuse.id not in gone else None),
        "tables": _merged(base.tables, policy.tables, gone),
        "not_covered": _merged(base.not_covered, policy.not_covered, ()) + tuple(_said(policy, base)),
        "laws": (*base.laws, *policy.laws),
        "counts": policy.counts or base.counts,
        "knowledge": policy.knowledge or base.knowledge,
        "known_terms": policy.known_terms or base.known_terms,
        "documents": extend(base.documents, policy.documents),
    }
    return policy.model_copy(update=update), problems


def _merged(old: tuple[C, ...], new: tuple[C, ...], gone: Iterable[str]) -> tuple[C, ...]:
    """The old clauses with those of the same id replaced, then the new ones."""
    own: dict[str, C] = {clause.id: clause for clause in new}
    kept: list[C] = [own.pop(clause.id, clause) for clause in old if clause.id not in set(gone)]
    kept.extend(own.values())
    return tuple(kept)


def _said(policy: Policy, base: Policy) -> Iterator[NotCovered]:
    """What is left out is not covered, and the report says why."""
    clauses = {clause.id: clause for clause in base.clauses}
    for entry in policy.without:
        if (clause := clauses.get(entry.clause)) is not None:
            yield NotCovered(
                id=f"{entry.clause}+left-out",
                title=clause.title,
                law=clause.law,
                reason=f"Left out by {policy.policy}: {entry.because}",
                unverified=clause.unverified,
            )


def _left_out(policy: Policy, base: Policy) -> Iterator[Problem]:
    known = [clause.id for clause in base.clauses]
    for place, entry in enumerate(policy.without):
        if entry.clause not in known:
            advice = did_you_mean(entry.clause, known, shown=40)
            must = f"must be the id of a clause of {base.policy}"
            yield Problem(("without", place, "clause"), "POL052", must, entry.clause, advice)


def _idle_reasons(clauses: Sequence[LegalClause], replaced: Sequence[str]) -> Iterator[Problem]:
    for path, clause in _placed(clauses):
        if clause.because is not None and clause.id not in replaced:
            must = "must be left out unless the clause replaces one of an extended policy"
            yield Problem((*path, "because"), "POL053", must, "", "Write it as a note.")


def _idle_documents(policy: Policy) -> Iterator[Problem]:
    if policy.documents.because is not None:
        must = "must be left out unless a setting is looser than that of an extended policy"
        yield Problem(("documents", "because"), "POL053", must, "", "Write it as a comment.")


def _placed(clauses: Sequence[LegalClause]) -> Iterator[tuple[Path, LegalClause]]:
    kinds = ((IdentifierClause, "identifiers"), (ConceptClause, "concepts"), (TableClause, "tables"))
    for kind, key in kinds:
        for place, clause in enumerate(each for each in clauses if isinstance(each, kind)):
            yield (key, place), clause
    yield from ((("confuse",), each) for each in clauses if isinstance(each, ConfuseClause))


def _loosened(policy: Policy, base: Policy) -> Iterator[Problem]:
    """Clauses that are weaker than those they replace, and give no reason."""
    old = {clause.id: clause for clause in base.clauses}
    for path, clause in _placed(policy.clauses):
        before = old.get(clause.id)
        if before is None or clause.because is not None:
            continue
        verdict = compare_clauses(before, clause)
        if verdict in ("weaker", "unknown"):
            must = f"must not be looser than {base.policy}/{clause.id}, which it replaces"
            got = "a looser clause" if verdict == "weaker" else "a clause that cannot be compared"
            advice = "Tighten it, or say in because: why it may be looser."
            yield Problem(path, "POL051", must, got, advice)


def compare_clauses(old: LegalClause, new: LegalClause) -> strictness.Verdict:
    """Whether `new` protects more than `old`, by their settings alone."""
    if isinstance(old, IdentifierClause) and isinstance(new, IdentifierClause):
        return strictness.together(
            [
                strictness.superset(old.find, new.find),
                strictness.operator(old.replace_with.operator, new.replace_with.operator),
                strictness.same(old.replace_with.census, new.replace_with.census)
                if old.replace_with.operator == new.replace_with.operator
                else "equivalent",
                strictness.less(old.threshold, new.threshold),
                strictness.subset(old.allow, new.allow),
                strictness.superset(old.deny, new.deny),
                compare_learning(old.learn, new.learn, any(c in LEARNED for c in new.find)),
            ]
        )
    if isinstance(old, ConceptClause) and isinstance(new, ConceptClause):
        return _compare_concepts(old, new)
    if isinstance(old, ConfuseClause) and isinstance(new, ConfuseClause):
        return _compare_confusion(old, new)
    if isinstance(old, TableClause) and isinstance(new, TableClause):
        return strictness.together(
            [
                strictness.superset(old.files, new.files),
                strictness.more(old.k, new.k),
                strictness.table_columns(old.columns, new.columns),
            ]
        )
    return "unknown"


def _compare_concepts(old: ConceptClause, new: ConceptClause) -> strictness.Verdict:
    return strictness.together(
        [
            strictness.same(old.protect.casefold(), new.protect.casefold()),
            strictness.same(old.disclose_at_most, new.disclose_at_most),
            strictness.more(old.alpha, new.alpha) if old.alpha and new.alpha else "equivalent",
            strictness.same(old.unit, new.unit),
            strictness.same(old.counting, new.counting),
            strictness.same(set(old.also), set(new.also)),
            strictness.more(old.groups, new.groups),
            strictness.less(old.evidence.z, new.evidence.z),
            strictness.less(old.evidence.min_joint, new.evidence.min_joint),
            strictness.unseen(old.unseen, new.unseen),
            strictness.in_order(old.replace_with, new.replace_with, ("generalize", "redact")),
        ]
    )


def _compare_confusion(old: ConfuseClause, new: ConfuseClause) -> strictness.Verdict:
    """By what is guaranteed; method, objective and solution choose among texts that keep the guarantee."""
    return strictness.together(
        [
            strictness.same(old.corpus, new.corpus),
            strictness.same(old.class_of, new.class_of),
            strictness.more(old.k, new.k),
            strictness.same(old.priors, new.priors),
            strictness.in_order(old.operator, new.operator, ("generalize", "suppress")),
            strictness.in_order(old.class_names, new.class_names, ("as-decided", "suppress")),
            strictness.more(_lead(old.guard), _lead(new.guard)),
        ]
    )


def _lead(guard: float | None) -> float:
    """A guard's lead; less than any when there is no guard."""
    return -1.0 if guard is None else guard


def _combine_confusion(
    parties: Sequence[Policy], conflicts: list[Conflict], problems: list[Problem]
) -> ConfuseClause | None:
    """The strictest of the clauses; ones that cannot be compared are a problem."""
    asking = [party.confuse for party in parties if party.confuse is not None]
    if not asking:
        return None
    kept = asking[0]
    for other in asking[1:]:
        verdict = compare_clauses(kept, other)
        if verdict == "unknown":
            must = "must agree on confuse but for its k, names and guard, since a document has one class"
            problems.append(
                Problem(("combines",), "KCF020", must, f"{kept.id}, {other.id}", "Leave one of them out.")
            )
            continue
        loser, kept = (kept, other) if verdict == "stronger" else (other, kept)
        if verdict != "equivalent":
            values = str(kept.k), str(loser.k)
            conflicts.append(
                Conflict(
                    "class of a document", "k", kept.id, kept.law, values[0], loser.id, loser.law, values[1]
                )
            )
    return kept


def _confusion_problems(policy: Policy) -> Iterator[Problem]:
    """What a clause about classes needs of the rest of the policy, which other policies may bring."""
    if policy.confuse is None:
        return
    if names_tell(policy.documents.names):
        yield Problem(("documents", "names"), "POL016", NAMES_RULE, policy.documents.names, "")
    if policy.confuse.operator == "generalize" and not policy.knowledge:
        must = "must name a knowledge base when confuse generalizes"
        yield Problem(("knowledge",), "POL016", must, "", "")


def _prefixed(base: Policy) -> Policy:
    """A combined policy, its ids made unique by its name."""

    def renamed(clauses: tuple[C, ...]) -> tuple[C, ...]:
        return tuple(c.model_copy(update={"id": f"{base.policy}/{c.id}"}) for c in clauses)

    return base.model_copy(
        update={
            "identifiers": renamed(base.identifiers),
            "concepts": renamed(base.concepts),
            "confuse": base.confuse
            and base.confuse.model_copy(update={"id": f"{base.policy}/{base.confuse.id}"}),
            "tables": renamed(base.tables),
            "not_covered": renamed(base.not_covered),
        }
    )


def _asking(category: str, parties: Sequence[Policy]) -> Iterator[IdentifierClause]:
    """Clauses that decide about a category; of a policy without one, those about the broader category."""
    for party in parties:
        own = [clause for clause in party.identifiers if category in clause.find]
        broader = (clause for clause in party.identifiers if BROADER.get(category) in clause.find)
        yield from own or broader


class _Settings(NamedTuple):
    """What a clause does with a category."""

    replace_with: Operator
    threshold: float
    allow: tuple[str, ...]
    deny: tuple[str, ...]
    learn: Learn | None


def _settings(clause: IdentifierClause) -> _Settings:
    return _Settings(clause.replace_with, clause.threshold, clause.allow, clause.deny, clause.learn)


def _asked(category: str, asking: Sequence[IdentifierClause]) -> list[_Settings]:
    """Settings by clause for a category; where one learns, silence means the shipped recogniser."""
    asked = [_settings(clause) for clause in asking]
    if category not in LEARNED or not any(settings.learn for settings in asked):
        return asked
    return [settings._replace(learn=settings.learn or Learn()) for settings in asked]


def _combine_identifiers(
    parties: Sequence[Policy], first: bool
) -> tuple[list[IdentifierClause], list[Conflict]]:
    """All clauses, each category of them with the settings that prevail."""
    clauses = [clause for party in parties for clause in party.identifiers]
    finders: dict[str, list[IdentifierClause]] = {}
    for clause in clauses:
        for category in clause.find:
            finders.setdefault(category, [])
    for category, asking in finders.items():
        asking += _asking(category, parties)
    settled: dict[str, _Settings] = {}
    conflicts: list[Conflict] = []
    for category, asking in finders.items():
        settled[category] = _settings(asking[0]) if first else reduce(_stricter, _asked(category, asking))
        conflicts += _conflicts(category, asking, settled[category])
    return [part for clause in clauses for part in _split(clause, settled)], conflicts


def _stricter(one: _Settings, other: _Settings) -> _Settings:
    verdict = strictness.operator(one.replace_with.operator, other.replace_with.operator)
    allowed = {term.casefold() for term in other.allow}
    deny = tuple({term.casefold(): term for term in (*one.deny, *other.deny)}.values())
    denied = {term.casefold() for term in deny}
    return _Settings(
        _stricter_operator(one.replace_with, other.replace_with, verdict),
        min(one.threshold, other.threshold),
        tuple(t for t in one.allow if t.casefold() in allowed and t.casefold() not in denied),
        deny,
        stricter_learning(one.learn, other.learn),
    )


def _stricter_operator(one: Operator, other: Operator, verdict: strictness.Verdict) -> Operator:
    """Two operators that keep different parts of a value leave no choice but a placeholder."""
    if verdict == "unknown" or (verdict == "equivalent" and one.census != other.census):
        return Operator(operator="placeholder")
    return other if verdict == "stronger" else one


def _conflicts(category: str, asking: Sequence[IdentifierClause], settled: _Settings) -> Iterator[Conflict]:
    for setting in _Settings._fields:
        wanted = getattr(settled, setting)
        losers = [clause for clause in asking if _differs(setting, getattr(clause, setting), wanted)]
        keeper = next((clause for clause in asking if clause not in losers), None)
        for loser in losers:
            yield Conflict(
                category,
                setting,
                keeper.id if keeper else "all clauses together",
                keeper.law if keeper else "",
                _words(wanted),
                loser.id,
                loser.law,
                _words(getattr(loser, setting)),
            )


def _differs(setting: str, asked: object, settled: object) -> bool:
    """Whether a clause was overruled; a longer list of denied terms overrules nobody."""
    if setting == "deny":
        return False
    if setting == "learn":
        return settled is not None and (asked or Learn()) != settled
    if setting == "replace_with" and isinstance(asked, Operator) and isinstance(settled, Operator):
        return asked != settled and {asked.operator, settled.operator} != {"placeholder", "redact"}
    return asked != settled


def _words(value: object) -> str:
    if isinstance(value, Operator):
        return value.operator + (f" ({value.census})" if value.census else "")
    if isinstance(value, Learn):
        return f"{', '.join(value.recognizers)} at loss ratio {value.loss_ratio:g}"
    if value is None:
        return "what is usual"
    return f"{len(value)} terms" if isinstance(value, tuple) else str(value)


def _split(clause: IdentifierClause, settled: Mapping[str, _Settings]) -> Iterator[IdentifierClause]:
    """The clause, in parts when its categories ended with different settings."""
    groups: dict[_Settings, list[str]] = {}
    for category in clause.find:
        groups.setdefault(settled[category], []).append(category)
    for number, (settings, categories) in enumerate(groups.items()):
        ident = clause.id if not number else f"{clause.id}+{categories[0]}"
        yield clause.model_copy(update={"id": ident, "find": tuple(categories), **settings._asdict()})


def _concept_conflicts(concepts: Sequence[ConceptClause]) -> list[Conflict]:
    """Clauses about one concept with different alphas: each stays, the highest decides."""
    strictest: dict[str, ConceptClause] = {}
    for clause in concepts:
        name = clause.protect.casefold()
        if clause.alpha and clause.alpha > (strictest[name].alpha or 0 if name in strictest else 0):
            strictest[name] = clause
    return [
        Conflict(
            clause.protect, "alpha", top.id, top.law, str(top.alpha), clause.id, clause.law, str(clause.alpha)
        )
        for clause in concepts
        if clause.alpha and (top := strictest[clause.protect.casefold()]).alpha != clause.alpha
    ]


def _combine_tables(parties: Sequence[Policy]) -> tuple[tuple[TableClause, ...], list[Conflict]]:
    """All clauses about tables; of those that read the same files alike only the one of the highest k."""
    kept: list[TableClause] = []
    conflicts: list[Conflict] = []
    for clause in (clause for party in parties for clause in party.tables):
        place = next((i for i, other in enumerate(kept) if _same_tables(other, clause)), None)
        if place is None:
            kept.append(clause)
            continue
        low, high = sorted((kept[place], clause), key=lambda each: each.k)
        kept[place] = high if high.k > low.k else kept[place]
        if high.k > low.k:
            subject = ", ".join(clause.files)
            asked = (high.id, high.law, str(high.k), low.id, low.law, str(low.k))
            conflicts.append(Conflict(subject, "k", *asked))
    return tuple(kept), conflicts


def _same_tables(one: TableClause, other: TableClause) -> bool:
    return set(one.files) == set(other.files) and one.columns == other.columns


def _sources(
    policy: Policy, parties: Sequence[Policy], concepts: Sequence[ConceptClause]
) -> Iterator[Problem]:
    """Concepts need one corpus and some knowledge, which the policies may bring."""
    corpora = _union([party.counts] if party.counts else [] for party in parties)
    if policy.counts is None and len(corpora) > 1:
        must = "must name the corpus, since the policies it is made of name different ones"
        yield Problem(("counts",), "POL054", must, ", ".join(corpora), "Write counts: with one of them.")
    if concepts and not corpora:
        yield Problem(("counts",), "POL016", "must name a corpus when the policy protects concepts", "", "")
    generalized = any(clause.replace_with == "generalize" for clause in concepts)
    if generalized and not any(party.knowledge for party in parties):
        must = "must name a knowledge base when concepts are generalized"
        yield Problem(("knowledge",), "POL016", must, "", "")


def _gate(policy: Policy, bases: Mapping[str, Policy]) -> tuple[Gate | None, list[Problem]]:
    """The gate of a composed policy: its own, as strict at least as those of its parts, or theirs."""
    asked = {name: gate for name in policy.bases if (gate := bases[name].gate) is not None}
    own = policy.gate
    if own is None:
        return _strictest_gate(list(asked.values()))
    if own.because is not None:
        return own, []
    problems = []
    for name, gate in asked.items():
        if compare_gates(gate, own) in ("weaker", "unknown"):
            must = f"must not be looser than, or differ from, the gate of {name}"
            advice = "Take its sample and its limit, or say in because: why this one may stand in its place."
            problems.append(Problem(("gate",), "POL057", must, "", advice))
    return own, problems


def _strictest_gate(gates: Sequence[Gate]) -> tuple[Gate | None, list[Problem]]:
    """The strictest of gates that can be compared; a problem where they cannot."""
    if not gates:
        return None, []
    strictest = min(gates, key=lambda gate: gate.gain_at_most)
    if all(compare_gates(gate, strictest) in ("stronger", "equivalent") for gate in gates):
        return strictest, []
    must = "must name the sample, since the policies it is made of name different ones"
    return None, [Problem(("gate",), "POL057", must, "", "Write gate: with because.")]


def _documents(policy: Policy, parties: Sequence[Policy]) -> tuple[DocumentsClause, list[Conflict]]:
    """The documents clause that meets every policy, and where they disagree."""
    own, *combined = parties
    asked = [
        Party(own.policy, own.documents, stands_alone=bool(policy.extends)),
        *(Party(party.policy, party.documents) for party in combined),
    ]
    clause, overruled = combine(asked, policy.precedence == "first")
    conflicts = [
        Conflict(
            "documents", o.setting, o.kept, o.kept, o.kept_value, o.overruled, o.overruled, o.overruled_value
        )
        for o in overruled
    ]
    return clause, conflicts


def _categories(clauses: Iterable[IdentifierClause]) -> list[str]:
    return list(dict.fromkeys(category for clause in clauses for category in clause.find))

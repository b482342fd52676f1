"""A policy in plain words: what each clause looks for, what replaces it, where the limits are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict

from adapters.policies.cases import cases_folder, load_cases
from engine.cases.text_cases import count_cases
from engine.catalog.names import FACTS, LEARNED
from engine.errors import InvalidError
from engine.methods.identifiers import CATEGORIES
from engine.plan.plan import by_law
from engine.plan.steps import ModelRef, PlannedClause, PlannedGate
from engine.policy import ConceptClause, HideClassClause, IdentifierClause, Policy
from engine.policy.clauses.attributes import AttributeClause
from engine.policy.clauses.documents import document_sentences
from engine.policy.clauses.earlier_releases import SENTENCES, EarlierReleasesClause
from engine.policy.clauses.reidentification import QuasiIdentifier, ReidentificationClause
from engine.policy.clauses.tables import TableClause
from engine.policy.shapes import shapes_of
from flows.authoring.explaining_concepts import explained_concept
from flows.authoring.explaining_tables import TABLE_LEAVES, table_limits, table_words
from flows.compiling.compilation import Compiled, compile_policy

Row = dict[str, object]
Counts = Mapping[str, tuple[int, int]]

LEAVES = {
    "placeholder": "a placeholder that names the kind, e.g. [{name}]; nothing of the value stays",
    "redact": "[REDACTED]; nothing stays, not even the kind",
    "pseudonym": "a code, e.g. [{name}-BCDFG-HJKLM-NPQRS]: the same for the same value of a release",
    "last-4": "the last four digits, where at least as many stay hidden; else a placeholder",
    "year": "the year alone; a year that shows an age over 89 becomes 'or earlier'",
    "zip3": "the first three digits where more than 20,000 people live by the {census} Census; else 000",
    "age-band": "'90 or older'",
    "initials": "initials, e.g. J. D.",
    "city-state": "city and state alone; else a placeholder",
    "city-state-zip": "city, state and ZIP code alone; else a placeholder",
    "postal-area": "the first part of a Canadian or British postal code, e.g. M5G; else a placeholder",
    "exemption": "the exemption and the amount deleted, e.g. [{code}: 2 words]; nothing of the value stays",
    "state": "the State, country or larger region alone; else a placeholder",
}
"""What an operator leaves, in words."""


_LEARNED = {
    "person": "Names of persons",
    "organisation": "Names of organisations",
    "location": "Names of places",
    "minor": "Names of the minors whom the facts of the matter declare",
    "date": "Dates",
    "age": "Ages",
    "code": "Numbers and codes of persons",
    "demographic": "Nationality, ethnicity, religion, profession, health",
    "quantity": "Quantities that identify somebody",
    "other": "Anything else that identifies somebody",
}

_COST = {
    "careful": "some ten times the processor time of the names",
    "careful-all": "more than ten times the processor time of the names",
}
"""What the careful reader costs; measured, see the model card."""

_CLASS_OF = {
    "folder": "The folder of a document names its class. A document without one is refused.",
    "most-likely": "The class of a document is guessed from the labelled documents.",
}

Clause = IdentifierClause | ConceptClause | AttributeClause | HideClassClause | TableClause | None
"""A clause of the policy; None for what it does not cover."""


_BY_ITSELF = "each term is judged by itself"
_DRAWN = (
    "The epsilon of a draw is about terms that have the same general terms. It promises nothing about other "
    "terms, about which words were replaced, and about the words that stay."
)


def explain_policy(name: str, n_terms: int = 15) -> dict[str, object]:
    """A policy in plain language, clause by clause, with the terms that its concepts rest on.

    Parameters
    ----------
    name : str
        File of a policy, or name of a shipped one.
    n_terms : int
        Strongest and borderline terms shown per concept.

    Returns
    -------
    dict
        ``provisions``: one row for each provision of law with status, method and number of cases;
        ``clauses``: one for each clause, in the order of the law; ``concepts``: threshold and terms;
        ``documents``: how files are opened, what leaves them, what they are called.
    """
    compiled = compile_policy(name)
    policy, plan = compiled.loaded.policy, compiled.plan
    counts = _case_counts(compiled)
    clauses = sorted(plan.clauses, key=_order_of_law(plan.clauses))
    return {
        "policy": policy.policy,
        "version": policy.version,
        "title": policy.title,
        "description": policy.description or "",
        "effective": plan.effective,
        "plan_id": plan.plan_id,
        "precedence": policy.because or "" if policy.precedence == "first" else "",
        "loosened": [asdict(each) for each in plan.loosened],
        "laws": [law.model_dump(mode="json") for law in policy.laws],
        "provisions": [_provision(law, group, policy, counts) for law, group in by_law(clauses).items()],
        "clauses": [_clause(clause, policy, counts, plan.models) for clause in clauses],
        "concepts": [explained_concept(concept, n_terms) for concept in compiled.concepts],
        "gate": _gate(plan.gate),
        "reidentification": people_sentences(plan.reidentification),
        "earlier_releases": _earlier(policy.earlier_releases, policy.matter_pseudonyms or ""),
        "documents": [
            {"setting": key, "value": value, "means": sentence}
            for key, value, sentence in document_sentences(policy.documents)
        ],
    }


def _gate(gate: PlannedGate | None) -> str:
    """The attack that a release must withstand, in one sentence."""
    if gate is None:
        return ""
    return (
        f"Four attackers learn from the {gate.n_documents:,} documents of {gate.file}, as the policy leaves "
        f"them. If the best finds more than {gate.gain_at_most:.2%} of their sensitive words "
        f"({', '.join(gate.sensitive)}) beyond random inspection, the whole release is refused."
    )


def people_sentences(rule: ReidentificationClause | None) -> str:
    """What tables of people must reach, in a few sentences."""
    if rule is None:
        return ""
    columns = ", ".join(map(_column, rule.quasi_identifiers.items()))
    counted = f"by {rule.subject}" if rule.subject else "a row each"
    days = f" Dates become days of the study from {rule.study_days_from}." if rule.study_days_from else ""
    population = f" They are a sample of {rule.population:,} people." if rule.population else ""
    expert = rule.expert
    named = (
        f"Determined by {expert.name} on {expert.determined}, until {expert.valid_until}: {expert.method}"
        if expert
        else "No expert is named."
    )
    return (
        f"Columns: {columns}. In a table that has some of them at least {rule.k} people look alike. "
        f"Of others these cells are emptied. People are counted {counted}.{days}{population} {named}"
    )


def _column(named: tuple[str, QuasiIdentifier]) -> str:
    name, how = named
    if how.edges:
        return f"{name} (up to {', '.join(f'{edge:g}' for edge in how.edges)}, and above)"
    return f"{name} ({', '.join(how.groups)})" if how.groups else name


def _earlier(clause: EarlierReleasesClause, matter: str) -> str:
    """What happens to texts that were released before, and what links the releases of a matter."""
    linked = (
        f" In all releases of the matter {matter} the same value has the same pseudonym." if matter else ""
    )
    return f"{_of_texts(clause)}{linked}"


def _of_texts(clause: EarlierReleasesClause) -> str:
    return (
        f"A document may overlap one that was released here before. {SENTENCES[clause.then]} "
        f"Releases under this policy are known again for {clause.keep_days:,} days."
    )


def _case_counts(compiled: Compiled) -> Counts:
    """Cases by clause: (must go, must stay); none where there are no cases."""
    try:
        cases = load_cases(cases_folder(compiled.loaded.path), compiled.loaded.policy)
    except InvalidError as error:
        if any(found.code != "POL041" for found in error.faults):
            raise
        return {}
    return count_cases(cases)


def _order_of_law(clauses: Iterable[PlannedClause]) -> Callable[[PlannedClause], tuple[object, ...]]:
    """Key that puts lettered provisions of one list in their order, lists in order of first mention."""
    stems: dict[str, int] = {}
    for clause in clauses:
        stems.setdefault(_stem(clause.law)[0], len(stems))
    return lambda clause: (stems[_stem(clause.law)[0]], _stem(clause.law)[1])


def _stem(law: str) -> tuple[str, tuple[tuple[int, str], ...]]:
    """A citation without its last parenthesised letters or numbers, and these."""
    match = re.fullmatch(r"(.*?)\(([A-Za-z0-9]+)\)", law)
    if match is None:
        return law, ()
    last = match[2]
    return match[1], ((int(last), "") if last.isdigit() else (0, last),)


def _provision(law: str, clauses: Sequence[PlannedClause], policy: Policy, counts: Counts) -> Row:
    found = {clause.status for clause in clauses}
    status = found.pop() if len(found) == 1 else "partly"
    methods = dict.fromkeys(
        method_of(_of(policy, clause)) for clause in clauses if clause.kind != "not_covered"
    )
    cases = [counts.get(clause.id, (0, 0)) for clause in clauses]
    return {
        "law": law,
        "title": "; ".join(dict.fromkeys(clause.title for clause in clauses)),
        "status": status + (", citation unverified" if any(c.unverified for c in clauses) else ""),
        "method": ", ".join(methods) or "none",
        "must_go": sum(go for go, _ in cases),
        "must_stay": sum(stay for _, stay in cases),
    }


def _of(policy: Policy, planned: PlannedClause) -> Clause:
    clauses: list[IdentifierClause | ConceptClause | AttributeClause | HideClassClause | TableClause] = [
        *policy.identifiers,
        *policy.concepts,
        *policy.attributes,
        *([policy.hide_class] if policy.hide_class else []),
        *policy.tables,
    ]
    return next((clause for clause in clauses if clause.id == planned.id), None)


def _clause(planned: PlannedClause, policy: Policy, counts: Counts, models: Sequence[ModelRef]) -> Row:
    clause = _of(policy, planned)
    go, stay = counts.get(planned.id, (0, 0))
    return {
        "id": planned.id,
        "law": planned.law,
        "title": planned.title,
        "status": planned.status + (", citation unverified" if planned.unverified else ""),
        "method": method_of(clause),
        "looks_for": _looks_for(clause),
        "replaced_by": _replaced_by(clause),
        "learned": _learned(clause, models),
        "limits": _limits(planned, clause),
        "because": getattr(clause, "because", None) or "",
        "must_go": go,
        "must_stay": stay,
        "about_tables": isinstance(clause, TableClause),
    }


def method_of(clause: Clause) -> str:
    """How a clause finds what it protects, in a few words; none for what is not covered."""
    if isinstance(clause, ConceptClause):
        return "inference (C-sanitized)"
    if isinstance(clause, HideClassClause):
        return f"inference ({clause.method})"
    if isinstance(clause, AttributeClause):
        return "clues to attributes"
    if isinstance(clause, TableClause):
        return "k-anonymity by containment"
    if clause is None:
        return "none"
    kinds = {"list": "listed-term" in clause.find or bool(clause.deny)}
    kinds |= {"patterns": any(category in CATEGORIES for category in clause.find)}
    learned = clause.learn is not None or any(category in LEARNED for category in clause.find)
    kinds |= {"learned": learned}
    kinds |= {"facts of the matter": any(category in FACTS for category in clause.find)}
    return ", ".join(kind for kind, there in kinds.items() if there)


def _looks_for(clause: Clause) -> str:
    if isinstance(clause, ConceptClause):
        names = f" (also called {', '.join(clause.also)})" if clause.also else ""
        return f"Every term from which a reader could infer {clause.protect}{names}."
    if isinstance(clause, AttributeClause):
        return _clues(clause)
    if isinstance(clause, HideClassClause):
        return _class_words(clause)
    if isinstance(clause, TableClause):
        return table_words(clause)
    return _identifiers(clause) if clause is not None else ""


def _class_words(clause: HideClassClause) -> str:
    own = " The words of its name and its abbreviations are always removed."
    return (
        "Words that point to the class of a document, for a reader of the labelled documents. "
        f"At least {clause.k - 1} other classes must be as likely as the true one. "
        + _CLASS_OF[clause.class_of]
        + (own if clause.class_names == "suppress" else "")
    )


def _identifiers(clause: IdentifierClause) -> str:
    described = [
        f"{_description(category)} ({category})" for category in clause.find if category != "listed-term"
    ]
    if clause.like:
        near = f" near {', '.join(clause.near)}" if clause.near else ""
        described.append(f"in the pattern {' or '.join(shapes_of(clause.like))}{near}")
    if clause.deny:
        described.append(f"{len(clause.deny):,} words of a list, in any case, letter by letter")
    kept = f" Left in place: {len(clause.allow):,} words of a list." if clause.allow else ""
    return f"{'; '.join(described)}.{kept}"


def _clues(clause: AttributeClause) -> str:
    """What a clause about attributes looks for, in one or two sentences."""
    rare = (
        f" Also words for things that fewer than {clause.rare_words:,} of a million paragraphs hold."
        if clause.rare_words
        else ""
    )
    kept = f" Left in place: {len(clause.allow):,} words of a list." if clause.allow else ""
    return f"Statements of the writer's {', '.join(clause.hide)}, and words that hint at it.{rare}{kept}"


def _description(category: str) -> str:
    return CATEGORIES[category].description if category in CATEGORIES else _LEARNED.get(category, category)


def _learned(clause: Clause, models: Sequence[ModelRef]) -> str:
    """The learned recognisers of a clause, and how careful they are."""
    if not isinstance(clause, IdentifierClause):
        return ""
    wanted = set(clause.find)
    used = [model for model in models if wanted.intersection(model.categories)]
    if not used:
        return ""
    names = ", ".join(_named(model) for model in used)
    if clause.learn is None:
        return f"{names}; removes what it is at least {clause.threshold:.0%} sure of."
    ratio = clause.learn.loss_ratio
    return f"{names}; removes up to {ratio:g} harmless words to hide one more mention."


def _named(model: ModelRef) -> str:
    name = model.file or model.name
    if model.reader != "fast":
        read = "every word" if model.reader == "careful-all" else "what that one doubts"
        return f"{name}, and a pretrained encoder of English for {read} ({_COST[model.reader]})"
    return f"{name} ({model.rounds} rounds of GreedySanitize)" if model.kind == "greedy" else name


def _replaced_by(clause: Clause) -> str:
    if isinstance(clause, ConceptClause):
        if clause.replace_with == "redact":
            return "Nothing: the term is removed."
        if clause.choice:
            return f"One of the general terms that are safe, or nothing, by a draw ({clause.choice})."
        return "The most specific general term that is safe, or nothing if there is none."
    if isinstance(clause, AttributeClause):
        return f"A general word. The most that it tells: {clause.disclose_at_most}."
    if isinstance(clause, HideClassClause):
        if clause.operator == "generalize":
            return "The most specific general word that keeps the guarantee, else ___."
        return "___, at every mention and inflection of the word."
    if isinstance(clause, TableClause):
        return TABLE_LEAVES[clause.choose == "suppress-cells"]
    if clause is None:
        return ""
    name = re.sub("[^A-Z]+", "-", clause.find[0].upper())
    said = LEAVES[clause.replace_with.operator].format(
        name=name, census=clause.replace_with.census, code=clause.replace_with.code
    )
    return f"{said[0].upper()}{said[1:]}".rstrip(".") + "."


def _limits(planned: PlannedClause, clause: Clause) -> list[str]:
    """What the clause does not do, and what was measured."""
    limits = [planned.note] if planned.note else []
    if isinstance(clause, IdentifierClause):
        limits += _identifier_limits(clause)
    if isinstance(clause, ConceptClause):
        limits += _concept_limits(clause)
    if isinstance(clause, AttributeClause):
        limits.append("What a careful reader infers from circumstances and style is not all found.")
    if isinstance(clause, HideClassClause):
        limits += _hide_class_limits(clause)
    if isinstance(clause, TableClause):
        limits += table_limits(clause)
    return limits


def _identifier_limits(clause: IdentifierClause) -> Iterable[str]:
    if set(clause.find) & set(FACTS):
        yield "Relies on the facts of a matter (--matter). A release without them reports it not covered."
    yield from (text for category in clause.find if (text := _measured(category)))
    if clause.threshold > 0.5 and not clause.learn:
        yield f"Only findings of confidence {clause.threshold:g} or more are removed."


def _concept_limits(clause: ConceptClause) -> Iterable[str]:
    judged = "terms are judged by themselves and together" if clause.combinations else _BY_ITSELF
    judged += f", and groups of up to {clause.groups} by their joint counts" if clause.groups else ""
    yield f"Counted within one {clause.unit}; {judged}."
    if clause.choice:
        yield _DRAWN


def _hide_class_limits(clause: HideClassClause) -> Iterable[str]:
    yield "The guarantee is about naive Bayes over words that the labelled documents hold more than once."
    yield "A file is one document of one class, also a table. Single rows and mails are not judged."
    yield "A reader who knows the method and k may guess the class that ranks k-th."
    if clause.guard is None:
        yield "Other classifiers are not covered. guard: 0 adds a linear one."
    if clause.attacker_at_most is None:
        yield "No bound on attackers with labelled documents of their own. attacker_at_most: 0.35 sets one."
    if clause.even_words is not None:
        yield "That words are evened out shows over many documents. No check looks for it in a single one."
    if clause.class_of == "most-likely":
        yield "If the guess is wrong, the wrong class is hidden."


def _measured(category: str) -> str:
    info = CATEGORIES.get(category)
    if info is None or info.measured is None:
        return ""
    measured = info.measured
    found = f"{measured.recall:.1%} of {measured.n_gold:,} annotated values of {category} were found"
    return f"Measured: {found} ({measured.data})."

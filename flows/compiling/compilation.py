"""From a policy's file to a plan that runs: names resolved, counts read, verdicts made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from adapters.knowledge.registry import installed_names, open_knowledge
from adapters.machine.extras import require_all
from adapters.machine.locations import kb_cache
from adapters.policies.files import LoadedPolicy, find_policy, load_policy
from engine.catalog.names import SHIPPED, Catalog
from engine.checks.concepts import ProtectedConcept
from engine.counts.disclosure import DisclosureTable, Vocabulary
from engine.counts.groups import ConceptContexts
from engine.errors import Fault, InvalidError
from engine.language.word_lists.form_words import FORM_WORDS
from engine.methods.c_sanitized import (
    CompiledConcept,
    Taxonomy,
    compile_concept,
    concept_names,
    lexicalizations,
)
from engine.plan.approval import Approval
from engine.plan.plan import Plan, compile_plan
from engine.plan.steps import ConceptStep, CorpusRef, KnowledgeRef, PlannedGate
from engine.policy import ConceptClause, Policy
from engine.policy.clauses.concepts import ConceptRule
from engine.ports import KnowledgeBase
from flows.compiling.recognizers import model_refs
from flows.compiling.reference_corpora import Corpus, corpus_names, open_corpus

if TYPE_CHECKING:
    from engine.methods.names.matter import Matter
    from flows.compiling.labelled_documents import LabelledDocuments


@dataclass(frozen=True)
class Compiled:
    """A policy ready to run: its plan, and the data that workers need beside it.

    `matter` and `hide_class`, when there are any, are secret: they go to workers and nowhere else.
    `protected` is for the check of what is released: the policy's words and the raw counts.
    `approval` is the one under which it runs. `vocabulary` counts words where rare ones are looked for.
    """

    loaded: LoadedPolicy
    plan: Plan
    concepts: tuple[CompiledConcept, ...]
    protected: tuple[ProtectedConcept, ...]
    taxonomy: Taxonomy
    matter: Matter | None = None
    approval: Approval | None = None
    hide_class: LabelledDocuments | None = None
    vocabulary: Vocabulary | None = None


def machine_catalog() -> Catalog:
    """Names that a policy may use on this machine: what is shipped, installed and built."""
    knowledge = dict.fromkeys((*SHIPPED.knowledge, *installed_names(kb_cache())))
    corpora = dict.fromkeys((*SHIPPED.corpora, *corpus_names()))
    return replace(
        SHIPPED,
        knowledge=tuple(knowledge),
        corpora=tuple(corpora),
        time_zones=_time_zones(),
    )


@cache
def _time_zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))


def load(name: str) -> LoadedPolicy:
    """Find and check a policy by file or shipped name; raises InvalidError with all faults."""
    return load_policy(find_policy(name), machine_catalog())


def compile_policy(name: str) -> Compiled:
    """Compile a policy by file or shipped name.

    Raises
    ------
    InvalidError
        Faults of the policy; knowledge or counts that are not on this machine.
    """
    return compile_loaded(load(name))


@dataclass(frozen=True)
class Grounds:
    """What protected concepts are judged by: knowledge, the corpus, and what it counted for each concept."""

    knowledge: Sequence[KnowledgeBase]
    corpus: Corpus
    tables: Sequence[DisclosureTable]


def concept_rules(policy: Policy) -> list[ConceptRule]:
    """What a policy asks about each of its concepts, in order."""
    known = (*FORM_WORDS, *policy.known_terms)
    return [ConceptRule.of(clause, clause.id, known) for clause in policy.concepts]


def grounds_of(policy: Policy) -> Grounds | None:
    """What a policy's concepts are judged by; None where it protects none."""
    return _grounds(policy) if policy.concepts else None


def _grounds(policy: Policy) -> Grounds:
    knowledge = _open_all(policy)
    corpus = open_corpus(policy.counts or "")
    tables = [concept_table(rule, corpus, knowledge) for rule in concept_rules(policy)]
    return Grounds(knowledge, corpus, tables)


def compile_loaded(loaded: LoadedPolicy, grounds: Grounds | None = None) -> Compiled:
    """Compile a policy that was loaded.

    Parameters
    ----------
    loaded : LoadedPolicy
    grounds : Grounds or None
        Of a policy with concepts; by default opened and counted as it says.
    """
    policy = loaded.policy
    _require_extras(policy)
    models, gate = model_refs(loaded), _gate(loaded)
    labelled = _labelled(policy)
    hide_class = labelled.step if labelled else None
    plan_of = partial(
        compile_plan,
        policy,
        policy_sha256=loaded.sha256,
        included=loaded.included,
        conflicts=loaded.conflicts,
        loosened=loaded.loosened,
        models=models,
        hide_class=hide_class,
        gate=gate,
    )
    if not policy.concepts:
        return _without_concepts(loaded, plan_of, labelled)
    grounds = grounds or _grounds(policy)
    pairs = list(zip(concept_rules(policy), grounds.tables, strict=True))
    concepts = tuple(compile_concept(rule, table, grounds.knowledge) for rule, table in pairs)
    protected = tuple(ProtectedConcept(*pair, _contexts(pair[0], grounds)) for pair in pairs)
    plan = plan_of(
        concepts=[_step(clause, concept) for clause, concept in zip(policy.concepts, concepts, strict=True)],
        corpus=_corpus_ref(grounds.corpus, concepts[0].vocabulary),
        knowledge=_knowledge_refs(grounds.knowledge),
    )
    taxonomy, words = Taxonomy.read(grounds.knowledge), concepts[0].vocabulary
    return Compiled(loaded, plan, concepts, protected, taxonomy, hide_class=labelled, vocabulary=words)


def _without_concepts(
    loaded: LoadedPolicy, plan_of: Callable[..., Plan], labelled: LabelledDocuments | None
) -> Compiled:
    """A policy that protects no concept: knowledge and counts are opened where another clause needs them."""
    policy = loaded.policy
    counts_words = any(clause.rare_words for clause in policy.attributes)
    generalizes = labelled is not None and labelled.step.operator == "generalize"
    knowledge = _open_all(policy) if generalizes or counts_words else []
    corpus = open_corpus(policy.counts or "") if counts_words else None
    words = corpus.words() if corpus else None
    reference = _corpus_ref(corpus, words) if corpus and words else None
    plan = plan_of(knowledge=_knowledge_refs(knowledge), corpus=reference)
    taxonomy = Taxonomy.read(knowledge)
    return Compiled(loaded, plan, (), (), taxonomy, hide_class=labelled, vocabulary=words)


def _require_extras(policy: Policy) -> None:
    """``EXT001`` before anything is read, where a clause needs a library that few installations have."""
    wanted = [("tables", "tables")] if policy.tables else []
    wanted += [("learning", "hide_class")] if policy.hide_class is not None else []
    wanted += [("learning", "gate"), ("plots", "gate")] if policy.gate is not None else []
    named = dict.fromkeys(name for one in policy.identifiers if one.learn for name in one.learn.recognizers)
    require_all([*wanted, *(("learning", name) for name in named if name.endswith(".greedy"))])


def _knowledge_refs(knowledge: Sequence[KnowledgeBase]) -> list[KnowledgeRef]:
    return [KnowledgeRef(name=kb.name, fingerprint=kb.fingerprint) for kb in knowledge]


def _gate(loaded: LoadedPolicy) -> PlannedGate | None:
    if loaded.policy.gate is None:
        return None
    from flows.compiling.gate_sample import planned_gate  # scikit-learn takes a second that few policies need

    return planned_gate(loaded)


def _labelled(policy: Policy) -> LabelledDocuments | None:
    if policy.hide_class is None:
        return None
    from flows.compiling.labelled_documents import (
        compile_hide_class,  # scikit-learn takes a second that few policies need
    )

    return compile_hide_class(policy.hide_class)


def concept_table(rule: ConceptRule, corpus: Corpus, knowledge: Sequence[KnowledgeBase]) -> DisclosureTable:
    """The disclosure table of one concept, counted under all its names."""
    own = lexicalizations(rule.model_copy(update={"counting": "string"}), ())
    names = concept_names(rule, knowledge)
    return corpus.table(rule.protect, names.all, own, names.shared)


def _contexts(rule: ConceptRule, grounds: Grounds) -> ConceptContexts | None:
    """The contexts that groups of terms are counted in, where a clause judges groups."""
    if rule.groups is None:
        return None
    names = concept_names(rule, grounds.knowledge)
    return grounds.corpus.contexts(rule.protect, names.all, names.shared)


def _open_all(policy: Policy) -> list[KnowledgeBase]:
    """All knowledge bases of a policy; every one that is missing is named at once."""
    opened: list[KnowledgeBase] = []
    faults: list[Fault] = []
    for name in policy.knowledge:
        try:
            opened.append(open_knowledge(name, kb_cache()))
        except InvalidError as error:
            faults += error.faults
    if faults:
        raise InvalidError(*faults)
    return opened


def _step(clause: ConceptClause, concept: CompiledConcept) -> ConceptStep:
    return ConceptStep(
        id=clause.id,
        settings=clause.alone(),
        lexicalizations=concept.lexicalizations,
        alpha=round(concept.alpha, 9),
        n_contexts=concept.n_contexts,
        n_concept=concept.n_concept,
        information_content_bits=round(concept.information_content_bits, 9),
        threshold_bits=round(concept.threshold_bits, 9),
        allowed_probability=round(concept.allowed_probability, 12),
        n_disclosing_terms=concept.n_disclosing_terms,
        table_sha256=concept.table_fingerprint,
    )


def _corpus_ref(corpus: Corpus, vocabulary: Vocabulary) -> CorpusRef:
    return CorpusRef(
        name=vocabulary.corpus,
        fingerprint=vocabulary.corpus_fingerprint,
        unit=vocabulary.unit,
        n_contexts=vocabulary.n_contexts,
        source=corpus.source,
    )

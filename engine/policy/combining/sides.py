"""Every key of a policy, and which of its values protects more: what no composition may lose unsaid.

A key that is missing here fails `tests/guards/test_policy_sides.py`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from engine.catalog.attributes import LEVELS
from engine.catalog.names import LEARNED
from engine.policy.clauses.attributes import AttributeClause
from engine.policy.clauses.concepts import Choice, ConceptClause, ConceptSettings, Evidence
from engine.policy.clauses.documents import CHOICES, ColumnRule, DocumentLimits, DocumentsClause
from engine.policy.clauses.earlier_releases import STRICTNESS, EarlierReleasesClause
from engine.policy.clauses.fields import Clause
from engine.policy.clauses.hide_class import EvenWordsClause, HideClassClause, LabelledCorpus
from engine.policy.clauses.learning import DEFAULT_LOSS_RATIO, SHIPPED_RECOGNIZER, Gate, Learn
from engine.policy.clauses.reidentification import Expert, QuasiIdentifier, ReidentificationClause
from engine.policy.clauses.review import ReviewClause
from engine.policy.clauses.tables import TableClause, TableColumn
from engine.policy.clauses.text import IdentifierClause, LeftOut, NotCovered, Operator, OwnLaw
from engine.policy.combining import strictness
from engine.policy.combining.strictness import Verdict
from engine.policy.model import Policy, ReleaseClause
from engine.text import column_name

Side = Callable[[Any, Any, str], Verdict]
"""Of an old clause, a new one and a key: whether the new one protects more by this key."""
C = TypeVar("C", bound=Clause)


def _by(verdict: Callable[[Any, Any], Verdict], silent: object = None) -> Side:
    """By the two values; `silent` stands for one that is left out."""

    def side(old: Any, new: Any, key: str) -> Verdict:
        before, after = getattr(old, key), getattr(new, key)
        return verdict(silent if before is None else before, silent if after is None else after)

    return side


def _words(old: object, new: object, key: str) -> Verdict:
    """A key that no reader of a released document is the wiser by: names, reasons, ways to the same end."""
    return "equivalent"


def _elsewhere(old: object, new: object, key: str) -> Verdict:
    """Clauses, which are compared and combined one by one."""
    return "equivalent"


def _ordered(*order: str) -> Side:
    """Values from the weakest on."""
    return _by(lambda old, new: strictness.in_order(old, new, order))


def _inside(silent: Clause | None = None) -> Side:
    """A clause in a clause, by its own keys; one that is left out is the weakest, or means `silent`."""

    return _by(compare, silent)


def compared(old: C, new: C) -> Iterator[tuple[str, Verdict]]:
    """Every key of two clauses of one kind, and whether the new one protects more by it.

    Examples
    --------
    >>> old, new = ReleaseClause(quarantine="refuse"), ReleaseClause(require_approved=True)
    >>> [(key, verdict) for key, verdict in compared(old, new) if verdict != "equivalent"]
    [('quarantine', 'weaker'), ('require_approved', 'stronger')]
    """
    return ((key, side(old, new, key)) for key, side in SIDES[type(old)].items())


def compare(old: Clause | None, new: Clause | None) -> Verdict:
    """Whether a clause protects more than another of its kind; one that is left out is the weakest."""
    if old is None or new is None:
        return "equivalent" if old is new else "stronger" if old is None else "weaker"
    if type(old) is not type(new):
        return "unknown"
    return strictness.together(verdict for _, verdict in compared(old, new))


def looser_keys(old: C, new: C) -> list[str]:
    """Keys by which the new clause protects less, or nobody can say."""
    return [key for key, verdict in compared(old, new) if verdict in ("weaker", "unknown")]


def strictest(own: C, others: Iterable[C]) -> C:
    """`own` with the stricter value of every key that `others` ask for."""
    for other in others:
        asked = {key: getattr(other, key) for key, verdict in compared(own, other) if verdict == "stronger"}
        own = own.model_copy(update=asked)
    return own


_SAME = _by(strictness.same)
_MORE, _LESS = _by(strictness.more), _by(strictness.less)
_ALL, _FEW = _by(strictness.superset), _by(strictness.subset)


def _learn(old: IdentifierClause, new: IdentifierClause, key: str) -> Verdict:
    return compare_learning(old.learn, new.learn, any(each in LEARNED for each in new.find))


def compare_learning(old: Learn | None, new: Learn | None, by_default: bool) -> Verdict:
    """Whether `new` finds more than `old`.

    Parameters
    ----------
    old, new : Learn or None
    by_default : bool
        Whether the shipped recogniser looks for the clause's categories when the clause says nothing.

    Notes
    -----
    A higher loss ratio is stronger, one recogniser more is stronger. Without `learn` a clause uses the
    shipped recogniser at its own ratio and what passes the clause's threshold, which is part of what the
    shipped recogniser finds at that ratio or a higher one.
    """
    verdict = compare(old, new)
    told = new or old
    if (old is None) == (new is None) or not by_default or (told and _covers_the_default(told)):
        return verdict
    return "unknown"


def _covers_the_default(learn: Learn) -> bool:
    return SHIPPED_RECOGNIZER in learn.recognizers and learn.loss_ratio >= DEFAULT_LOSS_RATIO


def _of_one_operator(old: Operator, new: Operator, key: str) -> Verdict:
    return _SAME(old, new, key) if old.operator == new.operator else "equivalent"


def _level(old: AttributeClause, new: AttributeClause, key: str) -> Verdict:
    levels = old.disclose_at_most, new.disclose_at_most
    shared = [LEVELS[name] for name in old.hide if all(level in LEVELS[name] for level in levels)]
    return strictness.in_order(*levels, shared[0]) if shared else strictness.same(*levels)


def _alpha(old: ConceptClause, new: ConceptClause, key: str) -> Verdict:
    return strictness.more(old.alpha, new.alpha) if old.alpha and new.alpha else "equivalent"


def _choice(old: ConceptClause, new: ConceptClause, key: str) -> Verdict:
    """A smaller epsilon protects more; of a drawn and a fixed choice nobody can say which does."""
    if old.choice is None or new.choice is None:
        return strictness.same(old.choice, new.choice)
    return strictness.together(verdict for _, verdict in compared(old.choice, new.choice))


def _from_sample(verdict: Side) -> Side:
    """Who looks at every document needs no sample."""
    return lambda old, new, key: verdict(old, new, key) if new.all_above else "equivalent"


def _formats(old: DocumentsClause, new: DocumentsClause, key: str) -> Verdict:
    """No list means every format."""
    if bool(old.formats) != bool(new.formats):
        return "stronger" if new.formats else "weaker"
    return strictness.subset(old.formats, new.formats)


def _encoding(old: DocumentsClause, new: DocumentsClause, key: str) -> Verdict:
    """Without one such files are refused; two read them differently."""
    if old.encoding and new.encoding:
        return strictness.same(old.encoding, new.encoding)
    return strictness.less(bool(old.encoding), bool(new.encoding))


def _chosen(old: DocumentsClause, new: DocumentsClause, key: str) -> Verdict:
    before, after = getattr(old, key), getattr(new, key)
    at, to = (next(n for n, them in enumerate(CHOICES[key]) if each in them) for each in (before, after))
    return strictness.same(before, after) if at == to else strictness.more(at, to)


_FATES = {"keep": 0, "looked through": 1, "replace": 2, "drop": 3}


def _columns(old: DocumentsClause, new: DocumentsClause, key: str) -> Verdict:
    """Column by column: one that no rule names is looked through."""
    before, after = (
        {column_name(name): (rule.then, rule.category) for rule in clause.columns for name in rule.named}
        for clause in (old, new)
    )
    unnamed = ("looked through", None)
    pairs = [(before.get(name, unnamed), after.get(name, unnamed)) for name in before | after]
    return strictness.together(
        strictness.same(one, other)
        if one[0] == other[0]
        else strictness.more(_FATES[one[0]], _FATES[other[0]])
        for one, other in pairs
    )


def _counts(old: Policy, new: Policy, key: str) -> Verdict:
    """Another corpus is another reader; where nothing was counted there was none."""
    return strictness.same(old.counts, new.counts) if old.counts else "equivalent"


def _known_terms(old: Policy, new: Policy, key: str) -> Verdict:
    """Only clauses about concepts ask for them."""
    return strictness.subset(old.known_terms, new.known_terms) if old.concepts else "equivalent"


def _linked(old: Policy, new: Policy, key: str) -> Verdict:
    """Pseudonyms of a matter link its releases, where the old policy writes pseudonyms at all."""
    if all(clause.replace_with.operator != "pseudonym" for clause in old.identifiers):
        return "equivalent"
    if old.matter_pseudonyms and new.matter_pseudonyms:
        return strictness.same(old.matter_pseudonyms, new.matter_pseudonyms)
    return strictness.less(bool(old.matter_pseudonyms), bool(new.matter_pseudonyms))


def _days(silent: dt.date, verdict: Callable[[Any, Any], Verdict]) -> Side:
    return _by(lambda old, new: verdict(old.toordinal(), new.toordinal()), silent)


def _all_words(*keys: str) -> Mapping[str, Side]:
    return dict.fromkeys(keys, _words)


_LEGAL = _all_words("id", "title", "law", "status", "note", "unverified", "because")

_CONCEPT: Mapping[str, Side] = {
    **dict.fromkeys(("sense", "disclose_at_most", "unit", "counting"), _SAME),
    "protect": _by(lambda old, new: strictness.same(old.casefold(), new.casefold())),
    "also": _by(lambda old, new: strictness.same(set(old), set(new))),
    "alpha": _alpha,
    "combinations": _by(strictness.less, 1.0),
    "groups": _by(strictness.more, 1),
    "unseen": _by(strictness.unseen),
    "evidence": _inside(),
    "replace_with": _ordered("generalize", "redact"),
    "choice": _choice,
    "max_names": _words,  # a wider class is refused, never released in another way
}

SIDES: Mapping[type[Clause], Mapping[str, Side]] = {
    Policy: {
        **_all_words(
            "policy", "version", "title", "description", "language", "laws", "standards", "not_covered"
        ),
        **_all_words("extends", "without", "combines", "precedence", "because"),
        **dict.fromkeys(("identifiers", "concepts", "attributes", "hide_class", "tables"), _elsewhere),
        "effective": _days(dt.date.min, strictness.more),
        "counts": _counts,
        "knowledge": _ALL,
        "known_terms": _known_terms,
        "style": _ALL,
        "reidentification": _inside(),
        "documents": _inside(),
        "earlier_releases": _inside(),
        "matter_pseudonyms": _linked,
        "review": _inside(),
        "gate": _inside(),
        "release": _inside(ReleaseClause()),
    },
    LeftOut: _all_words("clause", "because"),
    OwnLaw: _all_words("cite", "title", "effective", "source"),
    NotCovered: _all_words("id", "title", "law", "reason", "unverified"),
    IdentifierClause: {
        **_LEGAL,
        **dict.fromkeys(("find", "deny", "like", "near", "countries"), _ALL),
        "replace_with": _inside(),
        "threshold": _LESS,
        "learn": _learn,
        "allow": _FEW,
    },
    Operator: {"operator": _by(strictness.operator), "census": _of_one_operator, "code": _of_one_operator},
    Learn: {
        "recognizers": _ALL,
        "loss_ratio": _MORE,
        "reader": _SAME,
        "learners": _by(lambda old, new: strictness.same(set(old), set(new))),
        "stopping": _SAME,
    },
    ConceptSettings: _CONCEPT,
    Evidence: {"z": _LESS, "min_joint": _LESS},
    ConceptClause: {**_LEGAL, **_CONCEPT},
    Choice: {"mechanism": _SAME, "epsilon": _LESS},
    AttributeClause: {
        **_LEGAL,
        "hide": _ALL,
        "disclose_at_most": _level,
        "rare_words": _MORE,
        "allow": _FEW,
    },
    HideClassClause: {
        **_LEGAL,
        **_all_words("method", "objective", "solution"),  # they choose among texts that keep the guarantee
        **dict.fromkeys(("corpus", "class_of", "priors"), _SAME),
        "k": _MORE,
        "operator": _ordered("generalize", "suppress"),
        "class_names": _ordered("as-decided", "suppress"),
        "guard": _by(strictness.more, -1.0),
        "even_words": _by(strictness.more_even),
        "attacker_at_most": _by(strictness.less, 1.0),
    },
    LabelledCorpus: dict.fromkeys(("from_", "text", "class_", "keep"), _SAME),
    EvenWordsClause: {"at_most": _LESS, "among": _MORE},
    TableClause: {
        **_LEGAL,
        **_all_words("choose", "on_infeasible", "family", "candidates"),  # all reach what is asked
        **_all_words("header", "delimiter", "release_as", "measure"),
        "files": _ALL,
        "k": _MORE,
        "protect_zeros": _MORE,
        "l_diversity": _MORE,
        "t_closeness": _by(strictness.less, 1.0),
        "columns": _by(strictness.table_columns),
    },
    TableColumn: dict.fromkeys(
        ("kind", "ones", "name", "groups", "edges", "min_documents", "token", "positive"), _SAME
    ),
    ReidentificationClause: {
        **_all_words("population", "because"),
        "quasi_identifiers": _by(lambda old, new: strictness.superset(tuple(old), tuple(new))),
        "subject": _SAME,
        "study_days_from": _SAME,
        "k": _MORE,
        "expert": _inside(),
    },
    QuasiIdentifier: _all_words("edges", "groups"),  # k holds of whatever is left in the cells
    Expert: {
        **_all_words("name", "method", "determined"),
        "valid_until": _days(dt.date.max, strictness.less),
    },
    DocumentsClause: {
        **dict.fromkeys(CHOICES, _chosen),
        "formats": _formats,
        "names": _by(lambda old, new: strictness.more(old != "keep", new != "keep")),
        "encoding": _encoding,
        "columns": _columns,
        "more_languages": _FEW,
        **_all_words("limits", "because"),
    },
    ColumnRule: dict.fromkeys(("named", "then", "category"), _SAME),
    DocumentLimits: _all_words(
        "file_mb", "expanded_mb", "seconds", "memory_mb"
    ),  # they cost, and tell nothing
    EarlierReleasesClause: {"then": _ordered(*STRICTNESS), "keep_days": _MORE},
    ReviewClause: {
        "all_above": _LESS,
        "sample": _from_sample(_MORE),
        "bound": _from_sample(_by(strictness.less, 1.0)),
        "reviewers": _MORE,
        "separate": _MORE,
        "own_signature": _MORE,
        "keep_days": _LESS,
    },
    Gate: {
        **_all_words("format", "because"),
        "sample": _SAME,
        "sensitive": _by(lambda old, new: strictness.same(set(old), set(new))),
        "gain_at_most": _LESS,
    },
    ReleaseClause: {
        **_all_words("from_", "to", "every", "time_zone", "matter"),
        "quarantine": _ordered("allow", "refuse"),
        "require_approved": _MORE,
        "certificates": _ordered("none", "written", "with-program"),
    },
}
"""For each part of a policy, each of its keys: which of two values protects more."""

"""Privacy against utility: a policy under several values of alpha, k and the loss ratio, tried on texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from adapters.documents.opening.sources import Source
from engine.errors import InvalidError, RefusedError, fault
from engine.measures.curves import Curve, Parameter, Point, expected_missed, words_and_kept
from engine.policy import ConceptClause, IdentifierClause, Policy
from engine.policy.clauses.text import LegalClause
from engine.text import Decision, Document, SensitiveText
from flows.compiling.compilation import Compiled, compile_loaded, grounds_of, load
from flows.document.document import DocumentPipeline
from flows.release.preview.floors import floor_of, setting_of
from flows.release.preview.one_document import inspected
from flows.release.preview.trying import Sample
from flows.release.workers.pool import WorkerPool

_KEY = b"curve" * 4
_MAX_SECONDS = 300.0
VALUES: Mapping[Parameter, tuple[float, ...]] = {
    "alpha": (1.0, 1.25, 1.5, 2.0, 3.0, 5.0),
    "k": (2, 3, 5, 8),
    "loss_ratio": (1.0, 3.0, 10.0, 30.0, 100.0),
}
WIDEST = 1000.0
"""The most careful loss ratio: what it finds is what a recogniser expects at all."""


@dataclass(frozen=True)
class Setting:
    """A value that all clauses with this parameter take."""

    parameter: Parameter
    value: float


@dataclass(frozen=True)
class _Looked:
    """What became of the texts under a setting; positions and counts, no words.

    Parameters
    ----------
    kept : float
    told : mapping of str to float
        By clause.
    decisions : sequence of sequences of Decision
        Of each text; replacements are left out.
    """

    kept: float
    told: Mapping[str, float]
    decisions: Sequence[Sequence[Decision]]


def draw_curves(policy: str, samples: Sequence[Sample]) -> list[Curve]:
    """The curves of a policy's clauses over some texts.

    Parameters
    ----------
    policy : str
        File of a policy, or name of a shipped one.
    samples : sequence of (str, bytes)
        Names and contents. They are read in a process of its own, and nothing of them is kept.

    Raises
    ------
    InvalidError
        A policy with faults; ``CRV001`` when no clause has such a setting or no text can be read.

    Notes
    -----
    All clauses with a parameter move together, so the words that are kept are those of a whole policy of
    that strictness; what is told is measured clause by clause.
    """
    loaded = load(policy)
    clauses = [one for one in loaded.policy.clauses if setting_of(one)]
    settings = _settings(clauses)
    if not settings:
        raise _nothing("the policy", "must have a clause with alpha, k or loss_ratio")
    grounds = grounds_of(loaded.policy)
    variants = [
        (one, compile_loaded(replace(loaded, policy=_moved(loaded.policy, one)), grounds)) for one in settings
    ]
    work = (dict(variants), list(samples), datetime.now(UTC).year)
    pool = WorkerPool(_look_at_all, _start, work, _lost, 1, deadline_seconds=_MAX_SECONDS)
    with closing(pool):
        found = dict(zip(settings, pool.run(settings), strict=True))
    looked = {setting: one for setting, one in found.items() if one is not None}
    if not looked:
        raise _nothing("the texts", "must hold something that this policy can read and release")
    return [_curve(clause, looked, floor_of(clause, loaded)) for clause in clauses]


def _nothing(where: str, must: str) -> InvalidError:
    return InvalidError(fault("CRV001", where, must, "", "There is nothing to draw."))


def _settings(clauses: Sequence[LegalClause]) -> list[Setting]:
    found: dict[Setting, None] = {}
    for parameter in VALUES:
        own = [value for name, value in filter(None, map(setting_of, clauses)) if name == parameter]
        widest = (WIDEST,) if parameter == "loss_ratio" else ()
        values = {*VALUES[parameter], *own, *widest} if own else set[float]()
        found |= dict.fromkeys(Setting(parameter, value) for value in sorted(values))
    return list(found)


def _moved(policy: Policy, setting: Setting) -> Policy:
    """The policy with a value in all clauses that have the setting."""
    if setting.parameter == "alpha":
        moved = [_with_alpha(one, setting.value) for one in policy.concepts]
        return policy.model_copy(update={"concepts": tuple(moved)})
    if setting.parameter == "loss_ratio":
        learned = [_with_loss_ratio(one, setting.value) for one in policy.identifiers]
        return policy.model_copy(update={"identifiers": tuple(learned)})
    assert policy.hide_class is not None
    hiding = policy.hide_class.model_copy(update={"k": int(setting.value)})
    return policy.model_copy(update={"hide_class": hiding})


def _with_alpha(clause: ConceptClause, value: float) -> ConceptClause:
    return clause if clause.alpha is None else clause.model_copy(update={"alpha": value})


def _with_loss_ratio(clause: IdentifierClause, value: float) -> IdentifierClause:
    if clause.learn is None:
        return clause
    return clause.model_copy(update={"learn": clause.learn.model_copy(update={"loss_ratio": value})})


def _curve(clause: LegalClause, looked: Mapping[Setting, _Looked], floor: tuple[float, str]) -> Curve:
    setting = setting_of(clause)
    assert setting is not None
    parameter, value = setting
    least, demanded_by = floor
    points = [
        Point(one.value, found.kept, _told(clause, one, looked), demanded_by if one.value < least else "")
        for one, found in looked.items()
        if one.parameter == parameter and (one.value != WIDEST or value == WIDEST)
    ]
    return Curve(clause.id, clause.title or clause.id, clause.law, parameter, value, points)


def _told(clause: LegalClause, setting: Setting, looked: Mapping[Setting, _Looked]) -> float | None:
    if setting.parameter != "loss_ratio":
        return looked[setting].told.get(clause.id)
    widest = looked.get(Setting("loss_ratio", WIDEST))
    if widest is None:
        return None
    pairs = zip(widest.decisions, looked[setting].decisions, strict=True)
    counted = [expected_missed([d for d in most if d.clause == clause.id], made) for most, made in pairs]
    expected = sum(one for one, _ in counted)
    return sum(left for _, left in counted) / expected if expected else None


_work: tuple[Mapping[Setting, Compiled], Sequence[Sample], int]


def _start(variants: Mapping[Setting, Compiled], samples: Sequence[Sample], year: int) -> None:
    global _work
    _work = variants, samples, year


def _look_at_all(settings: Sequence[Setting]) -> list[_Looked | None]:
    return [_look(one) for one in settings]


def _look(setting: Setting) -> _Looked | None:
    """All texts under one setting; a text that cannot be read, or is refused at once, keeps no word."""
    variants, samples, year = _work
    hiding = variants[setting].loaded.policy.hide_class
    hide_class = hiding.id if hiding else None
    pipeline = DocumentPipeline(variants[setting], _KEY, year)
    n_words, n_kept, made = 0, 0, list[Sequence[Decision]]()
    told: dict[str, list[float]] = {}
    for name, content, _ in samples:
        try:
            found = inspected(pipeline, name, content)
        except (InvalidError, RefusedError):
            made.append(())
            continue
        text = found.text.reveal()
        counted = words_and_kept(text, found.decisions)
        n_words, n_kept = n_words + counted[0], n_kept + counted[1]
        made.append([replace(one, replacement="") for one in found.decisions])
        for clause, guess in _guesses(pipeline, hide_class, name, text, found.released[:-1]):
            told.setdefault(clause, []).append(guess)
    if not n_words:
        return None
    return _Looked(n_kept / n_words, {clause: _left(setting, one) for clause, one in told.items()}, made)


def _guesses(
    pipeline: DocumentPipeline,
    hide_class: str | None,
    name: str,
    text: str,
    released: Sequence[SensitiveText],
) -> Iterator[tuple[str, float]]:
    """By clause: what is left to a reader of one text."""
    hidden = None
    if hide_class is not None:  # `inspected` does not say among which classes it hid the text
        document = Document(name, SensitiveText(text))
        hidden = pipeline.stages.decided(document, Source("", name, name).folders).hidden_class
    telling = pipeline.telling.told(text, released, hidden.request if hidden else None)
    yield from ((one.clause, one.singly.after) for one in telling.concepts)
    if hide_class is not None and telling.hidden_class is not None:
        yield hide_class, 1 / max(telling.hidden_class.rank[1], 1)


def _left(setting: Setting, guesses: Sequence[float]) -> float:
    """Over all texts: the best guess of a concept, the average guess of a class."""
    return max(guesses) if setting.parameter == "alpha" else sum(guesses) / len(guesses)


def _lost(setting: Setting, overdue: bool) -> None:
    """A setting under which the reader's process ended, or took too long, has no point."""

"""A clause about classes attacked by readers with labelled documents of their own.

Defender, attackers and victims share no document. The defender's stage hides the class of the attackers'
documents too, so that they can learn from documents that were redacted alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from sklearn.pipeline import Pipeline
from threadpoolctl import threadpool_limits

from engine.errors import InvalidError, RefusedError, fault
from engine.measures.sampling import upper_bound
from engine.methods.k_redactor import ClassHider, Labelled, build_corpus
from engine.methods.k_redactor.words import features
from engine.plan.steps import HideClassStep
from engine.record.attacked import AttackerFigure, AttackMeasurement, Knows, fingerprint_of
from engine.stages.generalizing import Generalizations
from engine.stages.hide_class.stage import HideClassStage
from engine.text import Document
from research.classes.text_attackers import ATTACKERS, ranks_of

LEAST_DOCUMENTS = 8
"""Of each class: four teach the defender, two the attackers, two are attacked."""
MOST_LESSONS = 1800
"""Documents of the attackers at most, however few are attacked: attackers who learn little prove nothing."""
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Parts:
    """Labelled documents of three parties, none in two."""

    defender: Sequence[Labelled]
    attackers: Sequence[Labelled]
    victims: Sequence[Labelled]


@dataclass(frozen=True)
class Texts:
    """Documents as they were and as they were released, with their classes."""

    originals: Sequence[str]
    released: Sequence[str]
    classes: Sequence[str]
    topics: Sequence[str | None]
    refused: int


def divided(labelled: Sequence[Labelled], seed: int, n_victims: int) -> Parts:
    """Half of each class to the defender, a quarter to the attackers and to the victims, within the sample.

    Raises
    ------
    InvalidError
        ``EVR004`` a class is too small.
    """
    dice, by_class = np.random.default_rng(seed), dict[str, list[Labelled]]()
    for place in dice.permutation(len(labelled)).tolist():
        by_class.setdefault(labelled[place].sensitive, []).append(labelled[place])
    least = min(map(len, by_class.values()), default=0)
    if least < LEAST_DOCUMENTS:
        must = f"must have {LEAST_DOCUMENTS} documents of each class, for defender, attackers and victims"
        raise InvalidError(fault("EVR004", "labelled documents", must, least, "Add documents."))
    defender, attackers, victims = list[Labelled](), list[Labelled](), list[Labelled]()
    for own in by_class.values():
        quarter = len(own) // 4
        victims += own[:quarter]
        attackers += own[quarter : 2 * quarter]
        defender += own[2 * quarter :]
    return Parts(defender, _some(attackers, MOST_LESSONS, dice), _some(victims, n_victims, dice))


def _some(documents: Sequence[Labelled], most: int, dice: np.random.Generator) -> list[Labelled]:
    return [documents[place] for place in dice.permutation(len(documents))[:most].tolist()]


def attack_clause(
    step: HideClassStep,
    hider: ClassHider,
    labelled: Sequence[Labelled],
    date: str,
    generalizations: Generalizations | None = None,
    seed: int = 0,
    n_victims: int = 600,
    progress: Progress = lambda line: None,
) -> AttackMeasurement:
    """Attack what a clause leaves of its own labelled documents.

    Parameters
    ----------
    step : HideClassStep
    hider : ClassHider
        The clause's, for its settings; it is fitted anew on the defender's part.
    labelled : sequence of Labelled
    date : str
    generalizations : Generalizations or None
        Of a clause that generalizes.
    seed : int
    n_victims : int
        Documents attacked at most; attackers have up to `MOST_LESSONS`.
    progress : callable

    Raises
    ------
    InvalidError
        ``EVR004`` too few documents, or so little is released of them that attackers learn nothing.
    """
    parts = divided(labelled, seed, n_victims)
    return attack_parts(step, hider, parts, date, generalizations, seed, progress)


def attack_parts(
    step: HideClassStep,
    hider: ClassHider,
    parts: Parts,
    date: str,
    generalizations: Generalizations | None = None,
    seed: int = 0,
    progress: Progress = lambda line: None,
    names: Sequence[str] = tuple(ATTACKERS),
) -> AttackMeasurement:
    """As `attack_clause`, with documents that are divided already, by the attackers `names`.

    Raises
    ------
    InvalidError
        ``EVR004`` so little is released of them that attackers learn nothing.
    """
    corpus = build_corpus(parts.defender)
    stage = HideClassStage(step, replace(hider, corpus=corpus), generalizations, b"%d" % seed)
    progress(f"{len(parts.defender):,} documents taught the defender")
    victims, lessons = released_texts(stage, parts.victims), released_texts(stage, parts.attackers)
    if not victims.released:
        raise _too_little("documents to attack")
    progress(f"{len(victims.released):,} victims and {len(lessons.released):,} lessons released")
    figures = tuple(
        _attacked(name, knows, lessons, victims, hider.settings.k, progress)
        for name in names
        for knows in ("originals", "redacted")
    )
    return AttackMeasurement(
        clause=fingerprint_of(step),
        date=date,
        seed=seed,
        learned_from=len(parts.defender),
        attackers_have=len(lessons.released),
        victims=len(victims.released),
        refused=victims.refused,
        suppressed=_suppressed(victims, frozenset(corpus.vocabulary)),
        chance=max(map(victims.classes.count, set(victims.classes))) / len(victims.classes),
        before=_n_right(lessons.originals, lessons.classes, victims.originals, victims.classes),
        topic=_topic(lessons, victims),
        figures=figures,
        at_most=round(upper_bound(max(figure.right for figure in figures), len(victims.released)), 6),
    )


def released_texts(stage: HideClassStage, documents: Sequence[Labelled]) -> Texts:
    """What the stage releases; refused documents are counted and left out.

    Each lies in a folder of its class. A clause that takes the likeliest class does not look there.
    """
    texts = [(one, _release(stage, one)) for one in documents]
    kept = [(one, text) for one, text in texts if text is not None]
    return Texts(
        originals=[one.text.reveal() for one, _ in kept],
        released=[text for _, text in kept],
        classes=[one.sensitive for one, _ in kept],
        topics=[one.utility for one, _ in kept],
        refused=len(texts) - len(kept),
    )


def _release(stage: HideClassStage, document: Labelled) -> str | None:
    try:
        found = stage.decide(Document("attacked", document.text), (), (document.sensitive,))
    except RefusedError:
        return None
    return None if stage.faults(found, [found.text]) else found.text


def _attacked(
    name: str, knows: Knows, lessons: Texts, victims: Texts, k: int, progress: Progress
) -> AttackerFigure:
    learned = lessons.originals if knows == "originals" else lessons.released
    ranks = ranks_of(_taught(name, learned, lessons.classes), victims.released, victims.classes)
    figure = AttackerFigure(
        attacker=name,
        knows=knows,
        first=int((ranks == 1).sum()),
        k_th=int((ranks == k).sum()),
        among_k=int((ranks <= k).sum()),
    )
    progress(f"{name}, taught by {knows}: right in {figure.right / len(ranks):.3f}")
    return figure


def _n_right(lessons: Sequence[str], taught: Sequence[str], texts: Sequence[str], own: Sequence[str]) -> int:
    return int((ranks_of(_taught("linear SVM", lessons, taught), texts, own) == 1).sum())


def _taught(name: str, lessons: Sequence[str], classes: Sequence[str]) -> Pipeline:
    try:
        with threadpool_limits(1):  # threads of the linear algebra wait in busy loops on a busy machine
            return ATTACKERS[name]().fit(lessons, classes)
    except ValueError:  # no word, or one class alone; its message may name the class
        raise _too_little("words of two classes to learn from") from None


def _too_little(what: str) -> InvalidError:
    advice = "Add documents, or lower k: the clause refuses or suppresses nearly all."
    return InvalidError(fault("EVR004", "labelled documents", f"must leave {what}", "", advice))


def _topic(lessons: Texts, victims: Texts) -> float | None:
    """How often a reader who learned from redacted documents names the class to keep."""
    taught, own = ([topic for topic in some.topics if topic is not None] for some in (lessons, victims))
    if len(taught) < len(lessons.topics) or len(set(taught)) < 2 or len(own) < len(victims.topics):
        return None
    return _n_right(lessons.released, taught, victims.released, own) / len(own)


def _suppressed(victims: Texts, known: frozenset[str]) -> float:
    pairs = zip(victims.originals, victims.released, strict=True)
    words = [(features(one) & known, features(other)) for one, other in pairs]
    shares = [1 - len(before & after) / len(before) for before, after in words if before]
    return float(np.mean(shares)) if shares else 0.0

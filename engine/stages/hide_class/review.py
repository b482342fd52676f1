"""What a reviewer is shown of a document: SimpleRedactor's order as a slider, and words beside personal data.

References
----------
Cumby and Ghani (IAAI 2011), section "Redaction System" and SIMPLEREDACTOR.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.methods.k_redactor import ClassHider, Ladder, Request, Suggestion, suggest
from engine.methods.k_redactor.words import mentions
from engine.stages.edits import chained
from engine.text import Decision, Document


@dataclass(frozen=True, slots=True)
class Step:
    """One word more suppressed, and what that buys.

    Parameters
    ----------
    level : int
        Position of the slider, 1 = the most telling word.
    word : str
        As the document writes it most often.
    kind : {"name", "abbreviation", "proper-name", "term"}
    mentions : int
        Places at which it stands.
    nats : float
        How much it tells the true class from the others.
    k : int
        Place of the true class once this word and all before it are gone: k - 1 classes are likelier.
    topic_kept : bool or None
        Whether the class to keep is then still the likeliest; None: there is none.
    """

    level: int
    word: str = field(repr=False)
    kind: str
    mentions: int
    nats: float
    k: int
    topic_kept: bool | None


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece of the document's text that a reviewer looks at.

    Parameters
    ----------
    start, end : int
        Offsets into the original text.
    stage, category : str
        What found it; the kind of word for those that tell the class.
    level : int
        Position of the slider from which it goes; 0: it goes in any case.
    nats : float or None
        How much it tells; None for what another stage found, infinite for names.
    """

    start: int
    end: int
    stage: str
    category: str
    level: int = 0
    nats: float | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """A document as its reviewer sees it.

    Parameters
    ----------
    k : int
        What the policy asks for.
    k_before : int
        Place of the true class before any word goes.
    steps : sequence of Step
        The slider, in order.
    marks : sequence of Mark
        Sorted, disjoint: personal data and concepts that go by other clauses, and every word that
        tells the class.
    """

    sensitive: str = field(repr=False)
    topic: str | None = field(repr=False)
    k: int
    n_classes: int
    k_before: int
    steps: Sequence[Step]
    marks: Sequence[Mark]

    @property
    def level_for_k(self) -> dict[int, int]:
        """For each k that is reached, the first position of the slider that reaches it."""
        found: dict[int, int] = {}
        for level, k in enumerate((self.k_before, *(step.k for step in self.steps))):
            for reached in range(2, k + 1):
                found.setdefault(reached, level)
        return dict(sorted(found.items()))


def review(hider: ClassHider, document: Document, earlier: Sequence[Decision], request: Request) -> Review:
    """Look at a document.

    Parameters
    ----------
    hider : ClassHider
    document : Document
        The original.
    earlier : sequence of Decision
        Of the other stages, about it.
    request : Request
        The text as those stages leave it, with its class.
    """
    order = hider.ladder(request)
    found = suggest(hider, request, -np.inf)
    steps = _steps(hider, request, order, found)
    markers = [
        Decision(s.start, s.end, "hide_class", s.kind, "redact", "", "", {"level": s.level, "nats": s.score})
        for s in found
    ]
    marks = [_mark(d) for d in chained(document.text.reveal(), earlier, markers)]
    return Review(
        sensitive=request.sensitive,
        topic=request.utility,
        k=hider.settings.k,
        n_classes=len(hider.corpus.sensitive_classes),
        k_before=int(order.ranks[0]),
        steps=steps,
        marks=marks,
    )


def _mark(decision: Decision) -> Mark:
    if decision.stage != "hide_class":
        return Mark(decision.start, decision.end, decision.stage, decision.category)
    level, nats = decision.why["level"], decision.why["nats"]
    assert isinstance(level, int)
    assert isinstance(nats, float)
    return Mark(decision.start, decision.end, "hide_class", decision.category, level, nats)


def _steps(hider: ClassHider, request: Request, order: Ladder, found: Sequence[Suggestion]) -> list[Step]:
    text = request.document.text.reveal()
    words = hider.choosable(request)
    surfaces: dict[str, Counter[str]] = {}
    for token, feature in mentions(text):
        surfaces.setdefault(feature, Counter())[text[token.start : token.end]] += 1
    kinds = {suggestion.level: suggestion.kind for suggestion in reversed(found)}
    kept = _topic_kept(hider, request, [words[i] for i in order.order])
    steps = []
    for level, i in enumerate(order.order, 1):
        spoken = surfaces[hider.corpus.words[words[i]]]
        steps.append(
            Step(
                level=level,
                word=spoken.most_common(1)[0][0],
                kind=kinds.get(level, "name"),  # every mention of it is part of a longer one
                mentions=spoken.total(),
                nats=float(order.scores[level - 1]),
                k=int(order.ranks[level]),
                topic_kept=kept[level - 1],
            )
        )
    return steps


def _topic_kept(hider: ClassHider, request: Request, order: Sequence[int]) -> list[bool | None]:
    """Whether the class to keep leads after each step."""
    model = hider.models[1]
    if model is None or request.utility is None:
        return [None] * len(order)
    prior, likelihood = model.view(order)
    left = prior[:, None] + likelihood.sum(axis=1)[:, None] - np.cumsum(likelihood, axis=1)
    topic = list(model.classes).index(request.utility)
    return [bool(leads) for leads in left.argmax(axis=0) == topic]

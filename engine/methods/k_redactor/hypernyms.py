"""Generalization beside suppression: a more general word in place of one that goes, where there is room.

References
----------
Cumby and Ghani (IAAI 2011), section "Features and Sanitization Operators"; its future work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from engine.methods.k_redactor.class_model import ClassModel
from engine.methods.k_redactor.model import Floats
from engine.methods.k_redactor.request import Reading
from engine.methods.k_redactor.solving.case import Case, Redaction
from engine.methods.k_redactor.solving.redactor import program
from engine.methods.k_redactor.words import features

Hypernyms = Callable[[str], Sequence[str]]
"""Gives generalizations of a word, most specific first (labels of a knowledge base's ancestors)."""


def generalize(
    model: ClassModel,
    reading: Reading,
    case: Case,
    redaction: Redaction,
    surface: Mapping[str, str],
    hypernyms: Hypernyms,
) -> dict[str, str]:
    """Suppressed feature -> generalization that enters the model in its place.

    Parameters
    ----------
    model : ClassModel
    reading : Reading
    case : Case
        Of that document.
    redaction : Redaction
        The words that go.
    surface : mapping of str to str
        Suppressed feature -> word as the document writes it.
    hypernyms : callable

    Notes
    -----
    The words are tried in the order of their utility; a label's own features are
    added to those kept, and it is taken only when every constraint still holds.
    """
    p = program(case, model.settings, redaction.competitors)
    room = p.bounds - p.constraints @ redaction.kept
    names = model.corpus.words
    stay = {w for w, stays in zip(reading.words, redaction.kept, strict=True) if stays}
    present = stay | {*reading.fixed}
    worth = dict(zip((names[w] for w in reading.words), case.utility, strict=True))
    chosen: dict[str, str] = {}
    for feature in sorted(surface, key=lambda f: -worth[f]):
        for label in hypernyms(surface[feature]):
            said = features(label)
            if said & surface.keys() or said & reading.named:
                continue
            new = [w for w in model.words_of(label) if w not in present]
            used = _use(model, reading, case, redaction, new)
            if (used <= room).all():
                room, chosen[feature] = room - used, label
                present.update(new)
                break
    return chosen


def _use(
    model: ClassModel, reading: Reading, case: Case, redaction: Redaction, words: Sequence[int]
) -> Floats:
    """What words that were not in the document would use of each constraint."""
    settings = model.settings
    without = case.own if reading.request.in_corpus else None
    view = model.models[0].view(words, without, reading.whole)
    outside = Case(*view, case.own, np.zeros(len(words)))
    rows = [program(outside, settings, redaction.competitors).constraints.sum(axis=1)]
    beside = [*(guard.of(words) for guard in model.guards), *model.seen_guards(reading, words)]
    for narrow, own_view in zip(beside, case.guards, strict=True):
        ahead = own_view.leaders(case.own, settings.k)
        rows.append((narrow.weights[case.own] - narrow.weights[ahead]).sum(axis=1))
    return np.concatenate(rows)

"""Documents measured as `run` and `inspect` treat them: through a compiled policy."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

from adapters.documents.opening.sources import Source
from adapters.policies.files import LoadedPolicy
from engine.errors import InvalidError, fault
from engine.plan.plan import Plan
from engine.policy import ConceptSettings, Policy
from engine.text import PART_BREAK
from flows.compiling.compilation import Compiled
from flows.compiling.recognizers import recognizer_of
from flows.document.document import DocumentPipeline
from flows.document.results import Inspected
from flows.release.preview.together import looked_at, together

_KEY = b"nobody is protected by this key."
_CITE = "Evaluation"
_DIVIDING = "|\t -+=:_>\r\n"
"""What may stand between cells, and nothing else: a text that was read otherwise is not measured."""


def inspected_texts(compiled: Compiled, texts: Sequence[str]) -> list[Inspected]:
    """What a release of these texts, each a file of plain text, would do with each.

    Raises
    ------
    InvalidError
        ``EVA003`` when a text is not read from its file as it stands, so that offsets into it would shift.

    Notes
    -----
    Decisions have their offsets in the texts given, where the cells of tables were read apart, too.
    """
    return inspected_by(pipeline_of(compiled), compiled.plan, texts)


def pipeline_of(compiled: Compiled, year: int | None = None) -> DocumentPipeline:
    """What releases documents, with a key that protects nobody; ages are judged in `year`."""
    return DocumentPipeline(compiled, _KEY, year or datetime.now(UTC).year)


def inspected_by(pipeline: DocumentPipeline, plan: Plan, texts: Sequence[str]) -> list[Inspected]:
    """As `inspected_texts`, with a pipeline that stands already."""
    sources = [Source(f"{number:06}", "", f"{number:06}.txt") for number in range(1, len(texts) + 1)]
    pairs = list(zip(sources, texts, strict=True))
    looks = [looked_at(pipeline, source, partial(str.encode, text)) for source, text in pairs]
    places = [_places(look.found.text.reveal(), text) for look, text in zip(looks, texts, strict=True)]
    shifted = [look.source.id for look, found in zip(looks, places, strict=True) if found is None]
    if shifted:
        must = "must be text that a file of plain text holds as it stands"
        advice = "Take the byte order mark away."
        raise InvalidError(*(fault("EVA003", f"document {one}", must, "", advice) for one in shifted))
    inspected = together(pipeline, plan, looks)
    return [_placed(one, found) if found else one for one, found in zip(inspected, places, strict=True)]


_Piece = tuple[int, int]
"""Where a piece begins in the text as it was read, and in its file."""


def _places(read: str, text: str) -> list[_Piece] | None:
    """Where pieces of a text that was read stand in `text`; empty when both are equal, None when one misses.

    The cells of a table inside a text are read apart, without what divides them.
    """
    if read == text:
        return []
    found: list[_Piece] = []
    start = end = 0
    for piece in read.split(PART_BREAK):
        at = text.find(piece, end)
        if at < 0 or text[end:at].strip(_DIVIDING):
            return None
        found.append((start, at))
        start, end = start + len(piece) + len(PART_BREAK), at + len(piece)
    return None if text[end:].strip(_DIVIDING) else found


def _placed(found: Inspected, pieces: Sequence[_Piece]) -> Inspected:
    """The same, decisions at their places in the file."""

    def moved(offset: int) -> int:
        start, at = pieces[bisect_right(pieces, offset, key=itemgetter(0)) - 1]
        return at + offset - start

    decisions = [replace(d, start=moved(d.start), end=moved(d.end - 1) + 1) for d in found.decisions]
    return replace(found, decisions=decisions)


def recognizer_policy(name: str, loss_ratio: float) -> LoadedPolicy:
    """A policy that removes all that one recogniser finds.

    Parameters
    ----------
    name : str
        A shipped one, or a file .model, .greedy or .yaml.
    loss_ratio : float
        L/C.
    """
    found = recognizer_of(name, loss_ratio).categories
    clause = {"id": "found", "find": found, "learn": {"recognizers": [name], "loss_ratio": loss_ratio}}
    return _loaded({"identifiers": [{**clause, "law": _CITE}]}, {name: Path(name)})


def concept_policy(settings: ConceptSettings, counts: str, knowledge: Sequence[str]) -> LoadedPolicy:
    """A policy that protects one concept."""
    clause = {**settings.alone().model_dump(), "id": "concept", "law": _CITE}
    return _loaded({"counts": counts, "knowledge": knowledge, "concepts": [clause]}, {})


def _loaded(clauses: Mapping[str, Any], files: Mapping[str, Path]) -> LoadedPolicy:
    written = {"policy": "evaluation", "version": "1.0.0", "title": "What is measured", **clauses}
    written["laws"] = [{"cite": _CITE, "title": "What is measured"}]
    canonical = json.dumps(written, sort_keys=True).encode()
    policy = Policy.model_validate(written)
    return LoadedPolicy(policy, Path("evaluation"), hashlib.sha256(canonical).hexdigest(), files=files)

"""Documents measured as `run` and `inspect` treat them: through a compiled policy."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from adapters.documents.opening.sources import Source
from adapters.policies.files import LoadedPolicy
from engine.errors import InvalidError, fault
from engine.plan.plan import Plan
from engine.policy import ConceptSettings, Policy
from flows.compiling.compilation import Compiled
from flows.compiling.recognizers import recognizer_of
from flows.document.document import DocumentPipeline
from flows.document.results import Inspected
from flows.release.preview.together import looked_at, together

_KEY = b"nobody is protected by this key."
_CITE = "Evaluation"
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
    if shifted := [look.source.id for look in looks if look.found.places is None]:
        must = "must be text that a file of plain text holds as it stands"
        advice = "Take control characters away."
        raise InvalidError(*(fault("EVA003", f"document {one}", must, "", advice) for one in shifted))
    return [_placed(one) for one in together(pipeline, plan, looks)]


def _placed(found: Inspected) -> Inspected:
    """The same, decisions at their places in the file."""
    pairs = zip(found.decisions, found.places or (), strict=True)
    return replace(found, decisions=[replace(one, start=start, end=end) for one, (start, end) in pairs])


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

"""Knowledge bases from servers, each compiled into a file: releases never ask a server."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path

from adapters.knowledge.cache import folder_of
from adapters.knowledge.importers.draft import TaxonomyDraft
from adapters.knowledge.imports import written
from adapters.knowledge.servers import fhir, sparql
from adapters.knowledge.servers.answers import ANSWERS_FILE
from adapters.knowledge.servers.client import Limits, Server


def import_server(
    url: str,
    asked: sparql.Part | fhir.Coded,
    name: str,
    cache_dir: Path,
    *,
    offline: bool = False,
    limits: Limits | None = None,
) -> Path:
    """Import a part of what a server knows under `name`.

    Parameters
    ----------
    url : str
        Of the SPARQL endpoint, or of the FHIR server.
    asked : sparql.Part or fhir.Coded
        Which part.
    name : str
        Name for policies.
    cache_dir : Path
        kb_cache. The answers are kept there too, below the name.
    offline : bool
        Build from the kept answers alone.
    limits : Limits
        Of the import.

    Returns
    -------
    Path
        The taxonomy file.

    Raises
    ------
    InvalidError
        KNO009, KNO014, KNO016, KNO022 to KNO028.
    """
    answers = folder_of(cache_dir, name) / ANSWERS_FILE
    with Server(url, answers, offline=offline, limits=limits) as server:
        draft = _draft(server, asked, name)
    sha256 = _digest(draft)
    if draft.edition.endswith(":"):
        draft.edition += sha256[:12]
    day = datetime.fromtimestamp(server.oldest, UTC).date()
    return written(cache_dir, name, f"{server.url}, asked on {day}", sha256, lambda: draft)


def _draft(server: Server, asked: sparql.Part | fhir.Coded, name: str) -> TaxonomyDraft:
    if isinstance(asked, sparql.Part):
        return sparql.draft_of(server, asked, name)
    return fhir.draft_of(server, asked, name)


def _digest(draft: TaxonomyDraft) -> str:
    """sha256 of what was read, however the server cut it into pages."""
    content = [
        draft.edition,
        sorted(draft.concepts),
        sorted(draft.labels),
        sorted(draft.broader),
        sorted(draft.related),
    ]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()

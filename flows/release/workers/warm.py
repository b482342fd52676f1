"""What workers need under whatever policy, loaded by its import: for the process that they are forked from.

Nothing of a release is here: one shipped policy is compiled and an invented letter read, so that tables,
models and readers are made once, not in every worker.
"""

from __future__ import annotations

import gc
from contextlib import suppress
from datetime import UTC, datetime

from adapters.machine.processes.hardening import harden_process
from engine.errors import SafereleaseError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

_POLICY = "hipaa-safe-harbor"
_SUFFIXES = (".txt", ".docx", ".pdf", ".html", ".csv", ".eml")


def _load() -> None:
    pipeline = DocumentPipeline(compile_policy(_POLICY), b"warm" * 4, datetime.now(UTC).year)
    for suffix in _SUFFIXES:
        pipeline.warm(suffix)
    pipeline.warm_for_many()


harden_process()
with suppress(SafereleaseError, OSError):  # a release tells of what is missing, and whether it needs it
    _load()
gc.collect()
gc.freeze()  # a collection in a worker would write to every page that it shares

"""What workers read before they release: read once, in the process that they are forked from."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from adapters.recognizers.languages import Languages
from adapters.recognizers.learned import default_model
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline


def warm_for_workers() -> None:
    """Read what is not read by now: a release of many documents lets go of the models."""
    _load_what_stays()
    default_model()
    Languages().load()


@cache
def _load_what_stays() -> None:
    """Modules that measure a table, and the expressions, tables and lists of a shipped policy."""
    for module in ("flows.tables.stage", "engine.methods.k_containment.evaluation.auc"):
        import_module(module)
    DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"warm" * 4, 2026).warm_for_many()

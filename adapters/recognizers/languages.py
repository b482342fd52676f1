"""Which language a text is in, by py3langid."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

_CODES = """
en de fr es it pt nl sv da no nn fi pl cs sk sl hr sr hu ro bg el ru uk tr ar he fa hi ur bn ta te
th vi id ms tl zh ja ko ca gl eu ga cy et lv lt sq mk is sw ht so am hy ka az kk mn ne pa gu my km
lo af
"""
"""Languages that are told apart (ISO 639-1). Rare ones that look like English or French are left out, since
they would take the place of these."""


class Languages:
    """The shipped identifier. Its model takes half a second to load, once it is first asked."""

    def load(self) -> None:
        """Load the model, for processes that are forked from this one."""
        _model()

    def forget(self) -> None:
        """Let go of the model (85 MB)."""
        _model.cache_clear()

    def probabilities(self, text: str) -> Mapping[str, float]:
        """Probability of each language."""
        return dict(_model().rank(text))


@cache
def _model() -> Any:  # py3langid has no types
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # half a second that English never pays

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(_CODES.split())
    return identifier

"""Every language that the identifier tells has a name that people know."""

from __future__ import annotations

from adapters.recognizers.languages import Languages
from engine.language.language_names import LANGUAGE_NAMES
from flows.document.languages import languages_said


def test_every_language_that_can_be_found_has_a_name() -> None:
    told = set(Languages().probabilities("Dies ist ein Satz auf Deutsch."))
    assert len(told) > 60
    assert told - {"en", "de", "es", "fr"} <= LANGUAGE_NAMES.keys()
    assert languages_said({"cs": 1200, "xx": 3}) == "1,200 letters in Czech (cs), 3 letters in language xx"

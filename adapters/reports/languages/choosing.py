"""The speech of a report by the name of its language."""

from __future__ import annotations

from functools import cache

from adapters.reports.languages.speech import ReportSpeech


@cache
def speech_of(language: str) -> ReportSpeech:
    """How reports speak in a language (ISO 639-1): "en" or "de"."""
    if language == "en":
        return ReportSpeech()
    from adapters.reports.languages.cldr import OtherSpeech  # English needs no tables of the Unicode CLDR

    return OtherSpeech(language)

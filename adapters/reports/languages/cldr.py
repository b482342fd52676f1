"""Reports in other languages than English: catalogues of gettext, numbers and days by the Unicode CLDR."""

from __future__ import annotations

import datetime as dt

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal

from adapters.reports.languages.catalogues import translations
from adapters.reports.languages.speech import ReportSpeech


class OtherSpeech(ReportSpeech):
    """How reports speak in a language of which there is a catalogue.

    Parameters
    ----------
    language : str
        ISO 639-1.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._locale = Locale.parse(language)
        self._sentences = translations(language)

    def say(self, sentence: str, **values: str) -> str:
        """A sentence with its values."""
        found = self._sentences.gettext(sentence)
        return found % values if values else found

    def number(self, value: float, digits: int = 0) -> str:
        """A number with so many digits behind the point, thousands apart."""
        shown: str = format_decimal(value, "#,##0." + "0" * digits, locale=self._locale)
        return shown

    def day(self, date: dt.date) -> str:
        """A day: ``21. November 2026``."""
        return format_date(date, "long", locale=self._locale)

    def pointed(self, shown: str) -> str:
        """A number without thousands, with the language's decimal sign."""
        return shown.replace(".", self._locale.number_symbols["latn"]["decimal"])

"""Reports in other languages than English: catalogues of gettext, numbers and days by the Unicode CLDR."""

from __future__ import annotations

import datetime as dt
import gettext
import io
from pathlib import Path

from babel import Locale
from babel.dates import format_date
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from adapters.reports.languages.speech import ReportSpeech, translations


def compiled(catalogue: Path, language: str) -> gettext.GNUTranslations:
    """The sentences of a catalogue."""
    found = io.BytesIO()
    with catalogue.open("rb") as file:
        write_mo(found, read_po(file, locale=language))
    found.seek(0)
    return gettext.GNUTranslations(found)


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

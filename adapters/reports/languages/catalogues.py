"""The sentences of a language as gettext reads them, from the catalogue that people write."""

from __future__ import annotations

import gettext
import io
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


def catalogue(language: str) -> Path:
    """The file of a language's sentences; English has none."""
    return _FOLDER / f"{language}.po"


@cache
def translations(language: str) -> gettext.NullTranslations:
    """The sentences of a language; of English those that are written in the templates."""
    return gettext.NullTranslations() if language == "en" else compiled(catalogue(language), language)


def compiled(catalogue: Path, language: str) -> gettext.GNUTranslations:
    """The sentences of a catalogue."""
    from babel.messages.mofile import write_mo  # English needs no catalogue
    from babel.messages.pofile import read_po

    found = io.BytesIO()
    with catalogue.open("rb") as file:
        write_mo(found, read_po(file, locale=language))
    found.seek(0)
    return gettext.GNUTranslations(found)

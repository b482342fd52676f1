"""The language of the terminal: what the program says in English, said in another language.

Faults arise where no language is known, and what is printed is put together from many places. So a
sentence is translated where it is shown, by its form: the catalogue holds ``{0} entries: {1}``, and the
text between the fixed words goes over as it is, unless the catalogue knows it, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.errors import Fault

LANGUAGES = ("en", "de")
"""Languages of the command line (ISO 639-1)."""
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that choose the language, the first that is set, as for other programs."""
_DEEPEST = 3
"""How often a value may hold a sentence of the catalogue in its turn."""
_VALUE = re.compile(r"\{\w+(?::[^{}]*)?\}")
_FAULT, _FAULT_WITHOUT_VALUE = "[{0}] {1} {2}; got {3}. {4}", "[{0}] {1} {2}. {3}"


def catalogue(language: str) -> Path:
    """The file of a language's sentences; English has none."""
    return Path(__file__).parent / f"{language}.po"


def asked_for(environment: Mapping[str, str]) -> str:
    """The language that environment variables choose; English where they name none of `LANGUAGES`."""
    named = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    languages = (one.split("_")[0].split(".")[0] for one in named.split(":"))
    return next((one for one in languages if one in LANGUAGES), "en")


class Speech:
    """How the terminal speaks in a language of which there is a catalogue.

    Parameters
    ----------
    sentences : mapping of str to str
        By the English ones.
    """

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self._sentences = sentences
        forms = [_Form(english, own) for english, own in sentences.items() if _VALUE.search(english)]
        self._forms = sorted((form for form in forms if form.weight), key=lambda form: -form.weight)

    def told(self, text: str, depth: int = 0) -> str:
        """A text in this language; itself where the catalogue does not know it."""
        if not text or depth > _DEEPEST:
            return text
        if text in self._sentences:
            return self._sentences[text]
        for form in self._forms:
            values = form.values_in(text)
            if values is not None:
                return form.filled({name: self.told(value, depth + 1) for name, value in values.items()})
        return text


class _Form:
    """A sentence with places for values."""

    def __init__(self, english: str, own: str) -> None:
        self._own = own
        self._names = _VALUE.findall(english)
        self._fixed = [part.replace("{{", "{").replace("}}", "}") for part in _VALUE.split(english)]
        self.weight = sum(letter.isalpha() for part in self._fixed for letter in part)

    def values_in(self, text: str) -> dict[str, str] | None:
        """The values of a text of this form; None for another one."""
        first, last = self._fixed[0], self._fixed[-1]
        if not text.startswith(first) or not text.endswith(last):
            return None
        found = self._pattern.fullmatch(text)
        return dict(zip(self._names, found.groups(), strict=True)) if found else None

    @property
    def _pattern(self) -> re.Pattern[str]:
        return _pattern(tuple(self._fixed))

    def filled(self, values: Mapping[str, str]) -> str:
        """The sentence in its own language, with values."""
        return _VALUE.sub(lambda name: values[name[0]], self._own)


@cache
def _pattern(fixed: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("(.*?)".join(map(re.escape, fixed)), re.DOTALL)


def pairs(language: str) -> Iterator[tuple[str, str]]:
    """The sentences of a catalogue, each with its translation."""
    from babel.messages.pofile import read_po  # English needs no reader of catalogues

    with catalogue(language).open("rb") as file:
        for message in read_po(file, locale=language):
            if message.id and message.string:
                yield str(message.id), str(message.string)


@cache
def _speech(language: str) -> Speech:
    return Speech(dict(pairs(language)))


_chosen = "en"


def speak(language: str) -> None:
    """Say everything from now on in this language, one of `LANGUAGES`."""
    global _chosen
    _chosen = language


def spoken() -> str:
    """The language that is spoken now."""
    return _chosen


def told(text: str) -> str:
    """A text in the language that is spoken now."""
    return text if _chosen == "en" else _speech(_chosen).told(text)


def fault_told(found: Fault) -> str:
    """A fault in the language that is spoken now; its code and what was found stay as they are."""
    if _chosen == "en":
        return str(found)
    where, must, got, advice = map(told, (found.where, found.must, found.got, found.advice))
    shape = told(_FAULT if got else _FAULT_WITHOUT_VALUE)
    values = (found.code, where, must, *((got,) if got else ()), advice)
    return shape.format(*values).rstrip()

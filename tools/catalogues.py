"""The sentences of reports and of the command line, and the catalogues that translate them.

``python -m tools.catalogues`` adds new sentences to each catalogue, untranslated, and takes old ones out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from adapters.reports import html
from adapters.reports.greedy_curves import LEARNERS
from adapters.reports.languages.catalogues import catalogue
from adapters.reports.pdf import sentences as on_paper
from adapters.reports.templates import environment
from engine.catalog.measured import MEASURED, MEASURED_LEARNED
from engine.catalog.standards import EVIDENCE, STANDARDS
from engine.methods.k_containment.selection.greedy import REASONS
from engine.policy.clauses.earlier_releases import SENTENCES as EARLIER
from engine.record import standing
from service.commands.languages import speech
from tools.terminal_sentences import terminal_sentences

LANGUAGES = ("de",)
_TEMPLATES = ("report.html.j2", "tables.html.j2")
_FOLDER = Path(html.__file__).parent

Message = str | tuple[str, str]
"""A sentence, or its singular and plural."""


def messages() -> list[Message]:
    """All sentences of the compliance report, in the order of the page."""
    return list(dict.fromkeys([*_of_templates(), *_of_constants()]))


def _of_templates() -> Iterator[Message]:
    for name in _TEMPLATES:
        source = (_FOLDER / name).read_text(encoding="utf-8")
        for _, _, found in environment("en").extract_translations(source):  # type: ignore[attr-defined]
            told = [found] if isinstance(found, str) else [one for one in found or () if one]
            if told:  # else a variable: one of the constants below
                yield told[0] if len(told) == 1 else (told[0], told[1])


def _of_constants() -> Iterator[str]:
    for words in (
        html.VERDICTS,
        html.SENTENCES,
        html.STATUSES,
        html.STATUSES_WITHIN,
        html.ROW_STATUSES,
        html.OUTCOMES,
        html.UNITS,
    ):
        yield from words.values()
    yield from (*EARLIER.values(), *LEARNERS.values(), *REASONS.values(), *on_paper.SENTENCES)
    yield from (figure.data for figure in (*MEASURED.values(), *MEASURED_LEARNED.values()))
    yield from standing.SENTENCES
    yield from chain(*EVIDENCE.values())
    for standard in STANDARDS.values():
        yield from (standard.title, standard.read)
        for part in standard.parts:
            yield from filter(None, (part.control, part.organisation))


SOURCES: Sequence[tuple[Callable[[str], Path], Callable[[], Sequence[Message]]]] = (
    (catalogue, messages),
    (speech.catalogue, terminal_sentences),
)
"""Where the catalogue of a language lies, and which sentences it holds: reports, and the command line."""


def read(path: Path, language: str) -> Catalog:
    """A catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(old: Catalog, sentences: Iterable[Message], language: str) -> Catalog:
    """The catalogue with all sentences there are, and no other."""
    new = Catalog(locale=language, fuzzy=False, charset="utf-8")
    for message in sentences:
        known = old.get(message if isinstance(message, str) else message[0])
        new.add(message, known.string if known else "")
    return new


def main() -> None:
    """Bring every catalogue up to date."""
    for language in LANGUAGES:
        for place, sentences in SOURCES:
            new = updated(read(place(language), language), sentences(), language)
            with place(language).open("wb") as file:
                write_po(file, new, width=110, omit_header=True)


if __name__ == "__main__":
    main()

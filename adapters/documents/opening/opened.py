"""A document at hand: its text, and its file written anew and read back, here or in a process of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol

from adapters.documents.containers.packed_names import packed_names
from adapters.documents.faults import left_out
from adapters.documents.layout import Ranged
from adapters.documents.opening.sandbox import LimitedProcess
from adapters.documents.registry import format_for
from adapters.documents.settings import Settings
from adapters.documents.text.source import SourceDocument
from engine.ports import OpenDocument, Replacement
from engine.text import Document, SensitiveText

File = tuple[bytes, Sequence[SensitiveText]]
"""A released file, and the texts that a second parser read in it."""
Found = tuple[Document, Sequence[str]]
"""What is in a file: its text, and the names of the files packed in it, where they were asked for."""


class Opened(Protocol):
    """A document that a format opened."""

    @property
    def document(self) -> Document:
        """Text and parts."""
        ...

    def written(self, replacements: Sequence[Replacement]) -> File:
        """The file with `replacements`, and what it holds then."""
        ...


@dataclass(frozen=True, slots=True)
class Order:
    """A file to open.

    Parameters
    ----------
    document_id : str
    relative : str
        Its name, with its folders.
    suffix : str
        Of the released file.
    settings : Settings
    formats : collection of str
        Of these it must be; empty for any.
    names_inside : bool
        Whether the names of the files packed in it are wanted.
    """

    document_id: str
    relative: str
    suffix: str
    settings: Settings
    formats: Collection[str] = ()
    names_inside: bool = False


@dataclass(frozen=True, slots=True)
class OpenedHere:
    """A document opened in this process.

    Parameters
    ----------
    opened : OpenDocument
    suffix : str
        Of the released file.
    settings : Settings
        How files are opened.
    """

    opened: OpenDocument
    suffix: str
    settings: Settings

    @property
    def document(self) -> Document:
        """As `Opened`."""
        return self.opened.document

    def written(self, replacements: Sequence[Replacement]) -> File:
        """As `Opened`."""
        content = self.opened.rewrite(replacements)
        return content, format_for(self.suffix, content, self.settings).read_back(content)

    def places_of(self, found: Sequence[Ranged], content: bytes) -> list[tuple[int, int]] | None:
        """Where each stretch of the text stands in the file; None where the file is not read as it stands."""
        if not isinstance(self.opened, SourceDocument) or not self.opened.is_source_of(content):
            return None
        places = [place for one in found if (place := self.opened.in_file(one))]
        return places if len(places) == len(found) else None


@dataclass(frozen=True, slots=True)
class OpenedApart:
    """A document that is open in a process of its own: no parser touches its file, or the released one, here.

    Parameters
    ----------
    document : Document
    process : LimitedProcess
        It keeps an `OpenedHere`.
    """

    document: Document
    process: LimitedProcess

    def written(self, replacements: Sequence[Replacement]) -> File:
        """As `Opened`."""
        return self.process.ask(OpenedHere.written, replacements)


def read_file_back(suffix: str, content: bytes, settings: Settings) -> tuple[None, list[str]]:
    """The texts of a released file, as the independent reader reads them."""
    return None, [part.reveal() for part in format_for(suffix, content, settings).read_back(content)]


def open_file(order: Order, content: bytes) -> tuple[OpenedHere, Found]:
    """Open a file by the format that its name and content agree on.

    Raises
    ------
    UnreadableError
        The format is unknown or left out, or the file is broken.
    """
    names = tuple(packed_names(order.relative, content, order.settings)) if order.names_inside else ()
    opener = format_for(PurePosixPath(order.relative).suffix, content, order.settings)
    if order.formats and opener.name not in order.formats:
        raise left_out(order.document_id, opener.name, order.formats)
    opened = OpenedHere(opener.open(order.document_id, content), order.suffix, order.settings)
    return opened, (opened.document, names)

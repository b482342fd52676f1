"""Pictures inside office files, read by text recognition: each is a document inside the document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from adapters.documents.containers.archive import read_archive
from adapters.documents.containers.composite import Composite
from adapters.documents.office.ooxml.package import Package
from adapters.documents.pictures.embedded import BLANK_PNG
from adapters.documents.pictures.frames import frames
from adapters.documents.pictures.picture import open_inside, text_of
from adapters.documents.pictures.readers import second_reader
from adapters.documents.settings import Settings
from engine.ports import OpenDocument, Replacement
from engine.text import Document


class OpenPackage(Protocol):
    """An open office file."""

    @property
    def document(self) -> Document:
        """Text and parts."""
        ...

    @property
    def package(self) -> Package:
        """What is written."""
        ...

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The package's bytes with `replacements` applied."""
        ...


def with_pictures(opened: OpenPackage, settings: Settings) -> OpenDocument:
    """The file with what its pictures say after its own text, where the policy lets them be read."""
    shown = [name for name, content in opened.package.media.items() if content != BLANK_PNG]
    if settings.images != "read" or not shown:
        return opened
    return _PackageWithPictures(opened, shown, settings)


def texts_of_pictures(content: bytes, settings: Settings) -> Iterator[str]:
    """What another reader finds in the pictures of a released file, where the policy lets them be read."""
    if settings.images != "read":
        return
    for name, picture in read_archive("", content, settings).items():
        if name.startswith("media/") and picture != BLANK_PNG:
            for frame in frames("", picture, "PNG", settings):
                yield from text_of(frame.picture, second_reader())


class _PackageWithPictures:
    """An open office file and its open pictures, as one text."""

    def __init__(self, opened: OpenPackage, names: Sequence[str], settings: Settings) -> None:
        ident, media = opened.document.id, opened.package.media
        self._opened = opened
        self._pictures = {name: open_inside(ident, media[name], settings) for name in names}
        self._composite = Composite(ident, [opened, *self._pictures.values()])
        self.document = self._composite.document

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The package's bytes, its pictures painted over where something goes."""
        own, *others = self._composite.shares(replacements)
        for (name, picture), share in zip(self._pictures.items(), others, strict=True):
            self._opened.package.media[name] = picture.rewrite(share)
        return self._opened.rewrite(own)

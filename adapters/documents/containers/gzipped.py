"""One file under gzip: an archive (``.tar.gz``, ``.tgz``) or a document, opened by what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from adapters.documents.containers.composite import deeper, nested_texts
from adapters.documents.containers.tar_archive import read_gzip, write_gzip
from adapters.documents.opening.content_kinds import kinds_of
from adapters.documents.registry import format_for, released_suffix, supported_suffixes
from adapters.documents.settings import DEFAULT, Settings
from engine.ports import OpenDocument, Replacement
from engine.text import Document, SensitiveText


class Gzipped:
    """A file compressed by gzip.

    What it holds is opened by the suffix in its header, or by its content; without both it is text. The
    header is written anew: of the name only the suffix stays, and no time.

    Parameters
    ----------
    settings : Settings
        Limits, also of how deep files may lie in files.
    """

    name = "gz"
    suffixes: Sequence[str] = (".gz", ".tgz")

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003, DOC006 nested too deep, DOC007, and what the format inside says."""
        counted = self._settings.counted()
        suffix, inner = unpacked(document_id, content, counted)
        settings = deeper(document_id, counted)
        return GzippedDocument(format_for(suffix, inner, settings).open(document_id, inner), suffix)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """The name in the header, and what the format inside reads back."""
        settings = self._settings.counted()
        suffix, inner = unpacked("", content, settings)
        name, _ = read_gzip("", content, self._settings)
        own = [] if name == _named(suffix) else [name]
        return [SensitiveText(text) for text in [*own, *nested_texts(suffix, inner, settings)] if text]


def unpacked(document_id: str, content: bytes, settings: Settings) -> tuple[str, bytes]:
    """The suffix of what a gzip file holds, and that."""
    name, inner = read_gzip(document_id, content, settings)
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in supported_suffixes():
        kind = next(iter(kinds_of(inner)), "txt")
        suffix = f".{kind}" if f".{kind}" in supported_suffixes() else ".txt"
    return suffix, inner


def _named(suffix: str) -> str:
    return f"document{suffix}"


@dataclass(frozen=True, slots=True)
class GzippedDocument:
    """An open file, and what it will be compressed as."""

    inner: OpenDocument
    suffix: str

    @property
    def document(self) -> Document:
        """What the file inside says."""
        return self.inner.document

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The file compressed anew with `replacements` applied."""
        return write_gzip(_named(released_suffix(self.suffix)), self.inner.rewrite(replacements))

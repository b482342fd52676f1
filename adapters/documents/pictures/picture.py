"""Pictures as documents: PNG, JPEG, TIFF, BMP, GIF and WebP, read by text recognition."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from PIL import Image

from adapters.documents.faults import too_little_read
from adapters.documents.layout import Layout
from adapters.documents.pictures.frames import Frame, frames, written
from adapters.documents.pictures.marks import code_texts
from adapters.documents.pictures.page import EMPTIED, Page, Place, read_page, words_replaced
from adapters.documents.pictures.readers import Reader, first_reader, second_reader
from adapters.documents.settings import DEFAULT, Settings
from engine.ports import OpenDocument, Replacement
from engine.text import NO_PICTURES, Document, SensitiveText


class Png:
    """PNG pictures. Each picture is a page of text, as text recognition reads it.

    What is written is made of pixels alone. Words that go are painted over, and so is every word
    that was not read with certainty. The released picture is read again by another reader.

    Parameters
    ----------
    settings : Settings
        ``unreadable_pictures``, ``codes``, ``faces``, ``signatures``, ``stamps``, and the limits.
    """

    name = "png"
    suffixes: Sequence[str] = (".png",)
    kind = written_kind = "PNG"

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a picture; DOC003, DOC007, DOC023 too little that can be read, DOC024 no reader,
        DOC025 codes, faces, signatures or stamps that the policy refuses."""
        reader = first_reader(document_id)
        found = frames(document_id, content, self.kind, self._settings)
        pages = [read_page(document_id, frame.picture, reader, self._settings) for frame in found]
        return _opened(document_id, pages, [frame.dpi for frame in found], self.written_kind, self._settings)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """The text of each picture, by another reader than opened it."""
        reader = second_reader()
        found = frames("", content, self.written_kind, self._settings)
        return [SensitiveText(text) for frame in found for text in text_of(frame.picture, reader)]


class Jpeg(Png):
    """JPEG pictures, written anew from their pixels."""

    name = "jpeg"
    suffixes = (".jpg", ".jpeg")
    kind = written_kind = "JPEG"


class Tiff(Png):
    """TIFF pictures of one or more pages, as scanners and fax machines write them."""

    name = "tiff"
    suffixes = (".tif", ".tiff")
    kind = written_kind = "TIFF"


class Bmp(Png):
    """Bitmaps of Windows, written as PNG."""

    name = "bmp"
    suffixes = (".bmp",)
    kind = "BMP"


class Gif(Png):
    """GIF pictures, written as PNG; of an animation the first picture."""

    name = "gif"
    suffixes = (".gif",)
    kind = "GIF"


class WebP(Png):
    """WebP pictures, written as PNG; of an animation the first picture."""

    name = "webp"
    suffixes = (".webp",)
    kind = "WEBP"


def open_inside(document_id: str, content: bytes, settings: Settings) -> OpenDocument:
    """A picture inside a document, as PNG: one without words stays, one that is hardly read is emptied."""
    (frame,) = frames(document_id, content, Png.kind, settings)
    page = read_page(document_id, frame.picture, first_reader(document_id), settings)
    facts = EMPTIED if page.is_hardly_read else page.facts
    kept = Page(page.blanked(), ()) if page.is_hardly_read else page
    layout: Layout[Place] = Layout()
    kept.lay_out(layout, 0, count())
    return PictureDocument(layout.document(document_id, facts), layout, [kept], [None], Png.kind)


def text_of(picture: Image.Image, reader: Reader) -> Sequence[str]:
    """All that a reader finds in a released picture, certain or not, and what its codes say."""
    return text_on(Page(picture, reader.read(picture), sure=0.0))


def text_on(page: Page) -> Sequence[str]:
    """The text of a page, and what its codes say."""
    layout: Layout[Place] = Layout()
    page.lay_out(layout, 0, count())
    return [*layout.texts(), *code_texts(page.picture)]


class PictureDocument:
    """Open pictures: what was read, and where it stands."""

    def __init__(
        self,
        document: Document,
        layout: Layout[Place],
        pages: Sequence[Page],
        resolutions: Sequence[int | None],
        kind: str,
    ) -> None:
        self.document = document
        self._layout = layout
        self._pages = pages
        self._resolutions = resolutions
        self._kind = kind

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The pictures with the words of `replacements` painted over."""
        replaced = words_replaced(self._layout, replacements)
        painted = [page.covered(replaced.get(number, ())) for number, page in enumerate(self._pages)]
        found = [Frame(picture, dpi) for picture, dpi in zip(painted, self._resolutions, strict=True)]
        return written(found, self._kind)


def _opened(
    document_id: str,
    pages: Sequence[Page],
    resolutions: Sequence[int | None],
    kind: str,
    settings: Settings,
) -> PictureDocument:
    layout: Layout[Place] = Layout()
    tables = count()
    facts = NO_PICTURES
    kept = []
    for number, page in enumerate(pages):
        if not page.is_readable and settings.unreadable_pictures == "refuse":
            raise too_little_read(document_id, number + 1, page.n_sure, len(page.words))
        kept.append(page if page.is_readable else Page(page.blanked(), ()))
        kept[-1].lay_out(layout, number, tables)
        facts = facts.plus(page.facts if page.is_readable else EMPTIED)
    return PictureDocument(layout.document(document_id, facts), layout, kept, resolutions, kind)

"""What a policy may choose about opening and writing documents."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from adapters.documents.containers.unpacked import Unpacked

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """Choices and limits of the document formats; the defaults are the safe ones.

    Parameters
    ----------
    encoding : str or None
        Encoding of text files without a byte order mark that are not UTF-8.
        None refuses them: a guessed encoding hides text from the recognisers.
    max_bytes : int
        Largest file that is opened, in bytes.
    max_depth : int
        Deepest nesting of markup and of JSON values.
    max_attached : int
        Deepest nesting of archives, attached messages and attached files.
    max_expanded_bytes : int
        Most bytes that compressed content of one file may expand to, with that of all files in it.
    scripts : {"remove", "refuse"}
        What happens to script code, which no recogniser can be trusted to read.
    images : {"blank", "keep", "read"}
        ``"blank"`` puts an empty picture in the place of each embedded one:
        nobody reads its pixels. ``"keep"`` is for documents known to be clean.
        ``"read"`` reads those of office files by text recognition, and blanks all others.
    scanned_pages : {"refuse", "redact", "read"}
        What happens to a page of a PDF that is a picture without text that shows. ``"read"``: text
        recognition reads it, and it is written as a picture again.
    unreadable_pictures : {"refuse", "blank"}
        What happens to a picture of which text recognition reads too little.
    codes, faces, signatures, stamps : {"cover", "refuse", "keep"}
        Barcodes and QR codes, faces, strokes of a pen and stamps in pictures that are read: painted over, a
        reason to refuse, or not looked for.
    attachments : {"recurse", "remove", "refuse"}
        Files attached to mails are opened by their own format, removed, or the document is
        refused. Those of a PDF cannot be written back: they are removed, or it is refused.
    unopened : {"remove", "refuse"}
        What happens to a file in a mail or archive that cannot be opened: a note takes its
        place, or the document that holds it is refused.
    revisions : {"accept", "reject", "remove", "refuse"}
        Which side of tracked changes stays (none with ``"remove"``); the other leaves the file.
    comments, embedded, earlier_revisions : {"remove", "refuse"}
        Comments; embedded objects and media; earlier states of a PDF.
    covered_text : {"remove", "refuse"}
        Text of a PDF that is painted and that no page shows, or that a mark for redaction covers.
    names : {"keep", "number"}
        Names of files inside mails and archives: texts like others, or replaced by numbers.
    columns : frozenset of str
        Columns that the policy names, as `column_name` folds them: the first row of a table
        that holds one of them is its header, and each of their values is a part.
    unpacked : Unpacked, optional
        Counts what the archives of the document unpack to; see `counted`.
    """

    encoding: str | None = None
    max_bytes: int = 64 * MEBIBYTE
    max_depth: int = 200
    max_attached: int = 8
    max_expanded_bytes: int = 512 * MEBIBYTE
    scripts: Literal["remove", "refuse"] = "remove"
    images: Literal["blank", "keep", "read"] = "blank"
    scanned_pages: Literal["refuse", "redact", "read"] = "refuse"
    unreadable_pictures: Literal["refuse", "blank"] = "refuse"
    codes: Literal["cover", "refuse", "keep"] = "cover"
    faces: Literal["cover", "refuse", "keep"] = "cover"
    signatures: Literal["cover", "refuse", "keep"] = "cover"
    stamps: Literal["cover", "refuse", "keep"] = "cover"
    attachments: Literal["recurse", "remove", "refuse"] = "recurse"
    unopened: Literal["remove", "refuse"] = "remove"
    revisions: Literal["accept", "reject", "remove", "refuse"] = "accept"
    comments: Literal["remove", "refuse"] = "remove"
    embedded: Literal["remove", "refuse"] = "remove"
    earlier_revisions: Literal["remove", "refuse"] = "remove"
    covered_text: Literal["remove", "refuse"] = "remove"
    names: Literal["keep", "number"] = "keep"
    columns: frozenset[str] = frozenset()
    unpacked: Unpacked | None = field(default=None, compare=False)

    @property
    def count(self) -> Unpacked:
        """The count of the document's archives; a new one for an archive that is the document."""
        return self.unpacked or Unpacked(self.max_expanded_bytes)

    def counted(self) -> Settings:
        """These settings for one document that may hold archives: they share a count."""
        return replace(self, unpacked=self.count)


DEFAULT = Settings()

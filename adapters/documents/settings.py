"""What a policy may choose about opening and writing documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
        Most bytes that compressed content of one file may expand to.
    scripts : {"remove", "refuse"}
        What happens to script code, which no recogniser can be trusted to read.
    images : {"blank", "keep"}
        ``"blank"`` puts an empty picture in the place of each embedded one:
        pixels cannot be searched. ``"keep"`` is for documents known to be clean.
    scanned_pages : {"refuse", "blank"}
        What happens to a page of a PDF that is a picture without text that shows.
    attachments : {"remove", "refuse"}
        What happens to an attached file that cannot be opened: a note takes its
        place, or the document that holds it is refused.
    revisions : {"accept", "reject"}
        Which side of tracked changes stays; the other leaves the file.
    """

    encoding: str | None = None
    max_bytes: int = 64 * MEBIBYTE
    max_depth: int = 200
    max_attached: int = 8
    max_expanded_bytes: int = 512 * MEBIBYTE
    scripts: Literal["remove", "refuse"] = "remove"
    images: Literal["blank", "keep"] = "blank"
    scanned_pages: Literal["refuse", "blank"] = "refuse"
    attachments: Literal["remove", "refuse"] = "remove"
    revisions: Literal["accept", "reject"] = "accept"


DEFAULT = Settings()

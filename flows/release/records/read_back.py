"""What was read back from released files when they were written: for the looks over the whole release.

A file is opened once, by the process that has its document alone. Whoever looks for what other documents
lost takes these texts, if they are those of the very bytes that are to leave.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256

from flows.release.records.chunk_files import SealedChunks


@dataclass(frozen=True, slots=True)
class ReadBack:
    """The texts of one released file.

    Parameters
    ----------
    sha256 : str
        Of the file that they were read from.
    texts : tuple of str
    """

    sha256: str
    texts: tuple[str, ...]

    def __repr__(self) -> str:
        return f"ReadBack({len(self.texts)} texts)"

    def is_of(self, content: bytes) -> bool:
        """Whether they were read from `content`."""
        return sha256(content).hexdigest() == self.sha256


class SealedTexts(SealedChunks[ReadBack]):
    """The texts of the released files of one release."""

    folder = "texts"

    def to_bytes(self, kept: ReadBack) -> bytes:
        """The texts and the hash, as JSON; a reader may yield halves of surrogates, which JSON escapes."""
        return json.dumps([kept.sha256, kept.texts]).encode()

    def from_bytes(self, content: bytes) -> ReadBack:
        """The same again."""
        digest, texts = json.loads(content)
        return ReadBack(digest, tuple(texts))

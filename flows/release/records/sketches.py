"""The sketches of a release's documents until it ends."""

from __future__ import annotations

from engine.methods.overlaps.sketch import Sketch
from flows.release.records.chunk_files import SealedChunks


class SealedSketches(SealedChunks[Sketch]):
    """The sketches of one release."""

    folder = "sketches"

    def to_bytes(self, kept: Sketch) -> bytes:
        """The sketch."""
        return kept.to_bytes()

    def from_bytes(self, content: bytes) -> Sketch:
        """The sketch again."""
        return Sketch.from_bytes(content)

    def _unpacked(self, first: str, content: bytes) -> dict[str, Sketch]:
        if not content.startswith(b"{"):  # of a release that 0.3.0 began: a file for each document
            return {first: Sketch.from_bytes(content)}
        return super()._unpacked(first, content)

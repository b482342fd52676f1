"""Pixels of DICOM objects: kept only where the object says that nothing is burned into them; never read."""

from __future__ import annotations

import numpy as np
from pydicom import Dataset

from adapters.documents.faults import malformed, with_pixels
from adapters.documents.health.dicom.actions import COLOURS

_GROUP = 0x7FE0
_PIXEL_DATA = 0x7FE00010


def pixels_of(document_id: str, source: Dataset) -> bytes | None:
    """The pixel data, bits that no pixel uses cleared; None where there is none.

    Raises
    ------
    UnreadableError
        DOC026, pixels that may show text; DOC007, as many bytes as the image has not.
    """
    if all(tag >> 16 != _GROUP for tag in source.keys()):  # noqa: SIM118 (values would be parsed)
        return None
    if any(tag >> 16 == _GROUP and tag != _PIXEL_DATA for tag in source.keys()):  # noqa: SIM118
        raise with_pixels(document_id, "pixel data of another kind than whole numbers")
    if source.get("BurnedInAnnotation") != "NO":
        raise with_pixels(document_id, "pixel data that may show text (BurnedInAnnotation is not NO)")
    if source.get("RecognizableVisualFeatures", "NO") != "NO":
        raise with_pixels(document_id, "pixel data that show who it is (RecognizableVisualFeatures)")
    if source.get("PhotometricInterpretation") not in COLOURS:
        raise with_pixels(document_id, "pixel data with a palette or of unknown colours")
    return _cleared(document_id, source)


def _cleared(document_id: str, source: Dataset) -> bytes:
    allocated, stored = source.get("BitsAllocated"), source.get("BitsStored")
    if allocated not in (8, 16) or not 0 < int(stored or 0) <= allocated:
        raise with_pixels(document_id, "pixel data of other than 8 or 16 bits")
    if source.get("HighBit") != stored - 1:
        raise with_pixels(document_id, "pixel data with bits beside the image")
    n_bytes: int = _n_values(source) * allocated // 8
    data: object = source[_PIXEL_DATA].value
    if not isinstance(data, bytes) or len(data) != n_bytes + n_bytes % 2:
        raise malformed(document_id, "DICOM", "pixel data of another length than the image")
    kind = "<i" if source.get("PixelRepresentation") == 1 else "<u"
    values = np.frombuffer(data[:n_bytes], f"{kind}{allocated // 8}")
    spare = allocated - stored
    cleared: bytes = ((values << spare) >> spare).astype(values.dtype).tobytes()
    return cleared.ljust(n_bytes + n_bytes % 2, b"\0")


def _n_values(source: Dataset) -> int:
    count = int(source.get("NumberOfFrames") or 1)
    for keyword in ("Rows", "Columns", "SamplesPerPixel"):
        count *= int(source.get(keyword) or 0)
    return count

"""Pixels of DICOM objects: as whole numbers, from what a file holds and back into it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from pydicom import Dataset
from pydicom.multival import MultiValue
from pydicom.pixels.decoders.base import get_decoder
from pydicom.uid import (
    JPEG2000,
    ExplicitVRBigEndian,
    ExplicitVRLittleEndian,
    ImplicitVRLittleEndian,
    JPEG2000Lossless,
    JPEGBaseline8Bit,
    JPEGExtended12Bit,
    RLELossless,
)

from adapters.documents.faults import malformed, too_large, with_pixels
from adapters.documents.health.dicom.actions import COLOURS
from adapters.documents.settings import Settings

PLAIN = (ImplicitVRLittleEndian, ExplicitVRLittleEndian, ExplicitVRBigEndian)
"""Transfer syntaxes that compress nothing."""
_COMPRESSED = (RLELossless, JPEGBaseline8Bit, JPEGExtended12Bit, JPEG2000Lossless, JPEG2000)
"""Those whose decoders come with what is installed."""
_GROUP = 0x7FE0
_PIXEL_DATA = 0x7FE00010
_COMPRESSED_COLOURS = COLOURS | {"YBR_FULL_422", "YBR_ICT", "YBR_RCT"}
_UNDECODABLE = (
    *(ValueError, TypeError, RuntimeError, NotImplementedError, LookupError, AttributeError),
    *(OSError, EOFError, OverflowError, Image.DecompressionBombError),
)
"""What decoders raise on codes that are none of theirs."""


class Pixels(NamedTuple):
    """An image.

    Parameters
    ----------
    values : array
        By frame, row, column and sample.
    colours : str
        How they are meant.
    windows : tuple of (float, float)
        Ranges of values that the object asks viewers to show.
    """

    values: NDArray[Any]
    colours: str
    windows: tuple[tuple[float, float], ...] = ()


def can_decode(syntax: str) -> bool:
    """Whether pixels of a transfer syntax can be had: plain ones, or by a decoder that is installed."""
    return syntax in PLAIN or any(syntax == one and get_decoder(one).is_available for one in _COMPRESSED)


def pixels_of(document_id: str, source: Dataset, settings: Settings) -> Pixels | None:
    """The pixels, bits that no pixel uses cleared; None where there are none.

    Raises
    ------
    UnreadableError
        DOC026, pixels that cannot be read; DOC003 too many; DOC007, as many bytes as the image has not.
    """
    if all(tag >> 16 != _GROUP for tag in source.keys()):  # noqa: SIM118 (values would be parsed)
        return None
    if any(tag >> 16 == _GROUP and tag != _PIXEL_DATA for tag in source.keys()):  # noqa: SIM118
        raise with_pixels(document_id, "pixel data of another kind than whole numbers")
    if source.get("RecognizableVisualFeatures", "NO") != "NO":
        raise with_pixels(document_id, "pixel data that show who it is (RecognizableVisualFeatures)")
    _require_ordinary(document_id, source)
    n_bytes = int(np.prod(_shape(source))) * source.BitsAllocated // 8
    if n_bytes > settings.max_expanded_bytes:
        raise too_large(document_id, n_bytes, settings.max_expanded_bytes)
    if source.file_meta.TransferSyntaxUID in PLAIN:
        found = Pixels(_plain(document_id, source), source.PhotometricInterpretation)
    else:
        found = _decoded(document_id, source)
    spare = source.BitsAllocated - source.BitsStored
    values = ((found.values << spare) >> spare).astype(found.values.dtype)
    return found._replace(values=values, windows=_windows(source))


def _require_ordinary(document_id: str, source: Dataset) -> None:
    is_plain = source.file_meta.TransferSyntaxUID in PLAIN
    if source.get("PhotometricInterpretation") not in (COLOURS if is_plain else _COMPRESSED_COLOURS):
        raise with_pixels(document_id, "pixel data with a palette or of unknown colours")
    allocated, stored = source.get("BitsAllocated"), source.get("BitsStored")
    if allocated not in (8, 16) or not 0 < int(stored or 0) <= allocated:
        raise with_pixels(document_id, "pixel data of other than 8 or 16 bits")
    if source.get("HighBit") != stored - 1:
        raise with_pixels(document_id, "pixel data with bits beside the image")
    if source.get("SamplesPerPixel") != (1 if source.PhotometricInterpretation.startswith("MONO") else 3):
        raise with_pixels(document_id, "pixel data with as many samples as its colours have not")


def _windows(source: Dataset) -> tuple[tuple[float, float], ...]:
    """The windows of an object, in values as they are stored."""
    centres, widths = (_numbers(source.get(keyword)) for keyword in ("WindowCenter", "WindowWidth"))
    slope = float(source.get("RescaleSlope") or 1) or 1.0
    intercept = float(source.get("RescaleIntercept") or 0)
    stored = (
        sorted(((centre + side * width / 2) - intercept) / slope for side in (-1, 1))
        for centre, width in zip(centres, widths, strict=False)
    )
    return tuple((low, high) for low, high in stored)


def _numbers(value: Any) -> list[float]:
    values = value if isinstance(value, MultiValue) else [value]
    return [float(one) for one in values if one not in (None, "")]


def _shape(source: Dataset) -> tuple[int, int, int, int]:
    frames = int(source.get("NumberOfFrames") or 1)
    rows, columns, samples = (int(source.get(k) or 0) for k in ("Rows", "Columns", "SamplesPerPixel"))
    return frames, rows, columns, samples


def _kind(source: Dataset) -> str:
    sign = "i" if source.get("PixelRepresentation") == 1 else "u"
    return f"<{sign}{source.BitsAllocated // 8}"


def _plain(document_id: str, source: Dataset) -> NDArray[Any]:
    """Values of pixel data that are not compressed."""
    shape = _shape(source)
    n_bytes = int(np.prod(shape)) * source.BitsAllocated // 8
    data: object = source[_PIXEL_DATA].value
    if not isinstance(data, bytes) or not n_bytes or len(data) != n_bytes + n_bytes % 2:
        raise malformed(document_id, "DICOM", "pixel data of another length than the image")
    is_big = source.file_meta.TransferSyntaxUID == ExplicitVRBigEndian
    if is_big and source.BitsAllocated == 8:  # words of two bytes hold two pixels, in reverse
        raise with_pixels(document_id, "pixel data of 8 bits in big endian")
    stored = np.dtype(_kind(source))
    values = np.frombuffer(data[:n_bytes], stored.newbyteorder(">") if is_big else stored).astype(stored)
    if shape[3] > 1 and source.get("PlanarConfiguration") == 1:
        return np.moveaxis(values.reshape(shape[0], shape[3], shape[1], shape[2]), 1, 3)
    return values.reshape(shape)


def _decoded(document_id: str, source: Dataset) -> Pixels:
    """Values of compressed pixel data; colours become RGB."""
    try:
        values = np.asarray(source.pixel_array).astype(_kind(source)).reshape(_shape(source))
    except _UNDECODABLE:
        raise with_pixels(document_id, "compressed pixel data that cannot be decoded") from None
    mono = source.PhotometricInterpretation.startswith("MONO")
    return Pixels(values, source.PhotometricInterpretation if mono else "RGB")


def put_pixels(made: Dataset, pixels: Pixels) -> None:
    """Write pixels into an object, not compressed."""
    content = pixels.values.tobytes()
    made.PixelData = content + b"\0" * (len(content) % 2)
    made[_PIXEL_DATA].VR = "OW" if pixels.values.itemsize > 1 else "OB"
    made.PhotometricInterpretation = pixels.colours
    if pixels.values.shape[3] > 1:
        made.PlanarConfiguration = 0

"""DICOM objects made for tests, with people made up for them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import numpy as np
from PIL import Image, ImageOps
from pydicom import DataElement, Dataset, FileMetaDataset, config, dcmread, dcmwrite
from pydicom.datadict import dictionary_VR, tag_for_keyword
from pydicom.dataset import PrivateBlock
from pydicom.encaps import encapsulate
from pydicom.tag import Tag
from pydicom.uid import UID, ExplicitVRLittleEndian, JPEGBaseline8Bit, RLELossless

from tests.conformance.picture_files import drawn

CT = "1.2.840.10008.5.1.4.1.1.2"


def dataset(attributes: Mapping[str, object]) -> Dataset:
    """A dataset of attributes by keyword; lists of mappings are sequences."""
    made = Dataset()
    for keyword, value in attributes.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            value = [dataset(item) for item in value]
        tag = Tag(tag_for_keyword(keyword) or 0)
        made[tag] = DataElement(tag, dictionary_VR(tag), value, validation_mode=config.IGNORE)
    return made


def written(attributes: Mapping[str, object], syntax: str = ExplicitVRLittleEndian, mark: str = "") -> bytes:
    """An object as a file; `mark` stands in private elements, an overlay and the preamble."""
    made = dataset({"SOPClassUID": CT, "SOPInstanceUID": "1.2.3.4", "SpecificCharacterSet": "ISO_IR 192"})
    made.update(dataset(attributes))
    if mark:
        block: PrivateBlock = made.private_block(0x0029, f"{mark} CREATOR", create=True)
        block.add_new(0x10, "LO", mark)
        made.add_new(0x60003000, "OB", mark.encode())
    made.file_meta = FileMetaDataset()
    made.file_meta.TransferSyntaxUID = syntax
    made.preamble = mark.encode().ljust(128, b"\0")
    file = io.BytesIO()
    dcmwrite(file, made, enforce_file_format=True)
    return file.getvalue()


def image(**changes: object) -> dict[str, object]:
    """Two by two pixels of twelve bits, with something in the bits above them."""
    return {
        "BurnedInAnnotation": "NO", "Rows": 2, "Columns": 2, "SamplesPerPixel": 1, "BitsAllocated": 16,
        "BitsStored": 12, "HighBit": 11, "PixelRepresentation": 0,
        "PhotometricInterpretation": "MONOCHROME2", "PixelData": b"\x01\xf0\x02\x00\x03\x10\xff\x0f",
        **changes,
    }  # fmt: skip


def drawn_image(
    lines: Sequence[str], kind: str = "L16", ink: int = 1, **changes: object
) -> dict[str, object]:
    """An image on which lines of text are burned in, bright on a dark, uneven ground.

    Parameters
    ----------
    lines : sequence of str
    kind : str
        ``L8``, ``L16``, ``S16`` (signed), ``INVERSE`` (MONOCHROME1), ``RGB``, ``PLANES`` or
        ``YBR``.
    ink : int
        Text has the brightest value divided by this; a spot has the brightest itself.
    **changes : object
        Other attributes.
    """
    text = np.asarray(ImageOps.invert(drawn(lines, size=18, width=480))).astype(np.float64) / 255
    ground = 0.1 + 0.05 * np.sin(np.arange(text.shape[1]) / 25)[None, :]
    shares = np.maximum(ground * np.ones_like(text), text) / ink
    shares[-6:, -6:] = 1
    attributes = {"Rows": text.shape[0], "Columns": text.shape[1], "PixelRepresentation": 0} | _COLOURS[kind]
    bits = 12 if attributes["BitsAllocated"] == 16 else 8
    values = (shares * (2 ** (bits - 1) - 1 if kind == "S16" else 2**bits - 1)).astype(int)
    if kind == "INVERSE":
        values = 2**bits - 1 - values
    if kind in ("RGB", "PLANES"):
        values = np.stack([values] * 3, axis=0 if kind == "PLANES" else 2)
    if kind == "YBR":
        values = np.stack([values, np.full_like(values, 128), np.full_like(values, 128)], axis=2)
    content = values.astype("<u2" if bits == 12 else "u1").tobytes()
    return {
        "BitsStored": bits, "HighBit": bits - 1, "PixelData": content + b"\0" * (len(content) % 2),
        **attributes, **changes,
    }  # fmt: skip


_COLOURS: Mapping[str, dict[str, object]] = {
    "L8": {"BitsAllocated": 8, "SamplesPerPixel": 1, "PhotometricInterpretation": "MONOCHROME2"},
    "L16": {"BitsAllocated": 16, "SamplesPerPixel": 1, "PhotometricInterpretation": "MONOCHROME2"},
    "S16": {
        "BitsAllocated": 16, "SamplesPerPixel": 1, "PhotometricInterpretation": "MONOCHROME2",
        "PixelRepresentation": 1,
    },
    "INVERSE": {"BitsAllocated": 16, "SamplesPerPixel": 1, "PhotometricInterpretation": "MONOCHROME1"},
    "RGB": {
        "BitsAllocated": 8, "SamplesPerPixel": 3, "PhotometricInterpretation": "RGB",
        "PlanarConfiguration": 0,
    },
    "PLANES": {
        "BitsAllocated": 8, "SamplesPerPixel": 3, "PhotometricInterpretation": "RGB",
        "PlanarConfiguration": 1,
    },
    "YBR": {
        "BitsAllocated": 8, "SamplesPerPixel": 3, "PhotometricInterpretation": "YBR_FULL",
        "PlanarConfiguration": 0,
    },
}  # fmt: skip


def compressed(content: bytes, syntax: UID) -> bytes:
    """An object with its pixels compressed."""
    source = dcmread(io.BytesIO(content))
    if syntax == RLELossless:
        source.compress(syntax)
    else:
        encoded = io.BytesIO()
        options: dict[str, object] = {"quality": 95} if syntax == JPEGBaseline8Bit else {"no_jp2": True}
        kind = "JPEG" if syntax == JPEGBaseline8Bit else "JPEG2000"
        Image.fromarray(source.pixel_array).save(encoded, kind, **options)
        source.PixelData = encapsulate([encoded.getvalue()])
        source["PixelData"].is_undefined_length = True
        source.file_meta.TransferSyntaxUID = syntax
    file = io.BytesIO()
    dcmwrite(file, source, enforce_file_format=True)
    return file.getvalue()

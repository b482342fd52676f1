"""DICOM objects made for tests, with people made up for them."""

from __future__ import annotations

import io
from collections.abc import Mapping

from pydicom import DataElement, Dataset, FileMetaDataset, config, dcmwrite
from pydicom.datadict import dictionary_VR, tag_for_keyword
from pydicom.dataset import PrivateBlock
from pydicom.tag import Tag
from pydicom.uid import ExplicitVRLittleEndian

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

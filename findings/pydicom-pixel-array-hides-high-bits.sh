#!/usr/bin/env bash
# Package and version: pydicom 3.0.2
# Guess, written before it was run: pixel_array gives the stored words as they are, so an overlay drawn in the four bits above a picture of 12 bits shows as values over 4095.
# What it does: the bits above BitsStored are cleared in what is read, and stay in PixelData and in the file that is saved: who looks at pixel_array for burned-in letters sees an even picture.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pydicom==3.0.2 numpy==2.4.6
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import numpy as np
import pydicom
from pydicom.dataset import Dataset, FileMetaDataset

made = Dataset()
made.file_meta = FileMetaDataset()
made.file_meta.TransferSyntaxUID = pydicom.uid.ExplicitVRLittleEndian
made.SOPClassUID, made.SOPInstanceUID = pydicom.uid.SecondaryCaptureImageStorage, "1.2.3.4"
made.Rows, made.Columns, made.SamplesPerPixel, made.PixelRepresentation = 5, 5, 1, 0
made.BitsAllocated, made.BitsStored, made.HighBit = 16, 12, 11
made.PhotometricInterpretation = "MONOCHROME2"
made.add_new(0x60000010, "US", 5)
made.add_new(0x60000011, "US", 5)
made.add_new(0x60000040, "CS", "G")
made.add_new(0x60000050, "SS", [1, 1])
made.add_new(0x60000100, "US", 16)
made.add_new(0x60000102, "US", 12)
letter = np.array([[1, 1, 1, 1, 1], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0]], np.uint16)
made.PixelData = (np.full((5, 5), 7, np.uint16) | letter << 12).tobytes()
made.save_as("a.dcm", enforce_file_format=True)
read = pydicom.dcmread("a.dcm")
values = np.unique(read.pixel_array).tolist()
read.save_as("b.dcm")
kept = np.frombuffer(pydicom.dcmread("b.dcm").PixelData, np.uint16).reshape(5, 5) >> 12
print("values of pixel_array:", values)
print("bit 12 of the saved file:", kept, sep="\n")
raise SystemExit(not (values == [7] and np.array_equal(kept, letter)))
PY

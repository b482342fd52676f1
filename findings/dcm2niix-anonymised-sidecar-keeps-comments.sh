#!/usr/bin/env bash
# Package and version: dcm2niix 1.0.20260724
# Guess, written before it was run: with -ba y (anonymised, also the default) the image's comments go as the patient's name and number do; the NIfTI file itself holds pixels and geometry only.
# What it does: the name, number and birth date go; ImageComments, StudyDescription and the institution's address stay in the sidecar, and the comments' first 23 characters are in the NIfTI header's aux_file.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check dcm2niix==1.0.20260724 pydicom==3.0.2
cd "$here"
mkdir in out
"$here/venv/bin/python" -W ignore - <<'PY'
import subprocess
from pathlib import Path

import dcm2niix
from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.uid import ExplicitVRLittleEndian, MRImageStorage, generate_uid

study, series = generate_uid(), generate_uid()
for number in (1, 2, 3):
    made = Dataset()
    made.file_meta = FileMetaDataset()
    made.file_meta.TransferSyntaxUID = ExplicitVRLittleEndian
    made.file_meta.MediaStorageSOPClassUID = made.SOPClassUID = MRImageStorage
    made.file_meta.MediaStorageSOPInstanceUID = made.SOPInstanceUID = generate_uid()
    made.StudyInstanceUID, made.SeriesInstanceUID = study, series
    made.Modality, made.Manufacturer, made.BodyPartExamined = "MR", "SIEMENS", "HEAD"
    made.SeriesNumber, made.InstanceNumber, made.ImageType = 1, number, ["ORIGINAL", "PRIMARY", "M"]
    made.PatientName, made.PatientID, made.PatientBirthDate = "Quist^Orla", "MRN778899", "19600503"
    made.ImageComments, made.StudyDescription = "Orla Quist moved", "Zyxburg cohort"
    made.InstitutionName, made.InstitutionAddress = "Zyxburg", "Quist lane 4"
    made.StudyDate = made.SeriesDate = made.AcquisitionDate = "20210503"
    made.StudyTime = made.SeriesTime = made.AcquisitionTime = "101112"
    made.Rows = made.Columns = 8
    made.SamplesPerPixel, made.PhotometricInterpretation = 1, "MONOCHROME2"
    made.BitsAllocated, made.BitsStored, made.HighBit, made.PixelRepresentation = 16, 12, 11, 0
    made.PixelSpacing, made.SliceThickness, made.EchoTime, made.RepetitionTime = [1, 1], 1, 5, 500
    made.ImagePositionPatient, made.ImageOrientationPatient = [0, 0, number], [1, 0, 0, 0, 1, 0]
    made.PixelData = bytes(128)
    made.save_as(f"in/{number}.dcm", enforce_file_format=True)
subprocess.run([dcm2niix.bin, "-ba", "y", "-f", "image", "-o", "out", "in"], check=True, capture_output=True)
sidecar, image = Path("out/image.json").read_text(), Path("out/image.nii").read_bytes()
print(sidecar, image[228:252])
gone = not any(one in sidecar for one in ("Quist^Orla", "MRN778899", "1960"))
kept = all(one in sidecar for one in ("Orla Quist moved", "Zyxburg cohort", "Quist lane 4"))
raise SystemExit(not (gone and kept and image[228:252].startswith(b"Orla Quist moved")))
PY

#!/usr/bin/env bash
# Package and version: dicognito 0.19.0 (pydicom 3.0.2)
# Guess, written before it was run: an object that it has anonymised says the patient's name in no element, private ones and comments least of all.
# What it does: names of type PN are replaced, in private blocks too; the same name in Study Description, Patient Comments, Image Comments and a private LO stays, and so does the age, beside "De-identification Method: DICOGNITO".
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check dicognito==0.19.0 pydicom==3.0.2
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from dicognito.anonymizer import Anonymizer
from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.uid import SecondaryCaptureImageStorage, generate_uid

one = Dataset()
one.SOPClassUID, one.SOPInstanceUID = SecondaryCaptureImageStorage, generate_uid()
one.file_meta = FileMetaDataset()
one.file_meta.MediaStorageSOPInstanceUID = one.SOPInstanceUID
one.PatientName, one.PatientID, one.PatientAge = "Quist^Orla", "778899", "061Y"
one.StudyDate, one.PatientBirthDate = "20210503", "19600503"
one.StudyDescription, one.PatientComments = "MRI for Orla Quist", "Quist is tired"
one.ImageComments = "Orla Quist"
block = one.private_block(0x0011, "ACME", create=True)
block.add_new(1, "LO", "Orla Quist")
block.add_new(2, "PN", "Quist^Orla")
Anonymizer(seed="a").anonymize(one)
left = [element.name for element in one if "Quist" in str(element.value)]
print(left, one.PatientAge, one[0x00120063].value)
raise SystemExit(left != ["Study Description", "Patient Comments", "Private tag data", "Image Comments"])
PY

#!/usr/bin/env bash
# Package and version: simpleitk 2.5.7
# Guess, written before it was run: a DICOM slice that is read and written as another format of volumes leaves its patient behind: the file has geometry and pixels only.
# What it does: NRRD, MetaImage (.mha, .mhd) and HDF5 carry the whole DICOM header as keys, the patient's name and number among them; NIfTI and VTK do not. After any filter or slice none does.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check simpleitk==2.5.7
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import SimpleITK as sitk

sitk.ProcessObject.SetGlobalWarningDisplay(False)
made = sitk.Image(4, 4, 1, sitk.sitkInt16)
for key, value in (("0010|0010", "Quist^Orla"), ("0010|0020", "MRN778899"), ("0008|0060", "OT")):
    made.SetMetaData(key, value)
sitk.WriteImage(made, "slice.dcm")
read = sitk.ReadImage("slice.dcm")
seen = {}
for suffix in ("nrrd", "mha", "mhd", "hdf5", "nii", "vtk"):
    sitk.WriteImage(read, "slice." + suffix)
    sitk.WriteImage(sitk.Median(read), "filtered." + suffix)
    files = [open(name + suffix, "rb").read() for name in ("slice.", "filtered.")]
    seen[suffix] = tuple(b"Quist^Orla" in file and b"MRN778899" in file for file in files)
print("name and number in the file (as read, filtered):", seen)
carries = {suffix: (True, False) for suffix in ("nrrd", "mha", "mhd", "hdf5")}
raise SystemExit(seen != carries | {"nii": (False, False), "vtk": (False, False)})
PY

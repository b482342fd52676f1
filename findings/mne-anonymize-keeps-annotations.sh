#!/usr/bin/env bash
# Package and version: mne 1.13.2
# Guess, written before it was run: raw.anonymize() leaves no word that somebody typed: with names, description and experimenter the texts of annotations go.
# What it does: names, description, experimenter and project are replaced and days moved, but the text of an annotation stays, and is in the saved file.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check mne==1.13.2
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import datetime
from pathlib import Path

import mne
import numpy as np

mne.set_log_level("ERROR")
info = mne.create_info(["EEG1"], 100.0, "eeg")
info["subject_info"] = {"his_id": "MRN-77", "last_name": "Tindall", "first_name": "Orla"}
info["description"] = "Night of Orla Tindall"
raw = mne.io.RawArray(np.zeros((1, 500)), info)
raw.set_meas_date(datetime.datetime(2024, 5, 1, tzinfo=datetime.timezone.utc))
raw.set_annotations(mne.Annotations([1], [1], ["Orla coughs"]))
raw.anonymize()
raw.save("night_raw.fif")
left = Path("night_raw.fif").read_bytes()
print(raw.info["subject_info"]["first_name"], raw.info["description"], raw.annotations.description)
raise SystemExit((b"Orla coughs" in left, b"Tindall" in left) != (True, False))
PY

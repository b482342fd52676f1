#!/usr/bin/env bash
# Package and version: opencv-python-headless 4.14.0.94, pillow 13.0.0
# Guess, written before it was run: imread turns a picture upright by the orientation in its EXIF, whatever the format, as exif_transpose of Pillow does.
# What it does: JPEG, PNG and WebP are turned; AVIF, which holds the turn beside the EXIF, is not. So a place that OpenCV finds lies elsewhere in the picture that Pillow shows.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check opencv-python-headless==4.14.0.94 pillow==13.0.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import cv2
from PIL import Image, ImageOps

seen = {}
for kind in ("jpg", "png", "webp", "avif"):
    turned = Image.Exif()
    turned[0x112] = 6
    Image.new("RGB", (40, 20), "white").save(f"a.{kind}", exif=turned)
    read = cv2.imread(f"a.{kind}")
    upright = ImageOps.exif_transpose(Image.open(f"a.{kind}"))
    seen[kind] = upright.size, None if read is None else (read.shape[1], read.shape[0])
print("width and height by (Pillow, OpenCV):", seen)
raise SystemExit(
    seen
    != {
        "jpg": ((20, 40), (20, 40)),
        "png": ((20, 40), (20, 40)),
        "webp": ((20, 40), (20, 40)),
        "avif": ((20, 40), (40, 20)),
    }
)
PY

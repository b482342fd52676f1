#!/usr/bin/env bash
# Package and version: usearch 2.26.6, numpy 2.3.5
# Guess, written before it was run: after `remove(key)` and `save`, the file does not hold the removed vector; with `compact=True` certainly not.
# What it does: search does not find the vector any more and the length falls, but the file has its bytes in both cases; they go when a new vector takes the place.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check usearch==2.26.6 numpy==2.3.5
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pathlib

import numpy as np
from usearch.index import Index

vectors = np.random.default_rng(0).random((5, 8), dtype=np.float32)


def kept(compact: bool) -> tuple[int, bool, bool, bool]:
    index = Index(ndim=8, metric="cos", dtype="f32")
    for key, vector in enumerate(vectors):
        index.add(key, vector)
    index.remove(2, compact=compact)
    index.save("removed.usearch")
    index.add(9, vectors[4])
    index.save("filled.usearch")
    there = [vectors[2].tobytes() in pathlib.Path(name).read_bytes() for name in ("removed.usearch", "filled.usearch")]
    return len(Index.restore("removed.usearch")), Index.restore("removed.usearch").contains(2), *there


seen = [kept(False), kept(True)]
print(seen)
raise SystemExit(seen != [(4, False, True, False)] * 2)
PY

#!/usr/bin/env bash
# Package and version: zarr 3.1.6
# Guess, written before it was run: an array made shorter holds nothing of the cut values any more; made longer again, it gives the fill value there.
# What it does: only chunks that lie wholly outside are deleted. The rest of the last chunk stays in the store, and comes back as values when the array grows by resize or by append; with shards, all that was cut from the last shard does.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check zarr==3.1.6 numpy==2.3.5
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import numpy as np
import zarr

ages = np.array([61, 62, 63, 64, 65, 66, 67, 68], dtype="i4")
found = {}
for name, options in (("chunks", {"chunks": (4,)}), ("shards", {"chunks": (2,), "shards": (8,)})):
    array = zarr.create_array(f"{name}.zarr", shape=(8,), dtype="i4", fill_value=0, **options)
    array[:] = ages
    array.resize((2,))
    array.append(np.array([30], dtype="i4"))
    shown = array[:].tolist()
    array.resize((8,))
    found[name] = shown, array[:].tolist()
print(found)
expected = {
    "chunks": ([61, 62, 30], [61, 62, 30, 64, 0, 0, 0, 0]),
    "shards": ([61, 62, 30], [61, 62, 30, 64, 65, 66, 67, 68]),
}
raise SystemExit(found != expected)
PY

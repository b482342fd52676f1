"""Named arrays in one file: written whole or not at all, read by mapping it into memory.

The file is an uncompressed ``.npz`` (no pickle), so other tools can read it;
mapping it lets every worker process share the same pages.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

Array = NDArray[np.generic]

_ZIP_LOCAL_HEADER = 30  # fixed part of a zip member's local header, in bytes


def write_arrays(path: Path, arrays: Mapping[str, Array]) -> None:
    """Write `arrays` to `path`; a reader sees the old file or the new one, never a part.

    Parameters
    ----------
    path : Path
        Its folder must exist.
    arrays : mapping of str to array
        Arrays of plain numbers.
    """
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
        try:
            np.savez(part, allow_pickle=False, **arrays)
            part.flush()
            os.fsync(part.fileno())
        except BaseException:
            Path(part.name).unlink()
            raise
    Path(part.name).chmod(0o644)
    Path(part.name).replace(path)


def map_arrays(path: Path) -> dict[str, Array]:
    """Arrays of a file made by `write_arrays`, read-only views of the mapped file.

    Raises
    ------
    ValueError, OSError
        When the file is not such a file.
    """
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except zipfile.BadZipFile as error:
        raise ValueError("not an array file") from error
    return {member.filename.removesuffix(".npy"): _map_member(mapped, member) for member in members}


def _map_member(mapped: mmap.mmap, member: zipfile.ZipInfo) -> Array:
    if member.compress_type != zipfile.ZIP_STORED:
        raise ValueError("compressed members cannot be mapped")
    name_size = int.from_bytes(mapped[member.header_offset + 26 : member.header_offset + 28], "little")
    extra_size = int.from_bytes(mapped[member.header_offset + 28 : member.header_offset + 30], "little")
    mapped.seek(member.header_offset + _ZIP_LOCAL_HEADER + name_size + extra_size)
    version = npy.read_magic(mapped)
    read_header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, _, dtype = read_header(mapped)
    if dtype.hasobject:
        raise ValueError("an object array")
    return np.frombuffer(mapped, dtype, int(np.prod(shape)), mapped.tell()).reshape(shape)

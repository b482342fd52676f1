"""Archives of learned weights: a zip of JSON, word lists and NumPy arrays; nothing in it is ever executed.

Same content, same bytes: members are in a fixed order, without times.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import os
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from adapters.recognizers.archive_file import FORMAT, read_lines
from engine.errors import InvalidError, fault
from engine.methods.names.tagger.features import OFFSETS, PAIRS, Lexicon
from engine.methods.names.tagger.tagging import LinearTagger
from engine.methods.names.tagger.word_classes import WordClasses

_CLASSES = "classes.txt"
_EPOCH = (1980, 1, 1, 0, 0, 0)

Array = npt.NDArray[Any]
Members = dict[str, bytes]


def write_archive(members: Mapping[str, bytes], path: Path, replace: bool = False) -> str:
    """Write members to `path` in one step and return the file's sha256.

    Parameters
    ----------
    members : mapping of str to bytes
    path : Path
        Must not exist, unless `replace`: a model in use is never overwritten in place.
    replace : bool
        Put the new file in the place of the old one; readers of the old one keep what they read.

    Raises
    ------
    InvalidError
        ``MDL004`` when the file exists and `replace` is not set.
    """
    refuse_existing(path, replace)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, member in members.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, member, compresslevel=9)
    content = buffer.getvalue()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)
    return hashlib.sha256(content).hexdigest()


def refuse_existing(path: Path, replace: bool) -> None:
    """Raise ``MDL004`` when `path` exists and may not be replaced."""
    if path.exists() and not replace:
        advice = "Choose another name, or move the old model away."
        raise InvalidError(fault("MDL004", str(path), "must not exist yet", "", advice))


def header_member(kind: str, **facts: Any) -> Members:
    """The header: kind, format version, and facts as JSON."""
    header = {"kind": kind, "format": FORMAT, **facts}
    return {"header.json": json.dumps(header, ensure_ascii=False, sort_keys=True, indent=1).encode()}


def lexicon_members(lexicon: Lexicon) -> Members:
    """The word lists, and the classes of words where there are any."""
    members = {f"lexicon/{name}.txt": lines(sorted(words)) for name, words in sorted(lexicon.items())}
    if lexicon.classes:
        members[_CLASSES] = lines(lexicon.classes.words)
        for name, column in lexicon.classes.columns.items():
            members[f"classes/{name}.npy"] = npy(column.astype(np.uint16))
    return members


def read_lexicon(archive: zipfile.ZipFile) -> Lexicon:
    """The word lists of an archive."""
    names = [name for name in archive.namelist() if name.startswith("lexicon/")]
    lists = {Path(name).stem: frozenset(read_lines(archive, name)) for name in names}
    return Lexicon(lists, _read_classes(archive))


def _read_classes(archive: zipfile.ZipFile) -> WordClasses | None:
    """Classes of words; none in a model made without a corpus for them."""
    if _CLASSES not in archive.namelist():
        return None
    names = [name for name in archive.namelist() if name.startswith("classes/")]
    columns = {Path(name).stem: load(archive, name) for name in names}
    return WordClasses(read_lines(archive, _CLASSES), columns)


def tagger_members(tagger: LinearTagger, prefix: str = "") -> Members:
    """The weights of a tagger, without its word lists; member names begin with `prefix`."""
    members = {
        "labels.txt": lines(tagger.labels),
        "transitions.npy": npy(tagger.transitions.astype(np.float32)),
        "others.txt": lines(tagger.others),
        "others.npy": npy(np.array(list(tagger.others.values()), np.float16)),
        "attributes.txt": lines(tagger.attributes),
        "pairs.txt": lines(map(" ".join, tagger.pairs)),
    }
    for name, weights in (("attributes", tagger.attribute_weights), ("pairs", tagger.pair_weights)):
        flat = weights.ravel().astype(np.float16)
        places = np.flatnonzero(flat)
        members[f"{name}.places.npy"] = npy(np.diff(places, prepend=0).astype(np.uint32))
        members[f"{name}.values.npy"] = npy(flat[places])
    return {prefix + name: member for name, member in members.items()}


def read_tagger(archive: zipfile.ZipFile, lexicon: Lexicon, prefix: str = "") -> LinearTagger:
    """The tagger whose members begin with `prefix`."""
    labels = read_lines(archive, f"{prefix}labels.txt")
    attributes = read_lines(archive, f"{prefix}attributes.txt")
    pairs = _pairs(archive.read(f"{prefix}pairs.txt").decode())
    others = load(archive, f"{prefix}others.npy").astype(np.float32)
    return LinearTagger(
        labels=labels,
        attributes=dict(zip(attributes, itertools.count())),
        attribute_weights=_dense(
            archive, f"{prefix}attributes", (len(attributes), len(OFFSETS), len(labels))
        ),
        pairs=pairs,
        pair_weights=_dense(archive, f"{prefix}pairs", (len(pairs), len(PAIRS), len(labels))),
        others=dict(zip(read_lines(archive, f"{prefix}others.txt"), others, strict=True)),
        transitions=load(archive, f"{prefix}transitions.npy"),
        lexicon=lexicon,
    )


def _pairs(text: str) -> dict[tuple[str, str], int]:
    """The rows of pairs, two words on each line: cut at once, which is four times as fast as line by line."""
    words = text.replace("\n", " ").split(" ") if text else []
    return dict(zip(zip(words[::2], words[1::2], strict=True), itertools.count()))


def lines(values: Iterable[str]) -> bytes:
    """Text lines as a member."""
    return "\n".join(values).encode()


def npy(array: Array) -> bytes:
    """An array as a member; arrays of objects are refused."""
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def load(archive: zipfile.ZipFile, name: str) -> Array:
    """Array of a member; pickled ones are refused."""
    loaded: Array = np.load(io.BytesIO(archive.read(name)), allow_pickle=False)
    return loaded


def _dense(archive: zipfile.ZipFile, name: str, size: tuple[int, int, int]) -> npt.NDArray[np.float32]:
    flat = np.zeros(int(np.prod(size)), np.float32)
    flat[np.cumsum(load(archive, f"{name}.places.npy"))] = load(archive, f"{name}.values.npy")
    return flat.reshape(size)

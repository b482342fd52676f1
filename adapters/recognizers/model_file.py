"""The model file: a zip of JSON, word lists and NumPy arrays; nothing in it is ever executed.

Same model, same bytes: members are in a fixed order, without times.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.entities import EntityModel
from engine.errors import InvalidError, fault
from engine.features import OFFSETS, PAIRS, Lexicon
from engine.tagging import LinearTagger

FORMAT = 1
_EPOCH = (1980, 1, 1, 0, 0, 0)
_LARGEST_MEMBER = 400_000_000
"""A member that unpacks to more than this many bytes is refused."""

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Model:
    """A trained recogniser.

    Parameters
    ----------
    name : str
        As in ``"en-default"``.
    tagger : LinearTagger
        Proposes mentions.
    entities : EntityModel
        Says which of them must be masked.
    card : mapping
        What it was trained on and how well it does: data, licences, settings, figures.
    fingerprint : str
        sha256 of the file it was read from; empty for a model not yet written.
    """

    name: str
    tagger: LinearTagger
    entities: EntityModel
    card: Mapping[str, Any] = field(default_factory=dict)
    fingerprint: str = ""


def write_model(model: Model, path: Path, replace: bool = False) -> str:
    """Write `model` to `path` in one step and return its sha256.

    Parameters
    ----------
    model : Model
    path : Path
        Must not exist, unless `replace`: a model in use is never overwritten in place.
    replace : bool
        Put the new file in the place of the old one; readers of the old one keep what they read.

    Raises
    ------
    InvalidError
        ``MDL004`` when the file exists and `replace` is not set.
    """
    if path.exists() and not replace:
        raise InvalidError(
            fault(
                "MDL004",
                str(path),
                "must not exist yet",
                "",
                "Choose another name, or move the old model away.",
            )
        )
    content = _packed(model)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)
    return hashlib.sha256(content).hexdigest()


def _packed(model: Model) -> bytes:
    tagger = model.tagger
    members: dict[str, bytes] = {
        "header.json": _json(
            {
                "format": FORMAT,
                "name": model.name,
                "labels": list(tagger.labels),
                "bias": model.entities.bias,
                "card": model.card,
            }
        ),
        "transitions.npy": _npy(tagger.transitions.astype(np.float32)),
        "others.txt": _lines(tagger.others),
        "others.npy": _npy(np.array(list(tagger.others.values()), np.float16)),
        "entities.txt": _lines(model.entities.weights),
        "entities.npy": _npy(np.array(list(model.entities.weights.values()), np.float16)),
        "attributes.txt": _lines(tagger.attributes),
        "pairs.txt": _lines(map(" ".join, tagger.pairs)),
    }
    for name, weights in (("attributes", tagger.attribute_weights), ("pairs", tagger.pair_weights)):
        flat = weights.ravel().astype(np.float16)
        places = np.flatnonzero(flat)
        members[f"{name}.places.npy"] = _npy(np.diff(places, prepend=0).astype(np.uint32))
        members[f"{name}.values.npy"] = _npy(flat[places])
    for name, words in sorted(tagger.lexicon.items()):
        members[f"lexicon/{name}.txt"] = _lines(sorted(words))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)
    return buffer.getvalue()


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1).encode()


def _lines(values: Iterable[str]) -> bytes:
    return "\n".join(values).encode()


def _npy(array: Array) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def read_model(path: Path) -> Model:
    """Read a model file.

    Raises
    ------
    InvalidError
        ``MDL001`` not there, ``MDL002`` not a model or damaged, ``MDL003`` written by a newer version.
    """
    try:
        content = path.read_bytes()
    except OSError:
        raise InvalidError(
            fault(
                "MDL001",
                str(path),
                "must be a readable model file",
                "",
                "Train one, or name the shipped one.",
            )
        ) from None
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _unpacked(archive, path, hashlib.sha256(content).hexdigest())
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError, IndexError, TypeError):
        raise InvalidError(
            fault("MDL002", str(path), "must be an undamaged model file", "", "Copy or train it again.")
        ) from None


def _unpacked(archive: zipfile.ZipFile, path: Path, fingerprint: str) -> Model:
    if any(entry.file_size > _LARGEST_MEMBER for entry in archive.infolist()):
        raise ValueError
    header = json.loads(archive.read("header.json"))
    if header["format"] != FORMAT:
        raise InvalidError(
            fault("MDL003", str(path), f"must have format {FORMAT}", header["format"], "Update saferelease.")
        )
    labels: Sequence[str] = header["labels"]
    attributes = _read_lines(archive, "attributes.txt")
    pairs = [tuple(line.split(" ")) for line in _read_lines(archive, "pairs.txt")]
    others = _load(archive, "others.npy").astype(np.float32)
    entity_weights = _load(archive, "entities.npy").astype(float).tolist()
    lists = {
        Path(name).stem: frozenset(_read_lines(archive, name))
        for name in archive.namelist()
        if name.startswith("lexicon/")
    }
    tagger = LinearTagger(
        labels=labels,
        attributes={a: i for i, a in enumerate(attributes)},
        attribute_weights=_dense(archive, "attributes", (len(attributes), len(OFFSETS), len(labels))),
        pairs={(u, v): i for i, (u, v) in enumerate(pairs)},
        pair_weights=_dense(archive, "pairs", (len(pairs), len(PAIRS), len(labels))),
        others=dict(zip(_read_lines(archive, "others.txt"), others, strict=True)),
        transitions=_load(archive, "transitions.npy"),
        lexicon=Lexicon(lists),
    )
    weights = dict(zip(_read_lines(archive, "entities.txt"), entity_weights, strict=True))
    entities = EntityModel(weights, float(header["bias"]))
    return Model(header["name"], tagger, entities, header["card"], fingerprint)


def _read_lines(archive: zipfile.ZipFile, name: str) -> list[str]:
    text = archive.read(name).decode()
    return text.split("\n") if text else []


def _load(archive: zipfile.ZipFile, name: str) -> Array:
    loaded: Array = np.load(io.BytesIO(archive.read(name)), allow_pickle=False)
    return loaded


def _dense(archive: zipfile.ZipFile, name: str, size: tuple[int, int, int]) -> npt.NDArray[np.float32]:
    flat = np.zeros(int(np.prod(size)), np.float32)
    flat[np.cumsum(_load(archive, f"{name}.places.npy"))] = _load(archive, f"{name}.values.npy")
    return flat.reshape(size)

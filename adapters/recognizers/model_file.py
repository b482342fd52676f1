"""The model file of the learned recogniser."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from adapters.recognizers.archive import (
    header_member,
    lexicon_members,
    lines,
    load,
    npy,
    read_lexicon,
    read_tagger,
    tagger_members,
    write_archive,
)
from adapters.recognizers.archive_file import RECOGNIZER, read_archive, read_lines
from engine.methods.names.entities.decoding import EntityModel
from engine.methods.names.model import Model


def write_model(model: Model, path: Path, replace: bool = False) -> str:
    """Write `model` to `path` and return its sha256; see `archive.write_archive`."""
    weights = np.array(list(model.entities.weights.values()), np.float16)
    members = {
        **header_member(RECOGNIZER, name=model.name, bias=model.entities.bias, card=model.card),
        **tagger_members(model.tagger),
        "entities.txt": lines(model.entities.weights),
        "entities.npy": npy(weights),
        **lexicon_members(model.tagger.lexicon),
    }
    return write_archive(members, path, replace)


def read_model(path: Path) -> Model:
    """Read a model file; faults as in `archive.read_archive`."""
    return read_archive(path, RECOGNIZER, _unpack)


def _unpack(archive: zipfile.ZipFile, header: dict[str, Any], fingerprint: str) -> Model:
    weights = load(archive, "entities.npy").astype(float).tolist()
    names = read_lines(archive, "entities.txt")
    entities = EntityModel(dict(zip(names, weights, strict=True)), float(header["bias"]))
    tagger = read_tagger(archive, read_lexicon(archive))
    return Model(str(header["name"]), tagger, entities, header["card"], fingerprint)

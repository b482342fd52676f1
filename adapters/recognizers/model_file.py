"""The model file of the learned recogniser."""

from __future__ import annotations

import io
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from adapters.recognizers.archive import (
    Members,
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
from engine.methods.names.tagger.features import Lexicon

_SMALL = "small/"
"""Begins the members of the model for texts in small letters."""


def write_model(model: Model, path: Path, replace: bool = False) -> str:
    """Write `model` to `path` and return its sha256; see `archive.write_archive`."""
    facts = {"name": model.name, "bias": model.entities.bias, "card": model.card}
    small: Members = {}
    if model.small_letters:
        facts["small_bias"] = model.twin.entities.bias
        small = _model_members(model.twin, _SMALL)
    members = {
        **header_member(RECOGNIZER, **facts),
        **_model_members(model),
        **lexicon_members(model.tagger.lexicon),
        **small,
    }
    return write_archive(members, path, replace)


def _model_members(model: Model, prefix: str = "") -> Members:
    """The weights of a model, without its word lists; member names begin with `prefix`."""
    weights = np.array(list(model.entities.weights.values()), np.float16)
    return {
        **tagger_members(model.tagger, prefix),
        f"{prefix}entities.txt": lines(model.entities.weights),
        f"{prefix}entities.npy": npy(weights),
    }


def read_model(path: Path) -> Model:
    """Read a model file; faults as in `archive.read_archive`."""
    return read_archive(path, RECOGNIZER, _unpack)


def _unpack(archive: zipfile.ZipFile, header: dict[str, Any], fingerprint: str) -> Model:
    entities = _entities(archive, float(header["bias"]))
    lexicon = read_lexicon(archive)
    small = None
    if "small_bias" in header and archive.fp:
        archive.fp.seek(0)
        small = partial(_small, archive.fp.read(), float(header["small_bias"]), lexicon, str(header["name"]))
    tagger = read_tagger(archive, lexicon)
    return Model(str(header["name"]), tagger, entities, header["card"], fingerprint, small)


def _entities(archive: zipfile.ZipFile, bias: float, prefix: str = "") -> EntityModel:
    weights = load(archive, f"{prefix}entities.npy").astype(float).tolist()
    names = read_lines(archive, f"{prefix}entities.txt")
    return EntityModel(dict(zip(names, weights, strict=True)), bias)


def _small(content: bytes, bias: float, lexicon: Lexicon, name: str) -> Model:
    """The model for texts in small letters, unpacked when one comes, or for many documents."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return Model(name, read_tagger(archive, lexicon, _SMALL), _entities(archive, bias, _SMALL))

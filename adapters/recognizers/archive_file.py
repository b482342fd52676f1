"""The file of an archive of weights: opened, checked, described, without what its weights need."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import InvalidError, fault

FORMAT = 1
RECOGNIZER = "recognizer"
"""Kind of a model file."""
_LARGEST_MEMBER = 400_000_000
"""A member that unpacks to more than this many bytes is refused."""

T = TypeVar("T")

_DESCRIBED: dict[str, ModelFacts] = {}
"""By the sha256 of their files."""


@dataclass(frozen=True)
class ModelFacts:
    """What a plan says of a model.

    Parameters
    ----------
    name : str
    labels : tuple of str
        Of its tagger.
    fingerprint : str
        sha256 of its file.
    """

    name: str
    labels: tuple[str, ...]
    fingerprint: str


def describe_model(path: Path) -> ModelFacts:
    """Facts of a model file that is whole: every member is unpacked and its checksum compared.

    Raises
    ------
    InvalidError
        As `read_archive`.

    Notes
    -----
    The same bytes are unpacked once a process; the sha256 of the shipped model takes a twentieth of that.
    """
    content = _content(path)
    fingerprint = hashlib.sha256(content).hexdigest()
    if fingerprint not in _DESCRIBED:
        _DESCRIBED[fingerprint] = _unpacked(path, content, RECOGNIZER, _facts)
    return _DESCRIBED[fingerprint]


def _facts(archive: zipfile.ZipFile, header: dict[str, Any], fingerprint: str) -> ModelFacts:
    if archive.testzip() is not None:
        raise ValueError
    return ModelFacts(str(header["name"]), tuple(read_lines(archive, "labels.txt")), fingerprint)


def read_archive(path: Path, kind: str, unpack: Callable[[zipfile.ZipFile, dict[str, Any], str], T]) -> T:
    """Read an archive of `kind` and unpack it.

    Parameters
    ----------
    path : Path
    kind : str
        What the header must say it is.
    unpack : callable
        Given the archive, its header and the sha256 of the file.

    Raises
    ------
    InvalidError
        ``MDL001`` not there, ``MDL002`` not of this kind or damaged, ``MDL003`` of another format version.
    """
    return _unpacked(path, _content(path), kind, unpack)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        advice = "Train one, or name the shipped one."
        raise InvalidError(fault("MDL001", str(path), "must be a readable model file", "", advice)) from None


def _unpacked(
    path: Path, content: bytes, kind: str, unpack: Callable[[zipfile.ZipFile, dict[str, Any], str], T]
) -> T:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if any(entry.file_size > _LARGEST_MEMBER for entry in archive.infolist()):
                raise ValueError
            header = json.loads(archive.read("header.json"))
            if header["kind"] != kind:
                raise ValueError
            if header["format"] != FORMAT:
                must = f"must have format {FORMAT}"
                raise InvalidError(fault("MDL003", str(path), must, header["format"], "Update saferelease."))
            return unpack(archive, header, hashlib.sha256(content).hexdigest())
    except (zipfile.BadZipFile, zlib.error, KeyError, ValueError, EOFError, IndexError, TypeError):
        must = f"must be an undamaged {kind} file"
        raise InvalidError(fault("MDL002", str(path), must, "", "Copy or train it again.")) from None


def read_lines(archive: zipfile.ZipFile, name: str) -> list[str]:
    """Lines of a member."""
    text = archive.read(name).decode()
    return text.split("\n") if text else []

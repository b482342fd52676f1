"""The file of the careful reader: network, word pieces and judge in one archive, run by onnxruntime."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from adapters.machine.extras import require
from adapters.recognizers.archive import Members, header_member, lines, write_archive
from adapters.recognizers.archive_file import ModelFacts, read_archive, read_lines
from adapters.recognizers.shipped import SHIPPED_ENCODER
from engine.errors import InvalidError, fault
from engine.methods.names.encoder.joint_judge import JointJudge
from engine.methods.names.encoder.reading import Encoder

ENCODER = "encoder"
"""Kind of the file."""
_NETWORK, _PIECES, _LABELS = "network.onnx", "pieces.txt", "labels.txt"

Rows = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Run = Callable[[Rows, Rows], Floats]


def write_encoder(
    network: bytes,
    pieces: Sequence[str],
    labels: Sequence[str],
    judge: JointJudge,
    name: str,
    card: dict[str, Any],
    path: Path,
    replace: bool = False,
) -> str:
    """Write a tuned encoder to `path` and return the file's sha256; see `archive.write_archive`."""
    facts = {"weights": dict(judge.weights), "bias": judge.bias, "least_evidence": judge.least_evidence}
    facts |= {"categories": sorted(judge.categories)}
    members: Members = {
        **header_member(ENCODER, name=name, judge=facts, card=card),
        _LABELS: lines(labels),
        _PIECES: lines(pieces),
        _NETWORK: network,
    }
    return write_archive(members, path, replace)


def describe_encoder(path: Path = SHIPPED_ENCODER) -> ModelFacts:
    """Facts of an encoder that is there, whole, and can be run here.

    Raises
    ------
    InvalidError
        ``EXT001`` without the extra `careful`, ``MDL009`` without the file; else as `read_archive`.
    """
    _require(path)
    return read_archive(path, ENCODER, _facts)


def read_encoder(path: Path = SHIPPED_ENCODER) -> Encoder:
    """Read an encoder; its network is loaded when the first document comes. Faults as `describe_encoder`."""
    _require(path)
    return read_archive(path, ENCODER, _unpack)


@cache
def shipped_encoder() -> Encoder:
    """The English encoder that is shipped, read once."""
    return read_encoder()


def _require(path: Path) -> None:
    require("careful", "learn: reader: careful")
    if not path.is_file():
        must = "must have the file of the careful reader, which this installation lacks"
        advice = f"Put {path.name} into its folder adapters/recognizers/models, or set reader: fast."
        raise InvalidError(fault("MDL009", "learn: reader: careful", must, "", advice))


def _facts(archive: zipfile.ZipFile, header: dict[str, Any], fingerprint: str) -> ModelFacts:
    if archive.testzip() is not None:
        raise ValueError
    return ModelFacts(str(header["name"]), tuple(read_lines(archive, _LABELS)), fingerprint)


def _unpack(archive: zipfile.ZipFile, header: dict[str, Any], fingerprint: str) -> Encoder:
    said = header["judge"]
    judge = JointJudge(
        {name: float(weight) for name, weight in said["weights"].items()},
        float(said["bias"]),
        float(said["least_evidence"]),
        tuple(said["categories"]),
    )
    labels, pieces = read_lines(archive, _LABELS), read_lines(archive, _PIECES)
    return make_encoder(str(header["name"]), labels, pieces, archive.read(_NETWORK), judge, fingerprint)


def make_encoder(
    name: str,
    labels: Sequence[str],
    pieces: Sequence[str],
    network: bytes,
    judge: JointJudge,
    fingerprint: str = "",
) -> Encoder:
    """An encoder of its parts; `network` is ONNX, loaded once it is run."""
    return Encoder(name, labels, pieces, partial(_run, cache(partial(_session, network))), judge, fingerprint)


def _session(network: bytes) -> Any:  # onnxruntime has no types
    import onnxruntime  # a third of a second that only the careful reader pays

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # the order of sums is always the same
    return onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])


def _run(session: Callable[[], Any], ids: Rows, shapes: Rows) -> Floats:
    probabilities: Floats = session().run(None, {"ids": ids[None], "shapes": shapes[None]})[0][0]
    return probabilities

"""RapidOCR: networks of PaddleOCR in ONNX, which come inside the wheel. Nothing is fetched."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import rapidocr
from PIL import Image

from adapters.documents.pictures.words import Word

_MODELS = Path(rapidocr.__file__).parent / "models"
_DETECTION, _RECOGNITION = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
_LONGEST = 2000
"""Pixels of the longer side that it works on: 0.7 GB of memory, and small print of a page is still read."""
_SHORTEST = 320
"""Pictures with a shorter side than this are made larger."""
_DIVIDES = 0.6
"""A gap between letters that is wider than this share of the line's height divides two words."""
_UNDERSTOOD = 0.85
"""Least certainty of a line: .6 to .8 was measured of lines on their head or askew, else .95 and more."""
_A_WORD = 3
_TURNED = 1.5
"""So many times as high as wide is a line that is turned; the recognition itself takes it so."""
_LETTERS = 0.75
"""Height of the letters of a line, as a share of the box around it."""


class RapidReader:
    """Text recognition by RapidOCR.

    Parameters
    ----------
    scale : float
        By how much pictures are made smaller or larger before they are read.
    """

    def __init__(self, scale: float = 1.0) -> None:
        self._scale = scale

    def read(self, picture: Image.Image) -> list[Word]:
        """The words of a picture, line by line."""
        size = [max(1, round(side * self._scale)) for side in picture.size]
        pixels = np.asarray(picture.convert("RGB").resize((size[0], size[1])))[:, :, ::-1]
        found = _engine()(pixels, return_word_box=True, return_single_char_box=True)
        words: list[Word] = []
        for number, (text, letters, box) in enumerate(_lines(found)):
            line = _words(number, text, letters, 1 / self._scale)
            words += line if box is None else _over(box, 1 / self._scale, line)
        return words


@cache
def _engine() -> Any:
    for name in (_DETECTION, _RECOGNITION):
        if not (_MODELS / name).is_file():
            raise ImportError(f"rapidocr lacks {name}")  # it would be fetched otherwise
    return rapidocr.RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_cls": False,
            "Global.text_score": 0.0,
            "Global.max_side_len": _LONGEST,
            "Det.limit_side_len": _SHORTEST,
            "Det.model_path": str(_MODELS / _DETECTION),
            "Rec.model_path": str(_MODELS / _RECOGNITION),
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


def _lines(found: Any) -> Iterator[tuple[str, Sequence[Any], Any]]:
    """Text, letters and box of each line; the box is None where it was understood, letter by letter.

    A line was seen and not understood if it has no places of letters, if it stands upright, or if it was read
    so badly that letters may be missing, as where it stands on its head.
    """
    placed = found.word_results if len(found.word_results or ()) == len(found.txts or ()) else None
    for number, text in enumerate(found.txts or ()):
        letters, box = placed[number] if placed else (), found.boxes[number]
        is_placed = len(letters) == len("".join(text.split())) and all(
            box is not None for _, _, box in letters
        )
        is_sure = found.scores[number] >= _UNDERSTOOD or len(text) < _A_WORD
        if is_placed:
            yield text, letters, None if is_sure and not _is_turned(text, box) else box
        else:
            yield "?", [("?", 0.0, box.tolist())], box


def _over(box: Any, scale: float, words: Iterable[Word]) -> list[Word]:
    """The words of a line that was not understood: of no certainty, each over the whole line."""
    (left, top), (right, bottom) = box.min(axis=0) * scale, box.max(axis=0) * scale
    return [one._replace(left=left, top=top, right=right, bottom=bottom, confidence=0.0) for one in words]


def _is_turned(text: str, corners: Any) -> bool:
    """Whether a line of several letters is higher than wide."""
    along, across = (float(np.linalg.norm(corners[at] - corners[0])) for at in (1, 3))
    return len(text) > 1 and across >= _TURNED * along


def _words(line: int, text: str, letters: Sequence[Any], scale: float) -> Iterator[Word]:
    """The words of a line: divided at its blanks, and at wide gaps that it has no blank for."""
    word: list[Any] = []
    height = _height(letters)
    waiting = iter(letters)
    for character in text:
        letter = None if character.isspace() else next(waiting, None)
        is_apart = word and letter is not None and letter[2][0][0] - word[-1][2][1][0] > _DIVIDES * height
        if word and (letter is None or is_apart):
            yield _word(line, word, scale, height)
            word = []
        word += [letter] if letter is not None else []
    if word:
        yield _word(line, word, scale, height)


def _height(letters: Sequence[Any]) -> float:
    return max((abs(box[3][1] - box[0][1]) for _, _, box in letters), default=1.0)


def _word(line: int, letters: Sequence[Any], scale: float, height: float) -> Word:
    corners = np.array([box for _, _, box in letters], dtype=float).reshape(-1, 2) * scale
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    text = unicodedata.normalize("NFKC", "".join(text for text, _, _ in letters)).replace(" ", "")
    confidence = sum(float(sure) for _, sure, _ in letters) / len(letters)
    return Word(
        text, left, top, max(right, left + 1), bottom, confidence, line, max(_LETTERS * height * scale, 1.0)
    )

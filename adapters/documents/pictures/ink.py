"""Strokes of a pen and stamps on paper: ink that no printed word explains, told by its shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from adapters.documents.pictures.words import Word

Box = tuple[float, float, float, float]
Mask = NDArray[np.uint8]
_LETTERS = 22
"""Height of letters to which a page is made smaller, in pixels: all sizes below are measured there."""
_SURE = 0.8
_FEW_WORDS, _SHARE_OF_LETTERS, _SMALLEST_LETTERS = 3, 6, 12
"""Of a picture without text, letters are taken to be a sixth of its shorter side."""
_CONTRAST, _NEIGHBOURHOOD = 22, 61
_PAPER, _OFF_PAPER, _DARK = 150, 45, 80
"""Least brightness of paper, how much darker it may be around a stroke, and how much ink is at least."""
_RULE = 46
"""Straight lines as long as this are rules of a form or table."""
_COLOURED = 50
"""Least difference between the colours of ink that is not black."""

_PEN_WIDE, _PEN_HIGH, _PEN_LARGEST = 38, 16, (560, 200)
_PEN_DENSE, _PEN_THICK = 0.42, 8.0
_PEN_LONG, _PEN_TURNS = 3.2, 0.09
_LEAST_PART, _BESIDE_PEN, _AROUND = 7, 20, 7
"""Least size of a piece that belongs to strokes beside it, how near it lies, and how far a field reaches."""
_REACHED = 2
"""How often a field grows by the pieces beside it."""
_IN_WORD = 0.7

_STAMP_SIDES, _STAMP_LONG = (56, 420), 4.0
_BRIDGED = 13
"""Gaps of worn ink that are closed; in coloured ink, which is apart from text, also twice as wide ones."""
_ROUND, _ANGULAR = (0.72, 0.84), 0.88
"""Share of its box, turned to fit, that an oval fills, and least share that a rectangle does."""
_RIM, _RIM_SEEN, _SOLID = 7, 0.62, 0.55
_TURNED = (2.5, 40.0)
"""Least and greatest turn of a box, in degrees: straight black boxes are forms."""
_INNER_INK, _LEAST_INNER = 0.6, 30


class Found(NamedTuple):
    """Boxes of what was found, in pixels of the picture."""

    signatures: tuple[Box, ...] = ()
    stamps: tuple[Box, ...] = ()


class _Paper(NamedTuple):
    """A page made small: where ink is, where coloured ink is, and the brightness."""

    ink: Mask
    coloured: Mask
    grey: Mask
    words: Mask


def pen_and_stamps(picture: Image.Image, words: Sequence[Word]) -> Found:
    """Strokes of a pen and stamps on a page of light paper.

    Parameters
    ----------
    picture : Image.Image
    words : sequence of Word
        What text recognition read on it: printed words are no strokes of a pen.
    """
    scale = min(1.0, _LETTERS / _letters(picture, words))
    paper = _paper(picture, words, scale)
    if float(np.percentile(paper.grey, 80)) < _PAPER:
        return Found()
    drawn = np.where(paper.words > 0, 0, paper.ink).astype(np.uint8)
    rims = list(_stamps(drawn, paper, _BRIDGED, False))
    for bridged in (_BRIDGED, 2 * _BRIDGED + 1):
        rims += _stamps(paper.coloured, paper, bridged, True)
    rims.sort(key=_area, reverse=True)
    stamps = [one for at, one in enumerate(rims) if not any(_inside(one, other) for other in rims[:at])]
    signatures = [box for box in _signatures(paper) if not any(_inside(box, stamp) for stamp in stamps)]
    return Found(*(tuple(_grown(box, scale) for box in boxes) for boxes in (signatures, stamps)))


def _letters(picture: Image.Image, words: Sequence[Word]) -> float:
    sizes = [word.size for word in words if word.confidence >= _SURE]
    if len(sizes) >= _FEW_WORDS:
        return max(median(sizes), 1.0)
    return max(min(picture.size) / _SHARE_OF_LETTERS, _SMALLEST_LETTERS)


def _paper(picture: Image.Image, words: Sequence[Word], scale: float) -> _Paper:
    import cv2  # an extra

    cv2.setNumThreads(1)
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    pixels = np.asarray(picture.convert("RGB").resize(size, Image.Resampling.BOX))
    grey: Any = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), (3, 3), 0)
    ink: Any = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, _NEIGHBOURHOOD, _CONTRAST
    )
    ink = np.where(grey < np.median(grey) - _DARK, 255, ink).astype(
        np.uint8
    )  # areas as a whole, not their edges
    soft = cv2.GaussianBlur(pixels, (5, 5), 0).astype(np.int16)
    coloured = np.where((soft.max(axis=2) - soft.min(axis=2)) > _COLOURED, 255, 0).astype(np.uint8)
    printed = np.zeros_like(ink)
    for word in words:
        if word.confidence >= _SURE:
            left, top = max(int(word.left * scale), 0), max(int(word.top * scale), 0)
            printed[top : int(word.bottom * scale) + 1, left : int(word.right * scale) + 1] = 255
    return _Paper(ink, coloured, grey, printed)


def _signatures(paper: _Paper) -> Iterator[Box]:
    """Boxes of strokes, with smaller ones beside them."""
    import cv2

    free = _without_rules(paper.ink)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(free, connectivity=8)
    boxes, parts = list[Box](), list[Box]()
    for number in range(1, count):
        left, top, wide, high, area = (int(value) for value in stats[number])
        if max(wide, high) < _LEAST_PART or wide > _PEN_LARGEST[0] or high > _PEN_LARGEST[1]:
            continue
        shape = np.asarray(labels[top : top + high, left : left + wide] == number, dtype=np.uint8)
        box = (left, top, left + wide, top + high)
        if _is_printed(shape, paper, box):
            continue
        is_pen = _is_of_a_pen_s_size(wide, high, area) and _is_of_a_pen(shape, area)
        (boxes if is_pen and _is_on_paper(paper, box) else parts).append(box)
    yield from _joined(boxes, parts)


def _is_of_a_pen_s_size(wide: int, high: int, area: int) -> bool:
    return max(wide, high) >= _PEN_WIDE and min(wide, high) >= _PEN_HIGH and area <= _PEN_DENSE * wide * high


def _without_rules(ink: Mask) -> Mask:
    import cv2

    rules = np.zeros_like(ink)
    for size in ((_RULE, 1), (1, _RULE)):
        straight = cv2.morphologyEx(ink, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_RECT, size))
        rules = np.maximum(rules, cv2.dilate(straight, np.ones((3, 3), np.uint8)))
    freed: Any = cv2.subtract(ink, rules)
    return np.asarray(cv2.morphologyEx(freed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), dtype=np.uint8)


def _is_of_a_pen(shape: Mask, area: int) -> bool:
    """Whether a shape is a thin line, much longer than its box, that turns."""
    import cv2

    padded = cv2.copyMakeBorder(shape, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    width = 2 * float(cv2.distanceTransform(padded, cv2.DIST_L2, 3).max())
    contours, _ = cv2.findContours(padded, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    length = sum(cv2.arcLength(one, True) for one in contours) / 2
    thick = area / max(length, 1)
    if thick > _PEN_THICK or width > 3 * _PEN_THICK:
        return False
    return length >= _PEN_LONG * max(min(shape.shape), 12) and _slanted(shape) >= _PEN_TURNS


def _slanted(shape: Mask) -> float:
    """Share of a line's edges that run neither across nor down: letters of a hand slant and turn."""
    import cv2

    soft = cv2.GaussianBlur(shape.astype(np.float32), (5, 5), 0)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    strength = np.hypot(across, down)
    edges = strength > 0.3 * float(strength.max())
    angle = np.degrees(np.arctan2(np.abs(down[edges]), np.abs(across[edges])))
    return float(((angle > 20) & (angle < 70)).mean())


def _is_on_paper(paper: _Paper, box: Box) -> bool:
    """Whether what lies around the strokes is as light as the page."""
    left, top, right, bottom = (int(side) for side in box)
    area = np.s_[max(top - _AROUND, 0) : bottom + _AROUND, max(left - _AROUND, 0) : right + _AROUND]
    ground = paper.grey[area][paper.ink[area] == 0]
    return bool(ground.size) and bool(np.median(ground) >= np.median(paper.grey) - _OFF_PAPER)


def _is_printed(shape: Mask, paper: _Paper, box: Box) -> bool:
    left, top, right, bottom = (int(side) for side in box)
    inside = paper.words[top:bottom, left:right][shape > 0]
    return float((inside > 0).mean()) > _IN_WORD


def _joined(boxes: Sequence[Box], parts: Sequence[Box]) -> list[Box]:
    """Boxes of strokes, each with the strokes and smaller pieces that lie beside it."""
    found: list[Box] = []
    for one in boxes:
        near = [other for other in found if _is_near(one, other)]
        found = [other for other in found if other not in near]
        found.append(_around((one, *near)))
    for _ in range(_REACHED):
        found = [_around((one, *(part for part in parts if _is_near(one, part)))) for one in found]
    return found


def _around(boxes: Sequence[Box]) -> Box:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _is_near(one: Box, other: Box) -> bool:
    return (
        one[0] - _BESIDE_PEN <= other[2]
        and other[0] - _BESIDE_PEN <= one[2]
        and one[1] - _BESIDE_PEN <= other[3]
        and other[1] - _BESIDE_PEN <= one[3]
    )


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _stamps(mask: Mask, paper: _Paper, bridged: int, is_coloured: bool) -> Iterator[Box]:
    """Boxes of rings, ovals and turned boxes whose rim is drawn and whose inside is not filled."""
    import cv2

    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (bridged, bridged))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel)
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        left, top, wide, high = cv2.boundingRect(contour)
        if min(wide, high) < _STAMP_SIDES[0] or max(wide, high) > _STAMP_SIDES[1]:
            continue
        box = (left, top, left + wide, top + high)
        if _is_a_stamp(cv2.convexHull(contour), mask, paper, is_coloured) and _is_on_paper(paper, box):
            yield box


def _is_a_stamp(hull: Any, mask: Mask, paper: _Paper, is_coloured: bool) -> bool:
    import cv2

    (_, (wide, high), angle) = cv2.minAreaRect(hull)
    area = float(cv2.contourArea(hull))
    if min(wide, high) < 1 or max(wide, high) > _STAMP_LONG * min(wide, high):
        return False
    filled = area / (wide * high)
    whole, rim = np.zeros_like(mask), np.zeros_like(mask)
    cv2.drawContours(whole, [hull], -1, 255, -1)
    cv2.polylines(rim, [hull], True, 255, 1)
    near: Any = cv2.dilate(mask, np.ones((_RIM, _RIM), np.uint8))
    seen = float((near[rim > 0] > 0).mean())
    if seen < _RIM_SEEN or float((mask[whole > 0] > 0).mean()) > _SOLID:
        return False
    if _ROUND[0] <= filled <= _ROUND[1]:
        return True
    turn = min(angle % 90, 90 - angle % 90)
    return filled >= _ANGULAR and (
        _TURNED[0] <= turn <= _TURNED[1] or (is_coloured and _is_of_one_ink(whole, paper))
    )


def _is_of_one_ink(whole: Mask, paper: _Paper) -> bool:
    """Whether what stands inside is coloured as its frame is: words in a drawn frame are mostly black."""
    import cv2

    inner = cv2.erode(whole, np.ones((17, 17), np.uint8)) > 0
    ink = paper.ink[inner] > 0
    near: Any = cv2.dilate(paper.coloured, np.ones((3, 3), np.uint8))
    return int(ink.sum()) >= _LEAST_INNER and float((near[inner][ink] > 0).mean()) >= _INNER_INK


def _inside(box: Box, other: Box) -> bool:
    across, down = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return other[0] <= across <= other[2] and other[1] <= down <= other[3]


def _grown(box: Box, scale: float) -> Box:
    left, top, right, bottom = box
    return (
        (left - _AROUND) / scale,
        (top - _AROUND) / scale,
        (right + _AROUND) / scale,
        (bottom + _AROUND) / scale,
    )

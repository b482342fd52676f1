"""A sheet of paper in points: marked text is drawn word by word, and the boxes of its gold are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONTS = Path("/usr/share/fonts/truetype")
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Gold:
    """A value that must go, and the boxes of its words in pixels."""

    value: str
    boxes: tuple[Box, ...]


@dataclass
class Sheet:
    """White paper of `width` by `height` points, drawn at `dpi` in one face."""

    width: float
    height: float
    dpi: int
    face: tuple[str, str]
    lines: list[str] = field(default_factory=list)
    gold: list[Gold] = field(default_factory=list)

    @property
    def scale(self) -> float:
        return self.dpi / 72

    @cached_property
    def picture(self) -> Image.Image:
        return Image.new("L", (round(self.width * self.scale), round(self.height * self.scale)), 255)

    @cached_property
    def pen(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.picture)

    def font(self, points: float, bold: bool = False) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(str(FONTS / self.face[bold]), round(points * self.scale))

    def write(
        self,
        marked: str,
        at: tuple[float, float],
        width: float = 999,
        points: float = 10,
        bold: bool = False,
        ink: int = 0,
    ) -> float:
        """Draw text whose gold stands between NUL and SOH, wrapped; returns where the next line begins."""
        font, (left, y) = self.font(points, bold), at
        right = min(left + width, self.width - 14)
        for line in marked.splitlines():
            x, shown, words = left, list[str](), _words(line)
            for plain, start, end, number in words:
                advance = font.getlength(plain) / self.scale
                if x > left and x + advance > right:
                    x, y = left, y + points * 1.4
                if y + points * 1.4 > self.height:
                    self._open.clear()
                    return y
                self.pen.text((x * self.scale, y * self.scale), plain, font=font, fill=ink)
                if number is not None:
                    self._mark(font, plain, (start, end, number), (x, y))
                shown.append(plain)
                x += advance + font.getlength(" ") / self.scale
            self.lines.append(" ".join(shown))
            self._closed()
            y += points * 1.4
        return y

    def _mark(
        self, font: ImageFont.FreeTypeFont, plain: str, part: tuple[int, int, int], at: tuple[float, float]
    ) -> None:
        start, end, number = part
        x, y = (place * self.scale for place in at)
        box = (x + font.getlength(plain[:start]), y, x + font.getlength(plain[:end]), y + font.size * 1.1)
        self._open.setdefault(number, []).append((plain[start:end], box))

    @cached_property
    def _open(self) -> dict[int, list[tuple[str, Box]]]:
        return {}

    def _closed(self) -> None:
        for words in self._open.values():
            self.gold.append(Gold(" ".join(word for word, _ in words), tuple(box for _, box in words)))
        self._open.clear()

    def frame(self, box: Box, ink: int = 0, ground: int | None = None) -> None:
        """A ruled box, shaded if `ground` says so."""
        corners = [place * self.scale for place in box]
        self.pen.rectangle(corners, fill=ground, outline=ink, width=max(1, round(self.scale / 2)))

    def rule(self, y: float, left: float, right: float, ink: int = 0) -> None:
        """A line across."""
        ends = (left * self.scale, y * self.scale, right * self.scale, y * self.scale)
        self.pen.line(ends, fill=ink, width=max(1, round(self.scale / 2)))

    def table(
        self, rows: Sequence[Sequence[str]], at: tuple[float, float], columns: Sequence[float], points: float
    ) -> float:
        """A ruled table, its first row bold on grey; returns where it ends."""
        (left, y), step = at, points * 1.9
        for number, row in enumerate(rows):
            x = left
            for cell, width in zip(row, columns, strict=True):
                self.frame((x, y, x + width, y + step), 90, 225 if number == 0 else None)
                self.write(cell, (x + 3, y + points * 0.35), points=points, bold=number == 0)
                x += width
            y += step
        return y + points


def _words(line: str) -> list[tuple[str, int, int, int | None]]:
    """Words with the place of gold in them and the gold's number, none for words that stay."""
    found, number, inside = [], 0, False
    for word in line.split(" "):
        start = word.find("\0") if "\0" in word else 0
        inside = inside or "\0" in word
        bare = word.replace("\0", "")
        end = bare.find("\1") if "\1" in bare else len(bare)
        found.append((bare.replace("\1", ""), start, end, number if inside else None))
        if "\1" in word:
            inside, number = False, number + 1
    return found

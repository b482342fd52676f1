"""Pages with strokes of a pen and stamps, and as many pages with lines that are neither.

    python -m benchmarks.ocr.signed [--series first] [--reader rapidocr] [--pages 0:84] [--out FOLDER]

A pen is a spline through random points, its width changing as it goes. Stamps are rings and boxes in
colours, turned, with words inside or around, and worn off in places. The other pages hold tables, charts,
logos, underlines, arrows, frames and empty lines to sign on. ``--out`` keeps the released pages.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from adapters.documents.pictures.page import Page, read_page
from adapters.documents.pictures.rapid import RapidReader
from adapters.documents.pictures.readers import Reader
from adapters.documents.pictures.tesseract import TesseractReader
from adapters.documents.settings import Settings
from benchmarks.ocr.sheet import FONTS

SIZE = (1000, 1100)
SERIF, SANS = "liberation/LiberationSerif-Regular.ttf", "dejavu/DejaVuSans.ttf"
INKS = ((20, 20, 25), (25, 40, 130), (10, 60, 170), (60, 60, 65))
STAMPS = ((190, 30, 40), (40, 60, 170), (110, 50, 150), (30, 120, 70), (50, 50, 50))
SENTENCES = (
    "The undersigned agrees to the terms that are set out above.",
    "Payment is due within thirty days of the date of delivery.",
    "The patient was told of the risks and gave consent in writing.",
    "Both parties keep a copy of this agreement for their records.",
    "A second visit was arranged for the following month.",
    "The committee met twice and heard four witnesses.",
)
READERS: dict[str, Callable[[], Reader]] = {"rapidocr": RapidReader, "tesseract": TesseractReader}
Points = list[tuple[float, float]]
INK, COVERED = 200, 0.9
"""What is ink, and the share of a mark's ink that must be gone."""


def letter(rng: random.Random, lines: int = 9) -> tuple[Image.Image, int]:
    """White paper with some sentences; where they end."""
    page = Image.new("RGB", SIZE, "white")
    face = ImageFont.truetype(str(FONTS / rng.choice((SERIF, SANS))), rng.choice((20, 22, 24)))
    y = 60
    for _ in range(rng.randint(lines - 3, lines)):
        ImageDraw.Draw(page).text((70, y), rng.choice(SENTENCES), font=face, fill=(0, 0, 0))
        y += 36
    return page, y + 30


def spline(points: Sequence[tuple[float, float]], steps: int = 40) -> Points:
    """A smooth line through points (Catmull and Rom)."""
    ends = [points[0], *points, points[-1]]
    drawn: Points = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for step in range(steps):
            t = step / steps
            drawn.append(tuple(_between(a[i], b[i], c[i], d[i], t) for i in (0, 1)))  # type: ignore[arg-type]
    return drawn


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def pen(
    layer: Image.Image, rng: random.Random, at: tuple[int, int], ink: tuple[int, ...], width: float
) -> None:
    """A signature: a first letter with loops, waves that grow flatter, and now and then a stroke below."""
    high, step = rng.uniform(38, 90), rng.uniform(11, 20)
    x, y = at
    points: Points = [(x, y)]
    for _ in range(rng.randint(3, 5)):
        points.append((x + rng.uniform(-20, 45), y - rng.uniform(-0.2, 1) * high))
    x += 40
    for number in range(rng.randint(6, 16)):
        x += round(step * rng.uniform(0.5, 1.5))
        reach = high * (0.55 if rng.random() < 0.2 else 0.28)
        points.append(
            (x, y - (reach * rng.uniform(0.5, 1) if number % 2 else rng.uniform(-0.15, 0.05) * high))
        )
        if rng.random() < 0.3:
            points.append((x - step * 0.8, y - reach * 0.4))
    lines = [points]
    if rng.random() < 0.4:
        lines.append([(at[0] + 10, y + 12), (at[0] + 90, y + 20), (x + 10, y + 6), (x - 30, y + 22)])
    drawing = ImageDraw.Draw(layer)
    for line in lines:
        drawn = spline(line)
        for number, (one, two) in enumerate(itertools.pairwise(drawn)):
            wide = max(1, round(width * (0.75 + 0.4 * math.sin(number / 23))))
            drawing.line([one, two], fill=ink, width=wide)


def signature(page: Image.Image, rng: random.Random, y: int) -> Image.Image:
    """A signature on a line, beside a label, under a greeting, or over a printed name."""
    drawing, face = ImageDraw.Draw(page), ImageFont.truetype(str(FONTS / SERIF), 22)
    place, left = rng.randrange(5), rng.randint(120, 420)
    y += 110
    if place in (0, 4):
        drawing.line((left - 30, y + 8, left + 370, y + 8), fill=(0, 0, 0), width=2)
        drawing.text((left - 30, y + 16), "Signature", font=face, fill=(0, 0, 0))
    elif place == 1:
        drawing.text((70, y - 26), "Signed:", font=face, fill=(0, 0, 0))
        left = 170
    elif place == 2:
        drawing.text((70, y - 110), "Yours sincerely,", font=face, fill=(0, 0, 0))
        drawing.text((70, y + 36), "Harriet Colby, Registrar", font=face, fill=(0, 0, 0))
        left = 90
    else:
        drawing.text((left - 20, y - 12), "Harriet Colby", font=face, fill=(0, 0, 0))
    layer = Image.new("RGB", SIZE, "white")
    pen(layer, rng, (left, y), rng.choice(INKS), rng.uniform(1.6, 5.5))
    return layer


def stamp(page: Image.Image, rng: random.Random, y: int) -> Image.Image:
    """A ring, an oval or a box with words, in one colour, turned and worn off."""
    side, colour = rng.randint(190, 300), rng.choice(STAMPS)
    shape = rng.choice(("ring", "double", "oval", "box", "rounded"))
    high = side if shape in ("ring", "double") else round(side * rng.uniform(0.4, 0.6))
    mark = Image.new("L", (side + 20, high + 20), 0)
    drawing, wide = ImageDraw.Draw(mark), rng.randint(3, 7)
    box = (10, 10, side + 10, high + 10)
    if shape in ("ring", "double", "oval"):
        drawing.ellipse(box, outline=255, width=wide)
    elif shape == "box":
        drawing.rectangle(box, outline=255, width=wide)
    else:
        drawing.rounded_rectangle(box, 20, outline=255, width=wide)
    if shape == "double":
        drawing.ellipse((45, 45, side - 25, high - 25), outline=255, width=2)
        around(mark, "CITY OF BREMERHAVEN * NOTARY *", side / 2 + 10, side / 2 - 18)
    face = ImageFont.truetype(str(FONTS / "dejavu/DejaVuSans-Bold.ttf"), round(high * 0.13) + 8)
    for number, text in enumerate(
        rng.choice((("RECEIVED", "12 MAR 2024"), ("PAID",), ("Dr. H. Colby", "4417")))
    ):
        fit = min(1, (side * 0.62) / face.getlength(text))
        small = ImageFont.truetype(face.path, max(10, round(face.size * fit)))
        drawing.text((side / 2 + 10, high / 2 - 4 + number * 30), text, font=small, fill=255, anchor="mm")
    worn = (
        Image.effect_noise(mark.size, 90).filter(ImageFilter.GaussianBlur(2)).point(lambda v: 255 * (v > 118))
    )
    mark = ImageChops.multiply(mark, worn) if rng.random() < 0.5 else mark
    mark = mark.rotate(rng.uniform(-20, 20), expand=True, resample=Image.Resampling.BICUBIC)
    layer = Image.new("RGB", SIZE, "white")
    top = y - rng.choice((0, 0, 60))
    layer.paste(colour, (rng.randint(100, 560), top), mark)
    return layer


def around(mark: Image.Image, text: str, middle: float, radius: float) -> None:
    """Letters around a rim."""
    face = ImageFont.truetype(str(FONTS / SANS), 17)
    for number, letter in enumerate(text):
        angle = 2 * math.pi * number / len(text)
        one = Image.new("L", (24, 24), 0)
        ImageDraw.Draw(one).text((12, 12), letter, font=face, fill=255, anchor="mm")
        one = one.rotate(-math.degrees(angle), resample=Image.Resampling.BICUBIC)
        place = (round(middle + radius * math.sin(angle)) - 12, round(middle - radius * math.cos(angle)) - 12)
        mark.paste(255, place, one)


def table(page: Image.Image, rng: random.Random, y: int) -> None:
    drawing, face = ImageDraw.Draw(page), ImageFont.truetype(str(FONTS / SANS), 18)
    for row in range(rng.randint(4, 8)):
        for column in range(4):
            box = (70 + column * 200, y + row * 40, 270 + column * 200, y + row * 40 + 40)
            drawing.rectangle(box, outline=(60, 60, 60), width=2)
            drawing.text((box[0] + 8, box[1] + 9), f"{rng.randint(10, 999)} units", font=face, fill=(0, 0, 0))


def line_chart(page: Image.Image, rng: random.Random, y: int) -> None:
    drawing = ImageDraw.Draw(page)
    drawing.line((120, y, 120, y + 300, 800, y + 300), fill=(0, 0, 0), width=2)
    for _ in range(rng.randint(1, 3)):
        points = [(120 + step * 55, y + rng.randint(40, 280)) for step in range(13)]
        drawn = spline(points) if rng.random() < 0.5 else points
        drawing.line(drawn, fill=rng.choice(STAMPS + INKS), width=rng.randint(2, 4))
    _ticks(drawing, y + 305)


def _ticks(drawing: ImageDraw.ImageDraw, y: int) -> None:
    face = ImageFont.truetype(str(FONTS / SANS), 15)
    for number in range(7):
        drawing.text((115 + number * 110, y), str(2010 + number), font=face, fill=(0, 0, 0))


def bar_chart(page: Image.Image, rng: random.Random, y: int) -> None:
    drawing = ImageDraw.Draw(page)
    for number in range(7):
        box = (130 + number * 110, y + rng.randint(20, 250), 190 + number * 110, y + 300)
        drawing.rectangle(box, fill=rng.choice(STAMPS), outline=(0, 0, 0))
    _ticks(drawing, y + 305)


def pie(page: Image.Image, rng: random.Random, y: int) -> None:
    drawing, start = ImageDraw.Draw(page), 0.0
    for share in (0.3, 0.25, 0.25, 0.2):
        box = (250, y, 550, y + 300)
        drawing.pieslice(box, start, start + 360 * share, fill=rng.choice(STAMPS), outline=(255, 255, 255))
        start += 360 * share


def underlines(page: Image.Image, rng: random.Random, y: int) -> None:
    drawing, face = ImageDraw.Draw(page), ImageFont.truetype(str(FONTS / SERIF), 24)
    for number in range(5):
        text = rng.choice(SENTENCES)
        drawing.text((70, y + number * 50), text, font=face, fill=(0, 0, 0))
        line = (70, y + number * 50 + 28, 70 + face.getlength(text), y + number * 50 + 28)
        drawing.line(line, fill=rng.choice(((0, 0, 0), (190, 30, 40))), width=2)


def logo(page: Image.Image, rng: random.Random, y: int) -> None:
    drawing, colour = ImageDraw.Draw(page), rng.choice(STAMPS)
    drawing.polygon([(90, y + 120), (150, y), (210, y + 120)], fill=colour)
    drawing.ellipse((180, y + 30, 280, y + 130), fill=rng.choice(STAMPS))
    face = ImageFont.truetype(str(FONTS / "dejavu/DejaVuSans-Bold.ttf"), 52)
    drawing.text((310, y + 40), "Northwind", font=face, fill=colour)


def italics(page: Image.Image, rng: random.Random, y: int) -> None:
    drawing = ImageDraw.Draw(page)
    face = ImageFont.truetype(str(FONTS / "liberation/LiberationSerif-BoldItalic.ttf"), rng.choice((48, 64)))
    drawing.text(
        (90, y + 20), rng.choice(("Annual Report", "Welcome", "Quality first")), font=face, fill=(20, 40, 120)
    )


def signing_lines(page: Image.Image, rng: random.Random, y: int) -> None:
    drawing, face = ImageDraw.Draw(page), ImageFont.truetype(str(FONTS / SERIF), 22)
    for number, text in enumerate(("Signature of the patient", "Date", "Witness")):
        drawing.line((70, y + 60 + number * 110, 480, y + 60 + number * 110), fill=(0, 0, 0), width=2)
        drawing.text((70, y + 66 + number * 110), text, font=face, fill=(0, 0, 0))
        if rng.random() < 0.5:
            drawing.rectangle(
                (560, y + 30 + number * 110, 590, y + 60 + number * 110), outline=(0, 0, 0), width=2
            )


def arrows(page: Image.Image, rng: random.Random, y: int) -> None:
    drawing, face = ImageDraw.Draw(page), ImageFont.truetype(str(FONTS / SANS), 20)
    for number, text in enumerate(("Request", "Review", "Release")):
        left = 80 + number * 290
        drawing.rounded_rectangle((left, y, left + 190, y + 80), 12, outline=(40, 60, 170), width=3)
        drawing.text((left + 95, y + 40), text, font=face, fill=(0, 0, 0), anchor="mm")
        if number < 2:
            drawing.line((left + 190, y + 40, left + 285, y + 40), fill=(0, 0, 0), width=3)
            drawing.polygon(
                [(left + 270, y + 32), (left + 290, y + 40), (left + 270, y + 48)], fill=(0, 0, 0)
            )
    if rng.random() < 0.5:
        drawing.rectangle((20, 20, SIZE[0] - 20, SIZE[1] - 20), outline=(0, 0, 0), width=4)


def ring_logo(page: Image.Image, rng: random.Random, y: int) -> None:
    """A ring with letters as firms have it: nothing tells it from a stamp but its place."""
    drawing, colour = ImageDraw.Draw(page), rng.choice(STAMPS)
    drawing.ellipse((90, y, 290, y + 200), outline=colour, width=14)
    face = ImageFont.truetype(str(FONTS / "dejavu/DejaVuSans-Bold.ttf"), 70)
    drawing.text((190, y + 100), "NW", font=face, fill=colour, anchor="mm")


def picture(page: Image.Image, rng: random.Random, y: int) -> None:
    noise = Image.effect_noise((400, 300), 70).filter(ImageFilter.GaussianBlur(rng.choice((4, 9))))
    page.paste(Image.merge("RGB", (noise, noise.rotate(90).resize(noise.size), noise)), (200, y))


OTHERS: tuple[Callable[[Image.Image, random.Random, int], None], ...] = (
    table, line_chart, bar_chart, pie, underlines, logo, italics, signing_lines, arrows, picture,
)  # fmt: skip


def scanned(page: Image.Image, number: int) -> Image.Image:
    """As it is, grey, with grain, or lightly blurred: as scanners give pages."""
    if number % 4 == 1:
        return page.convert("L")
    if number % 4 == 2:
        grain = Image.effect_noise(SIZE, 24).convert("RGB")
        return ImageChops.add(page.filter(ImageFilter.GaussianBlur(0.7)), grain, scale=1.0, offset=-128)
    return page.filter(ImageFilter.GaussianBlur(0.6)) if number % 4 == 3 else page


def case(series: str, number: int) -> tuple[str, Image.Image, Image.Image]:
    """The kind of a page, the page, and its mark alone on white: 20 signed, 20 stamped, 44 others."""
    rng = random.Random(f"{series} {number}")
    page, y = letter(rng)
    layer = Image.new("RGB", SIZE, "white")
    if number < 40:
        kind = "signature" if number < 20 else "stamp"
        layer = (signature if number < 20 else stamp)(page, rng, y)
    else:
        drawn = ring_logo if number >= 80 else OTHERS[number % len(OTHERS)]
        kind = drawn.__name__.replace("_", " ")
        drawn(page, rng, y)
    return (
        kind,
        scanned(ImageChops.multiply(page, layer), number // 3 if number < 40 else number // 10),
        layer,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--series", default="first")
    parser.add_argument("--reader", choices=READERS, default="rapidocr")
    parser.add_argument("--pages", default="0:84", help="0 to 20 are signed, 20 to 40 stamped")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    reader, rows = READERS[asked.reader](), dict[str, Counter[str]]()
    for number in range(84)[slice(*map(int, asked.pages.split(":")))]:
        kind, page, layer = case(asked.series, number)
        found = read_page("", page, reader, Settings())
        said = measured(page, layer, found)
        rows.setdefault(kind, Counter()).update(said)
        if asked.out:
            asked.out.mkdir(exist_ok=True, parents=True)
            found.covered([]).save(asked.out / f"{number:02d}-{kind.replace(' ', '-')}.png")
    print("| page | n | found | ink covered, 9 tenths | signatures seen | stamps seen |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for kind, row in rows.items():
        cells = (row[name] for name in ("n", "found", "covered", "signatures", "stamps"))
        print(f"| {kind} | {' | '.join(map(str, cells))} |")


def measured(page: Image.Image, layer: Image.Image, found: Page) -> dict[str, int]:
    """What was found on a page, and whether the ink of its mark is gone."""
    marks = found.marks
    painted = np.zeros((page.height, page.width), dtype=np.bool_)
    for field in found.fields(()):
        painted[max(field.top, 0) : field.bottom + 1, max(field.left, 0) : field.right + 1] = True
    ink = np.asarray(layer.convert("L")) < INK
    return {
        "n": 1,
        "found": bool(marks.signatures or marks.stamps),
        "covered": bool(ink.any()) and bool(painted[ink].mean() >= COVERED),
        "signatures": len(marks.signatures),
        "stamps": len(marks.stamps),
    }


if __name__ == "__main__":
    main()

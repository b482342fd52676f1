"""Pages with gold: texts of the synthetic data and letters of our own, drawn and made worse as scans are."""

from __future__ import annotations

import io
import json
import math
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

DATA = Path(os.environ.get("SAFERELEASE_DATA", "../shared/data")) / "pii-synthetic" / "generated_large.json"
FONTS = Path("/usr/share/fonts/truetype")
FACES = (
    "dejavu/DejaVuSans.ttf",
    "dejavu/DejaVuSerif.ttf",
    "liberation/LiberationSans-Regular.ttf",
    "liberation/LiberationSerif-Regular.ttf",
    "liberation/LiberationMono-Regular.ttf",
)
GOLD = frozenset({"PERSON", "PHONE_NUMBER", "EMAIL_ADDRESS", "US_SSN", "IBAN_CODE", "CREDIT_CARD", "OWN"})
"""Kinds of gold that hipaa-safe-harbor removes wherever they stand."""
WIDTH, HEIGHT = 5.8, 6.2
"""Inches of a page: half a letter, so that two hundred of them can be read in an hour."""
FIRST = ("Margaret", "Luis", "Aisha", "Peter", "Wanda", "George", "Helen", "Tomas", "Nadia", "Walter")
LAST = ("Hernandez", "Whitfield", "Okafor", "Lindqvist", "Becker", "Kowalski", "Petrova", "Ramsay", "Duarte")
LETTER = """Patient: \0{name}\1
Date of birth: \0{birth}\1   SSN: \0{ssn}\1
MRN: \0{mrn}\1   Phone: \0{phone}\1
E-mail: \0{mail}\1
\0{name}\1 was admitted with chest pain. Troponin was 0.04 ng/mL on arrival and 0.21 after three hours.
Please send the report to Dr. \0{doctor}\1, fax \0{fax}\1.
"""


@dataclass(frozen=True)
class Gold:
    """A value that must go, and the boxes of its words in pixels."""

    value: str
    boxes: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True)
class Rendered:
    """A page: its file, its text, its gold."""

    content: bytes
    suffix: str
    text: str
    gold: tuple[Gold, ...]


def marked_texts(rng: random.Random) -> Iterator[str]:
    """Texts with each value of the gold between NUL and SOH."""
    name, doctor = (f"{rng.choice(FIRST)} {rng.choice(LAST)}" for _ in range(2))
    yield LETTER.format(
        name=name,
        doctor=doctor,
        birth=f"{rng.randint(1, 12):02d}/{rng.randint(1, 28):02d}/{rng.randint(1935, 2004)}",
        ssn=f"{rng.randint(100, 665)}-{rng.randint(11, 99)}-{rng.randint(1000, 9999)}",
        mrn=rng.randint(11111111, 99999999),
        phone=f"({rng.randint(201, 989)}) 555-01{rng.randint(10, 99)}",
        fax=f"{rng.randint(201, 989)}-555-01{rng.randint(10, 99)}",
        mail=f"{name.split()[0].lower()}.{rng.randint(10, 99)}@example.org",
    )
    texts = json.loads(DATA.read_text(encoding="utf-8"))
    for one in rng.sample(texts, 4):
        yield _marked(one["full_text"], one["spans"])


def _marked(text: str, spans: Sequence[dict[str, object]]) -> str:
    kept = [span for span in spans if span["entity_type"] in GOLD]
    for span in sorted(kept, key=lambda one: -int(str(one["start_position"]))):
        start, end = int(str(span["start_position"])), int(str(span["end_position"]))
        text = f"{text[:start]}\0{text[start:end]}\1{text[end:]}"
    return text.replace("\n", " ") + "\n"


def rendered(number: int, dpi: int, kind: str) -> Rendered:
    """Page `number`, always the same, scanned at `dpi` in a way named `kind`."""
    rng = random.Random(f"page {number}")
    scale = dpi / 72
    font = ImageFont.truetype(str(FONTS / rng.choice(FACES)), round(rng.choice((10, 11, 12)) * scale))
    picture = Image.new("L", (round(WIDTH * dpi), round(HEIGHT * dpi)), 255)
    text, gold = _drawn(picture, font, scale, "".join(marked_texts(rng)))
    slant = rng.choice((-1, 1)) * rng.uniform(0.5, 1.5) if kind == "skewed" else 0.0
    if slant:
        picture = picture.rotate(slant, Image.Resampling.BICUBIC, fillcolor=255)
        gold = [_turned(one, picture.size, slant) for one in gold]
    content, suffix = _scanned(picture, dpi, kind, rng)
    return Rendered(content, suffix, text, tuple(gold))


def _drawn(
    picture: Image.Image, font: ImageFont.FreeTypeFont, scale: float, marked: str
) -> tuple[str, list[Gold]]:
    drawing = ImageDraw.Draw(picture)
    left, right, y = 36 * scale, picture.width - 30 * scale, 30 * scale
    step, blank = font.size * 1.45, font.getlength(" ")
    boxes: list[tuple[float, float, float, float]] | None = None
    value: list[str] = []
    gold, lines = [], []
    for line in marked.splitlines():
        x = left
        shown: list[str] = []
        for word in line.split(" "):
            plain = word.replace("\0", "").replace("\1", "")
            if "\0" in word:
                boxes, value = [], []
            if x > left and x + font.getlength(plain) > right:
                x, y = left, y + step
            if y + step > picture.height:
                return "\n".join(lines), gold
            drawing.text((x, y), plain, font=font, fill=0)
            if boxes is not None and plain:
                inner = word.partition("\0")[2] if "\0" in word else word
                start = x + font.getlength(plain[: len(plain) - len(inner.replace("\1", ""))])
                inner = inner.partition("\1")[0]
                boxes.append((start, y, start + font.getlength(inner), y + font.size * 1.1))
                value.append(inner)
            if "\1" in word and boxes:
                gold.append(Gold(" ".join(value), tuple(boxes)))
                boxes = None
            shown.append(plain)
            x += font.getlength(plain) + blank
        lines.append(" ".join(shown))
        y += step
    return "\n".join(lines), gold


def _turned(gold: Gold, size: tuple[int, int], degrees: float) -> Gold:
    angle, (cx, cy) = -math.radians(degrees), (size[0] / 2, size[1] / 2)
    cosine, sine = math.cos(angle), math.sin(angle)
    boxes = []
    for left, top, right, bottom in gold.boxes:
        x, y = (left + right) / 2 - cx, (top + bottom) / 2 - cy
        dx, dy = cx + x * cosine - y * sine - (x + cx), cy + x * sine + y * cosine - (y + cy)
        boxes.append((left + dx, top + dy, right + dx, bottom + dy))
    return Gold(gold.value, tuple(boxes))


def _scanned(picture: Image.Image, dpi: int, kind: str, rng: random.Random) -> tuple[bytes, str]:
    file = io.BytesIO()
    if kind == "noisy":
        noise = np.random.default_rng(rng.randrange(1 << 30))
        pixels = np.asarray(picture.filter(ImageFilter.GaussianBlur(0.35 * dpi / 100)), dtype=float)
        pixels = 235 - (255 - pixels) * 0.8 + noise.normal(0, 22, pixels.shape)
        pixels[noise.random(pixels.shape) < 0.004] = 30
        picture = Image.fromarray(np.clip(pixels, 0, 255).astype("uint8"))
    if kind == "jpeg":
        picture.save(file, "JPEG", quality=22, dpi=(dpi, dpi))
        return file.getvalue(), ".jpg"
    if kind == "fax":
        noise = np.random.default_rng(rng.randrange(1 << 30))
        small = picture.resize((picture.width, round(picture.height * 0.75))).resize(picture.size)
        pixels = np.asarray(small, dtype=float) + noise.normal(0, 30, (picture.height, picture.width))
        Image.fromarray(np.clip(pixels, 0, 255).astype("uint8")).convert("1", dither=Image.Dither.NONE).save(
            file, "TIFF", compression="group4", dpi=(dpi, dpi)
        )
        return file.getvalue(), ".tif"
    picture.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue(), ".png"

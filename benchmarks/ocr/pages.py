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
from PIL import Image, ImageFilter

from benchmarks.ocr.sheet import Gold, Sheet

DATA = Path(os.environ.get("SAFERELEASE_DATA", "../shared/data")) / "pii-synthetic" / "generated_large.json"
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
    face = rng.choice(FACES)
    sheet = Sheet(72 * WIDTH, 72 * HEIGHT, dpi, (face, face))
    points = rng.choice((10, 11, 12))
    sheet.write("".join(marked_texts(rng)), (36, 30), sheet.width - 66, points)
    return scanned(sheet, kind, rng)


def scanned(sheet: Sheet, kind: str, rng: random.Random) -> Rendered:
    """The sheet as a file, made worse in a way named `kind`."""
    picture, gold = sheet.picture, sheet.gold
    slant = rng.choice((-1, 1)) * rng.uniform(0.5, 1.5) if kind == "skewed" else 0.0
    if slant:
        picture = picture.rotate(slant, Image.Resampling.BICUBIC, fillcolor=255)
        gold = [_turned(one, picture.size, slant) for one in gold]
    content, suffix = _saved(picture, sheet.dpi, kind, rng)
    return Rendered(content, suffix, "\n".join(sheet.lines), tuple(gold))


def _turned(gold: Gold, size: tuple[int, int], degrees: float) -> Gold:
    angle, (cx, cy) = -math.radians(degrees), (size[0] / 2, size[1] / 2)
    cosine, sine = math.cos(angle), math.sin(angle)
    boxes = []
    for left, top, right, bottom in gold.boxes:
        x, y = (left + right) / 2 - cx, (top + bottom) / 2 - cy
        dx, dy = cx + x * cosine - y * sine - (x + cx), cy + x * sine + y * cosine - (y + cy)
        boxes.append((left + dx, top + dy, right + dx, bottom + dy))
    return Gold(gold.value, tuple(boxes))


def _saved(picture: Image.Image, dpi: int, kind: str, rng: random.Random) -> tuple[bytes, str]:
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

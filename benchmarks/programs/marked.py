"""Invented values that are kept by the place they stand in: after a release none may be left."""

from __future__ import annotations

import base64
import html
import io
import random
from dataclasses import dataclass, field

from PIL import Image, ImageDraw, ImageFont

from benchmarks.invented import Case


@dataclass
class Marked(Case):
    """A case that remembers what it invented, under the name of the place that asks for it."""

    number_of: int = 0
    place: str = ""
    markers: dict[str, str] = field(default_factory=dict)

    def gold(self, value: object) -> str:
        self.markers[f"{self.place} {len(self.markers)}"] = str(value)
        return html.escape(str(value))

    def at(self, place: str) -> str:
        """A sentence with a marker for `place`, of another kind each time."""
        self.place = place
        kinds = (
            lambda: f"Seen by {self.person()} last week.",
            lambda: f"The phone number is {self.phone()}.",
            lambda: f"Write to {self.mail()} with questions.",
            lambda: f"SSN: {self.ssn()}.",
            lambda: f"MRN: {self.number()}.",
            lambda: f"The address is {self.street()}.",
        )
        self.number_of += 1
        return kinds[(self.number_of + self.rng.randrange(2)) % len(kinds)]()

    def named(self, place: str) -> str:
        """A person's name alone, for places that hold one."""
        self.place = place
        return self.person()

    def of_kind(self, place: str, kind: str) -> str:
        """One value of a kind (``phone``, ``mail``, ``ssn``...), alone."""
        self.place = place
        value: str = getattr(self, kind)()
        return value


def case(kind: str, number: int) -> Marked:
    """The case of source `number`, always the same."""
    return Marked(random.Random(f"{kind} {number}"))


def picture(text: str, width: int = 420, height: int = 90) -> bytes:
    """A PNG with a drawing and a line of text."""
    image = Image.new("RGB", (width, height), (250, 250, 244))
    pen = ImageDraw.Draw(image)
    pen.ellipse((8, 20, 56, 68), fill=(60, 110, 170))
    pen.text((70, 34), html.unescape(text), fill=(20, 20, 20), font=ImageFont.load_default(18))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def embedded(content: bytes) -> str:
    """A picture as flat Open Documents hold it."""
    data = base64.b64encode(content).decode()
    return f"<draw:image><office:binary-data>{data}</office:binary-data></draw:image>"

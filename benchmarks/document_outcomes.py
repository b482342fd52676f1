"""What becomes of every file of the development data, and what auditors' tools find in the released ones.

    python benchmarks/document_outcomes.py [--folder documents-2] [--policy hipaa-safe-harbor]

Each file goes through the pipeline of a release, in a worker with limits. Every value that was taken out
(five letters or digits, or more) is then looked for, as a word, in what ``strings`` (8 and 16 bit),
``unzip -p``, ``pdftotext``, ``qpdf --qdf`` and a walk over the XML of the package print. Prints figures of
``docs/documents.md``; names of files are those of public test suites.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from adapters.documents.opening.sandbox import run_limited
from adapters.documents.opening.sources import Source
from engine.errors import InvalidError, RefusedError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from flows.document.results import Released

TOOLS = {
    "strings": ["strings", "-n", "4", "FILE"],
    "strings, 16 bit": ["strings", "-n", "4", "-e", "l", "FILE"],
    "unzip -p": ["unzip", "-p", "FILE"],
    "pdftotext": ["pdftotext", "-layout", "FILE", "-"],
    "qpdf --qdf": ["qpdf", "--qdf", "--object-streams=disable", "FILE", "-"],
}
FOR = {
    ".pdf": ("pdftotext", "qpdf --qdf"),
    ".docx": ("unzip -p",),
    ".xlsx": ("unzip -p",),
    ".pptx": ("unzip -p",),
}
LEAST_CHARACTERS = 5


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    data = os.environ.get("SAFERELEASE_DATA", "../shared/data")
    parser.add_argument("--data", type=Path, default=Path(data))
    parser.add_argument("--folder", default="documents", help="documents or documents-2")
    parser.add_argument("--policy", default="hipaa-safe-harbor")
    options = parser.parse_args()
    pipeline = DocumentPipeline(compile_policy(options.policy), b"k" * 32, 2024)
    print("| file | outcome | changes | values | found by a tool |\n| --- | --- | ---: | ---: | --- |")
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted((options.data / options.folder).glob("*/*")):
            said, cells = outcome(pipeline, path, Path(folder))
            counts[said] += 1
            print(f"| {path.parent.name}/{path.stem} | {cells} |", flush=True)
    print("\n" + ", ".join(f"{n} {said}" for said, n in counts.most_common()))


def outcome(pipeline: DocumentPipeline, path: Path, folder: Path) -> tuple[str, str]:
    """One file: its outcome in a word, and the cells of its row."""
    source = Source("000001", "", path.name)
    try:
        released = run_limited("000001", pipeline.release, source, path.read_bytes(), limits=pipeline.limits)
    except RefusedError as error:
        return "refused", f"refused: {reason(error)} | | | "
    except InvalidError as error:
        return "quarantined", f"quarantined: {reason(error)} | | | "
    values = removed_values(released)
    left = tools_find(released.content, path.suffix, values, folder)
    cells = f"released | {len(released.decisions)} | {len(values)} | {', '.join(left) or 'nothing'}"
    return "released", cells


def reason(error: InvalidError | RefusedError) -> str:
    first = error.faults[0]
    return f"{first.code}, {first.got or first.must}"


def removed_values(released: Released) -> set[str]:
    """What the decisions took out, as one would type it: as it stood, and without line ends."""
    found = (released.text[d.start : d.end] for d in released.decisions)
    values = {" ".join(value.split()) for value in found}
    return {v for v in values if sum(map(str.isalnum, v)) >= LEAST_CHARACTERS}


def tools_find(content: bytes, suffix: str, values: set[str], folder: Path) -> list[str]:
    """Tools that find a value, with how many."""
    path = folder / f"released{suffix}"
    path.write_bytes(content)
    outputs = {name: printed(name, path) for name in ("strings", "strings, 16 bit", *FOR.get(suffix, ()))}
    if suffix in (".docx", ".xlsx", ".pptx"):
        outputs["a walk over the XML"] = "\n".join(walked(content))
    patterns = [re.compile(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])") for value in values]
    n_found = {name: sum(bool(p.search(text)) for p in patterns) for name, text in outputs.items()}
    return [f"{name}: {n}" for name, n in n_found.items() if n]


def printed(tool: str, path: Path) -> str:
    command = [str(path) if word == "FILE" else word for word in TOOLS[tool]]
    if shutil.which(command[0]) is None:
        raise SystemExit(f"{command[0]} is not installed")
    done = subprocess.run(command, capture_output=True, check=False, timeout=120)
    return " ".join(done.stdout.decode("utf-8", "replace").split())


def walked(content: bytes) -> Iterator[str]:
    """Text by paragraph and all attribute values of every XML part."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            if not name.endswith((".xml", ".rels")):
                continue
            for element in ElementTree.fromstring(archive.read(name)).iter():
                yield from element.attrib.values()
                if element.tag.rpartition("}")[2] in ("p", "si", "c"):
                    yield "".join(element.itertext())


if __name__ == "__main__":
    main()

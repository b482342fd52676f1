"""Release what the programs wrote, and count by format: outcomes, and markers that are left.

    python -m benchmarks.programs.outcomes --written /tmp/written [--formats odt,docx] [--each FILE]

A marker counts if the reader of this benchmark finds it in the file before its release. Places of markers
that are left go to the standard error, as do files that were not released. ``--each`` appends a line
for every file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from adapters.documents.opening.sandbox import run_limited
from adapters.documents.opening.sources import Source
from adapters.documents.registry import released_suffix
from benchmarks.document_outcomes import reason
from benchmarks.programs.reading import shown, squeezed
from engine.errors import InvalidError, RefusedError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

CRASHES = ("RUN001", "RUN003", "RUN006", "INT001")


@dataclass
class Row:
    """What became of the files of a format."""

    outcomes: Counter[str] = field(default_factory=Counter)
    n_markers: int = 0
    n_left: int = 0

    def __str__(self) -> str:
        total = self.outcomes.total()
        crashed = sum(n for said, n in self.outcomes.items() if said.split()[-1] in CRASHES)
        others = ", ".join(f"{n} {said}" for said, n in sorted(self.outcomes.items()) if said != "released")
        return (
            f"{total} | {self.outcomes['released']} | {others or 'none'} | {crashed} | "
            f"{self.n_markers} | {self.n_left}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--written", type=Path, required=True)
    parser.add_argument("--formats", default="")
    parser.add_argument("--policy", default="hipaa-safe-harbor")
    parser.add_argument("--each", type=Path, default=Path(os.devnull), help="gets a line for every file")
    asked = parser.parse_args()
    pipeline = DocumentPipeline(compile_policy(asked.policy), b"k" * 32, 2024)
    all_markers: dict[str, dict[str, str]] = json.loads((asked.written / "markers.json").read_text())
    print("| format | files | released | others | crashed | markers in the released | left |")
    print("| --- | ---: | ---: | --- | ---: | ---: | ---: |")
    formats = dict.fromkeys(name.partition("/")[0] for name in sorted(all_markers))
    for kind in asked.formats.split(",") if asked.formats else formats:
        row, started = Row(), time.monotonic()
        for name, markers in sorted(all_markers.items()):
            if name.startswith(f"{kind}/"):
                said = one(pipeline, asked.written / name, markers, row)
                with asked.each.open("a", encoding="utf-8") as each:
                    each.write(f"| {name} | {said} |\n")
        print(f"| {kind} | {row} |", flush=True)
        print(f"{kind}: {time.monotonic() - started:.0f} s", file=sys.stderr)


def one(pipeline: DocumentPipeline, path: Path, markers: dict[str, str], row: Row) -> str:
    """Release one file and count what is left of its markers; the end of its line in a table."""
    content = path.read_bytes()
    source = Source("000001", "", path.name)
    try:
        released = run_limited("000001", pipeline.release, source, content, limits=pipeline.limits)
    except (RefusedError, InvalidError) as error:
        kind = "refused" if isinstance(error, RefusedError) else "quarantined"
        row.outcomes[f"{kind} {error.faults[0].code}"] += 1
        print(f"{path.parent.name}/{path.name}: {reason(error)}", file=sys.stderr)
        return f"{reason(error)} | |"
    row.outcomes["released"] += 1
    before, after = shown(content, path.suffix), shown(released.content, released_suffix(path.suffix))
    held = {place: value for place, value in markers.items() if squeezed(value) in before}
    left = {place: value for place, value in held.items() if squeezed(value) in after}
    row.n_markers += len(held)
    row.n_left += len(left)
    for place, value in left.items():
        print(f"{path.parent.name}/{path.name}: LEFT {place}: {value}", file=sys.stderr)
    return f"released | {len(held)} | {len(left)}"


if __name__ == "__main__":
    main()

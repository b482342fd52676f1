"""Whether two versions decide alike: what becomes of 1,000 documents of all kinds, in a line for each.

    python benchmarks/bench_decisions.py --tree TREE > before.txt
    python benchmarks/bench_decisions.py > now.txt
    python benchmarks/bench_decisions.py --compare before.txt now.txt

`--tree` names a checkout of another version, whose code is used (and this one's documents). A line holds the
name of a document, its outcome, how many decisions there are, and hashes of the decisions and of the released
bytes. Documents are 128 of each of the seven kinds of `make bench-main`, short ones, and all files of the
development data that have at most 100 kB. They are decided in this process, one after the other.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
_CHARACTERS = 900
_EACH = 128
_MOST_BYTES = 100_000


def made(data: Path) -> Iterator[tuple[str, bytes]]:
    """Short documents of each kind, of texts that no other kind has."""
    from benchmarks.made_documents import KINDS, decisions, pieces, texts

    source = data / "wikipedia" / "wikipedia-2of4.jsonl.xz"
    whole = texts(source, 20 * len(KINDS) * _EACH * _CHARACTERS)
    cut = pieces((text[: 4 * _CHARACTERS] for text in whole), _CHARACTERS)
    for kind, (suffix, _, made_of) in KINDS.items():
        taken = pieces(decisions(source, _EACH * _CHARACTERS), _CHARACTERS) if kind == "decisions" else cut
        for number, text in zip(range(_EACH), taken, strict=False):
            yield f"{kind}/{number:03d}.{suffix}", made_of(text)


def found(data: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the development data that are not large."""
    for folder in ("documents", "documents-2"):
        for path in sorted((data / folder).glob("*/*")):
            if path.is_file() and path.stat().st_size <= _MOST_BYTES:
                yield f"{folder}/{path.parent.name}/{path.name}", path.read_bytes()


def line(pipeline: Any, name: str, content: bytes) -> str:
    """What became of one document."""
    from adapters.documents.opening.sources import Source
    from engine.errors import SafereleaseError

    source = Source("000001", "", Path(name).name)
    try:
        released = pipeline.release(source, content)
    except SafereleaseError as error:
        return f"{name}\t{error.faults[0].code}\t0\t-\t-"
    decided = [(d.start, d.end, str(getattr(d, "replacement", ""))) for d in released.decisions]
    return "\t".join(
        (
            name,
            "released",
            str(len(decided)),
            _hash(json.dumps([decided, released.text]).encode()),
            _hash(released.content),
        )
    )


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def compare(before: Path, now: Path) -> int:
    """Print what differs, and how many by kind; 1 if anything does."""
    first, second = (
        {fields[0]: fields[1:] for fields in (row.split("\t") for row in path.read_text().splitlines())}
        for path in (before, now)
    )
    both = sorted(first.keys() & second.keys())
    different = [name for name in both if first[name] != second[name]]
    for name in different:
        print(f"{name}: {' '.join(first[name])} -> {' '.join(second[name])}")
    counts = Counter(name.rpartition("/")[0] for name in both)
    print(", ".join(f"{kind} {n}" for kind, n in sorted(counts.items())))
    print(f"{len(both)} documents in both, {len(both) - len(different)} equal, {len(different)} different")
    return int(bool(different) or first.keys() != second.keys())


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    data = os.environ.get("SAFERELEASE_DATA", "../shared/data")
    parser.add_argument("--data", type=Path, default=Path(data))
    parser.add_argument("--tree", type=Path, default=HERE)
    parser.add_argument("--policy", default="hipaa-safe-harbor")
    parser.add_argument("--compare", type=Path, nargs=2)
    options = parser.parse_args()
    if options.compare:
        return compare(*options.compare)
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")
    sys.path.insert(0, str(HERE))
    documents = [*made(options.data), *found(options.data)]
    sys.path.insert(0, str(options.tree.resolve()))
    from flows.compiling.compilation import compile_policy
    from flows.document.document import DocumentPipeline

    pipeline = DocumentPipeline(compile_policy(options.policy), b"k" * 32, 2024)
    if not Path(sys.modules["flows.document.document"].__file__ or "").is_relative_to(options.tree.resolve()):
        raise SystemExit(f"the code of {options.tree} is not used")
    for name, content in documents:
        print(line(pipeline, name, content), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

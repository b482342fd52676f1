"""Records that are packed are the same records, in a tenth of the memory."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import mkdtemp

import pytest

from adapters.bundle.envelopes import IN_TOTO, envelope, statement, to_bytes
from adapters.bundle.files import ATTESTATION, MANIFEST, PREDICATE, seal, sha256_of
from adapters.keys.installation import Keys, keyed_hash, load_keys
from adapters.machine.files import canonical_json, canonical_pieces
from engine.record.packed import PIECE, Packed
from engine.record.report import DocumentRecord, ReleaseReport, summarize
from tests.memory import in_a_fork
from tests.samples import sample_plan, sample_report

FEW, MANY = PIECE, 6 * PIECE


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return load_keys(tmp_path / "keys")


def records(n: int) -> Iterator[DocumentRecord]:
    """Records as those of short notes are, each with numbers of its own."""
    for i in range(n):
        yield DocumentRecord.model_validate(
            {
                "id": f"{i:06d}",
                "input_hash": keyed_hash(b"input", f"{i}".encode()),
                "format": "txt",
                "outcome": "released",
                "output": f"document-{i:06d}.txt",
                "sha256": keyed_hash(b"output", f"{i}".encode()),
                "n_bytes": 100 + i % 50,
                "decisions": {"identifiers[0]": {"replace": 1 + i % 3}},
                "information_bits": i / 7,
            }
        )


def report_of(n: int) -> ReleaseReport:
    return summarize(
        release_id="abc123", created="2026-01-01T00:00:00+00:00", tool="t", plan=sample_plan(),
        documents=records(n),
    )  # fmt: skip


@pytest.mark.parametrize("n", [0, 1, PIECE, PIECE + 1, 3 * PIECE - 1])
def test_the_records_are_the_same(n: int) -> None:
    made = list(records(n))
    packed = Packed(made)
    assert list(packed) == made
    assert len(packed) == n
    assert packed == made
    assert packed[n // 2 :] == made[n // 2 :]
    numbers = Packed(range(n))
    assert [numbers[i] for i in range(-n, n)] == [*range(n)] * 2
    assert numbers[::-3] == [*range(n)][::-3]
    with pytest.raises(IndexError):
        packed[n]
    assert packed != [*made, *records(1)]
    assert n == 0 or packed != [*made[:-1], made[-1].model_copy(update={"id": "another"})]


def test_a_report_keeps_its_documents_packed_and_its_json_is_the_same() -> None:
    report = report_of(FEW)
    assert isinstance(report.documents, Packed)
    assert isinstance(report.for_recipients().documents, Packed)
    content = report.model_dump(mode="json")
    assert content["documents"] == [one.model_dump(mode="json") for one in records(FEW)]
    again = ReleaseReport.model_validate_json(canonical_json(content))
    assert again == report
    assert report.utility == 0
    assert report.totals["bytes"] == sum(one.n_bytes for one in records(FEW))


def test_records_in_disorder_are_put_in_the_order_of_their_numbers() -> None:
    mixed = [*records(PIECE + 3)][::-1]
    report = summarize(release_id="r", created="c", tool="t", plan=sample_plan(), documents=mixed)
    assert report.documents == mixed[::-1]


def test_a_report_holds_little_of_each_document() -> None:
    held = in_a_fork(lambda: growth(lambda n: (report_of(n), report_of(n).for_recipients())))
    assert held < 500, "a record as an object is some 2,900 bytes"


def test_sealing_takes_little_memory_for_each_file(tmp_path: Path, keys: Keys) -> None:
    def sealed(n: int) -> int:
        folder = Path(mkdtemp(dir=tmp_path))
        (folder / "documents").mkdir()
        for record in records(n):
            (folder / "documents" / record.output).write_text(record.id)
        report = report_of(n)
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        seal(folder, report, keys)
        return tracemalloc.get_traced_memory()[1] - before

    def measured() -> list[int]:
        tracemalloc.start()
        sealed(FEW)  # the first time for what is loaded once
        return [sealed(MANY) - sealed(FEW) for _ in range(3)]

    more = median(in_a_fork(measured))  # a table of the interpreter grows once, by megabytes
    assert more / (MANY - FEW) < 1500, "all entries as objects and JSON at once: some 8,000 bytes"


def growth(make: Callable[[int], object]) -> float:
    """Bytes that what is made holds for each document."""
    held = []
    for n in (FEW, FEW, MANY):  # the first time for what is loaded once
        tracemalloc.start()
        kept = make(n)
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        del kept
    return (held[2] - held[1]) / (MANY - FEW)


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"b": 1, "a": [], "ü": {"y": [1, {"z": "line\n\u2028"}], "x": {}}},
        {"b": [], "a": [{"d": 1, "c": [2, "\n é"]}, {}, 3], "c": {"z": [1], "y": {"x": ["a"]}}},
    ],
)
def test_pieces_are_the_json_of_the_whole(content: dict[str, object]) -> None:
    assert b"".join(canonical_pieces(lazy(content))) == canonical_json(content)


def lazy(content: dict[str, object]) -> dict[str, object]:
    """The same with an iterator in the place of each list that is not inside another one."""
    return {
        name: iter(value) if isinstance(value, list) else lazy(value) if isinstance(value, dict) else value
        for name, value in content.items()
    }


def test_manifest_and_signature_are_those_of_the_whole(tmp_path: Path, keys: Keys) -> None:
    folder = tmp_path / "bundle"
    for name in ("documents/document-000001.txt", "documents/é.txt", "report.json", "tables/a.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name * 5000)
    manifest = seal(folder, sample_report(), keys)
    content = manifest.model_dump(mode="json")
    assert (folder / MANIFEST).read_bytes() == canonical_json(content)
    subjects = {file.path: file.sha256 for file in manifest.files} | {MANIFEST: sha256_of(folder / MANIFEST)}
    signed = envelope(IN_TOTO, statement(subjects, PREDICATE, content), [keys.signing])
    assert (folder / ATTESTATION).read_bytes() == to_bytes(signed)

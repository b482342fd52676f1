"""Labelled corpora: folders and columns give the same documents; faults show no content."""

import json
from pathlib import Path

import pytest

from adapters.tables.labelled import read_folders, read_labelled
from engine.errors import InvalidError, SafereleaseError, UnreadableError
from flows.compiling.labelled_documents import document_text

ROWS = [("one canary", "Acme", "steel"), ("two", "Bolt", "steel"), ("three", "Chip", "silicon")]


def test_folders_with_and_without_utility(tmp_path: Path) -> None:
    for i, (text, client, industry) in enumerate(ROWS):
        for base in (tmp_path / "flat" / client, tmp_path / "deep" / industry / client):
            base.mkdir(parents=True)
            (base / f"{i}.txt").write_text(text)
    flat = sorted((r.text.reveal(), r.sensitive) for r in read_folders(tmp_path / "flat"))
    assert flat == sorted((t, c) for t, c, _ in ROWS)
    named = list(read_folders(tmp_path / "flat", {c: u for _, c, u in ROWS}))
    deep = list(read_folders(tmp_path / "deep"))
    for found in (named, deep):
        assert sorted((r.text.reveal(), r.sensitive, r.utility) for r in found) == sorted(ROWS)


def test_columns(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text("".join(json.dumps({"t": t, "c": c, "u": u}) + "\n" for t, c, u in ROWS))
    found = [(r.text.reveal(), r.sensitive, r.utility) for r in read_labelled(path, "t", "c", "u")]
    assert found == ROWS
    assert all(r.utility is None for r in read_labelled(path, "t", "c"))
    (tmp_path / "c.csv").write_text('t,c\n"a, b",Acme\n')
    assert next(iter(read_labelled(tmp_path / "c.csv", "t", "c"))).text.reveal() == "a, b"


def test_faults(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad" / "Acme").mkdir(parents=True)
    (tmp_path / "bad" / "Acme" / "canary.txt").write_bytes(b"\xff canary")
    (tmp_path / "row.csv").write_text("t,c\ncanary,\n")
    for call, code in (
        (lambda: read_folders(tmp_path / "empty"), "LAB002"),
        (lambda: read_folders(tmp_path / "bad"), "LAB001"),
        (lambda: read_labelled(tmp_path / "row.csv", "t", "x"), "LAB003"),
        (lambda: read_labelled(tmp_path / "row.csv", "t", "c"), "LAB004"),
    ):
        with pytest.raises(SafereleaseError) as caught:
            list(call())
        assert isinstance(caught.value, InvalidError)
        assert caught.value.faults[0].code == code
        assert "canary" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("37261", "From: a\nCaf\xe9 na\xefve".encode("latin-1"), "From: a\nCaf\xe9 na\xefve"),
        ("note.com^", "Caf\xe9".encode(), "Caf\xe9"),
        ("page^^www.x.com^", b"<HTML><script>alert(1)</script><p>\x93Chairs\x94</p>", "\u201cChairs\u201d"),
        ("page.html", b"<p>Caf\xe9</p>", "Caf\xe9"),
        ("empty.txt", b"", ""),
    ],
)  # fmt: skip
def test_documents_of_any_name_and_encoding_are_read(
    tmp_path: Path, name: str, content: bytes, expected: str
) -> None:
    (tmp_path / name).write_bytes(content)
    assert document_text(tmp_path / name).strip() == expected


@pytest.mark.parametrize("content", [bytes(range(256)), b"\x89PNG\r\n\x1a\n\0\0"])
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(UnreadableError):
        document_text(tmp_path / "file")

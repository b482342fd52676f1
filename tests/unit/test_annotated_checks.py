"""Annotated files that would be learned or judged in part are refused whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapters.recognizers.training.annotated_corpora import read
from engine.errors import InvalidError


@pytest.mark.parametrize("span", [{"start": 3, "end": 80}, {"start": -1, "end": 4}, {"start": 5, "end": 5}])
def test_spans_outside_their_text_are_refused(tmp_path: Path, span: dict[str, int]) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps({"text": "Mr Kroll called.", "spans": [{**span, "label": "person"}]}))
    with pytest.raises(InvalidError, match=r"TRN002.*document 1 of 1"):
        read("jsonl", path, "notes")


def test_a_file_without_documents_of_its_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps({"text": "Mr Kroll called.", "spans": []}))
    with pytest.raises(InvalidError, match="TRN002"):
        read("brat", path, "notes")


def test_a_line_separator_inside_a_text_ends_no_line(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text('{"text": "Mr\u2028Kroll", "spans": [{"start": 3, "end": 8, "label": "person"}]}\n')
    assert len(read("jsonl", path, "notes")) == 1

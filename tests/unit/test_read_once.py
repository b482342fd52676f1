"""What never changes is read and compiled once a process; what changed is read again."""

from __future__ import annotations

from pathlib import Path
from weakref import ref

import pytest

from adapters.recognizers import archive_file
from adapters.recognizers.archive_file import describe_model
from adapters.recognizers.shipped import MORE_MODELS
from engine.errors import InvalidError
from engine.methods.identifiers import CATEGORIES, IdentifierRecognizer, scan
from flows.compiling import reference_corpora
from flows.compiling.reference_corpora import open_corpus, shipped_corpus


def refuse(*_: object, **__: object) -> None:
    raise AssertionError("it is done a second time")


def test_a_second_recogniser_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    IdentifierRecognizer([*CATEGORIES], reference_year=2024)
    monkeypatch.setattr(scan.re2, "compile", refuse)
    monkeypatch.setattr(scan.re2.Set, "SearchSet", refuse)
    IdentifierRecognizer([*CATEGORIES], reference_year=2024)
    with pytest.raises(AssertionError):
        scan.compiled("an expression of this test alone")


def test_a_model_is_unpacked_once_and_again_where_a_byte_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, content = tmp_path / "own.model", next(iter(MORE_MODELS.values())).read_bytes()
    path.write_bytes(content)
    facts = describe_model(path)
    with monkeypatch.context() as patch:
        patch.setattr(archive_file.zipfile, "ZipFile", refuse)
        assert describe_model(path) is facts
    middle = len(content) // 2
    path.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    with pytest.raises(InvalidError, match="MDL002"):
        describe_model(path)


def test_shipped_counts_are_shared_while_somebody_holds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path))
    held = shipped_corpus("wikipedia")
    assert open_corpus("wikipedia") is held
    assert held.table("HIV", ["hiv"], ["hiv"]) is held.table("HIV", ["hiv"], ["hiv"])
    monkeypatch.setattr(reference_corpora, "shipped_tables", lambda: tmp_path)
    gone = ref(shipped_corpus("wikipedia"))
    assert gone() is None

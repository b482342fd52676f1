"""SNOMED CT releases: which files are taken, and what is said of those that do not fit."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adapters.knowledge.imports import import_snomed
from adapters.knowledge.registry import installed, open_knowledge
from engine.errors import InvalidError
from tests.conformance.knowledge_files import RF2_IDS, write_rf2


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return write_rf2(tmp_path / "release")


def find(release: Path, kind: str) -> Path:
    (path,) = release.rglob(f"*{kind}*")
    return path


def refused(release: Path, cache: Path) -> list[str]:
    with pytest.raises(InvalidError) as error:
        import_snomed(release, cache)
    assert not installed(cache)
    return [str(fault) for fault in error.value.faults]


def test_preferred_then_synonyms_then_full_name_without_its_tag(release: Path, tmp_path: Path) -> None:
    description = find(release, "sct2_Description")
    text = description.read_text(encoding="utf-8").replace("AIDS (disorder)", "AIDS syndrome (disorder)")
    description.write_text(text, encoding="utf-8")
    import_snomed(release, tmp_path / "cache")
    knowledge = open_knowledge("snomed", tmp_path / "cache")
    labels = knowledge.labels(RF2_IDS["aids"])
    assert [label.text for label in labels] == [
        "AIDS",
        "acquired immune deficiency syndrome",
        "AIDS syndrome",
    ]
    assert [label.source.split()[2] for label in labels] == ["preferred", "synonym", "FSN"]
    assert labels[0].source.split()[0] == "snomed:INT_20260101"
    assert knowledge.concepts("AIDS syndrome (disorder)") == [RF2_IDS["aids"]]
    assert not knowledge.concepts("retired")


def test_the_zip_file_is_as_good(release: Path, tmp_path: Path) -> None:
    import_snomed(release, tmp_path / "a")
    shutil.make_archive(str(tmp_path / "packed"), "zip", release)
    import_snomed(tmp_path / "packed.zip", tmp_path / "b")
    assert (
        open_knowledge("snomed", tmp_path / "a").fingerprint
        == open_knowledge("snomed", tmp_path / "b").fingerprint
    )


def test_a_full_release_holds_a_snapshot(release: Path, tmp_path: Path) -> None:
    write_rf2(release, "Full")
    write_rf2(release, "Delta")
    import_snomed(release, tmp_path / "cache")
    assert installed(tmp_path / "cache")[0].n_concepts == len(RF2_IDS)


def test_an_extension_may_retire_a_concept_of_the_core(release: Path, tmp_path: Path) -> None:
    concepts = find(release, "sct2_Concept")
    head = concepts.read_text().splitlines()[0]
    newer = "\t".join([RF2_IDS["chicken"], "20260301", "0", "x", "900000000000074008"])
    older = "\t".join([RF2_IDS["cold"], "20250301", "0", "x", "900000000000074008"])
    concepts.with_name("sct2_Concept_Snapshot_US1000124_20260301.txt").write_text(
        f"{head}\n{newer}\n{older}\n"
    )
    import_snomed(release, tmp_path / "cache")
    knowledge = open_knowledge("snomed", tmp_path / "cache")
    assert not knowledge.concepts("Chickenpox Ærø")
    assert knowledge.concepts("common cold") == [RF2_IDS["cold"]]


def test_the_same_release_is_read_once(release: Path, tmp_path: Path) -> None:
    path = import_snomed(release, tmp_path / "cache")
    before = path.stat().st_mtime_ns
    import_snomed(release, tmp_path / "cache")
    assert path.stat().st_mtime_ns == before


def test_an_excerpt_with_comments(release: Path, tmp_path: Path) -> None:
    relationships = find(release, "sct2_Relationship")
    relationships.write_text("# an excerpt\n\n" + relationships.read_text())
    import_snomed(release, tmp_path / "cache")
    assert open_knowledge("snomed", tmp_path / "cache").ancestors(RF2_IDS["std"])


@pytest.mark.parametrize("kind", ["Full", "Delta"])
def test_full_or_delta_instead_of_snapshot(tmp_path: Path, kind: str) -> None:
    (fault,) = refused(write_rf2(tmp_path / "release", kind), tmp_path / "cache")
    assert fault.startswith("[KNO011]")
    assert kind in fault


def test_all_missing_files_at_once(release: Path, tmp_path: Path) -> None:
    find(release, "sct2_Concept").unlink()
    find(release, "sct2_Relationship").unlink()
    faults = refused(release, tmp_path / "cache")
    assert [fault[:8] for fault in faults] == ["[KNO010]"] * 2
    assert "Concept" in faults[0] and "Relationship" in faults[1]


def test_neither_folder_nor_zip(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("text")
    for path in (tmp_path / "x", tmp_path / "none"):
        (fault,) = refused(path, tmp_path / "cache")
        assert fault.startswith("[KNO010]")


def test_a_release_without_language_reference_set(release: Path, tmp_path: Path) -> None:
    find(release, "der2_cRefset").unlink()
    import_snomed(release, tmp_path / "cache")
    labels = open_knowledge("snomed", tmp_path / "cache").labels(RF2_IDS["aids"])
    assert {label.text for label in labels} == {"AIDS", "acquired immune deficiency syndrome"}


def test_wrong_header(release: Path, tmp_path: Path) -> None:
    concepts = find(release, "sct2_Concept")
    concepts.write_text(concepts.read_text().replace("moduleId", "module"))
    (fault,) = refused(release, tmp_path / "cache")
    assert fault.startswith("[KNO012] sct2_Concept_Snapshot_INT_20260101.txt:1")
    concepts.write_text("")
    assert refused(release, tmp_path / "cache")[0].startswith("[KNO012]")


@pytest.mark.parametrize(
    "row", ["1\t20260101\t1", "1\t20260101\tyes\tm\t9", "1\t20260101\t1\tm\t9\textra", "a,b,c"]
)
def test_damaged_rows_are_named_by_line(release: Path, tmp_path: Path, row: str) -> None:
    concepts = find(release, "sct2_Concept")
    lines = concepts.read_text().splitlines()
    concepts.write_text("\n".join([*lines[:3], row, *lines[3:]]))
    (fault,) = refused(release, tmp_path / "cache")
    assert fault.startswith("[KNO013] sct2_Concept_Snapshot_INT_20260101.txt:4")


def test_not_utf8(release: Path, tmp_path: Path) -> None:
    find(release, "sct2_Description").write_bytes(b"id\xff")
    assert refused(release, tmp_path / "cache")[0].startswith("[KNO013]")

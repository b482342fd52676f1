"""A release on disk: finished ones stay, killed ones resume, two runs never share one."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from engine.errors import InvalidError
from engine.record.report import DocumentRecord
from flows.release.state import Identity, ReleaseFolders, begin, exclusive, finish, load_chunk, save_chunk

ONE = Identity(release_id="r1", plan_id="p1", inputs="i1", created="2026-01-01T00:00:00+00:00", tool="t")
LATER = ONE.model_copy(update={"created": "2026-02-02T00:00:00+00:00"})
OTHER = ONE.model_copy(update={"plan_id": "p2"})
RECORD = DocumentRecord(
    id="000001",
    input_hash="h",
    outcome="released",
    output="document-000001.txt",
    sha256=hashlib.sha256(b"x").hexdigest(),
)


@pytest.fixture
def folders(tmp_path: Path) -> ReleaseFolders:
    return ReleaseFolders(tmp_path / "out")


def test_a_killed_run_resumes_with_its_first_time(folders: ReleaseFolders) -> None:
    with exclusive(folders):
        assert begin(folders, ONE) == ONE
        assert begin(folders, LATER) == ONE


def test_what_a_killed_writer_left_half_written_is_not_sealed(folders: ReleaseFolders) -> None:
    with exclusive(folders):
        begin(folders, ONE)
        left = folders.partial / "manifest.dsse.json.part"
        left.write_bytes(b"{")
        begin(folders, LATER)
        assert not left.exists()


def test_another_policy_or_other_inputs_do_not_resume(folders: ReleaseFolders) -> None:
    with exclusive(folders):
        begin(folders, ONE)
        save_chunk(folders, 0, [RECORD])
        with pytest.raises(InvalidError, match="REL002"):
            begin(folders, OTHER)
        assert folders.chunk(0).exists()
        assert begin(folders, OTHER, restart=True) == OTHER
        assert not folders.chunk(0).exists()


def test_a_finished_release_is_never_overwritten(folders: ReleaseFolders) -> None:
    with exclusive(folders):
        begin(folders, ONE)
        finish(folders)
        assert (folders.out / "documents").is_dir()
        assert not folders.partial.exists()
        with pytest.raises(InvalidError, match="REL001"):
            begin(folders, ONE, restart=True)


@pytest.mark.parametrize("finishes", [True, False])
def test_keys_that_a_killed_run_left_for_a_cluster_do_not_outlive_it(
    folders: ReleaseFolders, finishes: bool
) -> None:
    with exclusive(folders):
        begin(folders, ONE)
        folders.worker_settings.write_bytes(b"sealed")
        if finishes:
            finish(folders)
        else:
            begin(folders, LATER)
        assert not folders.worker_settings.exists()


def test_a_chunk_counts_only_with_its_documents(folders: ReleaseFolders) -> None:
    with exclusive(folders):
        begin(folders, ONE)
        assert load_chunk(folders, 0) is None
        save_chunk(folders, 0, [RECORD])
        assert load_chunk(folders, 0) is None
        (folders.partial / "documents" / RECORD.output).write_text("x")
        assert load_chunk(folders, 0) == [RECORD]
        (folders.partial / "documents" / RECORD.output).write_text("x cut")
        assert load_chunk(folders, 0) is None
        folders.chunk(0).write_text("[{")
        assert load_chunk(folders, 0) is None


def test_two_runs_never_share_a_release(folders: ReleaseFolders) -> None:
    with exclusive(folders), pytest.raises(InvalidError, match="REL003"), exclusive(folders):
        raise AssertionError("both hold it")

"""A folder under git that holds policies: read at its newest commit, written only where nobody else wrote."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from adapters.policies.git_folder import MAX_BYTES, GitFolder
from engine.errors import InvalidError

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
WHO = ("Ann Author", "ann@example.org")
PATH = "clinic/letters.yaml"


def git(folder: Path, *words: str) -> str:
    """What git says, as a person would call it."""
    own = {"GIT_CONFIG_GLOBAL": "/dev/null", "PATH": os.environ["PATH"], "HOME": str(folder)}
    names = ["-c", "user.name=Olga Outside", "-c", "user.email=olga@example.org"]
    command = ["git", "-C", str(folder), *names, *words]
    return subprocess.run(command, env=own, capture_output=True, text=True, check=True).stdout


@pytest.fixture(params=["tree", "bare"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A new repository."""
    place = tmp_path / "policies"
    place.mkdir()
    git(place, "init", "-q", "-b", "main", *(["--bare"] if request.param == "bare" else []))
    return place


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """One with a work tree."""
    place = tmp_path / "policies"
    place.mkdir()
    git(place, "init", "-q", "-b", "main")
    return place


def put(folder: Path, text: str, path: str = PATH) -> None:
    """Somebody commits with another tool."""
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "by hand")


def test_what_the_environment_says_to_git_is_not_heard(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tree, "one\n")
    (other := tmp_path / "other").mkdir()
    git(other, "init", "-q", "-b", "main")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    held = GitFolder(tree).read(PATH)
    assert held is not None
    assert held.text == "one\n"


def test_a_folder_named_from_where_one_stands_is_found(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tree, "one\n")
    monkeypatch.chdir(tree.parent)
    assert GitFolder(Path(tree.name)).paths() == [PATH]


def test_a_name_with_stars_and_brackets_is_that_file_alone(tree: Path) -> None:
    put(tree, "odd\n", "clinic/[a].yaml")
    put(tree, "plain\n", "clinic/a.yaml")
    before = git(tree, "rev-parse", "HEAD^").strip()
    held = GitFolder(tree).read("clinic/[a].yaml")
    assert held is not None
    assert (held.text, held.commit) == ("odd\n", before)


def test_what_is_written_is_read_again(folder: Path) -> None:
    there = GitFolder(folder)
    assert (there.head(), there.paths(), there.read(PATH)) == ("", [], None)
    first = there.write({PATH: "one\n", "clinic/letters.approval.json": "{}"}, {}, "letters 1\n\nFine.", WHO)
    second = there.write({PATH: "two\n"}, {PATH: ["one\n"]}, "letters 2", WHO)
    assert there.head() == second != first
    assert there.paths() == ["clinic/letters.approval.json", PATH]
    held = there.read(PATH)
    assert held is not None
    assert (held.text, held.commit, held.author) == ("two\n", second, "Ann Author")
    assert git(folder, "log", "--format=%s|%an|%ae|%cn").splitlines() == [
        "letters 2|Ann Author|ann@example.org|saferelease",
        "letters 1|Ann Author|ann@example.org|saferelease",
    ]
    assert git(folder, "fsck", "--strict") == ""
    if (folder / ".git").exists():
        assert (folder / PATH).read_text() == "two\n"
        assert git(folder, "status", "--porcelain") == ""


def test_the_same_again_is_no_commit(folder: Path) -> None:
    there = GitFolder(folder)
    first = there.write({PATH: "one\n"}, {}, "letters 1", WHO)
    assert there.write({PATH: "one\n"}, {}, "letters 1", WHO) == first


def test_what_somebody_else_committed_is_not_overwritten(tree: Path) -> None:
    there = GitFolder(tree)
    there.write({PATH: "one\n"}, {}, "letters 1", WHO)
    put(tree, "by Olga\n")
    head = there.head()
    with pytest.raises(InvalidError, match="PGF004"):
        there.write({PATH: "two\n"}, {PATH: ["one\n"]}, "letters 2", WHO)
    held = there.read(PATH)
    assert held is not None and (held.author, there.head()) == ("Olga Outside", head)


def test_what_somebody_writes_just_now_is_not_overwritten(tree: Path) -> None:
    there = GitFolder(tree)
    there.write({PATH: "one\n"}, {}, "letters 1", WHO)
    (tree / PATH).write_text("half a thou")
    with pytest.raises(InvalidError, match="PGF004"):
        there.write({PATH: "two\n"}, {PATH: ["one\n"]}, "letters 2", WHO)
    assert (tree / PATH).read_text() == "half a thou"


def test_of_two_at_once_one_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there, other = GitFolder(folder), GitFolder(folder)
    there.write({PATH: "one\n"}, {}, "letters 1", WHO)
    real = GitFolder._commit

    def late(self: GitFolder, tree: str, head: str, message: str, author: tuple[str, str]) -> str:
        monkeypatch.setattr(GitFolder, "_commit", real)
        other.write({"court/filings.yaml": "x\n"}, {}, "filings 1", WHO)
        return real(self, tree, head, message, author)

    monkeypatch.setattr(GitFolder, "_commit", late)
    with pytest.raises(InvalidError, match="PGF005"):
        there.write({PATH: "two\n"}, {PATH: ["one\n"]}, "letters 2", WHO)
    there.write({PATH: "two\n"}, {PATH: ["one\n"]}, "letters 2", WHO)
    assert there.paths() == [PATH, "court/filings.yaml"]


def test_nothing_of_the_repository_is_run(tree: Path, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    told = f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n"
    trap.write_text(told)
    trap.chmod(0o700)
    for hook in ("pre-commit", "post-commit", "reference-transaction", "post-index-change", "commit-msg"):
        (tree / ".git/hooks" / hook).write_text(told)
        (tree / ".git/hooks" / hook).chmod(0o700)
    for key in ("core.fsmonitor", "core.pager", "gpg.program", "core.editor", "filter.bad.clean",
                "filter.bad.smudge", "filter.bad.process", "core.sshCommand", "diff.external",
                "core.alternateRefsCommand"):  # fmt: skip
        git(tree, "config", key, str(trap))
    git(tree, "config", "commit.gpgsign", "true")
    git(tree, "config", "log.showSignature", "true")
    (tree / ".git/info/attributes").write_text("*.yaml filter=bad diff=bad\n")
    there = GitFolder(tree)
    there.write({PATH: "one\n"}, {}, "letters 1", WHO)
    there.write({PATH: "two\n"}, {PATH: ["one\n"]}, "letters 2", WHO)
    held = there.read(PATH)
    assert held is not None and held.text == "two\n" == (tree / PATH).read_text()
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["Ann\nAuthor <x@y>", "", "\x00\x07", "-c core.pager=x", "Ä <"])
def test_odd_names_make_a_commit_all_the_same(folder: Path, name: str) -> None:
    there = GitFolder(folder)
    there.write({PATH: "one\n"}, {}, "-m --amend\n\nletters", (name, "a@b"))
    assert len(git(folder, "log", "--format=%an").splitlines()) == 1
    assert git(folder, "fsck", "--strict") == ""


def test_what_is_no_policy_file_is_told(tree: Path) -> None:
    there = GitFolder(tree)
    put(tree, "x" * (MAX_BYTES + 1))
    with pytest.raises(InvalidError, match="PGF003"):
        there.read(PATH)
    (tree / PATH).write_bytes(b"\xff\xfe")
    git(tree, "commit", "-qam", "no text")
    with pytest.raises(InvalidError, match="PGF003"):
        there.read(PATH)
    (tree / PATH).unlink()
    (tree / PATH).symlink_to("/etc/passwd")
    git(tree, "commit", "-qam", "a link")
    assert there.read(PATH) is None and there.paths() == []
    with pytest.raises(InvalidError, match="PGF004"):
        there.write({PATH: "one\n"}, {}, "letters 1", WHO)
    assert Path("/etc/passwd").read_text().startswith("root")


def test_a_link_to_elsewhere_is_not_followed(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tree / "clinic").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InvalidError, match="PGF004"):
        GitFolder(tree).write({PATH: "one\n"}, {}, "letters 1", WHO)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_name_with_marks_of_git_is_a_name(tree: Path) -> None:
    put(tree, "star\n", "clinic/*.yaml")
    put(tree, "one\n")
    there = GitFolder(tree)
    starred, plain = there.read("clinic/*.yaml"), there.read(PATH)
    assert starred is not None and plain is not None
    assert (starred.text, plain.text) == ("star\n", "one\n")


def test_what_is_no_repository_is_refused(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "link").symlink_to(tree)
    (tree / "inside").mkdir()
    for place in ("plain", "link", "absent", "policies/inside"):
        with pytest.raises(InvalidError, match="PGF002"):
            GitFolder(tmp_path / place)


def test_a_strangers_repository_is_refused(tree: Path) -> None:
    if os.getuid():
        pytest.skip("only root can give a folder away")
    for path in (tree, tree / ".git"):
        os.chown(path, 12345, 12345)
    with pytest.raises(InvalidError, match="PGF002"):
        GitFolder(tree)


def test_without_git_it_is_said(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(InvalidError, match="PGF001"):
        GitFolder(tree)


def test_a_repository_that_goes_away_is_told(folder: Path) -> None:
    there = GitFolder(folder)
    shutil.rmtree(folder)
    with pytest.raises(InvalidError, match="PGF005"):
        there.write({PATH: "one\n"}, {}, "letters 1", WHO)

"""README's commands do what it says, and its policy is valid."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.e2e.conftest import Run

README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    line.split("#")[0].split()[1:]
    for kind, block in BLOCKS
    if kind == "sh"
    for line in block.splitlines()
    if line.startswith("saferelease ")
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the reader of README has it: the examples, and the policy shown there."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(ROOT / "examples", folder / "examples")
    [policy] = [block for kind, block in BLOCKS if kind == "yaml"]
    (folder / "my-policy.yaml").write_text(policy)
    return folder


def test_commands_of_readme(desk: Path, saferelease: Run) -> None:
    assert len(COMMANDS) >= 6
    for command in COMMANDS:  # in order: they build on each other
        done = saferelease(*command, cwd=desk)
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout.strip(), command


def test_the_two_commands_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in ("demo", "test"):
        assert f"make {target}" in README
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_links_and_pictures_of_the_docs_exist() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    missing = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
        if not (page.parent / target).exists()
    ]
    assert missing == []

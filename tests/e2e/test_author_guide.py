"""docs/author-guide.md is a session: its files are written, its commands run, its output compared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.console import Console

from service.cli import main
from service.commands.display import policy as policy_display
from tests.e2e.test_newcomer_session import run as run_apart

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "author-guide.md"
STEP = re.compile(
    r"(?P<mode>File|At the end of) `(?P<file>[^`]+)`:\n\n```\w+\n(?P<text>.*?)```|"
    r"```console\n(?P<session>.*?)```|"
    r"File written: `(?P<written>[^`]+)`\n\n```text\n(?P<content>.*?)```",
    re.DOTALL,
)


def run(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    program, *arguments = command.split()
    assert program == "saferelease"
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    captured = capsys.readouterr()
    assert ended.value.code in (0, 1, 2)
    assert (ended.value.code == 0) != bool("FAILED" in captured.out or captured.err)
    return captured.err + captured.out


def words(printed: str) -> list[str]:
    """What is printed, whatever the width of the terminal: without rules between rows."""
    return [word for word in printed.split() if set(word) != {"─"}]


def test_the_session_of_the_guide_goes_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(policy_display, "console", Console(highlight=False, markup=False, width=400))
    steps = list(STEP.finditer(GUIDE.read_text(encoding="utf-8")))
    assert len(steps) >= 10
    for step in steps:
        if step["file"]:
            path = tmp_path / step["file"]
            path.parent.mkdir(exist_ok=True)
            with path.open("w" if step["mode"] == "File" else "a", encoding="utf-8") as file:
                file.write(step["text"])
            continue
        if step["written"]:
            assert (tmp_path / step["written"]).read_text(encoding="utf-8") == step["content"]
            continue
        command, expected = step["session"].removeprefix("$ ").split("\n", 1)
        if command.startswith("saferelease run "):
            assert run_apart(command, "", tmp_path) == expected
            continue
        assert words(run(command, capsys)) == words(expected), command

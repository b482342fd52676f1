"""Sessions of the docs go as they say: files written, commands typed, output compared.

To write the output anew: ``python -m tests.e2e.test_newcomer_session``.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

import pytest

from engine.policy.pages.template import QUESTIONS
from tests.conftest import ROOT
from tests.e2e.conftest import COMMAND, environment
from tests.patience import PATIENCE

PAGES = [ROOT / "docs" / f"{name}.md" for name in ("newcomer-session", "matter-facts", "tables")]
STEP = re.compile(
    r"File `(?P<file>[^`]+)`:\n\n```\w+\n(?P<text>.*?)```"
    r"|(?P<head>File written: `(?P<written>[^`]+)`\n\n```text\n).*?```"
    r"|```console\n\$ (?P<command>[^\n]+)\n(?P<output>.*?)```",
    re.DOTALL,
)
VARIES = (
    (r"(Release) [0-9a-f]{12}", r"\1 …"),
    (r"(Plan|Key |with key) [0-9a-f]{64}", r"\1 …"),
    (r"(approved by .* at) \d{4}-\d\d-\d\dT\S+", r"\1 …"),
    (r"(Report:) \S*/(first-release)", r"\1 …/\2"),
)


def answers(shown: str) -> list[str]:
    """What the reader types at the questions that a console block shows."""
    found = []
    for question in QUESTIONS:
        match = re.search(rf"^{re.escape(question.text)}[^:\n]*:[ ]?(.*)$", shown, re.MULTILINE)
        found += [match[1].strip()] if match else []
    return found


def typed_into(printed: str, typed: list[str]) -> str:
    """What was printed, with the answers where the terminal would have shown them."""
    for question, answer in zip(QUESTIONS, typed, strict=True):
        at = re.search(rf"{re.escape(question.text)}[^:\n]*: ", printed)
        assert at, question.text
        printed = f"{printed[: at.end()].rstrip()} {answer}".rstrip() + f"\n{printed[at.end() :]}"
    return printed


def run(command: str, shown: str, desk: Path) -> str:
    program, *arguments = command.split()
    assert program == "saferelease"
    typed = answers(shown)
    done = subprocess.run(
        [*COMMAND, *arguments],
        input="".join(f"{answer}\n" for answer in typed),
        capture_output=True,
        text=True,
        cwd=desk,
        env=environment(desk.parent / "home", PYTHONPATH=str(ROOT)),
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == int("FAILED" in done.stdout), done.stderr
    printed = typed_into(done.stdout, typed) if typed else done.stdout
    for pattern, shape in VARIES:
        printed = re.sub(pattern, shape, printed)
    return "".join(f"{line.rstrip()}\n" for line in printed.splitlines())


def session(page: Path, desk: Path) -> str:
    """`page` as it is when its files are written and its commands run in the folder `desk`."""

    def step(found: re.Match[str]) -> str:
        if found["command"]:
            output = run(found["command"], found["output"], desk)
            return f"```console\n$ {found['command']}\n{output}```"
        if found["written"]:
            return f"{found['head']}{(desk / found['written']).read_text()}```"
        path = desk / found["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found["text"], encoding="utf-8")
        return found[0]

    return STEP.sub(step, page.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_session_goes_as_it_says(page: Path, tmp_path: Path) -> None:
    desk = tmp_path / "desk"
    desk.mkdir()
    assert session(page, desk) == page.read_text(encoding="utf-8"), (
        "run: python -m tests.e2e.test_newcomer_session"
    )


if __name__ == "__main__":
    for each in PAGES:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "desk").mkdir()
            each.write_text(session(each, Path(folder) / "desk"), encoding="utf-8")

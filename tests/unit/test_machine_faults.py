"""What the machine lacks is said by a code, and is no internal fault."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
import typer

from engine.errors import Outcome
from service.commands.display.output import reported


def too_large() -> None:
    bytearray(1 << 60)


def one_thread_more() -> None:
    before = threading.stack_size(1 << 45)
    try:
        threading.Thread(target=int).start()
    finally:
        threading.stack_size(before)


@pytest.mark.parametrize("short_of_memory", [too_large, one_thread_more])
def test_too_little_memory_is_said(
    short_of_memory: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit) as ended, reported():
        short_of_memory()
    assert ended.value.exit_code == Outcome.INVALID
    assert capsys.readouterr().err.startswith("[SYS003] this machine must have enough memory")

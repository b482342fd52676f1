"""How far a command is: a line now and then in a log, a bar on a terminal, nothing of short work."""

from __future__ import annotations

import io
import sys

import pytest

from service.commands.display import progress
from service.commands.display.progress import Pace, progress_told
from service.commands.languages.speech import speak


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, by its last."""
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[-1])
    monkeypatch.setattr(Pace.__init__, "__defaults__", (lambda: now[-1],))
    return now


def work(clock: list[float], seconds: float) -> None:
    with progress_told("releasing") as told:
        for done in range(0, 1001, 100):
            told(done, 1000)
            clock.append(clock[-1] + seconds)


def test_a_log_gets_counts_speed_and_time_left(clock: list[float], capfd: pytest.CaptureFixture[str]) -> None:
    work(clock, 6.0)
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[:2] == [
        "releasing: 200 of 1000 done; 16.7 a second, 0:00:48 left",
        "releasing: 400 of 1000 done; 16.7 a second, 0:00:36 left",
    ]
    assert len(said.err.splitlines()) == 4, "the end says itself"


def test_short_work_writes_no_line(clock: list[float], capfd: pytest.CaptureFixture[str]) -> None:
    work(clock, 0.9)
    assert capfd.readouterr() == ("", "")


def test_a_terminal_gets_a_bar_with_the_same(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "120")
    work(clock, 0.1)
    assert "200/1000" in screen.getvalue() and "1000.0 a second, 0:00:01 left" in screen.getvalue()


def test_in_german(clock: list[float], capfd: pytest.CaptureFixture[str]) -> None:
    speak("de")
    try:
        work(clock, 60.0)
    finally:
        speak("en")
    assert "100 von 1000 fertig; 1.7 in der Sekunde, noch 0:09:00" in capfd.readouterr().err


def test_what_was_done_before_counts_for_no_speed() -> None:
    times = iter([0.0, 10.0])
    pace = Pace(lambda: next(times))
    assert (pace.told(900, 1000), pace.told(920, 1000)) == ("", "2.0 a second, 0:00:40 left")

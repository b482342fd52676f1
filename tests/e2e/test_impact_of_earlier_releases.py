"""`saferelease policy impact` beside the register: texts that were released before, under two policies."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters import release_memory
from adapters.release_memory import memory_folder
from flows.audit.keys.destroying import destroy_key
from flows.authoring import earlier_impact
from flows.authoring.comparing import measure_impact
from service.commands.display.policy import show_impact
from tests.e2e.test_earlier_releases import DATES, LETTER, NUMBERS, REVISED, Release, release

__all__ = ["release"]


@pytest.fixture
def home(release: Release, tmp_path: Path) -> Path:
    """Where a letter was released without its date, and three policies that keep dates are to be tried."""
    release("first", {"letter.txt": LETTER}, identifiers=DATES)
    for then in ("allow", "hide_both", "refuse"):
        body = f"identifiers: [{{find: [ssn], law: House rule 1}}]\nearlier_releases: {{then: {then}}}\n"
        head = f"policy: {then.replace('_', '-')}\nversion: 1.0.0\ntitle: T\n"
        laws = "laws: [{cite: House rule 1, title: House}]\n"
        (tmp_path / f"{then}.yaml").write_text(head + laws + body)
    return tmp_path


def measured(home: Path, old: str, new: str, text: str = REVISED, **options: bool) -> dict[str, Any]:
    inbox = home / "inbox"
    inbox.mkdir(exist_ok=True)
    (inbox / "letter.txt").write_text(text)
    files = str(home / f"{old}.yaml"), str(home / f"{new}.yaml")
    return measure_impact(*files, [inbox], lambda *_: None, **options)


def test_what_either_policy_does_about_a_text_that_was_released(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = measured(home, "allow", "hide_both")
    earlier = found["earlier"]
    assert (earlier["releases"], earlier["documents"]) == (1, 1)
    assert earlier["shown"] == (1, 0)
    assert earlier["hidden"][0] == 0 < earlier["hidden"][1]
    assert found["more"] == 1
    assert found["clauses"]["released-before"][0] == 0
    show_impact(found)
    shown = capsys.readouterr().out
    assert "1 document shares text with earlier releases" in shown
    assert "documents that show what one of them hid" in shown
    assert not any(word in shown for word in ("May", "harbour", "letter.txt"))


def test_a_policy_that_refuses_what_was_released(home: Path) -> None:
    found = measured(home, "hide_both", "refuse")
    assert found["earlier"]["refused"] == (0, 1)
    assert (found["documents"], found["not_compared"]) == (0, 1)


def test_a_text_that_shares_nothing_is_not_counted(home: Path) -> None:
    other = "The library opens at nine on weekdays, and the reading room stays open until the evening bell."
    assert measured(home, "allow", "refuse", other)["earlier"]["documents"] == 0


def test_as_if_nothing_had_been_released(home: Path) -> None:
    found = measured(home, "hide_both", "refuse", alone=True)
    assert (found["earlier"], found["documents"], found["same"]) == (None, 1, 1)


def test_nothing_is_known_before_the_first_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    (tmp_path / "letter.txt").write_text(LETTER)
    found = measure_impact("us-court-filings", "us-court-filings", [tmp_path / "letter.txt"], lambda *_: None)
    assert found["earlier"] is None
    assert not (tmp_path / "home").exists()


def test_the_register_is_left_as_it_is_even_where_it_is_past_its_time(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [path] = memory_folder().glob("*.sketches")
    before = path.read_bytes(), path.stat().st_mtime_ns

    class Later(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime.now(tz or UTC) + timedelta(days=20_000)

    monkeypatch.setattr(earlier_impact, "datetime", Later)
    found = measured(home, "allow", "refuse")
    assert found["earlier"]["releases"] == 0
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert release_memory.has_memory()


def test_a_destroyed_release_is_named_as_forgotten(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [path] = memory_folder().glob("*.sketches")
    destroy_key(path.name.split(".")[0], "asked for")
    found = measured(home, "allow", "refuse")
    assert (found["earlier"]["forgotten"], found["earlier"]["documents"]) == (1, 0)
    show_impact(found)
    assert "Earlier releases of which nothing is known any more: 1." in capsys.readouterr().out


def test_a_policy_with_dates_hides_them_itself(home: Path) -> None:
    assert NUMBERS != DATES
    body = (home / "hide_both.yaml").read_text().replace("[ssn]", "[ssn, date]")
    (home / "dates.yaml").write_text(body)
    earlier = measured(home, "hide_both", "dates", LETTER)["earlier"]
    assert earlier["hidden"][0] > 0 == earlier["hidden"][1]

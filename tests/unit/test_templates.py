"""Templates of reports are compiled once for an installation."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment

from adapters.reports import templates


def fresh(monkeypatch: pytest.MonkeyPatch, folder: Path) -> list[str]:
    """Names of the templates that are compiled when one is asked for by a new environment."""
    compiled: list[str] = []
    compile_ = Environment.compile

    def counted(self: Environment, source: str, name: str, *rest: object, **more: object) -> object:
        compiled.append(name)
        return compile_(self, source, name, *rest, **more)

    monkeypatch.setattr(templates, "_COMPILED", folder)
    monkeypatch.setattr(Environment, "compile", counted)
    templates.environment.cache_clear()
    templates.environment("en").get_template("report.html.j2")
    templates.environment.cache_clear()
    monkeypatch.undo()
    return compiled


def test_a_second_process_compiles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fresh(monkeypatch, tmp_path / "new") == ["report.html.j2"]
    assert fresh(monkeypatch, tmp_path / "new") == []


def test_where_nothing_can_be_written_it_is_compiled_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        assert fresh(monkeypatch, tmp_path / "absent" / "below") == ["report.html.j2"]

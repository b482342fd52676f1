"""Pseudonyms of a matter: the same in all its releases, and linked to no other release."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from adapters.release_memory import memory_folder
from adapters.reports.html import render_report
from engine.errors import InvalidError
from flows.audit.keys.rotating import rotate_keys
from flows.authoring.explaining import explain_policy
from tests.e2e.test_earlier_releases import LAW, Release, release, shown

__all__ = ["release"]

PSEUDONYMS = [{"find": ["email"], "law": LAW, "replace_with": "pseudonym"}]
LETTER = (
    "Please write to anna.petrova@example.org about the harbour wall, before the winter storms reach the "
    "western side of the old town and its long line of warehouses.\n"
)
OTHER = "A note of another day: anna.petrova@example.org has called and asks for the minutes.\n"
CODE = re.compile(r"\[EMAIL-[A-Z-]+\]")


def code(folder: Path, name: str) -> str:
    [found] = CODE.findall(shown(folder, name))
    return str(found)


def test_releases_of_one_matter_share_pseudonyms_and_others_do_not(release: Release, tmp_path: Path) -> None:
    release("first", {"a.txt": LETTER}, identifiers=PSEUDONYMS, matter_pseudonyms="harbour")
    report = release("second", {"b.txt": OTHER}, identifiers=PSEUDONYMS, matter_pseudonyms="harbour")
    release("other", {"b.txt": OTHER}, identifiers=PSEUDONYMS, matter_pseudonyms="airport")
    release("none", {"b.txt": OTHER}, identifiers=PSEUDONYMS)
    release("none-again", {"a.txt": LETTER}, identifiers=PSEUDONYMS)
    codes = [code(tmp_path, name) for name in ("first", "second", "other", "none", "none-again")]
    assert codes[0] == codes[1]
    assert len(set(codes)) == 4
    assert report.earlier is not None
    assert report.earlier.linked == 1


def test_an_earlier_release_of_the_text_leaves_the_pseudonym(release: Release, tmp_path: Path) -> None:
    release("first", {"a.txt": LETTER}, identifiers=PSEUDONYMS, matter_pseudonyms="harbour")
    again = LETTER.replace("harbour wall", "harbour wall and the pier")
    report = release("second", {"a.txt": again}, identifiers=PSEUDONYMS, matter_pseudonyms="harbour")
    assert report.documents[0].earlier is not None
    assert report.documents[0].earlier.hidden == 0
    assert code(tmp_path, "second") == code(tmp_path, "first")


def test_pseudonyms_of_a_matter_outlive_a_rotation_of_keys(release: Release, tmp_path: Path) -> None:
    release("first", {"a.txt": LETTER}, identifiers=PSEUDONYMS, matter_pseudonyms="harbour")
    rotate_keys("a test", signing=True)
    release("second", {"b.txt": OTHER}, identifiers=PSEUDONYMS, matter_pseudonyms="harbour")
    assert code(tmp_path, "first") == code(tmp_path, "second")


def test_another_installation_gives_other_pseudonyms(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release("first", {"a.txt": LETTER}, identifiers=PSEUDONYMS, matter_pseudonyms="harbour")
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "another-home"))
    release("second", {"b.txt": OTHER}, identifiers=PSEUDONYMS, matter_pseudonyms="harbour")
    assert code(tmp_path, "first") != code(tmp_path, "second")


def test_report_explanation_and_register_say_so_and_recipients_learn_no_name(
    release: Release, tmp_path: Path
) -> None:
    release("first", {"a.txt": LETTER}, identifiers=PSEUDONYMS, matter_pseudonyms="harbour")
    report = release("second", {"b.txt": OTHER}, identifiers=PSEUDONYMS, matter_pseudonyms="harbour")
    plain = release("plain", {"b.txt": OTHER}, identifiers=PSEUDONYMS)
    assert "Earlier releases of this matter: 1." in render_report(report)
    assert 'id="matter-pseudonyms"' not in render_report(plain)
    leaving = render_report(report.for_recipients())
    assert 'id="matter-pseudonyms"' in leaving
    bundle = [p.read_bytes() for p in (tmp_path / "second").rglob("*") if p.is_file()]
    assert not [content for content in bundle if b'"harbour"' in content]
    assert "the matter harbour" in str(explain_policy(str(tmp_path / "second.yaml"))["earlier_releases"])
    heads = [json.loads(p.read_bytes().split(b"\n")[0]) for p in memory_folder().glob("*.sketches")]
    matters = sorted(head["matter"] for head in heads)
    assert matters[0] == ""
    assert matters[1] == matters[2] != "harbour"
    assert len(matters[1]) == 16


def test_a_matter_without_a_pseudonym_is_no_policy(release: Release) -> None:
    clause = [{"find": ["email"], "law": LAW}]
    with pytest.raises(InvalidError, match="matter_pseudonyms"):
        release("first", {"a.txt": LETTER}, identifiers=clause, matter_pseudonyms="harbour")

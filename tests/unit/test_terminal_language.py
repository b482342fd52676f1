"""The command line in German: every sentence is there, values pass as they are, machines read English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from babel.messages.catalog import Catalog

from engine.errors import Fault
from service.cli import main
from service.commands.display.output import complain, say
from service.commands.display.policy import console, ruled_table
from service.commands.languages.helping import paragraphs
from service.commands.languages.speech import (
    LANGUAGES,
    VARIABLES,
    Speech,
    asked_for,
    fault_told,
    pairs,
    speak,
    told,
)
from service.commands.menu import MENU
from service.commands.start.line import app
from tools.catalogues import updated
from tools.terminal_sentences import terminal_sentences

_PLACE = re.compile(r"\{\w+(?::[^{}]*)?\}")
_COMMAND = re.compile(
    r"saferelease (?:audit|corpus|evaluate|keys|kb|policy|release|service|trust) [a-z-]+"
    r"|--[a-z-]+|\b[A-Z]+_[A-Z_]+\b|`[^`]+`"
)
_ITS_OWN = re.compile(r"[a-z]+(?: [a-z-]+)*(?: --[a-z]+)?|\W*(?:\{\w+\}\W*)*|Mrs\.|\w+ Inc\.")
"""What is the same in every language: names of commands, places for values, names of firms."""
OTHERS = tuple(language for language in LANGUAGES if language != "en")


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    yield
    speak("en")


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated_and_no_other(language: str) -> None:
    found = dict(pairs(language))
    assert set(found) == set(terminal_sentences())
    same = {one for one, other in found.items() if one == other and not _ITS_OWN.fullmatch(one)}
    assert {one for one in same if len(one.split()) > 4} <= {"guess, jsonl, brat, conll, tab or presidio."}


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_commands_and_options_agree(language: str) -> None:
    for english, own in pairs(language):
        for mark in (_PLACE, _COMMAND):
            assert sorted(mark.findall(english)) == sorted(mark.findall(own)), english


def test_a_new_sentence_comes_into_the_catalogue_untranslated_and_an_old_one_goes() -> None:
    old = Catalog(locale="de")
    old.add("one", "eins")
    old.add("two", "zwei")
    new = updated(old, ["one", "three"], "de")
    assert [(m.id, m.string) for m in new if m.id] == [("one", "eins"), ("three", "")]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr:de:en"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_MESSAGES": "de_AT", "LANG": "en_US.UTF-8"}, "de"),
    ],
)
def test_the_environment_chooses_as_it_does_for_other_programs(
    environment: dict[str, str], language: str
) -> None:
    assert asked_for(environment) == language


def test_a_fault_keeps_its_code_its_place_and_what_was_found() -> None:
    found = Fault("POL012", "mine.yaml:3 alpha", "must be in [0, 1]", "Meier", "Default 0.5.")
    assert fault_told(found) == str(found)
    speak("de")
    told_fault = fault_told(found)
    assert told_fault == "[POL012] mine.yaml:3 alpha muss in [0, 1] liegen; gefunden: Meier. Ohne Angabe 0.5."
    without = Fault("BND001", "x", "must be the manifest of a release bundle", "", "")
    assert fault_told(without) == "[BND001] x muss das Verzeichnis eines Freigabebündels sein."


def test_sentences_inside_sentences_are_told_and_unknown_ones_stay() -> None:
    speak("de")
    assert told("a {b} c") == "a {b} c"
    line = "Released in part: 4 of 5 documents released, 1 refused, 0 quarantined; 87 changes."
    assert told(line) == (
        "Teilweise freigegeben: 4 von 5 Dokumenten freigegeben, 1 abgelehnt, 0 in Quarantäne; 87 Änderungen."
    )


def test_the_longest_form_wins_and_braces_in_text_are_text() -> None:
    speech = Speech({"{0} of {1}": "{1}: {0}", "{0} of {1} cats": "{0}/{1} Katzen", "say {{0}}": "sag {{0}}"})
    assert speech.told("1 of 2 cats") == "1/2 Katzen"
    assert speech.told("{x} of {0}") == "{0}: {x}"


def _shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, str]:
    with pytest.raises(SystemExit):
        main(arguments)
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_the_option_and_the_environment_choose_the_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    absent = str(tmp_path)
    assert " must be the manifest of a release bundle" in _shown(capsys, "verify", absent)[1]
    german = " muss das Verzeichnis eines Freigabebündels sein"
    assert german in _shown(capsys, "--language", "de", "verify", absent)[1]
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert german in _shown(capsys, "verify", absent)[1]
    assert german not in _shown(capsys, "--language", "en", "verify", absent)[1]
    assert "--language" in _shown(capsys, "--language", "xx", "verify", absent)[1]


def test_lines_for_people_are_german(capsys: pytest.CaptureFixture[str]) -> None:
    speak("de")
    say("Report: /tmp/report.html")
    complain("Review it again.")
    assert capsys.readouterr() == ("Bericht: /tmp/report.html\n", "Sehen Sie es noch einmal durch.\n")


def test_tables_and_headings_are_german(capsys: pytest.CaptureFixture[str]) -> None:
    speak("de")
    table = ruled_table("law", "must go")
    table.add_row("45 CFR", "not covered")
    console.print(table)
    console.print("Plan abc")
    shown = capsys.readouterr().out
    assert all(word in shown for word in ("Recht", "muss weg", "nicht abgedeckt", "Plan abc"))


def test_machines_read_english_in_every_language(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out, _ = _shown(capsys, "--language", "de", "verify", str(tmp_path), "--json")
    assert json.loads(out)["faults"][0]["must"] == "must be the manifest of a release bundle"


def _helps(capsys: pytest.CaptureFixture[str], language: str) -> str:
    """The help of every command, in one line."""
    lines = [[], *([name] for name in MENU)]
    root = typer.main.get_command(app)
    lines += [[name, each] for name in MENU for each in getattr(root.commands[name], "commands", ())]  # type: ignore[attr-defined]
    shown = [_shown(capsys, "--language", language, *line, "--help")[0] for line in lines]
    return " ".join(" ".join(shown).split())


def test_the_help_of_every_command_is_german(capsys: pytest.CaptureFixture[str]) -> None:
    """Of the help of the commands nothing that the catalogue holds stays English."""
    english = [one for one, own in pairs("de") if len(one.split()) > 3 and one != own]
    shown = _helps(capsys, "en")
    of_help = [one for one in english if one in shown]
    assert len(of_help) > 250
    german = _helps(capsys, "de")
    assert [one for one in of_help if one in german] == []


def test_paragraphs_of_help_end_where_notes_begin() -> None:
    assert paragraphs("One\n  line.\n\nTwo.\f\nNotes") == ["One line.", "Two."]

"""Files of facts: read from YAML and CSV; their faults are located and never show a value."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.policies.matter_files import MAX_BYTES, load_matter
from engine.errors import InvalidError, Outcome
from engine.methods.names.matter import Matter

SECRET = "zqxcanary"


def write(folder: Path, text: str | bytes, name: str = "m.yaml") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def faults(path: Path) -> list[str]:
    with pytest.raises(InvalidError) as caught:
        load_matter(path)
    assert caught.value.outcome == Outcome.INVALID
    assert SECRET not in str(caught.value).lower()
    return [f"{each.code} {each.where.rpartition('/')[2]}" for each in caught.value.faults]


def test_yaml_and_csv_say_the_same(tmp_path: Path) -> None:
    yaml = write(
        tmp_path,
        "subjects:\n  - name: Anna Keller\n    aliases: [Annie]\n    born: 1961-02-14\n    minor: false\n"
        "    accounts: ['0044']\n    employers: [Mercy]\n    relatives: [{name: Tim Keller}, {name: Eva}]\n"
        "  - {name: Bo Ek, minor: true}\n",
    )
    table = write(
        tmp_path,
        "\ufeffName,aliases,born,minor,accounts,employers,relatives\n"
        "Anna Keller,Annie,1961-02-14,no,0044,Mercy,Tim Keller; Eva\n,,,,,,\nBo Ek,,,Yes,,,\n",
        "m.csv",
    )
    loaded = load_matter(yaml)
    assert loaded.matter == load_matter(table).matter
    assert loaded.matter.all_names == ["Anna Keller", "Annie", "Tim Keller", "Eva", "Bo Ek"]
    assert loaded.sha256 not in repr(loaded)
    assert "Anna" not in repr(loaded)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("subjects:\n  - name: X\n", ["MAT004 m.yaml:2:11 subjects[0].name"]),
        (f"subjects:\n  - name: Ed\n    {SECRET}: 1\n", ["MAT003 m.yaml:3:5 subjects[0]"]),
        (f"subjects:\n  - born: {SECRET}\n", ["MAT004 m.yaml:2:11 subjects[0].born"]),
        ("subjects:\n  - born: 1961\n", ["MAT004 m.yaml:2:11 subjects[0].born"]),
        ("subjects:\n  - born: 1961-02-14 10:00:00\n", ["MAT004 m.yaml:2:11 subjects[0].born"]),
        (f"subjects:\n  - name: Ed\n    minor: {SECRET}\n", ["MAT004 m.yaml:3:12 subjects[0].minor"]),
        (f"subjects:\n  - aliases: {SECRET}\n", ["MAT004 m.yaml:2:14 subjects[0].aliases"]),
        ("accounts: [12]\n", ["MAT004 m.yaml:1:12 accounts[0]"]),
        (f"subjects:\n  - relatives: [{SECRET}]\n", ["MAT004 m.yaml:2:17 subjects[0].relatives[0]"]),
        (f"- {SECRET}\n", ["MAT004 m.yaml:1:1"]),
        (f"{SECRET}: x: y\n", ["MAT002 m.yaml:1:13"]),
        (f"{SECRET}: 1\n{SECRET}: 2\n", ["MAT002 m.yaml:2:1"]),
        (f"a: &{SECRET} b\n", ["MAT002 m.yaml:1:4"]),
        (f"subjects:\n\t- {SECRET}\n", ["MAT002 m.yaml:2:1"]),
        (b"\xff" + SECRET.encode(), ["MAT001 m.yaml:1"]),
        ("", ["MAT004 m.yaml:1:1"]),
        ("subjects: []\n", ["MAT005 m.yaml:1:1"]),
        ("subjects:\n  - minor: true\n", ["MAT005 m.yaml:1:1"]),
        (b"#" * (MAX_BYTES + 1), ["MAT001 m.yaml"]),
    ],
)
def test_faults_of_yaml_are_located_without_values(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert faults(write(tmp_path, text)) == expected


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    text = f"subjects:\n  - name: X\n    born: {SECRET}\n    minr: true\naccounts: [1]\n"
    assert {each[:6] for each in faults(write(tmp_path, text))} == {"MAT003", "MAT004"}
    assert len(faults(write(tmp_path, text))) == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"name,{SECRET}\nEd,1\n", ["MAT003 m.csv:1 column 2"]),
        ("name,name\nEd,Al\n", ["MAT003 m.csv:1 column 2"]),
        (f"name,born\nEd Ek,{SECRET}\n", ["MAT004 m.csv:2 born"]),
        (f"name,minor\n\nEd Ek,{SECRET}\n", ["MAT004 m.csv:3 minor"]),
        (f"name,born\n{SECRET}\n", ["MAT002 m.csv:2"]),
        (f'name\n"{SECRET}\n', ["MAT002 m.csv:2"]),
        ("name\n", ["MAT005 m.csv:1"]),
        ("", ["MAT005 m.csv:1"]),
    ],
)
def test_faults_of_tables_are_located_without_values(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert faults(write(tmp_path, text, "m.csv")) == expected


def test_a_file_that_is_not_there_or_of_another_kind(tmp_path: Path) -> None:
    assert faults(tmp_path / "none.yaml") == ["MAT001 none.yaml"]
    assert faults(write(tmp_path, "a", "facts.txt")) == ["MAT001 facts.txt"]


def test_facts_are_frozen_and_strict() -> None:
    matter = Matter.model_validate({"accounts": ["12 34"]})
    with pytest.raises(ValueError, match="frozen"):
        matter.accounts = ()  # type: ignore[misc]

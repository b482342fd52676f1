"""YAML, settings and logs against the conformance suite, and what a released one may still hold."""

from __future__ import annotations

import configparser
import re
from collections.abc import Callable
from itertools import count

import pytest
import yaml

from adapters.documents.opening.sources import Source
from adapters.documents.registry import format_for
from adapters.documents.settings import Settings
from adapters.documents.text.log import Log
from adapters.documents.text.settings_file import SettingsFile
from adapters.documents.text.yaml_text import Yaml
from engine.errors import UnreadableError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.documents_suite import CANARY, NASTY, DocumentFormatSuite, replacements_of
from tests.conformance.settings_files import Mark, marked_log, marked_settings, marked_yaml

MARKER = r"(?i)Zyxn\d+x"


class TestYaml(DocumentFormatSuite):
    fmt = Yaml()
    byte_exact = False
    n_canaries = 7
    n_mutations = 250
    kept_characters = "0123456789"
    sample = f"""# of {CANARY}
patient: {{name: {CANARY}, born: 1962-03-15, "{CANARY}": [1, true, ~]}}
notes:
- |
  Seen by {CANARY}
  twice
- "Zyx\\x77anda \\"said\\"" # {CANARY}
- !{CANARY} own
- &{CANARY} x
- *{CANARY}
record: '{{"a": "{CANARY}"}}'
? {CANARY}
: {CANARY} it's
---
{CANARY}: {CANARY}
""".encode()
    malformed = (
        f"a: [{CANARY}".encode(),
        f"\t{CANARY}: 1".encode(),
        b"[" * 300 + b"]" * 300,
        CANARY.encode() + b"\x00",
    )


class LinesSuite(DocumentFormatSuite):
    """Formats without a way to write marks as text: a replacement stays in its line."""

    def test_markup_in_a_replacement_stays_text(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, CANARY, f"{NASTY}\n{NASTY}"))
        if not isinstance(self.fmt, Log):
            assert written.count(b"\n") == self.sample.count(b"\n")
        assert any(NASTY in text for text in self.read(written))
        self.fmt.open("d", written)


class TestSettings(LinesSuite):
    fmt = SettingsFile()
    n_canaries = 5
    n_mutations = 250
    kept_characters = "0123456789"
    sample = f"""[{CANARY}]
name = {CANARY}
{CANARY}: "{CANARY}"
long = a
   {CANARY} b
bare {CANARY}
empty=
""".encode()
    malformed = (CANARY.encode() + b"\x00", CANARY.encode() + b"\xff")


class TestLog(LinesSuite):
    fmt = Log()
    n_canaries = 6
    n_mutations = 250
    sample = f"""2024-01-02T10:11:12 INFO [{CANARY}] user={CANARY} msg="Seen {CANARY}" note='{CANARY} x'
  at {CANARY}
ERROR {CANARY}: {{"a": 1}}
""".encode()
    malformed = (CANARY.encode() + b"\xff",)


class TestLogOfRecords(DocumentFormatSuite):
    fmt = Log()
    n_canaries = 3
    kept_characters = "0123456789"
    sample = f'{{"user": "{CANARY}", "n": 5}}\n{{"user": "Zyx\\u0077anda", "{CANARY}": []}}\n'.encode()


def numbered() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"Zyxn{next(numbers)}x"


@pytest.mark.parametrize(
    ("suffix", "make"), [(".yaml", marked_yaml), (".ini", marked_settings), (".log", marked_log)]
)
def test_no_marker_stays_anywhere(suffix: str, make: Callable[[Mark], bytes]) -> None:
    """What stands in base64 is a matter of the policy, and of no format."""
    content = make(numbered())
    fmt = format_for(suffix, content)
    opened = fmt.open("d", content)
    out = opened.rewrite(replacements_of(opened, MARKER, "X"))
    assert not re.findall(MARKER.encode(), out)
    assert not [text for text in fmt.read_back(out) if re.search(MARKER, text.reveal())]


def test_yaml_loads_as_the_same_values() -> None:
    source = b"""# c
a: &x {b: [1, 2.50, 0x1F, "1", '1', ~, true, 2024-01-02], c: "two  blanks", d: >-
  folded text
   more
}
e: *x
f: |+
  lines

g: |2-
    indented
<<: *x
'': empty
"\\u00e9": "\\t"
"""
    source = source.replace(b", d: >-\n  folded text\n   more\n}", b"}\nd: >-\n  folded text\n   more\n")
    assert yaml.safe_load(Yaml().open("d", source).rewrite([])) == yaml.safe_load(source)


def test_values_and_keys_of_yaml_stay_values_and_keys() -> None:
    opened = Yaml().open("d", b"name: Jane\nzip: 02139\nJane: 1\nRoe: 2\nok: yes\n")
    out = opened.rewrite(replacements_of(opened, "Jane|Roe|02139", "[X]"))
    assert yaml.safe_load(out) == {"name": "[X]", "zip": "[X]", "[X]": 1, "[X] (2)": 2, "ok": True}


def test_a_bomb_of_aliases_is_not_expanded() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)]
    source = "\n".join(lines).encode()
    opened = Yaml().open("d", source)
    assert len(opened.document.text) < 2000 and len(opened.rewrite([])) < 4000
    with pytest.raises(UnreadableError, match="DOC006"):
        Yaml(Settings(max_depth=5)).open("d", b"[[[[[[1]]]]]]")
    with pytest.raises(UnreadableError, match="DOC003"):
        Yaml(Settings(max_bytes=10)).open("d", source)


def test_comments_of_settings_leave_and_the_rest_stays() -> None:
    source = f"; {CANARY}\n[a]\nx = 1\n # {CANARY}\n  go on\n# {CANARY}\r\ny: 2 ; kept\n".encode()
    out = SettingsFile().open("d", source).rewrite([])
    assert CANARY.encode() not in out
    parser = configparser.RawConfigParser()
    parser.read_string(out.decode())
    assert dict(parser["a"]) == {"x": "1\n\ngo on", "y": "2 ; kept"}


def test_values_have_columns_of_their_keys() -> None:
    for suffix, source in (
        (".ini", b"[db]\nuser name = x\n"),
        (".yaml", b"db:\n- user name: x\n"),
        (".log", b"a user_name=x b\n"),
    ):
        parts = format_for(suffix, source).open("d", source).document.parts
        named = [part for part in parts if part.cell is not None]
        assert [part.name for part in named] == [
            {".ini": "db.user name", ".yaml": "db.[].user name", ".log": "user_name"}[suffix]
        ]


PEOPLE = {
    ".yaml": "patient: {first_name: Torsten, last_name: Lindqvist, dob: 1951-02-03, mrn: '00731942'}\n"
    "note: Mr. Lindqvist takes metformin 500 mg.\nretries: 3\nenabled: true\n",
    ".ini": "[contact]\nname = Torsten Lindqvist\nemail = tl@duluth.example\nphone: 218-555-0136\n[server]\n"
    "timeout = 30\nmode = fast\n",
    ".log": "2024-01-02T10:11:12 INFO login user=tlindqvist email=tl@duluth.example\n"
    "2024-01-02T10:11:13 INFO ip=10.20.30.44 status=200\n"
    "2024-01-02T10:11:13 WARN slow query, retries=3\n",
}


def test_released_files_keep_their_matter_and_nobody() -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    out = {
        suffix: pipeline.release(Source("000001", "", f"a{suffix}"), text.encode()).content.decode()
        for suffix, text in PEOPLE.items()
    }
    for gone in ("Torsten", "indqvist", "02-03", "00731942", "duluth", "555", "10.20.30", "01-02"):
        assert not [suffix for suffix, text in out.items() if gone in text]
    assert "metformin 500 mg" in out[".yaml"] and yaml.safe_load(out[".yaml"])["retries"] == 3
    assert "timeout = 30\nmode = fast\n" in out[".ini"]
    assert "status=200" in out[".log"] and "retries=3" in out[".log"]


@pytest.mark.parametrize(
    "line",
    [
        '127.0.0.1 - {} [12/Mar/2024:10:22:03 +0000] "GET /x HTTP/1.1" 200 12',
        "srv1 sshd[12]: Accepted password for {} from port 22",
        "srv1 sshd[12]: Failed password for invalid user {} from port 22",
        "srv1 su: session opened for user root by {}(uid=0)",
        "srv1 sudo: {} : TTY=pts/0",
        "cannot open /home/{}/chart.pdf",
        'File "/Users/{}/app.py", line 3',
        r"cannot open C:\Users\{}\chart.pdf",
        "status=3 path=/home/{}/chart.pdf",
    ],
)
def test_an_account_that_no_key_names_is_a_value_of_users(line: str) -> None:
    document = Log().open("d", f"{line.format('qwistle')}\n".encode()).document
    text = document.text.reveal()
    users = [text[part.start : part.end] for part in document.parts if part.name == "user"]
    assert users == ["qwistle"]
    root = Log().open("d", f"{line.format('root')}\n".encode()).document
    assert all(part.name != "user" for part in root.parts)


def test_accounts_in_a_log_do_not_change_what_is_written() -> None:
    source = b"127.0.0.1 - qwistle [12/Mar/2024] x\nuser=jdoe path=/home/jdoe/x for user=root\n"
    assert Log().open("d", source).rewrite([]) == source


@pytest.mark.parametrize(
    "stamp",
    [
        "2024-05-01 10:00:{:02d}", "2024-05-01T10:00:{:02d}Z", "[01/May/2024:10:00:{:02d} +0000]",
        "May  1 10:00:{:02d}", "05/01/2024 10:00:{:02d}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_is_found_at_the_end_of_a_record_leaves_its_line_end(stamp: str, end: str) -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    messages = ["MRN: 00731942", "phone: 218-555-0136", "SSN: 219-09-9999", "", "  at line 3", "!"]
    source = end.join(
        message if message.startswith(" ") else f"{stamp.format(number)} {message}"
        for number, message in enumerate(messages)
    )
    out = pipeline.release(Source("000001", "", "a.log"), source.encode()).content.decode()
    lines = out.split(end)
    assert len(lines) == len(messages)
    assert lines[4:] == ["  at line 3", lines[-1]] and lines[-1].endswith(" !")
    assert not any(number in out for number in ("00731942", "555", "9999"))


def test_records_of_a_log_do_not_change_what_is_written() -> None:
    source = b"2024-05-01 10:00:01 up\r\n2024-05-01 10:00:02 user=jdoe in\r\n\r\n2024-05-01 10:00:03 down\n"
    document = Log().open("d", source)
    assert document.rewrite([]) == source
    assert len(document.document.parts) == 5

"""A folder in which every command has something to work on, and what a run of a command shows of itself."""

from __future__ import annotations

import base64
import json
import os
import re
import shlex
import shutil
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from flows.orchestration.job import ReleaseJob, prepared
from service.commands.start.line import app
from tests.annotated_files import write_brat, write_jsonl
from tests.c_sanitized_corpus import CONTEXTS
from tests.conftest import ROOT
from tests.reader_letters import ATTACKED, encyclopedia
from tests.unit.test_k_redactor import labelled
from tests.unit.test_learned import made

LETTERS = """\
policy: letters
version: 1.0.0
title: Letters
laws: [{cite: HR 1, title: House rule on letters}]
identifiers:
  - {id: codes, find: [ssn, phone], law: HR 1, replace_with: pseudonym}
  - {id: mail, find: [email], law: HR 1, replace_with: placeholder}
"""
NAMES = """\
policy: names
version: 1.0.0
title: Names
laws: [{cite: HR 1, title: House rule on letters}]
identifiers:
  - {id: names, find: [person], law: HR 1}
"""
CURVED = NAMES.replace("policy: names", "policy: curved").replace(
    "law: HR 1}\n", "law: HR 1, learn: {loss_ratio: 3}}\n"
)
CURVED_CASES = "clause: names\nmust_go:\n  - {text: I saw John Miller today., gone: [John Miller]}\n"
_LABELLED = """\
policy: labelled
version: 1.0.0
title: Clients
laws: [{cite: HR 1, title: House rule on letters}]
hide_class: {law: HR 1, corpus: {from: labelled.jsonl, text: text, class: class}, k: 3}
"""
LETTER = "SSN 219-09-9999, call 212-555-0147 or write to h.vance@example.org.\nTwice: j.ito@example.org.\n"
YEARLY = LETTERS.replace("policy: letters", "policy: yearly") + (
    'release: {from: in, to: elsewhere, every: "0 0 1 1 *", matter: nowhere.yaml}\n'
)
"""Its facts are not there: a service looks at the approval first, and ends with them."""
IDLE = "clause: codes\nmust_go:\n  - {text: SSN 219-09-9999., gone: [219-09-9999]}\n"
"""A case that a policy passes without the clause."""
FACTS = "matter: Keller\npersons: [{id: client, role: party, names: [Keller]}]\n"
TAXONOMY = """\
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://example.org/> .
:virus a skos:Concept ; skos:prefLabel "virus"@en .
:HIV a skos:Concept ; skos:prefLabel "HIV"@en ; skos:altLabel "HIV infection"@en ; skos:broader :virus .
"""


@dataclass(frozen=True)
class World:
    """The folder, and what commands name of it.

    Parameters
    ----------
    folder : Path
        Copied for every command: none sees what another one did.
    facts : mapping of str to str
        Keys and numbers by name; ``{signer}`` in a command line stands for one.
    """

    folder: Path
    facts: Mapping[str, str]


@dataclass(frozen=True)
class Shown:
    """What somebody sees of a command: its exit code, what it says, and the files that it leaves."""

    code: int
    said: str
    files: tuple[tuple[str, str], ...]


_NOTES = """
notes:
  - id: a
    text: "Dr. {person: Keller} gave {drug: Metformin}."
"""
_POSTS = """
people:
  - {id: a, is: {age: 34}, posts: [{text: I am 34 and tired., clues: {age: ["34"]}}]}
  - {id: b, is: {age: 58}, posts: [{text: I am 58 and awake., clues: {age: ["58"]}}]}
"""
_AGES = """
policy: ages
version: 1.0.0
title: T
laws: [{cite: House rule, title: T}]
attributes: [{law: House rule, hide: age}]
"""
_PLAIN = "identifiers: [{law: House rule, find: [ssn]}]\nstyle: [%s]\n"


def build(folder: Path) -> World:
    """Make the folder, with the product's own commands."""
    _write_files(folder)
    facts: dict[str, str] = {}
    with _inside(folder), pytest.MonkeyPatch.context() as patch:
        _environment(patch, folder)
        with prepared(ReleaseJob("letters.yaml", (Path("in"),), Path("out"), workers=1), _quiet) as running:
            running.do_chunk(0)
            running.finish()
        facts["release"] = json.loads(Path("out/manifest.json").read_text())["release_id"]
        facts["signer"] = _json("keys status")["public_key"]
        for name in ("a", "b", "person"):
            facts[name] = _json(f"trust key {name}.pem")["public_key"]
        _json("trust key closed.pem --passphrase-file pass.txt")
        _json("trust init --title Hospital --root-key a.pem --file list.json")
        _json(f"trust add Ward --public-key {facts['signer']} --root-key a.pem --file list.json")
        _json("audit hand-over out --to auditor.json --reason yearly")
        _json("audit open out --document 000001 --to opening.json --reason asked --value-file value.txt")
        _json("audit receipt 1 --to receipt.json")
        _json("audit export ledger.jsonl")
        _json("corpus build corpus.txt --name mine")
        _json("corpus build corpus.txt --name second --unit paragraph")
        _json("corpus pool mine second --name both")
        _json("kb import tiny.ttl --name tiny")
        _json("audit hand-over out --to later.json --reason again")
        _json(f"audit receipt {_json('audit list')[-1]['seq']} --to late.json")
        _json("policy approve yearly.yaml --by Ortiz")
        _json("report out --pdf report.pdf")
    return World(folder, facts)


def _write_files(folder: Path) -> None:
    for name, text in {
        "letters.yaml": LETTERS,
        "names.yaml": NAMES,
        "yearly.yaml": YEARLY,
        "never.yaml": YEARLY.replace("policy: yearly", "policy: never"),
        "idle.yaml": LETTERS.replace("policy: letters", "policy: idle")
        + "  - {id: again, find: [ssn], law: HR 1}\n",
        "idle.cases/codes.yaml": IDLE,
        "curved.yaml": CURVED,
        "curved.cases/names.yaml": CURVED_CASES,
        "in/a.txt": LETTER,
        "other/c.txt": "Call 646-555-0133. Mr Keller came.",
        "keller.yaml": FACTS,
        "value.txt": "219-09-9999",
        "wrong.txt": "219-09-1111",
        "pass.txt": "a long enough passphrase for a key\n",
        "corpus.txt": "\n\n".join(CONTEXTS),
        "tiny.ttl": TAXONOMY,
        "gold/HIV.txt": "HIV infection is treated. Antiretroviral drugs and hope, at the council.",
        "gold/HIV.terms.A.tsv": "HIV infection\t3\nantiretroviral\t2\n",
        "gold2/HIV.txt": "The council met the HIV infection.",
        "gold2/HIV.terms.A.tsv": "HIV\t3\n",
        "wiki/articles.jsonl": encyclopedia(40),
        "wiki2/articles.jsonl": encyclopedia(39),
        "attacked.jsonl": ATTACKED,
        "asked.txt": "virus\n",
        "asked2.txt": "virus\ndrug\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    write_jsonl(made(16), folder / "letters.jsonl")
    (folder / "posts.yaml").write_text(_POSTS)
    (folder / "notes.yaml").write_text(_NOTES)
    (folder / "ages.yaml").write_text(_AGES)
    _write_styles(folder)
    (folder / "labelled.yaml").write_text(_LABELLED)
    rows = [{"text": one.text.reveal(), "class": one.sensitive} for one in labelled()]
    (folder / "labelled.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    write_jsonl(made(60), folder / "many.jsonl")
    write_brat(made(4), folder / "brat")
    shutil.copytree(ROOT / "examples/clients", folder / "clients")
    (folder / "kb").mkdir()
    (folder / "kb/wordnet").symlink_to(ROOT / "kb_cache/wordnet")


def _quiet(done: int, total: int) -> None:
    """No progress is shown."""


class _inside(chdir[Path]):
    """Work in a folder, as a person in a terminal does."""


def _environment(patch: pytest.MonkeyPatch, folder: Path, home: str = "home") -> None:
    patch.setenv("SAFERELEASE_HOME", str(folder / home))
    patch.setenv("SAFERELEASE_KB_CACHE", str(folder / "kb"))
    patch.setenv("COLUMNS", "200")
    patch.setenv("BROWSER", "sh -c 'echo seen > browser.txt' %s")


def _json(line: str) -> Any:
    done = CliRunner().invoke(app, [*shlex.split(line), "--json"])
    assert done.exit_code == 0, f"{line}: {done.output}"
    return json.loads(done.stdout)


def shown(world: World, line: str, target: Path) -> Shown:
    """Run a command in a copy of the world; ``@stranger`` before it: where nobody ever released anything."""
    shutil.copytree(world.folder, target, symlinks=True)
    home = "stranger" if line.startswith("@stranger ") else "home"
    arguments = shlex.split(line.removeprefix("@stranger ").format(**world.facts))
    before = _files(target)
    with _inside(target), pytest.MonkeyPatch.context() as patch:
        _environment(patch, target, home)
        done = CliRunner().invoke(app, arguments)
        assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    after = _files(target)
    said = done.output
    for name, fact in world.facts.items():
        said = said.replace(fact, f"<{name}>")
    changed = tuple(sorted((name, text) for name, text in after.items() if before.get(name) != text))
    return Shown(done.exit_code, _plain(said, target), changed)


_CHANCE: tuple[tuple[str, str], ...] = (
    (r"-----BEGIN [^-]+-----.*?-----END [^-]+-----", "<key>"),
    (r"\d{4}-\d\d-\d\d[T ](?!00:00:00)\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?", "<time>"),
    (r"\b(?=\w*\d)[0-9a-f]{12,}\b", "<hex>"),
    (r"[A-Za-z0-9+/_=-]{40,}", "<chance>"),
    (r"\d+(\.\d+)? ?(thousand characters a second|seconds|s\b)", "<speed>"),
    (r'"(characters_per_second|seconds|minutes)": [\d.]+', "<speed>"),
)
"""What differs from run to run whatever is asked: keys, times, numbers by chance."""


def _plain(text: str, folder: Path) -> str:
    text = text.replace(str(folder), "<here>")
    for pattern, stands_for in _CHANCE:
        text = re.sub(pattern, stands_for, text, flags=re.DOTALL)
    return text


def _files(folder: Path) -> dict[str, str]:
    found = {}
    for above, folders, names in os.walk(folder):
        folders[:] = [n for n in folders if n not in _HOMES and not (Path(above) / n).is_symlink()]
        for name in names:
            path = Path(above) / name
            relative = str(path.relative_to(folder))
            text = path.read_bytes().decode("utf-8", "replace")
            text = _signed(text) if name.endswith(".dsse.json") else text
            found[relative] = "" if path.suffix in _BINARY else _plain(text, folder)
    return found


_HOMES = ("home", "stranger")
_BINARY = (".sqlite", ".enc", ".model", ".greedy", ".db")


def _signed(content: str) -> str:
    """A signed statement as it reads."""
    found = json.loads(content)
    return "".join(_payload(one) for one in found.get("approvals", [found]))


def _payload(envelope: dict[str, Any]) -> str:
    return base64.b64decode(envelope["payload"]).decode()


def options() -> dict[str, Any]:
    """Every option of every command, by ``command --option``, from the command line's own parser."""
    found: dict[str, Any] = {}
    root: Any = typer.main.get_command(app)
    for name, command in _commands(root):
        for parameter in command.params:
            if parameter.param_type_name == "option" and parameter.name != "help":
                found[f"{name} {parameter.opts[0]}"] = parameter
    return found


def commands() -> set[str]:
    """Every command by its words."""
    return {name for name, _ in _commands(typer.main.get_command(app))}


def _commands(group: Any, before: str = "") -> Any:
    for name in group.commands:
        command = group.commands[name]
        if hasattr(command, "commands"):
            yield from _commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def _write_styles(folder: Path) -> None:
    """Texts of two writers, and two policies about style."""
    said = [f"I do not know what {what} they had." for what in ("bread", "dogs", "trains", "books")]
    rows = [{"text": text, "author": "a"} for text in said]
    rows += [{"text": text.replace("do not", "don't"), "author": "b"} for text in said]
    (folder / "written.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    for name, habit in (("short", "contractions"), ("loud", "casing")):
        (folder / f"{name}.yaml").write_text(_AGES.rpartition("attributes")[0] + _PLAIN % habit)

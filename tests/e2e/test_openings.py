"""Selective opening: a span is proved against the signed bundle; 0 of all changed openings are accepted."""

from __future__ import annotations

import base64
import json
import random
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from adapters.keys.installation import load_keys
from adapters.machine.files import canonical_json
from flows.audit.verification.answers import Asked
from flows.audit.verification.bundle import verify_release
from flows.orchestration.job import ReleaseJob, prepared
from tests.forgeries.kit import Kit, call, good
from tests.forgeries.lists import revoked_on
from tests.forgeries.verifying import STANDALONE

POLICY = """policy: letters
version: 1.0.0
title: Letters with codes for people
laws:
  - {cite: HR 1, title: House rule on letters, effective: 2024-01-01, source: https://example.org/hr1}
identifiers:
  - {find: [ssn, phone], law: HR 1, replace_with: pseudonym}
  - {find: [email], law: HR 1, replace_with: placeholder}
documents: {names: keep}
"""
LETTER = "SSN 219-09-9999, call 212-555-0147 or write to h.vance@example.org.\nAgain: SSN 219-09-9999.\n"
FILES = {
    "vance-a.txt": LETTER,
    "vance-b.txt": LETTER,
    "ortega.html": "<html><body><p>Write to j.ortega@example.com, call (646) 555-0133.</p></body></html>",
    "people.csv": "name,mail\nfirst,a.one@example.org\nsecond,b.two@example.org\n",
    "nothing.txt": "Nobody is named here.\n",
}
LETTERS = ("vance-a.txt", "vance-b.txt")
READER = "Dr. Ruiz, expert"
MUTATIONS = 1000
Opening = dict[str, Any]


def released(folder: Path, out: str, source: str = "in") -> None:
    job = ReleaseJob(str(folder / "p.yaml"), (folder / source,), folder / out, workers=1)
    with prepared(job, lambda done, total: None) as running:
        running.do_chunk(0)
        running.finish()


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of five documents, the same made again, and another one with a sixth document."""
    desk = tmp_path_factory.mktemp("desk")
    (desk / "in").mkdir()
    (desk / "p.yaml").write_text(POLICY)
    for name, content in FILES.items():
        (desk / "in" / name).write_text(content)
    shutil.copytree(desk / "in", desk / "more")
    (desk / "more" / "z.txt").write_text("One more.\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_HOME", str(desk / "home"))
        released(desk, "out")
        released(desk, "again")
        released(desk, "second", "more")
    return desk


def roots(bundle: Path) -> dict[str, str]:
    manifest = json.loads((bundle / "manifest.json").read_bytes())
    return {one["document"]: one["openings_root"] for one in manifest["inputs"]}


def number_of(desk: Path, name: str) -> str:
    entries = json.loads((desk / "out" / "report.json").read_bytes())["documents"]
    return next(one["id"] for one in entries if one["output"] == name)


def opened(desk: Path, to: Path, *which: object, bundle: str = "out") -> Opening:
    """The opening that the command writes for the reader."""
    asked = ("--reason", "court order 7", "--to", to, "--reader", READER)
    good(desk / "home", "reveal", desk / bundle, *which, *asked)
    return json.loads(to.read_bytes())


def places(desk: Path, name: str) -> Iterator[tuple[str, str]]:
    """Document and span of each placeholder or code in a released text."""
    text, at = (desk / "out" / "documents" / name).read_text(), -1
    while (at := text.find("[", at + 1)) >= 0:
        yield number_of(desk, name), f"{at}-{at + 1}"


@pytest.fixture(scope="module")
def openings(desk: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Opening]:
    folder = tmp_path_factory.mktemp("openings")
    wanted = [(d, "--span", span) for name in LETTERS for d, span in places(desk, name)]
    wanted += [(number_of(desk, "people.csv"), "[EMAIL]", "--nth", n) for n in (1, 2)]
    return [opened(desk, folder / f"{n}.json", "--document", *which) for n, which in enumerate(wanted)]


class Judges:
    """Both programs, asked whether a bundle proves an opening."""

    def __init__(self, desk: Path, folder: Path) -> None:
        self.desk, self._file = desk, folder / "asked.json"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SAFERELEASE_HOME", str(desk / "home"))
            self.key = load_keys(desk / "home").public_hex()

    def accepted(self, content: bytes, bundle: str = "out") -> set[bool]:
        """What the two answer; a program that shows a value accepts."""
        self._file.write_bytes(content)
        path = self.desk / bundle
        release = json.loads((path / "manifest.json").read_bytes())["release_id"]
        alone = STANDALONE.verify(path, self.key, None, release, openings=[self._file])
        try:
            found = verify_release(path, Asked(self.key, release, search=False, openings=(self._file,)))
            here = found.answer == "VERIFIED" and bool(found.openings)
            assert here or not found.openings
        except Exception as error:  # noqa: BLE001  any error is a refusal, and must have its code
            assert getattr(error, "faults", None), error
            here = False
        assert (alone.answer() == "VERIFIED") == bool(alone.opened)
        return {here, bool(alone.opened)}


@pytest.fixture
def judges(desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Judges:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "nobody"))
    return Judges(desk, tmp_path)


def test_each_value_is_proved_at_its_place(desk: Path, openings: list[Opening], judges: Judges) -> None:
    assert len(openings) == 10
    for opening in openings:
        assert judges.accepted(canonical_json(opening)) == {True}
        [span] = opening["spans"]
        name = next(n for n in FILES if number_of(desk, n) == span["document"])
        text = (desk / "out" / "documents" / name).read_text()
        assert text[span["start"] : span["end"]] == span["replacement"] or name not in LETTERS
        assert span["value"] in FILES[name]
    values = [span["value"] for one in openings for span in one["spans"]]
    assert values.count("219-09-9999") == 4, "each place of a value has its own opening"


def test_an_opening_holds_nothing_of_other_values_and_no_name_of_a_file(openings: list[Opening]) -> None:
    values = {span["value"] for one in openings for span in one["spans"]}
    for opening in openings:
        own = {span["value"] for span in opening["spans"]}
        content = json.dumps(opening)
        assert not [one for one in (*(values - own), *FILES) if one in content]
    salts = [span["salt"] for one in openings for span in one["spans"]]
    assert len(set(salts)) == len(salts)


def test_a_release_made_again_has_the_same_roots_and_another_has_others(desk: Path) -> None:
    assert len(set(roots(desk / "out").values())) == len(FILES)
    assert roots(desk / "again") == roots(desk / "out")
    assert not set(roots(desk / "second").values()) & set(roots(desk / "out").values())


# --- changed openings ------------------------------------------------------------------------------------


def _digit(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice("0123456789abcdef") + text[at + 1 :]


def _text(text: str, rng: random.Random) -> object:
    shapes = [_digit(text, rng), text.upper(), text.swapcase(), f"{text} ", f" {text}", text[:-1], text[::-1]]
    disguised = [f"{text}\u200b", text.replace("-", "\u2010"), text.replace("-", "")]
    return rng.choice([*shapes, *disguised, "", None, 7, [text]])


def _number(number: int, rng: random.Random) -> object:
    step = rng.choice([1, 2, 4, 8, 16, 1 << 40])
    others = [number + step, number - step, number ^ step, -number - 1]
    return rng.choice([*others, float(number), str(number), None])


def _hash(text: str, rng: random.Random) -> object:
    return rng.choice([_digit(text, rng), text.upper(), text[:-2], f"{text}00", f" {text}", "0" * 64, None])


def _path(path: list[str], rng: random.Random) -> object:
    at = rng.randrange(len(path))
    other = [_hash(one, rng) if i == at else one for i, one in enumerate(path)]
    longer, shorter = [[*path, path[0]], [path[0], *path]], [path[1:], path[:-1], []]
    return rng.choice([*longer, *shorter, path[::-1], "".join(path), other, other, None])


FIELDS: Mapping[str, Callable[[Any, random.Random], object]] = {
    "value": _text, "category": _text, "replacement": _text, "document": _text, "salt": _hash,
    "start": _number, "end": _number, "index": _number, "path": _path,
}  # fmt: skip


def changed(opening: Opening, openings: list[Opening], rng: random.Random) -> Opening:
    """A copy with one field changed, or taken from another opening, left out, or put in."""
    copy: Opening = json.loads(json.dumps(opening))
    [span] = copy["spans"]
    field = rng.choice(list(FIELDS))
    match rng.randrange(8):
        case 0:
            [other] = rng.choice(openings)["spans"]
            span[field] = other[field]
        case 1:
            del span[field]
        case 2:
            span[rng.choice(["count", "n", "size"])] = 1 << len(span["path"])
        case 3:
            half = rng.choice(["index", "path", "both"])
            span["index"] >>= half != "path"
            span["path"] = span["path"][1:] if half != "index" else span["path"]
        case 4:
            copy[rng.choice(["release_id", "format"])] = rng.choice(
                ["", "saferelease opening 1", "0" * 12, None]
            )
        case _:
            span[field] = FIELDS[field](span[field], rng)
    return copy


def test_no_changed_opening_is_accepted(openings: list[Opening], judges: Judges) -> None:
    rng = random.Random(1906)
    tried: set[bytes] = set()
    good_ones = {canonical_json(one) for one in openings}
    while len(tried) < MUTATIONS:
        content = canonical_json(changed(rng.choice(openings), openings, rng))
        if content not in good_ones:
            tried.add(content)
    accepted = [one for one in sorted(tried) if judges.accepted(one) != {False}]
    assert (len(tried), accepted) == (MUTATIONS, [])


def test_an_opening_written_in_another_way_is_none(openings: list[Opening], judges: Judges) -> None:
    raw = canonical_json(openings[0])
    assert judges.accepted(raw) == {True}
    twice = raw.replace(b' "value": ', b' "value": "000-00-0000",\n   "value": ')
    assert twice != raw
    for content in (
        twice,
        raw + b"\n",
        raw[:-1],
        raw.replace(b"\n", b""),
        b"",
        b"[]",
        b"\xff",
        raw[: len(raw) // 2],
    ):
        assert judges.accepted(content) == {False}


def test_one_wrong_span_fails_the_whole_opening(openings: list[Opening], judges: Judges) -> None:
    both = openings[0] | {"spans": [*openings[0]["spans"], *openings[1]["spans"]]}
    assert judges.accepted(canonical_json(both)) == {True}
    both["spans"][1] = both["spans"][1] | {"value": "000-00-0000"}
    assert judges.accepted(canonical_json(both)) == {False}
    assert judges.accepted(canonical_json(both | {"spans": []})) == {False}


def test_an_opening_is_of_one_bundle_and_one_document(
    desk: Path, openings: list[Opening], judges: Judges
) -> None:
    """The second release holds the same documents; two documents hold the same text."""
    other = json.loads((desk / "second" / "manifest.json").read_bytes())["release_id"]
    a, b = number_of(desk, "vance-a.txt"), number_of(desk, "vance-b.txt")
    for opening in openings:
        for content in (opening, opening | {"release_id": other}):
            assert judges.accepted(canonical_json(content), "second") == {False}
        [span] = opening["spans"]
        for document in {a, b, number_of(desk, "nothing.txt")} - {span["document"]}:
            moved = opening | {"spans": [span | {"document": document}]}
            assert judges.accepted(canonical_json(moved)) == {False}


def test_a_root_swapped_in_the_manifest_breaks_the_signature(
    desk: Path, openings: list[Opening], tmp_path: Path
) -> None:
    """Even where the opening leads to the new root, neither program shows its value."""
    forged = tmp_path / "out"
    shutil.copytree(desk / "out", forged)
    manifest = json.loads((forged / "manifest.json").read_bytes())
    [span] = openings[0]["spans"]
    lie = span | {"value": "000-00-0000"}
    for one in manifest["inputs"]:
        if one["document"] == span["document"]:
            one["openings_root"] = STANDALONE.root_of(lie)
    (forged / "manifest.json").write_bytes(canonical_json(manifest))
    file = tmp_path / "lie.json"
    file.write_bytes(canonical_json(openings[0] | {"spans": [lie]}))
    done = call(tmp_path / "nobody", "verify", forged, "--opening", file)
    assert (done.exit_code, "BND002" in done.stderr, "000-00-0000" in done.output) == (1, True, False)
    alone = STANDALONE.verify(forged, "", None, "", openings=[file])
    assert (alone.answer(), alone.opened) == ("FAILED", [])


# --- what the commands say -------------------------------------------------------------------------------


def test_the_reader_is_told_what_stood_where(
    desk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [(document, span), *_] = places(desk, "vance-a.txt")
    opened(desk, file := tmp_path / "opening.json", "--document", document, "--span", span)
    assert file.stat().st_mode & 0o777 == 0o600
    key = json.loads(
        base64.b64decode(json.loads((desk / "out" / "manifest.dsse.json").read_bytes())["payload"])
    )
    assert key["predicateType"] == "urn:saferelease:manifest:2"
    signer = json.loads((desk / "out" / "manifest.dsse.json").read_bytes())["signatures"][0]["keyid"]
    asked = ("verify", desk / "out", "--public-key", signer, "--opening", file)
    done = call(tmp_path / "nobody", *asked)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    at = lines.index(f"Opening, which was made for {READER}:")
    assert lines[at + 1].startswith(f"  document {document}, characters 4-")
    assert lines[at + 1].endswith("there stood:")
    assert lines[at + 2] == "219-09-9999"
    [said] = json.loads(call(tmp_path / "nobody", *asked, "--json").stdout)["openings"]
    assert (said["reader"], said["spans"][0]["value"], "salt" in said["spans"][0]) == (
        READER,
        "219-09-9999",
        False,
    )
    assert STANDALONE.main([str(desk / "out"), "--public-key", signer, "--opening", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[1].endswith("stands for 219-09-9999")


def test_a_changed_opening_has_a_coded_error(desk: Path, openings: list[Opening], tmp_path: Path) -> None:
    file = tmp_path / "opening.json"
    [span] = openings[0]["spans"]
    for change, code in (({"value": "000-00-0000"}, "BND030"), ({"index": "0"}, "AUD002")):
        file.write_bytes(canonical_json(openings[0] | {"spans": [span | change]}))
        done = call(desk / "home", "verify", desk / "out", "--opening", file)
        assert (done.exit_code, code in done.stderr) == ({"BND030": 1, "AUD002": 2}[code], True)
        assert "219-09" not in done.output
    assert "AUD002" in call(desk / "home", "verify", desk / "out", "--opening", tmp_path / "none").stderr


def test_the_ledger_has_the_reader_first_and_no_text(desk: Path, tmp_path: Path) -> None:
    [(document, span), *_] = places(desk, "vance-b.txt")
    opened(desk, tmp_path / "opening.json", "--document", document, "--span", span)
    listed = good(desk / "home", "audit", "list", "--event", "revealed", "--json")
    entry = json.loads(listed)[-1]
    assert READER not in listed
    assert READER in good(desk / "home", "audit", "show", entry["seq"])
    for path in (desk / "home").glob("ledger*"):
        content = path.read_bytes()
        assert not [word for word in ("219-09-9999", "Ruiz", "vance") if word.encode() in content], path.name


def test_nothing_is_opened_when_it_cannot_be_written_down(desk: Path, tmp_path: Path) -> None:
    shutil.copytree(desk / "home", tmp_path / "home")
    (tmp_path / "home" / "ledger.sqlite").unlink()
    asked = (
        "[EMAIL]",
        "--document",
        number_of(desk, "vance-a.txt"),
        "--reason",
        "r",
        "--to",
        tmp_path / "o.json",
    )
    done = call(tmp_path / "home", "reveal", desk / "out", *asked, "--reader", READER)
    assert (done.exit_code, "LED002" in done.stderr, (tmp_path / "o.json").exists()) == (2, True, False)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (("--to", "o.json"), "REV009"),
        (("--to", "o.json", "--reader", "Ruiz\u202e"), "REV009"),
        (("--reader", READER), "REV010"),
        (("--to", "p.yaml", "--reader", READER), "LED010"),
    ],
)
def test_an_opening_names_a_reader_and_a_new_file(
    desk: Path, more: tuple[str, ...], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(desk)
    before = good(desk / "home", "audit", "list", "--json")
    asked = ("[EMAIL]", "--document", number_of(desk, "vance-a.txt"), "--reason", "r")
    done = call(desk / "home", "reveal", desk / "out", *asked, *more)
    assert (done.exit_code, code in done.stderr) == (2, True), done.output
    assert good(desk / "home", "audit", "list", "--json") == before


# --- over time -------------------------------------------------------------------------------------------


def test_after_its_key_is_destroyed_nothing_is_opened_and_what_was_opened_holds(
    desk: Path, openings: list[Opening], tmp_path: Path
) -> None:
    for name in ("home", "out", "out.private"):
        shutil.copytree(desk / name, tmp_path / name)
    file = tmp_path / "opening.json"
    file.write_bytes(canonical_json(openings[0]))
    asked = ("[EMAIL]", "--document", number_of(desk, "vance-a.txt"), "--reason", "r", "--reader", READER)
    good(tmp_path / "home", "keys", "destroy", openings[0]["release_id"], "--reason", "retention is over")
    done = call(tmp_path / "home", "reveal", tmp_path / "out", *asked, "--to", tmp_path / "o.json")
    assert (done.exit_code, "KEY004" in done.stderr, (tmp_path / "o.json").exists()) == (1, True, False)
    assert "219-09-9999" in good(tmp_path / "home", "verify", tmp_path / "out", "--opening", file)
    shutil.rmtree(tmp_path / "out.private")
    done = call(tmp_path / "home", "reveal", tmp_path / "out", *asked, "--to", tmp_path / "o.json")
    assert (done.exit_code, "REV004" in done.stderr) == (2, True)


def test_a_private_record_of_another_release_opens_nothing(desk: Path, tmp_path: Path) -> None:
    for name, to in (("home", "home"), ("out", "out"), ("out.private", "out.private")):
        shutil.copytree(desk / name, tmp_path / to)
    manifest = json.loads((desk / "out" / "manifest.json").read_bytes())
    number = number_of(desk, "vance-a.txt")
    for one in manifest["inputs"]:
        if one["document"] == number:
            one["openings_root"] = "0" * 64
    (tmp_path / "out" / "manifest.json").write_bytes(canonical_json(manifest))
    asked = (
        "[EMAIL]",
        "--document",
        number,
        "--reason",
        "r",
        "--reader",
        READER,
        "--to",
        tmp_path / "o.json",
    )
    done = call(tmp_path / "home", "reveal", tmp_path / "out", *asked)
    assert (done.exit_code, "BND011" in done.stderr, (tmp_path / "o.json").exists()) == (1, True, False)


def test_under_a_revoked_key_the_bundle_fails_and_no_value_is_shown(kit: Kit) -> None:
    file = kit.folder / "opening.json"
    asked = ("[EMAIL]", "--document", "000001", "--reason", "r", "--reader", READER, "--to", file)
    good(kit.home, "reveal", kit.bundle, *asked)
    roots = ("--root", kit.public("root-a"), "--root", kit.public("root-b"))
    verify = ("verify", kit.bundle, "--trust", kit.list, *roots, "--opening", file)
    assert "h.vance@example.org" in call(kit.folder / "auditor", *verify).stdout
    revoked_on("2021-01-01", 0)(kit)
    done = call(kit.folder / "auditor", *verify)
    assert (done.exit_code, "BND019" in done.stderr, "vance" in done.output) == (1, True, False)
    trust = STANDALONE.read_list(kit.list, [kit.public("root-a"), kit.public("root-b")], 1)
    alone = STANDALONE.verify(kit.bundle, "", trust, "", openings=[file])
    assert (alone.answer(), alone.opened) == ("FAILED", [])


def test_a_bundle_of_before_says_plainly_that_it_proves_no_opening(
    openings: list[Opening], tmp_path: Path
) -> None:
    old = tmp_path / "old"
    shutil.copytree(Path(__file__).parents[1] / "fixtures" / "version-0.1.0", old)
    for path in (old / "home").iterdir():
        path.chmod(0o600)
    file = tmp_path / "opening.json"
    file.write_bytes(canonical_json(openings[0]))
    assert call(old / "home", "verify", old / "march").stdout.startswith("VERIFIED")
    done = call(old / "home", "verify", old / "march", "--opening", file)
    assert (done.exit_code, "BND031" in done.stderr, "219-09" in done.output) == (5, True, False)
    key = json.loads((old / "march" / "manifest.sig").read_bytes())["public_key"]
    alone = STANDALONE.verify(old / "march", key, None, "06e7148da370", openings=[file])
    assert (alone.answer(), alone.opened) == ("UNVERIFIED", [])
    asked = (
        "[SSN-MXLQPQ]",
        "--document",
        "000001",
        "--reason",
        "r",
        "--reader",
        READER,
        "--to",
        tmp_path / "o.json",
    )
    done = call(old / "home", "reveal", old / "march", *asked)
    assert (done.exit_code, "REV008" in done.stderr, (tmp_path / "o.json").exists()) == (1, True, False)

"""saferelease policy new, check, diff, impact, approve, explain: as their users call them."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from service.cli import main

Call = Callable[..., tuple[int, str, str]]

LETTER = "Dear Jo, call 212-555-0143. SSN 219-09-1234, born 04/12/1962, DOB: 04/12/1962."
POLICY = """\
policy: {name}
version: 1.0.0
title: T
identifiers:
  - {{id: n, law: GDPR Art. 10, find: [ssn], replace_with: {operator}}}
"""


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run a command in an empty folder, with a home of its own; gives exit code, output, errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return run


def write(name: str, operator: str = "placeholder", cases: bool = True) -> str:
    Path(f"{name}.yaml").write_text(POLICY.format(name=name, operator=operator), encoding="utf-8")
    if cases:
        Path(f"{name}.cases").mkdir(exist_ok=True)
        Path(f"{name}.cases", "n.yaml").write_text(
            "clause: n\nmust_go:\n  - {text: SSN 219-09-1234 on file, gone: [219-09-1234]}\n"
            "must_stay:\n  - {text: Room 219 is free}\n"
        )
    return f"{name}.yaml"


def test_new_asks_what_was_not_said(call: Call) -> None:
    code, out, _ = call("policy", "new", typed="clinic\nLetters\nus-court-filings\nAcme, Zeta Ltd\n\n\n\n\n")
    assert code == 0
    assert "Written: clinic.yaml" in out
    assert Path("clinic.names.txt").read_text().splitlines()[1:] == ["Acme", "Zeta Ltd"]
    assert Path("schema.json").read_bytes()
    assert call("policy", "check", "clinic.yaml")[0] == 0
    code, out, _ = call("policy", "test", "clinic.yaml")
    assert (code, "passed" in out) == (0, True)


def test_new_by_options_asks_nothing_and_overwrites_nothing(call: Call) -> None:
    options = [
        "--name",
        "ours",
        "--title",
        "T",
        "--pack",
        "us-court-filings",
        "--pack",
        "hipaa-limited-data-set",
    ]
    code, out, _ = call("policy", "new", *options, "--folder", "desk", "--format", "txt", "--json")
    assert code == 0
    assert json.loads(out) == {"written": ["desk/ours.yaml", "desk/schema.json"]}
    text = Path("desk/ours.yaml").read_text()
    code, _, err = call("policy", "new", *options, "--folder", "desk")
    assert (code, err.count("POL061")) == (2, 1)
    assert Path("desk/ours.yaml").read_text() == text


@pytest.mark.parametrize(
    ("options", "code_of_fault", "said"),
    [
        (["--name", "x", "--title", "T", "--pack", "hipaa-safe-harbour"], "POL050", "Did you mean"),
        (["--name", "../x", "--title", "T", "--pack", "us-court-filings"], "POL060", "joined by hyphens"),
        (["--name", "x", "--title", "T", "--pack", "us-court-filings", "--format", "tx"], "POL", "formats"),
        ([], "POL060", "must be answered"),
    ],
)
def test_new_with_bad_answers_writes_nothing(
    call: Call, options: list[str], code_of_fault: str, said: str
) -> None:
    code, _, err = call("policy", "new", *options)
    assert code == 2
    assert f"[{code_of_fault}" in err
    assert said in err
    assert [path for path in Path().rglob("*") if path.is_file()] == []


def test_check_names_the_faults_of_all_files(call: Call) -> None:
    good, bad, worse = write("good"), write("bad", "last4"), write("worse", "zip3")
    code, out, err = call("policy", "check", bad, good, worse)
    assert code == 2
    assert "good.yaml: good 1.0.0 is valid" in out
    assert re.search(r"bad\.yaml:5:\d+ ", err)
    assert re.search(r"worse\.yaml:5:\d+ ", err)
    code, out, _ = call("policy", "check", bad, good, worse, "--json")
    files = {each["where"].split(":")[0] for each in json.loads(out)["faults"]}
    assert (code, files) == (2, {"bad.yaml", "worse.yaml"})


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("last-4", "placeholder", "stronger"),
        ("placeholder", "last-4", "weaker"),
        ("redact", "redact", "equivalent"),
    ],
)
def test_diff_says_the_verdict_and_ends_with_0(call: Call, old: str, new: str, verdict: str) -> None:
    before, after = write("before", old), write("after", new)
    code, out, _ = call("policy", "diff", before, after, "--json")
    found = json.loads(out)
    assert (code, found["verdict"], found["cases"]) == (0, verdict, 2)
    code, out, _ = call("policy", "diff", before, after)
    assert code == 0
    assert f"after 1.0.0, compared with before 1.0.0: {verdict}" in out


def test_a_case_that_disproves_the_plans_makes_the_verdict_unknown(call: Call) -> None:
    from engine.plan.comparison import Difference
    from engine.text import Decision
    from flows.authoring.comparing import _confirmed

    old = [Decision(0, 9, "identifiers", "ssn", "replace", "[SSN]", "n")]
    stronger = Difference("ssn, phone", "n", "n", "stronger")
    assert not _confirmed(stronger, [(old, old)]).disproved
    found = _confirmed(stronger, [(old, [])])
    assert (found.verdict, found.characters_less, found.disproved) == ("unknown", 9, True)
    assert _confirmed(Difference("ssn", "n", "n", "weaker"), [([], old)]).verdict == "unknown"
    assert _confirmed(Difference("phone", "n", "n", "stronger"), [(old, [])]).verdict == "stronger"


def test_impact_counts_and_tells_no_text(call: Call, tmp_path: Path) -> None:
    folder = Path("in")
    folder.mkdir()
    (folder / "secret-name.txt").write_text(LETTER)
    (folder / "plain.txt").write_text("Nothing to see.")
    (folder / "broken.bin").write_bytes(b"\0\1")
    code, out, err = call("policy", "impact", write("p"), "us-court-filings", "in", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["documents"], found["not_compared"], found["same"]) == (2, 1, 1)
    assert found["clauses"] == {"birth-date": [0, 2], "ssn": [1, 1]}
    assert found["characters_more"] > 0
    assert "secret-name" not in out + err
    code, out, err = call("policy", "impact", write("p"), "us-court-filings", "in")
    assert (code, "2 documents compared, 1 not" in out) == (0, True)
    assert not any(text in out + err for text in ("1234", "1962", "secret-name"))


def test_an_approval_holds_until_the_policy_changes(call: Call) -> None:
    name = write("p")
    Path("a.txt").write_text(LETTER)
    run = ("run", name, "a.txt", "--out", "o", "--dry-run")
    code, _, err = call(*run, "--require-approved")
    assert (code, "APR001" in err) == (1, True)
    code, out, _ = call("policy", "approve", name, "--by", "A. Officer", "--note", "minutes 7", "--json")
    approval = json.loads(out)
    assert (code, approval["file"], approval["note"]) == (0, "p.approval.json", "minutes 7")
    assert call(*run, "--require-approved")[0] == 0
    assert call(*run, "--trusted-key", approval["public_key"].upper())[0] == 0
    code, _, err = call(*run, "--trusted-key", "0" * 64)
    assert (code, "APR004" in err) == (1, True)
    code, _, err = call(*run, "--trusted-key", "abc")
    assert (code, "APR008" in err) == (2, True)
    write("p", "redact")
    code, _, err = call(*run, "--require-approved")
    assert (code, "APR005" in err) == (1, True)
    assert call(*run)[0] == 0


def test_the_approval_of_a_shipped_policy_is_kept_at_home(call: Call, tmp_path: Path) -> None:
    code, out, _ = call("policy", "approve", "us-court-filings", "--by", "A", "--json")
    assert code == 0
    assert json.loads(out)["file"] == str(tmp_path / "home/approvals/us-court-filings.approval.json")
    Path("a.txt").write_text(LETTER)
    run = ("run", "us-court-filings", "a.txt", "--out", "o", "--dry-run", "--require-approved")
    assert call(*run)[0] == 0


def test_an_approver_has_a_name(call: Call) -> None:
    code, _, err = call("policy", "approve", write("p"), "--by", " ")
    assert (code, "APR006" in err) == (2, True)
    Path("p.approval.json").mkdir()
    code, _, err = call("policy", "approve", "p.yaml", "--by", "A")
    assert (code, "APR007" in err) == (2, True)


@pytest.mark.parametrize("columns", [80, 120])
def test_explain_shows_all_eighteen_identifiers(
    call: Call, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.commands.display.policy.console.width", columns)
    code, out, _ = call("policy", "explain", "hipaa-safe-harbor")
    assert code == 0
    rows = dict(re.findall(r"^ 45 CFR 164\.514\(b\)\(2\)\(i\)\(([A-R])\) +(\S.*?) *$", out, re.MULTILINE))
    assert "".join(rows) == "ABCDEFGHIJKLMNOPQR"
    for letter, row in rows.items():
        status, method, go, stay = re.split(r"  +", row)
        assert status in ("covered", "partly", "not covered")
        assert (status == "not covered") == (method == "none")
        least = (15, 8) if "patterns" in method else (5, 3) if method != "none" else (0, 0)
        assert (int(go) >= least[0], int(stay) >= least[1]) == (True, True), letter
    assert rows["P"].startswith("not covered")
    assert rows["Q"].startswith("not covered")
    plain = " ".join(out.split())
    assert "Files that are pictures are read for words, and the faces found in them are covered." in plain
    assert "searched for prints; a template written out as text" in plain
    assert max(map(len, out.splitlines())) <= columns
    assert "…" not in out


def test_explain_shows_terms_with_probabilities(call: Call) -> None:
    code, out, _ = call("policy", "explain", "us-state-hiv-std", "--terms", "3", "--json")
    explained = json.loads(out)
    assert code == 0
    for concept in explained["concepts"]:
        strongest = [term["probability"] for term in concept["strongest"]]
        assert strongest == sorted(strongest, reverse=True)
        assert min(strongest) >= concept["borderline"][-1]["probability"] >= concept["allowed_probability"]
    [hiv] = [row for row in explained["clauses"] if "HIV" in row["looks_for"]]
    assert hiv["method"] == "inference (C-sanitized)"


@pytest.mark.slow
def test_explain_shows_what_a_class_expands_to(call: Call) -> None:
    code, out, _ = call("policy", "explain", "gdpr-special-categories", "--terms", "0")
    if code == 2:
        pytest.skip("knowledge or counts are not on this machine")
    assert code == 0
    said = " ".join(out.split())
    assert "Counted under 114 names" in said
    assert "They are: adventism, albigensianism" in said
    assert "Counted under its own 10 names only. They are: joined the union" in said

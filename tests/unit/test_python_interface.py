"""`import saferelease`: what it finds, refuses and shows of itself, and that it stays as it is."""

from __future__ import annotations

import inspect
import os
import pickle
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, fields, is_dataclass
from pathlib import Path

import pytest

import saferelease
from saferelease import InvalidError, Policy, RefusedError
from tests.conftest import ROOT

NOTE = "Mr. John Roe was seen on 3 May 2020 (MRN 00884410). Call 217-555-0148."
SNAPSHOT = Path(__file__).with_name("python_interface.txt")


@pytest.fixture(scope="module")
def policy() -> Policy:
    return Policy.load("hipaa-safe-harbor", key=bytes(range(32)))


def _interface() -> list[str]:
    lines: list[str] = []
    for name in saferelease.__all__:
        one = getattr(saferelease, name)
        if not isinstance(one, type):
            lines.append(f"{name}{inspect.signature(one)}")
            continue
        lines.append(f"class {name}({', '.join(base.__name__ for base in one.__bases__)})")
        shown = [f"{each.name}: {each.type}" for each in fields(one)] if is_dataclass(one) else []
        for member, value in vars(one).items():
            if isinstance(value, property):
                shown.append(f"{member} -> {inspect.signature(value.fget).return_annotation}")
            elif not member.startswith("_") and callable(getattr(one, member)):
                shown.append(f"{member}{inspect.signature(getattr(one, member))}")
        lines += [f"    {each}" for each in shown]
    return lines


def test_the_interface_is_as_it_was_promised() -> None:
    """A change here is one for users: the changelog says so, and a removal waits for the next version."""
    assert _interface() == SNAPSHOT.read_text(encoding="utf-8").splitlines()


def test_no_page_shows_an_import_that_the_wheel_has_not() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = re.compile(r"^\s*(?:from|import) (?:engine|adapters|flows|service|research)\b", re.MULTILINE)
    assert [page.name for page in pages if shown.search(page.read_text(encoding="utf-8"))] == []


def test_importing_loads_nothing_else() -> None:
    code = (
        "import sys, saferelease; dir(saferelease);"
        "print([n for n in sys.modules if n.split('.')[0] in "
        "('engine','adapters','flows','service','numpy','pydantic','prefect')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_neither_prefect_nor_learning_nor_a_releases_machinery_is_loaded_for_a_text() -> None:
    code = (
        "import gc, sys, saferelease; saferelease.redact('Mail a@b.org', 'hipaa-safe-harbor');"
        "print([n for n in ('prefect','sklearn','pyarrow','pandas','httpx','requests','cryptography',"
        "'flows.release.workers') if n in sys.modules], gc.isenabled())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[] True\n"


def test_findings_stand_in_the_text(policy: Policy) -> None:
    found = policy.inspect(NOTE)
    assert found.text == NOTE and not found.refused
    assert {NOTE[one.start : one.end]: one.kind for one in found.findings} == {
        "John Roe": "person", "3 May 2020": "date", "00884410": "mrn", "217-555-0148": "phone",
    }  # fmt: skip
    phone = found.findings[-1]
    assert (phone.law, phone.action, phone.replacement) == (
        "45 CFR 164.514(b)(2)(i)(D)",
        "replace",
        "[PHONE]",
    )
    assert phone.confidence is not None and "pattern phone-nanp" in phone.reason
    with pytest.raises(FrozenInstanceError):
        phone.start = 0  # type: ignore[misc]


def test_a_path_bytes_and_a_text_are_one(policy: Policy, tmp_path: Path) -> None:
    (file := tmp_path / "note.txt").write_text(NOTE)
    safe = policy.redact(NOTE)
    assert policy.redact(file) == policy.redact(NOTE.encode(), name="other.txt") == safe
    assert safe.text == "Mr. [PERSON] was seen on a day in 2020 (MRN [MRN]). Call [PHONE]."


def test_a_format_with_structure_is_read_apart(policy: Policy) -> None:
    page = b"<html><head><title>Roe</title></head><body><p>Mail anna@example.org.</p></body></html>"
    assert policy.inspect(page, name="page.html").counts()["email"] == 1
    assert b"anna" not in policy.redact(page, name="page.html").content


def test_nothing_that_is_printed_shows_text(policy: Policy) -> None:
    found, safe = policy.inspect(NOTE), policy.redact(NOTE)
    assert any(one.reason.endswith("context call") for one in found.findings), "a word of the text"
    shown = repr((found, safe, found.findings, safe.findings, policy))
    assert all(word not in shown for word in ("Roe", "00884410", "555", "seen", "[PERSON]", "2020", "call"))


@pytest.mark.parametrize(
    ("source", "name", "code"),
    [(None, "", "PYT002"), (b"x", "", "PYT002"), ("\ud800", "", "PYT002"), ("\0\1\2\3", "", "DOC005"),
     (b"%PDF-1.7", "a.txt", "DOC002"), (Path("/nowhere/at.all"), "", "SRC001"), (ROOT, "", "PYT002")],
)  # fmt: skip
def test_what_cannot_be_read_is_an_error_alone_and_told_among_others(
    policy: Policy, source: object, name: str, code: str
) -> None:
    with pytest.raises(InvalidError) as error:
        policy.redact(source, name=name)
    assert error.value.faults[0].code == code
    if not name:
        first, second = policy.redact_all([source, NOTE])
        assert first.refused[0].code == code and second.text
        with pytest.raises(RefusedError):
            _ = first.text
        assert next(policy.inspect_all(iter([source]))).refused[0].code == code


def test_what_fails_a_check_is_no_redaction(policy: Policy, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.checks.released_text import Verifier
    from engine.errors import fault

    policy.check()
    monkeypatch.setattr(
        Verifier, "verify", lambda *given, **named: [fault("VER001", "document", "must be safe")]
    )
    assert policy.inspect(NOTE).refused[0].code == "VER001"
    with pytest.raises(RefusedError):
        policy.redact(NOTE)


def test_a_policy_that_people_review_is_no_matter_of_a_text(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(
        "policy: reviewed\nversion: 1.0.0\ntitle: R\nreview: {sample: 5, all_above: 40}\nidentifiers:\n"
        "  - {find: [email], law: 45 CFR 164.514(b)(2)(i)(F), replace_with: placeholder}\n"
    )
    policy = Policy.load(tmp_path / "p.yaml")
    assert policy.check() == () and policy.inspect("a@b.org").counts() == {"email": 1}
    with pytest.raises(RefusedError, match="PYT003"):
        policy.redact("a@b.org")


def test_faults_of_a_policy_are_told_at_once_or_by_check(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="POL031"):
        Policy.load("hipaa-safe-harbour")
    with pytest.raises(InvalidError, match="PYT001"):
        Policy.load("hipaa-safe-harbor", key=b"short")


def test_threads_share_a_policy(policy: Policy) -> None:
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda n: policy.redact(f"{n} {NOTE}").text, range(20)))
    assert found == [f"{n} {policy.redact(NOTE).text}" for n in range(20)]


def test_a_forked_process_goes_on_though_a_thread_was_at_work(policy: Policy) -> None:
    with policy._lock:
        child = os.fork()
        if child == 0:
            os._exit(0 if policy.inspect("a@b.org").counts() == {"email": 1} else 1)
        assert os.waitpid(child, 0)[1] == 0
    assert policy.inspect("a@b.org").counts() == {"email": 1}


def test_a_policy_is_not_pickled(policy: Policy) -> None:
    with pytest.raises(TypeError):
        pickle.dumps(policy)


if __name__ == "__main__":
    SNAPSHOT.write_text("\n".join(_interface()) + "\n", encoding="utf-8")

"""Reading policies: located faults for broken YAML, lists of terms, finding by name."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from adapters.policies.files import find_policy, load_policy, shipped_policies
from adapters.policies.yaml_file import MAX_BYTES, parse_yaml
from engine.catalog.names import SHIPPED
from engine.errors import InvalidError

HEAD = "policy: a\nversion: 1.0.0\ntitle: A\n"
CLAUSE = "identifiers:\n  - find: [ssn]\n    law: 45 CFR 164.514(b)(2)(i)(G)\n"


def faults(path: Path, content: bytes | str) -> list[tuple[str, str]]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(InvalidError) as caught:
        load_policy(path, SHIPPED)
    for each in caught.value.faults:
        assert each.must.startswith("must ")
    return [(each.code, each.where.removeprefix(str(path))) for each in caught.value.faults]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.yaml"


def test_broken_yaml(path: Path) -> None:
    assert faults(path, HEAD + "counts: [wikipedia\nknowledge: x\n")[0][0] == "POL004"
    assert faults(path, HEAD + "\tcounts: x\n  \tknowledge: y\n") == [("POL005", ":4:1"), ("POL005", ":5:3")]
    assert faults(path, HEAD + "note: \x07\n")[0] == ("POL004", ":4:7")
    assert faults(path, HEAD.encode() + b"description: caf\xe9\n") == [("POL003", ":4:17")]
    assert faults(path, HEAD + "effective: 2020-13-45\n" + CLAUSE)[0] == ("POL004", ":4:12 effective")
    assert faults(path, HEAD + "? [a, b]\n: c\n" + CLAUSE)[0][0] == "POL004"
    assert faults(path, "") == [("POL013", ":1:1")]


def test_every_duplicate_key_is_found(path: Path) -> None:
    doubled = HEAD + "title: B\n" + CLAUSE + "    law: x\n    find: [fax]\n"
    assert faults(path, doubled) == [
        ("POL006", ":4:1 title"),
        ("POL006", ":8:5 identifiers[0].law"),
        ("POL006", ":9:5 identifiers[0].find"),
    ]


def test_anchors_aliases_tags_and_second_documents_are_refused(path: Path) -> None:
    bomb = "a: &a [x,x,x]\n" + "".join(
        f"{c}: &{c} [*{p},*{p},*{p}]\n" for p, c in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert {code for code, _ in faults(path, HEAD + bomb)} == {"POL007"}
    assert faults(path, HEAD + CLAUSE + "description: !!python/object/apply:os.system [ls]\n")[0] == (
        "POL007",
        ":7:14",
    )
    assert faults(path, HEAD + CLAUSE + "---\n" + HEAD)[0][0] == "POL007"


def test_depth_and_size_are_limited(path: Path) -> None:
    assert faults(path, "a: " + "[" * 500 + "]" * 500)[0][0] == "POL008"
    assert faults(path, "#" * (MAX_BYTES + 1)) == [("POL002", "")]
    path.unlink()
    with pytest.raises(InvalidError, match="POL001"):
        load_policy(path, SHIPPED)


def test_yaml_and_model_faults_are_reported_together_in_order(path: Path) -> None:
    found = faults(path, "policy: A B\nversion: 1.0.0\ntitle: x\ntitle: y\n" + CLAUSE + "counts: nowhere\n")
    assert [code for code, _ in found] == ["POL015", "POL006", "POL026"]


def test_plain_values_keep_their_yaml_1_2_types() -> None:
    file = parse_yaml("a: no\nb: 1.0.0\nc: 1_0\nd: 2024-02-16\ne: \ud55c\n".encode(), "x")
    assert file.data["a"] == "no"  # not false
    assert file.data["b"] == "1.0.0"
    assert str(file.data["d"]) == "2024-02-16"
    assert file.data["e"] == "\ud55c"


def test_lists_of_terms_come_from_files_beside_the_policy(path: Path) -> None:
    (path.parent / "names.txt").write_text("# clients\nAcme Corp\n\nZürich AG\nacme corp\n", encoding="utf-8")
    path.write_text(HEAD + CLAUSE + "    deny: [Initech, {file: names.txt}]\n")
    loaded = load_policy(path, SHIPPED)
    assert loaded.policy.identifiers[0].deny == ("Initech", "acme corp", "Zürich AG")
    assert loaded.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    content = (path.parent / "names.txt").read_bytes()
    assert loaded.included == {"names.txt": hashlib.sha256(content).hexdigest()}


@pytest.mark.parametrize("name", ["../names.txt", "/etc/passwd", "missing.txt", "empty.txt", "latin.txt"])
def test_bad_lists_of_terms(path: Path, name: str) -> None:
    (path.parent / "empty.txt").write_text("# nothing\n")
    (path.parent / "latin.txt").write_bytes("Zürich".encode("latin-1"))
    place = ":7:13 identifiers[0].deny[0].file"
    assert faults(path, HEAD + CLAUSE + f"    deny: [{{file: {name}}}]\n")[0] == (
        "POL030",
        place.replace("13", "19"),
    )


def test_a_fault_never_shows_a_term_of_a_list(path: Path) -> None:
    (path.parent / "names.txt").write_text("SecretClient\n")
    path.write_text(HEAD + CLAUSE + "    deny: [{file: names.txt}]\n    allow: [SecretClient]\n")
    with pytest.raises(InvalidError) as caught:
        load_policy(path, SHIPPED)
    assert caught.value.faults[0].code == "POL016"
    assert "SecretClient" not in str(caught.value)


def test_policies_are_found_by_name_and_by_path(path: Path) -> None:
    assert {"hipaa-safe-harbor", "us-state-hiv-std"} <= set(shipped_policies())
    assert find_policy("hipaa-safe-harbor").name == "hipaa-safe-harbor.yaml"
    path.write_text(HEAD)
    assert find_policy(str(path)) == path
    with pytest.raises(InvalidError, match=r"POL031.*Did you mean hipaa-safe-harbor"):
        find_policy("hipaa-safeharbor")

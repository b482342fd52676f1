"""Certificates of released documents: real ones hold, forged ones do not, whoever signed them."""

from __future__ import annotations

import ast
import csv
import importlib.util
import json
import lzma
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from adapters.keys.installation import load_keys
from adapters.trust.people_keys import public_hex
from engine.checks import reading
from engine.errors import InvalidError
from engine.text import PLACEHOLDER
from flows.compiling.compilation import load
from flows.orchestration.job import ReleaseJob, prepared
from tests.conftest import ROOT
from tests.e2e.conftest import Run
from tests.forgeries.certificates import at, forged, written
from tests.forgeries.kit import Kit

PROGRAM = ROOT / "verifier" / "saferelease_certificates.py"
_spec = importlib.util.spec_from_file_location("saferelease_certificates", PROGRAM)
assert _spec is not None
assert _spec.loader is not None
CHECKER: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(CHECKER)

POLICY = """policy: certified
version: 1.0.0
title: Letters and visits with certificates
laws: [{cite: House rule 1, title: Letters stay safe}]
counts: wikipedia
knowledge: [wordnet]
identifiers: [{id: people, find: [person, ssn, date], law: House rule 1}]
concepts:
  - {id: hiv, protect: HIV, law: House rule 1, alpha: 1.2, groups: 3}
  - {id: drinking, protect: alcoholism, law: House rule 1, disclose_at_most: disease}
tables:
  - id: visits
    title: Visits
    law: House rule 1
    files: ["visits.csv"]
    k: 3
    choose: greedy-ones
    columns:
      patient: {kind: entity}
      code: {kind: category}
release: {from: in, to: out, certificates: with-program}
"""
LETTERS = {
    "a.txt": "Mr. John Roe was seen on 3 May 2020. He takes antiretroviral drugs; his CD4 count is low.\n\n"
    "Men and women in the prison were tested. Many children lost a parent. The blood bank told the city "
    "council about needles; infection rates among young people in Africa rose.\n",
    "b.txt": "The U.S. budget has twenty-one pages\\n3 of them empty. Anna Keller's sister, SSN 219-09-9999, "
    "won't come to room B-12 or B-127; it is 3.5 miles.\n\nShe drank in the evening, and drove home.\n",
    "c.txt": "Treatment and prevention cost money; the research programme found new cells and proteins. "
    "Men, women and children in Africa died of the disease; the government and the health service of the "
    "country told the people, and the number of deaths in the population fell. The study of young people "
    "went on.\n",
    "visits.csv": "patient,code\n" + "".join(f"{n},{'xyzxyy'[n % 6]}\n" for n in range(48)),
}
QUIET = b"The garden was quiet.\n"
MESSAGE = rb"MSH|^~\&|LAB|NORTH|||2020||ORU^R01|1|P|2.5" b"\r" rb"NTE|1||The garden was quiet\T\calm." b"\r"
ENCODED = {f"{codec}.txt": QUIET.decode().encode(codec) for codec in ("utf-8", "utf-16", "utf-32")}
UNREAD = "1 documents are of kinds that are not read here: they may hold more terms"


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    folder = tmp_path_factory.mktemp("certified")
    kit = Kit(folder)
    (folder / "p.yaml").write_text(POLICY)
    (folder / "in").mkdir()
    for name, text in LETTERS.items():
        (folder / "in" / name).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_HOME", str(kit.home))
        job = ReleaseJob(str(folder / "p.yaml"), (folder / "in",), kit.bundle, workers=1)
        with prepared(job, lambda done, total: None) as running:
            running.do_chunk(0)
            running.finish()
    report = json.loads((kit.bundle / "report.json").read_bytes())
    assert report["totals"]["released"] == len(LETTERS)
    return kit


def key_of(kit: Kit) -> str:
    return public_hex(load_keys(kit.home).signing)


def test_the_program_needs_the_standard_library_alone_and_has_at_most_500_lines() -> None:
    source = PROGRAM.read_text(encoding="utf-8")
    names = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {getattr(one, "module", None) or alias.name for one in names for alias in one.names}
    assert {module.partition(".")[0] for module in modules} <= {*sys.stdlib_module_names, "__future__"}
    assert len(source.splitlines()) <= 500


def test_all_real_certificates_hold(certified: Kit) -> None:
    found = CHECKER.check(certified.bundle, key_of(certified))
    assert (found.failed, found.open, found.held) == ([], [], len(LETTERS))
    groups = [one["groups"] for one in _certificate(certified, "document-000003.txt")["concepts"]]
    assert {len(terms) for terms, *_ in groups[0]} == {2, 3}
    assert groups[1] == [], "a clause without groups"


def test_without_the_key_that_the_reader_knows_nothing_shows_who_signed(certified: Kit) -> None:
    assert CHECKER.check(certified.bundle).answer() == "UNVERIFIED"
    assert CHECKER.check(certified.bundle, "0" * 64).answer() == "FAILED"


def test_the_program_in_the_bundle_runs_by_itself(certified: Kit, tmp_path: Path) -> None:
    copy = tmp_path / "bundle"
    shutil.copytree(certified.bundle, copy)
    program = copy / "certificates" / PROGRAM.name
    assert program.read_bytes() == PROGRAM.read_bytes()
    line = [sys.executable, "-I", program, copy, "--public-key", key_of(certified)]
    done = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (0, "VERIFIED\n4 certificates hold\n")
    line[3] = tmp_path
    assert subprocess.run(line, capture_output=True, cwd=tmp_path, check=False).returncode == 2


@pytest.mark.parametrize(
    ("asked", "documents", "files", "answer", "why"),
    [
        ("none", {"a.txt": QUIET}, 0, "UNVERIFIED", ["there is no certificate: the policy asked for none"]),
        ("written", ENCODED, 6, "VERIFIED", []),
        ("written", {"a.txt": MESSAGE}, 4, "UNVERIFIED", [UNREAD]),
        ("with-program", {"a.md": QUIET}, 5, "UNVERIFIED", [UNREAD]),
    ],
)
def test_a_policy_says_whether_certificates_are_written(
    asked: str, documents: dict[str, bytes], files: int, answer: str, why: list[str], tmp_path: Path
) -> None:
    (tmp_path / "p.yaml").write_text(
        "policy: p\nversion: 1.0.0\ntitle: T\nlaws: [{cite: R 1, title: R}]\ncounts: wikipedia\n"
        "knowledge: [wordnet]\nconcepts: [{id: c, protect: alcoholism, law: R 1, alpha: 1.5}]\n"
        f"release: {{from: in, to: out, certificates: {asked}}}\n"
    )
    (tmp_path / "in").mkdir()
    for name, content in documents.items():
        (tmp_path / "in" / name).write_bytes(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
        job = ReleaseJob(str(tmp_path / "p.yaml"), (tmp_path / "in",), tmp_path / "out", workers=1)
        with prepared(job, lambda done, total: None) as running:
            running.do_chunk(0)
            running.finish()
    there = [path for path in (tmp_path / "out").glob("certificates/**/*") if path.is_file()]
    assert len(there) == files
    found = CHECKER.check(tmp_path / "out", public_hex(load_keys(tmp_path / "home").signing))
    assert (found.answer(), found.open, found.failed) == (answer, why, [])


@pytest.mark.parametrize(
    "body",
    ["extends: hipaa-safe-harbor\n", "identifiers: [{law: 45 CFR 164.514(b)(2)(i)(G), find: [ssn]}]\n"],
)
def test_a_policy_without_concepts_cannot_ask_for_certificates(body: str, tmp_path: Path) -> None:
    """With nothing counted, a program that counts again would refuse every bundle."""
    path = tmp_path / "p.yaml"
    ask = "release: {from: in, to: out, certificates: written}\n"
    path.write_text(f"policy: p\nversion: 1.0.0\ntitle: T\n{body}{ask}")
    with pytest.raises(InvalidError) as refused:
        load(str(path))
    assert [(fault.code, "release.certificates" in fault.where) for fault in refused.value.faults] == [
        ("POL016", True)
    ]


def test_a_text_in_an_encoding_that_only_the_policy_names_is_not_read() -> None:
    for text, codec in (("plain words", "utf-16-le"), ("caf\u00e9", "cp1252")):
        assert CHECKER.paragraphs_of("a.txt", text.encode(codec), ()) is None, codec


def test_a_certificate_holds_no_word_of_its_document(certified: Kit) -> None:
    words = {word for name in LETTERS for word in LETTERS[name].split() if len(word) > 4 and word.isalpha()}
    for path in (certified.bundle / "certificates").glob("*.txt.json"):
        text = path.read_text(encoding="utf-8")
        own = {"terms", "groups", "alpha"}
        assert not [word for word in words - own if f'"{word}"' in text or f" {word} " in text]
        assert PLACEHOLDER not in text


# --- forged by somebody who can sign -------------------------------------------------------------------


class Scene:
    """All that a bundle holds, as somebody changes it who signs it anew: hashes and signature hold."""

    def __init__(self, kit: Kit) -> None:
        names = [path for path in kit.bundle.rglob("*") if path.is_file()]
        self.files = {path.relative_to(kit.bundle).as_posix(): path.read_bytes() for path in names}
        report = json.loads(self.files["report.json"])
        self.plan, self.records = report["plan"], {one["output"]: one for one in report["documents"]}
        self.counts = CHECKER.Counts(self.files, self.plan["concepts"])

    def said(self, output: str) -> Any:
        return json.loads(self.files[f"certificates/{output}.json"])

    def fault(self, output: str, raw: bytes) -> str:
        """Why the certificate of a document does not hold; empty when it does."""
        files = self.files | {f"certificates/{output}.json": raw}
        try:
            CHECKER.check_one(files, self.records[output], self.plan, self.counts)
        except CHECKER.FAULTS as error:
            return repr(error)
        return ""


@pytest.fixture(scope="module")
def scene(certified: Kit) -> Scene:
    return Scene(certified)


def _certificate(kit: Kit, output: str) -> Any:
    return json.loads((kit.bundle / "certificates" / f"{output}.json").read_bytes())


def holds_by_the_signature_alone(path: tuple[Any, ...], new: Any) -> bool:
    """What docs/certificates.md names: the counts of groups, and which groups there are."""
    if "groups" not in path:
        return False
    groups = at(new, path[: path.index("groups") + 1])
    return [terms for terms, *_ in groups] == sorted({tuple(terms): terms for terms, *_ in groups}.values())


def is_another_proof(scene: Scene, output: str, path: tuple[Any, ...], new: Any) -> bool:
    """Whether only witnesses of a table were changed, and all k of them hold the rows: by sets."""
    if "contained_in" not in path:
        return False
    lines = [*csv.reader(scene.files[f"documents/{output}"].decode().splitlines())]
    rows = [{name for name, cell in zip(lines[0], line, strict=True) if cell == "1"} for line in lines[1:]]
    for entry in new["proof"]:
        run, named = rows[entry["first"] : entry["first"] + entry["rows"]], entry["contained_in"]
        if len(set(named)) < 3 or not all(row <= rows[one] for row in run for one in named):
            return False
    return True


def attack(scene: Scene, n: int, seed: int) -> Counter[str]:
    """Forge certificates, and count what became of them."""
    draw, outcomes = random.Random(seed), Counter[str]()
    while outcomes.total() < n:
        output = draw.choice(sorted(scene.records))
        said = scene.said(output)
        path, new = forged(draw, said)
        if written(new) == written(said):
            continue
        if scene.fault(output, written(new)):
            outcomes["rejected"] += 1
        elif output.endswith(".csv") and is_another_proof(scene, output, path, new):
            outcomes["true"] += 1
        elif holds_by_the_signature_alone(path, new):
            outcomes["signature"] += 1
        else:
            raise AssertionError((output, path, at(said, path)))
    return outcomes


def test_300_forged_certificates_are_rejected_by_what_they_say(scene: Scene) -> None:
    outcomes = attack(scene, 300, seed=1)
    assert outcomes["rejected"] >= 280, outcomes


@pytest.mark.slow
def test_10000_forged_certificates_are_rejected_by_what_they_say(scene: Scene) -> None:
    outcomes = attack(scene, 10_000, seed=2)
    print(outcomes)
    assert outcomes["rejected"] >= 9_400, outcomes


def worked_out(scene: Scene, output: str, ids: list[str]) -> Any:
    """A certificate that somebody worked out for other terms than the document's, right in all else."""
    content, record = scene.files[f"documents/{output}"], scene.records[output]
    document = CHECKER.Document(record, content, scene.plan, scene.counts)
    said = scene.said(output) | {"terms": sorted(ids)}
    for one, table in zip(said["concepts"], scene.counts.tables, strict=True):
        counts = [scene.counts.of(table, document.terms.get(each, "")) for each in said["terms"]]
        shown = [CHECKER.wilson(c, n, -one["z"]) for n, c in counts if c >= one["min_joint"]]
        allowed = (one["n_concept"] / one["n_contexts"]) ** (1 - 1 / one["alpha"])
        is_open = [not n or CHECKER.wilson(c, n, one["z"]) >= allowed for n, c in counts]
        one |= {"counts": counts, "groups": [], "closest_probability": round(max(shown, default=0.0), 6)}
        one["open"] = sum(is_open)
    return said


def test_a_term_that_is_left_out_or_made_up_is_noticed_when_all_else_was_worked_out(scene: Scene) -> None:
    output = "document-000002.txt"
    ids = scene.said(output)["terms"]
    assert scene.fault(output, written(worked_out(scene, output, ids))) == "", "the forger works it out right"
    for term in ids:
        left = [one for one in ids if one != term]
        assert "its terms are not those" in scene.fault(output, written(worked_out(scene, output, left)))
    more = [*ids, "0" * 16]
    assert "its terms are not those" in scene.fault(output, written(worked_out(scene, output, more)))


def test_every_row_that_does_not_hold_another_is_no_witness(scene: Scene) -> None:
    output = next(one for one in scene.records if one.endswith(".csv"))
    wrong = 0
    for place, entry in enumerate(scene.said(output)["proof"]):
        for row in set(range(48)) - set(entry["contained_in"]):
            said = scene.said(output)
            said["proof"][place]["contained_in"][0] = row
            true = is_another_proof(scene, output, ("proof", place, "contained_in", 0), said)
            assert true == (scene.fault(output, written(said)) == "")
            wrong += not true
    assert wrong > 40


def test_the_level_of_a_table_is_counted_or_k(scene: Scene) -> None:
    """Whoever says that nobody could count the rows may say no more than k."""
    output = next(one for one in scene.records if one.endswith(".csv"))
    record, content = scene.records[output], scene.files[f"documents/{output}"]
    told = record | {"table": record["table"] | {"proof": "witnesses", "achieved_k": 99}}
    CHECKER.check_table(told, content, scene.plan, scene.said(output) | {"achieved_k": record["table"]["k"]})
    with pytest.raises(ValueError, match="achieved_k"):
        CHECKER.check_table(told, content, scene.plan, scene.said(output) | {"achieved_k": 99})


def test_groups_and_terms_have_one_order(scene: Scene) -> None:
    """Terms too of a document that the program does not read."""
    said = scene.said("document-000003.txt")
    groups = said["concepts"][0]["groups"]
    groups[0], groups[1] = groups[1], groups[0]
    assert "groups: their order" in scene.fault("document-000003.txt", written(said))
    record = scene.records["document-000001.txt"] | {"output": "a.md"}
    content = scene.files["documents/document-000001.txt"]
    document = CHECKER.Document(record, content, scene.plan, scene.counts)
    said = scene.said("document-000001.txt") | {"output": "a.md"}
    document.check(said)
    for terms in (said["terms"][::-1], [*said["terms"], said["terms"][-1]], [*said["terms"], "g" * 16]):
        with pytest.raises(ValueError, match="its terms"):
            document.check(said | {"terms": terms})


def test_bytes_that_are_cut_turned_or_spaced_are_rejected(scene: Scene) -> None:
    draw = random.Random(3)
    for output in scene.records:
        raw = scene.files[f"certificates/{output}.json"]
        for _ in range(20):
            place = draw.randrange(len(raw))
            for new in (raw[:place], raw[:place] + b" " + raw[place:], raw[:place] + b"~" + raw[place + 1 :]):
                assert scene.fault(output, new)


def test_a_certificate_fits_no_other_document(scene: Scene) -> None:
    texts = [one for one in scene.records if one.endswith(".txt")]
    for one in texts:
        for other in texts:
            said = scene.said(other)
            said |= {name: scene.said(one)[name] for name in ("document", "output", "sha256")}
            assert bool(scene.fault(one, written(said))) == (one != other)


def test_a_document_that_was_changed_and_signed_again_is_rejected(scene: Scene) -> None:
    """With a certificate that says its hash, and terms under its key: the words must be counted too."""
    output = "document-000003.txt"
    content = scene.files[f"documents/{output}"] + b"\nHe has HIV.\n"
    record = scene.records[output] | {"sha256": CHECKER.hashlib.sha256(content).hexdigest()}
    document = CHECKER.Document(record, content, scene.plan, scene.counts)
    said = scene.said(output) | {"sha256": record["sha256"], "terms": sorted(document.terms)}
    terms = [document.terms[one] for one in said["terms"]]
    for one, table in zip(said["concepts"], scene.counts.tables, strict=True):
        one["counts"] = [scene.counts.of(table, term) for term in terms]
        one["groups"] = []
    with pytest.raises(ValueError, match="is not what the counts give"):
        document.check(said)
    for one in said["concepts"]:
        one |= {"closest_probability": 1.0, "open": 0}
    with pytest.raises(ValueError, match="not what the counts give"):
        document.check(said)


def test_counts_are_those_that_the_plan_names(scene: Scene) -> None:
    """A table of counts that was changed is another than the plan's, whoever signed it."""
    for name in (one for one in scene.files if one.startswith("certificates/counts/") and "small" not in one):
        content = bytearray(lzma.decompress(scene.files[name]))
        content[-8] ^= 1
        with pytest.raises(ValueError, match="other counts"):
            CHECKER.Counts(scene.files | {name: lzma.compress(bytes(content))}, scene.plan["concepts"])


ODD: list[Callable[[Kit], object]] = [
    lambda kit: (kit.bundle / "certificates/document-000001.txt.json").unlink(),
    lambda kit: (kit.bundle / "certificates/more.json").write_text("{}\n"),
    lambda kit: (kit.bundle / "documents/more.txt").write_text("HIV\n"),
    lambda kit: kit.document.write_text("HIV\n"),
    lambda kit: (kit.bundle / "report.json").write_text("{}"),
]


@pytest.mark.parametrize("change", ODD)
@pytest.mark.parametrize("again", [False, True])
def test_a_bundle_that_was_changed_fails(
    certified: Kit, tmp_path: Path, change: Callable[[Kit], object], again: bool
) -> None:
    """As it was signed, and signed again with another key that the reader takes for the right one."""
    shutil.copytree(certified.folder, tmp_path / "kit")
    kit = Kit(tmp_path / "kit")
    change(kit)
    signer = Ed25519PrivateKey.generate() if again else load_keys(kit.home).signing
    if again:
        content = kit.manifest()
        paths = [path for path in kit.bundle.rglob("*") if path.is_file()]
        names = {path.relative_to(kit.bundle).as_posix() for path in paths}
        names = {name for name in names if not name.startswith("manifest.")}
        content["files"] = [{"path": name, "sha256": "", "n_bytes": 0} for name in sorted(names)]
        kit.attest(signer, content)
    found = CHECKER.check(kit.bundle, public_hex(signer))
    assert found.answer() == "FAILED", found.open
    assert again == (not any("manifest" in one or "as it was signed" in one for one in found.failed))


# --- the parts of the program that others do too -------------------------------------------------------


@given(st.binary(max_size=40), st.integers(0, 511), st.integers(0, 2**32))
def test_signatures_hold_as_the_library_says(message: bytes, bit: int, seed: int) -> None:
    key = Ed25519PrivateKey.from_private_bytes(random.Random(seed).randbytes(32))
    public, signature = bytes.fromhex(public_hex(key)), bytearray(key.sign(message))
    assert CHECKER.signed(public, bytes(signature), message)
    assert not CHECKER.signed(public, bytes(signature), message + b"!")
    signature[bit // 8] ^= 1 << bit % 8
    try:
        assert not CHECKER.signed(public, bytes(signature), message)
    except ValueError as error:
        assert str(error) == "no point"


_SIGNS = "aB1²½ʼ'’‘＇-‐‑.,_()ßİﬁ\u00ad\u200d\u0301\u0903 \n[]é9"


@given(st.one_of(st.text(st.sampled_from(_SIGNS), max_size=14), st.text(max_size=12)))
def test_words_are_read_as_the_release_check_reads_them(text: str) -> None:
    for piece in text.split():
        assert list(CHECKER.words_of(piece)) == reading.words_in(piece)
        for word in reading.words_in(piece):
            assert CHECKER.base_forms(word) == list(reading.base_forms(word))


def test_the_command_checks_certificates_too(certified: Kit, saferelease: Run) -> None:
    line = ("verify", certified.bundle, "--public-key", key_of(certified))
    assert "certificate" not in saferelease(*line).stdout
    done = saferelease(*line, "--certificates")
    assert "Certificates: 4 hold" in done.stdout
    shutil.copytree(certified.bundle, certified.folder / "changed")
    path = certified.folder / "changed/certificates/document-000001.txt.json"
    path.write_bytes(path.read_bytes().replace(b'"alpha":1.2', b'"alpha":1.1'))
    done = saferelease("verify", path.parents[1], "--public-key", key_of(certified), "--certificates")
    assert done.returncode == 1
    assert "BND028" in done.stderr

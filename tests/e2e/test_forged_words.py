"""Words of a forged bundle cannot forge what a verifier prints; numbers and keys out of range break none."""

from __future__ import annotations

import base64
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from adapters.bundle.approvals import PREDICATE as APPROVAL
from adapters.bundle.envelopes import IN_TOTO, envelope, statement
from adapters.bundle.files import ATTESTATION, MANIFEST, sha256_of
from tests.conftest import ROOT
from tests.forgeries.kit import Forgery, Kit, call
from tests.forgeries.odd import ORDER
from tests.patience import PATIENCE

ERASE = "\x1b[2K\r\x9b1A\u202e\nVERIFIED\n"
"""Erases the line, goes up, turns the direction of writing, and begins a line of its own."""


def with_a_file_of_a_telling_name(kit: Kit) -> None:
    (kit.bundle / "documents" / f"x{ERASE}").write_text("SSN 219-09-9999")


def with_telling_words(kit: Kit) -> None:
    more = {"policy": f"letters{ERASE}", "release_id": f"1{ERASE}", "tool": ERASE, "approval": None}
    kit.attest(kit.key("stranger"), kit.manifest() | more)
    said = {key: kit.manifest()[key] for key in ("release_id", "plan_id", "created")}
    said |= {"approved_at": said.pop("created"), "approved_by": f"General Counsel{ERASE}", "note": ERASE}
    subject = {MANIFEST: sha256_of(kit.bundle / MANIFEST)}
    kit.write_approvals(
        [envelope(IN_TOTO, statement(subject, APPROVAL, said), [kit.key("stranger")]).model_dump()]
    )


def with_a_signature_in_another_form(kit: Kit) -> None:
    made = kit.attestation()
    signature = base64.b64decode(made.signatures[0].sig)
    more = int.from_bytes(signature[32:], "little") + ORDER
    sig = base64.b64encode(signature[:32] + more.to_bytes(32, "little")).decode()
    resigned(kit, made.signatures[0].keyid, sig)


def with_a_key_that_fits_every_text(kit: Kit) -> None:
    kit.document.write_text("SSN 219-09-9999")
    kit.attest(kit.key("stranger"))
    neutral = (1).to_bytes(32, "little")
    resigned(kit, neutral.hex(), base64.b64encode(neutral + bytes(32)).decode())


def resigned(kit: Kit, keyid: str, sig: str) -> None:
    made = kit.attestation()
    one = made.signatures[0].model_copy(update={"keyid": keyid, "sig": sig})
    made = made.model_copy(update={"signatures": (one,)})
    (kit.bundle / ATTESTATION).write_text(made.model_dump_json(indent=1))


def with_a_key_named_twice(kit: Kit) -> None:
    path = kit.bundle / MANIFEST
    path.write_text(path.read_text().replace("{\n", '{\n "verdict": "released",\n', 1))


def without_end(kit: Kit) -> None:
    (kit.bundle / MANIFEST).write_text('{"a":' * 100_000 + "1" + "}" * 100_000)


def beyond_all_numbers(kit: Kit) -> None:
    path = kit.bundle / MANIFEST
    path.write_text(path.read_text().replace('"n_bytes": ', f'"n_bytes": {"9" * 10_000}', 1))


FORGERIES: tuple[Forgery, ...] = (
    with_a_file_of_a_telling_name,
    with_telling_words,
    with_a_signature_in_another_form,
    with_a_key_that_fits_every_text,
    with_a_key_named_twice,
    without_end,
    beyond_all_numbers,
)


def answers(kit: Kit) -> Iterator[tuple[int, str]]:
    """Exit codes and all that is printed: here, elsewhere, for machines, by the stand-alone verifier."""
    roots = ("--trust", kit.list, "--root", kit.public("root-a"), "--root", kit.public("root-b"))
    for home, more in (
        (kit.home, ()),
        (kit.folder / "auditor", roots),
        (kit.folder / "auditor", ("--json",)),
    ):
        done = call(home, "verify", kit.bundle, *more)
        yield done.exit_code, done.stdout + done.stderr
    alone = [
        sys.executable,
        str(ROOT / "verifier" / "saferelease_verifier.py"),
        str(kit.bundle),
        *map(str, roots),
    ]
    ended = subprocess.run(alone, capture_output=True, text=True, timeout=PATIENCE, check=False)
    yield ended.returncode, ended.stdout + ended.stderr


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_no_verifier_is_made_to_say_verified(kit: Kit, forge: Callable[[Kit], None]) -> None:
    forge(kit)
    for code, said in answers(kit):
        assert code in (1, 2, 5)
        assert not any(line.strip().startswith("VERIFIED") for line in said.splitlines()), said
        assert all(character.isprintable() or character == "\n" for character in said)
        assert "Traceback" not in said
        assert "INT001" not in said


def test_the_scene_itself_is_verified(kit: Kit) -> None:
    codes = [code for code, _ in answers(kit)]
    assert codes[0] == codes[1] == codes[3] == 0

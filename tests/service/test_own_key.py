"""An approver's own signature: made elsewhere, taken only as hers, in every later download."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adapters.bundle.files import APPROVALS
from adapters.trust.people_keys import public_hex
from engine.errors import SafereleaseError
from engine.plan.plan import planned_review
from engine.plan.step_comparison import review_findings
from engine.policy.clauses.review import ReviewClause
from engine.policy.combining.sides import strictest
from flows.audit.approving import approve_bundle
from flows.audit.keys.trusting import TrustChoice, accept, add_key, revoke_key, start_list, trusted_key
from flows.audit.reading import entries_of
from flows.audit.verification.bundle import verify_release
from service.app.context import Service
from service.releases.intake import bundle_path
from service.releases.own_key import sign
from tests.service.cases import person
from tests.service.people import Door, csrf_of
from tests.service.test_period import sealed

HER = "Approver Of Clinic"


class House:
    """Root key and list of an installation."""

    def __init__(self, folder: Path) -> None:
        self.root, self.file = Ed25519PrivateKey.generate(), folder / "list.json"
        start_list(self.file, "House", [self.root], [], 1)
        self.accept()

    def accept(self) -> None:
        accept(TrustChoice(self.file, first_use=True))

    def add(self, name: str, key: Ed25519PrivateKey) -> None:
        add_key(self.file, [self.root], trusted_key(name, public_hex(key), ["approver"], None, None))
        self.accept()


def copy_of(door: Door, release: str, to: Path) -> Path:
    """The bundle as the approver downloads and unpacks it."""
    answer = door.program("approver.clinic").get(f"/api/v1/releases/{release}/bundle")
    zipfile.ZipFile(io.BytesIO(answer.content)).extractall(to)
    return to


def signed(copy: Path, key: Ed25519PrivateKey, by: str = HER) -> bytes:
    """What she hands in."""
    (copy / APPROVALS).unlink(missing_ok=True)
    approve_bundle(copy, key, by, "minutes 7")
    return (copy / APPROVALS).read_bytes()


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(SafereleaseError) as told:
        call()
    return told.value.faults[0].code


def test_her_signature_is_taken_as_hers_alone_and_verify_names_her(
    furnished: Service, door: Door, tmp_path: Path
) -> None:
    release, house = sealed(furnished), House(tmp_path)
    copy, her, other = (
        copy_of(door, release, tmp_path / "copy"),
        *(Ed25519PrivateKey.generate() for _ in "ab"),
    )
    approver, bundle = person(furnished, "approver.clinic"), bundle_path(furnished, release)

    def hand_in(content: bytes) -> str:
        return refused(lambda: sign(furnished, approver, release, content))

    assert hand_in(signed(copy, her)) == "APR013", "nobody vouches for the key"
    house.add(HER, her)
    house.add("Somebody Else", other)
    assert hand_in(signed(copy, other)) == "APR013", "another's key under her name"
    assert hand_in(signed(copy, other, "Somebody Else")) == "APR013", "another's signature in her hands"
    assert hand_in(b"{}") == "APR012"
    good = signed(copy, her)
    assert hand_in(good.replace(b"a", b"b", 1)) == "APR012"
    assert not (bundle / APPROVALS).exists(), "nothing of that was taken"

    page = door.browser("approver.clinic")
    assert "Sign it with your own key" in page.get(f"/releases/{release}").text
    answer = door.program("approver.clinic").put(f"/api/v1/releases/{release}/signature", content=good)
    assert answer.json() == {"by": HER}
    assert f"Signed with their own keys by {HER}" in page.get(f"/releases/{release}").text
    assert hand_in(good) == "APR012", "it is there already"
    found = verify_release(bundle)
    assert (found.answer, [(one.by, one.whose, one.public_key) for one in found.judgement.approvals]) == (
        "VERIFIED", [(HER, HER, public_hex(her))],
    )  # fmt: skip
    again = copy_of(door, release, tmp_path / "again")
    assert (again / APPROVALS).read_bytes() == good
    assert [one.body["public_key"] for one in entries_of(None, "", "approved", False)][-1] == public_hex(her)


def test_a_form_takes_it_too_and_a_revoked_key_does_not_count(
    furnished: Service, door: Door, tmp_path: Path
) -> None:
    release, house, her = sealed(furnished), House(tmp_path), Ed25519PrivateKey.generate()
    house.add(HER, her)
    good = signed(copy_of(door, release, tmp_path / "copy"), her)
    page = door.browser("approver.clinic")
    saved = house.file.read_bytes()
    revoke_key(house.file, [house.root], public_hex(her), datetime.now(UTC) - timedelta(minutes=1), "stolen")
    house.accept()
    approver = person(furnished, "approver.clinic")
    assert refused(lambda: sign(furnished, approver, release, good)) == "APR013"
    assert saved != house.file.read_bytes()
    fresh = Ed25519PrivateKey.generate()
    house.add(HER, fresh)
    content = signed(tmp_path / "copy", fresh)
    csrf = csrf_of(page.get(f"/releases/{release}").text)
    answer = page.client.post(
        f"/releases/{release}/signature", data={"csrf": csrf}, files={"approvals": (APPROVALS, content)}
    )
    assert answer.status_code == 303, answer.text
    assert verify_release(bundle_path(furnished, release)).answer == "VERIFIED"


def test_a_policy_may_want_her_signature(furnished: Service, door: Door, tmp_path: Path) -> None:
    release = sealed(furnished, "{all_above: 0, own_signature: true}")
    house, her = House(tmp_path), Ed25519PrivateKey.generate()
    house.add(HER, her)
    address = f"/api/v1/releases/{release}/bundle"
    operator, page = door.program("operator.clinic"), door.browser("operator.clinic")
    kept = operator.get(address)
    assert (kept.status_code, kept.json()["code"]) == (409, "RVW015")
    assert "Download the bundle" not in page.get(f"/releases/{release}").text
    hers = door.browser("approver.clinic").get(f"/releases/{release}").text
    assert "wants an approver" in hers
    assert "Download the bundle" in hers
    copy = copy_of(door, release, tmp_path / "copy")
    unsigned = verify_release(bundle_path(furnished, release))
    assert (unsigned.answer, [one.code for one in unsigned.judgement.doubts]) == ("UNVERIFIED", ["APR014"])

    sign(furnished, person(furnished, "approver.clinic"), release, signed(copy, her))
    assert operator.get(address).status_code == 200
    assert "Download the bundle" in page.get(f"/releases/{release}").text
    assert verify_release(bundle_path(furnished, release)).answer == "VERIFIED"


def test_a_policy_that_wants_her_signature_is_the_stricter_one() -> None:
    without, wanted = ReviewClause(), ReviewClause(own_signature=True)
    assert strictest(without, [wanted]) == wanted
    old, new = planned_review(wanted), planned_review(without)
    found = {name: strictness for name, _, _, strictness in review_findings(old, new)}
    assert found["review own_signature"] == "weaker"

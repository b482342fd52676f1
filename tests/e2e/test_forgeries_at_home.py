"""Forgeries where a bundle was made: its data key, its ledger set back or forked; and odd bytes anywhere."""

from __future__ import annotations

import shutil

import pytest

from tests.forgeries.at_home import HOME
from tests.forgeries.kit import Kit, build, call
from tests.forgeries.odd import ODD
from tests.forgeries.unforeseen import UNFORESEEN
from tests.forgeries.verifying import auditor, standalone


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """As in the other forgeries; and the ledger of before the first release."""
    before = tmp_path_factory.mktemp("before")
    early = Kit(before)
    kit = build(tmp_path_factory.mktemp("scene"), lambda made: _keep(made, early))
    shutil.copytree(before / "ledger", kit.folder / "before")
    return kit


def _keep(made: Kit, early: Kit) -> None:
    (early.folder / "ledger").mkdir()
    for path in made.home.glob("ledger.*"):
        shutil.copy(path, early.folder / "ledger")


def test_the_genuine_bundle_is_verified(kit: Kit) -> None:
    assert auditor(kit) == standalone(kit) == (0, "VERIFIED")
    assert call(kit.home, "verify", kit.bundle).exit_code == 0


@pytest.mark.parametrize("name", ODD | UNFORESEEN)
def test_no_odd_forgery_is_verified(kit: Kit, name: str) -> None:
    (ODD | UNFORESEEN)[name](kit)
    (code, answer), (other_code, other_answer) = auditor(kit), standalone(kit)
    assert code in (1, 2, 5)
    assert other_code in (1, 2, 5)
    assert answer in ("FAILED", "UNVERIFIED", "")
    assert other_answer in ("FAILED", "UNVERIFIED")
    if 2 not in (code, other_code):
        assert (code, answer) == (other_code, other_answer)
    done = call(kit.home, "verify", kit.bundle)
    assert done.exit_code in (1, 2, 5), done.output


@pytest.mark.parametrize("name", HOME)
def test_no_forgery_at_home_is_verified(kit: Kit, name: str) -> None:
    HOME[name](kit)
    done = call(kit.home, "verify", kit.bundle)
    assert done.exit_code in (1, 2, 5), done.output
    assert done.exit_code == 2 or done.stdout.split()[0].strip(":") in ("FAILED", "UNVERIFIED")
    assert done.exception is None or isinstance(done.exception, SystemExit)

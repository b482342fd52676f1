"""A release that is sealed in the browser is stamped; its page says so, or that the stamp is missing."""

from __future__ import annotations

import json

import pytest

from adapters.machine.locations import home
from service.app.context import Service
from service.releases import approval
from service.releases.bundles import stamp_of
from service.releases.running import drain
from tests.service.cases import LETTER, approved_policy, person, started
from tests.service.people import Door

pytest.importorskip("asn1crypto", reason="the package asn1crypto is not installed")
pytest.importorskip("rfc3161_client", reason="the package rfc3161-client is not installed")

from tests.e2e.test_run_stamps import busy
from tests.time_authority import authority


def sealed(service: Service) -> str:
    """A release of one letter, approved and sealed."""
    release = started(service, approved_policy(service), {"a.txt": LETTER})
    approval.approve(service, person(service, "approver.clinic"), release, "")
    assert drain(service) == 1
    return release


def test_a_missing_stamp_is_shown_and_one_that_came_later_too(furnished: Service, door: Door) -> None:
    house = authority()
    house.root.write(home() / "timestamp-roots.pem")
    with busy(house, 0) as (address, _):
        pass  # it is gone now
    (home() / "timestamps.yaml").write_text(f"authority: {address}\n")
    release = sealed(furnished)
    browser = door.browser("approver.clinic")
    page = browser.get(f"/releases/{release}").text
    assert "The bundle has no time stamp" in page
    assert page.count("TSA001") == 2, "said above, and in what happened"
    assert address in page
    told = door.program("approver.clinic").get(f"/api/v1/releases/{release}").json()
    assert told["time_stamp"]["code"] == "TSA001", json.dumps(told)
    with busy(house, 0) as (address, _):
        from flows.audit.finished_stamp import stamp_later
        from service.releases.intake import bundle_path

        stamp_later(bundle_path(furnished, release), address, [])
    page = browser.get(f"/releases/{release}").text
    assert "Stamped at 20" in page
    assert "has no time stamp" not in page


def test_without_an_authority_no_page_speaks_of_stamps(furnished: Service, door: Door) -> None:
    release = sealed(furnished)
    assert stamp_of(furnished, release) is None
    assert 'id="stamp"' not in door.browser("approver.clinic").get(f"/releases/{release}").text

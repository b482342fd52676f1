"""The Chromium that tests look at pages with: required in CI, skipped with a plain message elsewhere."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.patience import PATIENCE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def chromium() -> str:
    """Its path."""
    if CHROMIUM is None:
        told = "Chromium is not installed (apt-get install chromium): the pages are not tried in a browser"
        if os.environ.get("CI") == "true":
            pytest.fail(told)
        pytest.skip(told)
    _be_patient()
    return CHROMIUM


def _be_patient() -> None:
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE * 1000)

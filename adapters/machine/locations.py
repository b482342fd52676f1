"""Where things are on this machine: what is shipped, what is fetched and built."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_CHECKOUT = _PACKAGE.parent


def home() -> Path:
    """Folder of this installation's keys and of Prefect's database."""
    return Path(os.environ.get("SAFERELEASE_HOME") or Path.home() / ".local" / "share" / "saferelease")


def _is_checkout() -> bool:
    return (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / "kb_cache").is_dir()


def kb_cache() -> Path:
    """Folder of fetched knowledge and built corpora.

    ``SAFERELEASE_KB_CACHE``, else ``kb_cache/`` of the checkout, else of the installation's home.
    """
    named = os.environ.get("SAFERELEASE_KB_CACHE")
    if named:
        return Path(named)
    return _CHECKOUT / "kb_cache" if _is_checkout() else home() / "kb_cache"


def corpora() -> Path:
    """Folder of the corpus indexes that were built on this machine, one folder each."""
    return kb_cache() / "corpora"


def shipped_tables() -> Path:
    """Folder of the disclosure tables that come with saferelease."""
    return _shipped() / "kb_cache" / "shipped"


def certificate_checker() -> Path:
    """The program that checks certificates; it needs nothing of saferelease."""
    return _shipped() / "verifier" / "saferelease_certificates.py"


def _shipped() -> Path:
    return _CHECKOUT if _is_checkout() else _PACKAGE / "_shipped"

"""Make texts, documents and tables safe to release under a policy: the interface for Python.

>>> import saferelease
>>> policy = saferelease.Policy.load("hipaa-safe-harbor")
>>> policy.redact("Call Mrs Anna Keller, 217-555-0148.").text
'Call Mrs [PERSON], [PHONE].'

What stands in `__all__` is the interface and follows semantic versions; all else may change without notice.
Nothing here speaks to the network, and nothing but `release` and `verify` writes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.errors import Fault, InvalidError, RefusedError, SafereleaseError
    from engine.measures.curves import Curve
    from saferelease.policies import Policy, inspect, redact
    from saferelease.releases import Release, ReleasedDocument, Verified, release, verify
    from saferelease.results import Finding, Inspection, Redaction

_PLACES = {
    "Curve": "engine.measures.curves",
    "Fault": "engine.errors",
    "Finding": "saferelease.results",
    "Inspection": "saferelease.results",
    "InvalidError": "engine.errors",
    "Policy": "saferelease.policies",
    "Redaction": "saferelease.results",
    "RefusedError": "engine.errors",
    "Release": "saferelease.releases",
    "ReleasedDocument": "saferelease.releases",
    "SafereleaseError": "engine.errors",
    "Verified": "saferelease.releases",
    "inspect": "saferelease.policies",
    "redact": "saferelease.policies",
    "release": "saferelease.releases",
    "verify": "saferelease.releases",
}
__all__ = [
    "Curve",
    "Fault",
    "Finding",
    "Inspection",
    "InvalidError",
    "Policy",
    "Redaction",
    "RefusedError",
    "Release",
    "ReleasedDocument",
    "SafereleaseError",
    "Verified",
    "inspect",
    "redact",
    "release",
    "verify",
]


def __getattr__(name: str) -> object:
    """Load what is asked for: ``import saferelease`` alone takes milliseconds."""
    if name == "__version__":
        from importlib.metadata import version

        return version("saferelease")
    if name not in _PLACES:
        raise AttributeError(f"module 'saferelease' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]

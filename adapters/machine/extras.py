"""Libraries that few installations need: which extra brings them, and a plain error where one is missing."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib.util import find_spec

from engine.errors import Fault, InvalidError, fault

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "learning": ("sklearn", "highspy", "pycrfsuite", "threadpoolctl"),
    "tables": ("pyarrow", "sklearn", "highspy", "pycrfsuite", "threadpoolctl"),
    "plots": ("matplotlib",),
    "postgresql": ("psycopg",),
    "archives": ("py7zr",),
    "cluster": ("distributed",),
    "storage": ("botocore", "s3fs"),
    "azure": ("adlfs",),
    "google": ("gcsfs",),
    "sftp": ("paramiko",),
    "keyring": ("keyring",),
    "pkcs11": ("pkcs11",),
    "careful": ("onnxruntime",),
    "ocr": ("rapidocr", "onnxruntime", "cv2", "zxingcpp"),
    "timestamps": ("rfc3161_client", "asn1crypto"),
    "reports": ("typst", "pyhanko", "asn1crypto"),
    "mcp": ("mcp",),
    "presidio": ("presidio_analyzer",),
}
"""For each extra of ``pyproject.toml`` that a user may install, the modules that it brings."""


def require(extra: str, what: str) -> None:
    """Make sure that an extra is installed before work begins that needs it.

    Parameters
    ----------
    extra : str
        A key of `EXTRAS`.
    what : str
        What needs it, such as a key of the policy.

    Raises
    ------
    InvalidError
        ``EXT001``, which names the extra.
    """
    require_all([(extra, what)])


def require_all(wanted: Iterable[tuple[str, str]]) -> None:
    """`require` of several extras, each with what needs it: all that is missing is named at once."""
    missing = [(extra, what) for extra, what in wanted if not all(map(_is_there, EXTRAS[extra]))]
    if missing:
        raise InvalidError(*(_fault((extra,), what) for extra, what in missing))


def missing_extra(error: ModuleNotFoundError) -> Fault | None:
    """``EXT001`` where an extra would bring the module that was not found; None for any other module."""
    module = (error.name or "").partition(".")[0]
    extras = tuple(extra for extra, modules in EXTRAS.items() if module in modules)
    return _fault(extras, "this command") if extras else None


def how_to_install(*extras: str) -> str:
    """What to do about a missing extra."""
    return "Run " + " or ".join(f"pip install 'saferelease[{extra}]'" for extra in extras) + "."


def _fault(extras: tuple[str, ...], what: str) -> Fault:
    must = f"must have the extra {' or '.join(extras)}, which is not installed"
    return fault("EXT001", what, must, "", how_to_install(*extras))


def _is_there(module: str) -> bool:
    return (module in sys.modules and sys.modules[module] is not None) or find_spec(module) is not None

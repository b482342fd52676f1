"""A bundle shown to an auditor, by the command and by the stand-alone verifier."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
from typing import Any

from tests.conftest import ROOT
from tests.forgeries.kit import Kit, call

VERIFIER = ROOT / "verifier" / "saferelease_verifier.py"
_spec = importlib.util.spec_from_file_location("saferelease_verifier", VERIFIER)
assert _spec is not None
assert _spec.loader is not None
STANDALONE: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(STANDALONE)


def auditor(kit: Kit, *more: object) -> tuple[int, str]:
    """The answer of the command to an auditor who knows the root keys, on a machine of their own."""
    roots = ("--root", kit.public("root-a"), "--root", kit.public("root-b"))
    done = call(kit.folder / "auditor", "verify", kit.bundle, "--trust", kit.list, *roots, "--json", *more)
    return done.exit_code, json.loads(done.stdout).get("answer", "")


def asked_of(kit: Kit) -> list[str]:
    roots = ("--root", kit.public("root-a"), "--root", kit.public("root-b"))
    return [*map(str, (kit.bundle, "--trust", kit.list, *roots))]


def standalone(kit: Kit) -> tuple[int, str]:
    """The answer of the stand-alone verifier."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = STANDALONE.main(asked_of(kit))
    return code, said.getvalue().split()[0]

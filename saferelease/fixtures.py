"""Files of a project that hold identifiers: a check for hooks and tests, which shows places and never text.

``python -m saferelease.fixtures FILE...`` ends with 1 where it finds some, with 2 for what it cannot read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from saferelease import Finding, Inspection, InvalidError, Policy

DEFAULT = "hipaa-safe-harbor"


def places(path: Path, policy: Policy, allowed: Collection[str] = ()) -> list[str]:
    """Where a file holds what the policy removes: its line or offset, and the kind, a line each.

    Parameters
    ----------
    path : Path
    policy : Policy
    allowed : collection of str
        Kinds that may stand there, such as ``"person"``.

    Raises
    ------
    InvalidError
        The file cannot be read.
    """
    found = policy.inspect(path)
    return [_place(path, found, one) for one in found.findings if one.kind not in allowed]


def _place(path: Path, found: Inspection, one: Finding) -> str:
    line = found.text.count("\n", 0, one.start) + 1
    return f"{path}:{line}: {one.kind}, {one.end - one.start} characters ({one.law or one.clause})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Check files; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m saferelease.fixtures", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--policy", default=DEFAULT, help="a policy's file, or the name of a shipped one")
    parser.add_argument("--allow", action="append", default=[], metavar="KIND", help="may stand there")
    asked = parser.parse_args(arguments)
    worst = 0
    try:
        policy = Policy.load(asked.policy)
        for path in asked.files:
            found = places(path, policy, asked.allow)
            print(*found, sep="\n", end="\n" if found else "")  # noqa: T201
            worst = max(worst, bool(found))
    except InvalidError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    return worst


if __name__ == "__main__":
    sys.exit(main())

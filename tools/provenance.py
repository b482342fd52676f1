"""Where a wheel comes from, as an in-toto statement with SLSA's provenance (v1), for its giver to sign.

python -m tools.provenance dist/*.whl
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.install import ROOT
from tools.sbom import pinned

BUILD_TYPE = "https://packaging.python.org/en/latest/specifications/pyproject-toml/"


def statement(wheel: Path, revision: str) -> dict[str, Any]:
    """The statement: the wheel's hash, the revision that it was built of, and what it was built with.

    Parameters
    ----------
    wheel : Path
    revision : str
        Of the source, as git names it.
    """
    pins = [
        {"uri": f"pkg:pypi/{name}@{version}", "digest": {"sha256": one}}
        for (name, version), hashes in sorted(pinned().items())
        for one in sorted(hashes)
    ]
    definition = {
        "buildType": BUILD_TYPE,
        "externalParameters": {"command": "make wheel", "source": {"digest": {"gitCommit": revision}}},
        "resolvedDependencies": pins,
    }
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": wheel.name, "digest": {"sha256": _sha256(wheel)}}],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {"buildDefinition": definition, "runDetails": {"builder": {"id": "make wheel"}}},
    }


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def clean_revision(root: Path) -> str:
    """The revision of a source that nobody changed since.

    Raises
    ------
    LookupError
        It has changes, or is no repository: nobody could build the same.
    """
    asked = [
        subprocess.run(["git", *what], cwd=root, capture_output=True, text=True)
        for what in (("status", "--porcelain", "--untracked-files=no"), ("rev-parse", "HEAD"))
    ]
    if any(one.returncode for one in asked) or asked[0].stdout:
        raise LookupError("the source has changes that are not committed, or is no repository")
    return asked[1].stdout.strip()


def main() -> int:
    """Write it beside each wheel."""
    try:
        revision = clean_revision(ROOT)
    except LookupError as error:
        print(f"No statement: {error}.")
        return 1
    for name in sys.argv[1:]:
        wheel = Path(name)
        told = json.dumps(statement(wheel, revision), indent=1)
        wheel.with_name(f"{wheel.name}.provenance.json").write_text(told + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Makes an environment with saferelease and some extras: ``python3 -m tools.install .venv build,ocr``.

pip brings uv, and uv the rest. Versions and hashes are those of ``requirements.txt``; what is not there is
refused, and nothing is built but saferelease itself. Needs Python alone; pip's settings say whence.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.txt"
_PIP = ("-m", "pip", "--disable-pip-version-check")
_STRICT = ("--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes")
_IN_UV = {
    "index-url": "UV_DEFAULT_INDEX", "extra-index-url": "UV_INDEX", "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX", "trusted-host": "UV_INSECURE_HOST", "cert": "SSL_CERT_FILE",
    "proxy": "ALL_PROXY", "timeout": "UV_HTTP_TIMEOUT", "default-timeout": "UV_HTTP_TIMEOUT",
}  # fmt: skip
"""Settings of pip, and the variables by which uv takes the same."""


def in_uv(told: str) -> Mapping[str, str]:
    """What ``pip config list`` tells, as variables of uv; of a setting that is told twice the nearest holds.

    Parameters
    ----------
    told : str
        Its lines, such as ``global.index-url='...'``.
    """
    found = {"UV_INDEX_STRATEGY": "unsafe-best-match"}  # as pip: all indexes together; the hashes decide
    for scope in ("global", "install", ":env:"):
        for name, value in re.findall(rf"^{scope}\.([\w-]+)=(.*)$", told, re.MULTILINE):
            if name in _IN_UV:
                separator = "," if name == "find-links" else " "
                found[_IN_UV[name]] = separator.join(str(ast.literal_eval(value)).split())
    return found


def install(folder: Path, extras: Iterable[str]) -> None:
    """Make the environment, or bring the one that is there up to date.

    Raises
    ------
    CalledProcessError
        A step failed, and has said why.
    """
    python, uv, pins = folder / "bin" / "python", folder / "bin" / "uv", folder / "pins.txt"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pins.write_text(re.findall(r"^uv==(?:.*\\\n)+.*\n", LOCK.read_text(encoding="utf-8"), re.MULTILINE)[0])
    subprocess.run([python, *_PIP, "install", "--quiet", *_STRICT, "-r", pins], check=True)
    told = subprocess.run(
        [python, *_PIP, "config", "list"], check=True, capture_output=True, text=True
    ).stdout
    variables = {**in_uv(told), **os.environ}

    def carry_out(*words: str | Path) -> None:
        subprocess.run([uv, "pip", *words, "--python", python], cwd=ROOT, env=variables, check=True)

    wanted = [word for extra in extras for word in ("--extra", extra)]
    chosen = ("--quiet", "--only-binary", ":all:", "--no-header", "--no-annotate", "--constraints", LOCK)
    pins.unlink()
    carry_out("compile", "pyproject.toml", *wanted, *chosen, "--output-file", pins)
    carry_out("install", "--compile-bytecode", *_STRICT, "--constraints", LOCK, "--requirements", pins)
    carry_out("install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", ".")


if __name__ == "__main__":
    try:
        install(Path(sys.argv[1]).absolute(), [extra for extra in sys.argv[2].split(",") if extra])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)

"""Size of an installation, without extras and with each of them, in megabytes.

    python benchmarks/bench_sizes.py [--extras ocr,archives]

Each is installed by uv into a fresh folder, which goes afterwards. Python itself is not counted.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = (
    "archives,ocr,careful,reports,tables,learning,plots,storage,azure,google,sftp,postgresql,keyring,pkcs11,"
    "timestamps,cluster,mcp"
)
UV = Path(sys.executable).with_name("uv")


def installed(what: str) -> tuple[float, int]:
    """Megabytes and number of packages of a fresh installation."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(UV), "pip", "install", "-q", "--python", sys.executable, "--target", folder, what]
        subprocess.run(command, check=True, cwd=ROOT)
        packages = len(list(Path(folder).glob("*.dist-info")))
        return sum(path.lstat().st_size for path in Path(folder).rglob("*") if path.is_file()) / 1e6, packages


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--extras", default=EXTRAS)
    extras = parser.parse_args().extras.split(",")
    bare, n_bare = installed(".")
    print("| installed | MB | packages | more than without |\n| --- | ---: | ---: | ---: |")
    print(f"| saferelease | {bare:.0f} | {n_bare} | |", flush=True)
    for extra in dict.fromkeys([*extras, ",".join(extras)]):
        size, packages = installed(f".[{extra}]")
        name = "all of these" if "," in extra else f"`saferelease[{extra}]`"
        print(f"| {name} | {size:.0f} | {packages} | {size - bare:.0f} MB |", flush=True)


if __name__ == "__main__":
    main()

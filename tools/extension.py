"""The extension for LibreOffice Writer as one file: ``python -m tools.extension FILE``."""

from __future__ import annotations

import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "extensions" / "writer"
_KEPT = (".py", ".xml", ".xcu")
_EPOCH = (1980, 1, 1, 0, 0, 0)


def build(file: Path) -> Path:
    """Write the extension, with the version of the product.

    Returns
    -------
    Path
        The file.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(one for one in SOURCE.rglob("*") if one.suffix in _KEPT):
            content = path.read_text(encoding="utf-8").replace("@version@", version("saferelease"))
            entry = zipfile.ZipInfo(path.relative_to(SOURCE).as_posix(), _EPOCH)
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return file


if __name__ == "__main__":
    print(build(Path(sys.argv[1])))

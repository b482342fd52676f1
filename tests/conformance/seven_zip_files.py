"""7z archives made for tests."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from py7zr import FILTER_COPY, SevenZipFile

PLAIN = ({"id": FILTER_COPY},)
"""Nothing compressed."""


def seven_zip(files: Mapping[str, bytes], plain_header: bool = False, **options: Any) -> bytes:
    """An archive of files, with what the library offers: a password, filters."""
    written = io.BytesIO()
    with SevenZipFile(written, "w", **options) as archive:
        archive.set_encoded_header_mode(not plain_header and "password" not in options)
        for name, content in files.items():
            archive.writestr(content, name)
    return written.getvalue()

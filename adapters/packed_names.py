"""Names of the files inside archives and mails, without opening what they hold."""

from __future__ import annotations

import email
import email.policy
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any

MAX_DEPTH = 8


def packed_names(name: str, content: bytes, depth: int = 0) -> Iterator[str]:
    """Names of all files packed in a file, those in archives and mails inside it too.

    Parameters
    ----------
    name : str
        Of the file; its suffix says what it is. Other files than archives and mails hold none.
    content : bytes

    Notes
    -----
    An archive that cannot be read yields nothing here: its format refuses it.
    """
    suffix = PurePosixPath(name).suffix.lower()
    if depth > MAX_DEPTH:
        return
    for inner, data in _files(suffix, content):
        yield inner
        yield from packed_names(inner, data, depth + 1)


def _files(suffix: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    if suffix == ".zip":
        yield from _zipped(content)
    elif suffix == ".eml":
        yield from _attached(email.message_from_bytes(content, policy=email.policy.default))
    elif suffix == ".mbox":
        for part in content.split(b"\nFrom "):
            yield from _attached(
                email.message_from_bytes(part.partition(b"\n")[2], policy=email.policy.default)
            )


def _zipped(content: bytes) -> Iterator[tuple[str, bytes]]:
    packed = (".zip", ".eml", ".mbox")
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            for info in archive.infolist():
                is_packed = PurePosixPath(info.filename).suffix.lower() in packed
                yield info.filename, archive.read(info) if is_packed else b""
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError):
        return


def _attached(message: Any) -> Iterator[tuple[str, bytes]]:
    for part in message.walk():
        if part.get_content_type() == "message/rfc822":
            continue  # its parts are walked as well
        name = part.get_filename()
        if name:
            yield name, part.get_payload(decode=True) or b""

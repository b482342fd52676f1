"""Names of the files inside archives and mails, without opening what they hold."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from adapters.documents.containers.archive import read_archive
from adapters.documents.containers.composite import deeper
from adapters.documents.containers.gzipped import unpacked
from adapters.documents.containers.tar_archive import read_tar
from adapters.documents.settings import Settings
from engine.errors import UnreadableError


def _seven_zip(document_id: str, content: bytes, settings: Settings) -> dict[str, bytes]:
    from adapters.documents.containers.seven_zip import read_seven_zip  # an extra

    return read_seven_zip(document_id, content, settings)


_READERS = {".zip": read_archive, ".tar": read_tar, ".7z": _seven_zip}


def packed_names(name: str, content: bytes, settings: Settings) -> Iterator[str]:
    """Names of all files packed in a file, those in archives and mails inside it too.

    Parameters
    ----------
    name : str
        Of the file; its suffix says what it is. Other files than archives and mails hold none.
    content : bytes
    settings : Settings
        Limits of archives, and how deep files may lie in files.

    Notes
    -----
    An archive that cannot be read yields nothing. That leaves no way round: the formats read archives with
    the same function and settings, and refuse, or leave out, what it refuses.
    """
    counted = settings.counted()
    for inner, data in _files(PurePosixPath(name).suffix.lower(), content, counted):
        yield inner
        try:
            further = deeper("", counted)
        except UnreadableError:
            continue
        yield from packed_names(inner, data, further)


def _files(suffix: str, content: bytes, settings: Settings) -> Iterator[tuple[str, bytes]]:
    if suffix in (".zip", ".tar", ".gz", ".tgz", ".7z"):
        yield from _archived(suffix, content, settings)
    elif suffix == ".eml":
        yield from _attached(email.message_from_bytes(content, policy=email.policy.default))
    elif suffix == ".mbox":
        for part in content.split(b"\nFrom "):
            yield from _attached(
                email.message_from_bytes(part.partition(b"\n")[2], policy=email.policy.default)
            )


def _archived(suffix: str, content: bytes, settings: Settings) -> Iterator[tuple[str, bytes]]:
    try:
        if suffix in (".gz", ".tgz"):
            inner, data = unpacked("", content, settings)
            yield f"document{inner}", data
            return
        files = _READERS[suffix]("", content, settings)
    except (UnreadableError, ImportError):
        return
    yield from files.items()


def _attached(message: Any) -> Iterator[tuple[str, bytes]]:
    for part in message.walk():
        if part.get_content_type() == "message/rfc822":
            continue  # its parts are walked as well
        name = part.get_filename()
        if name:
            yield name, part.get_payload(decode=True) or b""

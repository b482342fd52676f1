"""A client of the API: what is asked twice with the same content is done once."""

from __future__ import annotations

import hashlib
import io
import tempfile
import time
import zipfile
import zlib
from collections.abc import Collection, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self
from urllib.parse import quote

from service.client.connection import UNTRUSTED, Connection, UnreachableError, not_an_answer
from service.client.operations import Operations
from service.web.api.releases import ProgressOut

_KEYS_AT_ONCE = 10_000


class ServiceClient(Operations):
    """One person's way to a service: everything that its pages do.

    Parameters
    ----------
    address : str
        ``https``; plain ``http`` on this machine only.
    key : str
        An API key, made under *Your account*.
    ca_file : Path or None
        Certificates (PEM) that are trusted instead of the usual ones.
    seconds : float
        How long an answer may take.

    Raises
    ------
    InvalidError
        ``RMT001`` for an address over which the key would be sent in the clear, ``RMT004`` when there are
        no certificates in `ca_file`.
    """

    def __init__(self, address: str, key: str, ca_file: Path | None = None, seconds: float = 120) -> None:
        self._connection = Connection(address, key, ca_file, seconds)

    def __repr__(self) -> str:
        return f"ServiceClient({self._connection!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def add_document(self, release: str, name: str, content: bytes, ticket: str = "") -> str:
        """A document of a draft, the same for the same ticket (else: name and content); its id."""
        ticket = ticket or hashlib.sha256(name.encode() + b"\x00" + content).hexdigest()
        return super().add_document(release, name, content, ticket)

    def add_files(self, release: str, paths: Collection[Path]) -> list[str]:
        """Files of this machine, as `add_document`."""
        return [self.add_document(release, path.name, path.read_bytes()) for path in sorted(paths)]

    def known_uploads(self, release: str, tickets: Collection[str]) -> dict[str, str]:
        """Which tickets came with a document that is there, with its id."""
        asked, found = sorted(tickets), dict[str, str]()
        for first in range(0, len(asked), _KEYS_AT_ONCE):
            found |= super().known_uploads(release, asked[first : first + _KEYS_AT_ONCE])
        return found

    def wait(self, release: str, states: Collection[str], seconds: float = 3600) -> ProgressOut:
        """Look once a second until the release is in one of `states`, or the time is over; as it is then.

        Notes
        -----
        A service that does not answer for a while is asked again, until the time is over; one whose
        certificate is not trusted is not.
        """
        deadline = time.monotonic() + seconds
        while True:
            late = time.monotonic() >= deadline
            try:
                found = self.progress(release)
                if late or found.state in states:
                    return found
            except UnreachableError as error:
                if late or error.faults[0].code == UNTRUSTED:
                    raise
            time.sleep(1)

    def download(self, release: str, folder: Path) -> Path:
        """The sealed bundle into a folder that is not there yet, for `saferelease verify`: whole, or not."""
        content = self.bundle(release)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".bundle-") as aside:
            whole = Path(aside) / "bundle"
            try:
                with zipfile.ZipFile(io.BytesIO(content)) as archive:
                    archive.extractall(whole)
            except (zipfile.BadZipFile, zlib.error, NotImplementedError):
                raise not_an_answer() from None
            folder.mkdir()
            whole.rename(folder)
        return folder

    def report(self, release: str) -> str:
        """The compliance report of a sealed release, as a page."""
        return self.report_html(release).decode()

    def picture(self, document: str, page: int, form: Literal["original", "released"] = "original") -> bytes:
        """A page as a PNG file."""
        return (self.released_page if form == "released" else self.original_page)(document, page)

    def de_identify(self, group: str, parameters: Mapping[str, Any]) -> bytes:
        """FHIR's ``$de-identify`` in a group that may; numbers are sent as Python writes them."""
        return self._connection.ask("POST", f"/fhir/{quote(group, safe='')}/$de-identify", body=parameters)

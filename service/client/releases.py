"""Releases over the API, from a draft to the bundle."""

from __future__ import annotations

import hashlib
import io
import tempfile
import time
import zipfile
import zlib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from engine.record.decisions import Approval, Grant
from service.client.asking import Asking, named
from service.client.connection import UNTRUSTED, UnreachableError, not_an_answer, read_answer
from service.web.api.deliveries import DeliveryOut
from service.web.api.releases import (
    FetchedOut,
    Known,
    Made,
    ProgressOut,
    ReleaseOut,
    ReleaseWhole,
    Signed,
    TellingOut,
    VerifiedOut,
    WaitingOut,
)

_KEYS_AT_ONCE = 10_000


class Releases(Asking):
    """Drafts, documents, moves, decisions, bundles."""

    def releases(self, words: str = "") -> list[ReleaseOut]:
        """All releases that one may see, or those whose title or number holds words."""
        return self._get(f"/releases?{urlencode({'words': words})}", list[ReleaseOut])

    def new_release(self, group: str, title: str, policy: str, ticket: str = "") -> str:
        """A draft in a group, the same for the same ticket; its id."""
        wanted = {"group": group, "title": title, "policy": policy}
        return self._post("/releases", Made, wanted, ticket).id

    def add_document(self, release: str, name: str, content: bytes, ticket: str = "") -> str:
        """A document of a draft, the same for the same ticket (else: name and content); its id."""
        ticket = ticket or hashlib.sha256(name.encode() + b"\x00" + content).hexdigest()
        path = f"/releases/{release}/documents/{named(name)}"
        answer = self._connection.ask("PUT", path, content=content, ticket=ticket)
        return read_answer(Made, answer).id

    def known_uploads(self, release: str, tickets: Collection[str]) -> dict[str, str]:
        """Which tickets came with a document that is there, with its id."""
        asked, found = sorted(tickets), dict[str, str]()
        for first in range(0, len(asked), _KEYS_AT_ONCE):
            some = {"keys": asked[first : first + _KEYS_AT_ONCE]}
            found |= self._post(f"/releases/{release}/uploads", Known, some).documents
        return found

    def add_files(self, release: str, paths: Collection[Path]) -> list[str]:
        """Files of this machine, as `add_document`."""
        return [self.add_document(release, path.name, path.read_bytes()) for path in sorted(paths)]

    def add_from_store(self, release: str, address: str) -> FetchedOut:
        """Documents from a folder or object of a store that the release's group may read."""
        return self._post(f"/releases/{release}/stores", FetchedOut, {"address": address})

    def de_identify(self, group: str, parameters: Mapping[str, Any]) -> bytes:
        """FHIR's ``$de-identify`` in a group that may; numbers are sent as Python writes them."""
        return self._connection.ask("POST", f"/fhir/{group}/$de-identify", body=parameters)

    def start(self, release: str) -> None:
        """Hand a draft to the machine."""
        self._connection.ask("POST", f"/releases/{release}/start")

    def pause(self, release: str) -> None:
        """No more of it for now."""
        self._connection.ask("POST", f"/releases/{release}/pause")

    def resume(self, release: str) -> None:
        """Go on."""
        self._connection.ask("POST", f"/releases/{release}/resume")

    def retry(self, release: str) -> None:
        """Once more after a fault."""
        self._connection.ask("POST", f"/releases/{release}/retry")

    def cancel(self, release: str) -> None:
        """No more of it."""
        self._connection.ask("POST", f"/releases/{release}/cancel")

    def progress(self, release: str) -> ProgressOut:
        """How far the machine is."""
        return self._get(f"/releases/{release}/progress", ProgressOut)

    def show(self, release: str) -> ReleaseWhole:
        """A release with its documents."""
        return self._get(f"/releases/{release}", ReleaseWhole)

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

    def decide(self, release: str, outcome: Approval, words: str = "") -> None:
        """approve, back or reject."""
        self._connection.ask(
            "POST", f"/releases/{release}/decision", body={"outcome": outcome, "words": words}
        )

    def download(self, release: str, folder: Path) -> Path:
        """The sealed bundle into a folder that is not there yet, for `saferelease verify`: whole, or not."""
        content = self._connection.ask("GET", f"/releases/{release}/bundle")
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

    def add_remark(self, release: str, document: str, words: str) -> None:
        """A note for the reviewers of a document, before its release starts."""
        path = f"/releases/{release}/documents/{document}/remarks"
        self._connection.ask("POST", path, body={"words": words})

    def waiting(self) -> list[WaitingOut]:
        """What waits for oneself, as on the home page."""
        return self._get("/waiting", list[WaitingOut])

    def stores(self, release: str) -> list[str]:
        """Addresses of object stores below which documents may be taken."""
        return self._get(f"/releases/{release}/stores", list[str])

    def replace_document(self, release: str, document: str, name: str, content: bytes) -> None:
        """Another file for a document that could not be read; all are decided anew."""
        path = f"/releases/{release}/quarantine/{document}/{named(name)}"
        self._connection.ask("PUT", path, content=content)

    def overrides(self, release: str) -> list[dict[str, Any]]:
        """Overrides that were asked for."""
        return self._get(f"/releases/{release}/overrides", list[dict[str, Any]])

    def decide_override(self, release: str, override: str, outcome: Grant, words: str = "") -> None:
        """grant or refuse."""
        self._do(f"/releases/{release}/overrides/{override}", {"outcome": outcome, "words": words})

    def telling(self, release: str) -> list[TellingOut]:
        """What each document still tells, the most telling first."""
        return self._get(f"/releases/{release}/telling", list[TellingOut])

    def sign(self, release: str, approvals: bytes) -> str:
        """Hand in the approval that one signed with a key of one's own; whose it is."""
        answer = self._connection.ask("PUT", f"/releases/{release}/signature", content=approvals)
        return read_answer(Signed, answer).by

    def verify(self, release: str) -> list[str]:
        """Have the service check the sealed bundle once more; what it found, in sentences."""
        return self._post(f"/releases/{release}/verification", VerifiedOut, {}).faults

    def report(self, release: str) -> str:
        """The compliance report of a sealed release, as a page."""
        return self._file(f"/releases/{release}/report").decode()

    def report_pdf(self, release: str) -> bytes:
        """The same as a signed PDF/A file."""
        return self._file(f"/releases/{release}/report.pdf")

    def targets(self, release: str) -> list[str]:
        """Addresses of object stores below which its bundle may go."""
        return self._get(f"/releases/{release}/targets", list[str])

    def deliveries(self, release: str) -> list[DeliveryOut]:
        """Where its bundle goes, and how far that is."""
        return self._get(f"/releases/{release}/deliveries", list[DeliveryOut])

    def deliver(self, release: str, address: str) -> str:
        """Send its bundle to a folder of a store once it is sealed; the id of the delivery."""
        return self._post(f"/releases/{release}/deliveries", Made, {"address": address}).id

    def deliver_again(self, release: str, delivery: str) -> None:
        """Once more, at once."""
        self._do(f"/releases/{release}/deliveries/{delivery}/retry")

    def end_delivery(self, release: str, delivery: str) -> None:
        """It is not sent; what stands in the store stays there."""
        self._do(f"/releases/{release}/deliveries/{delivery}", method="DELETE")

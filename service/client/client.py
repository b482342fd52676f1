"""A client of the API: what is asked twice with the same content is done once."""

from __future__ import annotations

import hashlib
import io
import tempfile
import time
import zipfile
import zlib
from collections.abc import Collection, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

from service.client.connection import (
    UNTRUSTED,
    Answer,
    Connection,
    UnreachableError,
    not_an_answer,
    read_answer,
)
from service.web.api.people import Me
from service.web.api.policies import FaultOut, VersionOut
from service.web.api.releases import FetchedOut, Known, Made, ProgressOut, ReleaseOut, ReleaseWhole
from service.web.api.review import Checked, Count, DeskOut, NewCorrection, WeighedOut
from service.web.api.schedules import GroupSchedule, ScheduleOut
from service.web.api.word_processor import DeskOut as TextDesk
from service.web.api.word_processor import InspectionOut

_KEYS_AT_ONCE = 10_000


class ServiceClient:
    """One person's way to a service.

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
        ``RMT001`` for an address over which the key would be sent in the clear.
    """

    def __init__(self, address: str, key: str, ca_file: Path | None = None, seconds: float = 120) -> None:
        self._connection = Connection(address, key, ca_file, seconds)

    def __repr__(self) -> str:
        return f"ServiceClient({self._connection!r})"

    def __enter__(self) -> ServiceClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def me(self) -> Me:
        """Whose key it is, with roles by group."""
        return self._get("/me", Me)

    def releases(self) -> list[ReleaseOut]:
        """All releases that one may see."""
        return self._get("/releases", list[ReleaseOut])

    def new_release(self, group: str, title: str, policy: str, ticket: str = "") -> str:
        """A draft in a group, the same for the same ticket; its id."""
        wanted = {"group": group, "title": title, "policy": policy}
        return self._post("/releases", Made, wanted, ticket).id

    def add_document(self, release: str, name: str, content: bytes, ticket: str = "") -> str:
        """A document of a draft, the same for the same ticket (else: name and content); its id."""
        ticket = ticket or hashlib.sha256(name.encode() + b"\x00" + content).hexdigest()
        path = f"/releases/{release}/documents/{quote(name, safe='')}"
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
        return self._post(f"releases/{release}/stores", FetchedOut, {"address": address})

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

    def decide(self, release: str, outcome: str, words: str = "") -> None:
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

    def offers(self) -> list[TextDesk]:
        """The groups in which one may inspect open documents, and under which policies."""
        return self._get("/desks", list[TextDesk])

    def inspect(self, group: str, policy: str, paragraphs: Sequence[str]) -> InspectionOut:
        """What a release under a policy would change in an open document, of which nothing is kept."""
        return self._post(
            f"/desks/{group}/inspections", InspectionOut, {"policy": policy, "paragraphs": list(paragraphs)}
        )

    def add_remark(self, release: str, document: str, words: str) -> None:
        """A note for the reviewers of a document, before its release starts."""
        path = f"/releases/{release}/documents/{document}/remarks"
        self._connection.ask("POST", path, body={"words": words})

    def desk(self, document: str) -> DeskOut:
        """The original and its findings; the ledger says that it was seen."""
        return self._get(f"/documents/{document}", DeskOut)

    def correct(self, document: str, correction: NewCorrection) -> int:
        """One correction; the same ticket twice is one. How many places it is about."""
        return self._post(f"/documents/{document}/corrections", Count, correction.model_dump()).places

    def weigh(self, document: str, start: int, end: int, replacement: str) -> list[WeighedOut]:
        """What a document would tell with other words in the place of a finding; nothing is saved."""
        words = {"start": start, "end": end, "replacement": replacement}
        return self._post(f"/documents/{document}/weighing", list[WeighedOut], words)

    def finish(self, document: str, outcome: str = "release") -> Checked:
        """Done with a document: it is decided again and checked; ``withhold`` keeps it back."""
        return self._post(f"/documents/{document}/finish", Checked, {"outcome": outcome})

    def schedules(self) -> list[ScheduleOut]:
        """All schedules that one may see."""
        return self._get("/schedules", list[ScheduleOut])

    def new_schedule(self, schedule: GroupSchedule) -> str:
        """A schedule; its id."""
        return self._post("/schedules", Made, schedule.model_dump()).id

    def policies(self) -> list[VersionOut]:
        """All versions of the policies that one may see."""
        return self._get("/policies", list[VersionOut])

    def check_policy(self, text: str) -> list[FaultOut]:
        """The faults of a policy's text; nothing of it is kept."""
        return self._post("/policies/check", list[FaultOut], {"text": text})

    def _get(self, path: str, kind: type[Answer]) -> Answer:
        return read_answer(kind, self._connection.ask("GET", path))

    def _post(self, path: str, kind: type[Answer], body: dict[str, Any], ticket: str = "") -> Answer:
        return read_answer(kind, self._connection.ask("POST", path, body=body, ticket=ticket))

"""A client of the API: what is asked twice with the same content is done once."""

from __future__ import annotations

import hashlib
import io
import time
import zipfile
from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import httpx
from pydantic import BaseModel, TypeAdapter

from engine.errors import InvalidError, fault
from service.web.api.people import Me
from service.web.api.releases import (
    Checked,
    Count,
    DeskOut,
    Made,
    NewCorrection,
    ProgressOut,
    ReleaseOut,
    ReleaseWhole,
)
from service.web.api.schedules import GroupSchedule, ScheduleOut

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
Answer = TypeVar("Answer", bound=BaseModel)


class RemoteRefusal(Exception):
    """What the service refused.

    Parameters
    ----------
    status : int
        Of HTTP.
    code : str
        Of docs/errors.md.
    detail : str
        The sentence that a page would show.
    """

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"[{code}] {detail}")
        self.status, self.code, self.detail = status, code, detail


class ServiceClient:
    """One person's way to a service.

    Parameters
    ----------
    address : str
        ``https``; plain ``http`` on this machine only.
    key : str
        An API key, made under *Your account*.
    seconds : float
        How long an answer may take.

    Raises
    ------
    InvalidError
        ``RMT001`` for an address over which the key would be sent in the clear.
    """

    def __init__(self, address: str, key: str, seconds: float = 120) -> None:
        parts = urlsplit(address)
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _LOOPBACK):
            advice = "A key is never sent in the clear."
            raise InvalidError(fault("RMT001", "the service", "must have an https address", address, advice))
        self._client = httpx.Client(
            base_url=f"{address.rstrip('/')}/api/v1",
            headers={"Authorization": f"Bearer {key}"},
            timeout=seconds,
            transport=httpx.HTTPTransport(retries=2),
        )

    def __repr__(self) -> str:
        return f"ServiceClient({self._client.base_url})"

    def __enter__(self) -> ServiceClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def me(self) -> Me:
        """Whose key it is, with roles by group."""
        return self._get("/me", Me)

    def releases(self) -> list[ReleaseOut]:
        """All releases that one may see."""
        return TypeAdapter(list[ReleaseOut]).validate_json(self._ask("GET", "/releases").content)

    def new_release(self, group: str, title: str, policy: str) -> str:
        """A draft in a group; its id."""
        return self._post("/releases", Made, {"group": group, "title": title, "policy": policy}).id

    def add_document(self, release: str, name: str, content: bytes) -> str:
        """A document of a draft; the same name and content twice is one. Its id."""
        mark = hashlib.sha256(name.encode() + b"\x00" + content).hexdigest()
        path = f"/releases/{release}/documents/{quote(name, safe='')}"
        answer = self._ask("PUT", path, content=content, headers={"Idempotency-Key": mark})
        return Made.model_validate_json(answer.content).id

    def add_files(self, release: str, paths: Collection[Path]) -> list[str]:
        """Files of this machine, as `add_document`."""
        return [self.add_document(release, path.name, path.read_bytes()) for path in sorted(paths)]

    def start(self, release: str) -> None:
        """Hand a draft to the machine."""
        self._ask("POST", f"/releases/{release}/start")

    def pause(self, release: str) -> None:
        """No more of it for now."""
        self._ask("POST", f"/releases/{release}/pause")

    def resume(self, release: str) -> None:
        """Go on."""
        self._ask("POST", f"/releases/{release}/resume")

    def cancel(self, release: str) -> None:
        """No more of it."""
        self._ask("POST", f"/releases/{release}/cancel")

    def progress(self, release: str) -> ProgressOut:
        """How far the machine is."""
        return self._get(f"/releases/{release}/progress", ProgressOut)

    def show(self, release: str) -> ReleaseWhole:
        """A release with its documents."""
        return self._get(f"/releases/{release}", ReleaseWhole)

    def wait(self, release: str, states: Collection[str], seconds: float = 3600) -> ProgressOut:
        """Look once a second until the release is in one of `states`, or the time is over; as it is then."""
        deadline = time.monotonic() + seconds
        while (found := self.progress(release)).state not in states and time.monotonic() < deadline:
            time.sleep(1)
        return found

    def decide(self, release: str, outcome: str, words: str = "") -> None:
        """approve, back or reject."""
        self._ask("POST", f"/releases/{release}/decision", json={"outcome": outcome, "words": words})

    def download(self, release: str, folder: Path) -> Path:
        """The sealed bundle into a folder that is not there yet, for `saferelease verify`."""
        content = self._ask("GET", f"/releases/{release}/bundle").content
        folder.mkdir(parents=True)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            archive.extractall(folder)
        return folder

    def desk(self, document: str) -> DeskOut:
        """The original and its findings; the ledger says that it was seen."""
        return self._get(f"/documents/{document}", DeskOut)

    def correct(self, document: str, correction: NewCorrection) -> int:
        """One correction; the same ticket twice is one. How many places it is about."""
        return self._post(f"/documents/{document}/corrections", Count, correction.model_dump()).places

    def finish(self, document: str, outcome: str = "release") -> Checked:
        """Done with a document: it is decided again and checked; ``withhold`` keeps it back."""
        return self._post(f"/documents/{document}/finish", Checked, {"outcome": outcome})

    def schedules(self) -> list[ScheduleOut]:
        """All schedules that one may see."""
        return TypeAdapter(list[ScheduleOut]).validate_json(self._ask("GET", "/schedules").content)

    def new_schedule(self, schedule: GroupSchedule) -> str:
        """A schedule; its id."""
        return self._post("/schedules", Made, schedule.model_dump()).id

    def _get(self, path: str, kind: type[Answer]) -> Answer:
        return kind.model_validate_json(self._ask("GET", path).content)

    def _post(self, path: str, kind: type[Answer], body: dict[str, Any]) -> Answer:
        return kind.model_validate_json(self._ask("POST", path, json=body).content)

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = self._client.request(method, path, **more)
        if answer.is_success:
            return answer
        try:
            told = answer.json()
            code, detail = str(told["code"]), str(told.get("detail", told.get("title", "")))
        except (ValueError, KeyError, TypeError):
            code, detail = "SVC004", "The answer is not one of this service."
        raise RemoteRefusal(answer.status_code, code, detail)

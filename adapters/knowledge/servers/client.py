"""Questions to one server: encrypted, limited in time and size, never to another host, answers kept."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TypeVar
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.exceptions import HTTPError, ProtocolError, ReadTimeoutError
from urllib3.util import Retry

from adapters.knowledge.servers.answers import Answer, Answers
from engine.errors import InvalidError, fault

Read = TypeVar("Read")

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_RETRIED = (429, 502, 503, 504)
_OUTCOME = re.compile(r"[a-z-]{1,30}")
_FRESH_S = 86_400.0  # what was answered within a day is not asked again: a broken import goes on
_NOT_AS_ASKED = (ValueError, LookupError, TypeError, AttributeError)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one import may take.

    Parameters
    ----------
    seconds : float
        For one answer, from the connection to its last byte.
    n_bytes : int
        Of one answer, unpacked.
    n_questions : int
        Asked in all.
    """

    seconds: float = 120.0
    n_bytes: int = 100_000_000
    n_questions: int = 100_000


class Server:
    """A server of knowledge, asked question by question.

    Parameters
    ----------
    url : str
        ``https``; plain ``http`` on this machine only.
    answers : Path
        File where answers are kept.
    offline : bool
        Take every answer from there, whatever its age, and ask nothing.
    limits : Limits
        Of one import.

    Raises
    ------
    InvalidError
        KNO022 for an address that is not allowed, KNO026 for a damaged file.
    """

    def __init__(
        self, url: str, answers: Path, *, offline: bool = False, limits: Limits | None = None
    ) -> None:
        self.url, self.host = url.rstrip("/"), _host(url)
        self._answers, self._offline, self._limits = Answers(answers), offline, limits or Limits()
        self._session = requests.Session()
        retry = Retry(
            total=2,
            connect=False,
            read=False,
            backoff_factor=0.5,
            status_forcelist=_RETRIED,
            allowed_methods=("GET", "POST"),
            raise_on_status=False,
            respect_retry_after_header=False,
        )
        self._session.mount(url, HTTPAdapter(max_retries=retry))
        self._n_questions = 0
        self.oldest = time.time()

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._session.close()
        self._answers.close()

    def ask(
        self,
        about: str,
        parameters: Sequence[tuple[str, str]],
        read: Callable[[bytes], Read],
        *,
        accept: str,
        path: str = "",
        posted: bool = False,
    ) -> Read:
        """The answer to one question, read; only an answer that could be read is kept.

        Parameters
        ----------
        about : str
            What is asked for, in the words of the protocol.
        parameters : sequence of (str, str)
            Of the address, or of the form that is posted.
        read : callable
            From the bytes to what they say.
        accept : str
            Media type of the answer.
        path : str
            Below the server's address.
        posted : bool
            Post a form; else the parameters stand in the address.

        Raises
        ------
        InvalidError
            KNO023 when no whole answer comes, KNO024 for one of another kind,
            KNO025 offline without the answer, KNO027 beyond the limit of questions.
        """
        question = json.dumps([self.url + path, *parameters])
        kept = self._answers.get(question)
        if kept is None or not (self._offline or time.time() - kept.at < _FRESH_S):
            kept = None
            if self._offline:
                raise self.fault(
                    "KNO025", f"must have answered {about} before", "", "Import once without --offline."
                )
        body = kept.body if kept else self._fetched(path, parameters, accept, posted=posted)
        try:
            said = read(body)
        except _NOT_AS_ASKED:
            raise self._no_such_answer(accept, "something else") from None
        self._used(kept or self._answers.put(question, body))
        return said

    def fault(self, code: str, must: str, got: str, advice: str) -> InvalidError:
        """An error about this server; its text holds the host, and no answer."""
        return InvalidError(fault(code, self.host, must, got, advice))

    def _used(self, answer: Answer) -> None:
        self.oldest = min(self.oldest, answer.at)

    def _fetched(
        self, path: str, parameters: Sequence[tuple[str, str]], accept: str, *, posted: bool
    ) -> bytes:
        self._n_questions += 1
        if self._n_questions > self._limits.n_questions:
            must = f"must be done after {self._limits.n_questions} questions"
            raise self.fault("KNO027", must, "more", "Import a smaller part with --root.")
        given = {"data" if posted else "params": list(parameters)}
        try:
            with self._session.request(
                "POST" if posted else "GET",
                self.url + path,
                **given,  # type: ignore[arg-type]
                headers={"Accept": accept},
                timeout=self._limits.seconds,
                allow_redirects=False,
                stream=True,
            ) as response:
                return self._body(response, accept)
        except (requests.RequestException, HTTPError, OSError) as error:
            raise self._unanswered(_told(error)) from None

    def _body(self, response: requests.Response, accept: str) -> bytes:
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if response.status_code != requests.codes.ok:
            raise self._unanswered(f"status {response.status_code}{_outcome(response, kind)}")
        if kind not in (accept, "application/json"):
            raise self._no_such_answer(accept, "another media type")
        return self._read(response)

    def _read(self, response: requests.Response) -> bytes:
        """The whole body; a server that sends byte by byte has no more time than one that is silent."""
        end, body = time.monotonic() + self._limits.seconds, bytearray()
        while part := response.raw.read1(1 << 16, decode_content=True):
            body += part
            if time.monotonic() > end:
                raise self._unanswered(f"an answer of more than {self._limits.seconds:g} s")
            if len(body) > self._limits.n_bytes:
                raise self._unanswered(f"an answer of more than {self._limits.n_bytes:,} bytes")
        return bytes(body)

    def _unanswered(self, got: str) -> InvalidError:
        advice = "Check the address. Try later: what was answered today is kept and not asked again."
        return self.fault("KNO023", "must answer completely", got, advice)

    def _no_such_answer(self, accept: str, got: str) -> InvalidError:
        return self.fault("KNO024", f"must answer in {accept}", got, "Check the address and --kind.")


def _host(url: str) -> str:
    """Host and port of an address that may be asked."""
    try:
        parts = urlsplit(url)
        is_private = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
        allowed = (
            is_private and parts.hostname and parts.username is None and not (parts.query or parts.fragment)
        )
        shown = f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)
    except ValueError:
        allowed, shown = False, ""
    if not allowed:
        must = "must start with https:// (http:// on this machine only), without a password or a question"
        raise InvalidError(
            fault("KNO022", "the address of the server", must, "another address", "Correct it.")
        )
    return shown


def _told(error: Exception) -> str:
    """What went wrong on the way, without the error's text: it holds the question."""
    if isinstance(error, requests.exceptions.SSLError):
        return "a certificate that is not trusted"
    if isinstance(error, requests.Timeout | ReadTimeoutError):
        return "no answer in time"
    return "an answer that was cut" if isinstance(error, ProtocolError) else "no connection"


def _outcome(response: requests.Response, kind: str) -> str:
    """The kinds of issue that a FHIR server names; its sentences may repeat anything and are left out."""
    if kind not in ("application/fhir+json", "application/json"):
        return ""
    try:
        issues = json.loads(response.raw.read(1 << 16, decode_content=True))["issue"]
        codes = [str(issue["code"]) for issue in issues]
    except (HTTPError, *_NOT_AS_ASKED):
        return ""
    return "".join(f", {code}" for code in codes if _OUTCOME.fullmatch(code))

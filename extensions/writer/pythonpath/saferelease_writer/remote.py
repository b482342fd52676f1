"""The API of the service, with the key of one person; no redirection is followed."""

import json
import urllib.request
import uuid
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit

from saferelease_writer.access import RefusedError

_SECONDS = 300


class _Stay(urllib.request.HTTPRedirectHandler):
    """A key goes to the address that it was given for, and to no other."""

    def redirect_request(self, *_):
        return None


class Remote:
    """A service, asked by one person."""

    def __init__(self, access):
        self._access = access
        self._opener = urllib.request.build_opener(_Stay, *_ways_round_a_proxy(access.address))

    def desks(self):
        """Groups in which one may inspect, with the policies that are offered."""
        return self._ask("GET", "/desks")

    def inspect(self, desk, policy, paragraphs):
        """Findings of an open document."""
        body = {"policy": policy, "paragraphs": paragraphs}
        return self._say(f"/desks/{quote(desk, safe='')}/inspections", body)

    def send(self, desk, policy, title, name, content, remarks):
        """A draft, its document, the remarks, and only then the start; the id of the release."""
        release = self._say("/releases", {"group": desk, "policy": policy, "title": title})["id"]
        path = f"/releases/{release}/documents/{quote(name, safe='')}"
        headers = {"Content-Type": "application/octet-stream", "Idempotency-Key": str(uuid.uuid4())}
        document = self._ask("PUT", path, content, headers)["id"]
        for words in remarks:
            self._say(f"/releases/{release}/documents/{document}/remarks", {"words": words})
        self._say(f"/releases/{release}/start", {})
        return release

    def _say(self, path, body):
        return self._ask("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})

    def _ask(self, method, path, body=None, headers=None):
        shown = {"Authorization": f"Bearer {self._access.key}", "Accept": "application/json"}
        address = f"{self._access.address.rstrip('/')}/api/v1{path}"
        request = urllib.request.Request(address, body, shown | (headers or {}), method=method)
        try:
            with self._opener.open(request, timeout=_SECONDS) as answer:
                content = answer.read()
        except HTTPError as error:
            raise RefusedError(_told(error)) from None
        except (OSError, HTTPException):
            raise RefusedError(
                "The service does not answer. Is its address right, and does it run?"
            ) from None
        return _read(content) if content else None


def _ways_round_a_proxy(address):
    """Plain http is for this machine alone: a proxy would get the key in the clear."""
    return [urllib.request.ProxyHandler({})] if urlsplit(address).scheme == "http" else []


def _read(content):
    try:
        return json.loads(content)
    except ValueError:
        raise RefusedError("The answer is not one of the service. Is its address right?") from None


def _told(error):
    """What the service says of a refusal."""
    try:
        told = json.loads(error.read())
        return f"[{told['code']}] {told.get('detail') or told['title']}"
    except (ValueError, KeyError, TypeError, OSError, HTTPException):
        return f"The answer {error.code} is not one of the service."

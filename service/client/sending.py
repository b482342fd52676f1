"""Files of this machine become a release of a service; done again, it goes on where it was cut off."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from adapters.documents.opening.sources import Source, find_sources
from service.client.client import ServiceClient
from service.client.connection import RemoteRefusal

_DRAFT, _MOVED_ON = "draft", "SVC003"
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Order:
    """A release to ask for.

    Parameters
    ----------
    group : str
        Short name of a group of matters.
    title : str
    policy : str
        A policy of the group (its newest approved version is taken), or a shipped one.
    sources : sequence of Path
        Files and folders.
    """

    group: str
    title: str
    policy: str
    sources: Sequence[Path]


@dataclass(frozen=True)
class Sent:
    """What became of an order: the release, its documents, how many were sent just now, where it is."""

    release: str
    n_documents: int
    n_sent: int
    state: str


def send(client: ServiceClient, order: Order, progress: Progress) -> Sent:
    """Make the release, send its documents and start it.

    Notes
    -----
    Tickets are hashes of what is asked for, so the same order is the same release. What a cut left undone
    is done the next time, document by document; what arrived is not sent again.

    Raises
    ------
    UnreadableError
        ``SRC004`` for a link, a hidden file or a device: nothing is left out in silence.
    """
    policy = policy_in_force(client, order.group, order.policy)
    tickets = {_ticket(source): source for source in find_sources(order.sources)}
    wanted = "\0".join((order.group, order.title, policy, *sorted(tickets)))
    release = client.new_release(order.group, order.title, policy, _digest(wanted.encode()))
    if (state := client.progress(release).state) != _DRAFT:
        return Sent(release, len(tickets), 0, state)
    n_sent = _send_documents(client, release, tickets, progress)
    _start(client, release)
    return Sent(release, len(tickets), n_sent, client.progress(release).state)


def policy_in_force(client: ServiceClient, group: str, name: str) -> str:
    """What a release names: the newest approved version of the group's policy, or `name` as it is."""
    own = [one for one in client.policies() if (one.group, one.policy) == (group, name)]
    approved = [one for one in own if one.state == "approved"]
    return max(approved, key=lambda one: one.number).id if approved else name


def _send_documents(
    client: ServiceClient, release: str, tickets: Mapping[str, Source], progress: Progress
) -> int:
    there = client.known_uploads(release, tickets)
    missing = [(ticket, source) for ticket, source in tickets.items() if ticket not in there]
    for n, (ticket, source) in enumerate(missing, 1):
        client.add_document(release, PurePosixPath(source.relative).name, source.read(), ticket)
        progress(len(there) + n, len(tickets))
    return len(missing)


def _start(client: ServiceClient, release: str) -> None:
    try:
        client.start(release)
    except RemoteRefusal as refusal:
        if refusal.code != _MOVED_ON or client.progress(release).state == _DRAFT:
            raise


def _ticket(source: Source) -> str:
    """Marks a file by its place and content: two of the same name and content are two documents."""
    return _digest(source.relative.encode() + b"\0" + source.read())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()

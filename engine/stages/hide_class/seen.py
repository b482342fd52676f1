"""What readers of earlier releases have of a document, as the program counts with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.methods.k_redactor import ClassHider, Request
from engine.methods.k_redactor.seen import Seen
from engine.stages.hide_class.earlier import EarlierText, Promise


def with_seen(hider: ClassHider, request: Request, earlier: Sequence[EarlierText]) -> Request:
    """A request with what earlier releases show, judged as the reader of them was.

    Notes
    -----
    A version of a labelled document is judged without that document, as its first release was: one reader
    is assumed for both. A guard cannot take a document back; there the version is judged with it.
    """
    promises = [one.promise for one in earlier if one.promise is not None]
    versions = [one.labelled for one in promises if one.labelled and one.sensitive == request.sensitive]
    if versions and not request.in_corpus and not hider.guards:
        request = replace(request, in_corpus=True, labelled=hider.labelled_document(versions[0]))
    return replace(request, seen=together(earlier, request.sensitive, hider.settings.k))


def together(earlier: Sequence[EarlierText], sensitive: str, k: int) -> list[Seen]:
    """What readers of earlier releases have, one by one and all together, with the k that holds then.

    Notes
    -----
    Where an earlier release hid the class among fewer, only these can hide it in both: what it shows
    cannot be taken back.
    """
    found = [Seen(one.features, _least(one.promise, sensitive, k)) for one in earlier]
    if len(found) > 1:
        every = frozenset[str]().union(*(one.features for one in found))
        found.append(Seen(every, min(one.k for one in found)))
    return found


def _least(promise: Promise | None, sensitive: str, k: int) -> int:
    return min(k, promise.k) if promise is not None and promise.sensitive == sensitive else k

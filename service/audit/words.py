"""The ledger in plain words: what its entries call events, states and codes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from adapters.ledger import Entry
from service.releases.moves import DELIVERY_WORDS, WORDS, Step
from service.releases.review.sheets import CODES

EVENT_WORDS = {
    "moved": "Moved on",
    "viewed": "Original seen",
    "override": "Override",
    "started": "Run began",
    "resumed": "Run went on",
    "finished": "Run ended",
    "failed": "Run stopped",
    "approved": "Approved",
    "reveal": "Removed values asked for",
    "revealed": "Removed values shown",
    "training": "Training data",
    "compared": "Policy compared with it",
    "de-identified": "Health data de-identified",
    "identity": "Account",
}
_SCHEDULE = {"active": "on", "paused": "paused", "changed": "changed", "ended": "deleted"}
_MOVED: Mapping[str, str] = {
    **_SCHEDULE,
    **{step.value.replace(" ", "-"): step.value for step in Step},
    **{word.replace(" ", "-"): said for word, said in DELIVERY_WORDS.items()},
}
_RELEASE: Mapping[str, str] = {state.value: word for state, word in WORDS.items()}


def who_wrote(entry: Entry, names: Mapping[str, str], served: Collection[str]) -> str:
    """The person whom an entry names; else the machine, or an account at its command line.

    Parameters
    ----------
    entry : Entry
    names : mapping of str to str
        Of people, by id.
    served : collection of str
        Releases of the service: nobody runs them by hand.
    """
    by = str(entry.body.get("person", ""))
    if by == "machine" or (not by and entry.release in served):
        return "The machine"
    return names.get(by) or by or f"account {entry.who}"


def words_of(entry: Entry, numbers: Mapping[str, str]) -> str:
    """What an entry says, in a line; `numbers` are those of documents, and names of people, by id."""
    return "; ".join(_parts(entry.body, numbers))


_SAID = {
    "roles": "roles: {}", "count": "{} times", "step": "{}", "outcome": "{}", "verdict": "{}",
    "documents": "{} documents", "paragraphs": "{} paragraphs", "policy": "policy {}", "key": "by key {}",
}  # fmt: skip
"""What is said of a field of an entry, in this order."""


def _parts(body: Mapping[str, object], numbers: Mapping[str, str]) -> Iterator[str]:
    document, code = str(body.get("document") or ""), str(body.get("code") or "")
    if document:
        yield f"document {numbers.get(document, document)}"
    if body.get("what") == "original":
        yield "the original"
    if body.get("to"):
        yield _moved(body, not document and code != "schedule")
    if body.get("subject"):
        yield f"account of {numbers.get(str(body['subject']), body['subject'])}"
    for key, words in _SAID.items():
        if said := str(body.get(key) or ""):
            yield words.format(said.replace("-", " ") if words == "{}" else said)
    if code not in ("", "schedule"):
        yield CODES.get(code, f"code {code}")


def _moved(body: Mapping[str, object], is_release: bool) -> str:
    states = [_word(str(body[key]), is_release) for key in ("from", "to") if body.get(key)]
    return ("schedule: " if body.get("code") == "schedule" else "") + " \u2192 ".join(states)


def _word(state: str, is_release: bool) -> str:
    words = {**_MOVED, **_RELEASE} if is_release else {**_RELEASE, **_MOVED}
    return words.get(state, state.replace("-", " "))

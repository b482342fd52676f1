"""What a policy publishes about itself must not hold a term of its own deny lists."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.language.unseen import UNSEEN
from engine.policy.model import CLAUSE_LISTS, Policy
from engine.policy.problem import Path, Problem

_DEFAULT_ID = re.compile(r"[a-z_]+\[\d+\]")
_WORD = re.compile(r"[^\W_]+")
_UNSEEN = re.compile(f"[{UNSEEN}]")
_ADVICE = "Reports show it to every recipient: reword it. Lists of terms themselves are never shown."


def published_terms(policy: Policy, data: object, files: Iterable[str] = ()) -> Iterator[Problem]:
    """Problems with titles, notes, ids and file names that hold a term which the policy removes.

    Parameters
    ----------
    policy : Policy
        With its lists of terms read in, and what it extends or combines.
    data : object
        The policy's own file as read, for the place of each problem.
    files : iterable of str
        Names of the files that it rests on.

    Yields
    ------
    Problem
        One for each text; it says which list, and never repeats the term.
    """
    denied = _denied(policy)
    if not denied:
        return
    longest = max(term.count(" ") for term in denied) + 1
    own = {text: path for path, text in _texts(data)}
    base: Path = ("extends",) if policy.extends else ("combines",) if policy.combines else ()
    everything = dict.fromkeys([*own, *(text for _, text in _texts(policy.model_dump())), *files])
    for text in everything:
        clauses = {denied[part] for part in _parts(text, longest) if part in denied}
        if clauses and not _DEFAULT_ID.fullmatch(text):
            got = f"a term of the deny list of {', '.join(sorted(clauses))}"
            must = "must not hold a term that the policy itself removes"
            yield Problem(own.get(text, base), "POL065", must, got, _ADVICE)


def _denied(policy: Policy) -> dict[str, str]:
    """Every term of a deny list, as words, and the clause that lists it."""
    terms = ((_words(term), clause.id) for clause in policy.identifiers for term in clause.deny)
    return {" ".join(words): clause for words, clause in terms if words}


def _words(text: str) -> list[str]:
    """Words without case, accents, punctuation and fillers: an id writes "Acme Corp" as ``acme-corp``."""
    seen = _UNSEEN.sub("", unicodedata.normalize("NFKD", text))
    bare = "".join(c for c in seen if not unicodedata.combining(c))
    return _WORD.findall(bare.casefold())


def _parts(text: str, longest: int) -> Iterator[str]:
    words = _words(text)
    for start in range(len(words)):
        for end in range(start + 1, min(start + longest, len(words)) + 1):
            yield " ".join(words[start:end])


def _texts(data: object) -> Iterator[tuple[Path, str]]:
    """What a report or a page of the policy shows of a policy as read, and where it stands."""
    if not isinstance(data, Mapping):
        return
    yield from _fields(data, (), ("policy", "title", "description"))
    yield from _fields(data.get("hide_class"), ("hide_class",), _OF_CLAUSE)
    for key in CLAUSE_LISTS:
        for place, clause in enumerate(_listed(data.get(key))):
            yield from _fields(clause, (key, place), _OF_CLAUSE)
            yield from _list_files(clause, (key, place))
    for place, law in enumerate(_listed(data.get("laws"))):
        yield from _fields(law, ("laws", place), ("cite", "title", "source"))


_OF_CLAUSE = ("id", "title", "note", "reason", "because")


def _fields(data: object, path: Path, keys: Iterable[str]) -> Iterator[tuple[Path, str]]:
    if isinstance(data, Mapping):
        yield from (((*path, key), data[key]) for key in keys if isinstance(data.get(key), str))


def _list_files(clause: object, path: Path) -> Iterator[tuple[Path, str]]:
    for key in ("allow", "deny"):
        entries = clause.get(key) if isinstance(clause, Mapping) else None
        for place, entry in enumerate(_listed(entries)):
            yield from _fields(entry, (*path, key, place), ("file",))


def _listed(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []

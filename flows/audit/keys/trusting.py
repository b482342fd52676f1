"""Whom this installation trusts: the list in force, and its changes by those who hold the root keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import ValidationError

from adapters.bundle.envelopes import envelope
from adapters.machine.locations import home
from adapters.trust.lists import (
    TRUST,
    Revocation,
    Role,
    Trusted,
    TrustFile,
    TrustList,
    payload_of,
    pin_of,
    read_pin,
    read_trust_file,
    require_successor,
    write_pin,
    write_trust_file,
)
from adapters.trust.people_keys import public_hex
from engine.errors import InvalidError, RefusedError, fault, unseen
from engine.text import unseen_in

T = TypeVar("T")
DAYS = 365
"""How long a list and a key hold unless somebody says otherwise."""


@dataclass(frozen=True)
class TrustChoice:
    """How a verifier names whom to trust.

    Parameters
    ----------
    file : Path or None
        A list; without it the one in the installation's home, if there is one.
    roots : tuple of str
        Root keys known from elsewhere: so many of them must stand in the list's first version as it asks for.
    first_use : bool
        Take a list that nobody has taken here before, whoever signed it.
    """

    file: Path | None = None
    roots: tuple[str, ...] = ()
    first_use: bool = False


def trust_path() -> Path:
    """The list of this installation."""
    return home() / "trust.json"


def pin_path() -> Path:
    """What this installation, or this auditor, trusted last."""
    return home() / "trust.pin.json"


def trust_in_force(choice: TrustChoice = TrustChoice()) -> TrustList | None:
    """The list to judge signers by; None when there is none.

    Raises
    ------
    InvalidError
        ``TRU001`` no list.
    RefusedError
        ``TRU002`` not signed by its roots, ``TRU003`` older than the one known here, ``TRU004`` a list
        that nobody here has taken yet.
    """
    path = choice.file or trust_path()
    pin = read_pin(pin_path())
    if choice.file is None and not path.exists():
        if pin:
            must, advice = "must be there: this installation trusted one", "Restore it from your backup."
            raise RefusedError(fault("TRU003", str(path), must, "none", advice))
        return None
    found = read_trust_file(path)
    if pin:
        require_successor(path, found, pin)
    else:
        _require_known_roots(path, found, choice)
    if not pin or pin.version < found.newest().version:
        write_pin(pin_path(), pin_of(found))
    return found.newest()


def _require_known_roots(path: Path, found: TrustFile, choice: TrustChoice) -> None:
    first = found.lists()[0]
    named = {key.strip().lower() for key in choice.roots}
    if not choice.first_use and len(named & set(first.roots)) < first.threshold:
        must = f"must start from {first.threshold} root keys that you know"
        advice = "Name them with --root, or take it unseen with --trust-on-first-use."
        raise RefusedError(fault("TRU004", str(path), must, f"{len(named & set(first.roots))}", advice))


def accept(choice: TrustChoice) -> TrustList:
    """Take a list as this installation's own."""
    assert choice.file is not None
    found = trust_in_force(choice)
    assert found is not None
    write_trust_file(trust_path(), read_trust_file(choice.file))
    return found


def start_list(
    path: Path, title: str, keys: Sequence[Ed25519PrivateKey], roots: Sequence[str], threshold: int
) -> TrustFile:
    """Make the first version of a list.

    Parameters
    ----------
    path : Path
        It must not exist yet.
    title : str
    keys : sequence of Ed25519PrivateKey
        Root keys at hand: they sign.
    roots : sequence of str
        Public root keys that are elsewhere and sign later.
    threshold : int
    """
    if path.exists():
        advice = "trust add and trust revoke change it."
        raise InvalidError(fault("TRU006", str(path), "must not exist yet", "", advice))
    _require_seen("title", title)
    now = _now()
    everybody = dict.fromkeys([*map(public_hex, keys), *(root.strip().lower() for root in roots)])
    return _next(path, None, keys, title=title, made=now, roots=tuple(everybody), threshold=threshold)


def add_key(path: Path, keys: Sequence[Ed25519PrivateKey], trusted: Trusted) -> TrustFile:
    """Add a signer or an approver in a new version; a key that is there gets new roles and times."""
    old = read_trust_file(path).newest()
    others = tuple(one for one in old.keys if one.public_key != trusted.public_key)
    known = old.of(trusted.public_key)
    if known and known.revoked:
        must, advice = "must not be revoked", "Make a new key; a revoked one never counts again."
        raise InvalidError(fault("TRU007", trusted.name, must, known.public_key[:16], advice))
    return _next(path, old, keys, keys=(*others, trusted))


def revoke_key(
    path: Path, keys: Sequence[Ed25519PrivateKey], public_key: str, at: datetime, reason: str
) -> TrustFile:
    """Revoke a key from `at` on, in a new version."""
    old = read_trust_file(path).newest()
    known = old.of(public_key.strip().lower())
    if known is None:
        advice = "saferelease trust show lists the keys."
        raise InvalidError(fault("TRU007", "trust revoke", "must name a key of the list", "", advice))
    gone = known.model_copy(update={"revoked": _checked(lambda: Revocation(at=at, reason=reason))})
    return _next(path, old, keys, keys=tuple(gone if one is known else one for one in old.keys))


def rotate_roots(
    path: Path, keys: Sequence[Ed25519PrivateKey], roots: Sequence[str], threshold: int
) -> TrustFile:
    """Exchange the root keys: old and new ones sign the version."""
    old = read_trust_file(path).newest()
    return _next(
        path, old, keys, roots=tuple(dict.fromkeys(r.strip().lower() for r in roots)), threshold=threshold
    )


def sign_list(path: Path, keys: Sequence[Ed25519PrivateKey]) -> TrustFile:
    """Sign the last version too: for holders of root keys at other machines."""
    found = read_trust_file(path, draft=True)
    lists = found.lists()
    allowed = {root for one in lists[-2:] for root in one.roots}
    last = found.versions[-1]
    for key in keys:
        _require_root(key, allowed)
        last = last.signed_too(key)
    return _save(path, TrustFile(versions=(*found.versions[:-1], last)))


def _next(
    path: Path, old: TrustList | None, signing: Sequence[Ed25519PrivateKey], **changes: object
) -> TrustFile:
    """The version after `old`, with `changes`, signed by `signing`."""
    now = _now()
    base = old.model_dump() if old else {}
    dates = {"made": now, "expires": now + timedelta(days=DAYS), "version": old.version + 1 if old else 1}
    content = _checked(lambda: TrustList.model_validate(base | dates | changes))
    allowed = {*content.roots, *(old.roots if old else ())}
    for key in signing:
        _require_root(key, allowed)
    before = read_trust_file(path).versions if old else ()
    return _save(path, TrustFile(versions=(*before, envelope(TRUST, payload_of(content), signing))))


def _save(path: Path, content: TrustFile) -> TrustFile:
    write_trust_file(path, content)
    pinned = read_pin(pin_path())
    if path == trust_path() and not content.lacks() and (not pinned or pinned.root == content.digest(1)):
        write_pin(pin_path(), pin_of(content))
    return content


def _checked(make: Callable[[], T]) -> T:
    try:
        return make()
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"])) or "roots"
        must = f"must hold: {error.errors()[0]['msg']}"
        raise InvalidError(fault("TRU007", f"trust {where}", must, "", "Look at trust --help.")) from None


def _require_root(key: Ed25519PrivateKey, allowed: set[str]) -> None:
    if public_hex(key) not in allowed:
        got, advice = public_hex(key)[:16], "Name the file of a root key of this list."
        raise InvalidError(fault("TRU007", "--root-key", "must be a root key of this list", got, advice))


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def _require_seen(where: str, words: str) -> None:
    if found := unseen_in(words):
        raise InvalidError(unseen("TRU007", f"trust {where}", found))


def trusted_key(
    name: str, public_key: str, roles: Sequence[Role], since: datetime | None, until: datetime | None
) -> Trusted:
    """A key for the list; from now on, for a year, unless said otherwise."""
    _require_seen("name", name)
    since = since or _now()
    return _checked(
        lambda: Trusted(
            name=name,
            public_key=public_key.strip().lower(),
            roles=tuple(dict.fromkeys(roles)),
            valid_from=since,
            valid_until=until or max(since, _now()) + timedelta(days=DAYS),
        )
    )

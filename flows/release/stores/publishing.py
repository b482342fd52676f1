"""Bundles in object stores: one run at a time for a name, nothing overwritten, everything read back."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from adapters.bundle.files import ATTESTATION, sha256_of
from adapters.machine.files import canonical_json
from adapters.machine.processes.apart import run_apart
from adapters.machine.stores.address import Address
from adapters.machine.stores.names import folders_of, is_file_name
from adapters.machine.stores.store import Store, connect
from engine.errors import InvalidError, fault

CLAIM = ".claim"
"""Ends the name of the object that keeps other runs from a bundle's name; it stands beside the bundle."""
_THREADS = 8


def claim(address: Address, token: str, pending: bool) -> None:
    """Take the name of a bundle for this run, or go on with the claim of an earlier run from this place.

    Parameters
    ----------
    address : Address
        Of the bundle.
    token : str
        Known to this place alone.
    pending : bool
        Whether the finished bundle is still here: parts of it may stand in the store already.

    Raises
    ------
    InvalidError
        ``STO003`` when another run has the name; ``REL001`` when a bundle stands there; ``STO010`` when the
        store overwrites what was to be created: two runs could have one name.
    """
    run_apart(_claim, address, token, pending)


def publish(bundle: Path, address: Address, token: str) -> None:
    """Put a sealed bundle into a store, its signature last, and give the name free.

    Parameters
    ----------
    bundle : Path
        Its folder on this machine.

    Raises
    ------
    InvalidError
        ``STO003`` when the name is no longer this run's; ``STO004`` when what stands there is not what was
        sealed: without its signature it is no bundle.
    """
    run_apart(_publish, bundle, address, token)


def release_claim(address: Address, token: str) -> None:
    """Give a name free that this place has claimed."""
    run_apart(_release_claim, address, token)


def fetch(address: Address, folder: Path) -> None:
    """Bring a bundle into `folder`, which is new.

    Raises
    ------
    InvalidError
        ``BND001`` when none stands there; ``STO004`` for objects that no bundle holds.
    """
    run_apart(_fetch, address, folder)


def _claim(address: Address, token: str, pending: bool) -> None:
    store = connect(address)
    claims = store.at(_claim_of(address))
    written = canonical_json({"run": token})
    if not claims.create("", written):
        _require_own(claims, address, token)
    elif claims.create("", written):
        claims.delete("")
        must, advice = "must refuse a second object of one name", "Choose another store for bundles."
        raise InvalidError(fault("STO010", str(address), must, "one that overwrites", advice))
    if not pending and store.objects():
        claims.delete("")
        advice = "A finished release is never overwritten; choose another --out."
        raise InvalidError(fault("REL001", str(address), "must not exist yet", "", advice))


def _release_claim(address: Address, token: str) -> None:
    claims = connect(_claim_of(address))
    _require_own(claims, address, token)
    claims.delete("")


def _publish(bundle: Path, address: Address, token: str) -> None:
    store = connect(address)
    claims = store.at(_claim_of(address))
    _require_own(claims, address, token)
    sealed = _hashes(bundle)
    before = {name: sha256 for name, sha256 in sealed.items() if name != ATTESTATION}
    for part in (before, {ATTESTATION: sealed[ATTESTATION]}):
        _put(store, bundle, part)
        _require_same(store, part, address)
        _require_only(store, sealed, address)
    claims.delete("")


def _put(store: Store, bundle: Path, names: Collection[str]) -> None:
    """Create what is missing; what stands there is compared afterwards, never overwritten."""
    with ThreadPoolExecutor(_THREADS) as threads:
        list(threads.map(lambda name: store.create_from(name, bundle / name), names))


def _require_same(store: Store, sealed: Mapping[str, str], address: Address) -> None:
    with ThreadPoolExecutor(_THREADS) as threads:
        stored = dict(zip(sealed, threads.map(store.sha256, sealed), strict=True))
    if stored != dict(sealed):
        raise _other(address)


def _require_only(store: Store, names: Collection[str], address: Address) -> None:
    if any(one.name not in names for one in store.objects()):
        raise _other(address)


def _require_own(claims: Store, address: Address, token: str) -> None:
    try:
        found = json.loads(claims.read(""))
    except ValueError:
        found = None
    if found != {"run": token}:
        must = "must not be in use"
        advice = (
            f"Wait until it ends, or choose another --out. If it will never go on: delete {address}{CLAIM}."
        )
        raise InvalidError(fault("STO003", str(address), must, "another run", advice))


def _fetch(address: Address, folder: Path) -> None:
    store = connect(address)
    names = [one.name for one in store.objects()]
    if ATTESTATION not in names:
        advice = "Name the address of a finished bundle."
        raise InvalidError(fault("BND001", str(address), "must be the address of a bundle", "none", advice))
    if not all(map(is_file_name, names)) or not folders_of(names).isdisjoint(names):
        raise _other(address)
    with ThreadPoolExecutor(_THREADS) as threads:
        list(threads.map(lambda name: _save(store, name, folder / name), names))


def _save(store: Store, name: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(store.read(name))


def _hashes(bundle: Path) -> dict[str, str]:
    files = (path for path in sorted(bundle.rglob("*")) if path.is_file())
    return {path.relative_to(bundle).as_posix(): sha256_of(path) for path in files}


def _claim_of(address: Address) -> Address:
    return replace(address, key=address.key + CLAIM)


def _other(address: Address) -> InvalidError:
    must = "must hold what was sealed, and nothing else"
    advice = "Delete what stands there, then give the same command again."
    return InvalidError(fault("STO004", str(address), must, "another object", advice))

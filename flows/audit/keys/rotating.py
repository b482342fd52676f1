"""The installation's keys exchanged, or kept in another way; the ledger says so."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from adapters.keys.installation import KEY_FILE, load_keys
from adapters.keys.protection.key_file import protect, read_key_file, rotated, save
from adapters.keys.protection.wrapping import (
    LEAST_PASSPHRASE,
    Command,
    Passphrase,
    Plain,
    Protection,
    SystemKeyring,
    Token,
)
from adapters.keys.releases import wrap_anew
from adapters.machine.locations import home
from engine.errors import InvalidError, fault
from flows.release.records.recording import record, require_reason, seal_words


@dataclass(frozen=True)
class KeyStatus:
    """What can be said of an installation's keys without showing any.

    Parameters
    ----------
    protection : str
        ``none``, ``passphrase``, ``keyring``, ``command`` or ``pkcs11``.
    public_key : str
        Of the present signing key.
    earlier_public : tuple of str
        Of those before.
    n_secrets : int
        The present secret and those before.
    """

    protection: str
    public_key: str
    earlier_public: tuple[str, ...]
    n_secrets: int


@dataclass(frozen=True)
class Rotation:
    """What a rotation did.

    Parameters
    ----------
    entry : int
        Of the ledger.
    public_key : str
        Of the signing key from now on.
    n_release_keys : int
        Keys of releases that were wrapped anew.
    """

    entry: int
    public_key: str
    n_release_keys: int


def key_status() -> KeyStatus:
    """How the installation's keys are kept."""
    keys = load_keys()
    kind = read_key_file(home()).protection.kind if (home() / KEY_FILE).exists() else "none"
    return KeyStatus(kind, keys.public_hex(), keys.earlier_public, 1 + len(keys.earlier))


def rotate_keys(reason: str, signing: bool) -> Rotation:
    """Make a new secret, and a new signing key if asked; what was sealed and signed before stays good.

    Parameters
    ----------
    reason : str
        For the ledger.
    signing : bool
        Whether the signing key is exchanged too.

    Notes
    -----
    The ledger's entry comes first and is signed with the key of before, which so vouches for the new one.
    After a crash between the two, the key of before goes on: it counts until the new one signs.
    """
    reason = require_reason(reason, "keys rotate")
    old = load_keys()
    new = rotated(old, signing)
    body: dict[str, object] = {"reason": seal_words(old, "rotated", reason)}
    if signing:
        body |= {"from": old.public_hex(), "to": new.public_hex()}
    entry = record("rotated", "", body, old)
    save(home(), new)
    if signing:  # from its first signature on, the new key vouches for what the one of before signed
        record("rotated", "", {"reason": seal_words(new, "rotated", reason)}, new)
    return Rotation(entry.seq, new.public_hex(), wrap_anew(new))


def protect_keys(way: Protection, words: bytes = b"") -> None:
    """Keep the installation's keys in another way.

    Parameters
    ----------
    way : Protection
    words : bytes
        The new passphrase, for that way alone.

    Raises
    ------
    InvalidError
        ``KEY007`` a short passphrase.
    """
    if not isinstance(way, Passphrase):
        protect(home(), load_keys(), way)
        return
    if len(words.decode("utf-8", "replace")) < LEAST_PASSPHRASE:
        must, advice = f"must have at least {LEAST_PASSPHRASE} characters", "Take several words."
        raise InvalidError(fault("KEY007", "passphrase", must, "fewer", advice))
    protect(home(), load_keys(), way, lambda key: way.wrap_under(key, words))


def protection_of(
    kind: str, *, wrap: str = "", unwrap: str = "", module: str = "", token: str = "", key: str = ""
) -> Protection:
    """A way to keep keys, from what a command names.

    Raises
    ------
    InvalidError
        ``KEY007`` another way, or something of it missing or too much.
    """
    named = {"wrap": wrap, "unwrap": unwrap, "module": module, "token": token, "key": key}
    given = {name for name, value in named.items() if value}
    needed, more = _WAYS.get(kind, (frozenset[str](), frozenset[str]()))
    if kind not in _WAYS or not needed <= given <= needed | more:
        must = f"must be one of {', '.join(_WAYS)}, each with its own options"
        advice = "command takes --wrap and --unwrap; pkcs11 takes --module, --token and perhaps --key."
        raise InvalidError(fault("KEY007", "keys protect", must, kind, advice))
    if kind == "command":
        return Command.of(shlex.split(wrap), shlex.split(unwrap))
    if kind == "pkcs11":
        return Token(module=module, token=token, key=key or "saferelease")
    if kind == "passphrase":
        return Passphrase()
    return SystemKeyring() if kind == "keyring" else Plain()


_WAYS = {
    "none": (frozenset[str](), frozenset[str]()),
    "passphrase": (frozenset[str](), frozenset[str]()),
    "keyring": (frozenset[str](), frozenset[str]()),
    "command": (frozenset({"wrap", "unwrap"}), frozenset[str]()),
    "pkcs11": (frozenset({"module", "token"}), frozenset({"key"})),
}

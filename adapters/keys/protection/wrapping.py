"""Ways to keep the key that seals the installation's keys: each wraps 32 bytes and unwraps them again.

``none`` keeps it in the file. ``passphrase`` seals it under a key made of words (scrypt [1]_). ``keyring``
gives it to the system's keyring. ``command`` hands it to a program, such as the client of a key management
service. ``pkcs11`` has a token or an HSM encrypt it; the token's key never leaves the token.

References
----------
.. [1] RFC 7914, The scrypt Password-Based Key Derivation Function.
"""

from __future__ import annotations

import secrets
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, Protocol

from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from pydantic import BaseModel, ConfigDict, Field

from adapters.keys.protection.asking import closed, spoken
from adapters.keys.sealing import decrypt, encrypt
from adapters.machine.processes.children import run_tool
from engine.errors import InvalidError, fault

PASSPHRASE_FILE = "SAFERELEASE_PASSPHRASE_FILE"
"""Names the file whose first line is the passphrase: for programs that nobody watches."""
LEAST_PASSPHRASE = 12
"""Characters of a passphrase at the least."""
KEY_BYTES = 32
_LABEL = "saferelease key wrapping 1"
_SECONDS = 60
_MOST_BYTES = 1 << 16
_SERVICE = "saferelease"


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Way(Protocol):
    """One way to keep a key."""

    def wrap(self, key: bytes) -> bytes:
        """What the file holds in place of `key`."""

    def unwrap(self, wrapped: bytes) -> bytes:
        """Inverse of `wrap`; ``KEY006`` when it cannot be done."""


class Plain(_Row):
    """In the file itself, which only its owner can read."""

    kind: Literal["none"] = "none"

    def wrap(self, key: bytes) -> bytes:
        """As it is."""
        return key

    def unwrap(self, wrapped: bytes) -> bytes:
        """As it is."""
        return wrapped


class Passphrase(_Row):
    """Under a passphrase.

    Parameters
    ----------
    n, r, p : int
        Cost of scrypt: 128 * n * r bytes of memory; by default 128 MiB.
    salt : str
        16 random bytes, in hexadecimal.
    """

    kind: Literal["passphrase"] = "passphrase"
    n: Annotated[int, Field(ge=2**14, le=2**20)] = 2**17
    r: Annotated[int, Field(ge=8, le=16)] = 8
    p: Annotated[int, Field(ge=1, le=4)] = 1
    salt: Annotated[str, Field(pattern="^[0-9a-f]{32}$")] = Field(
        default_factory=lambda: secrets.token_hex(16)
    )

    def wrap(self, key: bytes) -> bytes:
        """Sealed under the passphrase that is named or typed."""
        return self.wrap_under(key, passphrase())

    def wrap_under(self, key: bytes, words: bytes) -> bytes:
        """Sealed under `words`."""
        return encrypt(self._key(words), key, _LABEL)

    def unwrap(self, wrapped: bytes) -> bytes:
        """Opened with the passphrase that is named or typed."""
        return self.unwrap_under(wrapped, passphrase())

    def unwrap_under(self, wrapped: bytes, words: bytes) -> bytes:
        """Opened with `words`; ``KEY006`` when they are others."""
        try:
            return decrypt(self._key(words), wrapped, _LABEL)
        except InvalidError:
            raise closed(
                "passphrase", "another passphrase", "Give the right one; nobody can restore it."
            ) from None

    def _key(self, words: bytes) -> bytes:
        kdf = Scrypt(salt=bytes.fromhex(self.salt), length=KEY_BYTES, n=self.n, r=self.r, p=self.p)
        return kdf.derive(words)


class SystemKeyring(_Row):
    """In the keyring of the system: of the desktop, of macOS, of Windows.

    Parameters
    ----------
    entry : str
        Under which name it is kept.
    """

    kind: Literal["keyring"] = "keyring"
    entry: str = Field(default_factory=lambda: secrets.token_hex(8))

    def wrap(self, key: bytes) -> bytes:
        """Kept in the keyring; the file holds nothing of it."""
        keyring, broken = _keyring()
        try:
            keyring.set_password(_SERVICE, self.entry, key.hex())
        except broken as error:
            raise _no_keyring(type(error).__name__) from None
        return b""

    def unwrap(self, wrapped: bytes) -> bytes:
        """Asked of the keyring."""
        keyring, broken = _keyring()
        try:
            found = keyring.get_password(_SERVICE, self.entry)
        except broken as error:
            raise _no_keyring(type(error).__name__) from None
        if not found:
            raise _no_keyring("no such entry")
        return bytes.fromhex(found)


class Command(_Row):
    """By a program that gets it on its standard input: the client of a key management service.

    Parameters
    ----------
    wrap_command, unwrap_command : tuple of str
        The program by its full path, and its arguments; no shell is involved.
    """

    kind: Literal["command"] = "command"
    wrap_command: Annotated[tuple[str, ...], Field(min_length=1)]
    unwrap_command: Annotated[tuple[str, ...], Field(min_length=1)]

    @classmethod
    def of(cls, wrap: Sequence[str], unwrap: Sequence[str]) -> Command:
        """Programs by their full path: what ``PATH`` says later does not count."""
        return cls(wrap_command=_placed(wrap), unwrap_command=_placed(unwrap))

    def wrap(self, key: bytes) -> bytes:
        """What the program writes."""
        return _piped(self.wrap_command, key)

    def unwrap(self, wrapped: bytes) -> bytes:
        """What the other program writes."""
        return _piped(self.unwrap_command, wrapped)


class Token(_Row):
    """By a token or HSM that speaks PKCS #11.

    Parameters
    ----------
    module : str
        The token's library.
    token, key : str
        Labels of the token and of its AES key.
    """

    kind: Literal["pkcs11"] = "pkcs11"
    module: str
    token: str
    key: str = "saferelease"

    def wrap(self, key: bytes) -> bytes:
        """Encrypted in the token, whose key is made there if it has none."""
        from adapters.keys.protection.token import wrap_in_token

        return wrap_in_token(self.module, self.token, self.key, key)

    def unwrap(self, wrapped: bytes) -> bytes:
        """Decrypted in the token."""
        from adapters.keys.protection.token import unwrap_in_token

        return unwrap_in_token(self.module, self.token, self.key, wrapped)


Protection = Annotated[Plain | Passphrase | SystemKeyring | Command | Token, Field(discriminator="kind")]


def passphrase() -> bytes:
    """The passphrase of the installation's keys, from its file or typed.

    Raises
    ------
    InvalidError
        ``KEY006`` when there is neither a file nor anybody to ask.
    """
    return spoken(PASSPHRASE_FILE, "Passphrase of the installation's keys: ")


def _keyring() -> tuple[KeyringModule, type[Exception]]:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        advice = "Install it: pip install 'saferelease[keyring]'."
        raise closed("keyring", "no package for it", advice) from None
    return keyring, KeyringError


class KeyringModule(Protocol):
    """What is used of the package keyring."""

    def get_password(self, service_name: str, username: str) -> str | None:
        """What is kept."""

    def set_password(self, service_name: str, username: str, password: str) -> None:
        """Keep something."""


def _no_keyring(got: str) -> InvalidError:
    return closed("keyring", got, "Unlock the system's keyring, as the user who protected the keys.")


def _placed(command: Sequence[str]) -> tuple[str, ...]:
    found = shutil.which(command[0]) if command else None
    if found is None:
        advice = "Give the program and its arguments, e.g. --wrap 'kms encrypt --key 7'."
        raise InvalidError(fault("KEY007", "command", "must be a program that is there", "none", advice))
    return (str(Path(found).absolute()), *command[1:])


def _piped(command: Sequence[str], content: bytes) -> bytes:
    try:
        found = run_tool(command, Path("/"), _SECONDS, content)
    except (OSError, subprocess.SubprocessError) as error:
        raise closed(
            "command", type(error).__name__, "Try the program by hand; is the service there?"
        ) from None
    if not 0 < len(found) <= _MOST_BYTES:
        raise closed("command", f"{len(found)} bytes", "It must write the key, wrapped or unwrapped.")
    return found

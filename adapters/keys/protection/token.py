"""A key wrapped by a token or an HSM (PKCS #11): its AES key is made there and never leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from adapters.keys.protection.asking import closed, spoken

PIN_FILE = "SAFERELEASE_PIN_FILE"
"""Names the file whose first line is the token's PIN."""
_IV_BYTES = 16


def wrap_in_token(module: str, token: str, label: str, key: bytes) -> bytes:
    """Encrypt `key` in the token (AES-256-CBC with padding): initialization vector, then ciphertext.

    Notes
    -----
    What the key seals is authenticated by AES-GCM, so another key under it is seen there.
    """
    with _session(module, token) as (session, pkcs11):
        try:
            own = _key_of(session, pkcs11, label)
        except pkcs11.exceptions.NoSuchKey:
            own = session.generate_key(
                pkcs11.KeyType.AES,
                256,
                label=label,
                store=True,
                template={pkcs11.Attribute.SENSITIVE: True, pkcs11.Attribute.EXTRACTABLE: False},
            )
        vector = session.generate_random(_IV_BYTES * 8)
        return bytes(vector) + bytes(own.encrypt(key, mechanism_param=vector))


def unwrap_in_token(module: str, token: str, label: str, wrapped: bytes) -> bytes:
    """Inverse of `wrap_in_token`."""
    with _session(module, token) as (session, pkcs11):
        own = _key_of(session, pkcs11, label)
        return bytes(own.decrypt(wrapped[_IV_BYTES:], mechanism_param=wrapped[:_IV_BYTES]))


def _key_of(session: Any, pkcs11: Any, label: str) -> Any:
    return session.get_key(
        object_class=pkcs11.ObjectClass.SECRET_KEY, key_type=pkcs11.KeyType.AES, label=label
    )


@contextmanager
def _session(module: str, token: str) -> Iterator[tuple[Any, Any]]:
    try:
        import pkcs11
        import pkcs11.exceptions
    except ImportError:
        advice = "Install it: pip install 'saferelease[pkcs11]'."
        raise closed("pkcs11", "no package for it", advice) from None
    pin = spoken(PIN_FILE, "PIN of the token: ").decode()
    try:
        with pkcs11.lib(module).get_token(token_label=token).open(user_pin=pin, rw=True) as session:
            yield session, pkcs11
    except (pkcs11.exceptions.PKCS11Error, RuntimeError, OSError) as error:
        advice = "Is the token there, under this label, with this PIN and the key that wrapped?"
        raise closed("pkcs11", type(error).__name__, advice) from None

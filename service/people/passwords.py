"""Passwords: argon2id, a least length, and the same time for names that do not exist."""

from __future__ import annotations

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from service.refusals import Refusal

MIN_LENGTH = 12
MAX_LENGTH = 200
_hasher = PasswordHasher()


def hashed(password: str, login: str = "") -> str:
    """The hash of a new password.

    Raises
    ------
    Refusal
        ``PPL002`` when it is too short, too long, or the login.
    """
    apart = len(set(password)) > 4 and (not login or login.casefold() not in password.casefold())
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH or not apart:
        must = f"must have {MIN_LENGTH} to {MAX_LENGTH} characters, and not be your name or one key repeated"
        raise Refusal(422, "PPL002", "password", must, "", "Four words that do not belong together do well.")
    return _hasher.hash(password)


def matches(stored: str | None, password: str) -> bool:
    """Whether `password` is the one; as slow when there is none."""
    try:
        return _hasher.verify(stored or _nobody(), password[: MAX_LENGTH + 1]) and stored is not None
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobody() -> str:
    return _hasher.hash("nobody has this password")

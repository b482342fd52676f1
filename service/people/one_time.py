"""One-time codes of an authenticator (TOTP, RFC 6238): each works once."""

from __future__ import annotations

import time

import pyotp
import segno
from sqlalchemy import update
from sqlalchemy.orm import Session

from service.state.tables import Person
from service.state.vault import Vault

_STEP_SECONDS = 30
_DRIFT = (0, -1, 1)


def new_secret(vault: Vault, person: Person) -> str:
    """A new secret for an authenticator; it counts once a code of it was shown."""
    secret = pyotp.random_base32()
    person.totp_sealed = vault.seal(secret, f"totp {person.id}")
    person.totp_on = False
    person.totp_step = 0
    return secret


def address_of(secret: str, person: Person) -> str:
    """What an authenticator reads from a picture."""
    return pyotp.TOTP(secret).provisioning_uri(name=person.login, issuer_name="saferelease")


def picture(address: str) -> str:
    """The address as an SVG picture."""
    made: str = segno.make(address, error="m").svg_inline(scale=4, dark="#000", light="#fff", omitsize=False)
    return made


def secret_of(vault: Vault, person: Person) -> str:
    """The secret of a person; empty when there is none."""
    return vault.open(person.totp_sealed, f"totp {person.id}") if person.totp_sealed else ""


def accept(session: Session, vault: Vault, person: Person, code: str) -> bool:
    """Whether `code` is right and was not used before; then it is used up."""
    secret = secret_of(vault, person)
    step = int(time.time()) // _STEP_SECONDS
    for at in (step + drift for drift in _DRIFT):
        if secret and pyotp.TOTP(secret).at(at * _STEP_SECONDS) == code.replace(" ", ""):
            newer = update(Person).where(Person.id == person.id, Person.totp_step < at).values(totp_step=at)
            return _rows(session, newer) == 1
    return False


def _rows(session: Session, statement: object) -> int:
    return int(session.execute(statement).rowcount)  # type: ignore[call-overload]

"""Single sign-on by OpenID Connect: authorization code with PKCE, state and nonce of one use each."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import httpx
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import OAuth2Client
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from sqlalchemy import delete, select

from service.people.claimed_roles import Rules, settle
from service.people.identity import note
from service.people.sign_in import new_session, token_hash
from service.refusals import Refusal
from service.state.columns import now
from service.state.database import Database
from service.state.tables import ForeignSignIn, Person
from service.state.vault import Vault

_UNDER_WAY = timedelta(minutes=10)
_ALGORITHMS = ["RS256", "RS384", "RS512", "ES256", "ES384", "EdDSA"]


@dataclass(frozen=True)
class Provider:
    """An OpenID provider that administrators trust to say who somebody is.

    Parameters
    ----------
    issuer : str
        Its address; the discovery document is below it.
    client_id, client_secret : str
        What it knows this service by.
    rules : mapping or None
        Which roles its groups give and take.
    """

    issuer: str
    client_id: str
    client_secret: str
    rules: Rules | None = field(default=None, kw_only=True)

    def __repr__(self) -> str:
        return f"Provider({self.issuer})"


def begin(database: Database, vault: Vault, provider: Provider, back: str) -> tuple[str, str]:
    """Where to send the browser, and the state that its cookie must hold when it comes back."""
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    with _client(provider, back) as client:
        found = _discovered(provider)
        address, _ = client.create_authorization_url(
            found["authorization_endpoint"], state=state, nonce=nonce, code_verifier=verifier
        )
    with database.begin() as session:
        session.execute(delete(ForeignSignIn).where(ForeignSignIn.created < now() - _UNDER_WAY))
        sealed = vault.seal(verifier, f"sso {token_hash(state)}")
        session.add(ForeignSignIn(state_hash=token_hash(state), nonce=nonce, verifier_sealed=sealed))
    return str(address), state


def complete(
    database: Database, vault: Vault, provider: Provider, back: str, code: str, state: str, kept: str
) -> str:
    """A session for whoever the provider says it is; accounts are made by administrators alone.

    Raises
    ------
    Refusal
        ``PPL007`` when the answer is not to a question of ours, or names nobody whom we know.
    """
    if not state or not secrets.compare_digest(state, kept):
        raise _not_ours()
    with database.begin() as session:
        row = session.get(ForeignSignIn, token_hash(state))
        if row is None:
            raise _not_ours()
        session.delete(row)
    if now() - row.created > _UNDER_WAY:
        raise _not_ours()
    verifier = vault.open(row.verifier_sealed, f"sso {row.state_hash}")
    claims = _claims(provider, back, code, verifier, row.nonce)
    subject = f"{provider.issuer} {claims['sub']}"
    with database.begin() as session:
        person = session.scalar(select(Person).where(Person.subject == subject))
        if person is None and claims.get("email_verified") is True:
            email = str(claims.get("email", "")).casefold()
            found = select(Person).where(Person.email == email, Person.subject.is_(None), Person.email != "")
            candidates = list(session.scalars(found))
            person = candidates[0] if len(candidates) == 1 else None
            if person is not None:
                person.subject = subject
                note(session, vault.keys, None, person, "linked")
        if person is None or not person.active:
            raise _not_ours()
        settle(session, vault.keys, person, provider.rules or {}, claims)
        return new_session(session, person)


def _claims(provider: Provider, back: str, code: str, verifier: str, nonce: str) -> dict[str, Any]:
    try:
        found = _discovered(provider)
        with _client(provider, back) as client:
            token = client.fetch_token(
                found["token_endpoint"], code=code, code_verifier=verifier, grant_type="authorization_code"
            )
        keys = KeySet.import_key_set(httpx.get(found["jwks_uri"], timeout=10).raise_for_status().json())
        claims: dict[str, Any] = jwt.decode(str(token["id_token"]), keys, algorithms=_ALGORITHMS).claims
        jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": provider.issuer},
            aud={"essential": True, "value": provider.client_id},
            exp={"essential": True},
            sub={"essential": True},
            nonce={"essential": True, "value": nonce},
            leeway=60,
        ).validate(claims)
    except (OAuthError, JoseError, httpx.HTTPError, KeyError, ValueError):
        raise _not_ours() from None
    return claims


def _discovered(provider: Provider) -> dict[str, str]:
    address = f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration"
    try:
        found: dict[str, str] = httpx.get(address, timeout=10).raise_for_status().json()
    except (httpx.HTTPError, ValueError):
        advice = "Sign in with name and password, or tell an administrator."
        raise Refusal(502, "PPL008", "single sign-on", "must be reachable", "", advice) from None
    if found.get("issuer") != provider.issuer:
        raise _not_ours()
    return found


def _client(provider: Provider, back: str) -> OAuth2Client:
    return OAuth2Client(
        provider.client_id,
        provider.client_secret,
        scope="openid profile email",
        redirect_uri=back,
        code_challenge_method="S256",
        timeout=10,
    )


def _not_ours() -> Refusal:
    advice = "Begin again; if it stays so, an administrator has no account with your verified mail address."
    return Refusal(401, "PPL007", "single sign-on", "must name somebody who has an account", "", advice)

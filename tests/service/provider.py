"""An OpenID provider as a process of its own: it signs, and it checks PKCE, client, code and address."""

from __future__ import annotations

import base64
import hashlib
import secrets
import sys
import time
from urllib.parse import urlencode

import uvicorn
from fastapi import FastAPI, Form, Header
from fastapi.responses import JSONResponse, RedirectResponse
from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "saferelease", "a-secret-of-the-client"
KEY = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})
STRANGE = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})


def provider(port: int) -> FastAPI:
    """Signs in whom `/as` names, in the way that it names: well, or with one thing wrong."""
    app, issuer = FastAPI(), f"http://127.0.0.1:{port}"
    codes: dict[str, dict[str, str]] = {}
    now = {"email": "reviewer@clinic.example", "fault": "", "groups": ""}

    @app.get("/as")
    def become(email: str, fault: str = "", groups: str = "") -> dict[str, str]:
        now.update(email=email, fault=fault, groups=groups)
        return now

    @app.get("/.well-known/openid-configuration")
    def discovery() -> dict[str, str]:
        ends = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        return {"issuer": issuer, **{name: f"{issuer}/{path}" for name, path in ends.items()}}

    @app.get("/keys")
    def keys() -> dict[str, object]:
        return {"keys": [KEY.as_dict(private=False)]}

    @app.get("/authorize")
    def authorize(
        client_id: str, redirect_uri: str, state: str, nonce: str, code_challenge: str
    ) -> RedirectResponse:
        code = secrets.token_urlsafe(16)
        codes[code] = {"nonce": nonce, "challenge": code_challenge, "back": redirect_uri, **now}
        assert client_id == CLIENT
        return RedirectResponse(f"{redirect_uri}?{urlencode({'code': code, 'state': state})}")

    @app.post("/token")
    def token(
        code: str = Form(), redirect_uri: str = Form(), code_verifier: str = Form(),
        authorization: str = Header(),
    ) -> JSONResponse:  # fmt: skip
        given, basic = codes.pop(code, None), base64.b64decode(authorization.split()[1]).decode()
        digest = base64.urlsafe_b64encode(hashlib.sha256(code_verifier.encode()).digest()).decode()
        good = given and given["challenge"] == digest.rstrip("=") and given["back"] == redirect_uri
        if not good or basic != f"{CLIENT}:{SECRET}":
            return JSONResponse({"error": "invalid_grant"}, 400)
        assert given is not None
        fault = given["fault"]
        claims = {
            "iss": "http://other.example" if fault == "issuer" else issuer,
            "aud": "somebody else" if fault == "audience" else CLIENT,
            "sub": given["email"],
            "email": given["email"],
            "email_verified": fault != "unverified",
            "nonce": "another" if fault == "nonce" else given["nonce"],
            "groups": given["groups"].split(","),
            "exp": int(time.time()) + (-600 if fault == "expired" else 600),
        }
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, claims, STRANGE if fault == "key" else KEY)
        return JSONResponse({"access_token": "x", "token_type": "Bearer", "id_token": signed})

    return app


if __name__ == "__main__":
    uvicorn.run(provider(int(sys.argv[1])), port=int(sys.argv[1]), log_level="critical")

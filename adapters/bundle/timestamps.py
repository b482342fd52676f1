"""Time stamps of a bundle's signature by an authority outside (RFC 3161): it existed at that time.

The stamp lies beside the signature as ``manifest.tsr``, the authority's answer as it came.

References
----------
.. [1] RFC 3161, Internet X.509 Public Key Infrastructure Time-Stamp Protocol, section 2.4.
"""

from __future__ import annotations

import stat
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding

from adapters.bundle.files import ATTESTATION, TIMESTAMP
from adapters.machine.files import write_atomically
from engine.errors import Fault, InvalidError, fault

_SECONDS = 30
_MOST_BYTES = 1 << 18
_HASHES = {"sha256": hashes.SHA256(), "sha384": hashes.SHA384(), "sha512": hashes.SHA512()}
_QUERY = "application/timestamp-query"


@dataclass(frozen=True)
class Stamp:
    """What a time stamp that holds says.

    Parameters
    ----------
    at : datetime
        When the signature existed at the latest; UTC.
    authority : str
        Subject of the authority's certificate.
    """

    at: datetime
    authority: str


class BadStampError(ValueError):
    """A time stamp that does not hold; its text says why."""


class AuthorityAwayError(InvalidError):
    """The authority could not be reached, or could not answer now: asking again may help."""


def request_stamp(folder: Path, url: str, roots: Sequence[x509.Certificate]) -> Stamp:
    """Have an authority stamp the signature of a bundle, and put its answer beside it.

    Parameters
    ----------
    folder : Path
        The bundle.
    url : str
        The authority's address.
    roots : sequence of Certificate
        Root certificates under which the answer must hold.

    Raises
    ------
    InvalidError
        ``TSA001`` when it does not answer with a stamp of this signature that holds; an
        `AuthorityAwayError` when asking again may help.
    """
    import httpx

    library = _library()
    signature = (folder / ATTESTATION).read_bytes()
    asked = library.TimestampRequestBuilder().data(signature).build()
    try:
        answer = httpx.post(
            url, content=asked.as_bytes(), headers={"Content-Type": _QUERY}, timeout=_SECONDS
        ).raise_for_status()
        stamp = stamp_of(answer.content, signature, roots, nonce=asked.nonce)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        kind = AuthorityAwayError if _passes(error) else InvalidError
        raise kind(_unanswered(url, type(error).__name__)) from None
    except BadStampError as error:
        raise InvalidError(_unanswered(url, str(error))) from None
    write_atomically(folder / TIMESTAMP, answer.content)
    return stamp


def read_stamp(folder: Path, roots: Sequence[x509.Certificate]) -> Stamp | None:
    """The time stamp of a bundle; None when it has none.

    Raises
    ------
    BadStampError
        It does not hold under these roots, or it stamps something else.
    """
    path = folder / TIMESTAMP
    try:
        state = path.lstat()
        if not stat.S_ISREG(state.st_mode) or state.st_size > _MOST_BYTES:
            raise BadStampError("no file of a time stamp")
        return stamp_of(path.read_bytes(), (folder / ATTESTATION).read_bytes(), roots)
    except FileNotFoundError:
        return None
    except OSError:
        raise BadStampError("an unreadable file") from None


def stamp_of(
    answer: bytes, content: bytes, roots: Sequence[x509.Certificate], nonce: int | None = None
) -> Stamp:
    """What an authority's answer says about `content`.

    Raises
    ------
    BadStampError
        It does not hold.
    """
    library = _library()
    try:
        response = library.decode_timestamp_response(answer)
        if response.as_bytes() != answer:
            raise BadStampError("bytes that are not of the stamp")
        builder = library.VerifierBuilder(roots=list(roots), nonce=nonce)
        builder.build().verify_message(response, content)
        return Stamp(response.tst_info.gen_time.astimezone(UTC), _signed_by(answer))
    except BadStampError:
        raise
    except library.VerificationError:
        raise BadStampError("a stamp of something else, or of nobody whom you know") from None
    except (ValueError, TypeError, KeyError, OverflowError, AttributeError):
        raise BadStampError("no time stamp") from None


def read_roots(paths: Sequence[Path]) -> list[x509.Certificate]:
    """Root certificates of authorities, from PEM files.

    Raises
    ------
    InvalidError
        ``TSA002``.
    """
    found: list[x509.Certificate] = []
    for path in paths:
        try:
            found += x509.load_pem_x509_certificates(path.read_bytes())
        except (OSError, ValueError):
            must, advice = "must hold certificates in PEM", "Ask the authority for its root certificate."
            raise InvalidError(fault("TSA002", str(path), must, "", advice)) from None
    return found


def _signed_by(answer: bytes) -> str:
    """The subject of the certificate that signed, when the signature names it and its content (RFC 5816).

    The library leaves out these two of the protocol's checks.
    """
    from asn1crypto import tsp

    token = tsp.TimeStampResp.load(answer, strict=True)["time_stamp_token"]["content"]
    [signer] = token["signer_infos"]
    said = {one["type"].native: one["values"] for one in signer["signed_attrs"]}
    named = said["signing_certificate_v2"][0]["certs"][0]
    digest = hashes.Hash(_HASHES[named["hash_algorithm"]["algorithm"].native])
    given = [x509.load_der_x509_certificate(one.chosen.dump()) for one in token["certificates"]]
    [leaf] = {one for one in given if one.serial_number == signer["sid"].chosen["serial_number"].native}
    digest.update(leaf.public_bytes(Encoding.DER))
    if said["content_type"].native != ["tst_info"] or named["cert_hash"].native != digest.finalize():
        raise BadStampError("a signature that names another content or certificate")
    return leaf.subject.rfc4514_string()


def _library() -> Any:
    try:
        import asn1crypto  # noqa: F401
        import rfc3161_client
    except ImportError:
        advice = "Install it: pip install 'saferelease[timestamps]'."
        raise InvalidError(
            fault("TSA003", "time stamp", "needs rfc3161-client and asn1crypto", "", advice)
        ) from None
    return rfc3161_client


def _passes(error: Exception) -> bool:
    """Whether it may be otherwise in a while: nobody answered, or the server is at fault or busy."""
    import httpx

    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code >= 500 or error.response.status_code == 429
    return isinstance(error, httpx.TransportError) and not isinstance(error, httpx.UnsupportedProtocol)


def _unanswered(url: str, got: str) -> Fault:
    must, advice = "must answer with a stamp of this signature", "Nothing was stored. Is it the authority's?"
    return fault("TSA001", url, must, got, advice)

"""The signature inside a report's PDF (PAdES, ETSI EN 319 142-1), made and checked by pyHanko."""

from __future__ import annotations

import io
import logging
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from cryptography import x509
from cryptography.hazmat.primitives import serialization

from adapters.keys.installation import Keys
from adapters.machine.extras import require
from adapters.reports.pdf.certificates import certified
from engine.errors import InvalidError, RefusedError, fault

if TYPE_CHECKING:
    from asn1crypto.x509 import Certificate

FIELD = "Signature"


@dataclass(frozen=True)
class SignedReport:
    """The signature of a report that is as it was signed.

    Parameters
    ----------
    signer : str
        As its certificate says.
    public_key : str
        Of the installation that vouches for it, 64 hexadecimal digits.
    at : datetime or None
        When, by the signer's clock.
    reason : str
        What was signed.
    """

    signer: str
    public_key: str
    at: datetime | None
    reason: str


def sign(pdf: bytes, keys: Keys, name: str, reason: str) -> bytes:
    """Sign a PDF for the installation; no later change is allowed.

    Parameters
    ----------
    pdf : bytes
    keys : Keys
        Of the installation.
    name : str
        That readers show.
    reason : str
        What is signed.
    """
    require("reports", "a signed report")
    from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
    from pyhanko.sign import fields, signers

    about = signers.PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm="sha256",
        name=name,
        reason=reason,
        subfilter=fields.SigSeedSubFilter.PADES,
        certify=True,
        docmdp_permissions=fields.MDPPerm.NO_CHANGES,
    )
    writer = IncrementalPdfFileWriter(io.BytesIO(pdf))
    return bytes(signers.sign_pdf(writer, about, signer=_signer(keys, name)).getvalue())


def _signer(keys: Keys, name: str) -> Any:
    from asn1crypto.keys import PrivateKeyInfo
    from asn1crypto.x509 import Certificate
    from pyhanko.sign import signers
    from pyhanko_certvalidator.registry import SimpleCertificateStore

    made = certified(keys, name)
    der = serialization.Encoding.DER
    private = made.key.private_bytes(der, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    own, issuer = (Certificate.load(one.public_bytes(der)) for one in (made.own, made.issuer))
    known = SimpleCertificateStore()  # type: ignore[no-untyped-call]
    known.register(issuer)
    return signers.SimpleSigner(
        signing_cert=own, signing_key=PrivateKeyInfo.load(private), cert_registry=known
    )


def signature_of(pdf: bytes) -> SignedReport:
    """Whose signature a report carries, after checking that nothing was changed since.

    Parameters
    ----------
    pdf : bytes

    Raises
    ------
    InvalidError
        ``PDF001`` when it is no PDF with one signature of an installation.
    RefusedError
        ``PDF002`` when it was changed after signing, or the signature does not hold.
    """
    require("reports", "the signature of a report")
    logging.getLogger("pyhanko").setLevel(logging.CRITICAL + 1)  # the answer says what it found
    from pyhanko.sign.validation import validate_pdf_signature
    from pyhanko.sign.validation.status import SignatureCoverageLevel
    from pyhanko_certvalidator import ValidationContext

    embedded = _embedded(pdf)
    try:
        issuer = _issuer(embedded)
        context = ValidationContext(trust_roots=[issuer], allow_fetching=False)
        status = validate_pdf_signature(embedded, context)
        covers_all = status.coverage == SignatureCoverageLevel.ENTIRE_FILE
        holds = status.bottom_line and covers_all and _is_plain(pdf, embedded)
    except InvalidError:
        raise
    except Exception:  # noqa: BLE001  # pyHanko's readers fail in many ways on a damaged file
        raise _changed() from None
    if not holds:
        raise _changed()
    said = embedded.sig_object
    return SignedReport(
        signer=str(embedded.signer_cert.subject.native["common_name"]),
        public_key=issuer.public_key["public_key"].native.hex(),
        at=status.signer_reported_dt,
        reason=str(said.get("/Reason", "")),
    )


def _embedded(pdf: bytes) -> Any:
    from pyhanko.pdf_utils.reader import PdfFileReader

    try:
        found = PdfFileReader(io.BytesIO(pdf)).embedded_signatures
        if len(found) == 1:
            found[0].compute_integrity_info()
            return found[0]
    except Exception:  # noqa: BLE001  # as above
        raise _changed() if b"/ByteRange" in pdf else _unsigned() from None
    raise _unsigned()


def _is_plain(pdf: bytes, embedded: Any) -> bool:
    """Whether the container, whose outer parts nothing signs, is what `sign` makes of the signed ones."""
    first, length, second, _ = (int(number) for number in embedded.byte_range)
    written = pdf[first + length + 1 : second - 1].decode("ascii")
    again = _container(embedded).dump(force=True).hex().upper()
    return bool(again.ljust(len(written), "0") == written)


def _container(embedded: Any) -> Any:
    """The container of a signature, made anew from certificates, signed attributes and signature alone."""
    from asn1crypto import algos, cms

    signer = embedded.signed_data["signer_infos"][0]
    own = embedded.signer_cert
    sha256 = algos.DigestAlgorithm({"algorithm": "sha256"})
    new = cms.SignerInfo(
        {
            "version": "v1",
            "sid": cms.IssuerAndSerialNumber({"issuer": own.issuer, "serial_number": own.serial_number}),
            "digest_algorithm": sha256,
            "signature_algorithm": cms.SignedDigestAlgorithm({"algorithm": "sha256_ecdsa"}),
            "signed_attrs": signer["signed_attrs"],
            "signature": signer["signature"],
        }
    )
    signed = cms.SignedData(
        {
            "version": "v1",
            "digest_algorithms": [sha256],
            "encap_content_info": {"content_type": "data"},
            "certificates": embedded.signed_data["certificates"],
            "signer_infos": [new],
        }
    )
    return cms.ContentInfo({"content_type": "signed_data", "content": signed})


def _issuer(embedded: Any) -> Certificate:
    """The installation's certificate in the signature: signed by its own key, which is an Ed25519 key."""
    for one in embedded.other_embedded_certs:
        if one.public_key.algorithm == "ed25519":
            known = x509.load_der_x509_certificate(one.dump())
            known.verify_directly_issued_by(known)
            return one
    raise _unsigned()


def _unsigned() -> InvalidError:
    advice = "Make it anew: saferelease report BUNDLE --pdf FILE."
    return InvalidError(fault("PDF001", "file", "must be a report signed by an installation", "", advice))


def _changed() -> RefusedError:
    advice = "Do not rely on it. Ask its maker for the file as it was signed."
    return RefusedError(fault("PDF002", "file", "must be as it was signed", "another file", advice))

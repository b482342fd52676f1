"""The certificate under which an installation signs reports, made from its keys alone.

PDF readers do not know Ed25519. So a key on P-256 signs, derived from the installation's secret, and the
installation's Ed25519 key, which everybody who checks its bundles knows, signs the certificate of that key.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.x509.oid import NameOID

from adapters.keys.installation import Keys

_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
_NO_END = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""Of a certificate without a set end (RFC 5280, 4.1.2.5): lists of trusted keys say how long a key holds."""
_DOCUMENT_SIGNING = x509.ObjectIdentifier("1.3.6.1.5.5.7.3.36")
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the group of P-256 (FIPS 186-5)."""


@dataclass(frozen=True)
class Certified:
    """A key that signs reports, and its certificates.

    Parameters
    ----------
    key : EllipticCurvePrivateKey
    own, issuer : Certificate
        Of the key, and of the installation that vouches for it.
    """

    key: ec.EllipticCurvePrivateKey
    own: x509.Certificate
    issuer: x509.Certificate

    def __repr__(self) -> str:
        return "Certified(...)"


def certified(keys: Keys, name: str) -> Certified:
    """The signing key for reports; the same keys and name give the same certificates.

    Parameters
    ----------
    keys : Keys
        Of the installation.
    name : str
        That readers show as the signer's.
    """
    key = _derived(keys)
    issued_by = _name(installation_name(keys.public_hex()))
    root = _builder(issued_by, issued_by, keys.signing.public_key())
    root = root.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    root = root.add_extension(_usage(certificates=True), critical=True)
    own = _builder(_name(name), issued_by, key.public_key())
    own = own.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    own = own.add_extension(_usage(certificates=False), critical=True)
    own = own.add_extension(x509.ExtendedKeyUsage([_DOCUMENT_SIGNING]), critical=False)
    return Certified(key, own.sign(keys.signing, None), root.sign(keys.signing, None))


def installation_name(public_key: str) -> str:
    """What an installation is called that no list names."""
    return f"saferelease installation {public_key[:16]}"


def _derived(keys: Keys) -> ec.EllipticCurvePrivateKey:
    """64 bytes reduced modulo the order: no value is likelier than another (FIPS 186-5, A.2.1)."""
    wide = b"".join(keys.derive(f"key that signs reports {part}") for part in (1, 2))
    return ec.derive_private_key(int.from_bytes(wide) % (_ORDER - 1) + 1, ec.SECP256R1())


def _name(text: str) -> x509.Name:
    """A common name of a certificate has 64 characters at the most (RFC 5280, appendix A.1)."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _builder(
    subject: x509.Name, issuer: x509.Name, public: Ed25519PublicKey | ec.EllipticCurvePublicKey
) -> x509.CertificateBuilder:
    identifier = x509.SubjectKeyIdentifier.from_public_key(public)
    digest = hashes.Hash(hashes.SHA256())
    digest.update(identifier.digest + subject.public_bytes())
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(int.from_bytes(digest.finalize()[:16]) >> 1 | 1)
        .not_valid_before(_BEGIN)
        .not_valid_after(_NO_END)
        .add_extension(identifier, critical=False)
    )


def _usage(certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not certificates,
        content_commitment=not certificates,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=certificates,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )

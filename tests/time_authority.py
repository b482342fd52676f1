"""A local authority of time stamps (RFC 3161) with its root, and every fault that it can have."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

from asn1crypto import algos, cms, core, tsp
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

POLICY = "1.3.6.1.4.1.99999.1"
NOW = datetime.now(UTC).replace(microsecond=0)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


@dataclass
class Certified:
    """A certificate with its private key."""

    certificate: x509.Certificate
    key: Any

    def der(self) -> bytes:
        return self.certificate.public_bytes(Encoding.DER)

    def write(self, path: Path) -> Path:
        path.write_bytes(self.certificate.public_bytes(Encoding.PEM))
        return path


def certified(
    name: str,
    issuer: Certified | None = None,
    *,
    is_ca: bool = True,
    usage: x509.ObjectIdentifier | None = ExtendedKeyUsageOID.TIME_STAMPING,
    critical: bool = True,
    days: tuple[int, int] = (-400, 400),
    curve: bool = False,
) -> Certified:
    """A certificate for `name`: a root without an issuer."""
    key: Any = ec.generate_private_key(ec.SECP256R1()) if curve else rsa.generate_private_key(65537, 2048)
    made = (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .issuer_name(issuer.certificate.subject if issuer else _name(name))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW + timedelta(days=days[0]))
        .not_valid_after(NOW + timedelta(days=days[1]))
        .add_extension(x509.BasicConstraints(is_ca, None), critical=True)
    )
    if not is_ca and usage is not None:
        made = made.add_extension(x509.ExtendedKeyUsage([usage]), critical=critical)
    return Certified(made.sign(issuer.key if issuer else key, hashes.SHA256()), key)


@dataclass
class Authority:
    """What stamps; each field can be made wrong."""

    root: Certified
    leaf: Certified
    middle: list[Certified] = field(default_factory=list)
    at: datetime | None = None
    status: int = 0
    imprint: bytes | None = None
    algorithm: str | None = None
    signs: Any = None
    essential: bytes | None = None
    content_type: str = "tst_info"

    def stamp(self, imprint: bytes, algorithm: str, nonce: int | None) -> bytes:
        """The answer to a request."""
        info = tsp.TSTInfo(
            {
                "version": "v1",
                "policy": POLICY,
                "message_imprint": {
                    "hash_algorithm": {"algorithm": self.algorithm or algorithm},
                    "hashed_message": self.imprint if self.imprint is not None else imprint,
                },
                "serial_number": 7,
                "gen_time": self.at or datetime.now(UTC).replace(microsecond=0),
            }
            | ({"nonce": nonce} if nonce is not None else {})
        )
        return self.answer(info)

    def answer(self, info: Any) -> bytes:
        content = info.dump()
        essential = self.essential if self.essential is not None else hashlib.sha256(self.leaf.der()).digest()
        attributes = cms.CMSAttributes(
            [
                cms.CMSAttribute({"type": "content_type", "values": [self.content_type]}),
                cms.CMSAttribute({"type": "message_digest", "values": [hashlib.sha256(content).digest()]}),
                cms.CMSAttribute(
                    {
                        "type": "signing_certificate_v2",
                        "values": [tsp.SigningCertificateV2({"certs": [{"cert_hash": essential}]})],
                    }
                ),
            ]
        )
        key = self.signs or self.leaf.key
        if isinstance(key, rsa.RSAPrivateKey):
            kind = "sha256_rsa"
            signature = key.sign(attributes.dump(), padding.PKCS1v15(), hashes.SHA256())
        else:
            kind = "sha256_ecdsa"
            signature = key.sign(attributes.dump(), ec.ECDSA(hashes.SHA256()))
        leaf = asn1_x509.Certificate.load(self.leaf.der())
        signer = cms.SignerInfo(
            {
                "version": "v1",
                "sid": cms.SignerIdentifier(
                    {
                        "issuer_and_serial_number": cms.IssuerAndSerialNumber(
                            {"issuer": leaf.issuer, "serial_number": leaf.serial_number}
                        )
                    }
                ),
                "digest_algorithm": algos.DigestAlgorithm({"algorithm": "sha256"}),
                "signed_attrs": attributes,
                "signature_algorithm": algos.SignedDigestAlgorithm({"algorithm": kind}),
                "signature": signature,
            }
        )
        certificates = [leaf, *(asn1_x509.Certificate.load(one.der()) for one in self.middle)]
        signed = cms.SignedData(
            {
                "version": "v3",
                "digest_algorithms": [algos.DigestAlgorithm({"algorithm": "sha256"})],
                "encap_content_info": {
                    "content_type": "tst_info",
                    "content": core.ParsableOctetString(content),
                },
                "certificates": [cms.CertificateChoices({"certificate": one}) for one in certificates],
                "signer_infos": [signer],
            }
        )
        token = cms.ContentInfo({"content_type": "signed_data", "content": signed})
        return bytes(tsp.TimeStampResp({"status": {"status": self.status}, "time_stamp_token": token}).dump())

    def stamp_of(self, content: bytes) -> bytes:
        """A stamp of `content`, unasked."""
        return self.stamp(hashlib.sha256(content).digest(), "sha256", None)

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Its address while it answers requests."""
        authority = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = tsp.TimeStampReq.load(self.rfile.read(int(self.headers["Content-Length"])))
                imprint = asked["message_imprint"]
                answer = authority.stamp(
                    imprint["hashed_message"].native,
                    imprint["hash_algorithm"]["algorithm"].native,
                    asked["nonce"].native,
                )
                self.send_response(200)
                self.send_header("Content-Type", "application/timestamp-reply")
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *args: object) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            server.server_close()


def authority(name: str = "Time House", **more: Any) -> Authority:
    """An authority with a root of its own."""
    root = certified(f"{name} Root")
    return Authority(root, certified(name, root, is_ca=False, **more))

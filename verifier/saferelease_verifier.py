"""Checks a release bundle of saferelease without saferelease: read it from top to bottom, then run it.

    python saferelease_verifier.py BUNDLE --public-key KEY
    python saferelease_verifier.py BUNDLE --trust LIST --root KEY
    python saferelease_verifier.py BUNDLE --public-key KEY --opening FILE

A bundle is a folder. ``manifest.json`` lists every other file with its SHA-256. ``manifest.dsse.json``
is a DSSE envelope (github.com/secure-systems-lab/dsse) around an in-toto statement (in-toto.io/Statement/v1)
whose subjects are these files and whose predicate is the manifest; its one signature is Ed25519, its keyid
the signer's public key. Version 0.1.0 had ``manifest.sig`` instead: JSON with a signature over manifest.json.
``approvals.dsse.json`` may hold statements by approvers over manifest.json. ``manifest.tsr`` may hold a time
stamp (RFC 3161) over manifest.dsse.json; to check it, install asn1crypto too.

An opening shows removed values. Each is a salted leaf of its document's Merkle tree (RFC 6962), whose root
is ``openings_root`` in the manifest; the path to it tells nothing of the other values.

Exit codes: 0 VERIFIED, 1 FAILED, 2 no bundle or no usable list, 5 UNVERIFIED.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import re
import stat
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import Any

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding

IN_TOTO = "application/vnd.in-toto+json"
TRUST = "application/vnd.saferelease.trust+json"
STATEMENT = "https://in-toto.io/Statement/v1"
MANIFEST_PREDICATE = "urn:saferelease:manifest:2"
APPROVAL_PREDICATE = "urn:saferelease:approval:1"
OWN_APPROVAL_LABEL = b"saferelease approval 1\n"
PUBLIC_KEY = re.compile("[0-9a-f]{64}")
TIMESTAMP = "manifest.tsr"
SLACK = timedelta(minutes=5)
DER = Encoding.DER


class Unusable(Exception):
    """There is nothing that could be verified, or no list to verify it by."""


class Findings:
    """What speaks against a bundle (failed), what leaves it open (open), removed values that are proved."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.open: list[str] = []
        self.opened: list[str] = []

    def answer(self) -> str:
        return "FAILED" if self.failed else "UNVERIFIED" if self.open else "VERIFIED"


# --- bytes, hashes, signatures -------------------------------------------------------------------------


def canonical(content: object) -> bytes:
    """JSON as saferelease writes it; anything else in these files is a change."""
    return (json.dumps(content, sort_keys=True, indent=1, ensure_ascii=False) + "\n").encode()


def read_regular(path: Path) -> bytes:
    """The content of a regular file; a link, pipe or device is none."""
    if not stat.S_ISREG(path.lstat().st_mode):
        raise OSError("no regular file")
    return path.read_bytes()


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def holds(public_key: str, signature: bytes, message: bytes) -> bool:
    """Ed25519: did the holder of `public_key` sign `message`?"""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def unbase64(text: str) -> bytes:
    found = base64.b64decode(text, validate=True)
    if base64.b64encode(found).decode() != text:
        raise ValueError("base64 of another form")
    return found


def open_envelope(envelope: Any, payload_type: str) -> tuple[Any, list[str]]:
    """Payload and signers of a DSSE envelope; every signature in it must hold."""
    if set(envelope) != {"payload", "payloadType", "signatures"} or envelope["payloadType"] != payload_type:
        raise ValueError("another envelope")
    payload, kind = unbase64(envelope["payload"]), payload_type.encode()
    message = b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)
    signers = []
    for one in envelope["signatures"]:
        if set(one) != {"keyid", "sig"} or not PUBLIC_KEY.fullmatch(one["keyid"]):
            raise ValueError("another signature")
        if not holds(one["keyid"], unbase64(one["sig"]), message):
            raise ValueError("a signature that does not hold")
        signers.append(one["keyid"])
    return json.loads(payload), signers


def statement(files: dict[str, str], predicate_type: str, predicate: object) -> dict[str, object]:
    subjects = [{"name": name, "digest": {"sha256": files[name]}} for name in sorted(files)]
    return {"_type": STATEMENT, "subject": subjects, "predicateType": predicate_type, "predicate": predicate}


# --- the bundle ----------------------------------------------------------------------------------------


def read_manifest(bundle: Path) -> tuple[bytes, dict[str, Any]]:
    try:
        content = read_regular(bundle / "manifest.json")
        manifest = json.loads(content)
        if manifest["format"] not in (1, 2) or not isinstance(manifest["release_id"], str):
            raise ValueError("another format")
        for file in manifest["files"]:
            if not (isinstance(file["path"], str) and isinstance(file["sha256"], str)):
                raise ValueError("another format")
        return content, manifest
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise Unusable("must be the folder of a release bundle with its manifest.json") from None


def signer_of(bundle: Path, content: bytes, manifest: dict[str, Any]) -> str:
    """The public key that signed the bundle; empty when the signature does not hold."""
    try:
        if manifest["format"] == 1:
            old = json.loads(read_regular(bundle / "manifest.sig"))
            good = holds(old["public_key"], bytes.fromhex(old["signature"]), content)
            return str(old["public_key"]).lower() if good else ""
        raw = read_regular(bundle / "manifest.dsse.json")
        envelope = json.loads(raw)
        said, signers = open_envelope(envelope, IN_TOTO)
        subjects = {file["path"]: file["sha256"] for file in manifest["files"]}
        subjects["manifest.json"] = hashlib.sha256(content).hexdigest()
        meant = statement(subjects, MANIFEST_PREDICATE, manifest)
        return signers[0] if raw == canonical(envelope) and said == meant and len(signers) == 1 else ""
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""


def entries(folder: Path, before: str = "") -> Iterator[tuple[str, int]]:
    """Every entry below `folder` with its mode; no link is followed."""
    with os.scandir(folder) as found:
        for entry in list(found):
            mode = entry.stat(follow_symlinks=False).st_mode
            yield f"{before}{entry.name}", mode
            if stat.S_ISDIR(mode):
                yield from entries(Path(entry.path), f"{before}{entry.name}/")


def check_files(found: Findings, bundle: Path, manifest: dict[str, Any]) -> None:
    """Every file as signed, none missing, none added; no folder, link, pipe or device added."""
    signature = "manifest.sig" if manifest["format"] == 1 else "manifest.dsse.json"
    own = {"manifest.json", signature, "approvals.dsse.json"}
    own |= {TIMESTAMP} if manifest["format"] == 2 else set()
    listed = {file["path"]: file["sha256"] for file in manifest["files"]}
    folders = {str(parent) for name in listed for parent in PurePosixPath(name).parents} | {"documents"}
    present = dict(entries(bundle))
    found.failed += [f"{name} is missing" for name in sorted(listed.keys() - present.keys())]
    for name, mode in sorted(present.items()):
        if name in own:
            found.failed += [] if stat.S_ISREG(mode) else [f"{name} is no regular file"]
        elif name not in listed:
            if not (stat.S_ISDIR(mode) and name in folders):
                found.failed.append(f"{name} was added after signing")
        elif not stat.S_ISREG(mode) or sha256(bundle / name) != listed[name]:
            found.failed.append(f"{name} is not as it was signed")


def check_name(found: Findings, name: str, manifest: dict[str, Any], release: str) -> None:
    """The release that was asked for; or, if none was named, the folder's name: as made, or its number."""
    if release:
        found.failed += [] if release == manifest["release_id"] else ["it is another release than you named"]
        return
    if name == f"release-{manifest['release_id']}":
        return
    mark = f"saferelease bundle name 1\n{manifest['release_id']}\n{name}".encode()
    if manifest["format"] == 1 or manifest.get("name_check") != hashlib.sha256(mark).hexdigest()[:32]:
        found.open.append("the folder has another name than the bundle was made with; say --release ID")


# --- whom to trust -------------------------------------------------------------------------------------


def read_list(path: Path, roots: list[str], least_version: int) -> dict[str, Any]:
    """The newest version of a list of trusted keys; each is signed by its roots and those before."""
    try:
        raw = path.read_bytes()
        content = json.loads(raw)
        if set(content) != {"versions"} or canonical(content) != raw:
            raise ValueError("another form")
        before: dict[str, Any] = {}
        for number, envelope in enumerate(content["versions"], 1):
            one, signers = open_envelope(envelope, TRUST)
            for rule in (one, before) if before else (one,):
                if rule["threshold"] < 1 or len(set(signers) & set(rule["roots"])) < rule["threshold"]:
                    raise ValueError("too few root keys signed")
            if one["version"] != number or one["format"] != "saferelease trust 1":
                raise ValueError("another version")
            if number == 1 and len({root.lower() for root in roots} & set(one["roots"])) < one["threshold"]:
                raise Unusable("the list must start from root keys that you know; name them with --root")
            before = one
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Unusable("the list of trusted keys is not as its root keys signed it") from None
    if not before or before["version"] < least_version:
        raise Unusable("the list of trusted keys is older than the version that you know")
    return before


def in_list(trust: dict[str, Any] | None, public_key: str, role: str) -> dict[str, Any] | None:
    keys = trust["keys"] if trust else []
    return next((one for one in keys if one["public_key"] == public_key and role in one["roles"]), None)


def moment(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def check_time(found: Findings, trusted: dict[str, Any], said: str, stamped: datetime | None = None) -> None:
    """A key counts from its first to its last day, and not after it was revoked."""
    revoked = trusted["revoked"]
    try:
        at = moment(said)
    except (ValueError, TypeError):
        found.failed.append(f"the time that {trusted['name']} gives is none")
        return
    if not moment(trusted["valid_from"]) <= at <= moment(trusted["valid_until"]):
        found.failed.append(f"the key of {trusted['name']} was not valid at {said}")
    elif revoked and at >= moment(revoked["at"]):
        found.failed.append(f"the key of {trusted['name']} was revoked before {said}")
    elif revoked and not (stamped and stamped < moment(revoked["at"])):
        found.open.append(f"the key of {trusted['name']} is revoked; an earlier date can be invented")


def check_signer(
    found: Findings,
    signer: str,
    named: str,
    trust: dict[str, Any] | None,
    created: str,
    stamped: datetime | None,
) -> None:
    trusted = in_list(trust, signer, "signer")
    if trusted:
        check_time(found, trusted, created, stamped)
    if trust and moment(trust["expires"]) < datetime.now(UTC):
        found.open.append("the list of trusted keys has expired")
    if named and signer != named.strip().lower():
        found.failed.append(f"it is signed with another key than you named: {signer}")
    elif not named and not trusted:
        found.open.append(f"nobody whom you know signed it: key {signer}")


# --- approvals -----------------------------------------------------------------------------------------


def check_approvals(
    found: Findings, bundle: Path, manifest: dict[str, Any], digest: str, signer: str, trust: Any
) -> None:
    """Of the plan, inside the manifest; of the bundle, in a file beside it."""
    path = bundle / "approvals.dsse.json"
    try:
        plan = manifest.get("approval")
        if plan is not None:
            unsigned = {name: value for name, value in plan.items() if name != "signature"}
            message = OWN_APPROVAL_LABEL + canonical(unsigned)
            if not holds(plan["public_key"], bytes.fromhex(plan["signature"]), message):
                found.failed.append("the approval of the plan is not as its approver signed it")
            check_approver(found, plan, plan["public_key"], trust, by_signer=plan["public_key"] == signer)
        raw = read_regular(path) if os.path.lexists(path) else canonical({"approvals": []})
        content = json.loads(raw)
        if set(content) != {"approvals"} or raw != canonical(content):
            raise ValueError("another form")
        review = manifest.get("review") or {}
        if review.get("own_signature") and not content["approvals"]:
            found.open.append("no approver signed it with a key of her own, as the policy asks")
        for envelope in content["approvals"]:
            said, [key] = open_envelope(envelope, IN_TOTO)
            one = said["predicate"]
            if said != statement({"manifest.json": digest}, APPROVAL_PREDICATE, one):
                raise ValueError("of another bundle")
            if (one["release_id"], one["plan_id"]) != (manifest["release_id"], manifest["plan_id"]):
                raise ValueError("of another release")
            check_approver(found, one, key, trust, by_signer=False)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found.failed.append("there is something else than approvals of this bundle")


def check_approver(found: Findings, approval: Any, key: str, trust: Any, by_signer: bool) -> None:
    trusted = in_list(trust, key, "approver")
    if trusted is None:
        found.open += [] if by_signer else [f"nobody whom you know approved it: key {key}"]
        return
    check_time(found, trusted, approval["approved_at"])
    if trusted["name"] != approval["approved_by"]:
        found.open.append(f"an approval bears another name than its key's holder, {trusted['name']}")


# --- time stamps ---------------------------------------------------------------------------------------


def check_stamp(
    found: Findings, bundle: Path, created: str, roots: list[x509.Certificate], required: bool
) -> datetime | None:
    """When the signature existed at the latest, as an authority says whom the reader knows."""
    path = bundle / TIMESTAMP
    if not os.path.lexists(path):
        found.open += ["it carries no time stamp"] if required else []
        return None
    if not roots:
        found.open.append("an authority stamped it that you do not know; say --timestamp-root")
        return None
    try:
        from asn1crypto import cms, tsp
    except ImportError:
        found.open.append("its time stamp is not checked: install asn1crypto")
        return None
    try:
        at = stamped_at(read_regular(path), read_regular(bundle / "manifest.dsse.json"), roots, cms, tsp)
        if at > datetime.now(UTC) + SLACK or moment(created) > at + SLACK:
            raise ValueError("a time that cannot be")
        return at
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, InvalidSignature):
        found.failed.append("its time stamp does not hold")
        return None


def stamped_at(answer: bytes, content: bytes, roots: list[x509.Certificate], cms: Any, tsp: Any) -> datetime:
    """The time in an authority's answer about `content`; ValueError when anything in it is wrong."""
    response = tsp.TimeStampResp.load(answer, strict=True)
    if response["status"]["status"].native != "granted" or response.dump(force=True) != answer:
        raise ValueError("refused, or written in another way")
    token = response["time_stamp_token"]["content"]
    said = token["encap_content_info"]
    [signer] = token["signer_infos"]
    if said["content_type"].native != "tst_info":
        raise ValueError("something else is signed")
    info_bytes = bytes(said["content"])
    info = tsp.TSTInfo.load(info_bytes, strict=True)
    imprint = info["message_imprint"]
    kind = imprint["hash_algorithm"]["algorithm"].native
    if kind not in ("sha256", "sha384", "sha512"):
        raise ValueError("a weak hash")
    if imprint["hashed_message"].native != hashlib.new(kind, content).digest():
        raise ValueError("a stamp of something else")
    at: datetime = info["gen_time"].native
    given = [x509.load_der_x509_certificate(one.chosen.dump()) for one in token["certificates"]]
    leaf = signed_by(signer, given, info_bytes, cms)
    require_authority(leaf, given, roots, at)
    return at


def signed_by(signer: Any, given: list[x509.Certificate], content: bytes, cms: Any) -> x509.Certificate:
    """The certificate whose key signed, when all that a stamp's signature must say is there (RFC 5816)."""
    sid = signer["sid"].chosen
    [leaf] = {
        one
        for one in given
        if one.serial_number == sid["serial_number"].native
        and one.issuer.public_bytes() == sid["issuer"].dump()
    }
    attributes = {one["type"].native: one["values"] for one in signer["signed_attrs"]}
    digest = signer["digest_algorithm"]["algorithm"].native
    if digest not in ("sha256", "sha384", "sha512") or len(attributes) != len(signer["signed_attrs"]):
        raise ValueError("a weak hash, or an attribute twice")
    if attributes["content_type"].native != ["tst_info"]:
        raise ValueError("a signature over something else")
    if attributes["message_digest"].native != [hashlib.new(digest, content).digest()]:
        raise ValueError("a signature over another content")
    named = attributes["signing_certificate_v2"][0]["certs"][0]
    which = named["hash_algorithm"]["algorithm"].native
    if named["cert_hash"].native != hashlib.new(which, leaf.public_bytes(DER)).digest():
        raise ValueError("another certificate than the signed one")
    message = cms.CMSAttributes(list(signer["signed_attrs"])).dump()
    algorithm = {"sha256": hashes.SHA256(), "sha384": hashes.SHA384(), "sha512": hashes.SHA512()}[digest]
    key, signature = leaf.public_key(), signer["signature"].native
    if isinstance(key, rsa.RSAPublicKey):
        key.verify(signature, message, padding.PKCS1v15(), algorithm)
    elif isinstance(key, ec.EllipticCurvePublicKey):
        key.verify(signature, message, ec.ECDSA(algorithm))
    else:
        raise ValueError("a key of another kind")
    return leaf


def require_authority(
    leaf: x509.Certificate, given: list[x509.Certificate], roots: list[x509.Certificate], at: datetime
) -> None:
    """A certificate for time stamps alone, valid then, under a root that the reader knows."""
    try:
        usage = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    except x509.ExtensionNotFound:
        raise ValueError("a certificate for nothing") from None
    if not usage.critical or list(usage.value) != [x509.oid.ExtendedKeyUsageOID.TIME_STAMPING]:
        raise ValueError("a certificate for something else")
    one, seen = leaf, 0
    while one not in roots:
        issuers = [above for above in (*roots, *given) if above.subject == one.issuer and above != one]
        above = next((above for above in issuers if issued(one, above)), None)
        if above is None or not valid_then(one, at) or (seen := seen + 1) > 5:
            raise ValueError("no way to a root that you know")
        one = above
    if not valid_then(one, at):
        raise ValueError("a root of another time")


def valid_then(one: x509.Certificate, at: datetime) -> bool:
    return one.not_valid_before_utc <= at <= one.not_valid_after_utc


def issued(one: x509.Certificate, above: x509.Certificate) -> bool:
    """Whether `above` may issue certificates, and issued this."""
    try:
        limits = above.extensions.get_extension_for_class(x509.BasicConstraints).value
        one.verify_directly_issued_by(above)
    except (x509.ExtensionNotFound, InvalidSignature, ValueError, TypeError):
        return False
    return limits.ca


# --- openings ------------------------------------------------------------------------------------------

OPENING = "saferelease opening 2"
LEAF = dict.fromkeys(("salt", "document", "start", "end", "replacement", "category", "value"), str)
LEAF |= {"start": int, "end": int}
"""What a leaf holds, in this order."""


def check_opening(found: Findings, path: Path, manifest: dict[str, Any]) -> None:
    """The removed values that an opening proves; the whole of it fails with one of them."""
    roots = {one["document"]: one.get("openings_root", "") for one in manifest["inputs"]}
    if not any(roots.values()):
        found.open.append("the bundle was made before there were openings")
        return
    try:
        raw = path.read_bytes()
        opening = json.loads(raw)
        if raw != canonical(opening) or set(opening) != {"format", "release_id", "reader", "spans"}:
            raise ValueError("another form")
        if opening["format"] != OPENING or opening["release_id"] != manifest["release_id"]:
            raise ValueError("of another release")
        if type(opening["reader"]) is not str or not opening["spans"]:
            raise ValueError("another form")
        for span in opening["spans"]:
            if {name: type(one) for name, one in span.items()} != LEAF | {"index": int, "path": list}:
                raise ValueError("another form")
            if not roots[span["document"]] or root_of(span) != roots[span["document"]]:
                raise ValueError("another root")
        found.opened += map(told, opening["spans"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found.failed.append(f"{path.name} is no opening of this bundle")


def root_of(span: dict[str, Any]) -> str:
    """From the leaf up: which bit of the index says whether a sibling stands on the left."""
    leaf = hashlib.sha256(json.dumps([OPENING, *(span[name] for name in LEAF)]).encode()).digest()
    node, index = hashlib.sha256(b"\0" + leaf).digest(), span["index"]
    for one in span["path"]:
        if not PUBLIC_KEY.fullmatch(one):
            raise ValueError("no hash")
        sibling = bytes.fromhex(one)
        node = hashlib.sha256(b"\1" + (sibling + node if index & 1 else node + sibling)).digest()
        index >>= 1
    return "" if index else node.hex()


def told(span: dict[str, Any]) -> str:
    place = f"document {span['document']}, characters {span['start']}-{span['end']}"
    return f"{place}, category {span['category']}: {span['replacement']} stands for {span['value']}"


# --- all of it -----------------------------------------------------------------------------------------


def verify(
    bundle: Path,
    public_key: str,
    trust: dict[str, Any] | None,
    release: str,
    timestamp_roots: Sequence[x509.Certificate] = (),
    stamped: bool = False,
    openings: Sequence[Path] = (),
) -> Findings:
    """Check one bundle."""
    found = Findings()
    content, manifest = read_manifest(bundle)
    signer = signer_of(bundle, content, manifest)
    check_files(found, bundle, manifest)
    if not signer:
        found.failed.append("manifest.json carries no signature that holds")
        return found
    created = str(manifest.get("created"))
    at = check_stamp(found, bundle, created, list(timestamp_roots), stamped)
    check_signer(found, signer, public_key, trust, created, at)
    digest = hashlib.sha256(content).hexdigest()
    check_approvals(found, bundle, manifest, digest, signer, trust)
    name = bundle.name if bundle.name not in ("", "..") else bundle.resolve().name  # a link is a rename
    check_name(found, name, manifest, release)
    if manifest.get("removed") is None:
        found.failed.append("the manifest names no proof of removal")
    for path in openings if not found.failed else ():
        check_opening(found, path, manifest)
    return found


def visible(line: str) -> str:
    """One line, in which nothing begins another or moves the cursor: words of a bundle may try to."""
    obeyed = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return "".join(json.dumps(c)[1:-1] if unicodedata.category(c) in obeyed else c for c in line)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check a release bundle of saferelease.")
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--public-key", default="", help="the signer's public key, 64 hexadecimal digits")
    parser.add_argument("--trust", type=Path, help="a list of trusted keys")
    parser.add_argument("--root", action="append", default=[], help="public root key of the list")
    parser.add_argument("--trust-version", type=int, default=1, help="the newest version that you know")
    parser.add_argument("--release", default="", help="the release that the bundle must be")
    parser.add_argument(
        "--timestamp-root", type=Path, action="append", default=[], help="of an authority, PEM"
    )
    parser.add_argument("--stamped", action="store_true", help="the bundle must carry a time stamp")
    parser.add_argument("--opening", type=Path, action="append", default=[], help="removed values, opened")
    asked = parser.parse_args(arguments)
    try:
        authorities = [
            one for path in asked.timestamp_root for one in x509.load_pem_x509_certificates(path.read_bytes())
        ]
        trust = read_list(asked.trust, asked.root, asked.trust_version) if asked.trust else None
        found = verify(
            asked.bundle, asked.public_key, trust, asked.release, authorities, asked.stamped, asked.opening
        )
    except (Unusable, OSError, ValueError) as error:
        sys.stdout.write(f"UNVERIFIED\n{visible(str(error))}\n")
        return 2
    lines = [*found.failed, *found.open, *([] if found.failed else found.opened)]
    sys.stdout.write("\n".join([found.answer(), *map(visible, lines), ""]))
    return {"VERIFIED": 0, "FAILED": 1, "UNVERIFIED": 5}[found.answer()]


if __name__ == "__main__":
    sys.exit(main())

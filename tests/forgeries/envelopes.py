"""Forgeries of the signed statement over a bundle."""

from __future__ import annotations

import base64
import json
from typing import Any

from adapters.bundle.envelopes import IN_TOTO, envelope, to_bytes
from adapters.bundle.files import ATTESTATION
from adapters.machine.files import canonical_json
from adapters.trust.lists import TRUST
from tests.forgeries.kit import Kit
from tests.forgeries.registry import forgery


def write_attestation(kit: Kit, made: Any) -> None:
    (kit.bundle / ATTESTATION).write_bytes(to_bytes(made))


@forgery("envelope: no signature")
def _unsigned(kit: Kit) -> None:
    write_attestation(kit, kit.attestation().model_copy(update={"signatures": ()}))


@forgery("envelope: a stranger's signature too")
def _two_signatures(kit: Kit) -> None:
    write_attestation(kit, kit.attestation().signed_too(kit.key("stranger")))


@forgery("envelope: a stranger's signature first")
def _stranger_first(kit: Kit) -> None:
    made = kit.attestation().signed_too(kit.key("stranger"))
    write_attestation(kit, made.model_copy(update={"signatures": made.signatures[::-1]}))


@forgery("envelope: another type")
def _another_type(kit: Kit) -> None:
    write_attestation(kit, kit.attestation().model_copy(update={"payloadType": TRUST}))


@forgery("envelope: written in one line")
def _another_form(kit: Kit) -> None:
    path = kit.bundle / ATTESTATION
    path.write_text(json.dumps(json.loads(path.read_text())))


@forgery("envelope: a key twice")
def _double_key(kit: Kit) -> None:
    path = kit.bundle / ATTESTATION
    path.write_text(path.read_text().replace("{\n", '{\n "payload": "e30=",\n', 1))


@forgery("envelope: a statement about fewer files")
def _fewer_subjects(kit: Kit) -> None:
    said = json.loads(kit.attestation().content())
    said["subject"] = said["subject"][:1]
    write_attestation(kit, envelope(IN_TOTO, said, [kit.key("stranger")]))


@forgery("envelope: of the approvals in its place")
def _approval_as_attestation(kit: Kit) -> None:
    (kit.bundle / ATTESTATION).write_bytes(canonical_json(kit.approvals()[0]))


@forgery("envelope: of the list in its place")
def _list_as_attestation(kit: Kit) -> None:
    (kit.bundle / ATTESTATION).write_bytes(canonical_json(kit.versions()[0]))


@forgery("envelope: the base64 in another form")
def _another_base64(kit: Kit) -> None:
    made = kit.attestation()
    payload = base64.urlsafe_b64encode(made.content()).decode().rstrip("=") + "==="
    write_attestation(kit, made.model_copy(update={"payload": payload}))

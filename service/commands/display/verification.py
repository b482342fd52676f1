"""What a verification found, for people and for machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from flows.audit.verification.answers import Verification
from service.commands.display.output import say, say_text

if TYPE_CHECKING:
    from engine.record.trees.openings import Opening
    from flows.audit.printing import CheckedReport
    from flows.audit.verification.against import Against
    from flows.audit.verification.table_proofs import TableProof

_SHOWN = {"document", "start", "end", "replacement", "category", "value"}
"""Of an opened span; the rest is its proof."""
_SIGNERS = {
    "named": "by the key you named",
    "trusted": "by {name}, whom your list trusts",
    "installation": "by this installation's key",
    "unknown": "by a key that nobody here knows",
}


def verification_json(bundle: str, found: Verification) -> dict[str, object]:
    """For machines; the answer comes first."""
    approval = found.manifest.approval
    return {
        "answer": found.answer,
        "bundle": bundle,
        "release": found.manifest.release_id,
        "verdict": found.manifest.verdict,
        "totals": found.manifest.totals,
        "manifest_sha256": found.manifest_sha256,
        "valid": found.answer == "VERIFIED",
        "signer_checked": found.judgement.signer != "unknown",
        "signer": found.judgement.signer,
        "signer_name": found.judgement.signer_name,
        "plan_id": found.manifest.plan_id,
        "approval": approval.model_dump() if approval else None,
        "approvals": [asdict(one) for one in found.judgement.approvals],
        "removed_values_searched": found.searched.model_dump() if found.searched else None,
        "not_searched_because": found.not_searched,
        "tables": [asdict(proof) for proof in found.tables],
        "time_stamp": {"at": found.stamp.at.isoformat(), "authority": found.stamp.authority}
        if found.stamp
        else None,
        "against": [_against_json(against) for against in found.against],
        "certificates": found.certificates,
        "openings": [*map(_opening_json, found.openings)],
        "ledger_entry": found.entry or None,
        "recorded": found.recorded,
        "faults": [str(one) for one in found.faults],
        "doubts": [str(one) for one in found.doubts],
    }


def _opening_json(opening: Opening) -> dict[str, object]:
    return opening.model_dump(include={"reader": True, "spans": {"__all__": _SHOWN}})


def _against_json(against: Against) -> dict[str, object]:
    pairs = [
        {**pair._asdict(), "one": against.here[pair.one], "other": against.there[pair.other]}
        for pair in against.pairs
    ]
    return {"release": against.release, "pairs": pairs, "tables": against.tables}


def _against(against: Against) -> Iterator[str]:
    """What another bundle tells together with this one, pair by pair."""
    n = len(against.pairs)
    if n == 1:
        yield (
            f"Together with release {against.release}: 1 pair of documents is versions or parts of one text."
        )
    else:
        yield (
            f"Together with release {against.release}: {n} pairs of documents are versions or parts of one "
            "text."
        )
    for pair in against.pairs:
        yield (
            f"  document {against.here[pair.one]} here, {against.there[pair.other]} there: "
            f"words hidden here and shown there: {pair.shown_there}; hidden there and shown here: "
            f"{pair.shown_here}; places that show different words: {pair.differing}."
        )
    if against.tables == 1:
        yield "  1 table of the two releases was not compared: anyone who released it can tell."
    elif against.tables:
        yield (
            f"  {against.tables} tables of the two releases were not compared: "
            "anyone who released them can tell."
        )


def show_verification(found: Verification) -> None:
    """For people: the answer, then files and signature, each table, removed values, the ledger."""
    release, n_files = found.manifest.release_id, len(found.manifest.files)
    say(answer_line(found))
    if any(one.code.startswith("BND00") and one.code < "BND007" for one in found.faults):
        say(f"Release {release}: NOT as it was signed.")
    else:
        signer = _SIGNERS[found.judgement.signer].format(name=found.judgement.signer_name)
        say(f"Release {release}: {n_files} files, all as signed {signer}.")
    if found.stamp:
        say(f"Time stamp: signed before {found.stamp.at.isoformat()}, by {found.stamp.authority}.")
    for line in _approved(found):
        say(line)
    for proof in found.tables:
        say(_table(proof))
    if found.certificates is not None:
        say(f"Certificates: {found.certificates} hold when they are counted again.")
    for against in found.against:
        for line in _against(against):
            say(line)
    _show_openings(found.openings)
    say(_removed(found))
    say(_entry(found))


def _show_openings(openings: Sequence[Opening]) -> None:
    """Each removed value with its place, as the bundle's signed root proves it."""
    for opening in openings:
        say(f"Opening, which was made for {opening.reader}:")
        for span in opening.spans:
            say(
                f"  document {span.document}, characters {span.start}-{span.end}, category {span.category}. "
                f"Instead of {span.replacement or 'nothing'} there stood:"
            )
            say_text(span.value)


def signature_json(found: CheckedReport) -> dict[str, object]:
    """Who signed a report, for machines."""
    signed = found.signed
    return {
        "answer": found.answer,
        "what": signed.reason,
        "signer": found.judgement.signer,
        "signer_name": found.judgement.signer_name or signed.signer,
        "public_key": signed.public_key,
        "at": signed.at.isoformat() if signed.at else None,
        "faults": [str(one) for one in found.judgement.faults],
        "doubts": [str(one) for one in found.judgement.doubts],
    }


def show_signature(found: CheckedReport) -> None:
    """The same for people."""
    signed = found.signed
    known = {
        "FAILED": "FAILED: do not rely on this report.",
        "UNVERIFIED": "UNVERIFIED: its signer is unknown here.",
    }
    say(known.get(found.answer, found.answer))
    say(f"{signed.reason}: as it was signed by {found.judgement.signer_name or signed.signer}.")
    say(f"Time, by the signer's clock: {signed.at.isoformat() if signed.at else 'not said'}.")
    say(f"Key {signed.public_key}")


def answer_line(found: Verification) -> str:
    """The answer in one word, and why."""
    if found.answer == "FAILED":
        if all(one.code == "BND026" for one in found.faults):
            return "FAILED: as it was signed, but together with another release it shows what either hides."
        if all(one.code == "BND030" for one in found.faults):
            return "FAILED: as it was signed, but an opening is not of this bundle, or was changed."
        return "FAILED: do not rely on this bundle."
    if found.answer == "UNVERIFIED":
        codes = ", ".join(dict.fromkeys(one.code for one in found.doubts))
        return f"UNVERIFIED: nothing shows yet that this bundle is genuine ({codes})."
    return "VERIFIED"


def _approved(found: Verification) -> Iterator[str]:
    """Who approved the policy and the bundle, when, and with which key."""
    manifest = found.manifest
    approval = manifest.approval
    yield f"Plan {manifest.plan_id}"
    if approval is None:
        yield f"Policy {manifest.policy} {manifest.policy_version}: not approved as it is."
    for one in found.judgement.approvals:
        note = f" ({one.note})" if one.note else ""
        what = f"Policy {manifest.policy} {manifest.policy_version}" if one.of == "plan" else "This bundle"
        yield f"{what}: approved by {one.by} at {one.at}{note}"
        if one.of == "plan" and approval and approval.plan_id != manifest.plan_id:
            yield f"  as plan {approval.plan_id}, to which facts of the matter (or their absence) were added"
        whose = f"of {one.whose}, whom your list trusts" if one.whose else "that your list does not name"
        yield f"  with key {one.public_key} {whose}"


def _table(proof: TableProof) -> str:
    """How k of a released table was proven again."""
    if proof.proof == "none":
        return f"Table {proof.output}: k = {proof.k} is NOT proven."
    rows = "1 row" if proof.rows == 1 else f"{proof.rows:,} rows"
    if proof.proof == "witnesses":
        return (
            f"Table {proof.output}: {rows}; {proof.k} rows that show it looked up for each (k = {proof.k})."
        )
    return (
        f"Table {proof.output}: {rows} counted again, each shown by {proof.level:,} or more (k = {proof.k})."
    )


def _removed(found: Verification) -> str:
    searched = found.searched
    if searched is None:
        reason = found.not_searched or "the proof is not the one that was signed"
        return f"Removed values: NOT searched for: {reason}."
    if any(one.code in ("BND009", "BND010") for one in found.faults):
        return "Removed values: FOUND, or files that cannot be searched."
    short = f"{searched.short} too short to be searched for"
    standing = f"{searched.standing} that the policy allows elsewhere"
    looked = f"{searched.fingerprints} fingerprints of {searched.values} removed values"
    return f"Removed values: none found; searched for {looked} ({short}, {standing})."


def _entry(found: Verification) -> str:
    if not found.entry:
        return "Ledger: not looked up; the bundle is in the ledger of the installation that made it."
    written = "" if found.recorded else " (this verification could NOT be written into it)"
    return f"Ledger: entry {found.entry} records this bundle{written}."

"""A release as a program of its own; what it shall do comes on its standard input.

Prefect is set up there as saferelease needs it, so that the caller's own Prefect, environment and current
folder stay as they are.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.errors import RefusedError, SafereleaseError
from engine.record.report import DocumentRecord, ReleaseReport


def main() -> None:
    """Release, and tell line by line how far it is and what came of it."""
    os.umask(0o077)
    message = json.loads(sys.stdin.buffer.read())
    os.environ["SAFERELEASE_HOME"] = message["home"]
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what else is printed is no answer

    def say(**said: object) -> None:
        answers.write(json.dumps(said) + "\n")
        answers.flush()

    try:
        say(**_released(message, lambda done, total: say(done=done, total=total)))
    except SafereleaseError as error:
        kind = "RefusedError" if isinstance(error, RefusedError) else "InvalidError"
        say(error=kind, faults=[asdict(one) for one in error.faults])


def _released(message: dict[str, Any], progress: Any) -> dict[str, object]:
    from flows.orchestration.job import ReleaseJob
    from flows.orchestration.stored import run_places
    from flows.release.stores.place import Place

    place = Place(message["out"])
    job = ReleaseJob(
        message["policy"],
        (),
        place.bundle,
        workers=message["workers"],
        restart=message["restart"],
        require_approved=message["require_approved"] or bool(message["trusted_keys"]),
        trusted_keys=tuple(message["trusted_keys"]),
        matter=Path(message["matter"]) if message["matter"] else None,
    )
    return _told(run_places(job, message["sources"], place, progress), place)


def _told(report: ReleaseReport, place: Any) -> dict[str, object]:
    from flows.audit.finished_stamp import stamping_of

    stamping = stamping_of(place.private)
    return {
        "release_id": report.release_id,
        "verdict": report.verdict,
        "policy": report.plan.policy,
        "plan_id": report.plan_id,
        "totals": dict(report.totals),
        "documents": list(map(_document, report.documents)),
        "bundle": place.out,
        "private": str(place.private),
        "not_stamped": stamping.code if stamping else "",
    }


def _document(record: DocumentRecord) -> dict[str, object]:
    changes = sum(n for counts in record.decisions.values() for n in counts.values())
    facts = {name: getattr(record, name) for name in ("id", "outcome", "output", "reason")}
    return facts | {"changes": changes}


if __name__ == "__main__":
    main()

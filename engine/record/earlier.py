"""Reports of earlier versions, read as the present one has them.

Format 1 of version 0.1.0 had ``confuse`` where ``hide_class`` stands now, and no standing of clauses. What it
said under ``confuse`` has another meaning today and is left out; the rest is as it was.
"""

from __future__ import annotations

import json

from engine.record.report import ReleaseReport


def report_from(content: bytes) -> ReleaseReport:
    """The report of a bundle, of this version or an earlier one.

    Parameters
    ----------
    content : bytes
        Of ``report.json``.

    Raises
    ------
    ValueError
        It is no report.
    """
    found = json.loads(content)
    if isinstance(found, dict) and "confuse" in found:
        places = [found, found.get("plan"), *(found.get("documents") or ())]
        for place in places:
            if isinstance(place, dict):
                place.pop("confuse", None)
    return ReleaseReport.model_validate(found)

"""A place in a text that tells of a personal attribute, and what may stand there instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from engine.catalog.attributes import AttributeName, Level

Form = Literal["noun", "name", "plain", "label"]
"""A noun gets number and article as the sentence needs them, what stands for a name the article only; plain
words and labels stand as they are."""
REDACTED = "[REDACTED]"
LABELS: Mapping[AttributeName, str] = {
    "age": "[AGE]",
    "sex": "[DETAIL]",
    "relationship": "[RELATIONSHIP]",
    "income": "[MONEY]",
    "education": "[SCHOOLING]",
    "occupation": "[WORK]",
    "place": "[PLACE]",
    "birthplace": "[ORIGIN]",
}
"""What stands where no general word would read well."""


class Finding(NamedTuple):
    """What was found.

    Parameters
    ----------
    start, end : int
        Offsets in code points, end exclusive.
    attributes : tuple of str
        What a reader infers from it.
    words : mapping
        What stands there instead, by the most that a reader may learn; always of ``"nothing"``.
    form : {"noun", "name", "plain", "label"}
    by : str
        Which finder found it, for the reasons of a decision.
    """

    start: int
    end: int
    attributes: tuple[AttributeName, ...]
    words: Mapping[Level, str]
    form: Form
    by: str


def disjoint(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in order, none over another: of two that meet, the earlier given stands for both.

    Parameters
    ----------
    findings : iterable of Finding
        Those of surer finders first.
    """
    kept: list[Finding] = []
    for finding in findings:
        met = [one for one in kept if one.start < finding.end and finding.start < one.end]
        if not met:
            kept.append(finding)
            continue
        start = min(finding.start, *(one.start for one in met))
        end = max(finding.end, *(one.end for one in met))
        attributes = tuple(dict.fromkeys(name for one in (*met, finding) for name in one.attributes))
        kept = [one for one in kept if one not in met]
        kept.append(met[0]._replace(start=start, end=end, attributes=attributes))
    return sorted(kept)

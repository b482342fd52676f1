"""Curves of a policy's version: over its cases, or over a sample of which nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence

from engine.measures.curves import Curve
from flows.compiling.compilation import compile_policy
from flows.release.preview.curves import draw_curves
from flows.release.preview.trying import Sample
from service.app.context import Service
from service.app.turns import Turns
from service.people.roles import Action, Who
from service.policies.books import text_of, visible_version
from service.policies.cases import cases_of, inherited_cases
from service.policies.files import passing_file
from service.policies.trying import MAX_SAMPLE, require_bench
from service.refusals import invalid

MOST_CASES = 400
_turns = Turns(at_once=1, waiting=2)
"""A drawing holds a policy compiled many times: several at once would take the memory of releases."""


def curves_of(service: Service, who: Who, version: str, name: str = "", content: bytes = b"") -> list[Curve]:
    """What each value of alpha, k and the loss ratio would cost and bring.

    Parameters
    ----------
    service, who, version
    name, content : str, bytes
        A sample; without content, the texts of the cases: the group's own, then inherited ones.

    Raises
    ------
    InvalidError
        The policy has faults, or nothing that can be drawn (``CRV001``).
    Refusal
        Neither author nor approver; a sample that is too large.
    """
    with service.database.look() as session:
        found, book = visible_version(session, who, version, Action.READ_POLICIES)
        require_bench(who, book.group_id)
        text = text_of(service, found)
        own = [one.text for one in cases_of(service, session, book.id)]
    if len(content) > MAX_SAMPLE:
        raise invalid("sample", f"must hold 1 to {MAX_SAMPLE:,} bytes")
    with _turns.taken(who.id), passing_file(text, book.slug) as path:
        samples = [Sample(name, content)] if content.strip() else texts_of_cases(str(path), own)
        return draw_curves(str(path), samples)


def texts_of_cases(policy: str, own: Sequence[str] = ()) -> list[Sample]:
    """The texts of a policy's cases, after `own` ones: something to draw over where nothing is at hand."""
    groups = inherited_cases(compile_policy(policy))
    must_go = [one.text for group in groups for one in group.must_go]
    must_stay = [one.text for group in groups for one in group.must_stay]
    texts = [*own, *must_go, *must_stay]
    return [Sample("case.txt", text.encode()) for text in dict.fromkeys(texts)][:MOST_CASES]

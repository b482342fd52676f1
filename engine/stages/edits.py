"""Two sets of decisions made one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.text import Decision, carried_out


def chained(
    text: str,
    earlier: Sequence[Decision],
    later: Sequence[Decision],
    counted_as: str = "changed_by_hide_class",
) -> list[Decision]:
    """One set of decisions about `text` that does what two sets do in turn.

    Parameters
    ----------
    text : str
        The original text.
    earlier : sequence of Decision
        Sorted, disjoint, about `text`.
    later : sequence of Decision
        Sorted, disjoint, about ``carried_out(text, earlier)``.
    counted_as : str
        Where a decision tells how many later ones changed it.

    Returns
    -------
    list of Decision
        Sorted, disjoint: carried out in `text`, they make what both sets make of it in turn. Where a later
        decision changes what an earlier one put there, the earlier one stands for both, with the number of
        changes as ``why[counted_as]``.
    """
    between = carried_out(text, earlier)
    made: list[Decision] = []
    shift = 0  # offset in `between` minus offset in `text`, before the next group
    for group in _groups(earlier, later):
        before = shift
        shift += sum(len(d.replacement) - (d.end - d.start) for d in group.earlier)
        made.append(_one(between, group, (before, shift), counted_as))
    return made


class _Group(NamedTuple):
    """Decisions of both stages that meet, and their span in the text between the stages."""

    start: int
    end: int
    earlier: list[Decision]
    later: list[Decision]


def _groups(earlier: Sequence[Decision], later: Sequence[Decision]) -> list[_Group]:
    items: list[tuple[int, int, bool, Decision]] = [(d.start, d.end, True, d) for d in later]
    shift = 0
    for decision in earlier:
        begin = decision.start + shift
        items.append((begin, begin + len(decision.replacement), False, decision))
        shift += len(decision.replacement) - (decision.end - decision.start)
    groups: list[_Group] = []
    for start, end, is_later, decision in sorted(items, key=lambda item: item[:3]):
        if groups and start < groups[-1].end:
            last = groups.pop()
            groups.append(last._replace(end=max(end, last.end)))
        else:
            groups.append(_Group(start, end, [], []))
        (groups[-1].later if is_later else groups[-1].earlier).append(decision)
    return groups


def _one(between: str, group: _Group, shifts: tuple[int, int], counted_as: str) -> Decision:
    """The decision that stands for a group; `shifts` before and after its earlier decisions."""
    if not group.later:
        return group.earlier[0]
    start, end = group.start - shifts[0], group.end - shifts[1]
    if not group.earlier:
        return replace(group.later[0], start=start, end=end)
    inside = [replace(d, start=d.start - group.start, end=d.end - group.start) for d in group.later]
    replacement = carried_out(between[group.start : group.end], inside)
    before = int(str(group.earlier[0].why.get(counted_as, 0)))
    why = {**group.earlier[0].why, counted_as: before + len(inside)}
    return replace(group.earlier[0], start=start, end=end, replacement=replacement, why=why)

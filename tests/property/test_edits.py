"""Two sets of decisions made one do what they do in turn."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.stages.edits import chained
from engine.text import Decision, Stage, carried_out


@st.composite
def decisions(draw: st.DrawFn, length: int, stage: Stage) -> list[Decision]:
    """Sorted, disjoint decisions about a text; those of the first stage may be empty."""
    found: list[Decision] = []
    at = 0
    for gap, size, text in draw(
        st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3), st.text("XY", max_size=3)))
    ):
        start, end = at + gap, at + gap + (size if stage == "identifiers" else max(size, 1))
        if end > length:
            break
        found.append(Decision(start, end, stage, "c", "redact", text, stage))
        at = end + (start == end)
    return found


@given(st.data(), st.text("abcd", max_size=20))
def test_chained_decisions_do_what_they_do_in_turn(data: st.DataObject, text: str) -> None:
    earlier = data.draw(decisions(len(text), "identifiers"))
    between = carried_out(text, earlier)
    later = data.draw(decisions(len(between), "hide_class"))
    made = chained(text, earlier, later)
    assert carried_out(text, made) == carried_out(between, later)
    assert all(one.end <= other.start for one, other in pairwise(made))


def test_a_replacement_that_is_changed_keeps_its_stage_and_says_so() -> None:
    earlier = [Decision(4, 9, "concepts", "HIV", "generalize", "viral infection", "c")]
    later = [
        Decision(0, 3, "hide_class", "inference", "redact", "___", "k"),
        Decision(10, 19, "hide_class", "i", "redact", "___", "k"),
    ]
    made = chained("The virus spreads", earlier, later)
    assert carried_out("The virus spreads", made) == "___ viral ___ spreads"
    assert [d.stage for d in made] == ["hide_class", "concepts"]
    assert made[1].why == {"changed_by_hide_class": 1}

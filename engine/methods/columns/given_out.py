"""Whether values look like numbers or codes that somebody gave out, one to each person or thing."""

from __future__ import annotations

from collections.abc import Sequence

from engine.methods.columns.values import FEW, HALF, MOST, Values


def looks_given_out(values: Values, strict: bool = False) -> bool:
    """Whether the values look like numbers or codes that somebody gave out, one to each.

    Parameters
    ----------
    values : Values
    strict : bool
        Under a header that promises something else: only what no measure looks like.

    Notes
    -----
    Whole numbers of five digits and more of one length, or with zeros in front, or rising by small
    steps; codes of letters and digits; nearly all different.
    """
    if not values.n or values.share("snomed") >= 0.95:
        return False
    if values.unique < 0.9 and values.n > 2:
        return not strict and values.n_distinct >= 3 and not values.are_mixed and _is_series(values)
    if values.share("digits") >= MOST:
        return _digits_given_out(values, strict)
    coded = values.share("code") >= MOST and values.share("measure", "date", "time") < HALF
    return coded and not strict and values.short >= 4 and values.long >= (5 if values.n > 2 else 6)


def _is_series(values: Values) -> bool:
    """Whether values that come more than once can still only be given out: long, of one length."""
    if values.share("digits") >= MOST:
        return (values.leading_zeros > 0.0 and values.short >= 5) or values.short >= 7
    others = values.share("measure", "date", "time", "icd", "loinc", "atc") >= HALF
    if others or values.share("code") < MOST or values.short < 6 or _count_on(values):
        return False
    return values.same_length >= HALF or values.share("login") >= HALF or values.n_distinct >= 8


def _count_on(values: Values) -> bool:
    """Whether values are one word, counted on: "choice1" to "choice6"."""
    return values.n_stems == 1 and values.share("few digits") >= 1.0


def _digits_given_out(values: Values, strict: bool) -> bool:
    longest, shortest = values.long, values.short
    if values.leading_zeros > (0.3 if strict else 0.0) and longest >= 4:
        return True
    if strict:
        return shortest >= 8 and values.round_numbers < 0.2
    if values.round_numbers > 0.3 and values.n > 2:
        return False
    if values.n <= 2:
        return longest >= 6
    return (
        (longest >= 7 and not _spread_over_lengths(values))
        or (longest >= 5 and values.same_length >= 0.9)
        or (longest == 4 and values.same_length >= 0.9 and values.in_steps and values.n >= 5)
    )


def _spread_over_lengths(values: Values) -> bool:
    """Whether numbers are of three lengths and more, one after the other, as amounts are and no series."""
    n = sum(values.lengths.values())
    often = {length for length, times in values.lengths.items() if 20 * times >= n}
    return len(often) >= 3 and max(often) - min(often) == len(often) - 1


def is_row_number(values: Values) -> bool:
    """Whether the values count the rows: whole numbers from a small one on, each one more."""
    return values.in_steps and values.long <= 5 and values.short == 1


_SSN_PARTS = (3, 2, 4)
_LARGEST_AREA = 899
_SPREADS = (200, 25, 2500)
"""Between the smallest and the largest of each part: measures of so many digits seldom spread so far."""


def are_parts_of_ssn(columns: Sequence[Values]) -> bool:
    """Whether three columns side by side are the parts of social security numbers, cut at their hyphens.

    In every row they have 3, 2 and 4 digits. The last is no year, and they have zeros in front or spread as
    numbers do that are given out; of one or two rows the spread says nothing.
    """
    if len(columns) != len(_SSN_PARTS) or not all(map(_is_part, columns, _SSN_PARTS)):
        return False
    area, _, serial = columns
    if serial.share("year") >= MOST or serial.round_numbers > 0.3 or (area.largest or 0) > _LARGEST_AREA:
        return False
    if area.n < FEW:
        return True
    spread = ((each.largest or 0) - (each.smallest or 0) for each in columns)
    return any(each.zeros_in_front for each in columns) or all(map(int.__ge__, spread, _SPREADS))


def _is_part(values: Values, length: int) -> bool:
    """Whether all values are whole numbers of one length, none of them zero, and most differ."""
    same = values.share("digits") >= 1.0 and set(values.lengths) == {length}
    return values.n > 0 and same and bool(values.smallest) and (length < 4 or values.unique >= MOST)


def is_cut_ssn(cells: Sequence[str]) -> bool:
    """Whether three cells of one row have the digits of a social security number cut at its hyphens."""
    cut = all(cell.isdecimal() and len(cell) == n for cell, n in zip(cells, _SSN_PARTS, strict=True))
    return cut and all(map(int, cells)) and int(cells[0]) <= _LARGEST_AREA and cells[0] != "666"


def hold_other_things(columns: Sequence[Values], n_cut: int) -> bool:
    """Whether most of three columns hold no numbers but in the `n_cut` rows that are cut numbers."""
    return sum(_share_of_numbers(each, n_cut) < HALF for each in columns) >= 2


def _share_of_numbers(values: Values, n_cut: int) -> float:
    others = values.n - n_cut
    return (values.share("digits", "measure") * values.n - n_cut) / others if others > 0 else 0.0

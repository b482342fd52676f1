"""Whether values look like numbers or codes that somebody gave out, one to each person or thing."""

from __future__ import annotations

from collections.abc import Sequence

from engine.methods.columns.values import ALL, FEW, HALF, KNOWN, MOST, Values


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
    if not values.n or values.share("snomed") >= ALL:
        return False
    if values.unique < KNOWN and values.n >= FEW:
        return not strict and _is_series(values)
    if values.share("digits") >= MOST:
        return _is_no_measure(values) if strict else _digits_given_out(values)
    is_coded = values.share("capital code") >= MOST if strict else _is_coded(values)
    return is_coded and _is_long(values)


def _is_coded(values: Values) -> bool:
    return values.share("code") >= MOST and values.share("measure", "date", "time") < HALF


def _is_long(values: Values) -> bool:
    """Whether codes have enough signs: two values tell little."""
    return values.short >= 4 and values.long >= (5 if values.n >= FEW else 6)


def _is_series(values: Values) -> bool:
    """Whether values that come more than once can still only be given out: long, of one length."""
    if values.n_distinct < FEW or values.are_mixed:
        return False
    if values.share("digits") >= MOST:
        return (values.leading_zeros > 0.0 and values.short >= 5) or values.short >= 7
    if not _is_coded(values) or values.short < 6 or _is_public(values):
        return False
    return max(values.same_length, values.share("login")) >= HALF or values.n_distinct >= 8


def _is_public(values: Values) -> bool:
    """Whether codes are those of a list, or one word, counted on: "choice1" to "choice6"."""
    counts_on = values.n_stems == 1 and values.share("few digits") >= 1.0
    return counts_on or values.share("icd", "loinc", "atc") >= HALF


def _is_no_measure(values: Values) -> bool:
    """Whether no measure looks like the numbers: zeros in front, or eight digits that seldom end in 00."""
    return (values.leading_zeros > _MANY_ROUND and values.long >= 4) or (
        values.short >= 8 and values.round_numbers < _FEW_ROUND
    )


def _digits_given_out(values: Values) -> bool:
    """Whether whole numbers are long, of one length, or rise by small steps."""
    if values.leading_zeros and values.long >= 4:
        return True
    if values.n < FEW:
        return values.long >= 6
    if values.round_numbers > _MANY_ROUND:
        return False
    of_one_length = values.same_length >= KNOWN and values.long >= (4 if _are_counted(values) else 5)
    return of_one_length or (values.long >= 7 and not _spread_over_lengths(values))


def _are_counted(values: Values) -> bool:
    """Whether so many numbers rise by small steps that it is no chance."""
    return values.in_steps and values.n >= 5


_MANY_ROUND, _FEW_ROUND = 0.3, 0.2
"""Shares of amounts that end in 00, and of numbers given out that do by chance."""


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
    measured = serial.share("year") >= MOST or serial.round_numbers > _MANY_ROUND
    if measured or (area.largest or 0) > _LARGEST_AREA:
        return False
    return area.n < FEW or any(each.zeros_in_front for each in columns) or _spread_far(columns)


def _spread_far(columns: Sequence[Values]) -> bool:
    spread = ((each.largest or 0) - (each.smallest or 0) for each in columns)
    return all(map(int.__ge__, spread, _SPREADS))


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

"""Cells of a table as text, each distinct one once, from the columns of Arrow and the values of JSON."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute

from engine.errors import UnreadableError, fault
from engine.methods.k_containment.tables.schema import Coded, cell_text, code


def coded_column(name: str, column: pa.Array) -> Coded:
    """A column of a batch, coded; null and "not a number" are missing.

    Parameters
    ----------
    name : str
        For the error.
    column : pyarrow.Array
        Text, numbers, booleans, dates, or lists of them, also by way of a dictionary.

    Raises
    ------
    UnreadableError
        ``TAB012`` for anything else, such as a structure or a map.
    """
    if _is_list(column.type):
        return code([text_of(name, cell) for cell in column.to_pylist()])
    if pa.types.is_nested(column.type):
        raise _no_cell(name, "a structure")
    encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    values = _texts(name, encoded.dictionary)
    places = encoded.indices.cast(pa.int32())
    codes = (places.fill_null(-1) if places.null_count else places).to_numpy()
    missing = [place for place, value in enumerate(values) if value is None]
    if missing:
        codes = np.where(np.isin(codes, missing), np.int32(-1), codes)
    return Coded(codes, [value or "" for value in values])


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))


def _texts(name: str, values: pa.Array) -> list[str | None]:
    """Distinct values of a column as text, without blanks around them."""
    if pa.types.is_nested(values.type):
        raise _no_cell(name, "a structure")
    if pa.types.is_floating(values.type):
        values = pa.compute.if_else(pa.compute.is_nan(values), None, values)
    found: list[str | None] = pa.compute.utf8_trim_whitespace(values.cast(pa.string())).to_pylist()
    return found


def text_of(name: str, value: object) -> str | None:
    """A value of JSON, or of a list, as a cell; ``TAB012`` for an object."""
    try:
        return cell_text(value)
    except TypeError:
        raise _no_cell(name, "an object") from None


def _no_cell(name: str, got: str) -> UnreadableError:
    must = "must hold text, numbers, dates, yes/no values or lists of them"
    advice = "Make columns of its parts, or leave the column out of the policy."
    return UnreadableError(fault("TAB012", f"column {name}", must, got, advice))

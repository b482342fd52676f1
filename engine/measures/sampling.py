"""An exact bound from a sample: how many of the documents that nobody looked at may hold a miss."""

from __future__ import annotations

from scipy.stats import beta

from engine.record.review import CONFIDENCE, SampleStatement


def upper_bound(found: int, drawn: int, confidence: float = CONFIDENCE) -> float:
    """Upper end of the one-sided Clopper-Pearson interval of a share.

    Parameters
    ----------
    found, drawn : int
        Successes and trials.
    confidence : float, in (0, 1)

    Notes
    -----
    The largest p for which ``found`` or fewer of ``drawn`` happen with probability ``1 - confidence`` or
    more. Documents are drawn without replacement: the bound then holds all the more.

    References
    ----------
    Clopper and Pearson, Biometrika 26 (1934), 404-413.
    """
    if not 0 <= found <= drawn or drawn < 1:
        raise ValueError("found must be 0 to drawn, and drawn 1 or more")
    return 1.0 if found == drawn else float(beta.ppf(confidence, found + 1, drawn - found))


def statement_of(found: int, drawn: int, of: int) -> SampleStatement:
    """What a sample of `drawn` from `of` documents says, `found` of them with a miss."""
    return SampleStatement(drawn=drawn, of=of, with_a_miss=found, at_most=upper_bound(found, drawn))

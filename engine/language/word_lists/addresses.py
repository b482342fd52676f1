"""Words that stand beside names and in dates, and are none: salutations, titles, the calendar.

A capital makes no name of them, and none of them belongs to the name that it stands beside.
"""

from __future__ import annotations

_SALUTATIONS = """
dear hi hello hey greetings regards sincerely faithfully yours truly cheers thanks cordially respectfully
"""
_TITLES = """
mr mrs ms miss mx dr prof professor sir madam madame lord lady rev reverend father sister brother doctor nurse
judge justice officer captain colonel sergeant detective chairman chairwoman md phd rn esq
"""
_CALENDAR = """
monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
january february march april may june july august september october november december
jan feb mar apr jun jul aug sep sept oct nov dec easter christmas
"""

BESIDE_NAMES = frozenset((*_SALUTATIONS.split(), *_TITLES.split(), *_CALENDAR.split()))
"""In small letters."""

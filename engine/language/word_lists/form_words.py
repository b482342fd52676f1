"""Words that stand on every form and in every calendar: whatever a corpus saw of them, they are known.

A word of these lists is never taken for unseen or unproven. If counts show that it discloses a concept, it
goes all the same.
"""

from __future__ import annotations

from engine.catalog.lexicon import words

_CALENDAR = tuple(
    word.capitalize() for kind in ("weekday", "weekday-short", "month", "month-short") for word in words(kind)
)

_LABELS = """
name surname address street city state zip phone telephone tel mobile fax email date time age sex gender
ID ref re attn encl enclosure enclosures cc page subject signed signature
DOB MRN SSN NPI PCP ICU ER ED OR BP HR RR temp SpO2 BMI Hx Dx Rx Tx PMH HPI ROS
visit inpatient outpatient patient note chart ward bed assessment plan diagnosis diagnoses impression
allergies medications vitals provider physician clinician nurse referral
employee employer supervisor department dept position title
case docket matter plaintiff defendant petitioner respondent exhibit affidavit counsel
account invoice policy claim claimant insured member group amount balance total
"""

FORM_WORDS = (*_CALENDAR, *_LABELS.split())
"""Labels of forms in clinics, offices, courts and insurance, and the calendar in long and short."""

"""What stands around a report on paper, in English; the catalogues of `adapters.reports` translate it."""

from __future__ import annotations

COMPLIANCE_REPORT = "Compliance report"
OF_RELEASE = "release %(release)s"
MADE_BY = "Made by saferelease %(version)s"
PAGE = "Page"
OF = "of"
SIGNATURE = "Signature"
SIGNED_BY = "Signed by"
SIGNED_AT = "Time"
BY_THE_CLOCK = "%(time)s, by the clock of the signer"
KEY = "Installation's key"
SIGNED = (
    "This file is signed electronically (PAdES). A reader of PDF files shows the signature, and whether the "
    "file was changed after it. Whether to trust its key, say lists of trusted keys: audit signature FILE."
)
SENTENCES = (
    *(COMPLIANCE_REPORT, OF_RELEASE, MADE_BY, PAGE, OF, SIGNATURE, SIGNED_BY, SIGNED_AT, BY_THE_CLOCK),
    *(KEY, SIGNED),
)
"""All of them."""

"""The words that decide something: forms, programs and the client take these alone, exactly as written.

None has a default: whoever decides says so.
"""

from __future__ import annotations

from typing import Literal

SignOff = Literal["release", "withhold"]
"""What becomes of a document that a reviewer is done with."""
Approval = Literal["approve", "back", "reject"]
"""What an approver says of a release."""
Grant = Literal["grant", "refuse"]
"""What a second person says."""
PolicyWord = Literal["approve", "refuse"]
"""What an approver says of a policy."""
Revealed = Literal["values", "original"]
"""What of a document somebody asks to see."""
Sharing = Literal["all", "assigned"]
"""Which documents of a group each of its reviewers sees."""
TrainingWord = Literal["allow", "withdraw"]
CorrectionKind = Literal["accept", "keep", "retype", "level", "add"]
Code = Literal["not-an-identifier", "public-official", "consent", "published", "court-order"]
"""Why a finding is refused, or a level put that tells too much."""
Everywhere = Literal["document", "release"]
"""Where else a correction counts."""
CaseKind = Literal["go", "stay"]

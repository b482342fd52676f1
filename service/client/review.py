"""Documents under review and open ones, over the API."""

from __future__ import annotations

from collections.abc import Sequence

from engine.record.decisions import SignOff
from service.client.asking import Asking
from service.web.api.policy_forms import NewCase
from service.web.api.releases import Made
from service.web.api.review import Checked, Count, DeskOut, NewCorrection, NoteOut, PageOut, WeighedOut
from service.web.api.word_processor import DeskOut as TextDesk
from service.web.api.word_processor import InspectionOut


class Review(Asking):
    """Originals, findings, corrections, pictures; open documents of word processors."""

    def offers(self) -> list[TextDesk]:
        """The groups in which one may inspect open documents, and under which policies."""
        return self._get("/desks", list[TextDesk])

    def inspect(self, group: str, policy: str, paragraphs: Sequence[str]) -> InspectionOut:
        """What a release under a policy would change in an open document, of which nothing is kept."""
        return self._post(
            f"/desks/{group}/inspections", InspectionOut, {"policy": policy, "paragraphs": list(paragraphs)}
        )

    def desk(self, document: str) -> DeskOut:
        """The original and its findings; the ledger says that it was seen."""
        return self._get(f"/documents/{document}", DeskOut)

    def correct(self, document: str, correction: NewCorrection) -> int:
        """One correction; the same ticket twice is one. How many places it is about."""
        return self._post(f"/documents/{document}/corrections", Count, correction.model_dump()).places

    def weigh(self, document: str, start: int, end: int, replacement: str) -> list[WeighedOut]:
        """What a document would tell with other words in the place of a finding; nothing is saved."""
        words = {"start": start, "end": end, "replacement": replacement}
        return self._post(f"/documents/{document}/weighing", list[WeighedOut], words)

    def finish(self, document: str, outcome: SignOff) -> Checked:
        """Done with a document: it is decided again and checked; ``withhold`` keeps it back."""
        return self._post(f"/documents/{document}/finish", Checked, {"outcome": outcome})

    def undo(self, document: str) -> int:
        """Take the newest of one's corrections back, with all that was said with it; how many."""
        return self._post(f"/documents/{document}/undo", Count, {}).places

    def notes(self, document: str) -> list[NoteOut]:
        """Who remarked what about a document."""
        return self._get(f"/documents/{document}/notes", list[NoteOut])

    def add_note(self, document: str, words: str) -> None:
        """A remark for the next who looks."""
        self._do(f"/documents/{document}/notes", {"words": words})

    def keep_case(self, document: str, case: NewCase) -> str:
        """A made-up case of what was corrected, for the policy of its release; its id."""
        return self._post(f"/documents/{document}/cases", Made, case.model_dump()).id

    def page(self, document: str, page: int) -> PageOut:
        """Where the findings stand on a page; the ledger says that the original was seen."""
        return self._get(f"/documents/{document}/pages/{page}", PageOut)

    def picture(self, document: str, page: int, form: str = "original") -> bytes:
        """A page as a PNG file, ``original`` or ``released``."""
        return self._file(f"/documents/{document}/pages/{page}/{form}")

"""What was removed from documents, over the API."""

from __future__ import annotations

from engine.record.decisions import Grant, Revealed
from service.client.asking import Asking
from service.web.api.releases import Made
from service.web.api.reveals import OriginalOut, RevealOut, ValueOut


class Reveals(Asking):
    """Requests to see removed values, the second person's word, and the values, once."""

    def reveals(self) -> list[RevealOut]:
        """Requests of one's groups, the newest first."""
        return self._get("/reveals", list[RevealOut])

    def ask_reveal(self, release: str, document: str, reason: str, what: Revealed = "values") -> str:
        """Ask to see what was removed from a document, or its original; the id of the request."""
        body = {"document": document, "reason": reason, "what": what}
        return self._post(f"/releases/{release}/reveals", Made, body).id

    def decide_reveal(self, reveal: str, outcome: Grant, words: str = "") -> None:
        """grant or refuse, for somebody else than who asked."""
        self._do(f"/reveals/{reveal}/decision", {"outcome": outcome, "words": words})

    def show_values(self, reveal: str) -> list[ValueOut]:
        """What was removed, once, for who asked."""
        return self._post(f"/reveals/{reveal}/values", list[ValueOut], {})

    def show_original(self, reveal: str) -> str:
        """The text of the original, once, for who asked."""
        return self._post(f"/reveals/{reveal}/original", OriginalOut, {}).text

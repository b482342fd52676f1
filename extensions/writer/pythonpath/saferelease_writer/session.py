"""An open document between inspection and review: findings, decisions, the file that is sent."""

from dataclasses import dataclass, field

import unohelper
from com.sun.star.io import XOutputStream

from saferelease_writer import marks
from saferelease_writer.text import paragraphs_of, range_of, string_of

_WORD = ".docx"
_FILTERS = {_WORD: "MS Word 2007 XML", ".odt": "writer8"}


@dataclass
class Finding:
    """A finding, and what became of it."""

    number: int
    words: str
    told: dict = field(repr=False)
    is_marked: bool = False
    state: str = "open"
    grounds: str = ""

    @property
    def title(self):
        """The finding in a line."""
        return f"{self.words[:60]} ({self.told['category'].replace('-', ' ')}, {self.state})"

    @property
    def reason(self):
        """Why it is one."""
        unmarked = (
            ""
            if self.is_marked
            else " It could not be marked: change it yourself, or leave it to the release."
        )
        return f"{self.told['reason']} Clause {self.told['clause']}.{unmarked}"

    @property
    def choices(self):
        """What may stand in its place, first what the policy puts."""
        return (self.told["replacement"], *self.told["levels"])


class Session:
    """The open document and the service."""

    def __init__(self, document, remote):
        self.document, self._remote = document, remote
        self.findings, self.refused, self._under = [], [], None

    def inspect(self, desk, policy):
        """Ask for findings and mark them, from the last to the first: a mark moves what stands behind it."""
        marks.unmark(self.document)
        parts = paragraphs_of(self.document)
        strings = [string_of(part) for part in parts]
        found = self._remote.inspect(desk, policy, strings)
        self._under, self.refused = (desk, policy), found["refused"]
        self.findings = [
            Finding(number, strings[one["paragraph"]][one["start"] : one["end"]], one)
            for number, one in enumerate(found["findings"])
        ]
        for one in reversed(self.findings):
            self._mark(one, parts[one.told["paragraph"]])

    def _mark(self, one, paragraph):
        place = range_of(paragraph, one.told["start"], one.told["end"], one.words)
        one.is_marked = place is not None
        if place is not None:
            marks.mark(
                self.document, place, one.number, f"{one.reason} In its place: {one.told['replacement']}"
            )

    def show(self, one):
        """Select the words of a finding in the document."""
        place = marks.marked(self.document, one.number, one.words)
        self.document.getCurrentController().select(place)

    def accept(self, one, put):
        """Put other words in the place of a finding."""
        marks.replace(self.document, one.number, one.words, put)
        one.state = "accepted"

    def refuse(self, one, grounds):
        """Leave the words of a finding."""
        marks.unmark(self.document, one.number)
        one.state, one.grounds = "refused", grounds.strip()

    def send(self, title):
        """Send the file as it stands, without marks; the id of the release."""
        marks.unmark(self.document)
        name = name_of(self.document)
        return self._remote.send(*self._under, title, name, content_of(self.document, name), self.remarks())

    def remarks(self):
        """What the reviewers are told of refused findings, in notes that are not too long."""
        made = []
        for one in self.findings:
            if one.state == "refused":
                why = one.grounds[:300] or "no reason given"
                line = f'{one.told["category"]}: "{one.words[:80]}": {why}.'
                if made and len(made[-1]) + len(line) < 1900:
                    made[-1] += f"\n{line}"
                else:
                    made.append(f"Refused in the word processor:\n{line}")
        return made


class _Memory(unohelper.Base, XOutputStream):
    """Bytes as they are written: no copy of the document lies on a disk."""

    def __init__(self):
        self.content = bytearray()

    def writeBytes(self, given):
        self.content += given.value

    def flush(self):
        pass

    def closeOutput(self):
        pass


def name_of(document):
    """The name of the file that is sent: of the kind that it has, else Open Document."""
    last = (
        unohelper.fileUrlToSystemPath(document.getURL()).replace("\\", "/").rpartition("/")[2]
        if document.getURL()
        else ""
    )
    stem, dot, suffix = last.rpartition(".")
    kind = f".{suffix.lower()}" if dot else ""
    return last if kind in _FILTERS else f"{stem or last or 'document'}.odt"


def content_of(document, name):
    """The file as it would be saved now."""
    memory = _Memory()
    kind = _WORD if name.lower().endswith(_WORD) else ".odt"
    document.storeToURL("private:stream", _properties(FilterName=_FILTERS[kind], OutputStream=memory))
    return bytes(memory.content)


def _properties(**values):
    import uno

    return tuple(
        uno.createUnoStruct("com.sun.star.beans.PropertyValue", name, 0, value, 0)
        for name, value in values.items()
    )

"""Drives a real LibreOffice by what its windows show; run by the system's Python, which has UNO.

One argument: a file with the name of the pipe, and address and key of the service. Prints JSON.
"""

import json
import sys
import time
from pathlib import Path

import uno

PARAGRAPH_BREAK = 0
PARAGRAPHS = (
    "Dear colleague, I saw John Miller today, and John Miller\u2019s number is 219-09-9999.",
    "\U0001d518 Write to jm@example.org, not to him.",
    "Antiretroviral drugs were given in the infectious ward.",
)


def until(found, seconds=15, told=str):
    """What a function gives, once it is something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if made := found():
            return made
        time.sleep(0.1)
    raise SystemExit(f"nothing came; {told()}")


class Window:
    """A dialog, by what a screen reader reads of it."""

    def __init__(self, toolkit, title):
        self.context = until(lambda: _titled(toolkit, title), 20)

    def child(self, name, n=0):
        """The n-th part with a name."""
        return [one for one in _children(self.context) if one.getAccessibleName() == name][n]

    def press(self, name, words=""):
        """Press a button; all that the window says, once some words are there."""
        self.child(name).doAccessibleAction(0)
        return self.says(words)

    def type(self, place, words):
        """Write into the field that follows a label."""
        self.after(place).setText(words)

    def after(self, label):
        """The part that follows a label."""
        parts = _children(self.context)
        at = next(i for i, one in enumerate(parts) if one.getAccessibleName() == label)
        return parts[at + 1]

    def items(self, label):
        """The entries of the list behind a label, and the list."""
        found = self.after(label)
        while found.getAccessibleChildCount() and not _is_list(found):
            last = found.getAccessibleChild(found.getAccessibleChildCount() - 1)
            found = last.getAccessibleContext()
        return found, [one.getAccessibleName() for one in _children(found)]

    def choose(self, label, words):
        """Choose the first entry that holds some words."""
        found, names = self.items(label)
        at = next(i for i, name in enumerate(names) if words in name)
        found.selectAccessibleChild(at)

    def says(self, words):
        """All that it says, once some words are there."""
        return until(lambda: self.text() if words in self.text() else "", told=self.text)

    def text(self):
        """All that it says."""
        return " | ".join(
            one.getAccessibleName() or getattr(one, "getText", str)() for one in _children(self.context)
        )


def _is_list(context):
    return context.getAccessibleRole() == 32  # AccessibleRole.LIST


def _titled(toolkit, title):
    for number in range(toolkit.getTopWindowCount()):
        found = toolkit.getTopWindow(number).getAccessibleContext()
        if found.getAccessibleName() == title:
            return found
    return None


def _children(context):
    count = context.getAccessibleChildCount()
    return [context.getAccessibleChild(number).getAccessibleContext() for number in range(count)]


def office(pipe):
    """The context of a LibreOffice that listens."""
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)

    def reached():
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:  # noqa: BLE001  it does not listen yet
            return None

    return until(reached, 60)


def written(desktop):
    """A new document with a table, whose changes are recorded."""
    document = desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, ())
    text = document.getText()
    cursor = text.createTextCursor()
    for words in PARAGRAPHS:
        text.insertString(cursor, words, False)
        text.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
    table = document.createInstance("com.sun.star.text.TextTable")
    table.initialize(1, 1)
    text.insertTextContent(cursor, table, False)
    table.getCellByName("A1").setString("Call 212-555-0187 now.")
    document.RecordChanges = True
    return document


def strings(document):
    """Its paragraphs, and the cell."""
    found, made = document.getText().createEnumeration(), []
    while found.hasMoreElements():
        part = found.nextElement()
        is_table = part.supportsService("com.sun.star.text.TextTable")
        made.append(part.getCellByName("A1").getString() if is_table else part.getString())
    return made


def marks(document):
    """Words under bookmarks, and the comments beside them."""
    found = document.getBookmarks()
    under = {name: found.getByName(name).getAnchor().getString() for name in found.getElementNames()}
    fields, comments = document.getTextFields().createEnumeration(), []
    while fields.hasMoreElements():
        comments.append(fields.nextElement().Content)
    return {"under": under, "comments": comments}


def drive(asked):
    """Connect, inspect, decide, send; what was seen on the way."""
    context = office(asked["pipe"])
    make = context.ServiceManager.createInstanceWithContext
    desktop, toolkit = make("com.sun.star.frame.Desktop", context), make("com.sun.star.awt.Toolkit", context)
    document, seen = written(desktop), {}
    commands = make("org.saferelease.Writer", context)

    commands.trigger("inspect")
    window = Window(toolkit, "Inspect with saferelease")
    seen["unconnected"] = window.text()
    connect(commands, toolkit, asked, seen)

    seen["connected"] = window.press("Inspect", "Choose a policy.")
    decide(window, document, seen)
    document.close(True)
    desktop.terminate()
    return seen


def connect(commands, toolkit, asked, seen):
    """Address and key, first over an address that would show the key."""
    commands.trigger("connect")
    window = Window(toolkit, "Connect to saferelease")
    for address, words in (("http://release.example.org", "in the clear"), (asked["address"], "Connected")):
        window.type("Address of the service", address)
        window.type("Personal key (in the service: Your account)", asked["key"])
        seen[words] = window.press("Connect", words)


def decide(window, document, seen):
    """Inspect, accept one as it is and one at another level, refuse one, send."""
    seen["inspected"] = window.press("Inspect", " open.")
    seen["findings"] = window.items("Findings")[1]
    seen["marks"], n_open = marks(document), len(seen["findings"])
    window.choose("Findings", "John Miller")
    window.press("Show")
    controller = document.getCurrentController()
    seen["shown"] = until(lambda: controller.getSelection().getByIndex(0).getString())
    window.press("Accept", f" {n_open - 1} open.")
    window.press("Accept", f" {n_open - 2} open.")  # the next one was chosen: the same name again
    window.choose("Findings", "Antiretroviral")
    window.choose("In its place", "Substances")
    window.press("Accept", f" {n_open - 3} open.")
    window.choose("Findings", "jm@example.org")
    window.type("Reason for refusing it", "The court's own address")
    seen["decided"] = window.press("Refuse", f" {n_open - 4} open.")
    seen["strings"], seen["recorded"] = strings(document), bool(document.RecordChanges)
    _change(document)
    window.choose("Findings", "219-09-9999")
    seen["changed"] = window.press("Accept", "changed meanwhile")
    seen["after change"] = strings(document)
    seen["untitled"] = window.press("Send to review", "a title")
    window.type("Title of the release", "Letter of May")
    seen["sent"] = window.press("Send to review", "Sent")
    seen["left"] = marks(document)


def _change(document):
    """Somebody types into a marked place."""
    found = document.getBookmarks()
    for name in found.getElementNames():
        anchor = found.getByName(name).getAnchor()
        if anchor.getString() == "219-09-9999":
            cursor = anchor.getText().createTextCursorByRange(anchor.getStart())
            cursor.goRight(1, False)
            anchor.getText().insertString(cursor, "0", False)


if __name__ == "__main__":
    print(json.dumps(drive(json.loads(Path(sys.argv[1]).read_text())), ensure_ascii=True))

"""The paragraphs of an open document, and the ranges of words in them. Offsets count code points."""

_READ = ("Text", "TextField")


def paragraphs_of(document):
    """Paragraphs of the body, those of tables among them, in order."""
    return list(_paragraphs(document.getText()))


def string_of(paragraph):
    """What a paragraph says: without marks, notes and what is anchored in it."""
    return "".join(portion.getString() for portion in _each(paragraph) if portion.TextPortionType in _READ)


def range_of(paragraph, start, end, words):
    """The range of words in a paragraph; None where it is not exactly these words."""
    at, begin, finish = 0, None, None
    for portion in _each(paragraph):
        if portion.TextPortionType not in _READ:
            continue
        length = len(portion.getString())
        if portion.TextPortionType == "Text":
            if at <= start < at + length:
                begin = _cursor(paragraph, portion, start - at)
            if at < end <= at + length:
                finish = _cursor(paragraph, portion, end - at)
        at += length
    if begin is None or finish is None:
        return None
    begin.gotoRange(finish, True)
    return begin if begin.getString() == words else None


def _cursor(paragraph, portion, steps):
    cursor = paragraph.getText().createTextCursorByRange(portion.getStart())
    cursor.goRight(steps, False)
    return cursor


def _paragraphs(text):
    for part in _each(text):
        if part.supportsService("com.sun.star.text.TextTable"):
            for name in part.getCellNames():
                yield from _paragraphs(part.getCellByName(name))
        elif part.supportsService("com.sun.star.text.Paragraph"):
            yield part


def _each(container):
    found = container.createEnumeration()
    while found.hasMoreElements():
        yield found.nextElement()

"""Marks of findings: a bookmark holds the place, a comment beside it says why. Both go before it is sent."""

from saferelease_writer.access import RefusedError

AUTHOR = "saferelease"
_PREFIX = "saferelease-"
_COMMENT = "com.sun.star.text.textfield.Annotation"


def mark(document, place, number, words):
    """Mark a range."""
    bookmark = document.createInstance("com.sun.star.text.Bookmark")
    bookmark.setName(_PREFIX + str(number))
    place.getText().insertTextContent(place, bookmark, True)
    comment = document.createInstance(_COMMENT)
    comment.Author, comment.Initials, comment.Content = AUTHOR, _PREFIX + str(number), words
    place.getText().insertTextContent(place, comment, True)


def unmark(document, number=None):
    """Take the mark of one finding away, or all; the words stay."""
    names = [_PREFIX + str(number)] if number is not None else None
    for comment in _comments(document):
        if comment.Initials in names if names else comment.Author == AUTHOR:
            comment.dispose()
    bookmarks = document.getBookmarks()
    for name in names or [one for one in bookmarks.getElementNames() if one.startswith(_PREFIX)]:
        if bookmarks.hasByName(name):
            bookmarks.getByName(name).dispose()


def marked(document, number, words):
    """The marked range of a finding, as long as it holds its words."""
    bookmarks, name = document.getBookmarks(), _PREFIX + str(number)
    place = bookmarks.getByName(name).getAnchor() if bookmarks.hasByName(name) else None
    if place is None or place.getString() != words:
        raise RefusedError("The place was changed meanwhile. Inspect the document again.")
    return place


def replace(document, number, words, put):
    """Put other words in a marked place; changes are no longer recorded, since that keeps the old ones."""
    marked(document, number, words)
    document.RecordChanges = False
    for comment in _comments(document):
        if comment.Initials == _PREFIX + str(number):
            comment.dispose()
    marked(document, number, words).setString(put)
    unmark(document, number)


def _comments(document):
    found, fields = [], document.getTextFields().createEnumeration()
    while fields.hasMoreElements():
        field = fields.nextElement()
        if field.supportsService(_COMMENT):
            found.append(field)
    return found

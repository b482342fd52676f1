"""Fields of a mail that came back: reports of delivery (RFC 3464, 8098, 5965), headers of the mail itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from email import policy
from email.message import Message
from email.parser import BytesHeaderParser

from adapters.documents.mail.parts import BROKEN, header_text

KEPT_HEADERS = (
    "From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Subject", "Date", "Organization", "Comments",
    "Keywords", "Importance", "Newsgroups", "Resent-From", "Resent-To", "Resent-Date",
)  # fmt: skip
"""What people read of a mail."""
REPORTS = frozenset(
    {"message/delivery-status", "message/disposition-notification", "message/feedback-report"}
)
"""Types of parts that hold fields alone."""
HEADERS = "text/rfc822-headers"
_KEPT = frozenset(name.lower() for name in KEPT_HEADERS)
_OF_REPORTS = _KEPT | {
    "arrival-date", "original-recipient", "final-recipient", "action", "status", "diagnostic-code",
    "last-attempt-date", "will-retry-until", "disposition", "failure", "error", "warning", "feedback-type",
    "original-rcpt-to", "received-date", "arrived", "incidents", "source-ip", "reported-uri",
    "reported-domain",
}  # fmt: skip
"""Fields that the standards define. Ids of messages are none of them, nor are names of machines and programs:
they are called after people ("Anna's-laptop"), and a mail loses ``Received`` and ``User-Agent`` as well."""


def report_text(document_id: str, blocks: object) -> str | None:
    """The fields of a report, a block for each recipient, decoded; None if anything else stands there.

    Raises
    ------
    UnreadableError
        DOC004, a field of unknown encoding.
    """
    found = [block for block in blocks if isinstance(block, Message)] if isinstance(blocks, list) else []
    if not found or any(block.is_multipart() or str(block.get_payload() or "").strip() for block in found):
        return None
    return _joined(document_id, found, _OF_REPORTS)


def headers_text(document_id: str, message: Message) -> str | None:
    """The fields of the mail that came back, decoded; None if anything else stands there.

    Raises
    ------
    UnreadableError
        DOC004, a field of unknown encoding.
    """
    content = message.get_payload(decode=True)
    try:
        parsed = BytesHeaderParser(policy=policy.compat32).parsebytes(
            content if isinstance(content, bytes) else b""
        )
    except BROKEN:
        return None
    if parsed.is_multipart() or str(parsed.get_payload() or "").strip():
        return None
    return _joined(document_id, [parsed], _KEPT)


def _joined(document_id: str, blocks: Sequence[Message], kept: Collection[str]) -> str:
    """A line for each field that is kept, an empty line between blocks."""
    texts = (
        "\n".join(
            f"{name}: {header_text(document_id, value)}"
            for name, value in block.raw_items()
            if name.lower() in kept
        )
        for block in blocks
    )
    return "\n\n".join(filter(None, texts))

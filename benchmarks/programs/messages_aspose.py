"""Writes messages by Aspose.Email FOSS, in an environment that has it; their descriptions come in as JSON."""

import base64
import json
import sys
from datetime import UTC, datetime

from aspose.email_foss import msg

KINDS = {"to": 1, "cc": 2, "bcc": 3}


def message(told):
    """A message as the program builds it."""
    made = msg.MapiMessage.create(told["subject"], told.get("text", ""), unicode_strings=not told["in_bytes"])
    made.set_property(msg.PropertyId.SENDER_NAME, told["sender"]["name"])
    made.set_property(msg.PropertyId.SENDER_EMAIL_ADDRESS, told["sender"]["mail"])
    made.set_property(msg.PropertyId.MESSAGE_DELIVERY_TIME, datetime(2024, 5, 6, 10, 11, 12, tzinfo=UTC))
    if told.get("html"):
        made.body_html = told["html"]
    if told["headers"]:
        made.set_property(msg.PropertyId.TRANSPORT_MESSAGE_HEADERS, told["headers"])
    if told["company"]:
        made.set_named_property(msg.MapiNamedProperty.string("Account"), 0x001F, told["company"])
    for one in told["people"]:
        made.add_recipient(one["mail"], display_name=one["name"], recipient_type=KINDS[one["kind"]])
    for file in told["files"]:
        made.add_attachment(file["name"], base64.b64decode(file["data"]), mime_type=file["type"])
    if "attached" in told:
        made.add_embedded_message_attachment(message(told["attached"]), filename="forwarded.msg")
    return made


for held in json.load(sys.stdin):
    message(held).save(held["path"])

"""Mail: messages, their parts, mailboxes."""

"""Which folders a schedule may read: those below the group's own, below the one that an administrator set."""

from __future__ import annotations

from pathlib import Path

from service.app.settings import Settings
from service.refusals import Refusal


def group_folder(settings: Settings, slug: str) -> Path | None:
    """The folder of a group; None when no administrator set one."""
    return settings.inbox.resolve() / slug if settings.inbox else None


def folder_of(settings: Settings, slug: str, source: str) -> Path:
    """The folder that a schedule reads.

    Raises
    ------
    Refusal
        ``SCH001`` (422) when there is none, or it lies outside the group's, also by a link.
    """
    own = group_folder(settings, slug)
    if own is None:
        advice = "An administrator sets SAFERELEASE_INBOX."
        raise Refusal(422, "SCH001", "the inbox", "must be set for this service", "", advice)
    found = (own / source).resolve()
    if not found.is_relative_to(own) or not found.is_dir():
        must = "must be a folder in the group's inbox"
        raise Refusal(422, "SCH001", "the folder", must, "", "Make it there, or choose another.")
    return found


def folders_below(settings: Settings, slug: str) -> list[str]:
    """What a form offers: the group's folder itself (an empty word) and the folders in it."""
    own = group_folder(settings, slug)
    if own is None or not own.is_dir():
        return []
    found = (one for one in own.iterdir() if one.is_dir() and not one.is_symlink() and one.name[0] != ".")
    return ["", *sorted(one.name for one in found)]

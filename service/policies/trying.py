"""Policies tried on samples: workers that stay open for the policies that are being written."""

from __future__ import annotations

import hashlib

from flows.release.preview.trying import Trial, Tried
from service.app.context import Service
from service.app.kept_open import KeptOpen
from service.people.roles import Action, Who
from service.policies.books import text_of, visible_version
from service.policies.files import passing_file
from service.refusals import invalid, not_allowed

MAX_SAMPLE = 5_000_000


class Trials:
    """Trials that are open, the last used ones; opening one takes seconds."""

    def __init__(self, keep: int = 2, waiting: int = 8) -> None:
        self._trials: KeptOpen[str, Trial] = KeptOpen(keep, waiting)

    def look(self, who: Who, text: str, name: str, content: bytes) -> Tried:
        """Try the policy that a text holds; one sample at a time."""

        def opened() -> Trial:
            with passing_file(text) as path:
                return Trial(str(path))

        with self._trials.used(who.id, hashlib.sha256(text.encode()).hexdigest(), opened) as trial:
            return trial.look(name, content)

    def advise(self, who: Who, policy: str, name: str, content: bytes) -> Tried:
        """The same under a policy by name or file, with what may be chosen instead."""
        with self._trials.used(who.id, policy, lambda: Trial(policy)) as trial:
            return trial.look(name, content, advise=True)

    def close(self) -> None:
        """End them all."""
        self._trials.close()


trials = Trials()


def require_bench(who: Who, group: str) -> None:
    """Refuse whoever neither writes policies in a group nor approves them."""
    who.require(Action.READ_POLICIES, group)
    if not (who.may(Action.WRITE_POLICIES, group) or who.may(Action.APPROVE_POLICIES, group)):
        raise not_allowed("trying policies")


def try_policy(service: Service, who: Who, version: str, name: str, content: bytes) -> Tried:
    """What a release under a version would do with a sample, of which nothing is kept.

    Raises
    ------
    InvalidError
        The policy has faults.
    Refusal
        Neither author nor approver; a sample that is empty or too large.
    """
    with service.database.look() as session:
        found, book = visible_version(session, who, version, Action.READ_POLICIES)
        require_bench(who, book.group_id)
        text = text_of(service, found)
    if not content.strip() or len(content) > MAX_SAMPLE:
        raise invalid("sample", f"must hold 1 to {MAX_SAMPLE:,} bytes")
    return trials.look(who, text, name, content)

"""The demonstration: a service with people of each role and the example records waiting for review."""

from __future__ import annotations

import os
from pathlib import Path

from service.app.context import Service, open_service
from service.app.settings import Settings
from service.people.accounts import (
    add_group,
    add_person,
    first_administrator,
    first_password,
    give_roles,
    who_is,
)
from service.people.roles import Role
from service.policies.books import add_policy, approve_policy, submit_policy
from service.releases.intake import add_document, new_release, start
from service.state.database import default_address
from service.web.serving import Say, folder_for_demo, run

_RECORDS = Path(__file__).resolve().parent.parent.parent / "examples" / "records"
_PEOPLE = (
    (Role.AUTHOR, "ada", "Ada Author"),
    (Role.REVIEWER, "rita", "Rita Reviewer"),
    (Role.REVIEWER, "rob", "Rob Reviewer"),
    (Role.APPROVER, "petra", "Petra Approver"),
    (Role.OPERATOR, "otto", "Otto Operator"),
    (Role.AUDITOR, "aud", "Audrey Auditor"),
)
POLICY = """\
policy: clinic-letters
version: 1.0.0
title: Letters of the clinic, looked at by people
extends: hipaa-safe-harbor
review:
  all_above: 0        # people look at every document
  reviewers: 1
"""


def demonstrate(port: int, say: Say) -> None:
    """Open a service for trying it out; nothing of it is left afterwards."""
    with folder_for_demo() as folder:
        os.environ["SAFERELEASE_HOME"] = str(folder / "home")
        address = f"http://127.0.0.1:{port}"
        service = open_service(Settings(folder / "service", default_address(folder / "home"), address))
        say("A demonstration: whatever you do here is gone when it ends.")
        for login, role, password in furnish(service):
            say(f"  {role:<14} {login:<8} {password}")
        run(service, say, workers=2)


def furnish(service: Service) -> list[tuple[str, str, str]]:
    """People, a policy, the example records in a release that runs; logins, roles and passwords."""
    with service.database.begin() as state:
        made = [("admin", Role.ADMINISTRATOR.value, first_password())]
        first_administrator(state, "admin", "Admin of the House", made[0][2])
        group = add_group(state, "clinic", "The clinic")
        people = {}
        for role, login, display in _PEOPLE:
            made.append((login, role.value, first_password()))
            person, _ = add_person(state, login, display, password=made[-1][2])
            give_roles(state, person, group, [role])
            state.flush()
            people[login] = who_is(state, person)
    version = add_policy(service, people["ada"], group.id, POLICY)
    submit_policy(service, people["ada"], version)
    approve_policy(service, people["petra"], version, "For the demonstration.")
    if _RECORDS.is_dir():
        release = new_release(service, people["otto"], group.id, "Example records", version)
        for path in sorted(_RECORDS.iterdir()):
            add_document(service, people["otto"], release.id, path.name, path.read_bytes(), path.name)
        start(service, people["otto"], release.id)
    return made

"""Weeks of runs in Prefect's database, with Prefect's own clean-up after each; prints what is left.

    python -m tests.integration.prefect_weeks HOME JOURNAL RUNS

The runs are those of JOURNAL, a real one, under new ids and at earlier times. First come weeks that are older
than runs are kept, then the last seven days. Run as a program: Prefect reads its settings once.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from flows.orchestration.server.journal import journal_folder
from flows.orchestration.server.prefect_settings import prefect_configured, prefect_home
from flows.orchestration.server.program import RETENTION_DAYS, server_settings
from flows.orchestration.server.taking_over import take_over

OLD_WEEKS = 2
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|\+00:00)")


def shifted(journal: str, run: str, back: timedelta) -> str:
    """A run like the one of `journal`, with ids of its own, so much earlier."""

    def earlier(found: re.Match[str]) -> str:
        at = datetime.fromisoformat(found[0].replace("Z", "+00:00")) - back
        return at.isoformat(timespec="microseconds")

    renamed = _ID.sub(lambda found: str(uuid.uuid5(uuid.UUID(found[0]), run)), journal)
    return _TIME.sub(earlier, renamed)


async def cleaned() -> None:
    """What Prefect's server does about old runs and events each hour, and about what they leave each day."""
    from prefect.server.database import provide_database_interface
    from prefect.server.services import db_vacuum
    from prefect.settings.context import get_current_settings

    enabled = get_current_settings().server.services.db_vacuum.enabled_vacuum_types
    work: dict[str, list[Callable[..., Any]]] = {
        "flow_runs": [db_vacuum.vacuum_old_flow_runs],
        "events": [db_vacuum.vacuum_events_with_retention_overrides, db_vacuum.vacuum_old_events],
        "orphans": [
            db_vacuum.vacuum_orphaned_logs,
            db_vacuum.vacuum_orphaned_artifacts,
            db_vacuum.vacuum_stale_artifact_collections,
        ],
    }
    for name in sorted(enabled):
        for act in work[name]:
            await act(db=provide_database_interface())


async def counted() -> dict[str, int]:
    """Rows of what grows with each run, and pages of the database that are in use or free."""
    import sqlalchemy as sa
    from prefect.server.database import provide_database_interface

    database = provide_database_interface()
    tables = ("flow_run", "task_run", "flow_run_state", "artifact", "artifact_collection", "events", "log")
    asked = {name: f"SELECT count(*) FROM {name}" for name in tables} | {"pages": "PRAGMA page_count"}
    async with database.session_context() as session:
        return {
            name: int((await session.execute(sa.text(words))).scalar_one()) for name, words in asked.items()
        }


async def weeks(folder: Path, journal: str, runs: int) -> list[dict[str, int]]:
    """Rows and pages after each week, cleaned up."""
    from prefect.server.database import provide_database_interface

    await provide_database_interface().create_db()
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    ends = [RETENTION_DAYS + 7 * (OLD_WEEKS - week) for week in range(OLD_WEEKS)] + [0]
    for days in ends:
        for number in range(runs):
            back = timedelta(days=days + 7 * number / runs, minutes=1)
            (folder / f"{days:03d}-{number:03d}.jsonl").write_text(shifted(journal, f"{days} {number}", back))
        assert await take_over(folder) == runs
        before = await counted()
        await cleaned()
        found += [before, await counted()]
    return found


def main() -> None:
    """Print what is left before and after each clean-up."""
    home, journal, runs = Path(sys.argv[1]), Path(sys.argv[2]).read_text(), int(sys.argv[3])
    with prefect_configured(home, server_settings("saferelease:test")):
        print(json.dumps(asyncio.run(weeks(journal_folder(prefect_home(home)) / "weeks", journal, runs))))


if __name__ == "__main__":
    main()

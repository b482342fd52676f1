"""Kills at steps that last, each installation worked on until everything has ended.

    python -m tests.service.killing --kills 1000 [--each 50] [--only sqlite|postgresql|prefect]

The service, a worker, a command given beside it, a worker of that, or PostgreSQL's process behind a
connection ends by SIGKILL at a step (`tests.service.steps`), while programs submit releases, review them,
approve or reject them and ask for their bundles in an object store, files arrive for a schedule, and
`saferelease run` is given again and again. Whatever has no answer is asked again, with the same ticket. When
the kills are over, all of it goes on until every release has ended. Then nothing may be lost, doubled or
half (`tests.service.quiescence`).
"""

from __future__ import annotations

import argparse
import itertools
import logging
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from adapters.keys.installation import load_keys
from service.app.context import Service
from service.app.settings import settings_from
from service.people.accounts import group_named
from service.releases.review.training import allow
from service.schedules.timetable import Wish, new_schedule
from service.state.database import open_database
from tests.object_store import running_store
from tests.patience import free_port
from tests.service.cases import POLICY, approved_policy, person
from tests.service.forks import Forks
from tests.service.house import House
from tests.service.labour import Labour
from tests.service.people import furnish
from tests.service.postgres import Cluster, running_cluster
from tests.service.quiescence import require_quiescence
from tests.service.steps import FOLDER, Kill, calm, kills

N_FIRST = 8
"""Releases that were handed to the machine before anything dies."""
WORLDS = ("sqlite", "postgresql", "prefect")
YEARLY = 'release: {from: in, to: out, every: "0 0 1 1 *"}\n'


def prepared(folder: Path, forks: Forks, cluster: Cluster | None) -> Labour:
    """A house in which nothing has happened yet, and what is to be done in it."""
    os.environ |= {
        "SAFERELEASE_HOME": str(folder / "home"),
        "SAFERELEASE_INBOX": str(folder / "inbox"),
        "SAFERELEASE_BUNDLE_STORES": "clinic=s3://bucket/bundles",
        "SAFERELEASE_ADDRESS": f"http://127.0.0.1:{free_port()}",
    }
    for name in ("inbox/clinic", "service"):
        (folder / name).mkdir(parents=True)
    database = open_database(cluster.address if cluster else f"sqlite:///{folder / 'state.sqlite'}")
    settings = replace(settings_from(), folder=folder / "service", database=database.address)
    service = Service(settings, database, load_keys())
    furnish(service)
    policy = approved_policy(service, POLICY + "review: {all_above: 0, keep_days: 0}\n")
    kept = approved_policy(service, POLICY + "review: {all_above: 0}\n", slug="kept")
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    allow(service, person(service, "administrator.clinic"), "clinic")
    new_schedule(service, person(service, "operator.clinic"), group, Wish("Watched", kept, "", ""))
    return Labour(House(service, forks.start), folder, policy)


def survive(folder: Path, forks: Forks, n_kills: int, world: str) -> Counter[str]:
    """One installation to its end; in what states the service's kills found releases."""
    steps = folder.parent
    wanted = len(kills(steps)) + n_kills
    with ExitStack() as ending:
        cluster = ending.enter_context(running_cluster()) if world == "postgresql" else None
        store = ending.enter_context(running_store())
        labour = prepared(folder, forks, cluster)
        house = labour.house
        calm(steps)
        ending.callback(house.service.database.engine.dispose)
        if world == "prefect":
            yearly = folder / "yearly.yaml"
            yearly.write_text(POLICY.replace("policy: letters", "policy: yearly") + YEARLY)
            house.serve_schedules(yearly)
            ending.callback(house.end_schedules)
        house.serve()
        ending.callback(house.kill)
        with house.client("operator.clinic") as client:
            for _ in range(N_FIRST):
                labour.submit(client)
        with labour.at_work():
            labour.until_one_is_sealed()
            (steps / "calm").unlink()
            house.serve_again_and_again(lambda: len(kills(steps)) >= wanted or bool(labour.faults))
            calm(steps)
            house.kill_and_serve()
            labour.until_all_has_ended()
        require_quiescence(labour, store)
    return house.found


@contextmanager
def installation(forks_in: Path) -> Iterator[Path]:
    """A folder that is gone afterwards, unless something went wrong in it."""
    folder = Path(tempfile.mkdtemp(prefix="installation-", dir=forks_in))
    before = os.environ.copy()
    try:
        yield folder
        shutil.rmtree(folder)
    finally:
        os.environ.clear()
        os.environ.update(before)


def asked(arguments: list[str]) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--each", type=int, default=50, help="kills for each installation")
    parser.add_argument("--only", default="", choices=["", *WORLDS])
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """As many kills as asked for, installation after installation; how many went wrong."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # each request to the object store
    options, found, wrong = asked(arguments), Counter[str](), 0
    worlds = itertools.cycle([options.only] if options.only else WORLDS)
    folder = Path(tempfile.mkdtemp(prefix="saferelease-kills-"))  # a context would end in every fork too
    (folder / "tmp").mkdir()
    os.environ |= {"TMPDIR": str(folder / "tmp"), FOLDER: str(folder)}
    tempfile.tempdir = str(folder / "tmp")
    forks = Forks(folder)
    try:
        while (n := len(kills(folder))) < options.kills:
            world, begun, said = (
                next(worlds),
                time.monotonic(),
                "all has ended; nothing lost, doubled or half",
            )
            try:
                with installation(folder) as place:
                    found += survive(place, forks, min(options.each, options.kills - n), world)
            except (AssertionError, TimeoutError) as fault:
                said, wrong = f"WRONG in {place}: {fault!r}", wrong + 1
            died, seconds = Counter(one.died for one in kills(folder)[n:]), time.monotonic() - begun
            print(f"{world}: {dict(died)} in {seconds:.0f} s: {said}", flush=True)
    finally:
        forks.close()
    tell(kills(folder), found, wrong)
    if not wrong:
        shutil.rmtree(folder)
    return wrong


def tell(killed: Sequence[Kill], found: Counter[str], wrong: int) -> None:
    """What was killed, at what, and in what states releases were when the service was."""
    for doing, n in Counter(f"{one.died} in {one.doing}" for one in killed).most_common():
        print(f"{n:5} {doing}")
    print(f"releases that the service's kills found: {dict(found)}")
    places, died = len({one.at for one in killed}), dict(Counter(one.died for one in killed))
    print(f"{len(killed)} kills at {places} places: {died}; {wrong} wrong", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

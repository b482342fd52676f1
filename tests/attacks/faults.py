"""Seeded faults while a release runs; after them the release is given again and must be the undisturbed one.

    python -m tests.attacks.faults --faults 1000 [--seed 1] [--only KIND] [--each 3] [--seconds 400]

Of every fault is asked: the run ends in time, no process of it stays. Of every release, after some faults
one upon the other: it holds every document once, in the same bytes as an undisturbed run; the ledger is
whole, the bundle verifies, its private record opens. A file that was cut may instead be refused by a code;
then it is put back, as the message says, and the release must end as before.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.attacks.benches import Bench, Try
from tests.attacks.disturbances import KINDS, NEED_DISK
from tests.attacks.finished import cut_finished, server_gone

ALONE = {"cut_finished": cut_finished, "server_gone": server_gone}
"""Kinds that take a release of their own, and do several faults to it."""


def disturb(one: Try, chance: random.Random, kinds: list[str]) -> Counter[str]:
    """Faults one upon the other on one release, which then must be whole; those that came in time."""
    done: Counter[str] = Counter()
    for kind in kinds:
        try:
            done[kind] += KINDS[kind](one, chance)
        except AssertionError as error:
            raise AssertionError(f"{kind}: {error}") from None
        if one.out.exists():
            break
    one.require_whole()
    return +done


def one_release(bench: Bench, seed: int, only: str, each: int) -> tuple[Counter[str], str]:
    """Faults on one release; how many of each kind, and what went wrong."""
    chance = random.Random(seed)
    one = bench.try_one(f"seed{seed}")
    possible = [kind for kind in KINDS if one.mounted or kind not in NEED_DISK]
    kinds = [only or chance.choice(possible) for _ in range(each)]
    try:
        if only in NEED_DISK and not one.mounted:
            sys.exit(f"{only} needs the right to mount")
        if only in ALONE:
            return ALONE[only](one, chance, each), ""
        return disturb(one, chance, kinds), ""
    except AssertionError as error:
        return Counter({only or kinds[0]: 1}), f"WRONG {', '.join(kinds)}: {error}"
    finally:
        one.close()


def faults(
    bench: Bench, n: int, seed: int, only: str, each: int, seconds: float
) -> tuple[Counter[str], list[str], int]:
    """Do about `n` faults; how many of each kind, what went wrong, and the next seed."""
    done: Counter[str] = Counter()
    wrong: list[str] = []
    ends = time.monotonic() + seconds
    while sum(done.values()) < n and time.monotonic() < ends:
        more, fault = one_release(bench, seed, only, each)
        done += more
        if fault:
            wrong.append(fault)
        print(f"seed {seed}: {fault or dict(more)}", flush=True)
        seed += 1
    return done, wrong, seed


def asked() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", choices=["", *KINDS, *ALONE])
    parser.add_argument("--each", type=int, default=3, help="faults for each release")
    parser.add_argument("--seconds", type=float, default=10_000, help="begin no release later")
    return parser.parse_args()


def main() -> None:
    """Do faults, print what went wrong."""
    options = asked()
    folder = tempfile.mkdtemp()  # no context: its end would come in every fork too
    bench = Bench(Path(folder) / "bench")
    done, wrong, seed = faults(
        bench, options.faults, options.seed, options.only, options.each, options.seconds
    )
    shutil.rmtree(folder, ignore_errors=True)
    print(f"{sum(done.values())} faults: {dict(done)}; {len(wrong)} wrong; next seed {seed}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

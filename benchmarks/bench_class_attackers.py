"""Attackers with documents of their own, on whole texts, for several k: by a policy, on three corpora.

    python benchmarks/bench_class_attackers.py [DATA] --corpus companies --k 8 9 10 [--objective NAME]
        [--seeds 0] [--victims 250] [--held-out] [--most 600] [--even 1.16] [--without-boosting]
        [--figure FILE.svg --points FILE.json]

A policy with `hide_class` is written for the corpus and compiled. Half of the documents of each class teach
the defender, a quarter the attackers, a quarter are victims, as for `saferelease evaluate attackers`.
Settings are to be chosen on the first `--victims` of the quarter. With `--held-out` all others of the quarter
are attacked, up to `--most`: they are used for nothing else. Gradient boosting takes most of the time and was
never the best; `--without-boosting` leaves it out. A line for each setting and seed says what the best
attacker names, each taught by originals and by documents redacted alike. `--points` keeps what was
measured, and `--figure` draws all that the file holds.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scipy.stats import binomtest  # noqa: E402

from adapters.reports.figures import axes_of, svg_of  # noqa: E402
from engine.methods.k_redactor import Labelled  # noqa: E402
from engine.record.attacked import AttackMeasurement  # noqa: E402
from flows.compiling.compilation import compile_policy  # noqa: E402
from research.classes.attackers import Parts, attack_parts, divided  # noqa: E402
from research.classes.labelled_corpora import CORPORA  # noqa: E402
from research.classes.text_attackers import ATTACKERS  # noqa: E402

DATA = ROOT.parent / "shared" / "data"
POLICY = """\
policy: attacked
version: 1.0.0
title: A class to hide
laws: [{cite: House rule, title: House rule on classes}]
hide_class:
  law: House rule
  corpus: {from: labelled.jsonl, text: text, class: class, keep: keep}
"""
HEAD = "| corpus, seed | setting | attacked | suppressed | refused | best attacker | taught alike | topic |"


def parties(
    labelled: Sequence[Labelled], seed: int, n_chosen: int, held_out: bool, most: int | None = None
) -> Parts:
    """Defender, attackers, and the victims on which settings are chosen, or at most so many others."""
    all_parts = divided(labelled, seed, len(labelled))
    victims = all_parts.victims[n_chosen:][:most] if held_out else all_parts.victims[:n_chosen]
    return Parts(all_parts.defender, all_parts.attackers, victims)


def attacked(
    folder: Path, settings: Sequence[str], parts: Parts, seed: int, names: Sequence[str] = tuple(ATTACKERS)
) -> AttackMeasurement:
    """Compile a policy with these settings in the folder of the labelled documents, and attack it."""
    path = folder / "attacked.yaml"
    path.write_text(POLICY + "".join(f"  {line}\n" for line in settings))
    found = compile_policy(str(path)).hide_class
    assert found is not None
    return attack_parts(found.step, found.hider, parts, "", seed=seed, names=names)


def told(found: AttackMeasurement) -> dict[str, Any]:
    """What a line and a point of the figure need."""
    best = max(found.figures, key=lambda one: one.first)
    alike = max((one for one in found.figures if one.knows == "redacted"), key=lambda one: one.first)
    return {
        "victims": found.victims,
        "suppressed": found.suppressed,
        "refused": found.refused,
        "best": best.first,
        "k_th": max(one.k_th for one in found.figures),
        "alike": alike.first,
        "attacker": alike.attacker,
        "before": found.before,
        "topic": found.topic,
    }


def share(right: int, of: int) -> str:
    """A share with its 95 % interval."""
    interval = binomtest(right, of).proportion_ci(method="wilson")
    return f"{right / of:.3f} ({interval.low:.2f} to {interval.high:.2f})"


def line_of(point: dict[str, Any]) -> str:
    """A row of the table."""
    n = point["victims"]
    cells = (
        f"{point['corpus']}, {point['seed']}", point["setting"], f"{n:,}", f"{point['suppressed']:.3f}",
        str(point["refused"]), share(point["best"], n),
        f"{share(point['alike'], n)}, {point['attacker']}", f"{point['topic'] or 0:.3f}",
    )  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def draw(points: Sequence[dict[str, Any]], file: Path) -> None:
    """Best attacker (solid) and topic (dotted) against suppression, for each corpus and objective."""
    figure, axes = axes_of(
        "Whole texts: the best attacker with documents of their own", "words suppressed", "right"
    )
    curves: dict[str, list[dict[str, Any]]] = {}
    for point in points:
        curves.setdefault(f"{point['corpus']}, {point['objective']}", []).append(point)
    for name, some in curves.items():
        some = sorted(some, key=lambda point: float(point["suppressed"]))
        lost = [point["suppressed"] for point in some]
        best = [point["best"] / point["victims"] for point in some]
        (line,) = axes.plot(lost, best, "-", marker=".", label=name)
        axes.plot(lost, [point["topic"] for point in some], ":", marker=".", color=line.get_color())
    axes.plot([], [], ":", color="gray", label="topic")
    axes.axhline(0.35, color="gray", linewidth=0.8)
    axes.axvline(0.45, color="gray", linewidth=0.8)
    file.write_bytes(svg_of(figure, axes))


def main() -> None:
    """Print a line for each setting and seed, keep the points and draw them."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("data", nargs="?", type=Path, default=DATA)
    ask.add_argument("--corpus", choices=CORPORA, default="companies")
    ask.add_argument("--k", type=int, nargs="*", default=[10])
    ask.add_argument("--objective", default="priced-log-odds")
    ask.add_argument("--seeds", type=int, nargs="+", default=[0])
    ask.add_argument("--victims", type=int, default=250)
    ask.add_argument("--held-out", action="store_true")
    ask.add_argument("--most", type=int)
    ask.add_argument("--without-boosting", action="store_true")
    ask.add_argument("--even", type=float)
    ask.add_argument("--points", type=Path)
    ask.add_argument("--figure", type=Path)
    given = ask.parse_args()
    points = json.loads(given.points.read_text()) if given.points and given.points.exists() else []
    labelled = list(CORPORA[given.corpus](given.data))
    names = [name for name in ATTACKERS if not (given.without_boosting and name == "gradient boosting")]
    print(HEAD + "\n|" + " --- |" * 8)
    even = [f"even_words: {{at_most: {given.even}, among: 5}}"] if given.even else []
    with tempfile.TemporaryDirectory() as folder:
        with Path(folder, "labelled.jsonl").open("w") as lines:
            for one in labelled:
                row = {"text": one.text.reveal(), "class": one.sensitive, "keep": one.utility}
                lines.write(json.dumps(row) + "\n")
        for seed in given.seeds:
            parts = parties(labelled, seed, given.victims, given.held_out, given.most)
            for k in given.k:
                settings = [f"k: {k}", f"objective: {given.objective}", *even]
                found = told(attacked(Path(folder), settings, parts, seed, names))
                what = f"k = {k}, {given.objective}" + (f", even words {given.even}" if even else "")
                point = {"corpus": given.corpus, "seed": seed, "k": k, "objective": given.objective}
                points.append(point | {"setting": what, "held_out": given.held_out} | found)
                print(line_of(points[-1]), flush=True)
                if given.points:
                    given.points.write_text(json.dumps(points, indent=1) + "\n")
    if given.figure:
        draw(points, given.figure)


if __name__ == "__main__":
    main()

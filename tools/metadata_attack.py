"""An attack on a bundle's metadata: who is in the class, told without opening one document.

    python -m tools.metadata_attack [--policy NAME ...] [--pairs 100] [--seeds 3] [--first-seed 1]
                                    [--permutations 0]

For each policy, pairs of letters are made: of equal form and nearly equal length, one speaks of a protected
fact, the other of something harmless. They are released by the command. An attacker who knows half of the
labels then trains on everything in the bundle but the documents' text: numbers, order, sizes, times, what
manifest and report say of a document. The attacker is measured on the other half, both ways round. The same
attack on the operator's private report shows that it works.

With permutations the labels of random pairs are exchanged, again and again: how far chance alone takes the
mean of the releases from one half, and how often as far as it was found.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

ROOT = Path(__file__).resolve().parent.parent
DIGESTS = frozenset({"sha256", "input_hash", "keyed_hash"})
"""Digests: of the released file, which says nothing that it does not say itself, and keyed ones."""

_HIV = (
    ("She takes antiretroviral therapy every evening.", "She takes antihistamine tablets every spring."),
    ("His HIV test of last spring was positive.", "His eye test of last spring was normal."),
    ("The Kaposi sarcoma on the leg is smaller.", "The old bruise on the left leg is smaller."),
    ("Her CD4 count rose with zidovudine.", "Her red count rose with iron tablets."),
    ("The syphilis was treated with penicillin.", "The sore throat was treated with lozenges."),
)
_ADDICTION = (
    ("He attends the methadone clinic each morning.", "He attends the swimming class each morning."),
    ("She is in recovery from heroin addiction.", "She is in recovery from knee surgery."),
    ("He goes to Narcotics Anonymous on Mondays.", "He goes to the photography club on Mondays."),
    ("Her alcoholism was known to the ward.", "Her ankle sprain was known to the ward."),
    ("Naltrexone was begun for the drinking.", "Paracetamol was begun for the ankle."),
)
_SPECIAL = (
    ("He is a member of the trade union branch.", "He is a member of the chess club branch."),
    ("She prays at the mosque every Friday.", "She sings with the choir every Friday."),
    ("He votes for the socialist party.", "He asks for the second letter."),
    ("Her schizophrenia needs a quiet room.", "Her new printer needs a quiet room."),
    ("He told us that he is a homosexual.", "He told us that he is a carpenter."),
    ("Diabetes and asthma keep her at home.", "Painting and sewing keep her at home."),
)
CONCEPTS: Mapping[str, Sequence[tuple[str, str]]] = {
    "us-state-hiv-std": _HIV,
    "part2-substance-use": _ADDICTION,
    "gdpr-special-categories": _SPECIAL,
    "eu-directive-95-46": _SPECIAL,
}
"""Per policy: a sentence that discloses, and one as long that does not."""
_OPENINGS = (
    "This is a short summary of the last visit.",
    "We have read the letter with care.",
    "The file was opened on request of the office.",
    "Below is the note for the meeting.",
)
_FILLERS = (
    "The next appointment is in three months.",
    "The form in the annex has to be signed twice.",
    "Please confirm the desk and the start of the shift.",
    "The marks in the last term were good.",
    "The flat has two rooms and a small kitchen.",
    "The amount will be paid within four weeks.",
    "The hearing is listed for the morning.",
    "A copy goes to the payroll office.",
)


def letters(policy: str, n_pairs: int, seed: int) -> Iterator[tuple[str, bool]]:
    """Text and class of each letter, the two of a pair after each other."""
    rng = random.Random(f"{policy} {seed}")
    for _ in range(n_pairs):
        opening, fillers = rng.choice(_OPENINGS), rng.sample(_FILLERS, rng.randint(2, 6))
        told = rng.sample(list(CONCEPTS[policy]), rng.randint(1, 2))
        for is_told in (True, False):
            sentences = [disclosing if is_told else harmless for disclosing, harmless in told]
            yield "\n".join([opening, *sentences, *fillers, "Kind regards", ""]), is_told


def write_letters(folder: Path, policy: str, n_pairs: int, seed: int) -> tuple[list[bool], list[int]]:
    """Write the letters under names that tell nothing; class and pair of each, in the order of the names."""
    folder.mkdir()
    made = list(letters(policy, n_pairs, seed))
    order = list(range(len(made)))
    random.Random(seed).shuffle(order)
    for number, index in enumerate(order):
        (folder / f"letter-{number:04d}.txt").write_text(made[index][0])
    return [made[index][1] for index in order], [index // 2 for index in order]


def leaves(value: object, path: str = "") -> Iterator[tuple[str, float]]:
    """Every number in a record, and the length of every text and list."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key not in DIGESTS:
                yield from leaves(item, f"{path}.{key}")
    elif isinstance(value, (bool, int, float)):
        yield path, float(value)
    elif isinstance(value, (str, list)):
        yield f"{path}#", float(len(value))
        yield f"{path} as number", float(value) if isinstance(value, str) and value.isdecimal() else 0.0


def told_by(bundle: Path, report: Path) -> tuple[list[str], np.ndarray]:
    """What a bundle tells of each released document without its text: names of the features, one row each.

    Parameters
    ----------
    bundle : Path
        The bundle's folder.
    report : Path
        The report that is read: of recipients, or of the operator.
    """
    manifest = json.loads((bundle / "manifest.json").read_text())
    files = {each["path"]: each for each in manifest["files"]}
    inputs = {each["document"]: each for each in manifest["inputs"]}
    rows = []
    for record in json.loads(report.read_text())["documents"]:
        path = bundle / "documents" / record["output"]
        at = path.stat()
        system = {"size": at.st_size, "blocks": at.st_blocks, "time": at.st_mtime - 1.7e9, "mode": at.st_mode}
        listed = {"record": record, "file": files[f"documents/{path.name}"], "input": inputs[record["id"]]}
        rows.append(dict(leaves({**listed, "system": system, "modulus": at.st_size % 16})))
    names = sorted({name for row in rows for name in row})
    return names, np.array([[row.get(name, 0.0) for name in names] for row in rows])


def auc_of(features: np.ndarray, labels: Sequence[bool], pairs: Sequence[int]) -> float:
    """Area under the curve of an attacker who trains on half of the pairs, on the other half; 0.5 is a guess.

    Two learners guess together, and both halves take turns.
    """
    told, halves = np.array(labels), np.array(pairs) % 2
    areas = []
    for half in (0, 1):
        train, test = halves != half, halves == half
        guessed = sum(
            learner.fit(features[train], told[train]).predict_proba(features[test])[:, 1]
            for learner in (
                make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)),
                GradientBoostingClassifier(n_estimators=100, max_depth=2, subsample=0.7, random_state=0),
            )
        )
        areas.append(roc_auc_score(told[test], guessed))
    return float(np.mean(areas))


def by_chance(
    features: np.ndarray, labels: Sequence[bool], pairs: Sequence[int], n: int, seed: int
) -> np.ndarray:
    """Areas under the curve with the labels of random pairs exchanged, `n` times: nothing can be told."""
    rng = np.random.default_rng(seed)
    told, of_pair = np.array(labels), np.array(pairs)
    exchanged = (rng.random(max(pairs, default=0) + 1) < 0.5 for _ in range(n))
    return np.array([auc_of(features, list(told ^ each[of_pair]), pairs) for each in exchanged])


def attacked(
    policy: str, n_pairs: int, seed: int, n_permutations: int = 0
) -> tuple[float, float, np.ndarray]:
    """Areas under the curve over one release: from the bundle, from the operator's report, and by chance."""
    with tempfile.TemporaryDirectory() as scratch:
        source, bundle = Path(scratch) / "in", Path(scratch) / "out"
        labels, pairs = write_letters(source, policy, n_pairs, seed)
        command = [sys.executable, "-m", "service.cli", "run", policy, str(source), "--out", str(bundle)]
        environment = os.environ | {"SAFERELEASE_HOME": str(Path(scratch) / "home")}
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env=environment)
        reports = bundle / "report.json", bundle.with_name("out.private") / "report.json"
        seen = [told_by(bundle, report)[1] for report in reports]
    public, private = (auc_of(features, labels, pairs) for features in seen)
    return public, private, by_chance(seen[0], labels, pairs, n_permutations, seed)


def likelihood(found: Sequence[float], chance: np.ndarray) -> str:
    """How chance alone spreads the mean of the releases, and how often it takes it as far from one half."""
    means = chance.mean(axis=0)
    as_far = (np.abs(means - means.mean()) >= abs(np.mean(found) - means.mean())).sum()
    share = (1 + as_far) / (1 + len(means))
    return f"; by chance {means.mean():.3f} (sd {means.std():.3f}), as far in {share:.2f} of the permutations"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--policy", nargs="*", default=list(CONCEPTS))
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--permutations", type=int, default=0)
    options = parser.parse_args()
    for policy in options.policy:
        seeds = range(options.first_seed, options.first_seed + options.seeds)
        found = [attacked(policy, options.pairs, seed, options.permutations) for seed in seeds]
        public, private, chance = zip(*found, strict=True)
        each = ", ".join(f"{area:.3f}" for area in public)
        spread = likelihood(public, np.array(chance)) if options.permutations else ""
        means = f"{np.mean(public):.3f} ({each}), of the private report {np.mean(private):.3f}"
        print(f"{policy:26} AUC {means}{spread}", flush=True)


if __name__ == "__main__":
    main()

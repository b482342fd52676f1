"""What the proof of removal and the audit ledger add to a release, in processor time.

    python benchmarks/bench_audit.py [--source FILE.jsonl.xz] [--documents 100] [--policy NAME-OR-FILE]

Documents are released in this process, as one worker does it, without orchestrator; then the bundle is
verified, with the search for removed values. A share is of the worker's processor time.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.bench_release import DEFAULT_SOURCE, write_documents  # noqa: E402
from benchmarks.in_process import SPENT, release_here, replaced, timed  # noqa: E402
from flows.audit.verification.bundle import verify_release  # noqa: E402
from flows.orchestration import job as release_job  # noqa: E402
from flows.release.records import proofs  # noqa: E402
from flows.release.workers import worker  # noqa: E402


def release(policy: str, documents: Path, out: Path) -> None:
    """Release `documents` in this process, with the parts of it timed."""
    recorded = {
        name: timed("ledger", getattr(release_job, name)) for name in ("record_start", "record_finish")
    }
    proof = timed("proof", worker.document_proof)
    roots = timed("openings", proofs.openings_root)
    named = timed("openings", lambda *those: [*proofs.opening_roots(*those)])
    recorded["opening_roots"] = named
    with (
        replaced(release_job, **recorded),
        replaced(worker, document_proof=proof),
        replaced(proofs, openings_root=roots),
    ):
        release_here(policy, documents, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=DEFAULT_SOURCE)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--policy", default=str(ROOT / "benchmarks" / "main-job.yaml"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SAFERELEASE_HOME"] = f"{folder}/home"
        n_bytes = write_documents(arguments.source, Path(folder) / "in", arguments.documents)
        release(arguments.policy, Path(folder) / "in", Path(folder) / "out")
        found = timed("verify", verify_release)(Path(folder) / "out")
        proof = (Path(folder) / "out.private" / "proof.jsonl").stat().st_size
        ledger = (Path(folder) / "home" / "ledger.sqlite").stat().st_size
    assert not found.faults, found.faults
    print(f"{arguments.documents} documents, {n_bytes / 1e6:.1f} MB; worker {SPENT['worker']:.2f} s")
    print(f"proof of removal {SPENT['proof']:.2f} s ({SPENT['proof'] / SPENT['worker']:.1%})")
    print(f"roots for openings {SPENT['openings']:.3f} s ({SPENT['openings'] / SPENT['worker']:.2%})")
    print(f"ledger {SPENT['ledger']:.3f} s ({SPENT['ledger'] / SPENT['worker']:.1%})")
    print(f"verify, search included: {SPENT['verify']:.2f} s; {found.searched}")
    print(f"proof.jsonl {proof / 1e3:.0f} kB, ledger {ledger / 1e3:.0f} kB")


if __name__ == "__main__":
    main()

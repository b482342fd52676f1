"""One million rows x 1,000 features through the whole flow: read, released, read back, proven, sealed.

    python benchmarks/bench_tables.py [--rows 1000000] [--features 1000] [--format parquet|csv]
                                      [--choose greedy-distcnt|suppress-cells|...]

Beside it, in the same run, peers that do nothing but read and write the same file: pyarrow and pandas
(where it is installed). CPU seconds and the most memory that any one process used.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
from scipy.sparse import csr_array

from engine.methods.k_containment.tables.table import BinaryTable, ones_matrix

ROOT = Path(__file__).resolve().parents[1]
BATCH_ROWS = 65_536


def clustered(n_rows: int, n_features: int, seed: int = 0) -> BinaryTable:
    """Rows of fifty kinds, each with thirty features of its own, as purchases or conditions come; a label.

    About thirteen ones a row, most of the million rows different from each other.
    """
    rng = np.random.default_rng(seed)
    n_kinds, own = 50, min(30, n_features)
    kind = rng.integers(0, n_kinds, n_rows)
    share = np.full((n_kinds, n_features), 0.003, np.float32)
    for each in range(n_kinds):
        share[each, rng.choice(n_features, own, replace=False)] = rng.beta(1, 2, own)
    columns = [
        np.flatnonzero(rng.random(n_rows, dtype=np.float32) < share[kind, feature]).astype(np.int32)
        for feature in range(n_features)
    ]
    pointers = np.concatenate([[0], np.cumsum([len(column) for column in columns])])
    matrix = ones_matrix(np.concatenate(columns), pointers, (n_rows, n_features))
    names = [f"f{feature}" for feature in range(n_features)]
    return BinaryTable(matrix, names, rng.random(n_rows) < rng.random(n_kinds)[kind])


def write(path: Path, table: BinaryTable) -> None:
    """The table as a file of 0 and 1, with the label as text."""
    rows = csr_array(table.matrix)
    assert table.labels is not None
    schema = pa.schema([*((name, pa.uint8()) for name in table.names), ("label", pa.string())])
    csv = path.suffix == ".csv"
    with (pa.csv.CSVWriter if csv else pa.parquet.ParquetWriter)(path, schema) as writer:
        for first in range(0, rows.shape[0], BATCH_ROWS):
            cells = np.asfortranarray(rows[first : first + BATCH_ROWS].toarray())
            label = np.where(table.labels[first : first + BATCH_ROWS], "yes", "no")
            columns = [*(pa.array(cells[:, i]) for i in range(rows.shape[1])), pa.array(label)]
            writer.write_batch(pa.record_batch(columns, schema=schema))


def policy(n_features: int, choose: str) -> str:
    """A policy about the file."""
    columns = "".join(f"      f{feature}: {{kind: binary}}\n" for feature in range(n_features))
    return (
        "policy: wide-table\nversion: 1.0.0\ntitle: A wide table\n"
        "laws:\n  - {cite: House rule on tables, title: Five rows show what one shows}\n"
        "tables:\n  - id: wide\n    law: House rule on tables\n    files: ['wide.*']\n    k: 5\n"
        f"    choose: {choose}\n    columns:\n{columns}"
        "      label: {kind: label, positive: ['yes']}\n"
    )


def measured(run: Callable[..., Any], *arguments: Any) -> tuple[float, float]:
    """CPU seconds and peak megabytes of a call in a process of its own, those that it starts included."""
    receiver, sender = get_context("spawn").Pipe(duplex=False)
    process = get_context("spawn").Process(target=_work, args=(sender, run, arguments))
    process.start()
    sender.close()
    seconds, megabytes = receiver.recv()
    process.join()
    return seconds, megabytes


def _work(sender: Any, run: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    run(*arguments)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(each.ru_utime + each.ru_stime for each in used)
    sender.send((seconds, max(each.ru_maxrss for each in used) / 1024))


def release(folder: Path) -> None:
    """`saferelease run` as a user calls it."""
    command = [
        sys.executable,
        "-m",
        "service.cli",
        "run",
        str(folder / "wide-table.yaml"),
        str(folder / "in"),
    ]
    environment = {**os.environ, "SAFERELEASE_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
    subprocess.run(
        [*command, "--out", str(folder / "out")], check=True, env=environment, stdout=subprocess.DEVNULL
    )


def verify(folder: Path) -> None:
    """`saferelease verify`: k proven again from the released file."""
    environment = {**os.environ, "SAFERELEASE_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "service.cli", "verify", str(folder / "out")]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def pyarrow_copy(source: Path, target: Path) -> None:
    """Read and write, batch by batch, nothing else."""
    if source.suffix == ".csv":
        batches: Any = pa.csv.open_csv(source, pa.csv.ReadOptions(use_threads=False, block_size=1 << 25))
        writer: Any = pa.csv.CSVWriter(target, batches.schema)
    else:
        file = pa.parquet.ParquetFile(source)
        batches, writer = file.iter_batches(BATCH_ROWS), pa.parquet.ParquetWriter(target, file.schema_arrow)
    with writer:
        for batch in batches:
            writer.write_batch(batch)


def pandas_copy(source: Path, target: Path) -> None:
    """The same by pandas, which holds the whole table."""
    import pandas as pd

    if source.suffix == ".csv":
        pd.read_csv(source).to_csv(target, index=False)
    else:
        pd.read_parquet(source).to_parquet(target)


def main() -> None:
    """Print a line for each measurement."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--features", type=int, default=1000)
    parser.add_argument("--format", choices=("parquet", "csv"), default="parquet")
    parser.add_argument("--choose", default="greedy-distcnt")
    arguments = parser.parse_args()
    table = clustered(arguments.rows, arguments.features)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        source = folder / "in" / f"wide.{arguments.format}"
        write(source, table)
        (folder / "wide-table.yaml").write_text(policy(arguments.features, arguments.choose))
        size = source.stat().st_size / 1e6
        print(f"{table.shape[0]:,} x {table.shape[1]:,}, {table.matrix.nnz / 1e6:.1f} M ones, {size:.0f} MB")
        del table
        start = time.perf_counter()
        seconds, megabytes = measured(release, folder)
        wall = time.perf_counter() - start
        shown = f"{seconds:.0f} s CPU, {wall:.0f} s wall, {megabytes:.0f} MB"
        print(f"saferelease run ({arguments.choose}): {shown}")
        checked, used = measured(verify, folder)
        print(f"saferelease verify: {checked:.0f} s CPU, {used:.0f} MB")
        for label, copy in (("pyarrow", pyarrow_copy), ("pandas", pandas_copy)):
            if find_spec(label) is None:
                print(f"{label}: not installed")
                continue
            peer, used = measured(copy, source, folder / f"copy.{arguments.format}")
            shown = f"{peer:.0f} s CPU, {used:.0f} MB; ours {seconds / peer:.1f} times as long"
            print(f"{label}, read and write alone: {shown}")


if __name__ == "__main__":
    main()

#!/usr/bin/env bash
# Package and version: prefect 3.8.8
# Guess, written before it was run: a flow taken from a local folder by from_source is read where it lies; what else the folder holds stays there.
# What it does: each run copies the whole folder, letters beside the flow and all, into the working folder of the process that runs it, and leaves it there. A file of the same name there is overwritten.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check prefect==3.8.8 pydantic==2.14.3 'fastapi>=0.139,<0.153' 'sqlalchemy<2.1'
export PREFECT_HOME="$here/home" PREFECT_SERVER_ANALYTICS_ENABLED=false PREFECT_LOGGING_LEVEL=ERROR
mkdir -p "$here/flows/incoming" "$here/shared"
echo "Dear Orla," > "$here/flows/incoming/letter.txt"
echo "theirs" > "$here/flows/notes.txt"
echo "ours" > "$here/shared/notes.txt"
cat > "$here/flows/nightly.py" <<'PY'
from prefect import flow


@flow
def count():
    return 1
PY
cat > "$here/serve.py" <<'PY'
import asyncio
import sys
from pathlib import Path

from prefect import flow
from prefect.client.orchestration import get_client
from prefect.deployments import run_deployment
from prefect.runner import Runner
from prefect.testing.utilities import prefect_test_harness


async def run_once(folder):
    source = await flow.from_source(source=folder, entrypoint="nightly.py:count")
    await (await source.to_deployment(name="nightly")).apply()
    run = await run_deployment("count/nightly", timeout=0)
    await Runner().execute_flow_run(run.id)
    async with get_client() as client:
        return (await client.read_flow_run(run.id)).state.type.value


if __name__ == "__main__":
    with prefect_test_harness():
        ended = asyncio.run(run_once(sys.argv[1]))
    found = sorted(str(path) for path in Path().rglob("*") if path.is_file() and path.suffix != ".pyc")
    print(ended, found, Path("notes.txt").read_text().strip())
    copied = ["incoming/letter.txt", "nightly.py", "notes.txt"]
    raise SystemExit((ended, found, Path("notes.txt").read_text()) != ("COMPLETED", copied, "theirs\n"))
PY
cd "$here/shared"
"$here/venv/bin/python" -W ignore ../serve.py "$here/flows"

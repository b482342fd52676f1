#!/usr/bin/env bash
# Package and version: prefect 3.8.8, pydantic 2.14.3
# Guess, written before it was run: a flow's parameter of pydantic's type SecretStr is hidden in logs and pages, and the run of a deployment still gets its value; or such a parameter is refused.
# What it does: the value is replaced by ten asterisks when the run is made, and the flow starts with "**********" as its secret: valid, of the right type, and no error anywhere. Called directly the same flow gets the value.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check prefect==3.8.8 pydantic==2.14.3 'fastapi>=0.139,<0.153' 'sqlalchemy<2.1'
cd "$here"
export PREFECT_HOME="$here/home" PREFECT_SERVER_ANALYTICS_ENABLED=false PREFECT_LOGGING_LEVEL=ERROR
cat > pseudonyms.py <<'PY'
import asyncio
from pathlib import Path

from prefect import flow
from prefect.client.orchestration import get_client
from prefect.deployments import run_deployment
from prefect.runner import Runner
from prefect.testing.utilities import prefect_test_harness
from pydantic import SecretStr

SEEN = Path(__file__).with_name("seen.txt")


@flow
def pseudonymise(key: SecretStr):
    SEEN.write_text(key.get_secret_value())


async def deployed():
    here = Path(__file__)
    source = await pseudonymise.from_source(source=str(here.parent), entrypoint=f"{here.name}:pseudonymise")
    await (await source.to_deployment(name="nightly")).apply()
    run = await run_deployment("pseudonymise/nightly", parameters={"key": SecretStr("made-up key")}, timeout=0)
    await Runner().execute_flow_run(run.id)
    async with get_client() as client:
        return (await client.read_flow_run(run.id)).state.type.value


if __name__ == "__main__":
    with prefect_test_harness():
        pseudonymise(SecretStr("made-up key"))
        called = SEEN.read_text()
        ended = asyncio.run(deployed())
        print("called:", called, "| deployed:", SEEN.read_text(), "| run:", ended)
        raise SystemExit((called, SEEN.read_text(), ended) != ("made-up key", "*" * 10, "COMPLETED"))
PY
"$here/venv/bin/python" -W ignore pseudonyms.py

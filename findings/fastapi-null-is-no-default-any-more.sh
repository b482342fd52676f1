#!/usr/bin/env bash
# Packages and versions: fastapi 0.150.0 and 0.151.0
# Guess, written before it was run: Prefect 3.8.8 admits fastapi below 0.153, so its own client and server agree in all of these versions.
# What it does: up to 0.150.0 a null in a JSON body stands for the default of `limit: int = Body(...)`; from 0.151.0 it is refused (422).
# Prefect's client sends null for limits that are left out, and its server declares them so: flow.deploy() ends with 422 from 0.151.0 on.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cat >"$here/filter.py" <<'PY'
from fastapi import Body, Depends, FastAPI
from fastapi.testclient import TestClient


def limit_of_body() -> object:
    def get(limit: int = Body(None)) -> int | None:
        return limit

    return Depends(get)


app = FastAPI()


@app.post("/filter")
def found(offset: int = Body(0), limit: int = limit_of_body()) -> int | None:
    return limit


client = TestClient(app)
print(client.post("/filter", json={"limit": None}).status_code, client.post("/filter", json={}).status_code)
PY
seen=""
for version in 0.150.0 0.151.0; do
  python3 -m venv "$here/$version"
  "$here/$version/bin/pip" install -q --disable-pip-version-check "fastapi==$version" httpx httpx2
  seen="$seen$version: $("$here/$version/bin/python" -W ignore "$here/filter.py"); "
done
echo "null, left out: $seen"
[ "$seen" = "0.150.0: 200 200; 0.151.0: 422 200; " ]

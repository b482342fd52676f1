#!/usr/bin/env bash
# Package and version: prefect 3.8.8, pydantic 2.14.3
# Guess, written before it was run: a task whose results are kept (persist_result) is run again when an argument differs, also when the argument is a SecretStr: a keyed pseudonym under two keys is two pseudonyms.
# What it does: the key of the cache is made of the arguments as JSON, in which every SecretStr is the same ten asterisks, and a field with exclude=True is nothing. So the second call is not run and gives the pseudonym of the first key, with the default policy and with INPUTS. Without persist_result both are run.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check prefect==3.8.8 pydantic==2.14.3 'fastapi>=0.139,<0.153' 'sqlalchemy<2.1'
cd "$here"
export PREFECT_HOME="$here/home" PREFECT_SERVER_ANALYTICS_ENABLED=false PREFECT_LOGGING_LEVEL=ERROR
cat > pseudonyms.py <<'PY'
import hmac

from prefect import flow, task
from prefect.cache_policies import INPUTS
from prefect.testing.utilities import prefect_test_harness
from pydantic import BaseModel, Field, SecretStr


class Clinic(BaseModel):
    name: str
    salt: str = Field(exclude=True)


def pseudonym(key, name):
    return hmac.digest(key.encode(), name.encode(), "sha256").hex()[:8]


def by_secret(key: SecretStr, name: str):
    return pseudonym(key.get_secret_value(), name)


def by_model(clinic: Clinic, name: str):
    return pseudonym(clinic.salt, name)


WAYS = {
    "secret, not kept": (task(by_secret), SecretStr),
    "secret, kept": (task(by_secret, persist_result=True), SecretStr),
    "secret, kept, by INPUTS": (task(by_secret, persist_result=True, cache_policy=INPUTS), SecretStr),
    "excluded field, kept": (task(by_model, persist_result=True), lambda salt: Clinic(name="north", salt=salt)),
    "text, kept": (task(lambda key, name: pseudonym(key, name), persist_result=True), str),
}


@flow
def pseudonyms():
    return {way: len({t(kind(key), "Orla") for key in ("one", "two")}) for way, (t, kind) in WAYS.items()}


if __name__ == "__main__":
    with prefect_test_harness():
        found = pseudonyms()
    print("different pseudonyms under two keys:", found)
    raise SystemExit(list(found.values()) != [2, 1, 1, 1, 2])
PY
"$here/venv/bin/python" -W ignore pseudonyms.py

"""The Compose file: every image, command and variable that it names is one, and nothing runs as root.

No container is started: that takes Docker. What reads the settings in a container reads them here.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from adapters.machine.stores.systems import require_private as require_private_store
from flows.release.cluster.settings import require_private
from service.app.settings import settings_from
from tests.conftest import ROOT

FILE: dict[str, Any] = yaml.safe_load((ROOT / "examples" / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = FILE["services"]
OURS = {name for name, one in SERVICES.items() if one["image"] == "saferelease"}
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
PAGES = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))


def test_it_has_the_service_a_database_a_worker_and_a_store() -> None:
    assert SERVICES.keys() == {"service", "scheduler", "worker", "database", "store"}
    assert {"service", "scheduler", "worker"} == OURS


@pytest.mark.parametrize("name", sorted(OURS))
def test_it_runs_with_no_more_rights_than_it_needs(name: str) -> None:
    one = SERVICES[name]
    assert one["read_only"] is True and one["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in one["security_opt"] and "user" not in one
    assert "privileged" not in one and re.search(r"^USER saferelease$", CONTAINER, re.MULTILINE)
    assert all(port.startswith("127.0.0.1:") for port in one.get("ports", ()))


def test_the_settings_are_those_of_the_service() -> None:
    given = SERVICES["service"]["environment"]
    ours = {name: value for name, value in given.items() if name.startswith("SAFERELEASE_")}
    settings = settings_from(ours)
    assert settings.database.startswith("postgresql+psycopg://") and set(settings.stores) == {"clinic"}
    assert all(f"`{name}`" in PAGES or f"{name}=" in PAGES for name in ours)
    require_private(given["SAFERELEASE_CLUSTER"])
    require_private_store(given["AWS_ENDPOINT_URL"])


def test_dask_reads_its_settings_and_takes_its_commands() -> None:
    config = pytest.importorskip("dask.config", reason="the extra cluster is not installed here")
    import distributed  # noqa: F401  its defaults are the names that there are
    from distributed.cli.dask_scheduler import main as scheduler
    from distributed.cli.dask_worker import main as worker

    for name, value in SERVICES["worker"]["environment"].items():
        if name.startswith("DASK_"):
            (key, _), *_ = _flat(config.collect_env({name: value}))
            assert config.get(key, default="absent") != "absent", name
    for name, command in (("scheduler", scheduler), ("worker", worker)):
        first, *words = SERVICES[name]["command"]
        assert first == name and command.make_context(first, [*words])
        assert SERVICES[name]["entrypoint"] == ["/opt/saferelease/.venv/bin/dask"]


def _flat(found: Any, before: str = "") -> list[tuple[str, object]]:
    if not isinstance(found, dict):
        return [(before, found)]
    return [one for key, value in found.items() for one in _flat(value, f"{before}.{key}" if before else key)]


def test_what_is_shared_is_shared_under_one_path_and_the_keys_are_not() -> None:
    mounted = {name: dict(one.split(":")[:2] for one in SERVICES[name]["volumes"]) for name in OURS}
    assert mounted["service"]["shared"] == mounted["worker"]["shared"] == "/srv/saferelease"
    assert SERVICES["service"]["environment"]["SAFERELEASE_SERVICE_FOLDER"].startswith("/srv/saferelease/")
    assert [name for name in OURS if "state" in mounted[name]] == ["service"]
    assert "install -d -o saferelease -m 700 /srv/saferelease" in CONTAINER
    named = {place for one in SERVICES.values() for place in (v.split(":")[0] for v in one["volumes"])}
    assert {one for one in named if not one.startswith(".")} == FILE["volumes"].keys()


def test_the_extras_are_those_of_the_project_and_passwords_are_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = SERVICES["service"]["build"]["args"]["EXTRAS"].split(",")
    assert {"postgresql", "storage", "cluster"} <= set(extras) <= project["optional-dependencies"].keys()
    variables = [one["environment"] for one in SERVICES.values() if "environment" in one]
    secret = {k: v for one in variables for k, v in one.items() if re.search("PASSW|SECRET|KEY_ID", k)}
    assert len(secret) == 4 and all(re.fullmatch(r"\$\{\w+:\?\}", value) for value in secret.values())


@pytest.mark.slow
def test_it_is_valid_by_the_schema_of_compose(tmp_path: Path) -> None:
    """The schema comes with the last package of Compose on PyPI."""
    from jsonschema import Draft7Validator

    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps"]
    fetch = [*pip, "-d", str(tmp_path), "docker-compose==1.29.2"]
    if subprocess.run(fetch, capture_output=True, check=False).returncode:
        pytest.skip("docker-compose 1.29.2 is not to be had here (no package registry)")
    (wheel,) = tmp_path.glob("*.whl")
    schema = json.loads(zipfile.ZipFile(wheel).read("compose/config/compose_spec.json"))
    assert [error.message for error in Draft7Validator(schema).iter_errors(FILE)] == []
    wrong = FILE | {"services": {"service": {"image": "saferelease", "read-only": True}}}
    assert list(Draft7Validator(schema).iter_errors(wrong))

"""What commands and workers import: nothing that takes time and that they do not need."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from service.commands.menu import MENU, Commands
from tests.conftest import ROOT

SELDOM = ("sklearn", "scipy", "pandas", "pyarrow", "matplotlib", "pycrfsuite", "rdflib", "wn", "nltk")
NETWORK = ("requests", "httpx", "urllib3", "http.client")
PREFECT = ("prefect", "fastapi", "sqlalchemy", "starlette", "uvicorn")
LEDGER = ("sqlite_utils",)
HEAVY = ("numpy", "pydantic", "cryptography", "ruamel", "phonenumbers", "re2", "marisa_trie")
SHOWN = ("rich",)
UNUSED_BY_RELEASES = """
import sys
from pathlib import Path
from flows.orchestration.server.prefect_settings import prefect_configured
from flows.orchestration.server.unused import UNUSED, Waiting, unused_later

def waiting():
    return {name for name in UNUSED if isinstance(sys.modules[name], Waiting)}

with prefect_configured(Path(sys.argv[1])):
    with unused_later():
        import flows.orchestration.release_flow, flows.orchestration.server.connection
    assert waiting() == UNUSED, waiting()
    import coolname, prefect.blocks.webhook, httpx._main
    assert coolname.generate_slug(2) and prefect.blocks.webhook.Webhook.model_fields
    assert waiting() == UNUSED - {"coolname", "prefect.blocks.webhook"}
    from prefect.runtime import flow_run
    import prefect.blocks, prefect.variables
    assert prefect.blocks.notifications.SlackWebhook and prefect.variables.Variable and flow_run
    assert not waiting(), waiting()
"""
UNASKED = ("engine.stages.attributes", "engine.stages.hide_class.stage")
"""What a policy may ask for and this one does not."""
OWN = ("engine", "flows")
TRACED = """
import json, sys
from service.cli import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    assert not end.code, end.code
finally:
    sys.stderr.write("\\n" + json.dumps(sorted(sys.modules)))
"""


def imported(home: Path, *arguments: str) -> set[str]:
    """Modules that a command has imported when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", TRACED, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=os.environ | {"SAFERELEASE_HOME": str(home)},
    )
    return set(json.loads(done.stderr.rsplit("\n", 1)[1]))


def unwanted(found: set[str], names: tuple[str, ...]) -> list[str]:
    return sorted(name for name in names if name in found)


def test_help_imports_no_library_beside_the_command_lines_own(tmp_path: Path) -> None:
    found = imported(tmp_path, "--help")
    assert unwanted(found, (*SELDOM, *NETWORK, *PREFECT, *LEDGER, *HEAVY, *OWN)) == []
    display = {"service.commands.display", "service.commands.display.examples"}
    start = {"service.commands.start", "service.commands.start.line"}
    languages = {f"service.commands.languages{module}" for module in ("", ".helping", ".speech", ".words")}
    menu = {"service.commands", "service.commands.menu", *display, *start, *languages}
    assert not {name for name in found if name.startswith("service.commands")} - menu


def test_the_check_of_a_policy_imports_what_it_compiles_with(tmp_path: Path) -> None:
    found = imported(tmp_path, "policy", "check", "hipaa-safe-harbor")
    assert unwanted(found, (*SELDOM, *NETWORK, *PREFECT, *LEDGER, "phonenumbers", *SHOWN)) == []
    assert not any(name.startswith(("adapters.documents.pdf", "adapters.documents.office")) for name in found)


def test_inspect_imports_what_it_reads_with(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("John Smith, SSN 123-45-6789, was seen on 3 March 2024.\n")
    found = imported(tmp_path, "inspect", "hipaa-safe-harbor", str(tmp_path / "letter.txt"))
    assert unwanted(found, (*SELDOM, *NETWORK, *PREFECT, *LEDGER, *SHOWN, *UNASKED)) == []


@pytest.mark.parametrize("module", ["flows.release.workers.worker", "flows.orchestration.job"])
def test_heavy_libraries_wait_until_they_are_needed(module: str) -> None:
    script = (
        f"import sys, {module}; print([n for n in {(*SELDOM, *PREFECT, 'requests')} if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_prefect_imports_and_a_release_does_not_use_is_there_when_it_is_used(tmp_path: Path) -> None:
    script = [sys.executable, "-c", UNUSED_BY_RELEASES, str(tmp_path)]
    done = subprocess.run(script, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_the_menu_says_of_each_command_what_its_own_help_says_first() -> None:
    for name, command in Commands().items():
        first = " ".join((command.help or "").split("\n\n")[0].split())
        assert MENU[name][1] == first, name
        assert isinstance(command, typer.core.TyperCommand | typer.core.TyperGroup)

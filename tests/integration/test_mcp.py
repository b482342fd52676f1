"""The server for assistants and the protocol's own client: no answer or error holds what was removed."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from saferelease import InvalidError
from saferelease.mcp import Tools, main, server, tools_of
from tests.canary_documents import write_canaries
from tests.conftest import ROOT

mcp: Any = pytest.importorskip("mcp", reason="the extra mcp is not installed here")
NOTE = "Mr. John Roe, MRN 00884410, was seen on 3 May 2020. Fax Ms. Anna Fax at 217-555-0148."
SECRET = ("Roe", "00884410", "Anna", "555", "May")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inbox")
    (folder / "note.txt").write_text(NOTE)
    (folder / "page.html").write_text(f"<html><body><p>{NOTE}</p></body></html>")
    (folder / "odd.txt").write_bytes(b"\0\1\2\3")
    (folder.parent / "outside.txt").write_text(NOTE)
    (folder / "link.txt").symlink_to(folder.parent / "outside.txt")
    return folder


@pytest.fixture(scope="module")
def tools(folder: Path) -> Tools:
    return tools_of(["hipaa-safe-harbor"], [folder])


def told(tools: Tools, use: Callable[[Any], Awaitable[Any]]) -> Any:
    async def session() -> Any:
        async with mcp.Client(server(tools)) as client:
            return await use(client)

    return asyncio.run(session())


def call(tools: Tools, name: str, **arguments: object) -> tuple[bool, dict[str, Any]]:
    """Whether it failed, and what was said; both forms of an answer say the same."""
    made = told(tools, lambda client: client.call_tool(name, arguments))
    assert json.loads(made.content[0].text) == made.structured_content
    return made.is_error, made.structured_content


def codes(said: dict[str, Any]) -> list[str]:
    return [one["code"] for one in said["faults"]]


def test_the_tools_are_four_and_closed(tools: Tools) -> None:
    listed = told(tools, lambda client: client.list_tools()).tools
    assert [one.name for one in listed] == ["inspect", "redact", "explain", "verify"]
    assert all(one.input_schema["additionalProperties"] is False for one in listed)
    assert listed[0].input_schema["properties"]["policy"]["enum"] == ["hipaa-safe-harbor"]


@pytest.mark.parametrize("source", [{"file": "note.txt"}, {"file": "page.html"}, {"text": NOTE}])
def test_answers_hold_places_and_no_originals(tools: Tools, source: dict[str, str]) -> None:
    failed, found = call(tools, "inspect", policy="hipaa-safe-harbor", **source)
    assert not failed and not found["refused"] and found["counts"]["person"] == 2
    assert {"start", "end", "kind", "clause", "law", "reason", "replacement"} <= found["findings"][0].keys()
    failed, safe = call(tools, "redact", policy="hipaa-safe-harbor", **source)
    assert not failed and "Mr. [PERSON], MRN [MRN], was seen on a day in 2020." in safe["text"]
    assert not [word for word in SECRET for said in (found, safe) if word in json.dumps(said)]


def test_a_reason_leaves_a_cue_out_that_is_removed_elsewhere(tools: Tools) -> None:
    from saferelease.mcp import _reason
    from saferelease.results import Finding

    one = Finding(
        0, 3, "phone", "D", "", "replace", "identifiers; pattern phone; context fax", 0.9, "[PHONE]"
    )
    assert _reason(one, {" roe "}) == one.reason
    assert _reason(one, {" fax "}) == "identifiers"


def test_a_policy_in_plain_words_and_a_bundle(tools: Tools, folder: Path) -> None:
    failed, said = call(tools, "explain", policy="hipaa-safe-harbor")
    assert not failed and said["clauses"][0]["law"] == "45 CFR 164.514(b)(2)(i)(A)" and "concepts" not in said
    (folder / "empty").mkdir(exist_ok=True)
    failed, said = call(tools, "verify", bundle="empty")
    assert failed or said["answer"] == "FAILED"


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("redact", {"policy": "hipaa-safe-harbor", "file": "../outside.txt"}, "MCP001"),
        ("redact", {"policy": "hipaa-safe-harbor", "file": "{folder}/../outside.txt"}, "MCP001"),
        ("inspect", {"policy": "hipaa-safe-harbor", "file": "link.txt"}, "MCP001"),
        ("inspect", {"policy": "hipaa-safe-harbor", "file": "absent.txt"}, "MCP001"),
        ("inspect", {"policy": "hipaa-safe-harbor", "file": "a\0b"}, "MCP001"),
        ("inspect", {"policy": "hipaa-safe-harbor", "file": "odd.txt"}, "DOC005"),
        ("verify", {"bundle": ".."}, "MCP001"),
        ("inspect", {"policy": "uk-gdpr", "text": NOTE}, "MCP002"),
        ("inspect", {"policy": "hipaa-safe-harbor"}, "MCP002"),
        ("inspect", {"policy": "hipaa-safe-harbor", "text": NOTE, "file": "note.txt"}, "MCP002"),
        ("inspect", {"policy": "hipaa-safe-harbor", "text": [NOTE]}, "MCP002"),
        ("inspect", {"policy": "hipaa-safe-harbor", "text": NOTE, "show_originals": "yes"}, "MCP002"),
        ("reveal", {"policy": "hipaa-safe-harbor", "text": NOTE}, "MCP002"),
    ],
)
def test_errors_say_a_code_and_none_of_what_was_sent(
    tools: Tools, folder: Path, name: str, arguments: dict[str, Any], code: str
) -> None:
    sent = {k: v.format(folder=folder) if isinstance(v, str) else v for k, v in arguments.items()}
    failed, said = call(tools, name, **sent)
    assert failed and codes(said) == [code]
    assert not [word for word in SECRET if word in json.dumps(said)]


def test_a_fault_of_the_program_tells_its_kind_alone(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object, source: object) -> None:
        raise ValueError(NOTE)

    monkeypatch.setattr("saferelease.policies.Policy.redact", broken)
    failed, said = call(tools, "redact", policy="hipaa-safe-harbor", text=NOTE)
    assert failed and codes(said) == ["INT001"] and said["faults"][0]["got"] == "ValueError"
    assert not [word for word in SECRET if word in json.dumps(said)]


def test_nothing_is_served_that_is_not_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidError, match="MCP003"):
        tools_of(["hipaa-safe-harbor"], [folder / "note.txt"])
    assert main(["--policy", "hipaa-safe-harbour"]) == 2
    assert capsys.readouterr().err.startswith("[POL031]")


@pytest.mark.slow
def test_marked_documents_of_every_format_over_standard_input(tmp_path: Path) -> None:
    """A real process: what is not released text holds no marker, on either stream."""
    paths = write_canaries(tmp_path, "Zyxwiqu")
    command = ["-m", "saferelease.mcp", "--policy", "hipaa-safe-harbor", "--folder", str(tmp_path)]
    parameters = mcp.StdioServerParameters(command=sys.executable, args=command, cwd=ROOT)
    said, safe = list[str](), list[str]()

    async def session(errors: Any) -> None:
        async with mcp.Client(mcp.stdio_client(parameters, errors)) as client:
            for path in paths:
                for name in ("inspect", "redact"):
                    asked = {"policy": "hipaa-safe-harbor", "file": str(path)}
                    made = await client.call_tool(name, asked)
                    released = name == "redact" and not made.is_error
                    (safe if released else said).append(made.model_dump_json())

    with (tmp_path / "errors.log").open("w+") as errors:
        asyncio.run(session(errors))
        errors.seek(0)
        said.append(errors.read())
    assert len(said) + len(safe) == 2 * len(paths) + 1 and len(safe) > 10
    assert not [one for one in said if "zyxwiqu" in one.casefold()]
    assert not [one for one in (*said, *safe) if "219-09-9999" in one]

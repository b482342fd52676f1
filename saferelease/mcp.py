"""A policy for assistants: a server of the Model Context Protocol that answers without what a policy removes.

``python -m saferelease.mcp --policy hipaa-safe-harbor --folder /data/inbox`` speaks over its standard input
and output. An assistant names a file, and gets its safe text: no tool shows an original.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import Fault, InvalidError, SafereleaseError, fault
from saferelease.policies import Policy
from saferelease.releases import verify
from saferelease.results import Finding

if TYPE_CHECKING:
    from mcp.server import Server

Answer = dict[str, object]
_SOURCE = "Name a file of the folders, or give a text; one of the two."
_WORD = re.compile(r"[^\W_]+")
_TOOLS = {
    "inspect": (f"What a policy would change: offset, kind, clause, reason, replacement. {_SOURCE}",
                ("policy", "file", "text")),
    "redact": (f"The text as a policy lets it leave, after every check of the outcome. {_SOURCE}",
               ("policy", "file", "text")),
    "explain": ("A policy in plain words: what each clause looks for, what it puts there, its limits.",
                ("policy",)),
    "verify": ("Whose a bundle of the folders is, and whether it is complete and as signed.",
               ("bundle", "public_key")),
}  # fmt: skip
"""What each tool does, and the arguments that it may have; the first is needed."""


@dataclass(frozen=True)
class Tools:
    """What an assistant may ask.

    Parameters
    ----------
    policies : mapping of str to Policy
        By name: others cannot be named.
    folders : sequence of Path
        Where files and bundles may lie, as resolved; nothing outside them is opened.
    """

    policies: Mapping[str, Policy]
    folders: Sequence[Path]

    def answer(self, tool: str, given: Mapping[str, object]) -> Answer:
        """What a tool says.

        Raises
        ------
        SafereleaseError
            ``MCP001`` a place outside the folders; ``MCP002`` other arguments than the tool has; else as
            the interface for Python.
        """
        known = _TOOLS[tool][1] if tool in _TOOLS else ()
        asked = {name: value for name, value in given.items() if isinstance(value, str)}
        if len(asked) < len(given) or not asked.keys() <= set(known) or not asked.get(next(iter(known), "")):
            raise _odd(f"must be {', '.join(known)}" if known else "must name a tool of this server")
        if tool == "verify":
            return _verified(self._place(asked["bundle"], Path.is_dir), asked.get("public_key", ""))
        policy = self.policies.get(asked["policy"])
        if policy is None:
            raise _odd(f"must name a policy of this server: {', '.join(self.policies)}")
        if tool == "explain":
            return _explained(policy)
        if ("file" in asked) == ("text" in asked):
            raise _odd("must name a file or give a text")
        source = self._place(asked["file"], Path.is_file) if "file" in asked else asked["text"]
        return _inspected(policy, source) if tool == "inspect" else _redacted(policy, source)

    def _place(self, name: str, is_one: Callable[[Path], bool]) -> Path:
        """The same answer for what lies elsewhere and for what is not there."""
        for folder in self.folders:
            try:
                path = (folder / name).resolve()
                if path.is_relative_to(folder) and is_one(path):
                    return path
            except (OSError, RuntimeError, ValueError):  # names too long, links in a circle, a NUL
                continue
        must, advice = "must lie in a folder of this server", "Ask the person who started the server."
        raise InvalidError(fault("MCP001", "the file", must, "", advice))


def _odd(must: str) -> InvalidError:
    return InvalidError(fault("MCP002", "the arguments", must, "", "See the list of tools."))


def _inspected(policy: Policy, source: str | Path) -> Answer:
    found = policy.inspect(source)
    removed = {_words(found.text[one.start : one.end]) for one in found.findings}
    return {
        "findings": [
            _told(one) | {"reason": _reason(one, removed), "confidence": one.confidence}
            for one in found.findings
        ],
        "counts": dict(found.counts()),
        "refused": _told_faults(found.refused),
    }


def _redacted(policy: Policy, source: str | Path) -> Answer:
    safe = policy.redact(source)
    text = safe.text if isinstance(source, str) else policy.inspect(safe.content, name=source.name).text
    return {"text": text, "findings": list(map(_told, safe.findings))}


def _explained(policy: Policy) -> Answer:
    """Without the terms that its concepts rest on: those are many, and none of an assistant's business."""
    from flows.authoring.explaining import explain_policy

    told = explain_policy(str(policy.path), 0)
    return {key: told[key] for key in ("policy", "version", "title", "description", "provisions", "clauses")}


def _verified(bundle: Path, public_key: str) -> Answer:
    found = verify(bundle, public_key=public_key)
    faults, doubts = _told_faults(found.faults), _told_faults(found.doubts)
    return {"answer": found.answer, "faults": faults, "doubts": doubts}


def _told(one: Finding) -> Answer:
    return {
        name: getattr(one, name)
        for name in ("start", "end", "kind", "clause", "law", "action", "replacement")
    }


def _reason(one: Finding, removed: Collection[str]) -> str:
    """Reasons name rules and cues; where a cue is itself among what is removed, the stage alone."""
    said = _words(one.reason)
    return one.reason.partition(";")[0] if any(value in said for value in removed) else one.reason


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _told_faults(faults: Sequence[Fault]) -> list[dict[str, str]]:
    return list(map(asdict, faults))


def server(tools: Tools) -> Server[Any]:
    """A server of the protocol with these tools."""
    from mcp import types
    from mcp.server import Server

    listed = [_tool(name, tools) for name in _TOOLS]

    async def list_tools(context: Any, asked: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=listed)

    async def call_tool(context: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        told, failed = await asyncio.to_thread(_called, tools, asked.name, asked.arguments or {})
        shown = types.TextContent(type="text", text=json.dumps(told, ensure_ascii=False))
        return types.CallToolResult(content=[shown], structured_content=told, is_error=failed)

    return Server(
        "saferelease", version=version("saferelease"), on_list_tools=list_tools, on_call_tool=call_tool
    )


def _called(tools: Tools, name: str, given: Mapping[str, object]) -> tuple[Answer, bool]:
    """The answer, and whether it tells faults: the library would send an exception's own words."""
    try:
        return tools.answer(name, given), False
    except SafereleaseError as error:
        faults = error.faults
    except Exception as error:  # noqa: BLE001  its message may hold text: only its kind leaves
        faults = (fault("INT001", name, "must end with an answer", type(error).__name__),)
    return {"faults": _told_faults(faults)}, True


def _tool(name: str, tools: Tools) -> Any:
    from mcp import types

    purpose, arguments = _TOOLS[name]
    kinds: dict[str, object] = {key: {"type": "string"} for key in arguments}
    if "policy" in kinds:
        kinds["policy"] = {"type": "string", "enum": list(tools.policies)}
    schema = {
        "type": "object",
        "properties": kinds,
        "required": [arguments[0]],
        "additionalProperties": False,
    }
    hints = types.ToolAnnotations(read_only_hint=True, open_world_hint=False)
    return types.Tool(name=name, description=purpose, input_schema=schema, annotations=hints)


def tools_of(policies: Sequence[str], folders: Sequence[Path]) -> Tools:
    """What a server with these policies and folders offers: all is read before anything is answered.

    Raises
    ------
    InvalidError
        ``EXT001`` without the extra; ``MCP003`` for a folder that is none; every fault of a policy.
    """
    from adapters.machine.extras import require

    require("mcp", "saferelease.mcp")
    held = [Policy.load(name) for name in policies]
    faults = [one for policy in held for one in policy.check()]
    must, advice = "must be a folder", "Name one that is there: --folder."
    faults += [fault("MCP003", str(one), must, "", advice) for one in folders if not one.is_dir()]
    if faults:
        raise InvalidError(*faults)
    return Tools({policy.name: policy for policy in held}, [folder.resolve() for folder in folders])


async def _serve(tools: Tools) -> None:
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (read, write):
        made = server(tools)
        await made.run(read, write, made.create_initialization_options())


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the input ends; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m saferelease.mcp", description=__doc__)
    parser.add_argument("--policy", action="append", required=True, help="file or shipped name; repeatable")
    parser.add_argument("--folder", action="append", default=[], type=Path, help="of files; repeatable")
    asked = parser.parse_args(arguments)
    try:
        asyncio.run(_serve(tools_of(asked.policy, asked.folder)))
    except InvalidError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    return 0


if __name__ == "__main__":
    from adapters.machine.processes.hardening import harden_process

    harden_process()
    sys.exit(main())

"""Local servers that speak SPARQL 1.1 and FHIR terminology, and that can be told to misbehave."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from rdflib import Graph

from tests.conformance.knowledge_files import links
from tests.conformance.knowledge_suite import CONCEPTS, Concept

SPARQL_JSON, FHIR_JSON = "application/sparql-results+json", "application/fhir+json"
SYSTEM, VALUE_SET = "http://example.org/conditions", "http://example.org/all-conditions"

Asked = Mapping[str, Sequence[str]]


class Reply(NamedTuple):
    """What goes out."""

    body: bytes
    kind: str
    status: int = 200


class Local:
    """A server on this machine.

    Parameters
    ----------
    trouble : str
        How it misbehaves from question `after` on; empty for not at all.
    """

    media_type = "text/plain"

    def __init__(self) -> None:
        self.trouble, self.after, self.port = "", 0, 0
        self.questions: list[tuple[str, Asked]] = []

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/base"

    def reply(self, method: str, path: str, asked: Asked) -> Reply:
        """The answer of a server that behaves."""
        raise NotImplementedError

    @contextmanager
    def running(self) -> Iterator[Local]:
        """Listen while the block runs."""
        server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (_Handler,), {"local": self}))
        self.port = server.server_port
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    local: Local

    def do_GET(self) -> None:
        self._answer(parse_qs(urlsplit(self.path).query))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        assert self.headers["Content-Type"] == "application/x-www-form-urlencoded"
        self._answer(parse_qs(body))

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""

    def _answer(self, asked: Asked) -> None:
        local, path = self.local, urlsplit(self.path).path
        local.questions.append((path, asked))
        if self.headers["Accept"] != local.media_type:
            return self._send(Reply(b"", "text/plain", 406))
        reply = local.reply(self.command, path, asked)
        if local.trouble and len(local.questions) > local.after:
            return self._misbehave(local.trouble, reply)
        return self._send(reply)

    def _send(self, reply: Reply, promised: int = 0, location: str = "") -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", f"{reply.kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(reply.body) + promised))
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(reply.body)

    def _misbehave(self, trouble: str, reply: Reply) -> None:
        if trouble == "cut":
            return self._send(reply, promised=1000)
        if trouble == "slow":
            time.sleep(4)
            return None
        if trouble == "drip":
            return self._drip(reply)
        if trouble == "redirect":
            return self._send(Reply(b"", "text/plain", 302), location="http://other.example/sparql")
        return self._send(
            {
                "500": Reply(b"secret words of the server", "text/plain", 500),
                "503": Reply(b"", "text/plain", 503),
                "page": Reply(b"<html>Please sign in</html>", "text/html"),
                "nonsense": Reply(b'{"head": {', reply.kind),
                "other": Reply(b'{"resourceType": "Bundle"}', reply.kind),
                "outcome": Reply(_outcome("not-found"), FHIR_JSON, 404),
                "huge": Reply(b" " * 2_000_000, reply.kind),
            }[trouble]
        )

    def _drip(self, reply: Reply) -> None:
        self._send(Reply(b"", reply.kind), promised=len(reply.body))
        for byte in reply.body[:50]:
            try:
                self.wfile.write(bytes([byte]))
                time.sleep(0.1)
            except OSError:
                return


def _outcome(code: str) -> bytes:
    issue = {"severity": "error", "code": code, "diagnostics": "secret words of the server"}
    return json.dumps({"resourceType": "OperationOutcome", "issue": [issue]}).encode()


class SparqlServer(Local):
    """The SPARQL protocol over rdflib's query engine.

    Parameters
    ----------
    turtle : Path
        What it knows.
    most : int
        Rows of one answer, however many are asked for, as public endpoints do.
    """

    media_type = SPARQL_JSON

    def __init__(self, turtle: Path, most: int = 8) -> None:
        super().__init__()
        self._graph, self._most = Graph().parse(turtle), most
        self._lock = threading.Lock()
        self.same_page = False

    def reply(self, method: str, path: str, asked: Asked) -> Reply:
        query = asked["query"][0]
        if self.same_page:
            query = query.partition("OFFSET")[0]
        with self._lock:
            body = self._graph.query(query).serialize(format="json") or b""
        table = json.loads(body)
        table["results"]["bindings"] = table["results"]["bindings"][: self._most]
        return Reply(json.dumps(table).encode(), SPARQL_JSON)


class FhirServer(Local):
    """The terminology operations of FHIR over the sample taxonomy.

    Parameters
    ----------
    most : int
        Codes of one page of an expansion.
    """

    media_type = FHIR_JSON

    def __init__(self, most: int = 5) -> None:
        super().__init__()
        self._most = most
        self.denied: tuple[str, str] = ("", "")
        self.same_page = False

    def reply(self, method: str, path: str, asked: Asked) -> Reply:
        operation = {
            "/base/CodeSystem/$lookup": self._lookup,
            "/base/CodeSystem/$subsumes": self._subsumes,
            "/base/ValueSet/$expand": self._expand,
        }[path]
        said = operation({key: values[0] for key, values in asked.items()}, asked)
        if said is None:
            return Reply(_outcome("not-found"), FHIR_JSON, 404)
        return Reply(json.dumps(said).encode(), FHIR_JSON)

    def _lookup(self, one: Mapping[str, str], asked: Asked) -> Mapping[str, Any] | None:
        code = one["code"]
        if one["system"] != SYSTEM or code not in (*CONCEPTS, "old"):
            return None
        concept = CONCEPTS.get(code, Concept(["retired"], ["condition"]))
        said: list[Mapping[str, Any]] = [
            {"name": "name", "valueString": "Conditions"},
            {"name": "version", "valueString": "2026-01"},
            {"name": "display", "valueString": concept.names[0]},
        ]
        said += [_parted("designation", language="en", value=name) for name in concept.names]
        said += [_parted("designation", language="fr", value=name) for name in concept.french]
        said += [_property("child", child) for child, parent in links() if parent == code]
        if code == "condition":
            said.append(_property("child", "old"))
        said += [_property("parent", parent) for child, parent in links() if child == code]
        inactive = {"name": "value", "valueBoolean": code == "old"}
        said.append({"name": "property", "part": [{"name": "code", "valueCode": "inactive"}, inactive]})
        return {"resourceType": "Parameters", "parameter": said}

    def _subsumes(self, one: Mapping[str, str], asked: Asked) -> Mapping[str, Any]:
        pair = (one["codeA"], one["codeB"])
        outcome = "not-subsumed" if pair == self.denied else "subsumes"
        return {"resourceType": "Parameters", "parameter": [{"name": "outcome", "valueCode": outcome}]}

    def _expand(self, one: Mapping[str, str], asked: Asked) -> Mapping[str, Any] | None:
        if one["url"] != VALUE_SET:
            return None
        offset = 0 if self.same_page else int(one["offset"])
        coded = [{"system": SYSTEM, "code": code} for code in (*CONCEPTS, "old")]
        coded.append({"system": "http://example.org/other", "code": "foreign"})
        page = coded[offset : offset + min(self._most, int(one["count"]))]
        expansion = {"total": len(coded), "offset": offset, "contains": page}
        return {"resourceType": "ValueSet", "expansion": expansion}


def _parted(name: str, **values: str) -> Mapping[str, Any]:
    kinds = {"language": "valueCode", "value": "valueString"}
    return {"name": name, "part": [{"name": key, kinds[key]: value} for key, value in values.items()]}


def _property(code: str, value: str) -> Mapping[str, Any]:
    part = [{"name": "code", "valueCode": code}, {"name": "value", "valueCode": value}]
    return {"name": "property", "part": part}

"""Search services on this machine: of the web, and a search cluster. They count, and can fail."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from adapters.counts.web import WebService
from tests.conformance.counts_suite import mentions

Answer = tuple[int, dict[str, str], bytes]


class SearchService:
    """Counts the contexts that match queries like ``("a" OR "b") AND ("c")``.

    `queries` and `keys` keep what was asked; `answer` may be replaced by a
    test to answer otherwise.
    """

    def __init__(self, contexts: list[list[str]]) -> None:
        self.contexts = contexts
        self.queries: list[str] = []
        self.keys: list[str | None] = []
        self.answer: Callable[[str], Answer] = self.count
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> SearchService:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/search"

    def settings(self, **changes: object) -> WebService:
        settings = {
            "name": "test service",
            "url": self.url,
            "n_pages": len(self.contexts),
            "count_path": "pages.0.totalResults",
            "queries_per_second": 1e6,
            "timeout_seconds": 5.0,
        }
        return WebService(**(settings | changes))

    def count(self, query: str) -> Answer:
        groups = [re.findall('"([^"]*)"', group) for group in query.split(" AND ")]
        hits = sum(all(any(mentions(w, t) for t in group) for group in groups) for w in self.contexts)
        return 200, {}, json.dumps({"pages": [{"totalResults": str(hits)}]}).encode()

    def _handler(service) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = 65536  # one packet per answer, or each waits for an acknowledgement

            def do_GET(self) -> None:
                query = parse_qs(urlsplit(self.path).query)["q"][0]
                service.queries.append(query)
                service.keys.append(self.headers.get("X-Key"))
                status, headers, body = service.answer(query)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        return Handler


class SearchIndex(SearchService):
    """An index named ``notes`` of a search cluster: it counts what matches the queries of ``_msearch``.

    `queries` keeps one list of searches for each request; `change` may alter an answer before it is sent.
    """

    def __init__(self, contexts: list[list[str]]) -> None:
        super().__init__(contexts)
        self.requests: list[list[dict[str, Any]]] = []
        self.change: Callable[[dict[str, Any]], None] = lambda answer: None
        self.statuses: list[int] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/notes"

    def settings(self, **changes: object) -> WebService:
        return super().settings(**({"field": "text", "count_path": ""} | changes))

    def searched(self, path: str, kind: str | None, body: bytes) -> tuple[int, bytes]:
        """The answer to one request, as the documentation of ``_msearch`` has it."""
        if self.statuses:
            return self.statuses.pop(0), b"{}"
        if path != "/notes/_msearch" or kind != "application/x-ndjson" or not body.endswith(b"\n"):
            return 400, b'{"error": {"type": "illegal_argument_exception"}, "status": 400}'
        lines = [json.loads(line) for line in body.decode().splitlines()]
        assert lines[::2] == [{}] * (len(lines) // 2)
        self.requests.append(lines[1::2])
        answer = {"took": 1, "responses": [self._one(search) for search in lines[1::2]]}
        self.change(answer)
        return 200, json.dumps(answer).encode()

    def _one(self, search: dict[str, Any]) -> dict[str, Any]:
        assert (search["size"], search["track_total_hits"]) == (0, True)
        hits = sum(self._matches(search["query"], words) for words in self.contexts)
        return {
            "took": 1,
            "timed_out": False,
            "_shards": {"total": 3, "successful": 3, "skipped": 0, "failed": 0},
            "hits": {"total": {"value": hits, "relation": "eq"}, "max_score": None, "hits": []},
            "status": 200,
        }

    def _matches(self, query: dict[str, Any], words: list[str]) -> bool:
        ((kind, what),) = query.items()
        if kind == "match_phrase":
            return mentions(words, what["text"])
        should = [self._matches(part, words) for part in what.get("should", ())]
        needed = what.get("minimum_should_match", 0)
        return sum(should) >= needed and all(self._matches(part, words) for part in what.get("filter", ()))

    def _handler(index) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = 65536

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                index.keys.append(self.headers.get("X-Key"))
                status, said = index.searched(self.path, self.headers.get("Content-Type"), body)
                self.send_response(status)
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, *_: object) -> None: ...

        return Handler

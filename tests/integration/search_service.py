"""A search service on this machine: it counts pages, and can fail on demand."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
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

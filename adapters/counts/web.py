"""Counts from the hits of a web search service, the paper's own way, or of an index in a search cluster.

Queries leave this machine. Use it to build tables from a vocabulary chosen
when a policy compiles, never for the words of a document; it is off unless a
policy's operator configures a service.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import sqlite_utils

from adapters.counts.faults import invalid
from adapters.counts.keys import unique_keys
from adapters.counts.web_clients import Client, IndexClient
from engine.counts.disclosure import DisclosureTable, Vocabulary

_LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
_WEB_ALONE = ("query_parameter", "parameters", "term_form", "any_form", "both_form")


@dataclass(frozen=True, slots=True)
class WebService:
    """How to ask a search service for a hit count.

    Parameters
    ----------
    name : str
        Name of the service in plans and reports.
    url : str
        Address of the search, without the query; https, or http on this machine. With `field`: of the index.
    n_pages : int
        Pages the service knows, N of ``p(t) = hits / N``, >= 1.
    count_path : str
        Where the answer (JSON) holds the count: names and list places joined
        by dots, ``"searchInformation.totalResults"``, ``"results.0.hits"``; empty with `field`.
    query_parameter : str
        Name of the URL parameter that holds the query.
    parameters : tuple of (str, str)
        Further URL parameters.
    key_variable : str
        Environment variable that holds the API key; empty for none.
    key_header : str
        HTTP header that carries the key.
    term_form, any_form, both_form : str
        Query of one term (``{term}``), what joins alternatives, and the joint
        query (``{concept}``, ``{terms}``).
    queries_per_second : float
        Upper limit, > 0.
    timeout_seconds : float
        For connecting, and for each read, > 0.
    max_retries : int
        After failures of the connection and answers 429, 500, 502, 503, 504;
        waits double from half a second, or are as long as the service asks.
    field : str
        The field that holds the text, where an index of OpenSearch or Elasticsearch is asked by ``_msearch``;
        empty for a web search service. The forms of queries are then the index's own.

    Raises
    ------
    InvalidError
        ``CNT030`` for a value out of its range or an address without https.
    """

    name: str
    url: str
    n_pages: int
    count_path: str
    query_parameter: str = "q"
    parameters: tuple[tuple[str, str], ...] = ()
    key_variable: str = ""
    key_header: str = "Authorization"
    term_form: str = '"{term}"'
    any_form: str = " OR "
    both_form: str = "({concept}) AND ({terms})"
    queries_per_second: float = 1.0
    timeout_seconds: float = 30.0
    max_retries: int = 4
    field: str = ""

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        is_private = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOCAL_HOSTS)
        self._require(is_private and bool(parts.hostname), "url", "must start with https://", parts.scheme)
        for field in ("n_pages", "queries_per_second", "timeout_seconds"):
            self._require(getattr(self, field) > 0, field, "must be > 0", getattr(self, field))
        self._require(self.max_retries >= 0, "max_retries", "must be >= 0", self.max_retries)
        one = bool(self.count_path) != bool(self.field)
        must = "must name a field of the answer, unless `field` names that of an index"
        self._require(one, "count_path", must, "both" if self.field else "nothing")
        for name in _WEB_ALONE if self.field else ():
            is_left = getattr(self, name) == type(self).__dataclass_fields__[name].default
            self._require(is_left, name, "must be left out with `field`", getattr(self, name))
        self._require("{term}" in self.term_form, "term_form", "must contain {term}", self.term_form)
        both = "{concept}" in self.both_form and "{terms}" in self.both_form
        self._require(both, "both_form", "must contain {concept} and {terms}", self.both_form)

    def _require(self, holds: bool, field: str, must: str, got: object) -> None:
        if not holds:
            raise invalid("CNT030", f"web service {field}", must, got, "Correct the service's settings.")

    def described(self) -> dict[str, Any]:
        """All settings; without `field` as they were before there was one, so that fingerprints stay."""
        return {name: value for name, value in asdict(self).items() if name != "field" or value}

    def any_of(self, keys: Sequence[str]) -> str:
        """Query for pages with any of the terms."""
        if self.field:
            return _written(self._any_of(keys))
        return self.any_form.join(self.term_form.replace("{term}", key) for key in keys)

    def both(self, concept: Sequence[str], keys: Sequence[str]) -> str:
        """Query for pages with the concept and any of the terms."""
        if self.field:
            return _written({"bool": {"filter": [self._any_of(concept), self._any_of(keys)]}})
        query = self.both_form.replace("{concept}", self.any_of(concept), 1)
        return query.replace("{terms}", self.any_of(keys), 1)

    def _any_of(self, keys: Sequence[str]) -> dict[str, Any]:
        phrases = [{"match_phrase": {self.field: key}} for key in keys]
        return {"bool": {"should": phrases, "minimum_should_match": 1}}


def _written(query: object) -> str:
    return json.dumps(query, sort_keys=True, ensure_ascii=False)


class WebCounts:
    """Hit counts of a web search service, each query asked once.

    Parameters
    ----------
    service : WebService
        The service.
    cache_folder : path
        Folder of the cache ``web-counts.db``. It holds no query in clear, only
        keyed hashes (HMAC-SHA256) with their counts.
    cache_key : bytes
        Key of these hashes, at least 16 bytes, kept elsewhere.
    offline : bool
        Refuse every query that the cache does not hold.

    Notes
    -----
    Hit counts are estimates and may contradict each other; a joint count is
    cut to the smaller of its two sides, any count to `WebService.n_pages`.
    """

    def __init__(
        self, service: WebService, cache_folder: Path | str, cache_key: bytes, *, offline: bool = False
    ) -> None:
        if len(cache_key) < 16:
            raise invalid("CNT030", "cache key", "must have at least 16 bytes", len(cache_key))
        self.name = service.name
        self._service = service
        self._settings = json.dumps(service.described(), sort_keys=True)
        self.fingerprint = hashlib.sha256(self._settings.encode()).hexdigest()
        self._cache = _Cache(Path(cache_folder) / "web-counts.db", cache_key, self._scope())
        client = IndexClient if service.field else Client
        self._client = None if offline else client(service)

    def __enter__(self) -> WebCounts:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the cache and the connection."""
        self._cache.close()
        if self._client is not None:
            self._client.close()

    def _scope(self) -> str:
        """What a count depends on beside the query."""
        service = self._service
        scope = [service.url, service.count_path, service.query_parameter, service.parameters]
        return json.dumps([*scope, service.field] if service.field else scope)

    def n_contexts(self) -> int:
        """Pages the service knows."""
        return self._service.n_pages

    def count(self, terms: Sequence[str]) -> int:
        """Pages that mention any of `terms`."""
        keys = unique_keys(terms)
        return self._hits([self._service.any_of(keys)])[0] if keys else 0

    def count_joint(self, concept: Sequence[str], terms: Sequence[str]) -> int:
        """Pages that mention any of `concept` and any of `terms`."""
        concept_keys, keys = unique_keys(concept), unique_keys(terms)
        alone = min(self.count(concept_keys), self.count(keys))
        if alone == 0:
            return 0
        return min(alone, *self._hits([self._service.both(concept_keys, keys)]))

    def disclosure_table(
        self, concept: str, lexicalizations: Sequence[str], terms: Iterable[str]
    ) -> DisclosureTable:
        """How often each of `terms` occurs together with a concept: two queries per term.

        A search cluster is asked many of them at once.

        Parameters
        ----------
        concept : str
            Name of the concept.
        lexicalizations : sequence of str
            All terms that mention it.
        terms : iterable of str
            Terms to count. They leave this machine: no words of documents.

        Returns
        -------
        DisclosureTable
            Its vocabulary holds the terms found (phrases too), and no others.

        Raises
        ------
        InvalidError
            ``CNT015`` when the service never found the concept; ``CNT031``-``CNT034``.
        """
        concept_keys = unique_keys(lexicalizations)
        n_concept = self.count(concept_keys)
        if n_concept == 0:
            raise invalid("CNT015", concept, "must be mentioned in the corpus", "no hits")
        keys = unique_keys(list(terms))
        alone = self._hits([self._service.any_of([key]) for key in keys])
        n_t = {key: n for key, n in zip(keys, alone, strict=True) if n}
        joint = self._hits([self._service.both(concept_keys, [key]) for key in n_t])
        cut = (min(n, n_t[key], n_concept) for key, n in zip(n_t, joint, strict=True))
        n_ct = {key: n for key, n in zip(n_t, cut, strict=True) if n}
        vocabulary = Vocabulary(
            corpus=self.name,
            corpus_fingerprint=self.fingerprint,
            unit="document",
            n_contexts=self.n_contexts(),
            min_contexts=1,
            keys=tuple(n_t),
            n_t=np.array(list(n_t.values()), np.int64),
        )
        return DisclosureTable(
            concept=concept,
            lexicalizations=tuple(concept_keys),
            vocabulary=vocabulary,
            n_concept=n_concept,
            keys=tuple(n_ct),
            n_t=np.array([n_t[key] for key in n_ct], np.int64),
            n_ct=np.array(list(n_ct.values()), np.int64),
        )

    def _hits(self, queries: Sequence[str]) -> list[int]:
        found = {query: self._cache.get(query) for query in queries}
        missing = [query for query, hits in found.items() if hits is None]
        if missing and self._client is None:
            raise invalid(
                "CNT031",
                f"web service {self.name}",
                "must have the query in its cache when offline",
                advice="Go online once, or choose a local corpus.",
            )
        for query, hits in self._client.asked(missing) if self._client else ():
            self._cache.put(query, hits)
            found[query] = hits
        return [min(found[query] or 0, self._service.n_pages) for query in queries]


class _Cache:
    """Counts by keyed hash of the query."""

    def __init__(self, path: Path, key: bytes, scope: str) -> None:
        self._key, self._scope = key, scope
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._database = sqlite_utils.Database(path)
            self._hits = self._database.table("hits")
            self._hits.create({"query": str, "hits": int}, pk="query", if_not_exists=True)
        except sqlite3.DatabaseError:
            raise invalid(
                "CNT035",
                path.name,
                "must be a cache of counts",
                "a damaged file",
                "Delete it: it is only a cache.",
            ) from None

    def get(self, query: str) -> int | None:
        rows = self._database.query("select hits from hits where query = ?", [self._hashed(query)])
        return next((int(row["hits"]) for row in rows), None)

    def put(self, query: str, hits: int) -> None:
        self._hits.insert({"query": self._hashed(query), "hits": hits}, replace=True)

    def close(self) -> None:
        self._database.close()

    def _hashed(self, query: str) -> str:
        return hmac.new(self._key, f"{self._scope}\n{query}".encode(), hashlib.sha256).hexdigest()

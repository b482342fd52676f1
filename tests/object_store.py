"""A real server of S3 on this machine, and the environment that leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from moto.backends import get_backend
from moto.server import ThreadedMotoServer

from adapters.machine.stores.address import address_of
from adapters.machine.stores.store import Store, connect

ACCESS, SECRET = "AKIAFINCH", "warbler-of-the-night"


@contextmanager
def running_store() -> Iterator[Store]:
    """A store of its own on a free port, with a bucket named ``bucket``.

    All servers of one process hold the same objects: those of an earlier one go first.
    """
    get_backend("s3").reset()
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", ACCESS)
        patch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patch.setenv("AWS_CONFIG_FILE", "/nonexistent")
        patch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent")
        connected = connect(address_of("s3://bucket/x"))
        connected._system.mkdir("bucket")
        yield connected
    server.stop()

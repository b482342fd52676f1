"""A service that listens on this machine, over TLS if asked, and a connection to it that is cut."""

from __future__ import annotations

import datetime as dt
import ipaddress
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import uvicorn
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from service.app.context import Service
from service.client import ServiceClient
from service.people.api_keys import make_key
from service.people.roles import Scope
from service.web.build import create_app
from service.web.serving import CONNECTIONS
from tests.patience import PATIENCE, free_port
from tests.service.cases import person


@dataclass(frozen=True)
class Certificate:
    """A certificate of this machine that signs itself, and its key, as PEM files."""

    file: Path
    key: Path


def certificate(folder: Path) -> Certificate:
    """Made in `folder`."""
    made = Certificate(folder / "house.pem", folder / "house.key")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "The house's own authority")])
    now = dt.datetime.now(dt.UTC)
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    made.file.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    made.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, plain))
    return made


@contextmanager
def listening(service: Service, shown: Certificate | None = None, *more_hosts: str) -> Iterator[Service]:
    """`service` at an address of this machine."""
    port, scheme = free_port(), "https" if shown else "http"
    settings = replace(service.settings, address=f"{scheme}://127.0.0.1:{port}", more_hosts=tuple(more_hosts))
    found = replace(service, settings=settings)
    tls: dict[str, Any] = {"ssl_certfile": shown.file, "ssl_keyfile": shown.key} if shown else {}
    quiet: dict[str, Any] = {"log_level": "critical", "timeout_graceful_shutdown": 1, **CONNECTIONS}
    config = uvicorn.Config(create_app(found), port=port, **quiet, **tls)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield found
    finally:
        server.should_exit = True
        thread.join(timeout=PATIENCE)


def key_of(service: Service, login: str) -> str:
    """A new API key of somebody."""
    with service.database.begin() as state:
        return make_key(state, service.keys, person(service, login), "test", 1, list(Scope))


def client(service: Service, login: str, ca_file: Path | None = None) -> ServiceClient:
    """A program of somebody."""
    return ServiceClient(service.settings.address, key_of(service, login), ca_file)


@contextmanager
def cut_after(n_bytes: int, target: int, port: int) -> Iterator[str]:
    """The address of a line to `target` that breaks for good once it has carried so many bytes there."""
    left = [n_bytes]
    door = socket.create_server(("127.0.0.1", port))

    def carry(one: socket.socket, other: socket.socket, counted: bool) -> None:
        with suppress(OSError), one, other:
            while left[0] > 0 and (some := one.recv(1024)):
                left[0] -= len(some) * counted
                other.sendall(some)

    def accept() -> None:
        with suppress(OSError):
            while left[0] > 0:
                one, _ = door.accept()
                other = socket.create_connection(("127.0.0.1", target))
                for ends in ((one, other, True), (other, one, False)):
                    threading.Thread(target=carry, args=ends, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        door.close()

"""Alarms by mail and webhook, against real servers on this machine: signed, tried again, and wordless."""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import json
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from typer.testing import CliRunner

from adapters.alarms.alarm import Alarm, new_alarm
from adapters.alarms.channels import channels_of
from adapters.alarms.outbox import KEPT_DAYS, Outbox
from adapters.alarms.settings import FILE, read_settings
from engine.errors import InvalidError
from flows.orchestration.schedules.alarming import Alarms
from service.commands.start.line import app
from tests.patience import free_port

SECRET = "0123456789abcdef-webhook"
NOW = dt.datetime(2026, 3, 1, 2, 0, tzinfo=dt.UTC)


def private(path: Path, content: str) -> Path:
    path.write_text(content + "\n")
    path.chmod(0o600)
    return path


@dataclass
class Hook:
    """A receiver of webhooks that checks signatures as the operator's guide says."""

    port: int
    status: int = 204
    taken: list[dict[str, Any]] = field(default_factory=list)
    unsigned: int = 0

    def __enter__(self) -> Hook:
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                content = self.rfile.read(int(self.headers["Content-Length"]))
                stamp = self.headers["X-Saferelease-Timestamp"]
                wanted = hmac.new(SECRET.encode(), f"{stamp}.".encode() + content, hashlib.sha256).hexdigest()
                if self.headers["X-Saferelease-Signature"] != f"sha256={wanted}":
                    hook.unsigned += 1
                elif hook.status < 300:
                    hook.taken.append(json.loads(content))
                self.send_response(hook.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", self.port), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


class Inbox:
    """Takes mail."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], str]] = []

    async def handle_DATA(self, server: object, session: object, envelope: Any) -> str:
        self.mails.append((envelope.rcpt_tos, envelope.content.decode()))
        return "250 taken"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("SAFERELEASE_HOME", str(folder))
    return folder


@pytest.fixture
def mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Inbox, int]]:
    """A server that asks for STARTTLS and a password."""
    certificate = authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    inbox, port = Inbox(), free_port()

    def known(server: object, session: object, envelope: object, mechanism: str, data: Any) -> AuthResult:
        return AuthResult(success=(data.login, data.password) == (b"saferelease", b"zqx-password"))

    controller = Controller(
        inbox,
        hostname="localhost",
        port=port,
        tls_context=context,
        require_starttls=True,
        auth_required=True,
        authenticator=known,
    )
    controller.start()
    yield inbox, port
    controller.stop()


def authority(folder: Path) -> Path:
    """A certificate of localhost that signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    day = dt.timedelta(days=1)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(dt.datetime.now(dt.UTC) - day)
        .not_valid_after(dt.datetime.now(dt.UTC) + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "localhost.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


def with_mail(home: Path, port: int, password: str = "zqx-password") -> None:
    private(home / "password", password)
    (home / FILE).write_text(
        f"mail: {{server: localhost, port: {port}, user: saferelease, password_file: password,\n"
        "  from: saferelease@example.org, to: [officer@example.org, second@example.org]}\n"
    )


def with_hook(home: Path, port: int) -> None:
    private(home / "secret", SECRET)
    (home / FILE).write_text(f"webhook: {{url: 'http://127.0.0.1:{port}/x', secret_file: secret}}\n")


class Clock:
    """A time that tests move."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> dt.datetime:
        return self.now


@pytest.mark.parametrize(
    ("told", "outcome"),
    [
        ("FAILED: partial: released 1 of 2, 0 refused, 1 quarantined", "partial"),
        ("FAILED: refused: released 0 of 2, 2 refused, 0 quarantined", "refused"),
        ("FAILED: REL005", "failed"),
        (None, "crashed"),
    ],
)
def test_a_webhook_is_signed_and_tells_each_bad_end(home: Path, told: str | None, outcome: str) -> None:
    said: list[str] = []
    with Hook(free_port()) as hook:
        with_hook(home, hook.port)
        Alarms(home, said.append, Clock()).about_run("letters", told)
    assert hook.unsigned == 0
    assert [(one["policy"], one["outcome"]) for one in hook.taken] == [("letters", outcome)]
    assert hook.taken[0]["told"] == (told or "FAILED: its process ended").removeprefix("FAILED: ")
    assert len(said) == 1
    assert said[0].endswith("was taken by webhook.")


@pytest.mark.parametrize("told", ["released 2 documents", "nothing new; 1 still being written"])
def test_a_good_end_raises_no_alarm(home: Path, told: str) -> None:
    with Hook(free_port()) as hook:
        with_hook(home, hook.port)
        Alarms(home, pytest.fail, Clock()).about_run("letters", told)
    assert hook.taken == []


def test_mail_goes_over_starttls_with_a_password_to_each_recipient(
    home: Path, mail: tuple[Inbox, int]
) -> None:
    inbox, port = mail
    with_mail(home, port)
    Alarms(home, lambda line: None, Clock()).about_run("letters", "FAILED: REL005")
    assert sorted(to for to, _ in inbox.mails) == [["officer@example.org"], ["second@example.org"]]
    assert all("Subject: saferelease letters: failed" in text and "REL005" in text for _, text in inbox.mails)


def test_a_wrong_password_and_an_unknown_certificate_are_told_and_nothing_is_sent(
    home: Path, mail: tuple[Inbox, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox, port = mail
    said: list[str] = []
    with_mail(home, port, "wrong")
    Alarms(home, said.append, Clock()).about("service", "", "x")
    with_mail(home, port)
    monkeypatch.delenv("SSL_CERT_FILE")
    Alarms(home, said.append, Clock()).about("service", "", "x")
    assert inbox.mails == []
    assert all("did not arrive (SMTP" in line for line in said[:2])
    assert any("did not arrive (SSLCertVerificationError)" in line for line in said[2:])
    assert "zqx-password" not in "".join(said)


def test_an_alarm_that_did_not_arrive_is_said_kept_and_tried_again(home: Path) -> None:
    """The receiver is down, comes back with errors, then takes it; a restart of the service in between."""
    clock, said = Clock(), list[str]()
    port = free_port()
    with_hook(home, port)
    alarms = Alarms(home, said.append, clock)
    alarms.about_run("letters", "FAILED: REL005")
    assert said[-1].endswith("by webhook did not arrive (ConnectError); it is tried again at 02:01 UTC.")
    alarms.deliver()
    assert len(said) == 1, "not before its time"
    clock.now += dt.timedelta(minutes=1)
    with Hook(port, status=500) as hook:
        alarms.deliver()
        assert said[-1].endswith("did not arrive (status 500); it is tried again at 02:03 UTC.")
        hook.status = 204
        again = Alarms(home, said.append, clock)
        again.deliver()
        assert said[-1].endswith("was taken by webhook.")
        again.deliver()
    assert len(hook.taken) == 1
    assert list((home / "alarms").iterdir()) == []


@pytest.mark.slow
def test_tries_become_seldom_and_end_after_a_week_aloud(home: Path) -> None:
    clock, said = Clock(), list[str]()
    with_hook(home, free_port())
    alarms = Alarms(home, said.append, clock)
    alarms.about_run("letters", None)
    for _ in range(8 * 24 * 2):
        clock.now += dt.timedelta(minutes=30)
        alarms.deliver()
    assert 24 * KEPT_DAYS // 2 < len(said) < 24 * KEPT_DAYS + 10
    assert "was given up after 7 days" in said[-1]
    assert [path.suffix for path in (home / "alarms").iterdir()] == [".undelivered"]


def test_one_channel_that_fails_holds_no_other_up(home: Path, mail: tuple[Inbox, int]) -> None:
    inbox, port = mail
    with_mail(home, port)
    text = (home / FILE).read_text()
    with_hook(home, free_port())
    (home / FILE).write_text(text + (home / FILE).read_text())
    alarms = Alarms(home, lambda line: None, Clock())
    alarms.about_run("letters", None)
    assert len(inbox.mails) == 2
    assert Outbox(home / "alarms", channels_of(read_settings(home), home)).n_pending() == 1


class Eager:
    """A channel at which another process looks into the outbox while it takes an alarm."""

    def __init__(self, folder: Path) -> None:
        self.other, self.taken = Outbox(folder, {"eager": self}), list[str]()

    def send(self, alarm: Alarm) -> None:
        """Take it, and look."""
        self.taken.append(alarm.id)
        assert self.other.deliver(dt.datetime.now(dt.UTC)) == []


def test_two_processes_deliver_an_alarm_once(tmp_path: Path) -> None:
    channel = Eager(tmp_path / "alarms")
    outbox, now = Outbox(tmp_path / "alarms", {"eager": channel}), dt.datetime.now(dt.UTC)
    assert outbox.deliver(now) == [], "nothing is there"
    for _ in range(2):
        outbox.put(new_alarm("here", "letters", "failed", "1 of 2", now))
    assert len(outbox.deliver(now)) == 2
    assert len(set(channel.taken)) == len(channel.taken) == 2
    assert outbox.n_pending() == 0


def test_an_alarm_holds_no_text_of_documents() -> None:
    """Whatever an exception might say: only what reads like counts and codes goes out."""
    for told in ("Müller, Anna", "zqx\ncanary", "x" * 301, 'file "zqx"'):
        assert new_alarm("ab", "p", "failed", told, NOW).told == "see the report in the private folder"


@pytest.mark.parametrize(
    ("content", "code", "where"),
    [
        ("mail: {server: x, from: a@b, to: []}", "ALR001", "mail.to"),
        ("mail: {server: x, from: a@b, to: ['a@b\\nBcc: c@d']}", "ALR001", "mail.to.0"),
        ("mail: {server: x, from: a@b, to: [c@d], user: me}", "ALR001", "mail"),
        (
            "mail: {server: x, from: a@b, to: [c@d], user: me, password_file: p, security: none}",
            "ALR001",
            "mail",
        ),
        ("webhook: {url: 'http://example.org/', secret_file: secret}", "ALR001", "webhook.url"),
        ("webhook: {url: 'https://u:p@example.org/', secret_file: secret}", "ALR001", "webhook.url"),
        ("webhook: {url: 'https://example.org/', secret: abc}", "ALR001", "webhook.secret"),
        ("webhook: {url: 'https://example.org/', secret_file: absent}", "ALR002", "absent"),
        ("webhook: {url: 'https://example.org/', secret_file: open}", "ALR002", "open"),
        ("webhook: {url: 'https://example.org/', secret_file: short}", "ALR002", "short"),
    ],
)
def test_faulty_settings_are_named(home: Path, content: str, code: str, where: str) -> None:
    private(home / "secret", SECRET)
    private(home / "short", "abc")
    private(home / "open", SECRET).chmod(0o644)
    (home / FILE).write_text(content)
    with pytest.raises(InvalidError) as caught:
        read_settings(home)
    assert code in {found.code for found in caught.value.faults}
    assert any(where in found.where for found in caught.value.faults)
    assert SECRET not in str(caught.value)


def test_the_command_tries_every_channel(home: Path) -> None:
    assert "ALR003" in CliRunner().invoke(app, ["alarm"]).output
    with Hook(free_port()) as hook:
        with_hook(home, hook.port)
        done = CliRunner().invoke(app, ["alarm"])
        assert (done.exit_code, done.output) == (0, "webhook: taken\n")
        assert hook.taken[0]["outcome"] == "test"
        hook.status = 503
        done = CliRunner().invoke(app, ["alarm", "--json"])
        assert (done.exit_code, json.loads(done.output)) == (2, {"webhook": "status 503"})

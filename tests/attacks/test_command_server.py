"""Commands that a service's warm process carries out: as by themselves, for their own user, never twice."""

from __future__ import annotations

import json
import os
import pty
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from adapters.machine.processes.command_channel import POINTER, installation, receive, send
from service.commands.start import warm
from service.commands.start.warm import commands_kept_warm
from tests.attacks.processes import core_limit, family, lives, require_gone
from tests.conftest import ROOT
from tests.e2e.conftest import environment
from tests.patience import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="who asks is known on Linux only")

SCRIPT = """
import atexit, sys
from service.cli import main
told = lambda: sys.stderr.write("\\nBY ITSELF" if "typer" in sys.modules else "\\nHANDED OVER")
atexit.register(told)
sys.argv[0] = "-c"
main()
"""
CLIENT = [sys.executable, "-c", SCRIPT]
LETTER = "John Smith, SSN 123-45-6789, was seen on 3 March 2024. Call 617-555-1234.\n"
POLICY = "hipaa-safe-harbor"


@dataclass
class Done:
    """A command that ended."""

    code: int
    out: str
    err: str
    handed: bool


@dataclass
class Warm:
    """A warm process and the installation it serves."""

    home: Path
    folder: Path
    more: dict[str, str] = field(default_factory=dict)

    @property
    def pid(self) -> int:
        """The warm process."""
        (found,) = [pid for pid in family(os.getpid()) if b"service.commands.start.warm" in _line_of(pid)][:1]
        return found

    @property
    def socket(self) -> Path:
        return Path(json.loads((self.home / POINTER).read_text())["socket"])

    def start(self, *arguments: object, **more: object) -> subprocess.Popen[str]:
        """Begin a command as a user does."""
        settings = {"cwd": self.folder, "env": environment(self.home, PYTHONPATH=str(ROOT), **self.more)}
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([*CLIENT, *map(str, arguments)], text=True, **(pipes | settings | more))  # type: ignore[call-overload, no-any-return]

    def command(self, *arguments: object, **more: object) -> Done:
        """A command to its end."""
        return ended(self.start(*arguments, **more))


def ended(process: subprocess.Popen[str]) -> Done:
    try:
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    said, _, mark = err.rpartition("\n")
    return Done(process.returncode, out, said, mark == "HANDED OVER")


def warm_processes() -> set[int]:
    """Of this process. Numbers of processes begin again at 1: a later one need not have a larger one."""
    return {
        pid
        for pid in family(os.getpid())
        if b"service.commands.start.warm" in _line_of(pid) and parent_of(pid) == os.getpid()
    }


def _line_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.fixture(scope="module")
def warmed() -> Iterator[Warm]:
    base = Path(tempfile.mkdtemp(prefix="sr"))
    base.chmod(0o755)
    (base / "work").mkdir()
    (base / "work" / "letter.txt").write_text(LETTER)
    before = os.environ.get("SAFERELEASE_HOME")
    os.environ["SAFERELEASE_HOME"] = str(base / "home")
    try:
        with commands_kept_warm():
            wait_until((base / "home" / POINTER).exists)
            yield Warm(base / "home", base / "work")
        assert not (base / "home" / POINTER).exists()
    finally:
        shutil.rmtree(base, ignore_errors=True)
        os.environ.pop("SAFERELEASE_HOME")
        os.environ.update({"SAFERELEASE_HOME": before} if before else {})


def many(warmed: Warm, name: str) -> Path:
    """Documents that take a while."""
    (folder := warmed.folder / name).mkdir()
    for number in range(40):
        (folder / f"{number}.txt").write_text(LETTER + "Nothing of note was said that day. " * 3000)
    return folder


def at_work(warmed: Warm, out: Path) -> int:
    """The process that carries the command out, once it has begun to release."""
    private = out.with_name(f"{out.name}.private")
    wait_until(lambda: private.is_dir() and any(private.rglob("*")))
    (found,) = [
        pid for pid in family(warmed.pid)[1:] if parent_of(pid) == warmed.pid and state_of(pid) != "Z"
    ]
    wait_until(lambda: len(family(found)) > 1)
    return found


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])


@pytest.mark.parametrize(
    "arguments",
    [
        ("inspect", POLICY, "letter.txt"),
        ("inspect", POLICY, "letter.txt", "--json"),
        ("policy", "check", POLICY),
        ("policy", "check", "absent.yaml"),
        ("inspect", POLICY, "absent.txt"),
        ("inspect", "--help"),
        ("inspect",),
    ],
)
def test_a_command_says_and_returns_what_it_does_by_itself(warmed: Warm, arguments: tuple[str, ...]) -> None:
    handed = warmed.command(*arguments)
    alone = warmed.command(*arguments, env=environment(warmed.home, PYTHONPATH=str(ROOT), LD_BIND_NOW=""))
    assert handed.handed and not alone.handed
    assert (handed.code, handed.out, handed.err) == (alone.code, alone.out, alone.err)


def test_a_release_is_the_same_and_its_files_are_the_callers(warmed: Warm) -> None:
    made = []
    for name, more in (("one", {}), ("two", {"LD_BIND_NOW": ""})):
        (folder := warmed.folder / name).mkdir()
        (folder / "letter.txt").write_text(LETTER)
        found = environment(warmed.home, PYTHONPATH=str(ROOT), SOURCE_DATE_EPOCH="1700000000", **more)
        command = [*CLIENT, "run", POLICY, "letter.txt", "--out", "out"]
        done = subprocess.run(
            ["sh", "-c", 'umask 027; ulimit -n 300; exec "$@"', "sh", *command],
            cwd=folder, env=found, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert done.stderr.endswith("BY ITSELF" if more else "HANDED OVER")
        out = folder / "out"
        files = {
            str(path.relative_to(out)): (
                path.stat().st_mode,
                path.read_bytes() if path.suffix == ".txt" else b"",
            )
            for path in out.rglob("*")
        }
        manifest = json.loads((out / "manifest.json").read_text())
        made.append((files, manifest["created"], manifest["plan_id"]))
    assert made[0] == made[1]


def test_the_environment_of_the_caller_decides(warmed: Warm) -> None:
    long_ago = environment(warmed.home, PYTHONPATH=str(ROOT), SOURCE_DATE_EPOCH="1000000000")
    done = warmed.command("run", POLICY, "letter.txt", "--out", "dated", env=long_ago)
    assert done.handed and done.code == 0
    manifest = json.loads((warmed.folder / "dated" / "manifest.json").read_text())
    assert "2001-09-09" in json.dumps(manifest)


@pytest.mark.parametrize("opened", [False, True])
def test_another_user_is_turned_away(warmed: Warm, python_of_nobody: list[str], opened: bool) -> None:
    """By the folder, and by who asks where the folder lets everybody in."""
    request = json.dumps({"installation": installation(), "arguments": ["policy", "check", POLICY]})
    script = (
        "import socket, struct, sys\n"
        "words = sys.argv[2].encode()\n"
        "with socket.socket(socket.AF_UNIX) as one:\n"
        "    one.connect(sys.argv[1])\n"
        "    try:\n"
        "        one.sendall(struct.pack('>Q', len(words)) + words)\n"
        "        got = one.recv(100)\n"
        "    except OSError:\n"
        "        got = b''\n"
        "    print('answered' if got else 'turned away')\n"
    )
    places = (warmed.home, warmed.socket.parent, warmed.socket)
    before = [place.stat().st_mode for place in places]
    forked = forked_before(warmed)
    if opened:
        for place in places:
            place.chmod(0o777)
    try:
        done = subprocess.run(
            [*python_of_nobody, "-c", script, str(warmed.socket), request],
            capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
    finally:
        for place, mode in zip(places, before, strict=True):
            place.chmod(mode & 0o7777)
    assert (done.stdout == "turned away\n") if opened else "PermissionError" in done.stderr, done
    assert forked_before(warmed) == forked, "nothing is even forked for another user"


def forked_before(warmed: Warm) -> int:
    """Page faults of children that the warm process has waited for, once it has none: they rise with each."""
    wait_until(lambda: family(warmed.pid) == [warmed.pid])
    return int(Path(f"/proc/{warmed.pid}/stat").read_text().rsplit(")", 1)[1].split()[8])


@pytest.fixture
def planted(warmed: Warm, python_of_nobody: list[str]) -> Iterator[Path]:
    """A socket at which another user listens, and writes down what comes."""
    folder = Path(tempfile.mkdtemp(prefix="srp"))
    folder.chmod(0o777)
    script = (
        "import socket, sys\n"
        "with socket.socket(socket.AF_UNIX) as one:\n"
        "    one.bind(sys.argv[1] + '/commands.sock')\n"
        "    one.listen()\n"
        "    while True:\n"
        "        open(sys.argv[1] + '/got', 'ab').write(one.accept()[0].recv(100))\n"
    )
    process = subprocess.Popen([*python_of_nobody, "-c", script, str(folder)])
    pointer = warmed.home / POINTER
    before = pointer.read_bytes()
    try:
        wait_until((folder / "commands.sock").exists)
        pointer.write_text(json.dumps({"socket": str(folder / "commands.sock")}))
        yield folder
    finally:
        pointer.write_bytes(before)
        process.kill()
        process.wait()
        shutil.rmtree(folder)


@pytest.mark.parametrize("taken_over", [False, True])
def test_a_socket_of_another_user_hears_nothing(warmed: Warm, planted: Path, taken_over: bool) -> None:
    """Not even where folder and socket look like ours: the system knows who listens."""
    if taken_over:
        os.chown(planted, os.geteuid(), -1)
        os.chown(planted / "commands.sock", os.geteuid(), -1)
        (planted / "commands.sock").chmod(0o600)
        (planted / "got").touch()
        os.chown(planted / "got", 65534, -1)
        planted.chmod(0o700)
    done = warmed.command("policy", "check", POLICY)
    assert not done.handed and done.code == 0
    assert not (planted / "got").exists() or (planted / "got").read_bytes() == b""


def test_a_pointer_that_others_may_write_is_not_followed(warmed: Warm) -> None:
    pointer = warmed.home / POINTER
    pointer.chmod(0o622)
    try:
        assert not warmed.command("policy", "check", POLICY).handed
    finally:
        pointer.chmod(0o600)
    assert warmed.command("policy", "check", POLICY).handed


@pytest.mark.parametrize(
    "name", ["protocol", "packages", "paths", "python", "user", "worlds", "root", "places"]
)
def test_another_installation_is_not_served(warmed: Warm, name: str) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(PATIENCE)
        one.connect(str(warmed.socket))
        send(one, {"installation": installation() | {name: "other"}, "arguments": []})
        with pytest.raises(EOFError):
            receive(one)


@pytest.mark.parametrize(
    ("options", "more"),
    [(["-O"], {}), ([], {"SAFERELEASE_KB_CACHE": "/nowhere"}), ([], {"PREFECT_HOME": "/tmp/other"})],
)
def test_a_command_under_other_circumstances_goes_by_itself(
    warmed: Warm, options: list[str], more: dict[str, str]
) -> None:
    done = subprocess.run(
        [sys.executable, *options, "-c", SCRIPT, "policy", "check", "absent.yaml"],
        env=environment(warmed.home, PYTHONPATH=str(ROOT), **more),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr.endswith("BY ITSELF")


def test_code_or_data_that_changed_on_the_disk_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table").write_text("one")
    monkeypatch.setattr(warm, "kb_cache", lambda: tmp_path)
    is_fresh = warm._read_files()
    assert is_fresh()
    (tmp_path / "table").write_text("other")
    assert not is_fresh()


def test_a_request_that_is_none_ends_nothing(warmed: Warm) -> None:
    for content in (b"", b"\0", b"\xff" * 8, b"\0" * 7 + b"\x02{]", b"\0" * 7 + b"\x02{}"):
        with socket.socket(socket.AF_UNIX) as one:
            one.connect(str(warmed.socket))
            one.sendall(content)
    assert warmed.command("policy", "check", POLICY).handed


def test_a_little_memory_is_not_exceeded_by_what_is_warm(warmed: Warm) -> None:
    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))

    assert not warmed.command("policy", "check", POLICY, preexec_fn=little).handed


def test_a_killed_warm_process_leaves_the_command_alone(warmed: Warm) -> None:
    source, out = many(warmed, "orphaned"), warmed.folder / "orphaned-out"
    with tempfile.TemporaryDirectory(prefix="sr") as place:
        other, before = Warm(Path(place) / "home", warmed.folder), warm_processes()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SAFERELEASE_HOME", str(other.home))
            with commands_kept_warm():
                wait_until((other.home / POINTER).exists)
                [server] = warm_processes() - before
                process = other.start("run", POLICY, source, "--out", out)
                wait_until(lambda: len(family(server)) > 2)
                os.kill(server, signal.SIGKILL)
                done = ended(process)
        assert done.handed and done.code == 0, done.err
        assert len(list((out / "documents").iterdir())) == 40
        after = other.command("policy", "check", POLICY)
        assert not after.handed and after.code == 0


def test_a_killed_command_is_told_and_goes_on_when_it_is_given_again(warmed: Warm) -> None:
    source, out = many(warmed, "lost"), warmed.folder / "lost-out"
    process = warmed.start("run", POLICY, source, "--out", out)
    carrying = family(at_work(warmed, out))
    os.kill(carrying[0], signal.SIGKILL)
    done = ended(process)
    assert done.code == 2 and "[RUN008]" in done.err
    require_gone(*carrying)
    assert not out.exists()
    again = warmed.command("run", POLICY, source, "--out", out)
    assert again.handed and again.code == 0, again.err
    assert len(list((out / "documents").iterdir())) == 40


def test_a_command_ends_with_the_one_who_gave_it(warmed: Warm) -> None:
    source, out = many(warmed, "forsaken"), warmed.folder / "forsaken-out"
    process = warmed.start("run", POLICY, source, "--out", out)
    carrying = family(at_work(warmed, out))
    process.kill()
    process.communicate()
    require_gone(*carrying)
    assert not out.exists() and lives(warmed.pid)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_request_to_stop_reaches_the_command(warmed: Warm, number: signal.Signals) -> None:
    source, out = many(warmed, number.name), warmed.folder / f"{number.name}-out"
    process = warmed.start("run", POLICY, source, "--out", out)
    carrying = family(at_work(warmed, out))
    process.send_signal(number)
    done = ended(process)
    assert done.code in (130, -number), done
    require_gone(*carrying)
    assert not out.exists()


def test_a_stopped_command_stands_still_and_goes_on(warmed: Warm) -> None:
    source, out = many(warmed, "paused"), warmed.folder / "paused-out"
    process = warmed.start("run", POLICY, source, "--out", out)
    carrying = at_work(warmed, out)
    process.send_signal(signal.SIGTSTP)
    wait_until(lambda: {state_of(pid) for pid in (process.pid, *family(carrying))} == {"T"})
    process.send_signal(signal.SIGCONT)
    assert ended(process).code == 0


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]


def test_a_warm_process_that_does_not_answer_is_left(warmed: Warm) -> None:
    os.kill(warmed.pid, signal.SIGSTOP)
    try:
        done = warmed.command("policy", "check", POLICY)
    finally:
        os.kill(warmed.pid, signal.SIGCONT)
    assert not done.handed and done.code == 0
    wait_until(lambda: warmed.command("policy", "check", POLICY).handed)


def test_a_passphrase_is_asked_for_on_the_terminal(warmed: Warm, tmp_path: Path) -> None:
    """The terminal is not the one of the process that reads it."""
    words = tmp_path / "words"
    words.write_text("correct horse battery\n")
    words.chmod(0o600)
    protect = ("keys", "protect", "passphrase", "--passphrase-file", words)
    found = environment(warmed.home, PYTHONPATH=str(ROOT), SAFERELEASE_PASSPHRASE_FILE=str(words))
    assert warmed.command(*protect, env=found).code == 0
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(warmed.folder)
        terms = environment(warmed.home, PYTHONPATH=str(ROOT))
        os.execve(sys.executable, [*CLIENT, "inspect", POLICY, "letter.txt"], terms)
    said = b""
    try:
        while b"keys: " not in said:
            said += os.read(terminal, 1000)
        os.write(terminal, b"correct horse battery\n")
        while b"HANDED OVER" not in said and b"BY ITSELF" not in said:
            said += os.read(terminal, 1000)
    finally:
        code = os.waitpid(pid, 0)[1]
        assert warmed.command("keys", "protect", "none", env=found).code == 0
    assert code == 0 and b"HANDED OVER" in said, said
    assert b"[PERSON]" in said and b"correct" not in said


def test_it_dumps_nothing_and_holds_no_key(warmed: Warm) -> None:
    assert core_limit(warmed.pid) == "0"
    opened = [str(path.readlink()) for path in Path(f"/proc/{warmed.pid}/fd").iterdir()]
    assert not [path for path in opened if ".key" in path]

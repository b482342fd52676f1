"""A ledger that is set back, or continued in another way: found by receipts and by places outside."""

from __future__ import annotations

import json
import shutil
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

from adapters.ledger.witnesses import disagreements, read_witnessed
from tests.forgeries.kit import Kit, call, good


def reveal(kit: Kit, document: str = "000001") -> Any:
    asked = ("--document", document, "--nth", 1, "--reason", "court order")
    return call(kit.home, "reveal", kit.bundle, "[EMAIL]", *asked)


def saved(kit: Kit) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in kit.home.glob("ledger.*")}


def set_back(kit: Kit, then: dict[Path, bytes], receipts: bool) -> None:
    """Copy database and checkpoint back; a careful thief takes the receipts away too."""
    for path in kit.home.glob("ledger.*"):
        path.unlink()
    for path, content in then.items():
        path.write_bytes(content)
    if not receipts:
        shutil.rmtree(kit.home / "receipts")
        shutil.rmtree(kit.home.with_name(f"{kit.home.name}.seen"))


def test_a_ledger_copied_back_is_found_by_the_receipts(kit: Kit) -> None:
    then = saved(kit)
    assert reveal(kit).exit_code == 0
    assert reveal(kit).exit_code == 0
    assert call(kit.home, "audit", "check").exit_code == 0
    set_back(kit, then, receipts=True)
    done = call(kit.home, "audit", "check")
    assert (done.exit_code, "LED011" in done.stderr) == (1, True)


def test_a_whole_home_copied_back_is_found_by_the_last_receipt_seen(kit: Kit, tmp_path: Path) -> None:
    assert reveal(kit).exit_code == 0
    shutil.copytree(kit.home, tmp_path / "then")
    assert reveal(kit).exit_code == 0
    assert call(kit.home, "audit", "check").exit_code == 0
    shutil.rmtree(kit.home)
    shutil.copytree(tmp_path / "then", kit.home)
    done = call(kit.home, "audit", "check")
    assert (done.exit_code, "LED011" in done.stderr, "the last receipt seen" in done.stderr) == (
        1,
        True,
        True,
    )
    assert reveal(kit).exit_code == 0, "whoever restores a backup can go on"
    assert "LED011" in call(kit.home, "audit", "check").stderr, "and it stays known"


def test_a_ledger_that_is_begun_anew_is_found_by_the_last_receipt_seen(kit: Kit) -> None:
    shutil.rmtree(kit.home / "receipts")
    set_back(kit, {}, receipts=True)
    assert reveal(kit).exit_code == 0, "without ledger and checkpoint nothing tells a new installation"
    done = call(kit.home, "audit", "check")
    assert (done.exit_code, "LED011" in done.stderr) == (1, True)


def test_a_ledger_copied_back_is_found_by_a_file_elsewhere(kit: Kit, tmp_path: Path) -> None:
    share = tmp_path / "share.jsonl"
    good(kit.home, "audit", "anchor", "--file", share)
    then = saved(kit)
    assert reveal(kit).exit_code == 0
    assert reveal(kit).exit_code == 0
    assert call(kit.home, "audit", "check").exit_code == 0
    assert len(read_witnessed(share)) == 3
    set_back(kit, then, receipts=False)
    done = call(kit.home, "audit", "check")
    assert (done.exit_code, "LED011" in done.stderr) == (1, True)
    done = reveal(kit)
    assert (done.exit_code, "LED011" in done.stderr) == (1, True)
    assert "example.org" not in done.output, "nothing is revealed on a ledger that was set back"


def test_a_fork_is_found_by_the_file_alone(kit: Kit, tmp_path: Path) -> None:
    share = tmp_path / "share.jsonl"
    good(kit.home, "audit", "anchor", "--file", share)
    then, first = saved(kit), share.read_bytes()
    assert reveal(kit).exit_code == 0
    one = share.read_bytes()
    set_back(kit, then, receipts=False)
    share.write_bytes(first)
    assert reveal(kit).exit_code == 0
    assert reveal(kit).exit_code == 0
    assert list(disagreements(read_witnessed(share))) == []
    other = share.read_bytes().splitlines(keepends=True)
    share.write_bytes(one + other[-1])
    assert list(disagreements(read_witnessed(share))) == [2], "two histories in one file"
    assert call(kit.home, "audit", "check").exit_code == 1


def test_a_receipt_shows_that_its_entry_was_taken_out(kit: Kit, tmp_path: Path) -> None:
    then = saved(kit)
    assert reveal(kit).exit_code == 0
    seq = json.loads(call(kit.home, "audit", "list", "--event", "revealed", "--json").stdout)[-1]["seq"]
    mine = tmp_path / "receipt.json"
    good(kit.home, "audit", "receipt", seq, "--to", mine)
    export = tmp_path / "whole.jsonl"
    good(kit.home, "audit", "export", export)
    assert call(tmp_path / "me", "audit", "check", "--ledger", export, "--checkpoint", mine).exit_code == 0
    set_back(kit, then, receipts=False)
    assert call(kit.home, "audit", "check").exit_code == 0, "alone, the ledger cannot know"
    done = call(kit.home, "audit", "check", "--checkpoint", mine)
    assert (done.exit_code, "LED011" in done.stderr) == (1, True)
    changed = json.loads(mine.read_text())
    mine.write_text(json.dumps(changed | {"seq": 1}))
    assert "LED006" in call(kit.home, "audit", "check", "--checkpoint", mine).stderr


def test_every_entry_that_concerns_somebody_has_a_receipt(kit: Kit, tmp_path: Path) -> None:
    assert reveal(kit).exit_code == 0
    hand = ("audit", "hand-over", kit.bundle, "--to", tmp_path / "a.json", "--reason", "yearly")
    good(kit.home, *hand)
    entries = json.loads(call(kit.home, "audit", "list", "--json").stdout)
    told = {e["seq"] for e in entries if e["event"] in ("revealed", "handed-over", "approved", "finished")}
    assert {int(path.stem) for path in (kit.home / "receipts").glob("*.json")} == told


@contextmanager
def listening(handler: type) -> Iterator[int]:
    server = HTTPServer if issubclass(handler, BaseHTTPRequestHandler) else socketserver.TCPServer
    with server(("127.0.0.1", 0), handler) as made:
        thread = threading.Thread(target=made.serve_forever, daemon=True)
        thread.start()
        yield made.server_address[1]
        made.shutdown()
        thread.join()


def test_heads_go_to_an_address_and_one_that_is_gone_stops_disclosures(kit: Kit) -> None:
    heads: list[dict[str, Any]] = []

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heads.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Quiet."""

    with listening(Taking) as port:
        good(kit.home, "audit", "anchor", "--url", f"http://127.0.0.1:{port}/heads")
        assert reveal(kit).exit_code == 0
    assert [one["head"]["size"] for one in heads] == sorted({one["head"]["size"] for one in heads})
    assert len(heads) == 2
    done = reveal(kit)
    assert (done.exit_code, "LED012" in done.stderr) == (2, True)
    assert "example.org" not in done.output


def test_heads_go_to_a_second_person_by_mail(kit: Kit) -> None:
    taken: list[str] = []

    class Taking(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            while line := self.rfile.readline():
                word = line[:4].upper().strip()
                if word == b"DATA":
                    self.wfile.write(b"354 go\r\n")
                    text = b""
                    while (part := self.rfile.readline()) != b".\r\n":
                        text += part
                    taken.append(text.decode())
                self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")
                if word == b"QUIT":
                    return

    with listening(Taking) as port:
        mail = ("--mail", "second@example.org", "--server", "127.0.0.1", "--port", port)
        good(kit.home, "audit", "anchor", *mail)
        assert reveal(kit).exit_code == 0
    assert len(taken) == 2
    assert '"root"' in taken[1]
    assert "vance" not in "".join(taken)


def test_an_anchor_must_be_one_place_that_answers(kit: Kit, tmp_path: Path) -> None:
    assert "LED013" in call(kit.home, "audit", "anchor").stderr
    both = ("--file", tmp_path / "a", "--url", "http://127.0.0.1:9/")
    assert "LED013" in call(kit.home, "audit", "anchor", *both).stderr
    assert "LED012" in call(kit.home, "audit", "anchor", "--file", tmp_path / "no" / "a").stderr
    share = tmp_path / "share.jsonl"
    good(kit.home, "audit", "anchor", "--file", share)
    share.unlink()
    assert "LED012" in call(kit.home, "audit", "check").stderr, "a share that is gone is told"

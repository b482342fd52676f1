"""What must be so once everything has ended in an installation: nothing lost, doubled or half."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.ledger import ledger_path, read_ledger
from adapters.ledger.chain import check_ledger
from adapters.ledger.entries import Entry
from adapters.machine.locations import home
from adapters.machine.stores.store import Store
from flows.audit.verification.bundle import verify_release
from flows.release.records.recording import receipts_folder
from service.app.context import Service
from service.releases.intake import bundle_path
from service.state.tables import Correction, Move, Release, ReleaseDocument
from tests.service.labour import N_COMMANDS_DOCUMENTS, N_WORDS, SECRET, Labour

ONCE = ("queued", "review", "approval", "sealed", "rejected", "refused")
"""States into which no release comes twice here: nobody pauses, replaces or sends back."""


def require_quiescence(labour: Labour, store: Store) -> None:
    """All that can be asked of an installation in which nothing goes on any more."""
    service = labour.house.service
    with service.database.look() as state:
        releases = {row.id: row for row in state.scalars(select(Release))}
        _require_people_were_heard(state)
        _require_moves(state, releases)
    made = {one for one in releases if releases[one].state == "sealed"}
    assert set(labour.releases) <= releases.keys(), "a release is lost"
    _require_bundles(service, made)
    _require_delivered(service, made & labour.delivered, store)
    _require_files_once(service, labour, releases.values())
    for bundle in labour.bundles:
        _require_whole(bundle)
        assert _n_documents(bundle) == N_COMMANDS_DOCUMENTS, "a document of a command is lost"
    _require_ledger(service, labour)
    _require_originals_gone(service)
    _require_no_text_behind(labour.folder)


def _require_people_were_heard(state: Session) -> None:
    """Each word of each document that was reviewed was marked, once; each was signed off, once."""
    documents = {row.id: row.state for row in state.scalars(select(ReleaseDocument))}
    marked = Counter(one.document_id for one in state.scalars(select(Correction)))
    signed = Counter(
        one.document_id for one in state.scalars(select(Move)) if one.document_id and one.target == "reviewed"
    )
    reviewed = {one for one, where in documents.items() if where == "reviewed"}
    assert marked == dict.fromkeys(reviewed, N_WORDS), "a decision is lost or doubled"
    assert signed == dict.fromkeys(reviewed, 1), "a document is not signed off once"
    assert {*documents.values()} <= {"reviewed", "quarantined", "read"}, Counter(documents.values())


def _require_moves(state: Session, releases: Mapping[str, Release]) -> None:
    moves = list(state.scalars(select(Move)))
    assert all(move.entry is not None for move in moves), "a move is not in the ledger"
    steps = Counter((one.release_id, one.target) for one in moves if not one.document_id)
    failed = {one for one, target in steps if target == "failed"}
    twice = {one: n for one, n in steps.items() if n > 1 and one[1] in ONCE and one[0] not in failed}
    assert not twice, f"came twice into a state: {Counter(target for _, target in twice)}"
    ends = {"sealed", "rejected", "refused", "cancelled"}
    n_ends = Counter(one for one, target in steps.elements() if target in ends)
    assert n_ends == dict.fromkeys(releases, 1), "a release has not ended once"


def _require_bundles(service: Service, sealed: Iterable[str]) -> None:
    for release in sealed:
        bundle = bundle_path(service, release)
        _require_whole(bundle)
        with service.database.look() as state:
            wanted = select(ReleaseDocument).where(ReleaseDocument.release_id == release)
            states = Counter(row.state for row in state.scalars(wanted))
        assert _n_documents(bundle) == states["reviewed"], "a document is lost, or there twice"
    halves = [path.name for path in (service.settings.folder / "bundles").glob("*.partial*")]
    assert not halves, f"half a bundle: {halves}"


def _require_whole(bundle: Path) -> None:
    faults = verify_release(bundle).faults
    assert not faults, f"{bundle.name}: {faults}"
    for path in bundle.rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes(), "what was removed has left"


def _n_documents(bundle: Path) -> int:
    return sum(path.is_file() for path in (bundle / "documents").rglob("*"))


def _require_delivered(service: Service, sealed: Iterable[str], store: Store) -> None:
    """Each bundle stands in the store as it stands here, and nothing else does."""
    wanted = dict[str, bytes]()
    with service.database.look() as state:
        for release in sealed:
            number = state.get_one(Release, release).engine_id
            bundle = bundle_path(service, release)
            files = (path for path in bundle.rglob("*") if path.is_file())
            wanted |= {f"{number}/{path.relative_to(bundle)}": path.read_bytes() for path in files}
    system, found = store._system, dict[str, bytes]()
    for name in system.find("bucket"):
        found[name.partition("release-")[2]] = system.cat_file(name)
    assert found == wanted, (
        f"{len(found)} objects of {len(wanted)}: {sorted(found.keys() ^ wanted.keys())[:3]}"
    )


def _require_files_once(service: Service, labour: Labour, releases: Iterable[Release]) -> None:
    """Each file that came for the schedule is a document of one release that was sealed."""
    n_taken = Counter[str]()
    with service.database.look() as state:
        for release in releases:
            if release.id in labour.releases or release.state == "cancelled":
                continue
            vault = service.vault_of(release)
            for row in state.scalars(select(ReleaseDocument).where(ReleaseDocument.release_id == release.id)):
                n_taken[vault.open(row.name_sealed, f"name {row.id}")] += 1
    assert n_taken == {f"{n:04d}.txt": 1 for n in range(len(labour.files))}, "a file was lost or taken twice"


def _require_ledger(service: Service, labour: Labour) -> None:
    """It verifies, and says of everything that came about once that it did."""
    content = read_ledger(ledger_path(home()))
    assert check_ledger(content) == [], "the ledger does not verify"
    with service.database.look() as state:
        moves = {move.id: move.entry for move in state.scalars(select(Move))}
        sealed = {row.id: row.engine_id for row in state.scalars(select(Release)) if row.state == "sealed"}
        numbers = {row.id: f"{row.number:06d}" for row in state.scalars(select(ReleaseDocument))}
    told = [
        (one.body["move"], one.seq) for one in content.entries if one.event == "moved" and "move" in one.body
    ]
    assert sorted(told) == sorted(moves.items()), "a move is not in the ledger once"
    assert {*moves.values()} <= {int(path.stem) for path in receipts_folder().glob("*.json")}, "no receipt"
    finished = Counter(one.release for one in content.entries if one.event == "finished")
    assert {finished[one] for one in sealed.values()} <= {1}, "a release is in the ledger twice, or not"
    kept = Counter(
        one.release for one in content.entries if one.event == "training" and one.body["step"] == "kept"
    )
    assert kept == dict.fromkeys(sealed.values(), 1), "what was kept of reviews is not in the ledger once"
    _require_outcomes_once(content.entries)
    looks = Counter(one.body["document"] for one in content.entries if one.event == "viewed")
    saw, asked = (_by_number(counted, numbers) for counted in (labour.saw, labour.asked_to_see))
    assert all(saw[one] <= looks[one] <= asked[one] for one in looks | asked), "a look is not in the ledger"


def _by_number(counted: Counter[str], numbers: Mapping[str, str]) -> Counter[str]:
    """What was counted for documents, by their numbers in a release."""
    found = Counter[str]()
    for document, n in counted.items():
        found[numbers[document]] += n
    return found


def _require_outcomes_once(entries: Iterable[Entry]) -> None:
    """A run that finished says once what became of each document, and that it finished."""
    runs = defaultdict[str, list[Entry]](list)
    for one in entries:
        if one.run:
            runs[one.run].append(one)
    for told in runs.values():
        outcomes = Counter(one.body["document"] for one in told if one.event == "document")
        ends = sum(one.event == "finished" for one in told)
        assert ends <= 1 and set(outcomes.values()) <= {1}, "an outcome is in the ledger twice"
        assert ends or not outcomes, "a run says what became of documents, and did not finish"


def _require_originals_gone(service: Service) -> None:
    """What has no key any more has no file any more; what has one has its originals."""
    with service.database.look() as state:
        kept = {row.id for row in state.scalars(select(Release)) if row.key_sealed is not None}
        wanted = state.execute(select(ReleaseDocument.release_id, ReleaseDocument.id)).tuples()
        documents = {f"{release}/{one}" for release, one in wanted if release in kept}
    folders = service.settings.folder
    assert {path.name for path in (folders / "originals").iterdir()} <= kept, "originals stay"
    found = {f"{path.parent.name}/{path.name}" for path in (folders / "originals").glob("*/*")}
    assert documents <= found, "originals are lost"
    for name in ("sheets", "waiting"):
        left = {path.parent.name.removesuffix(".private") for path in (folders / "bundles").glob(f"*/{name}")}
        assert left <= kept, f"{name} of {len(left - kept)} releases stay"


def _require_no_text_behind(folder: Path) -> None:
    """What was never meant to be kept in the clear is in no file but those that people put there."""
    ours = (folder / "inbox", folder / "given")
    for path in (*folder.rglob("*"), *(folder.parent / "tmp").rglob("*")):
        if path.is_file() and not any(path.is_relative_to(one) for one in ours):
            assert SECRET.encode() not in path.read_bytes(), (
                f"text stands in {path.relative_to(folder.parent)}"
            )

"""A release from beginning to end: compile, find the documents, run the flow, report, seal."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from adapters.bundle.files import level_times, seal
from adapters.documents.opening.sources import Source, inputs_digest, told_crowded
from adapters.keys.installation import Keys, keyed_hash, load_keys
from adapters.keys.releases import ReleaseKeys, make_release_key, matter_key
from adapters.machine.files import write_atomically
from adapters.machine.locations import home
from adapters.machine.processes.handles import require_handles
from adapters.release_memory import KnownReleases
from adapters.reports.data import report_pieces
from adapters.reports.html import render_report
from engine.errors import RefusedError, fault
from engine.record.fingerprints import Value
from engine.record.report import DocumentRecord, ReleaseReport, summarize
from engine.record.review import ReviewRecord
from flows.audit.approving import under_approval
from flows.audit.finished_stamp import authority_asked
from flows.compiling.compilation import Compiled, compile_policy
from flows.compiling.in_force import require_in_force
from flows.compiling.matters import documents_of, idle_for_facts, under_matter
from flows.gate.attacked import require_attacked
from flows.gate.gating import refused_by_gate, require_apart, run_gate
from flows.orchestration.server.prefect_settings import asks_server, prefect_configured, prefect_home
from flows.orchestration.server.unused import unused_later
from flows.release.chunks import chunked
from flows.release.cluster.pool import ClusterPool
from flows.release.cluster.settings import ClusterSettings, cluster_asked
from flows.release.other_documents.everywhere import (
    hand_to_workers,
    look_everywhere,
    refuse_standing,
    released_texts,
    withdrawn,
)
from flows.release.other_documents.remembering import Memory
from flows.release.records.certificates import write_certificates
from flows.release.records.private_record import require_openable
from flows.release.records.proofs import ProofKeys, opening_roots, unite_proofs
from flows.release.records.read_back import SealedTexts
from flows.release.records.recording import record_failure, record_finish, record_start, recorded_report
from flows.release.released_files import ReleasedFiles
from flows.release.running import Running
from flows.release.state import (
    Identity,
    ReleaseFolders,
    begin,
    checked_files,
    exclusive,
    finish,
    make_durable,
    remove_unchecked,
)
from flows.release.workers.pool import WorkerPool, Workers, default_workers, forks
from flows.release.workers.worker import (
    WorkerSettings,
    forget_prepared,
    lost,
    prepare_fork,
    release_documents,
    start_worker,
)

Progress = Callable[[int, int], None]
_ORCHESTRATOR = (
    "prefect.flow_engine",
    "prefect.task_engine",
    "flows.orchestration.release_flow",
    "flows.orchestration.server.connection",
)


@dataclass(frozen=True)
class ReleaseJob:
    """What an operator asks for.

    Parameters
    ----------
    policy : str
        File of a policy, or name of a shipped one.
    sources : tuple of Path
        Files and folders to release.
    out : Path
        Folder of the bundle; it must not exist.
    workers : int or None
        Worker processes; None takes one per processor.
    restart : bool
        Discard an unfinished release of other documents or another policy.
    require_approved : bool
        Release only under a policy that was approved as it is.
    trusted_keys : tuple of str
        Public keys of those who may approve; none means this installation's own.
    matter : Path or None
        File with the facts of the matter.
    chosen : tuple of Source or None
        Of what lies below `sources` only these; None takes all.
    hold : bool
        Stop before the end, for people.
    review, expected
        What people did, and the SHA-256 of documents as they left them.
    review_key : bytes
        Seals what reviewers are shown.
    """

    policy: str
    sources: tuple[Path, ...]
    out: Path
    workers: int | None = None
    restart: bool = False
    require_approved: bool = False
    trusted_keys: tuple[str, ...] = ()
    matter: Path | None = None
    chosen: tuple[Source, ...] | None = None
    hold: bool = False
    review: ReviewRecord | None = None
    expected: Mapping[str, str] = field(default_factory=dict)
    review_key: bytes = field(default=b"", repr=False)

    def documents(self) -> list[Source]:
        """What it releases."""
        found = documents_of(self.sources, self.matter) if self.chosen is None else self.chosen
        return told_crowded(found)


def plan_release(job: ReleaseJob) -> dict[str, object]:
    """What `run_job` would do, without writing anything."""
    plan = compile_job(job).plan
    n = len(documents_of(job.sources, job.matter))
    return {"documents": n, "plan_id": plan.plan_id, "without_facts": idle_for_facts(plan)}


def run_job(job: ReleaseJob, progress: Progress) -> ReleaseReport:
    """Release the documents of `job`.

    Parameters
    ----------
    job : ReleaseJob
    progress : callable
        ``progress(done, total)`` after each chunk of documents.

    Returns
    -------
    ReleaseReport
        The operator's, also in the private folder as ``report.html`` and ``report.json``; the bundle
        holds what of it recipients may read.

    Raises
    ------
    InvalidError
        A bad policy, missing knowledge, no document, a folder in use or taken.
    """
    server = asks_server()
    with prepared(job, progress) as running, prefect_configured(home(), server=server):
        with unused_later():
            from prefect.exceptions import TerminationSignal

            from flows.orchestration.release_flow import run_under_prefect

        try:
            with _connected(server):
                report = run_under_prefect(running)
        except TerminationSignal:  # as from the keyboard: the same command goes on later
            raise KeyboardInterrupt from None
    assert report is not None
    return report


def load_orchestrator() -> None:
    """Import Prefect and the flow of a release now: in a process from which others are forked."""
    with prefect_configured(home()), unused_later():
        for module in _ORCHESTRATOR:
            import_module(module)


def hold_job(job: ReleaseJob, progress: Progress) -> ReleaseReport | None:
    """Decide and check all documents, and stop before the end for people to look.

    Returns
    -------
    ReleaseReport or None
        None: it waits; a report when the attacker's test refused it as a whole.
    """
    server = asks_server()
    held = replace(job, hold=True)
    with prepared(held, progress) as running, prefect_configured(home(), server=server):
        with unused_later():
            from flows.orchestration.release_flow import run_under_prefect

        with _connected(server):
            return run_under_prefect(running)


def _connected(server: bool) -> AbstractContextManager[None]:
    """Prefect's API is reached: the operator's own, or saferelease's."""
    from flows.orchestration.server.connection import connected, connected_to

    return connected_to(os.environ["PREFECT_API_URL"]) if server else connected(prefect_home(home()))


@contextmanager
def prepared(job: ReleaseJob, progress: Progress) -> Iterator[Running]:
    """The release of `job`, ready to run: compiled, its folder held, its workers started."""
    sources = job.documents()
    compiled = compile_job(job)
    require_people(compiled, job)
    require_apart(compiled, sources)
    authority_asked()  # a fault of the setting is told before the work, not after it
    cluster = cluster_asked()
    chunks = chunked(sources)
    n_workers = min(job.workers or default_workers(), max(1, len(chunks)))
    require_handles(n_workers)
    keys = load_keys()
    attacked = require_attacked(compiled.plan, keys)
    folders = ReleaseFolders(job.out.resolve())
    with exclusive(folders):
        identity = new_identity(compiled, sources, keys)
        make_key = partial(make_release_key, keys)
        run, identity = identity.run, begin(folders, identity, job.restart, make_key)
        record_start(keys, identity, len(sources), compiled.approval, resumed=run != identity.run)
        known = KnownReleases(keys, identity.run)
        settings = worker_settings(compiled, keys, folders, identity, known, job.review_key)
        pool = _workers(settings, cluster, n_workers, len(sources))

        def complete(records: Sequence[DocumentRecord], values: Iterable[Value]) -> ReleaseReport:
            for record in records:
                settings.files.put_in_place(record)
            return _complete(records, values, compiled, keys, folders, identity, running)

        key, year = settings.release_key, settings.reference_year
        running = Running(
            identity.release_id,
            chunks,
            folders,
            pool,
            complete,
            look=partial(look_everywhere, settings),
            hand_over=partial(hand_to_workers, settings),
            take_back=partial(refuse_standing, settings),
            memory=release_memory(keys, settings, identity, known),
            progress=progress,
        )
        running.attacked = attacked
        running.recorded = partial(recorded_report, keys, identity, folders)
        running.attack = partial(run_gate, compiled, key, year)
        running.refuse = partial(refused_by_gate, sources, release_key=key)
        running.hold, running.review, running.expected = job.hold, job.review, job.expected
        running.all_or_nothing = compiled.plan.quarantine == "refuse"
        try:
            yield running
        except BaseException as error:
            record_failure(keys, identity, error)
            raise
        finally:
            pool.close()
            forget_prepared()


def _workers(
    settings: WorkerSettings, cluster: ClusterSettings | None, n_workers: int, n_documents: int
) -> Workers:
    """The cluster, where one is named; else processes of this machine."""
    if cluster is not None:
        return ClusterPool(cluster, settings)
    if forks():
        prepare_fork(settings, n_documents)
    return WorkerPool(release_documents, start_worker, (settings,), lost, n_workers)


def require_people(compiled: Compiled, job: ReleaseJob) -> None:
    """Refuse to release without people what a policy lets people look at first.

    Raises
    ------
    RefusedError
        ``RVW001``.
    """
    if compiled.plan.review is not None and not job.hold and job.review is None:
        must = "must be released through the service: its policy asks people to review"
        raise RefusedError(fault("RVW001", compiled.plan.policy, must, "", "Start it: saferelease serve."))


def compile_job(job: ReleaseJob) -> Compiled:
    """The policy compiled, with the matter's facts; refused when it must be approved and is not."""
    approved = under_approval(compile_policy(job.policy), job.require_approved, job.trusted_keys)
    require_in_force(approved.plan, datetime.now(UTC).date())  # not `now`, which anybody may set
    return under_matter(approved, job.matter, load_keys())


def new_identity(compiled: Compiled, sources: list[Source], keys: Keys) -> Identity:
    """Who a release is: the same plan over the same documents by the same installation has the same id."""
    inputs = inputs_digest(sources)
    plan_id = compiled.plan.plan_id
    name = keyed_hash(keys.lasting("release id"), f"{plan_id}\n{inputs}".encode())
    return Identity(
        release_id=name[:12],
        plan_id=plan_id,
        inputs=keyed_hash(keys.lasting("inputs"), inputs.encode()),
        created=now().isoformat(timespec="seconds"),
        tool=f"saferelease {version('saferelease')}",
        run=secrets.token_hex(8),
    )


def now() -> datetime:
    """The time, in UTC; ``SOURCE_DATE_EPOCH`` sets it for reproducible bundles."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)


def worker_settings(
    compiled: Compiled,
    keys: Keys,
    folders: ReleaseFolders,
    identity: Identity,
    known: KnownReleases,
    review_key: bytes = b"",
) -> WorkerSettings:
    """What the workers of a release need."""
    secrets_ = ReleaseKeys.of(keys, identity.release_id, identity.key)
    return WorkerSettings(
        compiled=compiled,
        release_key=secrets_.derive("release"),
        private_key=secrets_.derive("private"),
        proof_keys=ProofKeys.of(secrets_),
        release_id=identity.release_id,
        reference_year=datetime.fromisoformat(identity.created).year,
        files=ReleasedFiles(folders, identity.release_id, review_key),
        private=folders.private,
        register=known.read(datetime.now(UTC)),
        review_key=review_key,
        pseudonym_key=matter_key(keys, compiled.plan.matter_pseudonyms),
    )


def release_memory(keys: Keys, settings: WorkerSettings, identity: Identity, known: KnownReleases) -> Memory:
    """The register of earlier releases, for the end of this one."""
    plan = settings.compiled.plan

    def texts(record: DocumentRecord) -> list[str]:
        return released_texts(settings.files.read(record), record, plan)[:-1]  # but for the file's name

    return Memory(
        keys=keys,
        known=known,
        plan=plan,
        identity=identity,
        private=settings.private,
        private_key=settings.private_key,
        texts=texts,
        withdraw=partial(withdrawn, settings),
        now=partial(datetime.now, UTC),  # not the bundle's time, which a reproducible release sets
    )


def _complete(
    records: Sequence[DocumentRecord],
    values: Iterable[Value],
    compiled: Compiled,
    keys: Keys,
    folders: ReleaseFolders,
    identity: Identity,
    running: Running,
) -> ReleaseReport:
    report = summarize(
        release_id=identity.release_id,
        created=identity.created,
        tool=identity.tool,
        plan=compiled.plan,
        documents=records,
        gate=running.gate,
        approval=compiled.approval,
        review=running.review,
        earlier=running.memory.told(records),
        attacked=running.attacked,
    )
    leaving = report.for_recipients()
    for folder, one in ((folders.private, report), (folders.partial, leaving)):
        write_atomically(folder / "report.json", report_pieces(one))
        write_atomically(folder / "report.html", render_report(one).encode())
    secrets_ = ReleaseKeys.of(keys, identity.release_id, identity.key)
    proof_keys = ProofKeys.of(secrets_)
    require_openable(folders, secrets_.derive("private"), identity.release_id)
    removed = unite_proofs(folders.proofs, report.documents, folders.proof, proof_keys, values)
    checked = {path: sha256 for record in records for path, sha256 in checked_files(record).items()}
    remove_unchecked(folders, checked)
    texts = SealedTexts(folders.private, secrets_.derive("private"), identity.release_id)
    checked |= write_certificates(folders.partial, compiled, report.documents, texts)
    roots = opening_roots(report.documents, folders.proof)
    manifest = seal(folders.partial, leaving, keys, removed, folders.out.name, checked, roots)
    level_times(folders.partial, identity.created)
    make_durable(folders.partial, folders.private)
    running.memory.keep(records)
    record_finish(keys, identity, folders, report, manifest)
    finish(folders)
    return report

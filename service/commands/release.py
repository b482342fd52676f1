"""Commands around a release: run, inspect, verify, report, serve."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import InvalidError, Outcome, RefusedError, fault
from service.commands.display.output import (
    Json,
    complain,
    emit,
    finish,
    print_json,
    reported,
    say,
    told_when_stopped,
)
from service.commands.display.release import show_decisions, show_plan, show_release, summary
from service.commands.remote.options import CaFile, GroupName, KeyFile, MaybeAddress, Title

if TYPE_CHECKING:
    from engine.record.report import ReleaseReport

_STOPPED = "Stopped before the end: nothing is released. The same command goes on from here."

PolicyName = Annotated[
    str, typer.Argument(metavar="POLICY", help="A policy's file, or the name of a shipped one.")
]
Sources = Annotated[list[Path], typer.Argument(metavar="SOURCE...", help="Files and folders to release.")]
MatterFile = Annotated[
    Path | None,
    typer.Option(help="Facts of the matter, a secret .yaml or .csv file. Their mentions are always removed."),
]
RequireApproved = Annotated[
    bool, typer.Option("--require-approved", help="Refuse a policy that is not approved as it is.")
]
TrustedKeys = Annotated[
    list[str] | None,
    typer.Option(
        "--trusted-key", help="Public key of a person who may approve; by default this installation's own."
    ),
]
Places = Annotated[
    list[str],
    typer.Argument(
        metavar="SOURCE...",
        help="Files and folders to release, or addresses: s3://bucket/folder, az://, gs://, sftp://.",
    ),
]
Bundle = Annotated[Path, typer.Argument(metavar="BUNDLE", help="Folder of a release bundle.")]
AnyBundle = Annotated[
    str, typer.Argument(metavar="BUNDLE", help="Folder of a release bundle, or its address in a store.")
]
PublicKey = Annotated[str, typer.Option(help="The signer's public key, 64 hexadecimal digits.")]
TrustFile = Annotated[
    Path | None,
    typer.Option("--trust", help="A list of trusted signers; without it, this installation's."),
]
Roots = Annotated[
    list[str] | None,
    typer.Option("--root", help="Public root key of the list, known from elsewhere; needed once."),
]
FirstUse = Annotated[
    bool,
    typer.Option("--trust-on-first-use", help="Take a list that nobody has taken here before, unseen."),
]
ReleaseId = Annotated[str, typer.Option("--release", help="The release that the bundle must be.")]


def run(
    policy: PolicyName,
    sources: Places,
    out: Annotated[
        str, typer.Option("--out", help="Folder of the bundle, or s3://bucket/name; it must not exist yet.")
    ],
    workers: Annotated[int, typer.Option(min=0, help="Worker processes; 0 takes one per processor.")] = 0,
    restart: Annotated[bool, typer.Option(help="Discard another unfinished release in this folder.")] = False,
    require_approved: RequireApproved = False,
    trusted_key: TrustedKeys = None,
    matter: MatterFile = None,
    dry_run: Annotated[
        bool, typer.Option(help="Show what would be read and under which plan. Write nothing.")
    ] = False,
    service: MaybeAddress = "",
    group: GroupName = "",
    title: Title = "",
    key_file: KeyFile = None,
    ca_file: CaFile = None,
    as_json: Json = False,
) -> None:
    """Release documents under a policy: a bundle of safe documents with a compliance report.

    With --service the documents go to a service, where people review and approve them; the command waits
    for its bundle.
    """
    from engine.record.report import outcome_of
    from flows.orchestration.job import ReleaseJob
    from flows.orchestration.server.prefect_settings import unused_server
    from flows.orchestration.stored import local_paths, plan_places, run_places
    from flows.release.stores.place import Place
    from service.commands.display.progress import progress_told
    from service.commands.remote.options import require_all, require_none
    from service.commands.remote.releases import run_there

    with reported(as_json):
        there = {"--group": group, "--title": title, "--key-file": key_file, "--ca-file": ca_file}
        here = {
            "--workers": workers, "--restart": restart, "--require-approved": require_approved,
            "--trusted-key": trusted_key, "--matter": matter, "--dry-run": dry_run,
        }  # fmt: skip
        require_none(here if service else there, f"must {'not ' if service else ''}go with --service")
        if service:
            from service.client.sending import Order

            require_all({"--group": group, "--title": title})
            order = Order(group, title, policy, local_paths(sources))
            finish(run_there(service, order, local_paths([out])[0], key_file, ca_file, as_json))
            return
        place = Place(out)
        job = ReleaseJob(
            policy,
            (),
            place.bundle,
            workers=workers or None,
            restart=restart,
            require_approved=require_approved or bool(trusted_key),
            trusted_keys=tuple(trusted_key or ()),
            matter=matter,
        )
        if dry_run:
            found = plan_places(job, sources)
            emit(as_json, found, lambda: show_plan(found, out))
            return
        if (unused := unused_server()) is not None:
            complain(unused)
        with told_when_stopped(_STOPPED), progress_told("releasing") as progress:
            result = run_places(job, sources, place, progress)
        private = place.private
        emit(as_json, summary(result, place), lambda: show_release(result, private))
        finish(outcome_of(result.documents, result.plan.quarantine) or _unstamped(private))


def inspect(policy: PolicyName, sources: Sources, matter: MatterFile = None, as_json: Json = False) -> None:
    """Show what would be changed, document by document, without writing anything.

    The output holds text of the documents: it is meant for the person who may read them.
    """
    from flows.release.preview.inspection import inspect_sources

    with reported(as_json):
        worst, n_all, n_held = Outcome.RELEASED, 0, 0
        for found in inspect_sources(policy, tuple(sources), matter):
            n_all, n_held = n_all + 1, n_held + ("error" in found or "refused" in found)
            if "error" in found:
                worst = Outcome.INVALID
            elif "refused" in found and worst is Outcome.RELEASED:
                worst = Outcome.REFUSED
            if as_json:
                print_json(found)
            else:
                show_decisions(found)
        if n_held:
            complain(f"{n_held} of {n_all} documents would not be released; see above for each.")
        finish(worst)


def verify(
    bundle: AnyBundle,
    public_key: PublicKey = "",
    trust: TrustFile = None,
    root: Roots = None,
    trust_on_first_use: FirstUse = False,
    release: ReleaseId = "",
    audit_file: Annotated[
        Path | None, typer.Option(help="An auditor's file, to search for removed values without the keys.")
    ] = None,
    timestamp_root: Annotated[
        list[Path] | None, typer.Option(help="Root certificate of an authority of time stamps, PEM.")
    ] = None,
    stamped: Annotated[bool, typer.Option("--stamped", help="It must carry a time stamp.")] = False,
    against: Annotated[
        list[Path] | None, typer.Option(help="Another bundle: do both together show what either hides?")
    ] = None,
    certificates: Annotated[
        bool, typer.Option("--certificates", help="Check the certificate of each released document.")
    ] = False,
    opening: Annotated[
        list[Path] | None, typer.Option(help="A file of saferelease reveal --to: is it of this bundle?")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check, offline, whose bundle it is, that it is complete and as signed; prove its tables again.

    The first word of the answer is VERIFIED (exit code 0), UNVERIFIED (5) or FAILED (1). With the keys
    of the installation that made it, or an auditor's file, the released documents are also searched
    again for every removed value.
    """
    from flows.audit.keys.trusting import TrustChoice
    from flows.audit.verification.answers import Asked
    from flows.audit.verification.bundle import verify_release
    from flows.release.stores.fetching import on_this_machine
    from service.commands.display.verification import show_verification, verification_json

    with reported(as_json):
        choice = TrustChoice(trust, tuple(root or ()), trust_on_first_use)
        asked = Asked(
            public_key,
            release,
            choice,
            audit_file,
            timestamp_roots=tuple(timestamp_root or ()),
            stamped=stamped,
            against=tuple(against or ()),
            certificates=certificates,
            openings=tuple(opening or ()),
        )
        with on_this_machine(bundle) as folder:
            found = verify_release(folder, asked)
        emit(as_json, verification_json(bundle, found), lambda: show_verification(found))
        if not as_json:
            for one in (*found.faults, *found.doubts):
                complain(one)
        finish(found.outcome)


def report(
    bundle: Bundle,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    public_key: PublicKey = "",
    trust: TrustFile = None,
    root: Roots = None,
    trust_on_first_use: FirstUse = False,
    release: ReleaseId = "",
    pdf: Annotated[
        Path | None, typer.Option(help="Write it as a signed PDF/A file, which must be new.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a release's compliance report, after checking whose it is and that nothing was changed.

    A bundle that fails the check is not shown. Where it was made, the operator's report is shown.
    """
    from flows.audit.keys.trusting import TrustChoice
    from flows.audit.verification.answers import Asked
    from flows.audit.verification.bundle import verify_release
    from flows.release.state import ReleaseFolders
    from service.commands.display.verification import answer_line

    with reported(as_json):
        choice = TrustChoice(trust, tuple(root or ()), trust_on_first_use)
        found = verify_release(bundle, Asked(public_key, release, choice, search=False))
        if found.faults:
            raise RefusedError(*found.faults)
        private = ReleaseFolders(bundle.resolve()).private
        folder = private if found.entry and (private / "report.json").is_file() else bundle
        result = _report_of(folder)
        if pdf:
            _print(result, folder / "report.html", pdf)
        shown = {"answer": found.answer} | result.model_dump(mode="json")
        if as_json:
            print_json(shown)
        else:
            say(answer_line(found))
            show_release(result, folder)
            if pdf:
                say(f"Signed PDF: {pdf}")
        for one in found.doubts:
            complain(one)
        if browser:
            import webbrowser

            webbrowser.open((folder / "report.html").resolve().as_uri())
        finish(found.outcome)


def _print(result: ReleaseReport, page: Path, to: Path) -> None:
    from adapters.keys.installation import load_keys
    from flows.audit.printing import print_report
    from flows.audit.reading import require_new, write_new

    require_new(to)  # before the work is done
    write_new(to, print_report(result, page.read_text(encoding="utf-8"), load_keys()))


def _report_of(folder: Path) -> ReleaseReport:
    from engine.record.report import report_from

    try:
        return report_from((folder / "report.json").read_bytes())
    except (OSError, ValueError):
        raise InvalidError(
            fault(
                "BND007",
                str(folder),
                "must hold a readable report.json",
                "",
                "Name the folder of a bundle.",
            )
        ) from None


def serve(
    policies: Annotated[
        list[str] | None, typer.Argument(metavar="[POLICY]...", help="Policies with a schedule.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65535,
            help="Port of the service on this machine (4200). With policies: show Prefect's pages there; "
            "they ask for a secret.",
        ),
    ] = None,
    require_approved: RequireApproved = False,
    trusted_key: TrustedKeys = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="Open the service filled with the example records.")
    ] = False,
) -> None:
    """Open the service, where people review, approve and release in a browser.

    With policies: release on their schedules instead, until stopped. Nothing listens on the network then
    unless --port is given.
    """
    from service.commands.start.warm import commands_kept_warm

    with reported():
        if demo:
            from service.web.demo import demonstrate

            demonstrate(port or 4200, say)
            return
        if not policies:
            from service.app.settings import settings_from
            from service.web.serving import serve as serve_pages

            settings = settings_from(default_port=port or 4200)
            with commands_kept_warm():
                serve_pages(settings, say)
            return
        from flows.orchestration.serving import serve_policies

        required = require_approved or bool(trusted_key)
        with commands_kept_warm():
            serve_policies(policies, port, say, required, tuple(trusted_key or ()))


def _unstamped(private: Path) -> Outcome:
    """How a release ends that has no stamp though it should: not with 0."""
    from flows.audit.finished_stamp import stamping_of

    stamping = stamping_of(private)
    return Outcome.INCOMPLETE if stamping is not None and not stamping.at else Outcome.RELEASED

"""The sealed bundle of a release, as one file."""

from __future__ import annotations

import io
import zipfile

from fastapi.responses import Response

from adapters.bundle.files import numbered_name
from adapters.reports.pdf.typesetting import MEDIA_TYPE
from engine.record.report import report_from
from flows.audit.finished_stamp import Stamping, stamping_of
from flows.audit.printing import print_report
from flows.audit.verification.bundle import verify_release
from flows.release.state import ReleaseFolders
from service.app.context import Service
from service.people.roles import Action, Who
from service.refusals import Refusal
from service.releases.intake import bundle_path, visible
from service.releases.moves import State
from service.releases.own_key import require_signed


def report_page(service: Service, who: Who, release: str) -> str:
    """The page of a sealed release's compliance report, as recipients have it.

    Raises
    ------
    Refusal
        ``SVC003`` while it is not sealed.
    """
    with service.database.look() as state:
        row = visible(state, who, release)
    path = bundle_path(service, release) / "report.html"
    if row.state != State.SEALED or not path.exists():
        raise Refusal(409, "SVC003", "the release", "must be sealed", "", "Its report is made then.")
    return path.read_text(encoding="utf-8")


def report_file(service: Service, who: Who, release: str) -> Response:
    """The same as an answer that can do nothing to whoever opens it."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
    page = report_page(service, who, release)
    return Response(page, media_type="text/html", headers={"Content-Security-Policy": policy})


def verified(service: Service, who: Who, release: str) -> list[str]:
    """What a check of the sealed bundle finds; nothing when it is complete and as signed.

    Raises
    ------
    Refusal
        ``SVC003`` while it is not sealed.
    """
    with service.database.look() as state:
        row = visible(state, who, release)
    if row.state != State.SEALED:
        raise Refusal(409, "SVC003", "the release", "must be sealed")
    checked = verify_release(bundle_path(service, release))
    return [str(one) for one in (*checked.faults, *checked.doubts)]


def report_pdf(service: Service, who: Who, release: str) -> Response:
    """The same as a PDF, signed by this installation."""
    page = report_page(service, who, release)
    report = report_from((bundle_path(service, release) / "report.json").read_bytes())
    return pdf_file(print_report(report, page, service.keys), f"report-{report.release_id}.pdf")


def pdf_file(content: bytes, name: str) -> Response:
    """A PDF to be kept under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=MEDIA_TYPE, headers=headers)


def zipped(service: Service, who: Who, release: str) -> Response:
    """The bundle as a zip file, for those who may take it out.

    Raises
    ------
    Refusal
        ``SVC003`` while it is not sealed, ``RVW015`` while an approver's own signature is missing that the
        policy wants: nothing leaves before.
    """
    folder = bundle_path(service, release)
    with service.database.look() as state:
        row = visible(state, who, release, Action.DOWNLOAD_BUNDLES)
        if row.state != State.SEALED or not folder.is_dir():
            raise Refusal(409, "SVC003", "the release", "must be sealed", "", "It leaves after its approval.")
        require_signed(state, who, row, folder)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            archive.write(path, path.relative_to(folder))
    headers = {"Content-Disposition": f'attachment; filename="{numbered_name(row.engine_id)}.zip"'}
    return Response(made.getvalue(), media_type="application/zip", headers=headers)


def stamp_of(service: Service, release: str) -> Stamping | None:
    """What became of the time stamp of a sealed release; None when the installation asks for none."""
    return stamping_of(ReleaseFolders(bundle_path(service, release).resolve()).private)

"""The sealed bundle of a release, as one file."""

from __future__ import annotations

import io
import zipfile

from fastapi.responses import Response

from service.app.context import Service
from service.people.roles import Action, Who
from service.refusals import Refusal
from service.releases.intake import bundle_path, visible
from service.releases.moves import State


def zipped(service: Service, who: Who, release: str) -> Response:
    """The bundle as a zip file, for those who may take it out.

    Raises
    ------
    Refusal
        ``SVC003`` while it is not sealed: nothing leaves before.
    """
    with service.database.look() as state:
        row = visible(state, who, release, Action.DOWNLOAD_BUNDLES)
    folder = bundle_path(service, release)
    if row.state != State.SEALED or not folder.is_dir():
        raise Refusal(409, "SVC003", "the release", "must be sealed", "", "It leaves after its approval.")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            archive.write(path, path.relative_to(folder))
    headers = {"Content-Disposition": f'attachment; filename="release-{row.engine_id}.zip"'}
    return Response(made.getvalue(), media_type="application/zip", headers=headers)

"""The page that draws privacy against utility for a policy's version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from engine.errors import InvalidError
from engine.measures.curves import Curve, Parameter, Point
from service.app.closed import reads_form
from service.app.dependencies import Here, Settled
from service.policies import curves, editing, trying
from service.web.pages.plots import Figure, Mark, figure, percent
from service.web.pages.policies.bench import opened, sample_of
from service.web.pages.rendering import render

router = APIRouter(include_in_schema=False, prefix="/policies")
_SETTINGS: Mapping[Parameter, tuple[str, str]] = {
    "alpha": ("alpha", "best guess from one word"),
    "k": ("k", "guess among the classes that fit as well"),
    "loss_ratio": ("loss ratio", "identifiers that stay"),
}
"""What a setting is called, and what is left to a reader under it."""


@dataclass(frozen=True)
class Drawn:
    """A curve as the page shows it: its figure is missing where the texts hold nothing to measure by."""

    curve: Curve
    figure: Figure | None

    @property
    def setting(self) -> str:
        """What its setting is called."""
        return _SETTINGS[self.curve.parameter][0]

    @property
    def up(self) -> str:
        """What its upright axis shows."""
        return _SETTINGS[self.curve.parameter][1]

    @property
    def below(self) -> str:
        """The clause that demands more than some of its points."""
        return next((one.below for one in self.curve.points if one.below), "")

    @property
    def alt(self) -> str:
        """The figure in one sentence."""
        return f"{self.curve.title}: words that stay against {self.up}; the table beside it has the figures"


@router.get("/{version}/curves")
def curves_page(request: Request, service: Here, session: Settled, version: str) -> Response:
    """Nothing is drawn yet."""
    values, _ = opened(service, session, version)
    trying.require_bench(session.who, values["book"].group_id)
    return render(
        request, "policies/policy_curves.html.j2", session, sample="", curves=[], percent=percent, **values
    )


@router.post("/{version}/curves")
@reads_form("file", "sample")
async def draw(request: Request, service: Here, session: Settled, version: str) -> Response:
    """Curves over a pasted text or a file, of which nothing is kept, or over the cases."""
    sent = await sample_of(request)
    values, _ = opened(service, session, version)
    found: list[Curve] = []
    try:
        found = await run_in_threadpool(
            curves.curves_of, service, session.who, version, sent.name, sent.content
        )
    except InvalidError as error:
        values["faults"] = [editing.told(one) for one in error.faults]
    drawn = [Drawn(one, _figure(one)) for one in found]
    return render(
        request,
        "policies/policy_curves.html.j2",
        session,
        sample=sent.pasted,
        curves=drawn,
        percent=percent,
        **values,
    )


def _figure(curve: Curve) -> Figure | None:
    marks = [
        Mark(one.kept, one.told, f"{one.value:g}", _kind(curve, one))
        for one in curve.points
        if one.told is not None
    ]
    return figure(marks) if marks else None


def _kind(curve: Curve, point: Point) -> str:
    return f"{'own ' if point.value == curve.value else ''}{'below' if point.below else ''}".strip()

"""A client of the API: what is asked twice with the same content is done once."""

from __future__ import annotations

from service.client.audit import Audit
from service.client.people import People
from service.client.policies import Policies
from service.client.releases import Releases
from service.client.reveals import Reveals
from service.client.review import Review
from service.client.schedules import Schedules


class ServiceClient(Releases, Review, Reveals, Policies, Schedules, People, Audit):
    """One person's way to a service: everything that its pages do. Parameters as of `Asking`."""

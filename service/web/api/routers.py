"""The whole API for programs, as one row of routers."""

from service.web.api import (
    audit,
    deliveries,
    fhir,
    people,
    policies,
    releases,
    reveals,
    review,
    schedules,
    word_processor,
)

API = (
    people.router,
    releases.router,
    deliveries.router,
    reveals.router,
    review.router,
    word_processor.router,
    fhir.router,
    schedules.router,
    policies.router,
    audit.router,
)

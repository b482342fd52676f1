"""Labels that annotated corpora use, and the categories that they mean."""

from __future__ import annotations

from collections.abc import Mapping

from engine.measures.annotated import Role

NAMES = frozenset({"person", "organisation", "location"})


ALIASES: Mapping[str, str] = {
    "per": "person",
    "person": "person",
    "name": "person",
    "org": "organisation",
    "organization": "organisation",
    "organisation": "organisation",
    "corporation": "organisation",
    "group": "organisation",
    "loc": "location",
    "location": "location",
    "gpe": "location",
    "address": "location",
    "datetime": "date",
    "date_time": "date",
    "date": "date",
    "age": "age",
    "code": "code",
    "id": "code",
    "dem": "demographic",
    "demographic": "demographic",
    "quantity": "quantity",
    "misc": "other",
    "other": "other",
    **dict.fromkeys(("patient", "doctor", "username", "first_name", "last_name"), "person"),
    **dict.fromkeys(("hospital", "company"), "organisation"),
    **dict.fromkeys(("city", "street", "state", "country", "zip"), "location"),
    **dict.fromkeys(("rr", "an", "nombre_sujeto_asistencia", "nombre_personal_sanitario"), "person"),
    **dict.fromkeys(("un", "inn", "grt", "hospital", "institucion", "centro_salud"), "organisation"),
    **dict.fromkeys(("ld", "st", "str", "lds", "territorio", "calle", "pais"), "location"),
    **dict.fromkeys(("fechas",), "date"),
    **dict.fromkeys(("edad_sujeto_asistencia",), "age"),
    **dict.fromkeys(
        (
            *("id_sujeto_asistencia", "id_titulacion_personal_sanitario", "id_aseguramiento"),
            *("id_contacto_asistencial", "correo_electronico", "numero_telefono", "numero_fax"),
        ),
        "code",
    ),
    **dict.fromkeys(("profesion", "sexo_sujeto_asistencia", "familiares_sujeto_asistencia"), "demographic"),
    **dict.fromkeys(("profession", "nationality", "ethnicity", "religion", "health"), "demographic"),
    **dict.fromkeys(("phone", "fax", "email", "url", "ssn", "idnum", "medicalrecord", "account"), "code"),
    **dict.fromkeys(
        (
            "credit_card",
            "phone_number",
            "us_ssn",
            "iban_code",
            "us_driver_license",
            "ip_address",
            "email_address",
            "domain_name",
        ),
        "code",
    ),
}
"""Category of each label that a corpus may use; labels in no list (products, works) are no personal data."""


ROLES: Mapping[str, Role] = {"DIRECT": "direct", "QUASI": "quasi", "NO_MASK": "public"}


def category(label: str) -> str | None:
    """Category of a corpus label such as ``"PER"``; None when it marks no personal data."""
    return ALIASES.get(label.lower())

"""Settings of the service: where it lives, who may reach it, what it keeps."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

from adapters.machine.locations import home
from adapters.machine.stores.address import Address, address_of
from engine.errors import Fault, InvalidError, fault
from service.people.claimed_roles import rules_from
from service.people.single_sign_on import Provider
from service.refusals import Refusal
from service.state.database import default_address

MEBIBYTE = 1 << 20
SESSION_COOKIES = ("saferelease", "__Host-saferelease")
"""Names of the session's cookie: without TLS, and with it."""


@dataclass(frozen=True)
class Settings:
    """What an administrator sets before the start.

    Parameters
    ----------
    folder : Path
        Documents (encrypted) and bundles of the service.
    database : str
        Address of the state.
    address : str
        Where browsers reach it; cookies are marked secure when it begins with ``https``.
    listen : str
        Address of the interface that is listened on.
    more_hosts : tuple of str
        Other names under which it may be called.
    trusted_proxies : tuple of str
        Addresses and networks whose ``X-Forwarded-For`` is believed.
    upload_mb : int
        Largest request.
    keep_days : int
        How long originals are kept after a release ended, where the policy does not say.
    provider : Provider or None
        For single sign-on.
    inbox : Path or None
        Where schedules may read: below it each group has a folder of its short name.
    stores : mapping of str to sequence of Address
        Where releases may take documents from in object stores, by short name of the group.
    bundle_stores : mapping of str to sequence of Address
        Where sealed bundles may go in object stores, by short name of the group.
    policy_folder : Path or None
        A git repository in which approved policies stand too.
    word_pane : bool
        Whether the pane for Word is served; it loads a script of Microsoft's.
    fhir_groups : frozenset of str
        Short names of the groups that may de-identify FHIR data at once, without a release.
    log_level : str
        ``info`` (a line for each request and move), ``warning`` or ``error``.
    """

    folder: Path
    database: str
    address: str = "http://127.0.0.1:4200"
    listen: str = "127.0.0.1"
    more_hosts: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    upload_mb: int = 64
    keep_days: int = 30
    provider: Provider | None = field(default=None, repr=False)
    inbox: Path | None = None
    stores: Mapping[str, Sequence[Address]] = field(default_factory=dict)
    bundle_stores: Mapping[str, Sequence[Address]] = field(default_factory=dict)
    policy_folder: Path | None = None
    word_pane: bool = False
    fhir_groups: frozenset[str] = frozenset()
    log_level: str = "warning"

    @property
    def hosts(self) -> frozenset[str]:
        """Values of the Host header that are answered."""
        return frozenset({urlsplit(self.address).netloc, *self.more_hosts})

    @property
    def is_https(self) -> bool:
        """Whether browsers reach it through TLS."""
        return self.address.startswith("https://")

    @property
    def max_bytes(self) -> int:
        """Bytes of the largest request."""
        return self.upload_mb * MEBIBYTE


def settings_from(variables: Mapping[str, str] | None = None, *, default_port: int = 4200) -> Settings:
    """Settings from ``SAFERELEASE_*`` variables.

    Raises
    ------
    InvalidError
        ``SVC011`` names every variable that cannot be used.
    """
    found = dict(os.environ if variables is None else variables)
    said = {name: found.get(f"SAFERELEASE_{name}") or default for name, default in _DEFAULTS.items()}
    said["ADDRESS"] = found.get("SAFERELEASE_ADDRESS", f"http://127.0.0.1:{default_port}").rstrip("/")
    said |= {name: found.get(f"SAFERELEASE_{name}", number) for name, number in _NUMBERS.items()}
    if wrong := [*_wrong(said)]:
        raise InvalidError(*map(_undocumented, wrong))
    oidc = [said[name] for name in _OIDC]
    return Settings(
        folder=Path(found.get("SAFERELEASE_SERVICE_FOLDER") or home() / "service"),
        database=found.get("SAFERELEASE_DATABASE") or default_address(home()),
        address=said["ADDRESS"],
        listen=said["LISTEN"],
        more_hosts=tuple(filter(None, said["HOSTS"].split(","))),
        trusted_proxies=_listed(said["TRUSTED_PROXIES"]),
        upload_mb=int(said["UPLOAD_MB"]),
        keep_days=int(said["KEEP_DAYS"]),
        provider=Provider(*oidc, rules=rules_from(said["OIDC_ROLES"])) if all(oidc) else None,
        inbox=_folder(said["INBOX"]),
        stores=_stores(said["STORES"]) or {},
        bundle_stores=_stores(said["BUNDLE_STORES"]) or {},
        policy_folder=_folder(said["POLICY_FOLDER"]),
        word_pane=said["WORD_PANE"] == "on",
        fhir_groups=frozenset(_listed(said["FHIR"])),
        log_level=said["LOG"],
    )


def _wrong(said: Mapping[str, str]) -> Iterator[str]:
    """The variables that cannot be used."""
    yield from (name for name, fits in _FITS.items() if not fits(said[name]))
    stores, bundle_stores = _stores(said["STORES"]), _stores(said["BUNDLE_STORES"])
    if stores is None:
        yield "STORES"
    if bundle_stores is None or _meet(bundle_stores, stores or {}):
        yield "BUNDLE_STORES"
    yield from _wrong_oidc(said)


def _wrong_oidc(said: Mapping[str, str]) -> Iterator[str]:
    if len({bool(said[name]) for name in _OIDC}) > 1:
        yield "OIDC_ISSUER, _CLIENT_ID and _CLIENT_SECRET"
    rules = rules_from(said["OIDC_ROLES"])
    if rules is None or (rules and not said["OIDC_ISSUER"]):
        yield "OIDC_ROLES"


def _folder(path: str) -> Path | None:
    return Path(path) if path else None


def _undocumented(name: str) -> Fault:
    return fault("SVC011", f"SAFERELEASE_{name}", "must be set as documented", "", "See docs/service.md.")


def _listed(words: str) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(filter(None, map(str.strip, words.split(","))))


def _is_address(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def _are_networks(words: str) -> bool:
    return all(map(_is_network, _listed(words)))


def _is_interface(address: str) -> bool:
    try:
        return bool(ip_address(address))
    except ValueError:
        return False


def _is_network(address: str) -> bool:
    """Whether it is an address, or a network that is not all of them: everybody's word would be believed."""
    try:
        return ip_network(address).prefixlen > 0
    except ValueError:
        return False


_OIDC = ("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET")
_NUMBERS = {"UPLOAD_MB": "64", "KEEP_DAYS": "30"}
_DEFAULTS = {"LOG": "warning", "WORD_PANE": "off", "LISTEN": "127.0.0.1"} | dict.fromkeys(
    (
        "HOSTS",
        "TRUSTED_PROXIES",
        "STORES",
        "BUNDLE_STORES",
        "FHIR",
        "INBOX",
        "POLICY_FOLDER",
        *_OIDC,
        "OIDC_ROLES",
    ),
    "",
)
_FITS: Mapping[str, Callable[[str], bool]] = {
    **dict.fromkeys(_NUMBERS, str.isdigit),
    "LOG": frozenset(("info", "warning", "error")).__contains__,
    "WORD_PANE": frozenset(("on", "off")).__contains__,
    "ADDRESS": _is_address,
    "LISTEN": _is_interface,
    "TRUSTED_PROXIES": _are_networks,
}
"""What a variable must be, by its name."""


def _stores(words: str) -> Mapping[str, Sequence[Address]] | None:
    """Addresses by group, from ``GROUP=s3://BUCKET/FOLDER`` divided by semicolons; None for a fault."""
    found: dict[str, list[Address]] = defaultdict(list)
    for part in filter(None, map(str.strip, words.split(";"))):
        group, divided, address = part.partition("=")
        try:
            place = address_of(address)
        except InvalidError:
            return None
        if not (group and divided):
            return None
        found[group].append(place)
    return dict(found)


def _meet(bundles: Mapping[str, Sequence[Address]], sources: Mapping[str, Sequence[Address]]) -> bool:
    """Whether a bundle could stand where documents are taken from: the next release would take it for one."""
    read = [one for places in sources.values() for one in places]
    written = [one for places in bundles.values() for one in places]
    return any(is_below(one, other) or is_below(other, one) for one in read for other in written)


def is_below(address: Address, place: Address) -> bool:
    """Whether an address is a place, or lies below it."""
    return f"{address}/".startswith(f"{place}/")


def permitted(places: Sequence[Address], address: str, variable: str) -> Address:
    """An address that lies below one of `places`.

    Raises
    ------
    Refusal
        ``STO008`` for any other; an administrator sets `variable`.
    InvalidError
        ``STO001`` for what is no address of a store.
    """
    wanted = address_of(address)
    if not any(is_below(wanted, place) for place in places):
        must = "must lie below one that an administrator allowed to this group"
        raise Refusal(422, "STO008", "the address", must, "", f"An administrator sets {variable}.")
    return wanted

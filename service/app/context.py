"""What all parts of the service share: settings, state, keys."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.keys.installation import Keys, load_keys
from flows.audit.watching import LedgerWatch
from service.app.settings import Settings
from service.refusals import Refusal
from service.state.database import Database, open_database
from service.state.tables import Release
from service.state.vault import ReleaseVault, Vault


@dataclass(frozen=True)
class Service:
    """The service, opened.

    Parameters
    ----------
    settings : Settings
    database : Database
    keys : Keys
        The installation's.
    watch : LedgerWatch
        Looks whether the ledger is as it was written.
    """

    settings: Settings
    database: Database
    keys: Keys
    watch: LedgerWatch = field(default_factory=LedgerWatch, repr=False, compare=False)

    @property
    def vault(self) -> Vault:
        """Seals what belongs to no release."""
        return Vault(self.keys)

    def vault_of(self, release: Release) -> ReleaseVault:
        """What opens the documents of a release.

        Raises
        ------
        Refusal
            ``SVC005`` (410) when its time of retention is over.
        """
        if not release.key_sealed:
            must = "must be within its time of retention"
            raise Refusal(410, "SVC005", "this release", must, "its documents are gone", "The bundle stays.")
        return self.vault.release(release.id, release.key_sealed)


def open_service(settings: Settings) -> Service:
    """Open state and keys; both are made on first use."""
    settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Service(settings, open_database(settings.database), load_keys())

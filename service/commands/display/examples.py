"""An example of every command, shown at the end of its ``--help``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import typer
from typer.models import CommandInfo

EXAMPLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "run": (
            "saferelease run hipaa-safe-harbor inbox/ --out releases/2026-03",
            "saferelease run my-policy.yaml letter.docx --out releases/letter --matter keller.yaml",
            "saferelease run letters in/ --out may --service URL --group clinic --title May --key-file key",
        ),
        "inspect": ("saferelease inspect hipaa-safe-harbor letter.docx",),
        "verify": (
            "saferelease verify releases/2026-03",
            "saferelease verify releases/2026-03 --trust hospital.json --root KEY",
            "saferelease verify releases/2026-03 --public-key KEY --audit-file auditor.json",
        ),
        "report": ("saferelease report releases/2026-03 --open",),
        "serve": ("saferelease serve my-policy.yaml --require-approved",),
        "alarm": ("saferelease alarm",),
        "reveal": (
            'saferelease reveal releases/2026-03 "[SSN-BCDFG-HJKLM-NPQRS]" --document 000001 --reason "why"',
        ),
        "suggest": ("saferelease suggest client-projects.yaml memo.docx --page review.html",),
        "train": (
            "saferelease train annotated.jsonl --out clinic.model",
            "saferelease train annotated.jsonl --greedy --loss-ratio 20 --out clinic.greedy",
        ),
        "service backup": (
            "saferelease service backup /backup/monday.tar",
            "saferelease service backup /backup/all.tar --with-keys --passphrase-file pass.txt",
        ),
        "service restore": ("saferelease service restore /backup/all.tar --passphrase-file pass.txt",),
        "service migrate": ("saferelease service migrate --to 0003",),
        "service corrections": (
            "saferelease service corrections clinic --out clinic.jsonl --service https://release.example.org",
        ),
        "release submit": (
            "saferelease release submit letters in/ --group clinic --title May --service URL --key-file key",
        ),
        "release list": ("saferelease release list --service https://release.example.org --key-file key",),
        "release status": ("saferelease release status RELEASE --service https://release.example.org",),
        "release wait": (
            "saferelease release wait RELEASE --until approval --service https://release.example.org",
        ),
        "release download": ("saferelease release download RELEASE --out bundles/may --service URL",),
        "policy new": (
            "saferelease policy new",
            'saferelease policy new --name clinic-letters --title "Letters" --pack hipaa-safe-harbor',
        ),
        "policy check": ("saferelease policy check my-policy.yaml",),
        "policy test": ("saferelease policy test my-policy.yaml --mutation",),
        "policy explain": ("saferelease policy explain hipaa-safe-harbor",),
        "policy diff": ("saferelease policy diff hipaa-safe-harbor my-policy.yaml",),
        "policy impact": ("saferelease policy impact hipaa-safe-harbor my-policy.yaml inbox/",),
        "policy laws": ("saferelease policy laws canada-phipa",),
        "policy approve": ('saferelease policy approve my-policy.yaml --by "J. Ortiz, compliance"',),
        "policy compile": ("saferelease policy compile my-policy.yaml --json",),
        "policy schema": ("saferelease policy schema > schema.json",),
        "corpus build": ("saferelease corpus build texts/ more.jsonl.xz --name mine",),
        "corpus web": (
            "saferelease corpus web engine --url https://search.example.org/v1 --pages 30000000000"
            " --count-path web.total --terms terms.txt --key-variable SEARCH_KEY",
            "saferelease corpus web notes --url https://search.example.org:9200/notes --pages 2000000"
            " --field text --terms terms.txt --key-variable SEARCH_KEY --per-second 20",
        ),
        "corpus pool": (
            "saferelease corpus pool wikipedia notes=0.5 --name both",
            "saferelease corpus pool wikipedia=0.2 --name both --concept HIV",
        ),
        "corpus compare": ("saferelease corpus compare HIV --name both",),
        "corpus info": ("saferelease corpus info --name mine",),
        "corpus count": ("saferelease corpus count antiretroviral --with HIV",),
        "corpus ship": (
            'saferelease corpus ship us-state-hiv-std --title "English Wikipedia" --licence "CC BY-SA 4.0"',
        ),
        "corpus compact": (
            'saferelease corpus compact --knowledge wordnet --title "Wikipedia" --licence "CC BY-SA 4.0"',
        ),
        "kb list": ("saferelease kb list",),
        "kb fetch": ("saferelease kb fetch wordnet",),
        "kb import": (
            "saferelease kb import doid.obo --name disease-ontology",
            "saferelease kb import SnomedCT_Release/ --kind snomed",
            "saferelease kb import https://terms.example/sparql --kind sparql --name agency",
        ),
        "kb lookup": ("saferelease kb lookup hepatitis --knowledge wordnet",),
        "evaluate recognizer": (
            "saferelease evaluate recognizer kept-apart.jsonl --recognizer clinic.model --loss-ratio 10",
        ),
        "evaluate policy": ("saferelease evaluate policy my-policy.yaml kept-apart.jsonl",),
        "evaluate greedy-sanitize": (
            "saferelease evaluate greedy-sanitize annotated.jsonl --report evaluation.html",
        ),
        "evaluate attackers": ("saferelease evaluate attackers client-projects.yaml",),
        "evaluate attributes": ("saferelease evaluate attributes posts.yaml --policy attributes-strict",),
        "evaluate fidelity": ("saferelease evaluate fidelity notes.yaml --policy hipaa-safe-harbor",),
        "evaluate style": ("saferelease evaluate style posts.jsonl --policy plain-posts.yaml",),
        "evaluate c-sanitized": ("saferelease evaluate c-sanitized --gold annotated/",),
        "evaluate reader": ("saferelease evaluate reader letters.jsonl --encyclopedia articles/",),
        "evaluate k-containment": (
            "saferelease evaluate k-containment visits.csv --label again --k 5",
            "saferelease evaluate k-containment --data data/ --k 5",
        ),
        "evaluate k-redactor": ("saferelease evaluate k-redactor --corpus projects.csv --k 3",),
        "audit list": ("saferelease audit list --event revealed",),
        "audit show": ("saferelease audit show 2bf4a31c2ed7",),
        "audit check": ("saferelease audit check --public-key KEY",),
        "audit export": ("saferelease audit export ledger.jsonl",),
        "audit adopt": ("saferelease audit adopt ledger.sqlite",),
        "audit anchor": ("saferelease audit anchor --file /mnt/share/heads.jsonl",),
        "audit receipt": ("saferelease audit receipt 42 --to receipt-42.json",),
        "audit open": (
            'saferelease audit open releases/2026-03 --document 000001 --to opening.json --reason "audit 7"',
        ),
        "audit confirm": ("saferelease audit confirm opening.json --ledger ledger.jsonl --public-key KEY",),
        "audit approve": (
            'saferelease audit approve releases/2026-03 --key ortiz.pem --by "J. Ortiz" --note "Minutes 7"',
        ),
        "audit signature": ("saferelease audit signature report.pdf",),
        "audit timestamp": ("saferelease audit timestamp releases/2026-03 --authority https://tsa.example",),
        "keys status": ("saferelease keys status",),
        "keys protect": (
            "saferelease keys protect passphrase --passphrase-file passphrase.txt",
            "saferelease keys protect keyring",
            "saferelease keys protect command --wrap 'kms wrap --key 7' --unwrap 'kms unwrap --key 7'",
            "saferelease keys protect pkcs11 --module /usr/lib/softhsm/libsofthsm2.so --token records",
        ),
        "keys rotate": ('saferelease keys rotate --signing --reason "yearly exchange"',),
        "keys destroy": ('saferelease keys destroy 2bf4a31c2ed7 --reason "retention period is over"',),
        "trust key": ("saferelease trust key ortiz.pem",),
        "trust init": (
            'saferelease trust init --title "St. Mary" --root-key a.pem --root-key b.pem --threshold 2',
        ),
        "trust add": ('saferelease trust add "J. Ortiz" --public-key KEY --role approver --root-key a.pem',),
        "trust revoke": (
            'saferelease trust revoke KEY --reason "laptop stolen" --root-key a.pem --root-key b.pem',
        ),
        "trust rotate": (
            "saferelease trust rotate --root KEY --root KEY2 --threshold 1 --root-key a.pem --root-key b.pem",
        ),
        "trust sign": ("saferelease trust sign hospital.json --root-key b.pem",),
        "trust accept": ("saferelease trust accept hospital.json --root KEY --root KEY2",),
        "trust show": ("saferelease trust show",),
        "audit index": ("saferelease audit index releases/2026-03 --out index.csv",),
        "audit hand-over": (
            'saferelease audit hand-over releases/2026-03 --to auditor.json --reason "yearly audit"',
        ),
    }
)
"""By the words of the command."""


def show_examples(app: typer.Typer, before: str = "") -> None:
    """Put the examples of `app`'s commands, and of those below it, at the end of their help."""
    for name, command in _commands(app):
        command.epilog = "\b\nExample:\n" + "\n".join(f"  {line}" for line in EXAMPLES[f"{before}{name}"])
    for group in app.registered_groups:
        if group.typer_instance is not None:
            show_examples(group.typer_instance, f"{before}{group.name} ")


def _commands(app: typer.Typer) -> Iterator[tuple[str, CommandInfo]]:
    for command in app.registered_commands:
        if command.callback is not None:
            yield command.name or command.callback.__name__.replace("_", "-"), command

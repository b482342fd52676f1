"""For every option of every command: two command lines that differ in it alone, and show another thing.

``BASE`` names a line for each command; ``--json`` is tried on it. ``{signer}`` and others are facts of the
world; ``@stranger`` runs where nobody ever released anything.
"""

from __future__ import annotations

from dataclasses import dataclass

OUT = "@stranger verify out"
PAGE = "@stranger report out"
_REPORT = "@stranger audit signature report.pdf"
KREDACTOR = "evaluate k-redactor --corpus clients/past-projects.jsonl --class client --keep industry --k 2"
_MEASURED = "tests/e2e/test_attacked_class.py::test_sample_and_seed_choose_who_is_attacked"
READER = "evaluate reader attacked.jsonl --encyclopedia wiki"
POSTS = "evaluate attributes posts.yaml --policy ages.yaml"
GREEDY = "evaluate greedy-sanitize letters.jsonl --folds 2 --loss-ratio 1 --publisher svm"
NEW = "policy new --name p --title T --pack hipaa-safe-harbor --format txt --source in --target out2"
WEB = (
    "corpus web engine --url https://127.0.0.1:9/q --pages 1000 --count-path n --terms asked.txt "
    "--per-second 100"
)


_NOWHERE = "--service http://127.0.0.1:9"
THERE = f"{_NOWHERE} --key-file value.txt"
COMPACT = "corpus compact --knowledge tiny"


@dataclass(frozen=True)
class Lines:
    """Two command lines; the second has another value of the option, or the option at all."""

    one: str
    other: str


@dataclass(frozen=True)
class Held:
    """An option whose effect takes a server or minutes: the test that shows it.

    Parameters
    ----------
    test : str
        ``file::name``.
    used : str
        How the option is called there; by default by its own name.
    """

    test: str
    used: str = ""


def more(line: str, option: str) -> Lines:
    """A line, and the same with an option."""
    return Lines(line, f"{line} {option}")


def either(line: str, one: str, other: str) -> Lines:
    """A line with one value of an option, and with another."""
    return Lines(f"{line} {one}", f"{line} {other}")


SERVERS = "tests/integration/test_knowledge_servers.py"

BASE = {
    "run": "run letters.yaml in --out next --dry-run",
    "inspect": "inspect letters.yaml in",
    "verify": "verify out",
    "report": "report out",
    "reveal": "reveal out [EMAIL] --document 000001 --nth 1 --reason asked",
    "suggest": "suggest clients/client-projects.yaml clients/inbox/Solwind/maintenance.txt",
    "train": "train letters.jsonl --greedy --learner svm --loss-ratio 1 --out x.greedy",
    "release submit": f"release submit letters in --group clinic --title May {THERE}",
    "release list": f"release list {THERE}",
    "release status": f"release status r {THERE}",
    "release wait": f"release wait r --seconds 0 {THERE}",
    "release download": f"release download r --out next {THERE}",
    "service corrections": f"service corrections clinic --out corrected.jsonl {THERE}",
    "policy new": NEW,
    "policy laws": "policy laws us-court-filings",
    "policy check": "policy check letters.yaml",
    "policy test": "policy test clients/client-projects.yaml",
    "policy explain": "policy explain letters.yaml",
    "policy diff": "policy diff letters.yaml names.yaml",
    "policy impact": "policy impact letters.yaml names.yaml in",
    "policy approve": "policy approve letters.yaml --by Ortiz",
    "policy compile": "policy compile letters.yaml",
    "policy schema": "policy schema",
    "corpus build": "corpus build corpus.txt --name two",
    "corpus web": f"{WEB} --offline",
    "corpus pool": "corpus pool mine second=0.5 --name pooled",
    "corpus compare": "corpus compare HIV --name both --knowledge tiny",
    "corpus info": "corpus info --name mine",
    "corpus count": "corpus count retrovirus --name mine",
    "kb list": "kb list",
    "kb import": "kb import tiny.ttl --name small",
    "kb lookup": "kb lookup HIV --knowledge tiny",
    "evaluate recognizer": "evaluate recognizer letters.jsonl",
    "evaluate policy": "evaluate policy names.yaml letters.jsonl",
    "evaluate greedy-sanitize": GREEDY,
    "evaluate attackers": "evaluate attackers labelled.yaml",
    "evaluate attributes": f"{POSTS} --no-attack",
    "evaluate fidelity": "evaluate fidelity notes.yaml --policy names.yaml",
    "evaluate style": "evaluate style written.jsonl --policy short.yaml",
    "kb fetch": "kb fetch wordnet",
    "corpus compact": f"{COMPACT} --name mine --title T --licence L --out small",
    "evaluate c-sanitized": "evaluate c-sanitized --gold gold --counts mine --knowledge tiny",
    "evaluate reader": READER,
    "evaluate k-redactor": f"{KREDACTOR} --no-attack",
    "audit list": "audit list",
    "audit show": "audit show 1",
    "audit check": "audit check",
    "audit export": "audit export all.jsonl",
    "audit adopt": "audit adopt ledger.jsonl",
    "audit anchor": "audit anchor --file heads.jsonl",
    "audit receipt": "audit receipt 1 --to one.json",
    "audit open": "audit open out --document 000001 --to o.json --reason asked --value-file value.txt",
    "audit confirm": "audit confirm opening.json --value-file value.txt",
    "audit approve": "audit approve out --key person.pem --by Ortiz",
    "audit signature": "audit signature report.pdf",
    "audit index": "audit index out --out index.csv",
    "audit hand-over": "audit hand-over out --to a.json --reason yearly",
    "keys status": "keys status",
    "keys protect": "keys protect passphrase --passphrase-file pass.txt",
    "keys rotate": "keys rotate --reason yearly",
    "keys destroy": "keys destroy {release} --reason over",
    "trust key": "trust key new.pem",
    "trust init": "trust init --title Hospital --root-key a.pem --file t.json",
    "trust add": "trust add Ortiz --public-key {person} --root-key a.pem --file list.json",
    "trust revoke": "trust revoke {signer} --reason stolen --root-key a.pem --file list.json",
    "trust rotate": "trust rotate --root {b} --root-key a.pem --root-key b.pem --file list.json",
    "trust sign": "trust sign list.json --root-key b.pem",
    "trust accept": "@stranger trust accept list.json --root {a}",
    "trust show": "trust show --file list.json",
}

_RUNS = "tests/e2e/test_approved_release.py::test_an_approved_release_says_who_approved_it"
_MATTER = "tests/e2e/test_matter.py::test_facts_are_removed_and_kept_secret"
_APPROVAL = "tests/integration/test_policy_commands.py::test_an_approval_holds_until_the_policy_changes"
_CURVES = (
    "tests/integration/test_evaluate_learning.py::test_greedy_sanitize_is_evaluated_with_baselines_and_a_page"
)
_SAMPLE = "tests/integration/test_k_containment_tables.py::test_evaluation_on_a_sample"
_OWN_TABLE = "tests/integration/test_own_table.py::test_a_table_of_ones_own_is_measured"
_STAMPS = "tests/e2e/test_time_stamps.py"
_AGAINST = "tests/e2e/test_verify_against.py"
_OPENED = "reveal out [EMAIL] --document 000001 --nth 1 --reason r"
_OPENINGS = "tests/e2e/test_openings.py"
_NOT_WELL = "test_an_authority_that_does_not_answer_well_stores_nothing"
_SHIPPED = "tests/integration/test_corpus_ship.py::test_tables_are_shipped_with_their_source"
_AGAIN = (
    "tests/integration/test_train_command.py::test_training_again_gives_the_same_file_and_overwrites_nothing"
)

TRIALS: dict[str, Lines | Held] = {
    f"{command} --json": more(line, "--json") for command, line in BASE.items()
}
_REMOTE = "tests/service/test_remote.py"
_FOLLOWED = Held(f"{_REMOTE}::test_a_release_is_submitted_followed_and_fetched")
_RUN_THERE = Held(f"{_REMOTE}::test_run_waits_for_people_and_leaves_a_verified_bundle")
_THERE_ONLY = ("release ", "service corrections")
_ASKS = {
    "run": f"{BASE['run'].removesuffix(' --dry-run')} --group clinic --title May",
    "policy check": BASE["policy check"],
} | {name: line.removesuffix(f" {THERE}") for name, line in BASE.items() if name.startswith(_THERE_ONLY)}
"""Commands that ask a service, without its address: nobody listens at that of the trials."""
for _name, _line in _ASKS.items():
    TRIALS |= {
        f"{_name} --service": either(f"{_line} --key-file value.txt", "", _NOWHERE),
        f"{_name} --key-file": either(f"{_line} {_NOWHERE}", "--key-file value.txt", "--key-file none"),
        f"{_name} --ca-file": more(f"{_line} {THERE}", "--ca-file value.txt"),
    }
    if _name.startswith(_THERE_ONLY):
        TRIALS[f"{_name} --service"] = either(f"{_line} --key-file value.txt", _NOWHERE, "--service http://a")
TRIALS |= {
    "run --group": _RUN_THERE,
    "run --title": _RUN_THERE,
    "release submit --group": _FOLLOWED,
    "release submit --title": _FOLLOWED,
    "release wait --until": _FOLLOWED,
    "release wait --seconds": _FOLLOWED,
    "release download --out": either(f"release download r {THERE}", "--out next", "--out out"),
    "release download --public-key": _FOLLOWED,
    "service corrections --out": either(
        f"service corrections clinic {THERE}", "--out corrected.jsonl", "--out value.txt"
    ),
    "run --out": either("run letters.yaml in", "--out next", "--out out"),
    "run --workers": Held("tests/e2e/test_resume.py::test_killed_runs_resume_to_the_same_bundle"),
    "run --restart": Held("tests/unit/test_state.py::test_another_policy_or_other_inputs_do_not_resume"),
    "run --require-approved": Held(_APPROVAL),
    "run --trusted-key": Held(_APPROVAL),
    "run --matter": either(
        "run letters.yaml in --out next --dry-run", "--matter keller.yaml", "--matter no.yaml"
    ),
    "run --dry-run": Held("tests/e2e/test_release.py::test_a_dry_run_writes_nothing"),
    "inspect --matter": more("inspect letters.yaml other", "--matter keller.yaml"),
    "verify --public-key": more(OUT, "--public-key {signer}"),
    "verify --trust": either(f"{OUT} --root {{a}}", "", "--trust list.json"),
    "verify --root": either(f"{OUT} --trust list.json", "", "--root {a}"),
    "verify --trust-on-first-use": more(f"{OUT} --trust list.json", "--trust-on-first-use"),
    "verify --release": either("verify out", "--release {release}", "--release 0123456789ab"),
    "verify --audit-file": more(f"{OUT} --public-key {{signer}}", "--audit-file auditor.json"),
    "verify --certificates": more("verify out", "--certificates"),
    "verify --opening": Held(f"{_OPENINGS}::test_the_reader_is_told_what_stood_where"),
    "verify --against": Held(f"{_AGAINST}::test_two_bundles_that_show_what_the_other_hides"),
    "report --pdf": either("report out", "--pdf a.pdf", "--pdf b.pdf"),
    "report --open": more("report out", "--open"),
    "report --public-key": more(PAGE, "--public-key {signer}"),
    "report --trust": either(f"{PAGE} --root {{a}}", "", "--trust list.json"),
    "report --root": more(f"{PAGE} --trust list.json", "--root {a}"),
    "report --trust-on-first-use": more(f"{PAGE} --trust list.json", "--trust-on-first-use"),
    "report --release": either("report out", "--release {release}", "--release 0123456789ab"),
    "reveal --document": either(
        "reveal out [EMAIL] --nth 1 --reason r", "--document 000001", "--document 000009"
    ),
    "reveal --nth": either("reveal out [EMAIL] --document 000001 --reason r", "--nth 1", "--nth 2"),
    "reveal --span": either("reveal out --document 000001 --reason r", "--span 0-3", "--span 4-8"),
    "reveal --to": either(f"{_OPENED} --reader Ruiz", "--to a.json", "--to b.json"),
    "reveal --reader": either(f"{_OPENED} --to a.json", "--reader Ruiz", "--reader Reed"),
    "reveal --reason": more("reveal out [EMAIL] --document 000001 --nth 1", "--reason r"),
    "suggest --class": either(BASE["suggest"], "--class Solwind", "--class Nobody"),
    "suggest --page": more(BASE["suggest"], "--page page.html"),
    "suggest --steps": either(BASE["suggest"], "--steps 1", "--steps 3"),
    "train --out": either(
        "train letters.jsonl --greedy --learner svm --loss-ratio 1", "--out x.greedy", "--out x.y"
    ),
    "train --format": either("train letters.jsonl --out x.model", "--format brat", "--format nothing"),
    "train --recipe": more("train --data gold --out x.model", "--recipe default"),
    "train --data": either("train --recipe default --out x.model", "--data gold", "--data nowhere"),
    "train --curve": Held(_AGAIN),
    "train --greedy": Held(
        "tests/integration/test_train_command.py::test_people_read_what_was_made_and_what_to_do_next"
    ),
    "train --category": either(
        "train letters.jsonl --greedy --out x.greedy", "--category age", "--category code"
    ),
    "train --learner": either(
        "train letters.jsonl --greedy --loss-ratio 1 --out x.greedy", "--learner svm", "--learner forest"
    ),
    "train --stopping": either(BASE["train"], "--stopping training", "--stopping cross-fitted"),
    "train --loss-ratio": either(
        "train letters.jsonl --greedy --learner svm --out x.greedy", "--loss-ratio 1", "--loss-ratio 3"
    ),
    "policy new --name": either(
        "policy new --title T --pack hipaa-safe-harbor --target o --source in", "--name p", "--name q"
    ),
    "policy new --title": either(
        "policy new --name p --pack hipaa-safe-harbor --target o --source in", "--title T", "--title U"
    ),
    "policy new --pack": either(
        "policy new --name p --title T --target o --source in",
        "--pack hipaa-safe-harbor",
        "--pack us-court-filings",
    ),
    "policy new --term": more(NEW, "--term Bluebird"),
    "policy new --format": more(NEW, "--format html"),
    "policy new --source": either(
        "policy new --name p --title T --pack hipaa-safe-harbor --target o", "--source a", "--source b"
    ),
    "policy new --target": either(
        "policy new --name p --title T --pack hipaa-safe-harbor --source i", "--target a", "--target b"
    ),
    "policy new --schedule": more(NEW, "--schedule '0 2 * * *'"),
    "policy new --from-law": either(
        "policy new --name p --title T", "--from-law PHIPA", "--from-law 'Health Act s. 12'"
    ),
    "policy new --folder": more(NEW, "--folder elsewhere"),
    "policy test --mutation": more("policy test idle.yaml", "--mutation"),
    "policy explain --terms": either("policy explain us-state-hiv-std", "--terms 1", "--terms 2"),
    "policy explain --curves": more("policy explain curved.yaml", "--curves"),
    "policy impact --alone": more(BASE["policy impact"], "--alone"),
    "policy approve --by": either("policy approve letters.yaml", "--by Ortiz", "--by Ito"),
    "policy approve --note": more("policy approve letters.yaml --by Ortiz", "--note Minutes"),
    "policy approve --key": either(
        "policy approve letters.yaml --by Ortiz", "--key person.pem", "--key no.pem"
    ),
    "policy approve --passphrase-file": either(
        "policy approve letters.yaml --by Ortiz --key closed.pem",
        "--passphrase-file pass.txt",
        "--passphrase-file wrong.txt",
    ),
    "corpus build --name": either("corpus build corpus.txt", "--name two", "--name three"),
    "corpus build --unit": either(
        "corpus build corpus.txt --name two", "--unit paragraph", "--unit sentence"
    ),
    "corpus build --out": more("corpus build corpus.txt --name two", "--out elsewhere"),
    "corpus build --max-words": either(
        "corpus build corpus.txt --name two", "--max-words 1", "--max-words 3"
    ),
    "corpus build --min-contexts": either(
        "corpus build corpus.txt --name two", "--min-contexts 2", "--min-contexts 50"
    ),
    "corpus build --knowledge": more(
        "corpus build corpus.txt --name two --min-contexts 50", "--knowledge tiny"
    ),
    "corpus build --replace": more("corpus build corpus.txt --name mine", "--replace"),
    "corpus web --url": either(
        "corpus web e --pages 9 --count-path n --terms asked.txt --offline",
        "--url https://a.org/q",
        "--url http://a.org/q",
    ),
    "corpus web --pages": either(
        "corpus web e --url https://a.org/q --count-path n --terms asked.txt --offline",
        "--pages 9",
        "--pages 8",
    ),
    "corpus web --count-path": either(
        "corpus web e --url https://a.org/q --pages 9 --terms asked.txt --offline",
        "--count-path n",
        "--count-path m",
    ),
    "corpus web --field": either(
        "corpus web e --url https://a.org/notes --pages 9 --terms asked.txt --offline",
        "--field text",
        "--field body",
    ),
    "corpus web --terms": either(
        "corpus web e --url https://a.org/q --pages 9 --count-path n --offline",
        "--terms asked.txt",
        "--terms asked2.txt",
    ),
    "corpus web --query-parameter": more(f"{WEB} --offline", "--query-parameter query"),
    "corpus web --key-variable": more(f"{WEB} --offline", "--key-variable KEY"),
    "corpus web --key-header": more(f"{WEB} --offline", "--key-header X-Key"),
    "corpus web --per-second": more(f"{WEB} --offline", "--per-second 5"),
    "corpus web --offline": more(WEB, "--offline"),
    "corpus pool --name": either("corpus pool mine second", "--name pooled", "--name mine"),
    "corpus pool --concept": more("corpus pool mine second=0.5 --name both", "--concept HIV"),
    "corpus compare --name": either("corpus compare HIV --knowledge tiny", "--name both", "--name mine"),
    "corpus compare --alpha": either(
        "corpus compare HIV --name both --knowledge tiny", "--alpha 1.5", "--alpha 3"
    ),
    "corpus compare --knowledge": either(
        "corpus compare HIV --name both", "--knowledge tiny", "--knowledge nobody"
    ),
    "corpus compare --most": Held(
        "tests/integration/test_pooled_corpora.py::test_the_command_shows_where_sources_differ"
    ),
    "corpus info --name": either("corpus info", "--name mine", "--name nobody"),
    "corpus count --with": more("corpus count retrovirus --name mine", "--with HIV"),
    "corpus count --name": either("corpus count virus", "--name mine", "--name nobody"),
    "kb fetch --source": Held(
        "tests/integration/test_knowledge_fetch.py::test_a_given_file_replaces_what_is_there"
    ),
    "kb import --kind": either("kb import tiny.ttl --name small", "--kind rdf", "--kind mesh"),
    "kb import --name": either("kb import tiny.ttl", "--name small", "--name other"),
    "kb import --root": Held(f"{SERVERS}::test_an_endpoint_below_a_root"),
    "kb import --broader": Held(f"{SERVERS}::test_a_further_property_leads_up"),
    "kb import --system": Held(f"{SERVERS}::test_a_terminology_server_below_a_code"),
    "kb import --value-set": Held(f"{SERVERS}::test_a_terminology_server_below_a_code"),
    "kb import --offline": Held(f"{SERVERS}::test_offline_gives_the_same_and_asks_nothing"),
    "kb lookup --knowledge": either("kb lookup HIV", "--knowledge tiny", "--knowledge nobody"),
    "evaluate recognizer --format": either("evaluate recognizer brat", "--format brat", "--format conll"),
    "evaluate recognizer --recognizer": either(
        "evaluate recognizer letters.jsonl", "--recognizer en-default", "--recognizer no.model"
    ),
    "evaluate recognizer --loss-ratio": Held(
        "tests/integration/test_evaluate_learning.py::test_a_higher_loss_ratio_finds_more"
    ),
    "evaluate recognizer --sample": either("evaluate recognizer many.jsonl", "--sample 1", "--sample 0"),
    "evaluate policy --format": either("evaluate policy names.yaml brat", "--format brat", "--format conll"),
    "evaluate policy --sample": either("evaluate policy names.yaml many.jsonl", "--sample 1", "--sample 0"),
    "evaluate greedy-sanitize --data": more("evaluate greedy-sanitize --corpus tab", "--data gold"),
    "evaluate greedy-sanitize --corpus": either(
        "evaluate greedy-sanitize --data gold", "--corpus novels", "--corpus tab"
    ),
    "evaluate greedy-sanitize --format": either(GREEDY, "--format jsonl", "--format brat"),
    "evaluate greedy-sanitize --category": either(GREEDY, "--category person", "--category age"),
    "evaluate greedy-sanitize --publisher": Held(_CURVES),
    "evaluate greedy-sanitize --loss-ratio": Held(_CURVES),
    "evaluate greedy-sanitize --folds": either(
        "evaluate greedy-sanitize letters.jsonl --loss-ratio 1 --publisher svm", "--folds 2", "--folds 3"
    ),
    "evaluate greedy-sanitize --sample": either(
        "evaluate greedy-sanitize many.jsonl --folds 2 --loss-ratio 1 --publisher svm",
        "--sample 1",
        "--sample 0",
    ),
    "evaluate greedy-sanitize --report": Held(_CURVES),
    "evaluate attackers --documents": Held(_MEASURED),
    "evaluate attackers --seed": Held(_MEASURED),
    "evaluate attributes --policy": either(
        "evaluate attributes posts.yaml --no-attack", "--policy ages.yaml", "--policy letters.yaml"
    ),
    "evaluate fidelity --policy": either(
        "evaluate fidelity notes.yaml", "--policy names.yaml", "--policy ages.yaml"
    ),
    "evaluate style --policy": either(
        "evaluate style written.jsonl", "--policy short.yaml", "--policy loud.yaml"
    ),
    "evaluate attributes --attack": more(POSTS, "--no-attack"),
    "evaluate c-sanitized --gold": either(
        "evaluate c-sanitized --counts mine --knowledge tiny", "--gold gold", "--gold gold2"
    ),
    "evaluate c-sanitized --counts": either(
        "evaluate c-sanitized --gold gold --knowledge tiny", "--counts mine", "--counts nobody"
    ),
    "evaluate c-sanitized --knowledge": either(
        "evaluate c-sanitized --gold gold2 --counts mine", "--knowledge tiny", "--knowledge nobody"
    ),
    "evaluate c-sanitized --paper": more(
        "evaluate c-sanitized --gold gold --counts mine --knowledge tiny", "--paper wiki"
    ),
    "evaluate reader --encyclopedia": either(
        "evaluate reader attacked.jsonl", "--encyclopedia wiki", "--encyclopedia none"
    ),
    "evaluate reader --counts": either(READER, "", "--counts nobody"),
    "evaluate reader --knowledge": either(READER, "", "--knowledge nobody"),
    "evaluate reader --alpha": either(READER, "", "--alpha 6"),
    "evaluate reader --combinations": more(READER, "--combinations 0.05"),
    "evaluate k-redactor --k": either(f"{KREDACTOR} --no-attack", "", "--k 3"),
    "evaluate k-redactor --max-documents": either(
        f"{KREDACTOR} --no-attack", "--max-documents 4", "--max-documents 6"
    ),
    "evaluate k-redactor --corpus": either(
        "evaluate k-redactor --class client --keep industry --no-attack --k 2",
        "--corpus clients/past-projects.jsonl",
        "--corpus novels.jsonl",
    ),
    "evaluate k-redactor --text": either(KREDACTOR, "--text text", "--text words"),
    "evaluate k-redactor --class": either(
        "evaluate k-redactor --corpus clients/past-projects.jsonl --keep industry --no-attack --k 2",
        "--class client",
        "--class words",
    ),
    "evaluate k-redactor --keep": either(
        "evaluate k-redactor --corpus clients/past-projects.jsonl --class client --no-attack --k 2",
        "--keep industry",
        "--keep words",
    ),
    "evaluate k-redactor --attack": more(f"{KREDACTOR} --max-documents 6", "--no-attack"),
    "evaluate k-redactor --exact": Held(
        "tests/integration/test_evaluate_k_redactor.py::test_exact_programs_lose_nothing_to_rounding_but_wholeness"
    ),
    "evaluate k-redactor --data": Held(
        "tests/integration/test_evaluate_k_redactor.py::test_json_holds_every_method_k_and_attacker"
    ),
    "evaluate k-redactor --figures": more(f"{KREDACTOR} --no-attack", "--figures drawn"),
    "audit list --release": either("audit list", "--release {release}", "--release 0123456789ab"),
    "audit list --event": either("audit list", "--event finished", "--event opened"),
    "audit list --documents": more("audit list", "--documents"),
    "audit list --ledger": more("@stranger audit list", "--ledger ledger.jsonl"),
    "audit show --ledger": more("@stranger audit show 1", "--ledger ledger.jsonl"),
    "audit check --ledger": more("@stranger audit check", "--ledger ledger.jsonl"),
    "audit check --public-key": more("@stranger audit check --ledger ledger.jsonl", "--public-key {signer}"),
    "audit check --checkpoint": either(
        "@stranger audit check --ledger ledger.jsonl --public-key {signer}",
        "--checkpoint receipt.json",
        "--checkpoint late.json",
    ),
    "audit anchor --file": either("audit anchor", "--file heads.jsonl", "--file no/where/heads.jsonl"),
    "audit anchor --url": either("audit anchor", "--url https://127.0.0.1:9/h", "--url nothing"),
    "audit anchor --mail": more("audit anchor --server 127.0.0.1 --port 9", "--mail a@example.org"),
    "audit anchor --server": more("audit anchor --mail a@example.org --port 9", "--server 127.0.0.1"),
    "audit anchor --port": Held("tests/e2e/test_witnesses.py::test_heads_go_to_a_second_person_by_mail"),
    "audit receipt --to": either("audit receipt 1", "--to one.json", "--to other.json"),
    "audit open --document": either(
        "audit open out --to o.json --reason r --value-file value.txt",
        "--document 000001",
        "--document 000009",
    ),
    "audit open --to": either(
        "audit open out --document 000001 --reason r --value-file value.txt", "--to o.json", "--to p.json"
    ),
    "audit open --reason": more(
        "audit open out --document 000001 --to o.json --value-file value.txt", "--reason r"
    ),
    "audit open --value-file": either(
        "audit open out --document 000001 --to o.json --reason r",
        "--value-file value.txt",
        "--value-file wrong.txt",
    ),
    "audit confirm --ledger": more(
        "@stranger audit confirm opening.json --public-key {signer} --value-file value.txt",
        "--ledger ledger.jsonl",
    ),
    "audit confirm --public-key": either(
        "@stranger audit confirm opening.json --ledger ledger.jsonl --value-file value.txt",
        "--public-key {signer}",
        "--public-key {a}",
    ),
    "audit signature --public-key": either(_REPORT, "--public-key {signer}", "--public-key {a}"),
    "audit signature --trust": either(f"{_REPORT} --root {{a}}", "", "--trust list.json"),
    "audit signature --root": more(f"{_REPORT} --trust list.json", "--root {a}"),
    "audit signature --trust-on-first-use": more(f"{_REPORT} --trust list.json", "--trust-on-first-use"),
    "audit confirm --value-file": either(
        "audit confirm opening.json", "--value-file value.txt", "--value-file wrong.txt"
    ),
    "audit approve --key": either("audit approve out --by Ortiz", "--key person.pem", "--key no.pem"),
    "audit approve --by": either("audit approve out --key person.pem", "--by Ortiz", "--by Ito"),
    "audit approve --note": more("audit approve out --key person.pem --by Ortiz", "--note Minutes"),
    "audit approve --passphrase-file": either(
        "audit approve out --key closed.pem --by Ortiz",
        "--passphrase-file pass.txt",
        "--passphrase-file wrong.txt",
    ),
    "audit index --out": either("audit index out", "--out a.csv", "--out b.csv"),
    "audit hand-over --to": either("audit hand-over out --reason r", "--to a.json", "--to b.json"),
    "audit hand-over --reason": more("audit hand-over out --to a.json", "--reason r"),
    **{
        f"service {option}": Held("tests/service/test_backups.py::test_the_commands", used)
        for option, used in {
            "backup --with-keys": "",
            "backup --passphrase-file": "",
            "backup --json": "",
            "restore --passphrase-file": "",
            "restore --json": "",
            "migrate --to": "",
            "migrate --json": "",
        }.items()
    },
    "keys protect --passphrase-file": either(
        "keys protect passphrase", "--passphrase-file pass.txt", "--passphrase-file value.txt"
    ),
    "keys protect --wrap": either("keys protect command --unwrap cat", "--wrap cat", "--wrap false"),
    "keys protect --unwrap": either("keys protect command --wrap cat", "--unwrap cat", "--unwrap false"),
    "keys protect --module": more("keys protect pkcs11 --token t --key k", "--module /no/such.so"),
    "keys protect --token": more("keys protect pkcs11 --module /no/such.so --key k", "--token t"),
    "keys protect --key": more(  # what it does needs a token; elsewhere it is refused
        "keys protect passphrase --passphrase-file pass.txt", "--key k"
    ),
    "keys rotate --reason": more("keys rotate", "--reason yearly"),
    "keys rotate --signing": more("keys rotate --reason yearly", "--signing"),
    "keys destroy --reason": more("keys destroy {release}", "--reason over"),
    "trust key --passphrase-file": either(
        "trust key new.pem", "--passphrase-file pass.txt", "--passphrase-file no.txt"
    ),
    "trust init --title": either(
        "trust init --root-key a.pem --file t.json", "--title Ward", "--title Clinic"
    ),
    "trust init --root-key": either(
        "trust init --title W --file t.json", "--root-key a.pem", "--root-key no.pem"
    ),
    "trust init --root": more("trust init --title W --root-key a.pem --file t.json", "--root {b}"),
    "trust init --threshold": more(
        "trust init --title W --root-key a.pem --root-key b.pem --file t.json", "--threshold 2"
    ),
    "trust init --file": either("trust init --title W --root-key a.pem", "--file t.json", "--file u.json"),
    "trust init --passphrase-file": either(
        "trust init --title W --root-key closed.pem --file t.json",
        "--passphrase-file pass.txt",
        "--passphrase-file wrong.txt",
    ),
    "trust add --public-key": either(
        "trust add Ortiz --root-key a.pem --file list.json", "--public-key {person}", "--public-key nothing"
    ),
    "trust add --role": either(BASE["trust add"], "--role signer", "--role approver"),
    "trust add --from": either(BASE["trust add"], "--from 2024-01-01", "--from 2025-01-01"),
    "trust add --until": either(BASE["trust add"], "--until 2027-01-01", "--until 2028-01-01"),
    "trust add --root-key": either(
        "trust add Ortiz --public-key {person} --file list.json", "--root-key a.pem", "--root-key b.pem"
    ),
    "trust add --file": either(
        "trust add Ortiz --public-key {person} --root-key a.pem", "--file list.json", "--file no.json"
    ),
    "trust add --passphrase-file": either(
        "trust add Ortiz --public-key {person} --root-key closed.pem --file list.json",
        "--passphrase-file pass.txt",
        "--passphrase-file wrong.txt",
    ),
    "trust revoke --reason": either(
        "trust revoke {signer} --root-key a.pem --file list.json", "--reason stolen", "--reason lost"
    ),
    "trust revoke --at": either(BASE["trust revoke"], "--at 2026-01-01", "--at 2026-02-01"),
    "trust revoke --root-key": either(
        "trust revoke {signer} --reason s --file list.json", "--root-key a.pem", "--root-key b.pem"
    ),
    "trust revoke --file": either(
        "trust revoke {signer} --reason s --root-key a.pem", "--file list.json", "--file no.json"
    ),
    "trust revoke --passphrase-file": either(
        "trust revoke {signer} --reason s --root-key closed.pem --file list.json",
        "--passphrase-file pass.txt",
        "--passphrase-file wrong.txt",
    ),
    "trust rotate --root": either(
        "trust rotate --root-key a.pem --root-key b.pem --file list.json", "--root {b}", "--root {a}"
    ),
    "trust rotate --threshold": either(
        "trust rotate --root {a} --root {b} --root-key a.pem --root-key b.pem --file list.json",
        "--threshold 1",
        "--threshold 2",
    ),
    "trust rotate --root-key": either(
        "trust rotate --root {b} --root-key b.pem --file list.json", "", "--root-key a.pem"
    ),
    "trust rotate --file": either(
        "trust rotate --root {b} --root-key a.pem --root-key b.pem", "--file list.json", "--file no.json"
    ),
    "trust rotate --passphrase-file": either(
        "trust rotate --root {b} --root-key a.pem --root-key closed.pem --file list.json",
        "--passphrase-file pass.txt",
        "--passphrase-file wrong.txt",
    ),
    "trust sign --root-key": either("trust sign list.json", "--root-key a.pem", "--root-key b.pem"),
    "trust sign --passphrase-file": either(
        "trust sign list.json --root-key closed.pem",
        "--passphrase-file pass.txt",
        "--passphrase-file wrong.txt",
    ),
    "trust accept --root": either("@stranger trust accept list.json", "", "--root {a}"),
    "trust accept --trust-on-first-use": more("@stranger trust accept list.json", "--trust-on-first-use"),
    "trust show --file": more("@stranger trust show", "--file list.json"),
    "alarm --json": Held("tests/integration/test_alarms.py::test_the_command_tries_every_channel"),
    "audit timestamp --authority": Held(f"{_STAMPS}::{_NOT_WELL}"),
    "audit timestamp --timestamp-root": Held(f"{_STAMPS}::{_NOT_WELL}"),
    "audit timestamp --json": more(
        "audit timestamp out --authority http://127.0.0.1:9/ --timestamp-root no.pem", "--json"
    ),
    "verify --stamped": Held(f"{_STAMPS}::test_a_stamp_taken_away_is_told_when_it_was_asked_for"),
    "verify --timestamp-root": Held(f"{_STAMPS}::test_a_stamp_holds_and_says_when"),
    "serve --port": Held("tests/attacks/conftest.py::service"),
    "serve --require-approved": more("serve never.yaml", "--require-approved"),
    "serve --trusted-key": either("serve yearly.yaml", "--require-approved", "--trusted-key {a}"),
    "corpus ship --title": Held(_SHIPPED),
    "corpus ship --licence": Held(_SHIPPED),
    "corpus ship --name": Held(_SHIPPED),
    "corpus ship --json": Held(_SHIPPED),
    "corpus compact --knowledge": either(
        "corpus compact --name mine --title T --licence L --out small",
        "--knowledge tiny",
        "--knowledge nobody",
    ),
    "corpus compact --title": either(
        f"{COMPACT} --name mine --licence L --out small", "--title T", "--title U"
    ),
    "corpus compact --licence": either(
        f"{COMPACT} --name mine --title T --out small", "--licence L", "--licence M"
    ),
    "corpus compact --name": either(
        f"{COMPACT} --title T --licence L --out small", "--name mine", "--name nobody"
    ),
    "corpus compact --out": either(
        f"{COMPACT} --name mine --title T --licence L", "--out small", "--out other"
    ),
    "evaluate k-containment --label": Held(_OWN_TABLE),
    "evaluate k-containment --positive": Held(_OWN_TABLE),
    "evaluate k-containment --data": Held(_SAMPLE, "data,"),
    "evaluate k-containment --k": Held(_SAMPLE, "ks="),
    "evaluate k-containment --repeats": Held(_SAMPLE, "repeats="),
    "evaluate k-containment --json": Held(_SAMPLE, "json.dumps"),
    "serve --demo": Held("tests/e2e/test_serve_demo.py::test_each_role_can_sign_in_and_nothing_is_left"),
}

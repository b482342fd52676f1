"""Commands for policy authors: new, check, test, explain, diff, impact, laws, approve, compile, schema."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import InvalidError, Outcome
from service.commands.display.output import Json, emit, finish, reported, say
from service.commands.keys.people_keys import ApproverKey, PassphraseFile, private_key
from service.commands.policies.policy_questions import ASKED, asked
from service.commands.remote.options import CaFile, KeyFile, MaybeAddress, require_none

if TYPE_CHECKING:
    from engine.measures.curves import Curve
    from engine.plan.plan import Plan

app = typer.Typer(help="Write, check, test and explain policies.", no_args_is_help=True)

PolicyName = Annotated[
    str, typer.Argument(metavar="POLICY", help="A policy's file, or the name of a shipped one.")
]
PolicyNames = Annotated[
    list[str], typer.Argument(metavar="POLICY...", help="Policies' files, or names of shipped ones.")
]


@app.command()
def new(
    name: Annotated[str, typer.Option(help=ASKED["name"])] = "",
    title: Annotated[str, typer.Option(help=ASKED["title"])] = "",
    pack: Annotated[
        list[str] | None, typer.Option(help=f"{ASKED['packs']}: a policy's name; repeatable.")
    ] = None,
    term: Annotated[list[str] | None, typer.Option(help=f"{ASKED['terms']}; repeatable.")] = None,
    document_format: Annotated[
        list[str] | None, typer.Option("--format", help=f"{ASKED['formats']}; repeatable.")
    ] = None,
    source: Annotated[str, typer.Option(help=ASKED["source"])] = "",
    target: Annotated[str, typer.Option(help=ASKED["target"])] = "",
    schedule: Annotated[str, typer.Option(help=ASKED["schedule"])] = "",
    from_law: Annotated[
        str,
        typer.Option(
            help="In place of packs, a law: its shipped policy is extended, or a frame of clauses written."
        ),
    ] = "",
    folder: Annotated[Path, typer.Option(help="Folder that the policy is written to.")] = Path(),
    as_json: Json = False,
) -> None:
    """Write a new policy from a few answers.

    Without --name, --title or --pack the questions are asked one by one. Nothing is overwritten.
    """
    from engine.policy.pages.template import Answers
    from flows.authoring.bench import write_new_policy

    with reported(as_json):
        given: dict[str, str | Sequence[str]] = {
            "name": name,
            "title": title,
            "packs": tuple(pack or ()),
            "terms": tuple(term or ()),
            "formats": tuple(document_format or ()),
            "source": source,
            "target": target,
            "schedule": schedule,
        }
        answers = given if name and title and (pack or from_law) else asked(given, as_json)
        written = write_new_policy(Answers(**answers, from_law=from_law), folder)  # type: ignore[arg-type]

        def show() -> None:
            for path in written:
                say(f"Written: {path}")
            say(f"Next: saferelease policy check {written[0]}, then saferelease policy test {written[0]}")

        emit(as_json, {"written": [str(path) for path in written]}, show)


@app.command()
def check(
    policies: PolicyNames,
    service: MaybeAddress = "",
    key_file: KeyFile = None,
    ca_file: CaFile = None,
    as_json: Json = False,
) -> None:
    """Check policies: all faults of all files at once, each with its line and what to do.

    With --service a service checks them, with the knowledge and counts that are there.
    """
    from flows.authoring.checking import check_policies
    from service.commands.remote.releases import checked_there

    with reported(as_json):
        require_none(
            {} if service else {"--key-file": key_file, "--ca-file": ca_file}, "must go with --service"
        )
        if service:
            checked_there(policies, service, key_file, ca_file, as_json)
            return
        checked, faults = check_policies(policies)

        def show() -> None:
            for one in checked:
                n = len(one.policy.clauses)
                clauses = "1 clause" if n == 1 else f"{n} clauses"
                say(f"{one.path}: {one.policy.policy} {one.policy.version} is valid, {clauses}.")
                if one.policy.effective and one.policy.effective > dt.date.today():
                    say(f"  It applies from {one.policy.effective}: a release before that day is refused.")

        if faults:
            if not as_json:
                show()
            raise InvalidError(*faults)
        data = [
            {"policy": one.policy.policy, "version": one.policy.version, "file": str(one.path), "faults": []}
            for one in checked
        ]
        emit(as_json, data, show)


@app.command()
def test(
    policies: PolicyNames,
    mutation: Annotated[
        bool, typer.Option(help="Also check that each clause's cases fail without it.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Run the cases of policies: what must go, what must stay."""
    from flows.authoring.bench import run_policy_cases

    with reported(as_json):
        results = [run_policy_cases(name, mutation) for name in policies]

        def show() -> None:
            for result in results:
                for failure in result.failures:
                    say(failure)
                word = "passed" if result.passed else f"{len(result.failures)} FAILED"
                if result.n_clauses == 1:
                    say(f"{result.policy}: {result.n_cases} cases of one clause, {word}.")
                else:
                    say(f"{result.policy}: {result.n_cases} cases of {result.n_clauses} clauses, {word}.")

        emit(as_json, [result.as_json() for result in results], show)
        finish(Outcome.RELEASED if all(result.passed for result in results) else Outcome.REFUSED)


@app.command()
def explain(
    policy: PolicyName,
    terms: Annotated[int, typer.Option(min=0, help="Terms shown per concept.")] = 15,
    curves: Annotated[
        bool, typer.Option("--curves", help="Add what each alpha, k and loss ratio costs and brings.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Say in plain words what a policy looks for, what replaces it, and where the limits are.

    Curves are drawn over the policy's cases, which takes a minute or more.
    """
    from flows.authoring.explaining import explain_policy
    from service.commands.display.curves import show_curve
    from service.commands.display.policy import show_explained

    with reported(as_json):
        explained = explain_policy(policy, terms)
        drawn = _curves_of(policy) if curves else []
        if drawn:
            explained |= {"curves": [asdict(one) for one in drawn]}

        def show() -> None:
            show_explained(explained)
            for one in drawn:
                show_curve(one)

        emit(as_json, explained, show)


def _curves_of(policy: str) -> list[Curve]:
    from flows.release.preview.curves import draw_curves
    from service.policies.curves import texts_of_cases

    return draw_curves(policy, texts_of_cases(policy))


@app.command()
def diff(
    old: Annotated[str, typer.Argument(metavar="A", help="The policy as it was: a file or a shipped name.")],
    new: Annotated[str, typer.Argument(metavar="B", help="The policy as it is to be.")],
    as_json: Json = False,
) -> None:
    """Compare two policies by clause: B protects more than A, less, the same, or it is unknown.

    The verdict comes from the compiled plans and is tried on the cases of both policies.
    """
    from flows.authoring.comparing import compare_policies
    from service.commands.display.policy import show_comparison

    with reported(as_json):
        found = compare_policies(old, new)
        emit(as_json, found.as_json(), lambda: show_comparison(found))


@app.command()
def impact(
    old: Annotated[str, typer.Argument(metavar="A", help="The policy as it was: a file or a shipped name.")],
    new: Annotated[str, typer.Argument(metavar="B", help="The policy as it is to be.")],
    sources: Annotated[list[Path], typer.Argument(metavar="SOURCE...", help="Files and folders to try.")],
    alone: Annotated[bool, typer.Option("--alone", help="As if nothing had been released before.")] = False,
    as_json: Json = False,
) -> None:
    """Count what would change in your documents if B replaced A as the policy.

    Both decide as in a release: what an earlier release of the same text hid is hidden, or
    the document is refused, as the policy says.

    Prints counts only, neither text nor names of files. Writes nothing.
    """
    from flows.authoring.comparing import measure_impact
    from service.commands.display.policy import show_impact
    from service.commands.display.progress import progress_told

    with reported(as_json):
        with progress_told("comparing") as progress:
            found = measure_impact(old, new, sources, progress, alone=alone)
        emit(as_json, found, lambda: show_impact(found))


@app.command()
def laws(
    policies: Annotated[
        list[str] | None,
        typer.Argument(metavar="[POLICY...]", help="Policies; without any, all that are shipped."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Table of provisions: which clause of which policy meets it how, tried and measured how far."""
    from flows.authoring.law_table import law_table
    from service.commands.display.policy import show_laws

    with reported(as_json):
        rows = law_table(policies or ())
        emit(as_json, rows, lambda: show_laws(rows))


@app.command()
def approve(
    policy: PolicyName,
    by: Annotated[str, typer.Option(help="Who approves.")],
    note: Annotated[str, typer.Option(help="Grounds of the approval, e.g. the minutes of a meeting.")] = "",
    key: ApproverKey = None,
    passphrase_file: PassphraseFile = None,
    as_json: Json = False,
) -> None:
    """Approve a policy as it is: a signed statement in a file beside it.

    With --key the approver signs; without it, this installation states who approved.

    Changing the policy, its lists, its knowledge or its counts ends the approval:
    saferelease run --require-approved then refuses it.
    """
    from flows.audit.approving import approve_policy

    with reported(as_json):
        path, approval = approve_policy(policy, by, note, private_key(key, passphrase_file))

        def show() -> None:
            say(f"{approval.policy} {approval.version} is approved by {approval.approved_by}: {path}")
            say(f"Plan {approval.plan_id}")
            say(f"Key  {approval.public_key}")

        emit(as_json, approval.model_dump() | {"file": str(path)}, show)


@app.command("compile")
def compile_(policy: PolicyName, as_json: Json = False) -> None:
    """Compile a policy and print its plan id, or the whole canonical plan with --json."""
    from flows.compiling.compilation import compile_policy

    with reported(as_json):
        plan = compile_policy(policy).plan
        if as_json:
            sys.stdout.write(plan.canonical().decode() + "\n")
        else:
            _show_plan(plan)


@app.command()
def schema(as_json: Json = False) -> None:
    """Print the JSON Schema of policies, for editors; it is JSON, with --json on one line."""
    from engine.catalog.names import SHIPPED
    from engine.policy.pages.schema import policy_schema, schema_text

    with reported(as_json):
        catalog = SHIPPED

        def show() -> None:
            sys.stdout.write(schema_text(catalog))

        emit(as_json, policy_schema(catalog), show)


def _show_plan(plan: Plan) -> None:
    say(f"{plan.policy} {plan.version}: plan {plan.plan_id}")
    for concept in plan.concepts:
        say(
            f"  {concept.id} {concept.settings.protect}: threshold {concept.threshold_bits:.2f} bits of "
            f"{concept.information_content_bits:.2f}; {concept.n_disclosing_terms} terms disclose it"
        )

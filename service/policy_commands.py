"""Commands for policy authors: check, test, explain, compile, schema."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.table import Table

from engine.errors import Outcome
from engine.plan import Plan
from flows import authoring
from flows.compilation import compile_policy, load
from service.output import Json, console, emit, finish, reported, say

app = typer.Typer(help="Write, check, test and explain policies.", no_args_is_help=True)

PolicyName = Annotated[
    str, typer.Argument(metavar="POLICY", help="A policy's file, or the name of a shipped one.")
]
PolicyNames = Annotated[
    list[str], typer.Argument(metavar="POLICY...", help="Policies' files, or names of shipped ones.")
]


@app.command()
def check(policies: PolicyNames, as_json: Json = False) -> None:
    """Check policies: all faults of a file at once, each with its line and what to do."""
    with reported(as_json):
        checked = [load(name) for name in policies]
        data = [
            {"policy": one.policy.policy, "version": one.policy.version, "file": str(one.path), "faults": []}
            for one in checked
        ]

        def show() -> None:
            for one in checked:
                n = len(one.policy.clauses)
                say(f"{one.path}: {one.policy.policy} {one.policy.version} is valid, {n} clauses.")

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
    with reported(as_json):
        results = [authoring.run_policy_cases(name, mutation) for name in policies]

        def show() -> None:
            for result in results:
                for failure in result.failures:
                    say(failure)
                word = "passed" if result.passed else f"{len(result.failures)} FAILED"
                say(f"{result.policy}: {result.n_cases} cases of {result.n_clauses} clauses, {word}.")

        emit(as_json, [result.as_json() for result in results], show)
        finish(Outcome.RELEASED if all(result.passed for result in results) else Outcome.REFUSED)


@app.command()
def explain(
    policy: PolicyName,
    terms: Annotated[int, typer.Option(min=0, help="Terms shown per concept.")] = 15,
    as_json: Json = False,
) -> None:
    """Say in plain words what a policy looks for, what replaces it, and where the limits are."""
    with reported(as_json):
        explained = authoring.explain_policy(policy, terms)
        emit(as_json, explained, lambda: _show_explained(explained))


@app.command("compile")
def compile_(policy: PolicyName, as_json: Json = False) -> None:
    """Compile a policy and print its plan id, or the whole canonical plan with --json."""
    with reported(as_json):
        plan = compile_policy(policy).plan
        if as_json:
            sys.stdout.write(plan.canonical().decode() + "\n")
        else:
            _show_plan(plan)


@app.command()
def schema() -> None:
    """Print the JSON Schema of policies, for editors."""
    with reported():
        from engine.policy.schema import schema_text

        sys.stdout.write(schema_text(authoring.shipped_catalog()))


def _show_plan(plan: Plan) -> None:
    say(f"{plan.policy} {plan.version}: plan {plan.plan_id}")
    for concept in plan.concepts:
        say(
            f"  {concept.id} {concept.protect}: threshold {concept.threshold_bits:.2f} bits of "
            f"{concept.information_content_bits:.2f}; {concept.n_disclosing_terms} terms disclose it"
        )


def _show_explained(explained: dict[str, object]) -> None:
    say(f"{explained['policy']} {explained['version']}: {explained['title']}")
    table = Table("clause", "law", "what is looked for", "what replaces it", "status", "cases")
    rows = explained["clauses"]
    assert isinstance(rows, list)
    for row in rows:
        table.add_row(
            *(str(row[key]) for key in ("id", "law", "looks_for", "replaced_by", "status", "cases"))
        )
    console.print(table)
    concepts = explained["concepts"]
    assert isinstance(concepts, list)
    for concept in concepts:
        say("")
        say(concept["sentence"])
        for kind in ("strongest", "borderline"):
            if concept[kind]:
                terms = Table(f"{kind} terms", "p(concept | term)", "bits", "contexts", "with concept")
                for term in concept[kind]:
                    terms.add_row(
                        term["term"],
                        f"{term['probability']:.1%}",
                        f"{term['pmi_bits']:.2f}",
                        f"{term['n']:,}",
                        f"{term['n_joint']:,}",
                    )
                console.print(terms)
    for note in explained["limits"] if isinstance(explained["limits"], list) else ():
        say(f"- {note}")

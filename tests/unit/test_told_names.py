"""Names that a word beside them tells: the user of a program, a relative, a role, an age, a greeting."""

from __future__ import annotations

import pytest

from engine.stages.identifiers.told_names import told_names

LISTS = {
    "lundqvist": ("rarelast",),
    "bergstrom": ("last",),
    "leverage": ("common",),
    "everage": ("rarelast",),
    "sachs": ("last",),
    "carpenter": ("last", "occupation"),
    "thessaly": ("region",),
}


def found(text: str) -> list[str]:
    return [text[one.start : one.end] for one in told_names(text, lambda word: LISTS.get(word, ()))]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("(printed 4/22/2019 by hlundqvist)", "hlundqvist"),
        ("Card copied by:                   hlundqvist                   Copay: $35.00", "hlundqvist"),
        ("run by: lharg03   host 172.19.40.118", "lharg03"),
        ("smear review (tech hbergstrom). None seen.", "hbergstrom"),
        ("rev: bk-adeyemi 1/14 ; offered", "bk-adeyemi"),
        ("Entered by: j_lundqvist\n", "j_lundqvist"),
        ("User h.bergstrom", "h.bergstrom"),
        ("opened by user hsachs4.", "hsachs4"),
        ("entered by jkbergstrom.", "jkbergstrom"),
    ],
)
def test_who_used_a_program(text: str, name: str) -> None:
    assert found(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "hlundqvist",  # nothing says that it is a user
        "reviewed by leverage.",  # a word of its own
        "checked by hcarpenter.",  # an occupation
        "rev: co-signed 1/14",
        "user hsachs.",  # too short without digits
        "user hzzzzzzz.",  # a name of no list, without a joint
        "printed by hlundqvist and others",  # a sentence goes on
        "run by: lharg3   host 172.19.40.118",  # one digit says less
    ],
)
def test_what_is_no_user_name(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("IEP meeting with Principal Strand on 3/20", "Strand"),
        ("PO Officer Trujeque.", "Trujeque"),
        ("call Chukwudi (spouse), 0166", "Chukwudi"),
        ("ride with Sunniva (her sister)", "Sunniva"),
        ("Rm 301B  Alfonsas JANKAUSKAS   71M   CHF", "Alfonsas JANKAUSKAS"),
        ("- Jùmọ̀kẹ́ Ogunleye  29F  r/o TB", "Jùmọ̀kẹ́ Ogunleye"),
        ("> Wiremu T: coach taught me", "Wiremu"),
        ("Xuân Mai Phạm. P-H-A-M. But my card", "P-H-A-M"),
    ],
)
def test_what_stands_beside_a_name(text: str, name: str) -> None:
    assert found(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "the Principal Investigator and Officer Training",
        "Nurse Practitioner, Sergeant Major of the day, Coach Leverage",
        "Leverage (mother)",
        "Lundqvist, the mother (spouse)",
        "Leverage Lundqvist 71M",  # one word means something else
        "Lundqvist Ogunleye, 3M and others",  # no age of two digits
        "Leverage D: low",
        "the unit is A-B-C-D",  # spells no word before it
    ],
)
def test_what_is_beside_no_name(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("piece", ["Abb-", "Abb'", "Abc Def ", "A-B-C ", "\n> Abc D: x", "Abcd ("])
def test_a_chain_of_half_a_megabyte_ends(piece: str) -> None:
    """Where each of its words were a beginning, this would take minutes."""
    assert found(piece * 100_000) == []


@pytest.mark.parametrize("text", ["rev: bk-adeyemi 1/14", "listed by nurse Pelagia", "Hi Thessaly,\n"])
def test_without_lists_nothing_is_found(text: str) -> None:
    assert told_names(text, None) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("as listed by nurse Pelagia:", ["Pelagia"]),
        ("remark: per sister Ofelia, who", ["Ofelia"]),
        ("his uncle Lundqvist drove", ["Lundqvist"]),
        ("the sister Leverage", []),  # a word of its own
        ("her brother Vice President", []),
        ("a person Pelagia", []),  # "son" is no word there
        ("nurse Carpenter", []),  # an occupation
        ("nurse RN said", []),
    ],
)
def test_one_name_behind_a_role(text: str, names: list[str]) -> None:
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Hi Thessaly,\nthanks", ["Thessaly"]),
        ("> Dear Zephyrine:\n", ["Zephyrine"]),
        ("Good morning Thessaly and Rask!\n", ["Thessaly"]),
        ("Hi All,\n", []),
        ("Dear Leverage,\n", []),  # a word of its own
        ("Dear Thessaly is a region.\n", []),  # a sentence goes on
    ],
)
def test_one_name_that_a_line_greets(text: str, names: list[str]) -> None:
    assert found(text) == names

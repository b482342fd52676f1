"""What C-sanitized writes, with the shipped tables and WordNet: whole sentences, as a reader meets them."""

from __future__ import annotations

import pytest

from engine.methods.c_sanitized.replacing.kinds import kinds_above
from tests.shipped_sanitizer import shipped


@pytest.mark.parametrize(
    ("concept", "text", "expected"),
    [
        # names are no common nouns
        ("HIV", "Hi Tom, the HIV test is back.", "Hi [REDACTED], the test is back."),
        ("HIV", "I saw Mr Finch in the HIV ward.", "I saw Mr [REDACTED] in the ward."),
        ("HIV", "His HIV is known to Jack.", "His health problem is known to [REDACTED]."),
        ("homosexuality", "He is gay and lives in Leeds.", "He is [REDACTED] and lives in Leeds."),
        (
            "homosexuality",
            "He is gay, no other homosexual lives in Leeds.",
            "He is [REDACTED], no other [REDACTED] lives in [REDACTED].",
        ),
        # a salutation, a title, a day of the week is no name
        (
            "HIV",
            "Dear Dr Lowe, come on Tuesday for an HIV test.",
            "Dear Dr [REDACTED], come on Tuesday for a test.",
        ),
        # the phrase is the unit, its head stays
        ("HIV", "He takes antiretroviral drugs.", "He takes drugs."),
        ("HIV", "The retrovirus test was positive.", "The test was positive."),
        ("HIV", "His last CD4 count was 310.", "His last laboratory value was [REDACTED]."),
        ("homosexuality", "The gay staff network met.", "The staff network met."),
        ("homosexuality", "A gay bar was raided.", "A bar was raided."),
        ("trade union", "Union dues are high.", "Dues are high."),
        ("mental illness", "She had electroconvulsive therapy.", "She had therapy."),
        ("homosexuality", "Homosexual acts are punished.", "[REDACTED] are punished."),
        # a word that is no noun here is not looked up as one
        ("homosexuality", "He says that he is homosexual.", "He says that he is [REDACTED]."),
        # an article where English wants one, none where it does not
        ("sexually transmitted disease", "He was treated for syphilis.", "He was treated for a disease."),
        ("mental illness", "The psychiatrist came.", "The medical specialist came."),
        ("drug addiction", "He injected heroin twice.", "He injected a drug twice."),
        ("HIV", "She was prescribed tenofovir.", "She was prescribed a medicine."),
        ("cancer", "A biopsy was taken.", "A test was taken."),
        ("sexually transmitted disease", "Her past syphilis is cured.", "Her past disease is cured."),
        ("trade union", "Collective bargaining begins.", "Negotiation begins."),
        ("sexually transmitted disease", "The man developed syphilis.", "The man developed a disease."),
        ("HIV", "She was given tenofovir.", "She was given a medicine."),
        ("HIV", "A state of HIV.", "A state of a health problem."),
        # no article between an adjective and its noun
        ("drug addiction", "He has bad heroin.", "He has bad [REDACTED]."),
        # a word of a name goes with it
        ("trade union", "Two Rivers Labor Union met.", "Two Rivers [REDACTED] met."),
        # an abbreviation is no place
        ("HIV", "OK, the HIV test is back.", "OK, the test is back."),
        # a part of the body is no building
        ("pregnancy", "The placenta was whole.", "The [REDACTED] was whole."),
        # a dose stays a dose; one of a medicine that discloses goes with it
        (
            "HIV",
            "Continue lisinopril 10 mg, as HIV allows.",
            "Continue 10 mg of a medicine, as a health problem allows.",
        ),
        ("HIV", "Take tenofovir 245 mg daily.", "Take a medicine daily."),
        # a cell keeps its shape
        ("HIV", "Drug list\n- tenofovir 245 mg once a day", "Drug list\n- a medicine once a day"),
        # two things that bear one name now are told apart
        (
            "sexually transmitted disease",
            "He had syphilis and gonorrhea.",
            "He had two diseases.",
        ),
        (
            "sexually transmitted disease",
            "He had chlamydia, gonorrhea and syphilis.",
            "He had three diseases.",
        ),
        ("sexually transmitted disease", "It was syphilis or herpes.", "It was a disease."),
        ("drug addiction", "He uses heroin and cocaine.", "He uses two drugs."),
        (
            "sexually transmitted disease",
            "Syphilis came before gonorrhea.",
            "A disease came before another disease.",
        ),
        # what somebody complains of is a symptom, the letter of a kind goes with it
        ("sexually transmitted disease", "Syphilis with painful urination.", "A disease with a symptom."),
        (
            "sexually transmitted disease",
            "Syphilis came with fever and painful urination.",
            "A disease came with fever and another symptom.",
        ),
        (
            "sexually transmitted disease",
            "He had syphilis and gonorrhea last year.",
            "He had two diseases last year.",
        ),
        ("HIV", "He has hepatitis C and HIV.", "He has a liver disease and another health problem."),
        # placeholders that are listed are one, and stand for their quantifiers and articles too
        ("HIV", "HIV: some zorbles and any flimps.", "Health problem: [REDACTED]."),
        ("HIV", "An antiretroviral was given.", "A [REDACTED] was given."),
        ("sexually transmitted disease", "Syphilis is syphilis.", "A disease is a disease."),
        # quantities and dates go with what discloses, not with what does not
        ("HIV", "The viral load is below 40 copies/ml now.", "The laboratory value is below [REDACTED] now."),
        ("drug addiction", "He took heroin from 2015 to 2018.", "He took a drug from [REDACTED]."),
        ("drug addiction", "She asked for the ketamine.", "She asked for the drug."),
        ("drug addiction", "He took heroin for three years.", "He took a drug for [REDACTED]."),
        ("drug addiction", "He took aspirin for three years.", "He took aspirin for three years."),
        ("HIV", "Viral load\t40 copies/ml\nAge\t76", "Laboratory value\t[REDACTED]\nAge\t76"),
        # hyphens join, a phrase with a function word loses its last part only
        ("HIV", "She is HIV-positive.", "She is [REDACTED]."),
        ("HIV", "An HIV-positive patient came.", "A patient came."),
        ("crime", "He spent two years in prison.", "He spent two years in an institution."),
        ("alcoholism", "He goes to Alcoholics Anonymous.", "He goes to [REDACTED]."),
        # an abbreviation before a noun is no name
        ("HIV", "HIV was found; a CT scan was normal.", "A health problem was found; a scan was normal."),
        # a verb behind a noun is no head
        (
            "trade union",
            "The union opens at nine; the trade union and its strikes and pickets are new.",
            "The [REDACTED] opens at nine; the organization and its strikes and [REDACTED] are new.",
        ),
        # a word of many meanings is read as the protected one in company alone
        ("depression", "A shallow depression lies by the fence.", "A shallow [REDACTED] lies by the fence."),
        ("depression", "Vapour explains the depression.", "A substance explains the [REDACTED]."),
        ("HIV", "Visual aids are welcome.", "Visual [REDACTED] are welcome."),
        ("trade union", "The union of two tables.", "The [REDACTED] of two tables."),
        # paper is no substance, and a postmistress no employer
        ("homosexuality", "A gay man took notepaper.", "A man took [REDACTED]."),
        ("HIV", "The postmistress has HIV.", "The [REDACTED] has a health problem."),
        # a line of an address has no articles, and one worker says nothing
        ("HIV", "To: HIV Unit, Leeds\nFrom: Ward 4", "To: [REDACTED] Unit, [REDACTED]\nFrom: Ward 4"),
        ("pregnancy", "Pregnancy: the tiler knew.", "Condition: the [REDACTED] knew."),
        # "a drug" stands behind what one does with it
        ("HIV", "HIV: avoid simvastatin.", "Health problem: avoid [REDACTED]."),
        ("HIV", "HIV: take simvastatin.", "Health problem: take a drug."),
        # growths are no illnesses, strikers no military group
        ("cancer", "The tumours are spreading.", "The [REDACTED] are spreading."),
        (
            "trade union",
            "After collective bargaining by the GMB the picket stood.",
            "After negotiation by the [REDACTED] the [REDACTED] stood.",
        ),
        # a sea dog is no dog
        (
            "cancer",
            "The cancer and its chemotherapy worried the bosun.",
            "The [REDACTED] and its therapy worried the sailor.",
        ),
        # one sign that has other senses does not make a document be about the concept
        ("cancer", "His cancer worried the bosun.", "His [REDACTED] worried the bosun."),
        # a known body is no "international organization", and an article takes the capital
        (
            "trade union",
            "After strikes by the CGT the European Union met.",
            "After strikes by the [REDACTED] the [REDACTED] met.",
        ),
        ("epilepsy", "Severe epilepsy came back.", "A severe brain disorder came back."),
        # one medicine is counted
        ("HIV", "HIV: give simvastatin.", "Health problem: give a drug."),
        # an adjective that goes with few nouns only does not stay before another one
        ("cancer", "It was an invasive ductal carcinoma.", "It was a disease."),
        ("sexually transmitted disease", "He had severe syphilis.", "He had a severe disease."),
        # an article goes neither into a compound nor behind an adjective that has none
        ("cancer", "It can lead to skin cancer.", "It can lead to a disease."),
        ("mental illness", "She had persistent insomnia.", "She had a condition."),
        ("bankruptcy", "We saw the end of bankruptcy.", "We saw the end of [REDACTED]."),
        # what ends a sentence, a year or "that" before a clause is no determiner
        (
            "mental illness",
            "I left after section 2. Insomnia came.",
            "I left after section 2. A condition came.",
        ),
        ("HIV", "In 2003 HIV was rare.", "In 2003 a health problem was rare."),
        ("HIV", "They held that HIV was new.", "They held that a health problem was new."),
        (
            "sexually transmitted disease",
            "You know that I have chlamydia.",
            "You know that I have a disease.",
        ),
        # a noun behind a noun is its head, though it may be a verb elsewhere
        ("pregnancy", "Her maternity leave begins.", "Her leave begins."),
        # a word in -ed behind a subject is a verb
        ("tuberculosis", "Then he contracted tuberculosis.", "Then he contracted a disease."),
        ("drug addiction", "He has injected heroin.", "He has injected a drug."),
        # one thing under two names
        ("HIV", "She was tested for HIV/AIDS.", "She was tested for a health problem."),
        (
            "sexually transmitted disease",
            "She had an untreated infection with chlamydia.",
            "She had a health problem.",
        ),
        (
            "mental illness",
            "He found bulimia but no psychosis.",
            "He found a condition but no [REDACTED].",
        ),
        # a Latin word belongs to the name before it
        ("sexually transmitted disease", "She had herpes simplex.", "She had a disease."),
        # a place or a body is known by its name alone; behind a title it is a person
        (
            "homosexuality",
            "A gay man came from Peru to Leeds.",
            "A man came from [REDACTED] to [REDACTED].",
        ),
        ("sexually transmitted disease", "Mrs Lund has syphilis.", "Mrs [REDACTED] has a disease."),
        # what is one term with a word that goes, goes with it
        ("pregnancy", "Give folic acid tablets to her.", "Give tablets to her."),
        ("HIV", "The viral load test is due.", "The test is due."),
        ("pregnancy", "She was delivered by caesarean section.", "She was delivered by [REDACTED]."),
        # a direction is no head
        (
            "depression",
            "A depression south of the islands moves north.",
            "A [REDACTED] south of the islands moves north.",
        ),
        # a name does not lose half of its words
        ("drug addiction", "He attends Narcotics Anonymous.", "He attends [REDACTED]."),
        # one person is no "person", known people are no "people"
        ("bankruptcy", "The liquidator sold it.", "The [REDACTED] sold it."),
        ("bankruptcy", "Creditors wrote to the creditors.", "People wrote to the [REDACTED]."),
        ("bankruptcy", "He asked for novels about creditors.", "He asked for novels about [REDACTED]."),
        ("cancer", "She claims that asbestos caused it.", "She claims that a mineral caused it."),
        # the last of several things
        (
            "sexually transmitted disease",
            "The notice names lice, scabies and trichomoniasis.",
            "The notice names lice, scabies and another health problem.",
        ),
        # a result keeps the shape of its line
        ("HIV", "Results: CD4 210, sodium 140.", "Results: Laboratory value [REDACTED], sodium 140."),
        # what is said not to be, is not said of all its kind
        ("depression", "There are no psychotic symptoms.", "There are no [REDACTED] symptoms."),
        ("pregnancy", "There was no maternity ward.", "There was no [REDACTED] ward."),
        ("cancer", "There is no skin cancer.", "There is no [REDACTED]."),
        # a verb behind a noun is no head of its phrase
        ("pregnancy", "The fetus lay there.", "The [REDACTED] lay there."),
        ("pregnancy", "Ask if the morning sickness returns.", "Ask if the health problem returns."),
        ("pregnancy", "Maternity leave is paid.", "Leave is paid."),
        (
            "HIV",
            "We advise starting efavirenz 600 mg.",
            "We advise starting 600 mg of a medicine.",
        ),
        # a name keeps its other words
        (
            "trade union",
            "A Western Union transfer went to Union Street.",
            "A Western [REDACTED] transfer went to [REDACTED] Street.",
        ),
        ("HIV", "The HIV clinic rang.", "The clinic rang."),
        (
            "cancer",
            "He has charts of the Tropic of Cancer.",
            "He has charts of the [REDACTED] of [REDACTED].",
        ),
        # what goes with one word alone does not go with its kind
        ("HIV", "Hepatitis B is negative.", "[REDACTED] is negative."),
        (
            "alcohol dependence",
            "Its dependence on one buyer is a weakness.",
            "Its [REDACTED] on one buyer is a weakness.",
        ),
        ("alcohol dependence", "The dependence of vision on light.", "The [REDACTED] of vision on light."),
        # adjectives that are joined go together
        ("homosexuality", "They met at a lesbian and gay society.", "They met at a society."),
        # heads that say nothing alone are not listed
        ("HIV", "He was told about safe sex and needle exchange.", "He was told about [REDACTED]."),
        # a capital that opens a line makes no name; posts and units are none
        (
            "pregnancy",
            "Your midwife wrote. Maternity leave is paid.\n\n"
            "Graham Oakes\nPersonnel department\nHuman Resources",
            "Your nurse wrote. Leave is paid.\n\n[REDACTED]\nPersonnel department\nHuman Resources",
        ),
        (
            "bankruptcy",
            "The bankruptcy trustee wrote.\nJ. Okoro\nBranch manager\nInsolvency Manager",
            "The trustee wrote.\nJ. [REDACTED]\nBranch manager\nManager",
        ),
        # a result in words is a value too
        (
            "HIV",
            "His CD4 count was 412 and the viral load is now suppressed.",
            "His laboratory value was [REDACTED] and another laboratory value is now [REDACTED].",
        ),
        # what somebody is said to be is more than what is left of it
        ("immigration", "As an undocumented worker he came.", "As a [REDACTED] worker he came."),
        ("homosexuality", "He is a gay man.", "He is a [REDACTED] man."),
        # a kind that says less than the head is none
        ("crime", "He has a criminal record.", "He has a [REDACTED]."),
        # several letters behind a name, and findings, go with no kind
        ("HIV", "Hepatitis A and B were done.", "[REDACTED] were done."),
        ("HIV", "He is hepatitis B immune.", "He is [REDACTED] immune."),
        ("HIV", "He is, as ever, retrovirus negative.", "He is, as ever, [REDACTED] negative."),
        ("HIV", "- CD4 never below 410", "- a laboratory value never below [REDACTED]"),
        # heads that say something else without the word before them
        ("diabetes", "We take weight and blood pressure.", "We take weight and [REDACTED] pressure."),
        ("cancer", "She will have zoledronic acid here.", "She will have [REDACTED] acid here."),
        ("pregnancy", "It was the most pregnant pause.", "It was the most [REDACTED] pause."),
        # no article into a compound or a list with "any", no kind in quotation marks, one line is one thing
        ("cancer", "Excision and sentinel node biopsy, March", "Excision and sentinel [REDACTED], March"),
        ("cancer", "Report any lump, breathlessness or pain.", "Report any lump, [REDACTED] or pain."),
        ("HIV", 'He wrote "hepatitis" there.', 'He wrote "[REDACTED]" there.'),
        ("HIV", "Total 5.4\nSyphilis serology negative.", "Total 5.4\n[REDACTED] serology negative."),
        (
            "diabetes",
            "Flucloxacillin 500 mg qds, 9 days\nMetformin 1 g bd",
            "Flucloxacillin 500 mg [REDACTED], 9 days\nA medicine bd",
        ),
        # nor behind what is said of people or states, nor before another thing
        ("pregnancy", "Mrs Moss, retired midwife, and others.", "Mrs Moss, retired [REDACTED], and others."),
        ("cancer", "Moderately differentiated carcinoma.", "Moderately differentiated [REDACTED]."),
        ("HIV", "Hepatitis B surface antibody was high.", "[REDACTED] surface antibody was high."),
        # a medicine and a drug are two medicines
        ("HIV", "He takes dolutegravir and lamivudine.", "He takes two medicines."),
        # without a telling neighbour no sense is taken: better nothing than a wrong word
        ("crime", "The report shows a conviction.", "The report shows a [REDACTED]."),
    ],
)
def test_sentences(concept: str, text: str, expected: str) -> None:
    assert shipped(concept).release(text) == expected


def test_what_a_recognizer_took_for_a_name_is_not_looked_up() -> None:
    text, release = "He wrote: methadone is his name, and heroin a drug.", shipped("drug addiction").release
    assert release(text) == "He wrote: a drug is his name, and another drug a drug."
    assert release(text.title(), ((10, 19),)).startswith("He Wrote: [REDACTED] Is")


def test_a_drug_of_abuse_is_no_medicine_and_a_discipline_none_either() -> None:
    assert kinds_above(("opiate", "narcotic", "drug", "agent")) == ["substance"]
    assert kinds_above(("beta blocker", "drug", "agent")) == ["medicine"]
    assert "medicine" not in shipped("mental illness", 2.25).release("He asked for psychotherapy.")


def test_people_are_people() -> None:
    released = shipped("religion", 2.25).release("We are Muslims, and so are they.")
    assert released == "We are people, and so are they."


@pytest.mark.parametrize(
    ("concept", "text", "released"),
    [
        ("drug addiction", "He first smoked heroin at nineteen.", "He first smoked a drug at nineteen."),
        ("depression", "They will rebook passengers.", "They will [REDACTED] passengers."),
        (
            "HIV",
            "The viral load remains below 50 copies.",
            "The laboratory value remains below [REDACTED] copies.",
        ),
        ("cancer", "Then the lymph nodes looked normal.", "Then the [REDACTED] looked normal."),
        ("pregnancy", "Carry on with folic acid 400 micrograms.", "Carry on with a medicine."),
        (
            "HIV",
            "His viral load was low and his CD4 count stood at 640.",
            "His laboratory value was low and his other laboratory value stood at [REDACTED].",
        ),
    ],
)
def test_sentences_of_letters_read_on(concept: str, text: str, released: str) -> None:
    assert shipped(concept).release(text) == released

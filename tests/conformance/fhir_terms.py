"""Terms of public lists as health records show them: long ones, and those named after people and places."""

from __future__ import annotations

from typing import NamedTuple

SNOMED, LOINC = "http://snomed.info/sct", "http://loinc.org"
RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"
CVX, ICD = "http://hl7.org/fhir/sid/cvx", "http://hl7.org/fhir/sid/icd-10-cm"


class Term(NamedTuple):
    """A code of a public list, and what a coding shows for it."""

    system: str
    code: str
    display: str


_LISTS = {
    SNOMED: """
73211009 Diabetes mellitus
49049000 Parkinson's disease
34000006 Crohn's disease
26929004 Alzheimer's disease
118599009 Hodgkin's disease
193093009 Bell's palsy
353295004 Graves' disease
40956001 Guillain-Barré syndrome
58756001 Huntington's chorea
19346006 Marfan's syndrome
75053002 Acute febrile mucocutaneous lymph node syndrome
21983002 Hashimoto thyroiditis
363732003 Addison's disease
47270006 Cushing's syndrome
195295006 Raynaud's disease
23502006 Lyme disease
186772009 Rocky Mountain spotted fever
37109004 Ebola virus disease
36653000 Rubella
59621000 Essential hypertension
44054006 Diabetes mellitus type 2
195967001 Asthma
10509002 Acute bronchitis
444814009 Viral sinusitis
43878008 Streptococcal sore throat
65363002 Otitis media
80146002 Appendectomy
13645005 Chronic obstructive lung disease
49436004 Atrial fibrillation
22298006 Myocardial infarction
84114007 Heart failure
431855005 Chronic kidney disease stage 1
127013003 Disorder of kidney due to diabetes mellitus
""",
    LOINC: """
4548-4 Hemoglobin A1c/Hemoglobin.total in Blood
8480-6 Systolic blood pressure
8462-4 Diastolic blood pressure
8302-2 Body Height
29463-7 Body Weight
39156-5 Body Mass Index
2339-0 Glucose [Mass/volume] in Blood
2160-0 Creatinine [Mass/volume] in Serum or Plasma
718-7 Hemoglobin [Mass/volume] in Blood
6690-2 Leukocytes [#/volume] in Blood by Automated count
777-3 Platelets [#/volume] in Blood by Automated count
2951-2 Sodium [Moles/volume] in Serum or Plasma
72166-2 Tobacco smoking status NHIS
33914-3 Glomerular filtration rate/1.73 sq M.predicted [Volume Rate/Area] in Serum or Plasma by MDRD
2093-3 Cholesterol [Mass/volume] in Serum or Plasma
24357-6 Urinalysis macro (dipstick) panel - Urine
600-7 Bacteria identified in Blood by Culture
1988-5 C reactive protein [Mass/volume] in Serum or Plasma
11502-2 Laboratory report
34133-9 Summary of episode note
""",
    RXNORM: """
860975 24 HR Metformin hydrochloride 500 MG Extended Release Oral Tablet
314076 lisinopril 10 MG Oral Tablet
197361 Amlodipine 5 MG Oral Tablet
313782 Acetaminophen 325 MG Oral Tablet
310798 Hydrochlorothiazide 25 MG Oral Tablet
849574 Naproxen sodium 220 MG Oral Tablet
895994 120 ACTUAT Fluticasone propionate 0.044 MG/ACTUAT Metered Dose Inhaler
745679 200 ACTUAT Albuterol 0.09 MG/ACTUAT Metered Dose Inhaler
1049630 diphenhydrAMINE Hydrochloride 25 MG Oral Tablet
857005 Acetaminophen 325 MG / HYDROcodone Bitartrate 7.5 MG Oral Tablet
562251 Amoxicillin 250 MG / Clavulanate 125 MG Oral Tablet
243670 aspirin 81 MG Oral Tablet
1719286 10 ML Furosemide 10 MG/ML Injection
854228 0.3 ML Enoxaparin sodium 100 MG/ML Prefilled Syringe [Lovenox]
748856 Yaz 28 Day Pack
831533 Errin 28 Day Pack
757594 Jolivette 28 Day Pack
807283 Mirena 52 MG Intrauterine System
""",
    CVX: """
140 Influenza, seasonal, injectable, preservative free
113 Td (adult), 5 Lf tetanus toxoid, preservative free, adsorbed
133 Pneumococcal conjugate PCV 13
208 COVID-19, mRNA, LNP-S, PF, 30 mcg/0.3 mL dose
""",
    ICD: """
I10 Essential (primary) hypertension
E11.9 Type 2 diabetes mellitus without complications
G20 Parkinson's disease
K50.90 Crohn's disease, unspecified, without complications
J18.9 Pneumonia, unspecified organism
C81.90 Hodgkin lymphoma, unspecified, unspecified site
S82.401A Unspecified fracture of shaft of right fibula, initial encounter for closed fracture
""",
}
TERMS = tuple(
    Term(system, *line.split(" ", 1))
    for system, lines in _LISTS.items()
    for line in lines.strip().splitlines()
)
UNITS = ("mg/dL", "mmol/L", "kg", "cm", "mm[Hg]", "10*3/uL", "%", "/min", "mL", "tablet", "beats/minute")

"""Everyday values of records that name nobody: payers, wards, diseases, subjects of a school... (data)."""

# ruff: noqa: E501 (words of one kind stand together)

from __future__ import annotations

_WORDS = """
medicare medicaid medigap tricare hmo ppo epo pos self pay selfpay commercial private public uninsured insured
champva schip chip workers compensation copay gkv pkv privat gesetzlich selbstzahler privado publico prive secu
icu ccu nicu picu sicu micu ed er pacu maternity outpatient inpatient ambulatory observation emergency day surgery
surgical medical med surg step down stepdown ward unit clinic telemetry oncology cardiology neurology nephrology
urology pediatrics paediatrics geriatrics psychiatry radiology orthopedics orthopaedics dermatology gynecology
obstetrics hematology haematology gastroenterology pulmonology endocrinology rheumatology anesthesiology pathology
rehabilitation hospice labor delivery nursery recovery ophthalmology dental intensive care urgent primary acute
chronic general internal medicine family physical therapy nursing skilled home health virtual telehealth
kardiologie neurologie chirurgie innere radiologie geriatrie notaufnahme ambulanz intensivstation station
cardiologia neurologia cirugia urgencias pediatria geriatria consultas externas hospitalizacion cuidados
intensivos cardiologie urgences pediatrie chirurgie medecine reanimation maternite
pneumonia pneumonie neumonia asthma asthme asma appendicitis appendicite apendicitis diabetes diabete mellitus
hypertension hypertonie hipertension arterial essential essentielle hyperlipidemia anemia anaemia anamie fracture
fraktur fractura hip hanche huftfraktur cadera femur wrist ankle migraine migrane migrana depression depresion
anxiety fibrillation vorhofflimmern fibrilacion atrial auriculaire auricular copd copd epoc bpco stroke schlaganfall
ictus infarction herzinfarkt infarto infarctus myocardial failure heart herzinsuffizienz insuffisance cardiaque
insuficiencia cardiaca sepsis uti urinary tract infection cellulitis gout gicht gota arthritis osteoarthritis
arthrose osteoporosis epilepsy epilepsie epilepsia dementia demenz demencia hodgkin lymphoma leukemia melanoma
carcinoma cancer tumor cystitis bronchitis bronchite bronquitis sinusitis otitis media gastritis gastrite
reflux disease syndrome type typ tipo stage grade obesity influenza covid hepatitis cirrhosis pancreatitis
cholecystitis hernia thrombosis embolism pulmonary renal kidney liver lung breast prostate colon skin pain back
low knee shoulder neck chest abdominal hypothyroidism hyperthyroidism eczema psoriasis hiv tuberculosis concussion
sprain schizophrenia bipolar disorder adhd autism insomnia glaucoma cataract dermatitis allergic rhinitis
sodium potassium chloride calcium magnesium phosphate glucose creatinine urea albumin bilirubin ferritin iron
hemoglobin haemoglobin hematocrit platelets leukocytes lymphocytes neutrophils lithium digoxin troponin lactate
cholesterol triglycerides hba tsh crp esr inr ldl hdl alt ast bun egfr wbc rbc mcv psa cbc bmp cmp urinalysis
aspirin metformin lisinopril atorvastatin simvastatin amlodipine metoprolol omeprazole losartan gabapentin
sertraline fluoxetine ibuprofen acetaminophen paracetamol amoxicillin azithromycin insulin warfarin heparin
prednisone levothyroxine albuterol furosemide hydrochlorothiazide tramadol morphine oxycodone ondansetron
once twice daily weekly monthly nightly every morning evening bedtime needed hours hourly stat bid tid qid prn qd
qhs qam qpm qod oral iv im sc subcutaneous intravenous topical inhaled tablet tablets capsule capsules injection
cream ointment drops patch syrup suspension solution spray puff
blood serum plasma urine stool sputum csf swab tissue saliva biopsy nasal throat wound arm left right both
white black asian hispanic latino native hawaiian pacific islander american indian alaska african caucasian mixed
other unknown declined refused single married divorced widowed separated partner never
english spanish french german chinese mandarin cantonese vietnamese korean tagalog arabic russian portuguese
biology chemistry physics algebra geometry calculus trigonometry statistics mathematics maths math science history
geography literature music art band choir drama economics government civics spanish computing homeroom grammar
reading writing spelling social studies health education gym honors
home hospital discharged discharge admitted transferred transfer deceased expired against advice snf rehab facility
ama left alive routine elective urgent trauma referral walk appointment follow consult procedure screening
preventive wellness annual new established return cancelled canceled completed pending scheduled active inactive
open closed approved denied paid rejected draft final preliminary corrected amended signed unsigned received sent
normal abnormal critical high low positive negative reactive nonreactive detected mild moderate severe stable
improved worse unchanged resolved present absent yes no none partial full part time temporary permanent contract
chrome firefox safari edge opera mozilla android ios windows macos linux web mobile tablet desktop paper kiosk app
portal phone fax mail email ipad iphone browser call centre center work cell text letter post sms voicemail video person message preferred contact
felony misdemeanor infraction guilty plea dismissed convicted acquitted probation parole sentenced civil criminal
cash check credit debit card invoice charge refund adjustment payment deposit withdrawal balance
pump catheter pacemaker stent glucometer monitor implant wheelchair walker ventilator defibrillator prosthesis
"""
KNOWN_WORDS = frozenset(_WORDS.split())
"""Words in small letters without accents."""

COUNTRIES = frozenset(
    """
    usa|us|u.s.|u.s.a.|united states|united states of america|uk|united kingdom|great britain|england|scotland|wales|
    ireland|canada|mexico|germany|deutschland|france|spain|espana|italy|italia|portugal|austria|osterreich|
    switzerland|schweiz|suisse|belgium|belgique|netherlands|nederland|denmark|danmark|sweden|sverige|norway|norge|
    finland|suomi|poland|polska|czech republic|czechia|hungary|greece|turkey|turkiye|russia|ukraine|romania|bulgaria|
    croatia|serbia|china|japan|india|korea|south korea|vietnam|philippines|thailand|indonesia|malaysia|singapore|
    australia|new zealand|brazil|brasil|argentina|chile|colombia|peru|venezuela|ecuador|bolivia|uruguay|paraguay|
    cuba|haiti|guatemala|honduras|el salvador|nicaragua|costa rica|panama|dominican republic|south africa|nigeria|
    kenya|egypt|morocco|israel|iran|iraq|saudi arabia|pakistan|bangladesh|afghanistan|syria|lebanon|jordan|
    estados unidos|alemania|francia|reino unido|etats-unis|allemagne|espagne|royaume-uni|vereinigte staaten|
    frankreich|spanien|italien|polen
    """.replace("\n    ", "").strip().split("|")
)  # fmt: skip
"""Names of countries in small letters without accents."""

_LABELERS = """
    00002 00003 00004 00006 00007 00008 00009 00013 00015 00023 00024 00025 00026 00028 00029 00032
    00034 00037 00039 00045 00046 00049 00051 00052 00053 00054 00056 00062 00065 00068 00069 00071
    00074 00075 00078 00083 00085 00087 00088 00091 00093 00115 00121 00135 00143 00168 00169 00172
    00173 00185 00186 00187 00206 00228 00245 00264 00270 00281 00299 00310 00338 00364 00378 00406
    00409 00430 00436 00456 00472 00487 00517 00527 00536 00555 00574 00591 00597 00603 00615 00641
    00642 00677 00703 00781 00832 00904 00944 10019 10702 11523 13107 13533 13668 16252 16571 16714
    16729 17478 23155 24208 25021 27241 29300 31722 33342 35356 42023 42192 42291 42858 43063 43547
    43598 45802 47335 47781 49281 49502 49702 49884 50111 50228 50242 50268 50383 50419 50458 50474
    50580 51079 51655 51672 51991 52544 53489 54092 54458 54868 55111 55150 55154 55289 55390 55513
    55700 57237 57664 57894 58160 58177 58406 58468 58914 59011 59148 59310 59572 59651 59676 59746
    59762 60429 60505 60687 60793 61314 61570 61703 61958 62037 62175 62332 62584 62756 63020 63187
    63304 63323 63402 63481 63629 64380 64406 64679 64764 64896 65162 65862 66267 66582 66685 66993
    67457 67877 68001 68084 68180 68382 68462 68645 68682 68727 68774 69097 69238 69315 69452 70010
    70069 70518 70710 71093 71335 72205
"""
DRUG_LABELERS = frozenset(_LABELERS.split())
"""Numbers of makers with which codes of drugs (NDC, 11 digits) begin: the larger ones of the United States."""

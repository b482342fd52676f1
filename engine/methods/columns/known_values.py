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

_PROCEDURES = """
    10060 10061 11042 11102 11104 11721 12001 17000 17003 17110 20550 20552 20553 20605 20610 27130
    27447 29075 29125 29881 31231 31575 33533 36415 36416 36620 42820 43235 43239 44950 44970 45378
    45380 45385 47562 49505 51701 51702 51798 52000 52332 55700 58150 58558 59400 59410 59510 62322
    62323 63030 64483 64493 66821 66984 67028 69209 69210 70450 70486 70551 70553 71045 71046 71250
    71260 71275 72040 72100 72110 72131 72141 72148 72158 72192 73030 73110 73130 73502 73562 73610
    73630 73721 74018 74150 74160 74176 74177 74178 74181 74183 76536 76642 76700 76705 76770 76805
    76811 76817 76830 76856 76870 76942 77063 77065 77066 77067 77080 78452 78815 80048 80050 80051
    80053 80061 80069 80074 80076 80307 81000 81001 81002 81003 81025 82040 82043 82150 82247 82270
    82306 82310 82374 82435 82465 82550 82553 82565 82570 82607 82728 82746 82803 82947 82948 82950
    82962 83036 83037 83540 83550 83605 83615 83690 83718 83721 83735 83880 83970 84075 84100 84132
    84144 84153 84155 84156 84295 84403 84436 84439 84443 84450 84460 84478 84480 84481 84484 84520
    84550 84702 84703 85014 85018 85025 85027 85045 85048 85379 85384 85610 85651 85652 85730 86038
    86140 86141 86304 86308 86431 86592 86701 86703 86706 86708 86762 86765 86780 86787 86803 86850
    86900 86901 87040 87070 87077 87081 87086 87088 87102 87186 87205 87210 87324 87340 87426 87430
    87491 87502 87510 87522 87536 87591 87624 87635 87641 87651 87661 87804 87880 88142 88175 88185
    88304 88305 88307 88312 88313 88342 90460 90471 90472 90630 90656 90658 90670 90686 90715 90732
    90746 90791 90792 90832 90834 90837 90846 90847 90853 90935 90937 92002 92004 92012 92014 92015
    92083 92133 92134 92250 92507 92526 92550 92557 92567 92928 93000 93005 93010 93015 93016 93017
    93018 93224 93227 93270 93288 93290 93306 93307 93308 93312 93320 93325 93350 93351 93458 93460
    93880 93922 93923 93925 93970 93971 94010 94060 94640 94664 94726 94729 94760 95004 95165 95806
    95810 95811 95816 95819 95886 95910 95911 95912 95913 96110 96127 96365 96366 96367 96372 96374
    96375 96376 96413 96415 96417 97010 97012 97014 97032 97035 97110 97112 97116 97124 97140 97150
    97161 97162 97163 97164 97165 97530 97535 97597 97802 97803 97810 98940 98941 98942 99000 99024
    99070 99152 99173 99195 99201 99202 99203 99204 99205 99211 99212 99213 99214 99215 99217 99218
    99219 99220 99221 99222 99223 99231 99232 99233 99238 99239 99241 99242 99243 99244 99245 99251
    99252 99253 99254 99255 99281 99282 99283 99284 99285 99291 99292 99304 99305 99306 99307 99308
    99309 99310 99315 99341 99347 99348 99349 99350 99354 99381 99382 99383 99384 99385 99386 99387
    99391 99392 99393 99394 99395 99396 99397 99401 99406 99407 99417 99441 99442 99443 99453 99454
    99457 99490 99495 99496 99497
"""
USUAL_PROCEDURES = frozenset(_PROCEDURES.split())
"""Codes of procedures that are billed most, of five digits: a column of them is no column of ZIP codes."""

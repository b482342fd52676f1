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
portal phone fax mail email ipad iphone browser call centre center
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

"""Numbers of countries, one line each."""

from __future__ import annotations

TABLE = """
ad nrt | A-999999-A | nrt | U-132950-X
al nipt | A99999999A | nipt|nuis | K22218003V
ar dni | 99.999.999 | dni | 20.123.456 | 0
ar cuit | 99-99999999-9 | cuit|cuil | 20-05536168-2
ar cbu | 9999999999999999999999 | cbu | 2850590940090418135201
au abn | 99 999 999 999 | abn | 83 914 571 673
au acn | 999 999 999 | acn | 004 085 616 | 0
au medicare health-plan | 9999 99999 9/9 | medicare|medicare card | 2123 45670 1/2
au medicare health-plan | 9999 99999 9 | medicare|medicare card | 2123 45670 1
au luhn health-plan | 8003 60 99 9999 9999 | ihi|individual healthcare identifier | 8003 60 81 6669 0503
au - | 999 999 999A | crn|centrelink|centrelink reference | 206 451 238A
au - | 999999XA | provider|provider number | 2426621B | 0
az voen | 9999999999 | voen | 1401555071 | 0
be bis | 99.99.99-999.99 | bis | 98.47.28-997.65
be vat | 9999.999.999 | ondernemingsnummer|numero d'entreprise|btw|tva | 0403.019.261 | 0
bg pnf | 9999999999 | pnf|lnch | 7111042925 | 0
br cnpj | 99.999.999/9999-99 | cnpj | 16.727.230/0001-97
br cns health-plan | 999 9999 9999 9999 | cns|cartao sus|cartao nacional de saude | 700 0083 5436 3907
br - | 9999999-99.9999.9.99.9999 | processo|process|autos | 0001234-56.2022.8.26.0100
br - | 99.999.999-X | rg|registro geral|identity | 12.345.678-9
by unp | 999999999 | unp | 200988541 | 0
ca bc_phn health-plan | 9999 999 999 | bc phn|care ?card | 9698 658 215
ca luhn health-plan | 9999 999 999 | ohip|hcn | 6912 448 203
ca luhn health-plan | 9999 999 999 AA | ohip|hcn | 6912 448 203 KM
ca - health-plan | AAAA 9999 9999 | ramq|nam | GAGL 5810 1512
ca bn | 99999 9999 AA 9999 | bn|business number | 12302 6635 RC 0001
ch uid | AAA-999.999.999 | uid | CHE-100.155.212
ch luhn health-plan | 80756999999999999999 | karten-?nr|card|versichertenkarte | 80756015090002647067
cl rut | 99.999.999-X | rut|run | 76.086.428-5
cn uscc | XXXXXXXXXXXXXXXXXX | uscc | 91110000600037341L
co nit | 999.999.999-9 | nit | 213.123.432-1
cr cpf | 9-9999-9999 | cedula|cpf | 3-0455-0175
cr cr | 999999999999 | dimex|cedula de residencia | 155812994816
cu ni | 99999999999 | carne de identidad|ni | 91021027775
do cedula | 999-9999999-9 | cedula | 001-1391820-5
do rnc | 9-99-99999-9 | rnc | 1-01-85004-3
dz nif | 999999999999999 | nif | 416001000000007
ec ci | 999999999-9 | ci|cedula | 171430710-3
ec ruc | 9999999999-999 | ruc | 1792060346-001
eg tn | 999-999-999 | tax registration | 100-531-385
es cif | A99999999 | cif|nif | J99216582
fo vn | 999999 | v-tal | 623857 | 0
fr siren | 999 999 999 | siren | 552 008 443 | 0
fr siret | 999 999 999 99999 | siret | 732 829 320 00074
gb upn | A999999999999 | upn|unique pupil | B801200005001
gb - | A999999999999 | unique pupil|upn | Y823432199012 | 0
gb vat | 999 9999 99 | vat | 980 7806 84 | 0
gb - | 9999999999 | uln|unique learner | 1026893095 | 0
gb nhs | 999999 9999 | chi | 943476 5870
gb nhs | 999 999 9999 | h&c|health and care | 943 476 5919
gh tin | A9999999999 | tin | C0000803561
gn nifp | 999-999-999 | nifp | 693-770-885 | 0
gt nit | 999999-X | nit | 576937-K | 0
hu anum | 99999999 | adoszam|anum | 12892312 | 0
id nik | 9999999999999999 | nik | 3171011708450001
id npwp | 99.999.999.9-999.999 | npwp | 01.312.166.0-091.000
il hp | 999999999 | company number | 516179157 | 0
in epic | AAA9999999 | epic|voter|voter card|voter id | WKH1186253
in gstin | 99AAAAA9999AXAX | gstin|gst | 27AAPFU0939F1ZV
in vid | 9999 9999 9999 9999 | vid|virtual id | 2341 2341 2341 2341
in verhoeff health-plan | 99-9999-9999-9999 | abha|health id | 91-4432-8871-0027
it iva | 99999999999 | partita iva|p iva | 00743110157
jp in_ | 9999 9999 9999 | my number|individual number | 6214 9832 0257
jp cn | 9-9999-9999-9999 | corporate number | 5-8356-7825-6246
jp - | AA99999999AA | residence card|zairyu | AB12345678CD
ke pin | A999999999A | kra|pin | P051365947M
kr brn | 999-99-99999 | brn|business registration | 116-82-00276
li peid | 99999999999 | peid | 00001234567 | 0
ma ice | 999999999999999 | ice | 001561191000066
md idno | 9999999999999 | idno|idnp | 1008600038413
me pib | 99999999 | pib | 02655284 | 0
mk edb | 9999999999999 | edb | 4030000375897
mt vat | AA9999-9999 | vat | MT1167-9112
mx rfc | AAAA 999999 XXX | rfc | GODE 561231 GR8
mx rfc | AAA-999999-XXX | rfc | MAB-930714-8T4
my nric | 999999-99-9999 | nric|ic | 770305-02-1234
mz nuit | 999 999 999 | nuit | 400 339 910 | 0
nl onderwijsnummer | 9999.99.999 | onderwijsnummer | 1012.22.331
nl btw | 999999999A99 | btw | 004495445B01
no orgnr | 999 999 999 | orgnr|organisasjonsnummer | 988 077 917 | 0
nz ird | 99-999-999 | ird | 49-091-850 | 0
nz - health-plan | AAA9999 | nhi | ZZZ0016 | 0
pe cui | 99999999-9 | dni|cui | 10117410-2
pe ruc | 99999999999 | ruc | 20512333797
pk cnic | 99999-9999999-9 | cnic | 34201-0891231-8
pl regon | 999999999 | regon | 192598184 | 0
py ruc | 99999999-9 | ruc | 80028061-0
ro cui | 99999999 | cui|cif | 18547290 | 0
rs pib | 999999999 | pib | 101134702 | 0
ru inn | 999999999999 | inn | 123456789047
se orgnr | 999999-9999 | orgnr|organisationsnummer | 123456-7897
sg uen | 999999999A | uen | 197401143C
sg - | A9999999A | nric|fin | S1234567D
si maticna | 9999999999 | maticna | 9331310000 | 0
sm coe | 99999 | coe | 24165 | 0
sn ninea | 9999999 9A9 | ninea | 3067221 2G2
sv nit | 9999-999999-999-9 | nit | 0614-050707-104-8
th pin | 9-9999-99999-99-9 | pin|citizen id | 1-2345-45678-78-1
tn mf | 9999999/A/A/A/999 | matricule fiscal | 1234567/M/A/E/001
tr vkn | 9999999999 | vkn|vergi | 4540536920
tw ubn | 99999999 | ubn | 00501503 | 0
ua rntrc | 9999999999 | rntrc|rnokpp | 1759013776
ua edrpou | 99999999 | edrpou | 32855961 | 0
uy rut | 99-999999-999-9 | rut | 21-100342-001-7
ve rif | A-99999999-9 | rif | V-11470283-4
vn mst | 9999999999 | mst | 0100233488
za tin | 9999999999 | tin|income tax | 0001339050 | 0
"""
"""Country, check (``-``: none) and category (national-id where none stands) | 9 a digit, A a letter, X
either, other signs may be left out or be a space | words before it | an example | confidence without
these words, .79 where nothing stands."""

"""Words of headers in eight languages, and what each is a sign of: data, without rules.

Each line of a table below is a tag and its words. A word is written without accents, in small letters;
a phrase has blanks. Plurals in ``-s`` follow by themselves, and words written together ("patientid") are cut.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from types import MappingProxyType

from engine.catalog.lexicon import words

_RELATIVES = " ".join(word for word in words("relative") if word.isascii() and word.isalpha())
WHOSE = f"""
person: patient patients pt pat ptnt client customer member? subject participant resident person people
  individual guardian {_RELATIVES}
  kin nok next_of_kin relative relation? contact emergency_contact caregiver carer guarantor
  holder policyholder insured doctor dr physician doc md provider prescriber surgeon nurse rn attending
  referring pcp gp clinician therapist pharmacist practitioner consultant author signer signed_by witness
  owner applicant employee emp staff worker user operator technician tech reviewer approver sender recipient
  usr beneficiary? donor proband victim student teacher hr_teacher hr_tchr subscriber? enrollee?
  responsible_party ordering coll_by
  ordered_by collected_by entered_by created_by verified_by performed_by performer interpreter attorney
  lawyer judge plaintiff defendant tenant passenger driver? supervisor paciente pacientes cliente titular
  medico medica doctora padre madre hijo hija esposa esposo conyuge tutor persona contacto familiar empleado
  enfermera responsable usuario patientin patienten kunde kundin arzt arztin hausarzt behandler mutter vater
  ehepartner ehefrau ehemann kind angehoriger angehorige ansprechpartner versicherter mitarbeiter bearbeiter
  notfallkontakt pflegekraft malade medecin mere pere epoux epouse conjoint enfant proche personne assure
  praticien infirmiere employe paziente pazienti medico_curante genitore coniuge figlio figlia assistito
  dipendente paciente_nome doente utente mae pai filho filha medico_responsavel funcionario patient_naam
  arts huisarts moeder vader echtgenoot medewerker pacjent lekarz matka ojciec patienter lakare potilas
organisation: employer employed employed_by works_for works_at company organisation organization org
  hospital clinic facility institution practice pharmacy agency business firm workplace school university
  insurer payer payor carrier lab_name vendor supplier arbeitgeber firma krankenhaus klinik praxis schule
  krankenkasse kasse einrichtung empleador empresa compania clinica escuela aseguradora centro institucion
  trabajo employeur entreprise societe hopital clinique ecole mutuelle etablissement assureur
  datore_di_lavoro azienda ospedale clinica scuola empregador hospital_nome werkgever bedrijf ziekenhuis
  pracodawca szpital arbetsgivare sjukhus
record: mrn mrno mr lab? lab_no lab_number mrnumber medical_record med_rec medrec record rec chart file?
  folder hosp hospital_patient unit_record urn ur uhid empi mpi emr ehr csn encounter enc visit admission
  adm episode stay accession acc acn specimen sample spec case fin har study? biopsy requisition req order?
  slide barcode? nhs chi hcn phn patient_record health_record lab_record historia historia_clinica
  expediente nhc hc ficha episodio muestra krankenakte akte aktenzeichen fall fallnr patientenakte aufnahme
  probe probennr befund_nr dossier ipp nip iep sejour echantillon prelevement cartella nosologico campione
  prontuario processo dossiernummer patientnummer
plan: plan insurance ins insur policy pol member mbr memb subscriber subscr sub beneficiary bene benef
  enrollee enroll group grp medicare medicaid mbi hic hicn hicno medi_cal payer_member coverage health_plan
  health_card healthcard health_number ohip hcn phin hsn mcp ramq ahcip ihi cns abha chi
  healthplan hmo ppo rx_bin rx_pcn rx_group medigap claim_member poliza seguro afiliado afiliacion asegurado
  tarjeta_sanitaria seguridad_social_plan versicherung versicherten versicherte versichertennr
  krankenversicherung police kvnr assurance police_assurance adherent numero_adherent polizza assicurazione
  tessera_sanitaria seguro_saude apolice verzekering verzekerde polis ubezpieczenie
account: account acct acc_no a_c acnt accnt bank ac billing bill invoice inv statement payment_ref
  customer_account loan ledger credit debit guarantor_account sort_code routing aba cuenta factura cta konto
  kontonummer rechnung rechnungs kunden compte facture conto fattura conta fatura rekening factuur rachunek
  faktura
licence: license licence lic licens certificate cert certification permit dea npi upin clia bar board_cert
  cpso cno ocp cpsa cpsbc bccnm crna cmq rcdso coto gmc nmc hcpc gphc gdc goc
  credential registration_licence driver drivers driver_license drivers_license driving dl dln
  professional_license licencia carnet cedula_profesional colegiado fuhrerschein zulassung lanr approbation
  permis brevet patente carteira_motorista rijbewijs prawo_jazdy korkort
device: device dev implant pacemaker pump serial ser sn s_n udi di_pi imei imsi lot? equipment equip machine
  instrument stimulator prosthesis defibrillator icd_serial sensor monitor_serial asset_tag asset
  model_serial dispositivo equipo serie implante aparato gerat gerate seriennummer seriennr implantat
  appareil dispositif numero_serie matricola apparaat serienummer urzadzenie
vehicle: vehicle veh car auto truck motor chassis vin automobile vehiculo coche fahrzeug fahrgestell kfz
  vehicule voiture veicolo telaio veiculo chassi voertuig pojazd fordon
case_code: claim cause docket ticket incident report? reference ref referral tracking confirmation booking
  reservation transaction txn trans application contract token session? matter docket inmate prisoner alien
  uscis visa badge login study_subject randomization randomisation screening enrollment trial kit consent
  document docid doc_no message msg request prescription rx script barcode qr parcel order purchase_order po
  asset_id locker voter loyalty library event referencia solicitud receta pedido reclamacion referenz
  vorgang rezept bestellung auftrag reference_dossier ordonnance commande riferimento ricetta ordine pratica
  receita referentie recept
thing: sct snomed_ct part part_no part_number udi_di test assay analyte component panel lab? exam
  examination observation obs measurement procedure proc
  surgery operation drug medication med medicine substance generic brand product ingredient allergen allergy
  vaccine immunization diagnosis diag dx condition disease problem symptom finding complaint indication
  department dept division ward room rm bed unit? floor service specialty speciality manufacturer mfr mfg
  maker fabricant fabricante hersteller brand_name make model modell modelo modele marke marque sku gtin isbn
  issn ean upc cas reagent catalog catalogue concept product_ref cost_center cost_centre cost_cntr
  level_of_care
  payer_type plan_type insurance_type coverage_type statute offense offence course clinic_type method
  specimen_type sample_type tissue organ body_site site? question item parameter param metric measure? icd
  icd9 icd10 icd_10 cie cie10 cie_10 cim cim10 cim_10 cat_no cat_nr cat_num catalog_no
  loinc cpt hcpcs ndc rxnorm rxcui snomed atc drg revenue cvx modifier taxonomy
  rev module school_subject class_subject
  procedure_code lab_test line row seq sequence batch lot cohort arm group_name treatment therapy dose
  drug_name strength route form formulation frequency regimen protocol_arm stage grade phase sheet page
  stadium tnm
  file_type race ethnicity religion language marital occupation job sprache langue idioma lingua taal jazyk
  sprak spoken_language position role title? relationship prueba
  examen analito medicamento farmaco diagnostico procedimiento departamento sala cama especialidad vacuna
  alergia sintoma unidad_medica parametro untersuchung medikament arzneimittel wirkstoff diagnose verfahren
  abteilung station zimmer bett fach impfung allergie laborwert messung parameterwert fachrichtung analyse
  essai medicament diagnostic procedure_medicale service_hospitalier chambre lit specialite vaccin symptome
  esame farmaco_nome diagnosi reparto stanza letto exame medicamento_nome leito geneesmiddel afdeling
  badanie lek oddzial
"""
"""Whom or what a column is about. A question mark: by itself the word says too little."""

WHAT = """
number: id ids ident identifier identification identity no nos nr num number nbr nmbr numbr numb code cd key
  uid uuid guid pid ref_no pk hash pseudonym numero num_ero clave codigo identificador identificacion folio
  nro nummer kennung kennziffer kennzeichen_nr ziffer schlussel identifikation identifiant cle matricule
  codice chiave numer identyfikator identificatie tunnus kode codigo_id chave identificacao
name: name names nm nme fullname full_name display_name legal_name alias aka maiden maiden_name
  preferred_name nombre nombres nom noms naam nome nomi imie namn nimi navn jmeno nev nume nome_completo
  nom_complet nom_prenom
first_name: first given forename firstname fname givenname first_nm fn prenom prenoms vorname vornamen
  rufname primer_nombre nombre_de_pila voornaam nome_proprio imiona fornamn fornavn etunimi prenume
  keresztnev
last_name: last surname lastname lname sname familyname family ln last_nm nachname familienname zuname
  geburtsname apellido apellidos nom_de_famille patronyme cognome sobrenome apelido achternaam nazwisko
  efternamn sukunimi efternavn etternavn prijmeni soyadi vezeteknev nume_de_familie nom_d_usage
middle_name: middle mi middlename mname initials inits initial init initialen iniciales initiales
  segundo_nombre zweitname
phone: phone phones telephone tel tele telef telno ph phn phon mobile mob cell cellphone cellular contact_no
  contact_number telecom landline callback pager whatsapp sms day_phone eve_phone telefono telefon
  telefonnummer handy handynummer rufnummer mobil mobiltelefon movil celular telephone_portable portable
  cellulare telefone telemovel telefoonnummer gsm telefoon komorka puhelin mobilnr telefonnr
fax: fax facsimile telefax fx faxnummer telecopie faks
email: email e_mail mail emails mail_address emailaddr correo correo_electronico courriel adresse_mail mel
  posta_elettronica e_post epost sahkoposti adresse_electronique mailadresse
url: url urls web website web_site webpage homepage link href uri portal_url profile_url site_web pagina_web
  sitio_web webseite internetadresse lien enlace www blog linkedin
ip: ip ipv4 ipv6 ip_address ipaddr ip_addr ipaddress client_ip remote_ip src_ip host_ip adresse_ip
  direccion_ip remote_addr remote_host
ssn: ssn ssan social_security social_security_number soc_sec social_sec ss_no ss_number ssnum ss_num ss
  social last4 last_4 last_four seguro_social
national: national_id nationalid nin nino sin national_insurance personal_id citizen_id dni nie nif curp rfc
  social_insurance social_insurance_number tfn tax_file_number abn acn crn upn utr gstin my_number ahv avs
  cpf cnpj rg pesel bsn nir insee personnummer cpr fodselsnummer henkilotunnus codice_fiscale cedula rut
  rodne_cislo cnp
  ausweis ausweisnummer personalausweis numero_de_securite_sociale securite_sociale sozialversicherung
  sozialversicherungsnummer svnr steuer carte_vitale nss tc_kimlik aadhaar documento_identidad
  documento_de_identidad sns niss amka identity_document id_card identity_card
passport: passport passports pasaporte reisepass passeport passaporto paspoort passaporte
tax: tin ein itin tax_id taxid tax_number taxpayer fein steuernummer steuer_id numero_fiscal
card: credit_card card creditcard cc ccn cc_num cardno debit_card card_number pan payment_card tarjeta
  kreditkarte carte_bancaire carta_di_credito
iban: iban bic swift bank_account bankverbindung
plate: plate plates license_plate licence_plate lic_plate lic_plt license_plt licence_plt vehicle_plt veh_plt
  car_plt reg_plt tag_number placa matricula kennzeichen nummernschild
  autokennzeichen plaque immatriculation plaque_immatriculation targa kenteken tablica
username: username user_name login_name loginid logon screen_name handle userid usuario_id benutzername
  identifiant_connexion twitter instagram facebook skype password pwd pin secret api_key
mac: mac mac_address macaddr hostname host
address: address addr adr addrs street str street_address address_line addressline addr_line residence
  domicile home_address mailing_address mailing billing_address house apt apartment suite po_box
  line_address direccion domicilio calle adresse anschrift strasse hausnummer wohnadresse wohnort_strasse
  rue voie indirizzo via endereco morada logradouro adres straat ulica adress gata osoite gateadresse adresa
  lakcim
zip: zip zipcode zip_code postal postcode post_code postal_code zip4 pincode plz postleitzahl codigo_postal
  cp code_postal cap cep kod_pocztowy postnummer postinumero postnr psc iranyitoszam kod_postal
place: city town village municipality locality county cnty parish precinct district borough suburb
  neighborhood neighbourhood township birthplace place_of_birth birth_place hometown location loc catchment
  census tract block_group fips geo geography community metro ciudad municipio poblacion localidad provincia
  condado colonia barrio distrito lugar lugar_de_nacimiento stadt ort wohnort gemeinde landkreis kreis
  geburtsort bezirk stadtteil ville commune departement_residence lieu_de_naissance lieu quartier citta
  comune luogo_di_nascita cidade concelho freguesia bairro plaats woonplaats stad gemeente miasto powiat
  gmina miejscowosc kommun kunta poststed kaupunki mesto oras sehir
coordinates: latitude lat longitude lon long lng gps coordinates coords geocode geolocation geohash
  breitengrad langengrad latitud longitud
photo: photo photograph photography picture pic image img fingerprint biometric biometrics voiceprint iris
  retina face facial headshot portrait selfie foto fotografia fotografie photographie imagen bild lichtbild
  immagine huella empreinte
birth: birth dob birthdate birthday birth_date date_of_birth d_o_b bday born birthdt bdate dtbirth dobirth
  fecha_de_nacimiento nacimiento f_nac fec_nac fnac nacido geburtsdatum geburtstag geb gebdatum geboren
  geb_datum naissance date_de_naissance ddn ne_le nascita data_di_nascita nascimento data_de_nascimento
  geboortedatum data_urodzenia fodelsedatum syntymaaika fodselsdato datum_narozeni dogum_tarihi
  data_nasterii szuletesi_datum
date: date dates dt dte day datetime timestamp tstamp ts date_time dos dod doa admitted discharged admit
  discharge disch died deceased death expired onset collected received resulted reported drawn issued
  started stopped opened start stop begin end effective expiration expiry exp due_date signed admission_date
  service_date visit_date appointment appt scheduled created updated modified last_updated last_modified
  last_seen last_visit last_contact last_inspection last_service last_review last_eval last_call
  last_exam last_physical when dateofservice month_day fecha fec fechas alta ingreso egreso defuncion
  fallecimiento cita dia datum tag aufnahmedatum entlassung entlassungsdatum todesdatum sterbedatum termin
  zeitpunkt date_d_entree entree sortie deces rendez_vous data data_di_ricovero ricovero dimissione decesso
  data_de_admissao alta_data obito opnamedatum ontslagdatum przyjecia wypisu zgonu paivamaara
month: month mon mes monat mois mese maand miesiac
age: age ages age_years ageyrs agey yrs yrs_old age_at age_at_death age_at_diagnosis age_at_dx age_at_onset
  age_at_visit age_at_event age_at_enrollment edad alter alter_jahre idade eta leeftijd wiek
  alder ika
birth_year: year_of_birth birth_year yob birthyear yr_birth ano_nacimiento geburtsjahr annee_naissance
  anno_nascita
year: year yr years_of ano anio jahr annee anno jaar rok ar
state: state st? state_code province prov? us_state estado bundesland region region_administrative comunidad
  comunidad_autonoma
version: version firmware software sw fw release build os browser user_agent ua
country: country nation nationality citizenship country_code pais nacionalidad land staat nationalitat pays
  nationalite nazione paese kraj
sex: sex m_f gender sexe sexo geschlecht geslacht sesso plec kon genero genre
flag: flag yn y_n yes_no indicator ind bool boolean is has active enabled verified confirmed smoker smoking
  pregnant consented deceased_flag present absent positive alive vital_status activo ja_nein oui_non
measure: sys_dia dia_sys syst_diast
  rr_sys result results value val values score count cnt counts total totals amount amt quantity qty dose
  dosage dosis ml mg kg mcg mmol rate ratio percent pct percentage mean median avg average min max minimum
  maximum sum balance price cost charge charges fee paid copay duration los length_of_stay length hours
  minutes days weeks months monate meses mesi weight wt height ht bmi bp systolic diastolic sbp dbp pulse hr
  heart_rate temp temperature spo2 o2 resp respiration glucose hba1c a1c hemoglobin hgb hb wbc rbc plt
  platelets sodium potassium creatinine egfr gfr bun ldl hdl cholesterol triglycerides tsh psa alt ast
  bilirubin albumin lithium calcium magnesium phosphate troponin crp esr inr level levels reading volume
  size width depth population inhabitants einwohner votes visits deaths births admissions discharges
  pregnancies parity gravida income salary index rank priority pain apgar gcs
  probability confidence cd4 viral_load lvef ef low high lower upper limit ref_low ref_high range
  reference_range ref_range normal_range refills pack_years interval time times hora uhrzeit heure ora
  resultado valor puntaje cantidad total_general peso talla altura importe precio dias recuento temperatura
  presion ergebnis wert messwert anzahl menge betrag summe gewicht grosse blutdruck tage preis dauer punkte
  resultat valeur nombre_de quantite montant poids taille duree tension prix jours risultato valore quantita
  altezza pressione importo giorni resultaat waarde aantal gewicht_kg lengte wynik wartosc ilosc
label: entgeltgruppe pay_band payband pay_grade paygrade salary_band besoldungsgruppe grupo_salarial
  type kind class category cat subcategory status state_of level_name description desc label title term
  display group_type unit units uom severity acuity outcome disposition reason interpretation flag_text
  abnormal abn normal priority_level mode source system specialty_name color colour breed blood_group
  blood_type bloodtype rh shift weekday tier cohort_name arm_name resourcetype resource use text_status
  format currency tipo clase categoria estado_civil estatus motivo unidad unidades descripcion art typ
  klasse kategorie einheit einheiten bezeichnung beschreibung grund schweregrad categorie statut unite
  unites motif libelle gravite unita descrizione descricao unidade soort eenheid omschrijving rodzaj
  jednostka opis
text: notes note comment comments narrative remarks remark memo free_text freetext text history hpi
  assessment impression summary message_text body content observation_text findings_text instructions sig
  report_text details detail notas comentario comentarios observaciones bemerkung bemerkungen notiz notizen
  kommentar anmerkung befund anamnese commentaire commentaires remarques observations_libres note_cliniche
  osservazioni observacoes opmerking opmerkingen uwagi
"""
"""What a column says about its subject."""

STATES = frozenset(
    """
    alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|district of columbia|
    florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|
    massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|
    new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|
    rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|
    west virginia|wisconsin|wyoming|puerto rico|ontario|quebec|british columbia|alberta|manitoba|
    nrw|bw|mv|sh|saskatchewan|nova scotia|new brunswick|newfoundland and labrador|prince edward island|
    new south wales|queensland|south australia|tasmania|western australia|baden-wurttemberg|bayern|
    berlin|brandenburg|bremen|hamburg|hessen|mecklenburg-vorpommern|niedersachsen|nordrhein-westfalen|
    rheinland-pfalz|saarland|sachsen|sachsen-anhalt|schleswig-holstein|thuringen|auvergne-rhone-alpes|
    bourgogne-franche-comte|bretagne|centre-val de loire|corse|grand est|hauts-de-france|ile-de-france|
    normandie|nouvelle-aquitaine|occitanie|pays de la loire|provence-alpes-cote d'azur|andalucia|aragon|
    asturias|baleares|illes balears|canarias|cantabria|castilla y leon|castilla-la mancha|cataluna|
    catalunya|extremadura|galicia|la rioja|comunidad de madrid|region de murcia|navarra|pais vasco|
    comunidad valenciana
    """.replace("\n    ", "")
    .strip()
    .split("|")
)
"""States, and what other countries have in their place, in small letters without accents."""
LINKS = frozenset(
    {
        "of", "de", "del", "di", "do", "da", "du", "des", "della", "dei", "la", "le", "les", "el", "los",
        "van", "von", "der", "the", "for", "a", "an", "d", "l", "und", "and", "y", "et", "e", "en", "zum",
        "zur", "per", "by",
    }
)  # fmt: skip
"""Words between the words that count."""


def _read(table: str) -> dict[tuple[str, ...], tuple[tuple[str, ...], bool]]:
    """Phrases to their tags, and whether all of them are weak."""
    found: dict[tuple[str, ...], tuple[tuple[str, ...], bool]] = {}
    tag = ""
    for word in table.split():
        if word.endswith(":"):
            tag = word[:-1]
            continue
        weak = word.endswith("?")
        phrase = tuple(word.rstrip("?").split("_"))
        tags, was_weak = found.get(phrase, ((), True))
        found[phrase] = ((*tags, tag), was_weak and weak)
    return found


WHAT_OF: Mapping[tuple[str, ...], tuple[tuple[str, ...], bool]] = MappingProxyType(_read(WHAT))
"""Words of `WHAT` to their tags, and whether they say too little by themselves."""


def _who_did_it() -> dict[tuple[str, ...], tuple[tuple[str, ...], bool]]:
    """ "Reported" is when; "reported by" is who."""
    done = [phrase for phrase, (tags, _) in WHAT_OF.items() if "date" in tags and phrase[-1].endswith(_DONE)]
    return {(*phrase, "by"): (("person",), False) for phrase in done}


_DONE = ("ed", "drawn")
WHOSE_OF: Mapping[tuple[str, ...], tuple[tuple[str, ...], bool]] = MappingProxyType(
    _who_did_it() | _read(WHOSE)
)
"""The same for `WHOSE`, and for who did what has a date."""

_LEAST_CONSONANTS = 3
_LEAST_LETTERS = 4


def _consonants(word: str) -> tuple[str, ...]:
    """A word without its vowels ("lcns"), and with the first letter all the same ("accnt")."""
    bare = "".join(c for c in word if c not in "aeiou")
    kept = {bare, word[:1] + "".join(c for c in word[1:] if c not in "aeiou")}
    return tuple(sorted(piece for piece in kept if len(piece) >= _LEAST_CONSONANTS))


def _without_vowels() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Phrases written without vowels to the phrase; those that could be phrases of two meanings are none."""
    found: dict[tuple[str, ...], tuple[str, ...] | None] = {}
    for phrase in (*WHAT_OF, *WHOSE_OF):
        if len(phrase) == 1 and len(phrase[0]) < _LEAST_LETTERS:
            continue
        for short in product(*map(_consonants, phrase)):
            means = WHAT_OF.get(phrase), WHOSE_OF.get(phrase)
            earlier = found.setdefault(short, phrase)
            if earlier is None or (WHAT_OF.get(earlier), WHOSE_OF.get(earlier)) != means:
                found[short] = None
    return {
        short: phrase
        for short, phrase in found.items()
        if phrase and short not in WHAT_OF and short not in WHOSE_OF
    }


CONSONANTS: Mapping[tuple[str, ...], tuple[str, ...]] = MappingProxyType(_without_vowels())
"""Words and phrases as abbreviated headers write them ("LCNS_PLT", "DGNS"), to the whole ones."""

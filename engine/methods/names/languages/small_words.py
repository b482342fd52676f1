"""Words beside names: titles, institutions, particles, and what stands between dates."""

from __future__ import annotations

from collections.abc import Mapping


def _by_language(de: str, es: str, fr: str) -> Mapping[str, frozenset[str]]:
    return {"de": frozenset(de.split()), "es": frozenset(es.split()), "fr": frozenset(fr.split())}


TITLES = _by_language(
    """
    hrn dipl päd herr herrn frau fräulein hr fr dr prof professor professorin med dipl ing univ
    kollege kollegin
    rechtsanwalt rechtsanwältin ra mag pat patient patientin familie fam onkel tante zeuge zeugin
    hausmeister hausmeisterin kind hallo liebe lieber oberarzt oberärztin chefarzt schwester
    """,
    """
    sres sras don doña dña dn d sr sra srta sres señor señora señorita dr dra doctor doctora prof
    profesor profesora
    letrado letrada paciente pac due agente tía tío hola querida querido estimado estimada
    """,
    """
    monsieur madame mademoiselle m mr mme mlle mm dr docteur pr prof professeur me maître confrère consœur
    veuve ide patient patiente mamie papi oncle tante bonjour coucou salut cher chère famille sœur frère
    """,
)
"""What stands before the name of a person, without its stop."""

SHORT = _by_language(
    """
    gp pdl sd fd nd rr bz op ekg ct mrt az dg ds hws bws lws pkv gkv agb bgb stgb zpo hgb ust mwst iban bic
    plz top wb kg eg og edv crp hba tsh nyha echo ultraschall etage saal vhf kopie hausgeldkonto
    ich du er sie es wir ihr mich dich sich uns euch mir dir ihm ihn ihnen mein dein sein unser euer
    kein keine nicht nich nix nö nee jo jep ok okay hm äh ähm mal halt eben doch ja nein na ne lg vg mfg
    vllt evtl ggf gz gzl geb az betr anl tel mobil handy win vpn usb pdf wlan app mail laptop login ticket
    danke bitte hallo tschüss super prima
    """,
    """
    dni nif nie cif iban nss ta fc fr hta epoc dm acp rx tac rm uci due tcae ram irpf erc ivu vih nhc ett
    rrhh pcr inr ecg dpto admón acta junta fdo vºbº vale jajaja jaja jo ey
    yo tú tu él ella nosotros vosotros ellos ellas usted ustedes me te se nos os lo la le les mi mis su sus
    q xq pq tb tmb porfa xfa ok okay pues oye anda dime mira venga hala bueno claro nada algo todo
    este esta esto ese esa eso aquí ahí allí ya no sí si pero porque cuando donde quien qué cómo
    vpn usb pdf wifi app mail portátil móvil login ticket lecrim lec cc cp ce lau lopj
    """,
    """
    ide as ta fc oap aa ett fevg ecbu cno pdj lata rib dat rtt cse cdi cdd rdv tva ht ttc iban bic hta avc
    irm bpco ecg nfs crp sau pec atcd ttt rcp cgt cfdt pv rg portalis cardiologie neurologie pneumologie
    gériatrie urologie pédiatrie ville mon lasilix risordan kardégic coversyl ddn drh cm
    hba hba1c enquêtrice enquêteur
    je tu il elle on nous vous ils elles me te se lui leur leurs mon ma mes ton ta tes son sa ses ce cet
    cette ces
    y en qui que quoi dont où ne pas plus moi toi soi eux ça cela ceci oui non si
    stp svp mdr ptdr nan ouais ouiii qd tkt pk dsl jsp bcp tjs rdv num coef sécu dpae urssaf ok okay ben bah
    euh hein
    voilà merci bonjour salut slt cc bjr vpn usb pdf wifi appli mail login ticket cgi nam ramq cnesst vtt
    """,
)
"""Abbreviations, departments and drugs that ordinary lists lack: no names, unless a model is sure."""

INSTITUTIONS = _by_language(
    "klinik krankenhaus klinikum praxis schule kita grundschule gymnasium kanzlei",
    """
    hospital clínica colegio instituto residencia centro ambulatorio empresa banco escuela fundación
    asociación universidad parroquia bar restaurante mutua
    """,
    """
    hôpital clinique école lycée collège institution institut centre cabinet société entreprise maison
    ehpad résidence association fondation université banque pharmacie polyclinique
    """,
)
"""First words of the names of institutions, mostly in small letters."""

PARTICLES = _by_language(
    "von der die das des dem den und in im am bei vom zum zur",
    "de del la las los el y e en a al",
    "de du des la le les et en à au aux l d un une petit",
)
"""What joins other words."""

_BETWEEN = "bis vom ab seit raus um uhr turno tarde mañana noche desde hasta au depuis jusqu nuit matin soir"
BETWEEN_DATES = frozenset(_BETWEEN.split())
"""What stands before, between or after dates."""

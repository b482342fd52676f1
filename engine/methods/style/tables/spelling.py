"""Spellings of one word: the common American one, variants and slips."""

from __future__ import annotations

from collections.abc import Iterator

from engine.methods.style.tables.pairs import pairs

_OUR = (
    "behaviour colour favour flavour honour humour labour neighbour odour rumour savour tumour vapour "
    "endeavour harbour vigour rigour parlour saviour splendour ardour fervour candour demeanour"
)
_OUR_ENDINGS = ("", "s", "ed", "ing", "ite", "ites", "able", "ful", "hood", "al", "less")
_ISE = (
    "apolog author brutal capital categor central character civil critic dramat econom emphas equal final "
    "formal general harmon ideal immun industrial item legal local maxim memor minim mobil modern natural "
    "neutral normal optim organ personal popular priorit privat public rational real recogn rational "
    "revolution scrutin social special stabil standard steril summar symbol sympath terror theor util "
    "victim visual"
)
_ISE_ENDINGS = ("ise", "ises", "ised", "ising", "iser", "isers", "isation", "isations")
_PAIRS = """
centre=center centres=centers centred=centered theatre=theater theatres=theaters metre=meter metres=meters
litre=liter litres=liters fibre=fiber fibres=fibers calibre=caliber sombre=somber spectre=specter
defence=defense defences=defenses offence=offense offences=offenses licence=license licences=licenses
pretence=pretense analyse=analyze analysed=analyzed analysing=analyzing paralyse=paralyze
paralysed=paralyzed catalogue=catalog catalogues=catalogs dialogue=dialog dialogues=dialogs analogue=analog
travelled=traveled travelling=traveling traveller=traveler travellers=travelers cancelled=canceled
cancelling=canceling labelled=labeled labelling=labeling modelled=modeled modelling=modeling
signalled=signaled signalling=signaling levelled=leveled counsellor=counselor counselling=counseling
quarrelled=quarreled fuelled=fueled jewellery=jewelry marvellous=marvelous woollen=woolen fulfil=fulfill
fulfilment=fulfillment skilful=skillful wilful=willful enrol=enroll enrolment=enrollment grey=gray
greyish=grayish judgement=judgment judgements=judgments acknowledgement=acknowledgment ageing=aging
mould=mold moulds=molds plough=plow sceptic=skeptic sceptics=skeptics sceptical=skeptical
scepticism=skepticism cosy=cozy pyjamas=pajamas tyre=tire tyres=tires kerb=curb aluminium=aluminum
programme=program programmes=programs cheque=check cheques=checks manoeuvre=maneuver manoeuvres=maneuvers
encyclopaedia=encyclopedia paediatric=pediatric anaemia=anemia oestrogen=estrogen haemorrhage=hemorrhage
diarrhoea=diarrhea foetus=fetus foetal=fetal orthopaedic=orthopedic leukaemia=leukemia
gynaecology=gynecology anaesthetic=anesthetic caesarean=cesarean mum=mom mums=moms learnt=learned
burnt=burned dreamt=dreamed spelt=spelled spoilt=spoiled leant=leaned leapt=leaped doughnut=donut
connexion=connection artefact=artifact artefacts=artifacts sulphur=sulfur furore=furor moustache=mustache
omelette=omelet yoghurt=yogurt whisky=whiskey towards=toward afterwards=afterward backwards=backward
forwards=forward upwards=upward downwards=downward inwards=inward outwards=outward
"""
_SLIPS = """
accomodate=accommodate acheive=achieve acheived=achieved accross=across adress=address agressive=aggressive
allright=all_right alot=a_lot alright=all_right alway=always amature=amateur apparantly=apparently
appearence=appearance arguement=argument arguements=arguments assasin=assassin basicly=basically
beleive=believe beleived=believed beleives=believes belive=believe beggining=beginning begining=beginning
buisness=business catagory=category cemetary=cemetery changable=changeable collegue=colleague
commited=committed comparision=comparison completly=completely concious=conscious definately=definitely
definatly=definitely definitly=definitely desparate=desperate diffrent=different dilemna=dilemma
disapoint=disappoint disapointed=disappointed embarass=embarrass embarassing=embarrassing
enviroment=environment exagerate=exaggerate existance=existence existant=existent experiance=experience
familar=familiar finaly=finally foriegn=foreign foward=forward freind=friend freinds=friends futher=further
goverment=government gaurd=guard grammer=grammar happend=happened harrass=harass harrassment=harassment
hypocracy=hypocrisy immediatly=immediately incidently=incidentally independant=independent
indispensible=indispensable inteligence=intelligence interupt=interrupt irrelevent=irrelevant
knowlege=knowledge liason=liaison libary=library maintainance=maintenance maintenence=maintenance
mispell=misspell neccessary=necessary necesary=necessary neccesary=necessary noticable=noticeable
occured=occurred occuring=occurring occurence=occurrence ocurred=occurred offical=official oppinion=opinion
oppurtunity=opportunity paralel=parallel percieve=perceive percieved=perceived persistant=persistent
posession=possession possable=possible prefered=preferred privelege=privilege priviledge=privilege
probly=probably probaly=probably proffesional=professional publically=publicly realy=really
reccomend=recommend recomend=recommend recieve=receive recieved=received recieving=receiving
refering=referring relevent=relevant religous=religious rediculous=ridiculous ridiculus=ridiculous
seige=siege sence=sense seperate=separate seperated=separated seperately=separately seperation=separation
similiar=similar sincerly=sincerely speach=speech succesful=successful sucessful=successful suprise=surprise
suprised=surprised suprising=surprising supercede=supersede teh=the tendancy=tendency thier=their
threshhold=threshold tommorow=tomorrow tommorrow=tomorrow truely=truly unecessary=unnecessary untill=until
usefull=useful usualy=usually wether=whether wich=which wierd=weird writting=writing yeild=yield
"""
_SHORT = """
thru=through tho=though altho=although gonna=going_to wanna=want_to gotta=got_to gimme=give_me lemme=let_me
kinda=kind_of sorta=sort_of dunno=do_not_know cuz=because coz=because ya=you yeah=yes yep=yes yup=yes
nope=no nah=no okay=ok ppl=people thx=thanks plz=please pls=please btw=by_the_way afaik=as_far_as_I_know
imho=in_my_opinion imo=in_my_opinion iirc=if_I_remember fyi=for_your_information til=until
info=information
"""


def _made() -> Iterator[tuple[str, str]]:
    for stem in _OUR.split():
        for ending in _OUR_ENDINGS:
            yield stem + ending, stem[:-3] + "or" + ending
    for stem in _ISE.split():
        for ending in _ISE_ENDINGS:
            yield stem + ending, stem + ending.replace("is", "iz", 1)


VARIANTS = dict(_made()) | pairs(_PAIRS)
"""Spellings of other countries -> the American one; many are names as well, so capitals are left."""
SLIPS = pairs(_SLIPS) | pairs(_SHORT)
"""Slips and short forms -> the common word."""
ABBREVIATED = {short: SLIPS[short.lower()] for short in ("AFAIK", "IMHO", "BTW", "FYI", "IIRC")} | {
    "OK": "ok"
}
"""Short forms that are written in capitals."""

"""Irregular English verbs: forms that no stemmer brings together with their verb."""

from __future__ import annotations

_FORMS = """
    arise:arose,arisen awake:awoke,awoken bear:borne beat:beaten become:became begin:began,begun
    bend:bent bind:bound bite:bit,bitten bleed:bled blow:blew,blown break:broke,broken
    breed:bred bring:brought build:built burn:burnt buy:bought catch:caught choose:chose,chosen
    cling:clung come:came creep:crept deal:dealt dig:dug dive:dove do:did,done draw:drew,drawn
    dream:dreamt drink:drank,drunk drive:drove,driven eat:ate,eaten fall:fell,fallen feed:fed
    feel:felt fight:fought find:found flee:fled fling:flung fly:flew,flown forbid:forbade,forbidden
    forget:forgot,forgotten forgive:forgave,forgiven forsake:forsook,forsaken
    freeze:froze,frozen get:got,gotten give:gave,given go:went,gone grow:grew,grown
    hang:hung have:had hear:heard hide:hid,hidden hold:held keep:kept kneel:knelt know:knew,known
    lead:led lean:leant leap:leapt learn:learnt lend:lent light:lit lose:lost make:made mean:meant
    meet:met mislead:misled mistake:mistook,mistaken misunderstand:misunderstood mow:mown
    outdo:outdid,outdone outgrow:outgrew,outgrown overcome:overcame overdo:overdid,overdone
    override:overrode,overridden oversee:oversaw,overseen overtake:overtook,overtaken
    overthrow:overthrew,overthrown pay:paid prove:proven rebuild:rebuilt repay:repaid
    ride:rode,ridden ring:rang,rung rise:risen run:ran say:said see:seen seek:sought sell:sold
    send:sent sew:sewn shake:shook,shaken shine:shone shoe:shod shoot:shot show:shown
    shrink:shrank,shrunk sing:sang,sung sink:sank,sunk sit:sat sleep:slept slide:slid
    sling:slung smell:smelt sow:sown speak:spoke,spoken speed:sped spell:spelt spend:spent
    spill:spilt spin:spun spit:spat spoil:spoilt spring:sprang,sprung stand:stood steal:stole,stolen
    stick:stuck sting:stung stink:stank,stunk stride:strode,stridden strike:struck,stricken
    string:strung strive:strove,striven swear:swore,sworn sweep:swept swell:swollen swim:swam,swum
    swing:swung take:took,taken teach:taught tear:tore,torn tell:told think:thought
    throw:threw,thrown tread:trod,trodden undergo:underwent,undergone understand:understood
    undertake:undertook,undertaken undo:undid,undone unwind:unwound uphold:upheld wake:woke,woken
    wear:wore,worn weave:wove,woven weep:wept win:won withdraw:withdrew,withdrawn withhold:withheld
    withstand:withstood wring:wrung write:wrote,written rewrite:rewrote,rewritten
    resell:resold retell:retold rethink:rethought outsell:outsold undersell:undersold
    foresee:foresaw,foreseen forego:forewent,foregone remake:remade
"""

BASE_FORMS: dict[str, str] = {
    form: verb for verb, forms in (entry.split(":") for entry in _FORMS.split()) for form in forms.split(",")
}
"""Irregular form -> its verb. Of the 224, WordNet gives 222 the same verb and lacks two, as a test shows.

It has 184 more, most of rare verbs. Forms that are as often another word are no forms here (bore, ground,
lay, left, rose, saw, wound): they are features of their own.
"""

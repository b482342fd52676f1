"""Numbers that any label gives out, and codes whose shape says that they are one of a series."""

from __future__ import annotations

from engine.methods.identifiers.pattern import SPACED_CODE, Pattern

_GIVES_NUMBER = r"(?:numbers?|num\.?|no\.?|nr\.?|#|ids?|id no\.?|id number)"
_NAMED = (
    r"(?:acct|auth(?:orization)?|badge|bag|bin|bol|chart|citation|cdl|hospital|kit|paddle|practice|sid|subject|worker|key|q"
    r"uote|quoting|cite|book(?:ing)?|case|cert(?:ificate)?|check|chk|claim|clm|clk|client|clock|collar|c"
    r"onf(?:irmation)?|"
    r"control|cust(?:omer)?|docket|dln|emp(?:loyee)?|file|fin|form|group|grp|id|inc(?:ident)?|inmate|"
    r"invoice|inv|job|"
    r"lic(?:en[cs]e)?|loan|log|lot|mbr|member|meter|mrn|oln|order|pass|pcr|pcn|permit|plot|po|policy|rec"
    r"(?:ord)?|ref|"
    r"reg(?:istration)?|rpt|report|req(?:uisition)?|run|seal|shield|specimen|staff|student|tag|ticket|ti"
    r"n|tkt|track(?:ing)?|"
    r"unit|user|voucher|waybill|warrant|wo|work order)"
)
_PLAIN = (
    r"(?:badge|mrn|fin|claim|policy|docket|employee|student|inmate|lunch pin|pin|booking|confirmation|in"
    r"voice|tracking|"
    r"waybill|passport|subscriber|member|collar|requisition|specimen|account|acct|bar ?code|library card)"
)
_MIXED = r"(?-i:[A-Z]{1,6})[\-/.]?\d[A-Z0-9./\-\x83]{2,24}"
_LEADER = r"(?: {3,}|[ ]?\.{3,} ?|(?: \.){3,} ?| ?\x83{3,} ?| ?-{3,} ?)"
_ASKED = (
    r"(?:account|badge|bin|booking|code|case|card|certificate|claim|client|confirmation|customer|docket|"
    r"emplo"
    r"yee|file|group|id|"
    r"identification|incident|inmate|insurance|invoice|job|licen[cs]e|loan|medicare|medicaid|member|memb"
    r"ership|meter|mrn|"
    r"order|passport|patient|pin|plate|policy|prescription|ref|reference|registration|report|rx|serial|s"
    r"taff|student|"
    r"tag|ticket|tracking|vin|voucher|work order)"
)
_SAYS = r"[^\d\n]{0,80}?"

_SPOKEN_DIGIT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|dash)"

SERIES = (
    Pattern(
        "number-of-anything",
        "unique-code",
        rf"(?i)\b[a-z][a-z'.\-]{{1,20}}[ .]{{1,2}}{_GIVES_NUMBER}(?:[ :=]{{0,3}}(?:is|was|had been|were)"
        rf" |[ :.#=]{{1,4}}\(?)({SPACED_CODE})\b",
        0.5,
        prefilter=rf"(?i)[a-z.\-'][ .]{{1,2}}{_GIVES_NUMBER}(?:[ :=]{{0,3}}(?:is|was|had been|"
        rf"were) |[ :.#=]{{1,4}}\(?)[A-Z0-9]",
        validator="series-code",
        citation="Whatever gives out a number gives an identifier; what does not is a trap",
        examples=("his army number was RA 16 440 918", "officer collar number C4418"),
    ),
    Pattern(
        "number-after-comma",
        "unique-code",
        rf"(?i)[,(] ?(?:no|nr|number|#)\.? ?[:#]? ?({SPACED_CODE})\b",
        0.5,
        validator="series-code",
        citation="as number-of-anything, of who was just named",
        examples=("the officer (Ms Bright, no 50012)",),
    ),
    Pattern(
        "number-sign",
        "unique-code",
        r"(?:^|[\s(\[,])# ?((?:[A-Z]{1,4}-?)?\d[\d\-]{2,14}[A-Z0-9])\b",
        0.5,
        validator="series-code",
        examples=("see #88421 of May", "(#0447) came"),
    ),
    Pattern(
        "code-after-label",
        "unique-code",
        rf"(?i)\b(?:{_NAMED}|lease|container|estimate|tid)\.?:? {{1,2}}\(?(?:(?:is|was|had been|in|out) )?"
        rf"({_MIXED}|(?-i:\d{{3,10}}-?[A-Z]{{1,2}})|(?-i:[A-Z]{{2,4}}) \d{{5,8}}(?: \d)?)\b",
        0.55,
        validator="series-code",
        citation="A label without a mark; letters and digits together are no amount",
        examples=("employee W2201", "see occ. rpt OR-5512", "conf H-8817203"),
    ),
    Pattern(
        "digits-after-label",
        "unique-code",
        r"(?i)\b(?:conf|confirmation|badge|emp|clock|clk|rpt|ref|collar|seal(?: (?:in|out|no))?|check no"
        r"|inmate|docket|acct|booking|log|"
        r"tracking|passenger|kit|bol|subject|sid|cdl|hospital|worker|paddle|pro|case|claim|permit|job|pc"
        r"r|pager id|chip|id)[.#]{0,2} {1,2}#? ?((?:0\d{3,15}|\d{5,16}))\b",
        0.5,
        validator="series-code",
        examples=("Hotel conf. 81120077 check-in", "Narc seal in 004471", "passenger 0447"),
    ),
    Pattern(
        "code-behind-leader",
        "unique-code",
        rf"(?i)\b(?:{_NAMED}|clia|npi|nhs|upn|udi)(?: ?(?:no|number|nr|id|"
        rf"#))?\.?{_LEADER}({SPACED_CODE})\b",
        0.6,
        validator="series-code",
        citation="Forms: dots or a gap between label and value",
        examples=("Employee ID ............... W2201", "CLIA                36D0991872"),
    ),
    Pattern(
        "code-below-label",
        "unique-code",
        rf"(?i)\b(?:{_NAMED} ?(?:no|number|nr|id|#|code|pin)|{_PLAIN})[.:#]{{0,2}} *\n *({SPACED_CODE})\b",
        0.6,
        prefilter=r"(?i)[a-z#][.:#]{0,2} *\n *(?:[A-Z]{1,3} )?[A-Z]{0,6}[\-/.]?\d",
        validator="series-code",
        citation="Forms: the label stands on the line above",
        examples=("Library card\n    551027",),
    ),
    Pattern(
        "code-answered",
        "unique-code",
        rf"(?i)\b{_ASKED}\b[^\n?]*\?[^\n?]*\n{{1,2}}{_SAYS}((?:(?-i:[A-Z]{{1,4}}) )?{SPACED_CODE})\b",
        0.55,
        prefilter=r"\?[^\n?]*\n{1,2}[^\d\n]*\d",
        validator="series-code",
        citation="Talks: one asks for a number, the other says it",
        examples=(
            "PHARMACIST: Your member ID, please?\nCALLER: XQJ 448 901 22.",
            "Kayla: and the meter number on the label?\nCustomer: it says E5-77120-A",
            "Q. And your badge number?\nA. I believe it's 3018.",
        ),
    ),
    Pattern(
        "code-answered-under-oath",
        "unique-code",
        rf"(?i)\bq\. [^\n]{{0,80}}\b{_ASKED}\b[^\n]{{0,80}}[.?][\n ]{{1,2}}a\. "
        rf"{_SAYS}((?:(?-i:[A-Z]{{1,4}}) )?{SPACED_CODE})\b",
        0.55,
        prefilter=r"(?i)\bq\. [^\n]{0,180}[.?][\n ]{1,2}a\. [^\d\n]{0,80}\d",
        validator="series-code",
        citation="as code-answered: who examines a witness may also order",
        examples=("Q. State your employee number for the record.\nA. 55812.",),
    ),
    Pattern(
        "code-asked-in-form",
        "unique-code",
        rf"(?i)\b{_ASKED}\? {{1,3}}({_MIXED}|\d{{5,16}})\b",
        0.6,
        validator="series-code",
        citation="as code-answered",
        examples=("Work comp claim? WC-7712-19",),
    ),
    Pattern(
        "code-with-sign",
        "unique-code",
        r"\b[A-Z]{1,5}#(\d{3,12})\b",
        0.6,
        examples=("report HL#88421 received",),
    ),
    Pattern(
        "codes-in-row",
        "unique-code",
        rf"(?i)\b{_NAMED}s(?: numbers| nos\.?)?:? (\d{{3,12}}(?:(?:, ?| and |, and |; ?)\d{{3,12}}){{1,2"
        rf"0}})\b",
        0.6,
        citation="as code-list",
        examples=("WITNESS BADGES: 1182, 1190, 2044.",),
    ),
    Pattern(
        "net-id",
        "unique-code",
        r"(?i)\bnet[ \-]?id(?: is)?[ :#=]{1,3}([a-z]{1,12}\d{1,5})\b",
        0.8,
        citation="Sign-in names of universities: letters of the name and a number",
        examples=("(netID dmbeki3)", "NetID: qz4417"),
    ),
    Pattern(
        "code-with-dash",
        "unique-code",
        r"\b(?:(?:19|20)\d\d-)?[A-Z]{1,4}-(?:\d{5,10}|0\d{3})(?:-[A-Z0-9]{1,4})?\b",
        0.5,
        validator="series-code",
        citation="as letters-and-digits",
        examples=("had been N-41882 at", "work done under WO-11820", "proposal 2019-LM-44102"),
    ),
    Pattern(
        "code-letter-digits",
        "unique-code",
        r"\b(?:[A-Z]{1,2}(?:\d{6,12}|0\d{4})|[A-Z]{1,3}\d{5,8}[A-Z]{1,2}|\d{2}[A-Z]\d{7})(?:-[A-Z0-9]{1,4})?\b",
        0.5,
        validator="series-code",
        citation="as letters-and-digits; HCPCS and ICD-10 codes are shorter",
        examples=("EMT-B E120447", "laboratory 36D0991872", "sample K448213-XC"),
    ),
    Pattern(
        "code-glued-sign",
        "unique-code",
        r"[A-Za-z](?:#|No\.?:?|:)((?:[A-Z]{1,3}-?)?\d[\d\-]{2,12}[A-Z]{0,3}\d{1,6})",
        0.4,
        context=r"badge|booking|case|agency|officer|dob|unit|arrest|report|run|disp|claim|patient|pt|name",
        context_required=True,
        validator="series-code",
        citation="as code-glued",
        examples=("Booking#2204417Name",),
    ),
    Pattern(
        "code-glued-letters",
        "unique-code",
        r"(?:^|[^A-Za-z0-9=/+])([A-Z]{2,5}\d{6,12})[A-Z][A-Za-z]",
        0.5,
        citation="as code-glued",
        examples=("Agency07\nSID00817722FBI",),
    ),
    Pattern(
        "code-spoken",
        "unique-code",
        rf"(?i)\b(?:number|no\.?|id|account|code|mrn|claim|policy|badge|extension)(?: is| was|,|:)? "
        rf"((?:[a-z] ){{0,3}}(?:{_SPOKEN_DIGIT}[ ,\-]{{1,2}}){{3,20}}{_SPOKEN_DIGIT})\b",
        0.6,
        citation="Dictation: digit by digit",
        examples=("hospital number five five two eight one date",),
    ),
    Pattern(
        "code-filed-as",
        "unique-code",
        rf"(?i)\b(?:filed|opened|logged|entered|registered|recorded|booked|listed)\b[^.\n]{{0,2"
        rf"4}} (?:as|under) ({_MIXED})\b",
        0.55,
        validator="series-code",
        examples=("Claim filed 8/21 as CL-8813",),
    ),
    Pattern(
        "code-glued",
        "unique-code",
        r"(?:Badge|Case|Claim|Acct|Account|Report|Run|PCR|Booking|OLN|DLN|Lic|License|Tag|File|Policy|Me"
        r"mber|Ticket|Invoice|Ref)"
        r"(?:No\.?|Num|Number|ID|#)?[:#]?(\d[\d\-]{2,18}\d)",
        0.6,
        citation="Fields copied without the spaces between them",
        examples=("OfficerDunleavyBadge5512", "Case#0937884Date10/22/2021"),
    ),
)

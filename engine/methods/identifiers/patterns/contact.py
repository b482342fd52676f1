"""Telephone numbers, e-mail, web and internet addresses: 45 CFR 164.514(b)(2)(i)(D), (E), (F), (N), (O)."""

from __future__ import annotations

from engine.methods.identifiers.pattern import EXTENSION, MARK, Pattern

_CALL = (
    r"phones?|telephones?|tel|mobile|cell|cell ?phone|landline|calls?|called|calling|dial(?:ed|led)?|"
    r"answering at|contact|reach(?:ed|able)?|e?-?fax|telefax|facsimile|pager|beeper|whatsapp|sms|texts?|"
    r"texted|"
    r"hot ?line|ring|rang|telefon|telefono|telephone|handy|mobil|movil|cellulare|portable|tlf|tfn|puhelin|"
    r"telefoon|ph|hp|mob|work|home|voice ?mail|call ?back|emergency"
)
_TLD = (
    r"(?:com|org|net|edu|gov|mil|int|info|biz|io|co|me|tv|app|dev|ai|eu|us|uk|de|fr|es|it|nl|be|pl|se|dk|fi|"
    r"no|pt|at|ch|ie|gr|cz|sk|hu|ro|bg|hr|si|ee|lv|lt|lu|mt|is|ca|au|nz|jp|cn|in|br|mx|za|kr|ru|tr|il|"
    r"COM|ORG|EDU|GOV|MIL|NET)"
)
_HOST = r"(?:[A-Za-z0-9\x80][A-Za-z0-9\x80\-]*\.)"
_PATH_END = r"""[^\s<>"'\]\[(){}|\\^`.,;:!?]"""
_PATH = rf"""(?::\d{{2,5}})?(?:[/?#][^\s<>"\]\[{{}}|\\^`]*{_PATH_END}|/)?"""

CONTACT = (
    Pattern(
        "email",
        "email",
        r"[A-Za-z0-9\x80\x83][A-Za-z0-9\x80\x83.!#$%&'*+/=?^`{|}~\-]*@"
        rf"{_HOST}{{1,6}}[A-Za-z\x80][A-Za-z0-9\x80\-]{{1,23}}",
        0.95,
        citation="RFC 5322, RFC 6531",
        examples=("write to jane.doe+x@mail.example.co.uk now", "bob_s@example.com"),
    ),
    Pattern(
        "email-without-dot",
        "email",
        r"\b(?:[A-Za-z]+[._\-][A-Za-z0-9._\-]{2,40}|[A-Za-z]{3,30}\d{1,6}|[A-Za-z]{8,30})@[A-Za-z][A-Za-z\-]{5,40}\b",
        0.75,
        examples=("write to janedoe56@mailboxorg now", "j.keller@hospital"),
    ),
    Pattern(
        "email-spelled",
        "email",
        r"(?i)\b[a-z0-9.\x83\-]+ ?[\[({] ?at ?[\])}] ?[a-z0-9\-]+(?: ?[\[({] ?dot ?[\])}] ?|\.)"
        r"[a-z0-9.\-]{2,24}\b",
        0.8,
        examples=("jane.doe [at] example [dot] org",),
    ),
    Pattern(
        "email-spoken",
        "email",
        r"(?i)\b[a-z0-9.\x83\-]{2,40} at [a-z0-9\-]{2,40}(?: dot [a-z0-9\-]{2,24}){0,2} dot "
        r"(?:com|org|net|edu|gov|mil|info|io|us|ca|uk|co|de|eu)\b",
        0.75,
        examples=("write to chen at example dot edu",),
    ),
    Pattern(
        "url",
        "url",
        rf"""(?i)\b(?:https?|ftps?|sftp|ssh|file|wss?|ldaps?|s3|gs)://[^\s<>"\]\[{{}}|\\^`]*{_PATH_END}/?""",
        0.95,
        citation="RFC 3986",
        examples=("see https://www.example.com/a?b=c#d.", "http://example.org/"),
    ),
    Pattern(
        "url-www",
        "url",
        rf"(?i)\bwww\d?\.{_HOST}{{1,5}}[a-z\x80]{{2,24}}{_PATH}",
        0.9,
        examples=("visit www.example.museum/x",),
    ),
    Pattern(
        "url-host",
        "url",
        rf"\b{_HOST}{{1,5}}{_TLD}\b{_PATH}",
        0.6,
        validator="host",
        citation="IANA root zone: the generic and country domains most used",
        examples=("on facebook.com/jane.doe.7 today", "example.org"),
    ),
    Pattern(
        "social-handle",
        "url",
        r"(?i)\b(?:twitter|insta(?:gram)?|ig|tiktok|telegram|mastodon|snap(?:chat)?|skype|threads|facebook|fb|"
        r"youtube|reddit|bluesky|venmo|handle|user ?name|user ?id)"
        rf"(?: (?:handle|name|id|account|user))?(?:{MARK}| is | )(@[a-z0-9.\x83]{{3,30}}\b)",
        0.6,
        examples=("Twitter handle @jane_doe7", "Insta @jane.doe posted a photo"),
    ),
    Pattern(
        "ip-v4",
        "ip",
        r"\b(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d?)\.(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){2}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\b(?:/\d{1,2}\b)?",
        0.7,
        standalone=True,
        citation="RFC 791; RFC 6890, 2.2.2: no host has an address of 0.0.0.0/8",
        examples=("from 192.0.2.17 at noon", "10.0.0.0/8"),
    ),
    Pattern(
        "ip-v6",
        "ip",
        r"(?i)(?:\b[0-9a-f]{1,4}|:):(?:[0-9a-f]{0,4}:){1,6}(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]{1,4}\b|:)",
        0.9,
        validator="ip-v6",
        citation="RFC 4291 section 2.2",
        examples=("address 2001:db8::ff00:42:8329 used", "4f8a:c99e:dc86:faf9:5988:5f63:375e:8a2a"),
    ),
    Pattern(
        "phone-international",
        "phone",
        r"(?:\+ ?|\b(?:00|011)[ \-]?)[1-9]\d{0,2}[ .\-/]{0,2}(?:\(0?\d{1,4}\)[ .\-]?)?\d"
        rf"(?:[ .\-/]?\d){{5,12}}(?:{EXTENSION}|\b)",
        0.6,
        validator="phone-international",
        checksum=True,
        standalone=True,
        citation="ITU-T E.164; phonenumbers (libphonenumber metadata)",
        examples=("ring +49 30 901820 now", "+1 (212) 555-0182", "0044 20 7946 0018"),
    ),
    Pattern(
        "phone-nanp",
        "phone",
        r"((?:\+?\b1[ .\-]?)?(?:\([2-9]\d\d\) ?-?|\b[2-9]\d\d(?:[ .\-]|\. |/))[2-9]\d\d"
        rf"(?:[ .\-]|\. )\n?\d{{4}}(?:{EXTENSION}|\b))",
        0.75,
        context=_CALL,
        standalone=True,
        citation="North American Numbering Plan (NPA-NXX-XXXX)",
        examples=("(212) 555-0182", "212-555-0182", "1-800-555-0199 x23", "212.555.0182"),
    ),
    Pattern(
        "phone-bare",
        "phone",
        r"\b(?:1?[2-9]\d\d[2-9]\d{6}|0[1-9]\d{8,9})\b",
        0.3,
        context=rf"{_CALL}|fx",
        context_required=True,
        validator="phone-digits",
        standalone=True,
        examples=("my cell is 2125550182",),
    ),
    Pattern(
        "phone-labelled",
        "phone",
        rf"(?i)\b(?:{_CALL})\b[^\n\d+(\x84]{{0,25}}(?:\n ?)?"
        rf"((?:\+ ?)?\(?\d{{1,5}}\)?(?:[ .\-/()]{{0,2}}\d){{5,13}}(?-i:{EXTENSION})?)\b",
        0.65,
        validator="phone-digits",
        prefilter=rf"(?i)\b(?:{_CALL})\b[^\n\d+(\x84]*(?:\n ?)?(?:\+ ?)?\(?\d",
        examples=("They're not answering at 329 7730", "Phone: 079 7602 9803", "call (81) 3570-7492"),
    ),
    Pattern(
        "phone-national",
        "phone",
        r"(\(0?\d{1,4}\)(?:[ .\-/]{0,2}\d{2,5}){1,4}|\b0\d{1,5}(?:[ .\-/]\d{2,8}){1,4})\b",
        0.55,
        context=_CALL,
        validator="phone-national",
        standalone=True,
        citation="phonenumbers, for the regions that the policy names",
        examples=("020 7946 0018", "(020) 7946 0018"),
    ),
    Pattern(
        "phone-national-groups",
        "phone",
        r"\b\d{2,4}(?:[ .\-]\d{2,4}){1,4}\b",
        0.3,
        context=r"phones?|telephones?|tel|mobile|cell|fax|call|dial|telefon|telefono|handy|movil|cellulare|tlf|whatsapp",
        context_required=True,
        validator="phone-digits",
        standalone=True,
        citation="National numbers without a trunk prefix (ES, IT, DK, NO, PL, PT, CZ...)",
        examples=("612 345 678 is her cell", "by phone, 21 259 903 56"),
    ),
    Pattern(
        "phone-extension",
        "phone",
        r"(?i)\b(?:ext|extn|extension)\b\.?:? ?#?(\d{4,5})\b",
        0.6,
        standalone=True,
        examples=("ask for ext. 4471 at the clinic",),
    ),
    Pattern(
        "phone-extension-short",
        "phone",
        r"\b[xX](\d{4,5})\b",
        0.4,
        context=rf"{_CALL}|questions|ask|ext|extension|office|desk|phoned|paged|page|nurse|charge|unit|on",
        context_required=True,
        standalone=True,
        examples=("Questions: the office, x5512.",),
    ),
    Pattern(
        "pager",
        "phone",
        r"(?i)\b(?:pager|beeper|pgr|bleep(?:er)?|spectra ?link|vocera|ascom|dect|cordless|in-?house)"
        r"(?: (?:no\.?|number|is|on)|:)? ?#?(\d{3,7}|\d{1,2}-\d{3,4})\b",
        0.6,
        standalone=True,
        examples=("Dr Nguyen (pager 4471)", "SHO, bleep 2291", "spectralink 6-0931"),
    ),
    Pattern(
        "phone-label-after",
        "phone",
        r"(?i)((?:\+ ?|\b|\()\d{1,5}\)?(?:[ .\-/()]{0,2}\d){5,13}"
        rf"(?-i:{EXTENSION})?) {{0,2}}[,;:\-(]{{0,2}} ?(?:office|work|home|mobile|mob|cell|fax|direct|"
        rf"voice|phone|tel|"
        r"pager|switchboard|landline|toll[ -]free|after hours)\b",
        0.65,
        validator="phone-label-after",
        standalone=True,
        examples=("083 445 2424 office", "(251)500-2136x739 mobile", "555 0182 (home)"),
    ),
)

"""Words of sex, family, partnership and stage of life.

Each line: attributes | what takes the place of a cue | group |. Its cues stand below it.
"""

PEOPLE = """
relationship, sex | partner | |
    bf, boyfriend, DH, DW, gf, girlfriend, hubby, hubs, husband, missus, wife, wifey
relationship | partner | |
    beau, betrothed, better half, fiance, fiancee, fiancé, fiancée, lover, other half, partner,
    significant other, SO, soulmate, spouse
relationship | former partner | |
    ex, ex husband, ex wife, ex-boyfriend, ex-girlfriend, ex-husband, ex-wife, exes
relationship | relative | |
    brother-in-law, daughter-in-law, father-in-law, in laws, in-laws, mother-in-law, sister-in-law,
    son-in-law, stepchild, stepdad, stepdaughter, stepkid, stepmom, stepson
relationship | way of living | |
    bachelor pad, divorcee, long distance relationship, long-distance relationship
relationship | occasion | |
    alimony, anniversary, bachelor party, blind date, break-up, breakup, bridal shower, Bumble, child
    support, couples therapy, custody, custody battle, date night, dating app, divorce, engagement ring,
    first date, hen do, Hinge, honeymoon, marriage, marriage counseling, marriage counselling, on dates,
    prenup, stag do, Tinder, two dates, vows, wedding, wedding ring
relationship, sex | person | |
    bachelor, bachelorette, best man, bride, bridesmaid, groom, groomsman, spinster, widow, widower
relationship, sex | late partner | |
    late husband, late wife
age, relationship | child | |
    baby boy, baby daughter, baby girl, daughter, firstborn, kid, kiddo, little one, my boy, my boys, my
    eldest, my girl, my girls, my oldest, my teen, my youngest, newborn, offspring, preschooler, son,
    stepkids, teenager, toddler, triplets, twins
age | relative | |
    grandbaby, grandchild, granddaughter, grandkid, grandson, great-grandchild
age | stage of life | |
    adolescence, adulting, baby boomer, birthday, boomer, bucket list, bus pass, candles, conscription,
    diaper, draft card, empty nest, empty nester, fake ID, final year, first apartment, first flat,
    first phone, first year, fourth year, fourth years, free bus pass, freshers, freshman, gap year, Gen
    X, Gen Xer, Gen Z, Gen-X, Gen-Z, hearing aids, junior year, last year of school, live with my
    parents, living with my parents, medicare, mid-life crisis, middle age, midlife, midlife crisis,
    millennial, moved out of my parents, my childhood, my parents' house, my youth, nappy, national
    service, old age, parents' basement, pension, pensioner, prom, PTA, puberty, quarter life crisis,
    quarter-life crisis, retiree, retirement, second year, senior citizen, senior discount, senior year,
    social security, sophomore, teens, the draft, third year, youngster, zoomer
age | old thing | |
    Amiga, AOL, Atari, Beatlemania, Bebo, betamax, black and white telly, black and white TV,
    black-and-white TV, BlackBerry, Blockbuster, C64, cassette, cassettes, Challenger disaster,
    Chernobyl, coal fire, Commodore, Commodore 64, dial up, dial-up, discman, eight-track, fax machine,
    flip phone, floppies, floppy disc, floppy disk, Fortnite, Game Boy, Gameboy, ICQ, iPad kid,
    LimeWire, Live Aid, Minecraft, miners' strike, moon landing, MS-DOS, MSN Messenger, MySpace,
    Napster, nine eleven, Nokia, outdoor toilet, outside toilet, pager, payphone, Pentium, phone box,
    Pokemon cards, ration book, rationing, Roblox, rotary phone, September 11, Snapchat, Spectrum,
    Tamagotchi, telegram, the Beatles, the Berlin Wall, the Cold War, the wall came down, TikTok, touch
    screen, touchscreen, typewriter, VHS, Vietnam, vinyl, walkman, Walkman, Watergate, Windows 95,
    Windows 98, Woodstock, Woolworths, Y2K, ZX Spectrum
sex | person | |
    actress, bloke, boy, boys' night, bro, bros, businessman, businesswoman, chairman, chap, cowboy,
    cowgirl, craftsman, dads, dude, fathers, fellas, fellow dads, fellow moms, fellow mums, fireman,
    frat, fraternity, gal, gay man, gentlemen, gents, girl, girlie, girls' night, guys, hockey mom,
    hostess, househusband, housewife, lad, ladies, lads, lass, lesbian, mama, men like me, momma, moms,
    monk, mothers, mums, new dad, new mom, new mum, nun, other men, other women, policeman, policewoman,
    salesman, saleswoman, seamstress, soccer mom, sorority, sportsman, sportswoman, stay-at-home dad,
    stay-at-home mom, stewardess, tomboy, trans man, trans woman, us men, us women, waitress, we women,
    women like me
sex | health matter | |
    bald spot, balding, baldness, birth control pill, breast cancer, breast pump, C section, c-section,
    caesarean, cervical, cervix, contractions, cramps, endo, endometriosis, epidural, erectile,
    erection, estrogen, fibroids, finasteride, gynaecologist, gynecologist, gyno, hernia check, hot
    flash, hot flush, HRT, hysterectomy, IUD, low T, lumpectomy, male pattern baldness, mammogram,
    mastectomy, maternity, maternity leave, menopause, menstruation, midwife, minoxidil, miscarriage,
    morning sickness, my period, nursing bra, OB-GYN, OBGYN, obgyn, oestrogen, ovaries, ovary, pads and
    tampons, pap smear, paternity, paternity leave, PCOS, perimenopause, period cramps, period pain,
    PMDD, PMS, pregnancy, prostate, PSA, PSA test, smear test, tampon, tampons, testicle, testicular,
    testosterone, the pill, trimester, ultrasound, urologist, uterus, vasectomy
sex | thing to wear | |
    aftershave, bangs, beard, bikini, bikini wax, blouse, bow tie, boxer shorts, boxers, bra, braids,
    bridesmaid dress, cufflinks, dress, earrings, eyeliner, eyeshadow, foundation and mascara, goatee,
    hair extensions, handbag, heels, high heels, jockstrap, leggings, lipstick, make-up, makeup,
    manicure, mascara, moustache, mustache, my nails, nail polish, necktie, pantyhose, ponytail, purse,
    razor burn, sideburns, skirt, sports bra, stilettos, stubble, tights, tuxedo
relationship | =in some relationship | |
    am single, being single, cohabiting, divorced, engaged, engaged to, got engaged, I'm single, live
    alone, lives alone, living alone, married, never married, newly single, on my own since,
    polyamorous, remarried, separated from, single again, single dad, single father, single mom, single
    mother, single mum, single parent, still single, unmarried, widowed, years together
relationship | =looking around | |
    dating, swipe right, swiping
relationship | =looked around | |
    broke up, dumped, dumped me, got dates, moved in together, proposed, swiped, tied the knot
relationship | =settle | |
    tie the knot, walk down the aisle
age | =moved on | |
    retired
age | =move on | |
    retire
age | =moving on | |
    retiring
age | =as old as I am | |
    elderly, geriatric, middle-aged, old enough to remember
age | =long ago | |
    as a boy, as a child, as a kid, as a lad, as a lass, as a teenager, back in my day, back in the day,
    in my childhood, in my day, in my youth, when I was a boy, when I was a child, when I was a girl,
    when I was a kid, when I was little, when I was young
age | =waved through | |
    carded, get carded, got carded
sex | =in some condition | |
    breast-feeding, breastfeeding, menopausal, menstrual, menstruating, perimenopausal, postpartum,
    pregnant
sex | =got ready | |
    change my shirt, changing my shirt, shave, shave my face, shaved
age | childcare | |
    day care, daycare, kindergarten, nursery school, preschool, school run
age | health matter | |
    acne, arthritis, bad back, bifocals, blood pressure, braces, cataract, cholesterol, colonoscopy,
    crow's feet, denture, going gray, going grey, gray hair, gray hairs, grey hair, grey hairs, growth
    spurt, hearing aid, hearing test, hip replacement, knee replacement, knee surgery, my back goes, my
    knees, new hip, new knee, readers for, reading glasses, receding hairline, sciatica, statins,
    varifocals, wrinkles
age | relatives | |
    grandbabies, grandchildren, great-grandchildren
age, relationship | children | |
    stepchildren
"""

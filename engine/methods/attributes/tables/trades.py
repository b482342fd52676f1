"""Words of the daily work of trades: what a reader takes for a hint at an occupation."""

TRADES = """
occupation | person | |
    associates, attending, back of house, client, co-worker, colleague, colleagues, congregation,
    consultants, counsel, coworker, crew, customers, dispatch, eighth graders, fifth graders, first
    graders, foreman, forty men, fourth graders, front of house, guests at the hotel, interns,
    investors, junior associate, landowners, mentees, my apprentice, my boss, my class, my clients, my
    crew, my customers, my kids at school, my manager, my passengers, my pupils, my regulars, my
    reports, my students, my supervisor, my team, my tenants, new hires, opposing counsel, parishioners,
    passengers, patient, pupils, residents, second graders, seventh graders, shareholders, shoppers,
    sixth graders, sous, stakeholders, tenants, the bench, the girls at, the girls at work, the lads at
    work, the partners, the pass, third graders, trainee, trainees, undergrads, year elevens, year
    nines, year sevens
occupation | workplace | |
    A&E, airport, archive, assembly line, atelier, back office, bakery, bar shift, barbershop, barn,
    barracks, bedside, boardroom, break room, brewery, building site, butcher's, cab, call center, call
    centre, call room, canteen, care home, chambers, checkout, chip shop, classroom, cockpit, coffee
    shop job, commercial kitchen, construction site, consular section, control room, courtroom, cubicle,
    cubicles, dental chair, depot, embassy desk, ER, factory, factory floor, feedlot, fire station,
    firehouse, flight deck, florist shop, foundry, front desk, galley, garage, greenhouse, guardhouse,
    hangar, hospital, ICU, job site, jobsite, kennels, kitchen at work, lab, laboratory, law firm,
    loading dock, locker room at work, lodge kitchen, milking parlor, milking parlour, mill, mine shaft,
    my classroom, my clinic, my office, my school, my ward, my workshop, newsroom, NICU, nursery,
    nursing home, offshore platform, oil rig, open plan, operating room, operating theatre, orchard,
    orchestra pit, paddock, parish, pasture, pharmacy, post office, power station, precinct, production
    line, pulpit, quarry, reading room, refinery, rehearsal room, restaurant, rig, rig floor, salon,
    scaffolding, school, shipyard, shop floor, stables, staff room, staffroom, stage door, start-up,
    startup, station house, substation, surgery, surgery hours, taproom, teachers' lounge, the bar, the
    clinic, the counter, the docks, the fields, the firm, the nave, the office, the pit, the shop, the
    site, the studio, the till, the yard, tills, trading floor, tree nursery, truck stop, veterinary
    practice, vineyard, ward, warehouse, workshop, zoo
occupation | working hours | |
    busy season, calving, calving season, clock in, clock off, clocked off, clocking in, crunch time,
    daily standup, day shift, deployed, deployment, dinner rush, double shift, double shifts, early
    shift, grading season, graveyard shift, half term, handover, harvest, harvest time, lambing, lambing
    season, late shift, layover, layovers, lunch rush, marking season, matinee, matinées, month end,
    month-end, my rota, my rounds, night differential, night shift, night shifts, on call, on-call, open
    house, parents evening, parents' evening, planting season, prep list, prep time, quarter end,
    quarter-end, red-eye, rehearsal, rehearsals, release week, roster, rostered, rota, rounds, shearing,
    shift, shifts, sprint, sprints, stand-up, standup, swing shift, tax season, term time, the dinner
    rush, tour of duty, turnaround, ward round, year-end close
occupation | work item | |
    a card from the union, a rose, A/B test, actuarial, ad spend, adjunct, affidavit, affidavits,
    airstrip, anaesthetic, anesthetic, anvil, API, APIs, aquarium tanks, archive, archives, arpeggios,
    arrest~, auction mart, audit, audition, auditions, audits, autopsy, backlog, balance sheet, baling,
    ballast, barbed wire, barcode, barley, barre, battalion, bed baths, bedpan, behind the wheel,
    benefits claim forms, bilge, billable, billable hours, billed, biopsy results, blackboard, bleep,
    blister packs, Bloomberg, blow-dry, blueprints, body cam, boiler, boilers, bond desk, boom mic,
    bouquet, bouquets, bow rehair, braces fitted, brake pads, breaker box, breaker panel, bridge watch,
    burn rate, bus route, byline, cabin pressure, CAD, calf, call numbers, call sheet, calves,
    campaigns, canine teeth, carburetor, carburettor, card catalogue, care plan, care plans, cargo, case
    load, caseload, cash register, casting call, catheter, cattle, caulk, cavities, cavity, cell block,
    centrifuge, chainsaw, chalk, charter, charters, charting, check ride, chef, chemo, cherry picker,
    chickens laying, chisel, choir practice, CI pipeline, circuit board, citations, client brief,
    clippers, closing costs, CNC, cocktail, cocktails, code blue, code review, code reviews, codebase,
    codes blue, cold calling, cold calls, combine harvester, commission sheet, compounding, compressor,
    concrete pour, conduit, conference talk, conservation, contract law, contract work, conveyancing,
    conveyor, copy desk, core samples, court date, cow, crane, CRM, crops, cross-examination, crosswind,
    crown prep, curriculum, curtain call, customers complain, cuticles, dashboard, dashboards, dataset,
    datasets, deadline, debugging, delivery van, deploy~, deposition, depositions, dialysis,
    dictionaries, dig site, digger, discharge papers, discovery, dispatch radio, Docker, dog grooming,
    dosage, dosages, dovetail, drafts, drains, dress rehearsal, drill press, drill sergeant, drilling,
    drums of fuel, drywall, ductwork, due diligence, edit suite, eighteen-wheeler, elevations, embargo,
    embouchure, enclosure, encore, engine block, engine company, engine room, escrow, espresso machine,
    eucalyptus, evidence bag, ewe, ewes, excavator, exhibit, exhibition, experiments, expo, fares, feed
    prices, feline, fence posts, fertiliser, fertilizer, field work, fieldwork, Figma, first draft,
    fishing lodges, fittings, flight deck, flight plan, floats, flock, floor plan, floor plans, florist,
    flowers, flue, foaling, foils, foot massage table, footnote, footnotes, forklift, freelance invoice,
    fryer, fuel drums, funerals, fuse box, gaffer, galley proofs, gel, gig, gigs, glazes, gloves and
    mask, GPU, grade papers, grading, grant application, grant proposal, gravel bar, green room,
    greenhouse, grinder, group home, grout, haircut appointment, hairnet, handcuffs, harbour pilot, hard
    hat, hay, hay bales, head of cattle, headcount, hedge, heifer, heifers, hems, herd, hi-vis, hi-vis
    vest, highlights and a cut, hive, hives, hogs, hoist, hoists, home visits, homework to mark, hundred
    head, hymns, in court, InDesign, infusion, inmates, interlibrary, interpreting, intubate~,
    inventory, invoices, irrigation, IV, IVs, JavaScript, JIRA, joists, kegs, kerning, kiln, KPI, KPIs,
    Kubernetes, lab coat, lab meeting, ladder truck, lambs, lanyard, latency, lathe, latte art, layoffs,
    leash training, leather, ledger, ledgers, legacy code, lenses, lesson plan, lesson planning, lesson
    plans, lessons, letters to sort, lifting patients, lighting rig, lilies, litigation, livestock, load
    bearing, load-bearing, lobster pots, logbook, loom, mail bag, mail contract, mailbag, manuscript,
    market days, marking, marking books, master tape, meals on wheels, med pass, meds, merge conflict,
    merger, meter reading, microscope, microservices, MIG, milling machine, mise en place, mixing desk,
    molars, monolith, mood board, mop, mop bucket, mopping, Mother's Day, mouse colony, mouthpiece, MRI,
    my column, my rig, my route, my uniform, name badge, name tag, nets, neuter, office hours, offshore,
    offsite, oil change, OKRs, on-call pager, on-prem, onboarding, operating systems, outage, pager,
    pallet, pallet jack, pallets, paper deadline, parade ground, parcel, parcels, parole, patrol car,
    peer review, peonies, per line, perm, petri dish, photo desk, photo shoot, Photoshop, physics, pipe
    wrench, pipeline, pipette, pitch deck, pivot table, pivot tables, plane shavings, planning
    permission, planogram, plastering, plating, platoon, plough, plow, pointe shoes, pour concrete, PPE,
    preflight, premiums, prescription, prescriptions, press brake, press release, price gun, prod,
    production server, proofreading, protective gear, prototype, pruning, pull request, pull requests,
    quarterly, quota call, radiator, rafters, rebar, reconcile~, reconciliations, reeds, refactor~,
    refills, refinery, refrigerant, regex, register, render, renders, repairing, report cards,
    reservoir, residency, restock~, retro, reviewer two, rifle range, rigging, roadmap, robes, rookies,
    root canal, roses, runway, runway months, rushes, safeguarding, sample prep, saucier, sawdust,
    sawmill, scalpel, scan results, schema, score and parts, scrubs, scrum, seams, sear~, seedlings,
    semi, SEO, septic tank, sequencing, sermon, sermons, server room, setlist, sewer, sewing machine,
    sheet music, shingles, short position, shutter, silage, site visit, slide deck, slide decks, snake
    the drain, solder, soldering, sound check, soundcheck, soybeans, spay, specimen, spectacles,
    spindle, spreadsheet, spreadsheets, SQL, squad car, stack trace, stall, stamping press, steaming
    milk, steel toes, steel-toe, steel-toed boots, steer, steering wheel, steers, stethoscope, stitches,
    stocktake, storyboard, studio time, subpoena, substation, subtitles, survey line, suture~, swarm,
    switchgear, table six, tachograph, takeoff, tannery, tasting menu, tax returns, telemetry,
    telescope, telescope time, tenure, tenure track, term sheet, textbook, the books, the market, the
    medical, the meter, the rig, the shoot, theatre list, theodolite, thorns, TIG, tile saw, timber,
    torque wrench, tour bus, tow truck, tractor, tractors, trainees, training run, trawler, triage,
    trolley service, understudy, underwriting, union card, union dues, union rep, unit tests, upsell~,
    user research, vaccinate~, vaccination, Valentine's week, varnish, VAT, VAT return, veneer,
    ventilator, vitals, voltage, walk-in, walk-in fridge, warrant, weddings, weigh station, welding,
    weld~, wellhead, wheat harvest, whiteboard, whiteboards, wholesale, wig and gown, winch, wireframe,
    wireframes, wiring, wound care, wrap day, wreath, wreaths, X-ray, X-rays, zoning, zookeeper
"""

"""Titles of occupations by the major groups of ISCO-08.

References
----------
International Labour Organization, International Standard Classification of Occupations 2008: the ten major
groups. Which title stands in which group is this table's own.
"""

OCCUPATIONS = """
occupation | worker | manager |
    a principal, as principal, business owner, CEO, CFO, chief executive, co-founder, cofounder, COO,
    councillor, CTO, director, entrepreneur, executive, founder, general manager, head of department,
    head teacher, headmaster, headmistress, headteacher, hotelier, landlord, line manager, manager,
    managing director, mayor, MP, politician, product manager, project manager, publican, restaurant
    owner, senator, shift manager, shop owner, site manager, small business owner, store manager, team
    lead, the principal, vice president, VP
occupation | worker | professional |
    a author, a conductor, a judge, accountant, actor, actuary, anaesthetist, analyst, anesthesiologist,
    archaeologist, architect, archivist, articled clerk, as author, as conductor, as judge, astronomer,
    attorney, auditor, banker, barrister, biochemist, biologist, broker, cardiologist, cellist,
    chaplain, chemist, choreographer, civil engineer, coder, composer, consultant, copywriter,
    counsellor, counselor, curator, dancer, data analyst, data engineer, data scientist, dentist,
    designer, developer, devops, dietitian, director of photography, doctor, economist, editor,
    engineer, epidemiologist, film maker, filmmaker, financial analyst, game developer, geologist, GP,
    graphic designer, historian, illustrator, imam, interpreter, investment banker, journalist, lawyer,
    lecturer, librarian, linguist, LPN, magistrate, management consultant, marketer, mathematician,
    mechanical engineer, meteorologist, midwife, minister of religion, musician, network engineer,
    notary, novelist, nurse, nurse practitioner, occupational therapist, oncologist, optometrist,
    paediatrician, painter and sculptor, paralegal, pastor, pediatrician, pharmacist, photographer,
    physician, physicist, physio, physiotherapist, pianist, priest, product designer, professor,
    programmer, prosecutor, psychiatrist, psychologist, public defender, rabbi, radiologist, registered
    nurse, reporter, researcher, RN, schoolteacher, scientist, screenwriter, sculptor, singer, social
    worker, software architect, software developer, software engineer, solicitor, speech therapist,
    statistician, surgeon, surveyor, sysadmin, system administrator, TA, teacher, teaching assistant,
    the author, the conductor, the judge, therapist, trader, translator, tutor, urban planner, UX
    designer, vet, veterinarian, vicar, violinist, web developer
occupation | worker | technician |
    a buyer, a coach, air traffic controller, as buyer, as coach, bookkeeper, chef, co-pilot, customs
    officer, dental hygienist, detective, drafter, draughtsman, EMT, estate agent, event planner,
    executive assistant, fitness instructor, head chef, help desk, insurance agent, interior decorator,
    IT support, lab tech, lab technician, lighting technician, paramedic, personal trainer, pharmacy
    technician, phlebotomist, pilot, police inspector, radiographer, real estate agent, realtor,
    recruiter, referee, sales rep, sales representative, ship's engineer, ship's officer, sound
    engineer, sous chef, stage manager, tax inspector, technician, the buyer, the coach, vet tech, yoga
    instructor, yoga teacher
occupation | worker | office clerk |
    admin assistant, administrative assistant, bank teller, call center agent, call centre agent, clerk,
    croupier, data entry clerk, debt collector, dispatcher, filing clerk, librarian's assistant, mail
    carrier, mailman, office assistant, payroll clerk, postal worker, postman, receptionist, secretary,
    switchboard operator, teller, typist
occupation | worker | service or sales worker |
    a cook, a server, a steward, air hostess, as cook, as porter, as server, as steward, au pair,
    babysitter, barber, barista, barmaid, barman, bartender, beautician, bouncer, butler, cabin crew,
    care assistant, care worker, carer, caretaker, cashier, checkout operator, childminder, CNA, cop,
    correctional officer, dishwasher, dog groomer, dog walker, driving instructor, firefighter, flight
    attendant, fry a cook, funeral director, hairdresser, healthcare assistant, home health aide, host
    at, housekeeper, janitor, kitchen a porter, lifeguard, line a cook, makeup artist, market trader,
    nail technician, nanny, nursing assistant, police officer, prep a cook, prison officer, retail
    worker, sales assistant, salesperson, security guard, shop assistant, short-order a cook, store
    clerk, street vendor, telemarketer, the cook, the porter, the server, the steward, tour guide,
    travel agent, undertaker, waiter
occupation | worker | farm, forest or fishing worker |
    a groom, a hunter, arborist, as groom, as hunter, beekeeper, crofter, dairy farmer, farmer,
    farmhand, fisherman, forester, gardener, grower, landscaper, logger, lumberjack, ranch hand,
    rancher, shepherd, stockman, the groom, the hunter, trawlerman, tree surgeon, vintner, winemaker
occupation | worker | craft worker |
    a fitter, as fitter, auto mechanic, baker, blacksmith, bookbinder, brewer, bricklayer, builder,
    butcher, cabinetmaker, car mechanic, carpenter, cheesemaker, cobbler, decorator, dressmaker,
    electrician, glassblower, glazier, house painter, HVAC tech, jeweler, jeweller, joiner, lineman,
    locksmith, luthier, machinist, mason, mechanic, millwright, pipefitter, plasterer, plumber, potter,
    printer by trade, roofer, scaffolder, sheet metal worker, shoemaker, stonemason, tailor, the fitter,
    tool and die maker, toolmaker, upholsterer, watchmaker, welder
occupation | worker | machine operator or driver |
    assembly line worker, boiler operator, bus driver, cab driver, cabbie, chauffeur, courier, crane
    operator, deckhand, delivery driver, driller, excavator operator, factory worker, forklift driver,
    forklift operator, HGV driver, lorry driver, machine operator, miner, sailor, taxi driver, tractor
    driver, train driver, tram driver, truck driver, trucker, Uber driver, van driver
occupation | worker | worker in simple tasks |
    a porter, as porter, bin man, building labourer, car wash attendant, cleaner, day labourer, delivery
    boy, dishwasher by trade, dustman, farm labourer, fruit picker, garbage collector, hospital a
    porter, kitchen help, laborer, labourer, maid, order picker, packer, paper boy, picker, refuse
    collector, shelf stacker, street sweeper, the porter, warehouse worker, window cleaner
occupation | worker | member of the armed forces |
    a marine, airman, army officer, as marine, corporal, drill instructor, gunner, lieutenant, naval
    officer, paratrooper, private first class, sergeant, serviceman, servicewoman, soldier, the marine,
    veteran
occupation | way of working | |
    9 to 5, 9-to-5, between jobs, contractor, freelance, freelancer, full-time, gig worker, homemaker,
    intern, internship, job hunting, laid off, nine to five, part-time, PhD student, remote job, retired
    teacher, self-employed, stay at home, student, trainee, unemployed, WFH, work from home, zero hours,
    zero-hours
"""

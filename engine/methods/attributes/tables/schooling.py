"""Words of schools, degrees and studies; the group is the level of schooling."""

SCHOOLING = """
education | schooling | doctorate |
    dissertation defence, doctoral, doctoral student, doctorate, DPhil, EdD, my thesis, Ph.D, PhD, phd,
    post-doc, postdoc, PsyD, thesis defence, thesis defense, viva
education | schooling | degree |
    alma mater, alumna, alumni, alumnus, art school, arts degree, B.Sc, BA degree, bachelor degree,
    bachelor's, bachelor's degree, bachelors, BCom, BEd, BEng, BFA, BSc, BSN, business school, capstone,
    college degree, comp sci, CS degree, cum laude, degree, degrees, dissertation, engineering degree,
    English Lit, English Literature degree, Erasmus, film school, first-class honours, Fulbright, grad
    school, grad student, graduate degree, graduate school, honours, Ivy League, J.D, JD, law school,
    LLB, LLM, M.Sc, magna cum laude, master's, master's degree, masters, masters degree, MBA, MD, MEd,
    med school, medical school, MEng, MFA, MPH, MPhil, MSc, MSW, nursing school, Oxbridge, PGCE,
    philosophy degree, postgrad, postgraduate, Rhodes scholar, Russell Group, summa cum laude, thesis,
    two-one, undergrad, undergraduate, university degree, valedictorian
education | schooling | some college |
    admissions, admissions office, adviser, advisor, alma mater, alumni association, bursary, campus,
    college, college dropout, community college, coursework, credits short, dissertation topic, dorm,
    dorm room, dormitory, dorms, dropout, essay due, essays due, exam, exam season, exams, faculty,
    faculty office, finals, finals week, frat house, freshers, freshers week, freshman, frosh, GPA,
    graduate, graduated, graduates, graduation, graduation gown, group project, halls of residence,
    homework, lecture, lecture hall, lectures, library fines, midterm, midterms, my major, professor,
    reading list, registrar, revision, roommate, scholarship, scholarship student, semester, seminar,
    sophomore, student, student card, student debt, student discount, student id, student loan, student
    loans, student union, students, supervisor, syllabus, term paper, textbook, thesis advisor,
    transcript, tuition, tuition fees, tutorial, uni, university
education | schooling | trade |
    apprentice, apprenticeship, beauty school, Berufsschule, bootcamp, BTEC, certificate course, City
    and Guilds, coding bootcamp, culinary school, evening class, evening classes, HGV licence,
    journeyman, journeyman's, licence exam, license exam, licensed, my ticket, my training, night
    school, NVQ, on-the-job training, polytechnic, TAFE, technical college, the certificate, ticketed,
    trade school, trained me, training course, vocational, vocational school
education | schooling | school |
    A levels, A-levels, Abitur, baccalaureate, boarding school, Catholic school, comprehensive, convent
    school, diploma, eighth grade, eleventh grade, first in my family, first in the family, first-gen,
    GCSE, GCSEs, GED, grade school, grammar school, high school, highschool, home-schooled,
    homeschooled, ninth grade, no degree, no diploma, O levels, O-levels, private school, private school
    fees, public school, SAT score, SATs, school diploma, school leaver, school of hard knocks, school
    of life, secondary school, self taught, self-taught, sixth form, state school, tenth grade, twelfth
    grade, university of life
education | school | degree |
    ANU, Berkeley, Brown University, Caltech, Cambridge, Columbia, Cornell, Dartmouth, Duke, EPFL, ETH,
    Georgia Tech, Harvard, IIM, IIT, Imperial College, LSE, McGill, MIT, Northwestern, Notre Dame, NUS,
    NYU, Ohio State, Oxford, Penn State, Princeton, Purdue, RWTH, Sorbonne, Stanford, Todai, Trinity
    College, Tsinghua, TU Delft, U of T, UBC, UCL, UCLA, UNSW, UofT, Waterloo, Yale
education | =studied | |
    defended my thesis, did my degree, drop out, dropped out, failed the exams, finished school, left
    college, left school, left uni, majored in, majoring in, minored in, never finished, never finished
    school, never went past, passed the exams, quit school, sat the exams, sit the exams, studied
    abroad, study abroad
"""

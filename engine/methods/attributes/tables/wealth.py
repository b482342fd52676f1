"""Words of income, means and money; sums are found by their form."""

WEALTH = """
income | income | |
    a month before tax, a year before tax, allowance, an hour, an hour plus, bonus, commission,
    commissions, contract rate, day rate, dividends, earned, earnings, equity package, five figures,
    freelance income, grant money, gross, high five figures, higher rate, hourly, in tips, invoice,
    invoices, living wage, lump sum, minimum wage, my fee, my fees, my tips, net pay, overtime, overtime
    pay, pay check, pay cut, pay raise, pay rise, pay slip, paycheck, paycheque, payday, payslip,
    pension pot, per head, per hour, per line, per project, per word, raise, redundancy pay, retainer,
    royalties, RSU, RSUs, salary, seven figures, severance, side hustle, signing bonus, six figures,
    six-figure, stipend, stock options, take home, take home pay, take-home, take-home pay, tax bracket,
    tips pooled, top rate of tax, vesting, wage, wages
income | financial matter | |
    401k, allotment, asset rich, au pair, Audi, bankruptcy, beach house, beans on toast, BMW, boat
    payment, budget airline, business class, cash poor, charity, charity shop, cheap flights, Civic,
    cleaner comes, cleaning lady, Corolla, council estate, council flat, council house, country club,
    coupons, credit card debt, debt, debts, disability check, discount shelf, down payment, EBT, ends
    meet, ETF, ETFs, evicted, eviction, financial adviser, financial advisor, first class, food bank,
    food stamps, gardener, generator, golf club membership, hand-me-downs, holiday home, holiday house,
    horses, house poor, housekeeper, housing benefit, index fund, index funds, inheritance, inherited,
    instant ramen, investment property, investments, IRA, ISA, Jaguar, jobseeker's, jobseekers, lake
    house, landlord raised, Lexus, living paycheck, mansion, marina, means-tested, Mercedes, mortgage,
    mortgage payment, mortgage-free, my savings, nanny, no car, old car, on benefits, our pool,
    overdraft, paid off the mortgage, pawn shop, pawned, paycheck to paycheck, payday loan, penthouse,
    personal trainer, polo, pool guy, Porsche, portfolio, private banker, private jet, private school,
    raised the rent, ramen noodles, Range Rover, ration, rent control, rent is due, rental properties,
    rental property, Rolex, Roth, sailboat, sailing club, savings, school fees, second hand, second
    home, second job, second-hand, secondhand, section 8, ski chalet, ski pass, ski trip, SNAP, soup
    kitchen, subsidised, subsidized, subsidy, subsidy for heating, summer house, swimming pool, tax
    office, tax refund, tax return, tennis club, Tesla, the Corolla, the dole, the market stall, three
    jobs, thrift store, thrifted, townhouse, trust fund, two jobs, unemployment benefits, unemployment
    check, universal credit, vacation home, watch collection, wealth manager, welfare, wine cellar,
    yacht, yellow sticker
income | =manage | |
    afford, bankrupt, bounced, broke, can't afford, cannot afford, cash in hand, could not afford,
    couldn't afford, earn the same, I earn, I make, in debt, make ends meet, making ends meet,
    overdrawn, paid double, paid half, pay double, skint
"""

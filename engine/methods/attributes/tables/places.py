"""Names that tell a place, by country; and words of climate, landscape and daily life that do.

The group is the country, as a clause that allows the country says it.
"""

COUNTRIES = """
Afghanistan; Albania; Algeria; Angola; Argentina; Armenia; Australia; Austria; Azerbaijan; Bahamas;
Bahrain; Bangladesh; Barbados; Belarus; Belgium; Belize; Benin; Bhutan; Bolivia; Bosnia; Botswana;
Brazil; Brunei; Bulgaria; Burma; Cambodia; Cameroon; Canada; Chile; China; Colombia; Congo; Costa Rica;
Croatia; Cuba; Cyprus; Czechia; Czech Republic; Denmark; Dominican Republic; Ecuador; Egypt; El
Salvador; England; Eritrea; Estonia; Ethiopia; Fiji; Finland; France; Gambia; Germany; Ghana; Gibraltar;
Greece; Greenland; Guatemala; Guinea; Guyana; Haiti; Holland; Honduras; Hong Kong; Hungary; Iceland;
India; Indonesia; Iran; Iraq; Ireland; Israel; Italy; Ivory Coast; Jamaica; Japan; Jersey; Jordan;
Kazakhstan; Kenya; Kosovo; Kuwait; Kyrgyzstan; Laos; Latvia; Lebanon; Liberia; Libya; Lithuania;
Luxembourg; Madagascar; Malawi; Malaysia; Maldives; Mali; Malta; Mauritius; Mexico; Moldova; Monaco;
Mongolia; Montenegro; Morocco; Mozambique; Myanmar; Namibia; Nepal; Netherlands; New Zealand; Nicaragua;
Niger; Nigeria; North Macedonia; Northern Ireland; Norway; Oman; Pakistan; Palestine; Panama; Paraguay;
Peru; Philippines; Poland; Portugal; Puerto Rico; Qatar; Romania; Russia; Rwanda; Saudi Arabia;
Scotland; Senegal; Serbia; Sierra Leone; Singapore; Slovakia; Slovenia; Somalia; South Africa; South
Korea; Korea; Spain; Sri Lanka; Sudan; Suriname; Sweden; Switzerland; Syria; Taiwan; Tajikistan;
Tanzania; Thailand; Tibet; Togo; Tonga; Trinidad; Tunisia; Turkey; Turkmenistan; Uganda; Ukraine; United
Arab Emirates; UAE; United Kingdom; UK; U.K; United States; USA; U.S; Uruguay; Uzbekistan; Venezuela;
Vietnam; Wales; Yemen; Zambia; Zimbabwe
"""

LOCAL_NAMES = """
place | place | the United States |
    Alabama, Alaska, Amtrak, Anchorage, Arizona, Arkansas, Astros, Atlanta, Austin, Baltimore, BART,
    Bitterroots, Blackhawks, bodega, Boston, Bozeman, Braves, Brewers, Broncos, Brooklyn, Browns, Bulls,
    Cardinals, Carolina, Cavs, Celtics, Charlotte, cheesesteak, Chicago, Chiefs, Cleveland, Colorado,
    Colts, Connecticut, Costco, county fair, Cowboys, CTA, Cubs, D.C, Dallas, DC, deep dish, Delaware,
    Denver, Detroit, Disney World, DMV, Dodgers, Dolphins, Dunkin, Eagles, Falcons, Fenway, Florida,
    Fourth of July, Georgia, Giants, Guardians, H-E-B, Hawaii, HEB, homecoming, Honolulu, Houston,
    Idaho, Illinois, In-N-Out, Independence Day, Indianapolis, Iowa, Jersey Shore, Kansas City,
    Kentucky, Knicks, Kroger, L.A, LA, Labor Day, Lakers, Las Vegas, Long Island, Los Angeles,
    Louisiana, Louisville, Lubbock, Maine, Manhattan, Mardi Gras, Mariners, MARTA, Maryland, Memorial
    Day, Memphis, Metro Center, Mets, Miami, Michigan, Mile High City, Milwaukee, Minneapolis,
    Minnesota, Mississippi, Missoula, MLB, Montana, MTA, Nashville, NBA, Nebraska, Nevada, New
    Hampshire, New Jersey, New Mexico, New Orleans, New York, NFL, North Dakota, Nuggets, NYC, Oakland,
    Ohio, Oklahoma, Oregon, Orioles, Orlando, Packers, Padres, Patriots, Penguins, Philadelphia,
    Phillies, Philly, Phoenix, Pittsburgh, Portland, Powell's, Publix, Queens, Ravens, Red Rocks, Red
    Sox, Red Wings, Rhode Island, Rockies, Royals, Safeway, Salt Lake City, San Antonio, San Diego, San
    Francisco, Seahawks, Seattle, SEPTA, SF, Silicon Valley, South Dakota, Spurs, St Louis, St. Louis,
    Staten Island, Steelers, Super Bowl, Tampa, Target run, Tennessee, Texas, Thanksgiving, the 101, the
    405, the Bay Area, the Beltway, the Bronx, the lake wind, the Loop, the Quarter, the T, Tigers,
    Timbers, Trader Joe's, Tucson, Twin Cities, Twins game, Utah, Vegas, Venmo, Vermont, Vikings,
    Virginia, Walmart, Warriors, Washington, Wawa, Whataburger, White Sox, Wisconsin, Wrigley, Wyoming,
    Yankees, zip code
place | place | the United Kingdom |
    Aberdeen, Anfield, Arsenal, Arthur's Seat, Asda, bank holiday, BBC, Belfast, Birmingham, Bonfire
    Night, Boxing Day, Brighton, Bristol, Brummie, Cardiff, Celtic, Central line, Chelsea, chippy, City
    fan, Cornwall, council tax, cuppa, Devon, Dundee, Edinburgh, Essex, Everton, Gatwick, Geordie,
    Glasgow, Glaswegian, Greggs, haggis, Heathrow, Hogmanay, Irn-Bru, Jubilee line, Lake District,
    Lancashire, Leeds, Leicester, Liverpool, London, Lothian, Manchester, Mersey, Metrolink, MOT,
    Newcastle, NHS, Northern line, Norwich, Nottingham, Old Firm, Old Trafford, Oyster card, Piccadilly,
    Premier League, Princes Street, quid, Rangers, Sainsbury's, Salford, Scouse, scouser, Sheffield,
    Sunday roast, Sunderland, Swansea, telly, Tesco, TfL, the Clyde, the Fringe, the Highlands, the
    Pennines, the pub, the Tube, Toon, Tottenham, Victoria line, Waitrose, West Ham, Yorkshire
place | place | Ireland |
    Cork, craic, DART, Dublin, GAA, Gaeltacht, Galway, hurling, Leinster, Limerick, Munster, the Liffey,
    the Luas
place | place | Canada |
    Alberta, Blue Jays, British Columbia, Calgary, Canadian Tire, Canucks, double-double, Edmonton,
    Flames, Habs, Halifax, LCBO, Leafs, loonie, Manitoba, Montreal, Montréal, Newfoundland, Nova Scotia,
    OHIP, Oilers, Ontario, Ottawa, poutine, Quebec, Raptors, Ryerson, Saskatchewan, Senators, SkyTrain,
    Spadina, Stampede, streetcar, the 401, Tim Hortons, Timmies, toque, Toronto, TTC, Vancouver,
    Winnipeg
place | place | Australia |
    Adelaide, AFL, Anzac Day, arvo, Bondi, bottle-o, brekkie, Brisbane, Brunswick, Bunnings, Canberra,
    Collingwood, Darwin, footy, Fremantle, Harbour Bridge, Hobart, MCG, Medicare levy, Melbourne, Myki,
    NRL, Opal card, Perth, Queensland, Swanston Street, Sydney, Tasmania, the outback, Vegemite, Woolies
birthplace | place | New Zealand |
    across the ditch, All Blacks, Auckland, Canterbury, Christchurch, Dunedin, haka, hokey pokey,
    jandals, Kiwi, Maori, Māori, the ditch, Wellington
place | place | Germany |
    Autobahn, Bavaria, Bayern, Berlin, Borussia, Bundesliga, Cologne, Currywurst, Deutsche Bahn,
    Dresden, Feierabend, Frankfurt, Hamburg, Karneval, Kita, Leipzig, Munich, Oktoberfest, S-Bahn,
    Spätkauf, Stuttgart, U-Bahn
place | place | Switzerland |
    Basel, Bern, canton, cantonal, fondue, Franken, Geneva, Lausanne, Migros, raclette, SBB, the Alps,
    the Limmat, Zurich, Zürich
place | place | Austria |
    Graz, Innsbruck, Prater, Salzburg, Vienna, Wiener
place | place | France |
    arrondissement, baguette, Bordeaux, boulangerie, Brittany, Carrefour, Eiffel Tower, Lille, Lyon,
    Marseille, Normandy, Paris, Provence, PSG, RER, SNCF, Strasbourg, TGV, the Metro, the Métro,
    Toulouse
place | place | Spain |
    Andalusia, Barcelona, Barça, Bilbao, Camp Nou, Catalonia, Madrid, Malaga, Mercadona, Málaga, paella,
    Real Madrid, Renfe, Sevilla, Seville, siesta, tapas, Valencia
place | place | Portugal |
    Algarve, azulejo, azulejos, Benfica, fado, Faro, Lisboa, Lisbon, pastel de nata, Porto, sardines
place | place | Italy |
    aperitivo, Bologna, Florence, Juve, Juventus, Milan, Naples, Napoli, nonna, Roma, Rome, Sardinia,
    Serie A, Sicily, Turin, Tuscany, vaporetto, Venice
place | place | the Netherlands |
    Ajax, Albert Heijn, Amsterdam, bakfiets, dike, dikes, Dutch trains, Eindhoven, Feyenoord, King's
    Day, Rotterdam, stroopwafel, the Hague, Utrecht
place | place | Belgium |
    Antwerp, Bruges, Brussels, Flanders, Ghent, Wallonia
place | place | Scandinavia |
    Aarhus, Bergen, Copenhagen, fika, fjord, fjords, Gothenburg, Helsinki, hygge, lagom, Malmo, Malmö,
    midnight sun, midsummer, northern lights, Oslo, polar night, Reykjavik, sauna, smørrebrød,
    Stockholm, Systembolaget
place | place | Greece |
    Athens, Crete, ouzo, Santorini, souvlaki, Thessaloniki
birthplace | place | Poland |
    babcia, bigos, Gdansk, Gdańsk, Krakow, Kraków, pierogi, the Baltic, Warsaw, Wigilia, Wroclaw,
    Wrocław, zloty, złoty, Łódź, żurek
birthplace | place | Eastern Europe |
    ajvar, baba, babushka, Belgrade, borscht, Bratislava, Brno, Bucharest, Budapest, burek, Cluj, dacha,
    goulash, Kharkiv, Kiev, kolache, Kyiv, Ljubljana, Lviv, Minsk, Moscow, Odesa, Odessa, pelmeni,
    Prague, rakija, Riga, Saint Petersburg, Sarajevo, sarma, Sofia, St Petersburg, Tallinn, varenyky,
    Vilnius, Zagreb, ćevapi
birthplace | place | India |
    amma, auto rickshaw, autorickshaw, Bangalore, Bengaluru, biryani, bisi bele bath, Bombay, Calcutta,
    chai, Chennai, cricket, crore, dadi, dal, Delhi, Diwali, dosa, filter coffee, Goa, Gujarat, Holi,
    Hyderabad, idli, IPL, Jaipur, Kerala, Kolkata, lakh, lakhs, load shedding, Lucknow, Madras, monsoon,
    Mumbai, nani, power cut, Pune, Punjab, roti, rupees, sambar, saree, sari
birthplace | place | South Asia |
    Colombo, dhaba, Dhaka, Eid, hilsa, Islamabad, Jaffna, Karachi, Kathmandu, Lahore, momos, nihari
birthplace | place | China |
    baozi, Beijing, Cantonese, Chengdu, Chinese New Year, congee, dim sum, gaokao, Guangzhou, Hangzhou,
    hongbao, hot pot, hotpot, jiaozi, Kowloon, Lunar New Year, mahjong, Mandarin, MTR, Nanjing,
    renminbi, RMB, Shanghai, Shenzhen, Sichuan, Victoria Harbour, WeChat, Wuhan, Xi'an, yuan, zongzi
place | place | Japan |
    bento, Dotonbori, Fukuoka, Golden Week, hanami, Hiroshima, Hokkaido, izakaya, JET, JLPT, JR,
    karaoke, konbini, kotatsu, Kyoto, Midosuji, Nagoya, Okinawa, okonomiyaki, onsen, Osaka, pachinko,
    ramen, rice cooker, salaryman, Sapporo, Shibuya, Shinjuku, shinkansen, Suica, takoyaki, tatami,
    Tokyo, Yamanote, Yokohama
birthplace | place | Korea |
    banchan, Busan, Chuseok, hagwon, halmoni, Incheon, jjigae, kimchi, PC bang, Seoul, soju, tteokbokki
birthplace | place | the Philippines |
    adobo, balikbayan, calamansi, Cebu, Davao, halo-halo, jeepney, karaoke machine, lola, lolo, lumpia,
    Manila, pancit, pasalubong, Pinay, Pinoy, Quezon, sinigang, Tagalog, Taglish, tita, tito, typhoon,
    typhoons
birthplace | place | Southeast Asia |
    baht, Bali, Bandung, Bangkok, BTS Skytrain, Chiang Mai, Da Nang, durian, Hanoi, hawker center,
    hawker centre, HDB, Ho Chi Minh, Jakarta, kampung, KL, kopitiam, Kuala Lumpur, laksa, MRT, nasi
    goreng, nasi lemak, ojek, Penang, Phnom Penh, pho, rendang, ringgit, Saigon, sambal, satay,
    Songkran, Surabaya, Tet, tuk-tuk, Yangon
birthplace | place | Nigeria |
    Abuja, danfo, egusi, fufu, garri, Hausa, Ibadan, Igbo, JAMB, jollof, Kano, Lagos, naira, NEPA,
    Nollywood, NYSC, okada, plantain, Port Harcourt, suya, WAEC, Yoruba
birthplace | place | Africa |
    Abidjan, Accra, Addis Ababa, Alexandria, Algiers, bakkie, biltong, boda boda, braai, Cairo, Cape
    Town, Casablanca, chapo, Dakar, Dar es Salaam, Durban, Fez, Harare, harmattan, injera, Joburg,
    Johannesburg, Kampala, kenkey, Khartoum, Kigali, Kinshasa, koshari, Kumasi, Lusaka, M-Pesa,
    Marrakech, Marrakesh, matatu, Mombasa, Nairobi, nyama choma, pap and, Swahili, tagine, Tunis, ugali,
    waakye
birthplace | place | Mexico |
    abuela, abuelita, abuelo, barrio, Chivas, comal, Day of the Dead, Dia de los Muertos, Día de los
    Muertos, Guadalajara, masa, Mexico City, mija, mijo, Monterrey, Oaxaca, pesos, posadas, pozole,
    Puebla, quinceanera, quinceañera, tamales, the Virgin, Tijuana, tortilla press, tortillas, Veracruz,
    Virgin of Guadalupe
birthplace | place | Latin America |
    arepa, arepas, asado, Bogota, Bogotá, Brasília, Buenos Aires, caipirinha, Caracas, Carnaval,
    Carnival, ceviche, empanada, empanadas, farofa, feijoada, gallo pinto, Havana, La Paz, Lima,
    Managua, Medellin, Medellín, Montevideo, Panama City, pupusa, pupusas, pão de queijo, Quechua,
    Quito, Recife, Rio, Rio de Janeiro, River Plate, Rosario, Salvador, San José, San Juan, Santiago,
    Santo Domingo, Sao Paulo, São Paulo, vovó
birthplace | place | the Caribbean |
    ackee, Bridgetown, callaloo, dancehall, hurricane season, jerk chicken, Kingston, Nassau, oxtail,
    patois, Port of Spain, roti shop, soca
birthplace | place | the Middle East |
    Abu Dhabi, Aleppo, Amman, Ankara, Baghdad, Beirut, Damascus, dirham, dirhams, dishdasha, Doha,
    dolmuş, Dubai, ghormeh sabzi, Haifa, hummus, Isfahan, Istanbul, Izmir, Jeddah, Jerusalem, jiddo,
    kibbutz, Kuwait City, labneh, manakish, Nowruz, raki, Ramadan, Riyadh, shawarma, shekel, shekels,
    Shiraz, simit, tahdig, Tehran, Tel Aviv, teta
birthplace | origin | |
    accent, back home, citizenship, diaspora, expat, expats, first language, foreigner, green card, home
    country, home town, homeland, homesick, hometown, immigrant, immigrants, migrant, mother tongue,
    motherland, my accent, my passport, my people, native language, naturalised, naturalized, old
    country, passport, refugee, visa, work visa
birthplace | =come from | |
    emigrate, I come from, where I come from
birthplace | =came from | |
    born and bred, born and raised, came here from, came north, came over, emigrated, grew up in, grew
    up near, grew up on, immigrated, left with two suitcases, moved here from, raised in
"""

SURROUNDINGS = """
place | conditions | |
    AC broke, air conditioning, aircon, before four, below zero, black ice, blizzard, breeze, bushfire,
    bushfires, chinook, cold water, commuter train, cyclone, dark at four, dark at three, dark by four,
    dark mornings, darkness, daylight, degrees, drizzle, drizzling, drought, dry heat, dry season, dust
    storm, earthquake, earthquakes, endless summer, evacuation, flood season, foehn, fog rolls in, forty
    below, four seasons in one day, freeze over, freezing rain, frost, föhn, generator season, gets dark
    at, goes down before four, hail, heat dome, heat wave, heating bill, heatwave, hours of daylight,
    hours of light, humid, humidity, hurricane, hurricanes, icy, lake-effect snow, lamp for winter,
    marine layer, minus fifteen, minus ten, minus thirty, minus twenty, mistral, monsoon, monsoon rains,
    mud season, muggy, polar vortex, quakes, rain again, rainy, rainy season, sandbags, sandstorm,
    sleet, slush, snow chains, snow plough, snowdrift, snowdrifts, snowplow, storm, storm cellar,
    storms, sunny days, sunset at, sunshine, thaw, the cold, the fog, thirty below, tornado, tornado
    siren, tornadoes, trade winds, tremor, twenty below, white nights, wildfire, wildfire smoke,
    wildfires, wind chill
place | transport | |
    A1, ATV, autobahn, bike lane, bike lanes, bus lane, bus pass zone, bush plane, cable car, cable
    cars, congestion charge, county road, crosstown, dibs, dirt road, escalator, ferries, ferry, ferry
    terminal, float plane, four-wheeler, freeway, funicular, golf cart, gravel road, I-95, interstate,
    M25, metro, moped, mopeds, motorway, overground, parking space, rickshaw, ring road, roundabout,
    Route 66, S-Bahn, scooters, ski lift, ski lifts, snow machine, snowmobile, streetcar, streetcars,
    subway, the M25, the underground, toll road, tolls, train line, tram, tram line, trams, tube strike,
    turnpike, U-Bahn, vaporetto, water taxi
place | spot | |
    allotments, altitude, bayou, beach, bear spray, bears in the, boardwalk, border crossing,
    brownstone, cacti, cactus, call to prayer, canal, canals, canyon, capital, castle, cathedral,
    cathedral square, coal pits, coast, coastline, cobblestones, concert hall, consulate, cowbells,
    cul-de-sac, desert, downtown, dunes, embassy, farm country, favela, fjord, fjords, forest, glacier,
    harbor, harbour, high street, high-rise, hill, hills, houseboat, hutong, igloo, island, islands,
    islet, lagoon, lake, lake effect, lakes, lakeside, lighthouse, loch, lodge, lodges, magpies swoop,
    mangroves, market hall, miles away from, minaret, mines, moor, moors, mosque, mountain, mountains,
    national park, nearest grocery store, nearest neighbor, nearest neighbour, nearest town, old town,
    olive grove, opera house, palace, palm trees, permafrost, pier, pits, plantation, prairie,
    promenade, quarry, quay, ranger station, reef, rice fields, rice paddies, ridge, river, rivers,
    riverside, rowhouse, ruins, sea level, seaside, ski slope, ski slopes, skyscraper, skyscrapers,
    small town, stadium, steppe, suburb, sugar cane, swamp, temple, terraced house, the border, the
    capital, the plains, the slope, the square, the suburbs, the wall, tiny town, tower block, town
    square, township, tundra, uptown, valley, village, vineyards, volcano, walk-up, waterfront, woods,
    yurt
place | animal | |
    alligator, alligators, bear, bears, camels, coyote, coyotes, crocodile, crocodiles, deer in the
    yard, eagle, eagles, elk, gecko, geckos, herring, herrings, iguana, iguanas, kangaroo, kangaroos,
    koala, lizard, lizards, llama, llamas, lobster, lobsters, macaques, monkeys, moose, parakeets,
    parrots, possum, possums, puffin, puffins, raccoon, raccoons, reindeer, salmon, sardine, scorpion,
    scorpions, sea lions, seagull, seagulls, snake in, wombat, yak
"""

"""States, countries and larger regions by name: data, without rules."""

from __future__ import annotations

# fmt: off
STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia", "FL": "Florida", "GA": "Georgia",
    "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas",
    "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts",
    "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri", "MT": "Montana",
    "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico",
    "NY": "New York", "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma",
    "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota",
    "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington",
    "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming", "PR": "Puerto Rico", "GU": "Guam",
    "VI": "Virgin Islands", "AS": "American Samoa",
}
"""States of the United States and what 45 CFR 160.103 counts as such, by postal abbreviation."""

COUNTRIES = frozenset(
    """
    Afghanistan|Albania|Algeria|Andorra|Angola|Antigua|Argentina|Armenia|Aruba|Australia|Austria|Azerbaijan|
    Bahamas|Bahrain|Bangladesh|Barbados|Belarus|Belgium|Belize|Benin|Bermuda|Bhutan|Bolivia|Bosnia|
    Bosnia and Herzegovina|Botswana|Brazil|Brunei|Bulgaria|Burkina Faso|Burundi|Burma|Cambodia|Cameroon|
    Canada|Cape Verde|Cabo Verde|Central African Republic|Chad|Chile|China|Colombia|Comoros|Congo|Costa Rica|
    Croatia|Cuba|Curaçao|Cyprus|Czechia|Czech Republic|Côte d'Ivoire|Denmark|Djibouti|Dominica|
    Dominican Republic|Ecuador|Egypt|El Salvador|England|Equatorial Guinea|Eritrea|Estonia|Eswatini|Ethiopia|
    Fiji|Finland|France|Gabon|Gambia|Georgia|Germany|Ghana|Great Britain|Britain|Greece|Greenland|Grenada|
    Guatemala|Guinea|Guinea-Bissau|Guyana|Haiti|Holland|Honduras|Hungary|Iceland|India|Indonesia|Iran|Iraq|
    Ireland|Israel|Italy|Ivory Coast|Jamaica|Japan|Jordan|Kazakhstan|Kenya|Kosovo|Kuwait|Kyrgyzstan|Laos|
    Latvia|Lebanon|Lesotho|Liberia|Libya|Liechtenstein|Lithuania|Luxembourg|Macedonia|North Macedonia|
    Madagascar|Malawi|Malaysia|Maldives|Mali|Malta|Mauritania|Mauritius|Mexico|Micronesia|Moldova|Monaco|
    Mongolia|Montenegro|Morocco|Mozambique|Myanmar|Namibia|Nepal|Netherlands|New Zealand|Nicaragua|Niger|
    Nigeria|North Korea|Northern Ireland|Norway|Oman|Pakistan|Palestine|Panama|Papua New Guinea|Paraguay|
    Peru|Philippines|Poland|Portugal|Qatar|Romania|Russia|Russian Federation|Rwanda|Samoa|Saudi Arabia|
    Scotland|Senegal|Serbia|Seychelles|Sierra Leone|Singapore|Slovakia|Slovenia|Somalia|South Africa|
    South Korea|Korea|South Sudan|Soviet Union|Spain|Sri Lanka|Sudan|Suriname|Sweden|Switzerland|Syria|
    Taiwan|Tajikistan|Tanzania|Thailand|Togo|Tonga|Trinidad|Trinidad and Tobago|Tunisia|Turkey|Türkiye|
    Turkmenistan|Uganda|Ukraine|United Arab Emirates|United Kingdom|United States|United States of America|
    USA|U.S.A.|U.S.A|U.S.|US|UK|U.K.|UAE|USSR|Uruguay|Uzbekistan|Vanuatu|Venezuela|Vietnam|Viet Nam|Wales|
    Yemen|Yugoslavia|Zambia|Zimbabwe|
    Africa|America|North America|South America|Central America|Latin America|Antarctica|Asia|Europe|Oceania|
    European Union|EU|Middle East|Far East|Near East|Caribbean|Scandinavia|Balkans|New England|Midwest|
    Pacific Northwest|Southeast Asia|South Asia|East Asia|Central Asia|Eastern Europe|Western Europe|
    Central Europe|West Africa|East Africa|North Africa|Sub-Saharan Africa|Atlantic|Pacific|Earth
    """.replace("\n", "").replace("    ", "").split("|")
)
# fmt: on
"""Countries, and regions of several States or countries."""

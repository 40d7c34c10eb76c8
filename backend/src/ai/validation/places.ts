import { folded } from '../text.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'sv', 'nb', 'pl'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Countries that are also a town, and islands that a business may serve as a whole. */
const NOT_TOO_LARGE = ['SG', 'MC', 'LU', 'HK', 'MO', 'GI', 'SM', 'VA', 'JE', 'GG', 'IM'];

/** States, provinces, nations and regions of the size of a state; those named like their capital are left out. */
const STATES = `UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|USA|U.S.A.|U.S.|America|EU|Europe|Europa|Europe de l'Ouest|Asia|Africa|
Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|
Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|
New Jersey|New Mexico|New York State|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|
South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington State|West Virginia|Wisconsin|Wyoming|
Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland and Labrador|Nova Scotia|Ontario|Saskatchewan|
New South Wales|Queensland|South Australia|Tasmania|Victoria Australia|Western Australia|Northern Territory|
Baden-Württemberg|Bayern|Bavaria|Brandenburg|Hessen|Mecklenburg-Vorpommern|Niedersachsen|Lower Saxony|Nordrhein-Westfalen|NRW|
North Rhine-Westphalia|Rheinland-Pfalz|Saarland|Sachsen|Saxony|Sachsen-Anhalt|Schleswig-Holstein|Thüringen|
Burgenland|Kärnten|Niederösterreich|Oberösterreich|Steiermark|Tirol|Tyrol|Vorarlberg|
Auvergne-Rhône-Alpes|Bourgogne-Franche-Comté|Bretagne|Brittany|Centre-Val de Loire|Corse|Grand Est|Hauts-de-France|Île-de-France|
Normandie|Nouvelle-Aquitaine|Occitanie|Pays de la Loire|Provence-Alpes-Côte d'Azur|
Andalucía|Aragón|Asturias|Islas Baleares|Canarias|Cantabria|Castilla-La Mancha|Castilla y León|Cataluña|Catalunya|Extremadura|
Galicia|Navarra|País Vasco|Euskadi|
Abruzzo|Basilicata|Calabria|Campania|Emilia-Romagna|Friuli-Venezia Giulia|Lazio|Liguria|Lombardia|Marche|Molise|Piemonte|Puglia|
Sardegna|Sicilia|Toscana|Trentino-Alto Adige|Umbria|Valle d'Aosta|Veneto`;

const COUNTRIES_AND_STATES = new Set(
  [...countries(), ...STATES.split(/[|\n]+/u)].map((name) => folded(name).trim()).filter(Boolean),
);

/** Words for an area that is not a single place. */
const NO_SINGLE_PLACE =
  /\b(?:nationwide|worldwide|online|remote|everywhere|anywhere|surround\w*|nearby|beyond|within|radius|miles?|km|kilomet\w+|state of|county-wide|statewide|umgebung|umkreis|umland|bundesweit|weltweit|deutschlandweit|uberall|alentours|environs|partout|alrededores|cercanias|dintorni|ovunque|tutta|toute?s?|toda|all of|across|and|und|our|we)\b/u;

/** Districts with two names. */
const DOUBLE_NAME =
  /\b(?:brighton|bath|hammersmith|kensington|tyne|telford|redcar|barking|windsor|reigate|basingstoke|perth|dumfries|argyll|armagh|newry|lisburn|poole|bournemouth|king's lynn|epsom|hinckley|nuneaton|oadby|tonbridge|test|rhondda) and\b/u;

/** Whether a name is a country, or a state, a province or a region of that size. */
export function isCountryOrState(name: string): boolean {
  const withoutPrefix = folded(name)
    .replace(/^(?:the|state of|region|land|bundesland|provincia de|regione) /u, '')
    .trim();
  return COUNTRIES_AND_STATES.has(withoutPrefix);
}

/** Removes countries and states from the end: `Springfield, IL, USA` gives `Springfield, IL`. */
export function withoutCountry(area: string): string {
  const parts = area.split(',').map((part) => part.trim());
  while (parts.length > 1 && isCountryOrState(parts.at(-1)!)) parts.pop();
  return parts.join(', ');
}

/** Returns why a name is not that of a town or district, as the end of a sentence; undefined when it may be one. */
export function placeProblem(area: string): string | undefined {
  if (isCountryOrState(area) || /^[A-Z]{2}$/u.test(area)) return 'is a country or a state, not a town or a district';
  const isName =
    /^[\p{Lu}\p{Lo}\d'’]/u.test(area) || /^(?:la|le|les|el|los|las|den|de|il|lo|l['’])\s?\p{Lu}/u.test(area);
  const isShort = area.length <= 80 && area.split(' ').length <= 8;
  const hasAllowedCharacters = /^[\p{L}\p{M}\d\s.,'’()/&-]+$/u.test(area) && /\p{L}{2}/u.test(area);
  if (!isName || !isShort || !hasAllowedCharacters || NO_SINGLE_PLACE.test(folded(area).replace(DOUBLE_NAME, ' '))) {
    return 'is not the name of one town or district';
  }
  return undefined;
}

function countries(): string[] {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return codes.filter((code) => !NOT_TOO_LARGE.includes(code)).flatMap((code) => names.of(code) ?? []);
  });
}

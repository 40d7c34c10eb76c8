import { CLIENT_FIELDS } from '@gmb-moments/backend/contract/client-fields';
import { namesOf } from '@gmb-moments/backend/contract/record-fields';

const [BUSINESS, ...OTHERS] = namesOf(CLIENT_FIELDS);

/** The columns of an import: the fields of a client, and the agency by its name. */
export const COLUMNS = [BUSINESS!, 'agency' as const, ...OTHERS];
export type Column = (typeof COLUMNS)[number];

/** The meaning of a heading: a column, or one of the parts that are joined to a column. */
export type Meaning = { column: Column; part?: AddressPart };

export interface AddressPart {
  /** Position among the parts of the column. */
  place: number;
  /** Text before the part, if the column does not tell what it is. */
  label?: string;
}

const NAMES = new Map<string, Column>(COLUMNS.map((column) => [column.toLowerCase(), column]));

/** Other headings of the columns, in lower case and letters only. */
const SYNONYMS = new Map<string, Column>(
  Object.entries({
    name: 'business',
    businessname: 'business',
    client: 'business',
    clientname: 'business',
    company: 'business',
    companyname: 'business',
    agencyname: 'agency',
    about: 'description',
    fromthebusiness: 'description',
    businessdescription: 'description',
    media: 'mediaDescription',
    photos: 'mediaDescription',
    servicearea: 'serviceAreas',
    areas: 'serviceAreas',
    towns: 'serviceAreas',
    url: 'website',
    web: 'website',
    homepage: 'website',
    site: 'website',
    websiteurl: 'website',
    tel: 'phone',
    telephone: 'phone',
    phonenumber: 'phone',
    primaryphone: 'phone',
    location: 'address',
    streetaddress: 'address',
    social: 'socialLinks',
    socials: 'socialLinks',
    keyword: 'targetKeywords',
    keywords: 'targetKeywords',
    category: 'categories',
    note: 'notes',
    comment: 'notes',
    comments: 'notes',
  }),
);

/** Positions of the postal code and the town, which are joined on one line. */
export const POSTAL_CODE = 20;
export const TOWN = 21;

/** Headings of parts, as a Google Business Profile exports its locations and as address books do. */
const PARTS = new Map<string, Meaning>([
  ...['addressline1', 'addressline2', 'addressline3', 'addressline4', 'addressline5'].map(
    (name, place) => [name, { column: 'address', part: { place } }] as const,
  ),
  ...Object.entries({
    addressline: 0,
    street: 0,
    sublocality: 10,
    neighborhood: 10,
    postalcode: POSTAL_CODE,
    postcode: POSTAL_CODE,
    zip: POSTAL_CODE,
    zipcode: POSTAL_CODE,
    locality: TOWN,
    localitycity: TOWN,
    city: TOWN,
    town: TOWN,
    administrativearea: 30,
    administrativeareastate: 30,
    state: 30,
    stateprovince: 30,
    province: 30,
    country: 40,
    countryregion: 40,
  }).map(([name, place]) => [name, { column: 'address', part: { place } }] as const),
  ['primarycategory', { column: 'categories', part: { place: 0 } }],
  ['additionalcategories', { column: 'categories', part: { place: 1 } }],
  ['storecode', { column: 'notes', part: { place: 0, label: 'Store code' } }],
  ['additionalphones', { column: 'notes', part: { place: 1, label: 'Additional phones' } }],
  ['labels', { column: 'notes', part: { place: 2, label: 'Labels' } }],
]);

/**
 * Returns the meaning of each heading; `undefined` for one that is not imported. A match with digits has precedence
 * over one of the letters only, and a name over a synonym. If several headings mean one column, the first is used;
 * parts are joined.
 */
export function findMeanings(headings: string[]): (Meaning | undefined)[] {
  const found = headings.map((): Meaning | undefined => undefined);
  const taken = new Set<Column>();
  for (const leftOut of [/[^a-z\d]/g, /[^a-z]/g]) {
    for (const meanings of [NAMES, SYNONYMS]) {
      for (const [index, heading] of headings.entries()) {
        const column = meanings.get(heading.toLowerCase().replace(leftOut, ''));
        if (!column || taken.has(column) || found[index]) continue;
        found[index] = { column };
        taken.add(column);
      }
    }
  }
  for (const [index, heading] of headings.entries()) {
    found[index] ??= PARTS.get(heading.toLowerCase().replace(/[^a-z\d]/g, ''));
  }
  return found;
}

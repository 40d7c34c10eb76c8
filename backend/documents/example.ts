import { CLIENT_FIELDS } from '../src/contract/client-fields.js';
import { IMAGE_FIELDS } from '../src/contract/image-fields.js';
import { OPTIMIZATION_FIELDS, SUGGESTION_FIELDS } from '../src/contract/optimization-fields.js';
import type { RecordFields } from '../src/contract/record-fields.js';
import { nameIn, type Schema, type Schemas } from './schema.js';

const PICTURE = '/media/images/0b9f5f0e-6f3c-4d39-9a35-2d1f4a1c7e55';

/** What stands in the text fields of examples, by the names of the fields. */
const TEXTS: Record<string, string> = {
  owner: 'mine',
  ...[CLIENT_FIELDS, OPTIMIZATION_FIELDS, SUGGESTION_FIELDS, IMAGE_FIELDS]
    .map(examplesOf)
    .reduce((all, some) => ({ ...all, ...some })),
  actorName: 'Ada Byron',
  addressEditor: 'Ada Byron',
  brandName: 'Bright Reviews',
  captionEditor: 'Ada Byron',
  captionProvider: 'built-in',
  currentPassword: 'correct horse battery',
  cursor: '7577912345678901234-48213-4711',
  customDomain: 'review.example.com',
  code: '287082',
  key: '3f2b8c1e-5d4a-4e6f-9b7a-1c2d3e4f5a6b',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/GMB%20Moments:ada%40example.com?issuer=GMB%20Moments&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  recoveryCodes: 'k7pw-3mxa-9dtq-h2re',
  descriptionFeedback: '',
  device: 'Firefox on Windows',
  detail: '',
  keywordsFeedback: '',
  faqsFeedback: '',
  serviceAreasFeedback: '',
  servicesFeedback: '',
  domainNote: '',
  clientId: '3f2b8c1e-5d4a-4e6f-9b7a-1c2d3e4f5a6b',
  clientIds: '3f2b8c1e-5d4a-4e6f-9b7a-1c2d3e4f5a6b',
  coverUrl: `${PICTURE}/thumbnail.webp`,
  editor: 'Ada Byron',
  email: 'ada@example.com',
  entryId: '4711',
  // Of an object by section: who edited it.
  faqs: 'Ada Byron',
  keywords: 'Ada Byron',
  services: 'Ada Byron',
  feedback: 'Please show the shop from the street.',
  fileName: 'tulips.jpg',
  approvedBy: 'Maria Lopez',
  deliveredBy: 'Anna Keller',
  protected: 'eyJhbGciOiJFUzI1NiJ9',
  payload: 'eyJ0eXBlIjoiYXBwcm92YWwtY2VydGlmaWNhdGUifQ',
  signature: 'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q',
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  alg: 'ES256',
  use: 'sig',
  notAfter: '2027-01-29T09:30:00.000Z',
  kid: 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s',
  extension: 'jpg',
  momentTitle: 'Spring window',
  position: '43.6577, -70.2548',
  reason: 'It was changed after it was chosen.',
  from: 'Tulips',
  imageName: 'tulips.jpg',
  imageUrl: `${PICTURE}/original.jpg`,
  instruction: 'Name the shop, and write it shorter.',
  business: 'Bloom & Branch',
  by: 'Maria Lopez',
  jsonLd: '<script type="application/ld+json">\n{"@context": "https://schema.org", "@type": "FAQPage"}\n</script>',
  label: 'Smaller than 720 px',
  lastCharacters: 'x7Qk',
  lines: 'Wedding flowers',
  question: 'Do you deliver?',
  answer: 'Yes, every day.',
  reply: 'We made it brighter.',
  replyTo: 'hello@example.com',
  postalAddress: '12 Congress Street, Portland',
  mailRefusal: '550 5.1.1 There is no such mailbox.',
  revokedBy: 'Ada Byron',
  passcode: 'tulips 2026',
  passkey: '{"id":"Zm9yYmlk","rawId":"Zm9yYmlk","type":"public-key","response":{"signature":"MEUCIQ"}}',
  credential: '{"id":"Zm9yYmlk","rawId":"Zm9yYmlk","type":"public-key","response":{"attestationObject":"o2NmbXQ"}}',
  options: '{"challenge":"AZ3kq0xY","rpId":"moments.example.com","userVerification":"required"}',
  reviewLink: 'Zm9yYmlkZGVuLWxpbmstMQ',
  timeZone: 'Europe/Berlin',
  token: 'Zm9yYmlkZGVuLWxpbmstMQ',
  invitedBy: 'Ada Byron',
  ip: '198.51.100.7',
  dueOn: '2027-01-29',
  language: 'en',
  limit: '20',
  logoUrl: '/media/logos/5b0c9f58-7d3e-4b55-8f6e-1f0f6a0a0b10/logo.webp',
  message: 'review.example.com points to this server.',
  name: 'Ada Byron',
  newPassword: 'a longer horse battery',
  note: '',
  address: 'review@example.com',
  html: '<!doctype html><p>Maria, 10 photos wait for your decision</p>',
  problem: 'connect ECONNREFUSED 127.0.0.1:25',
  subject: 'Harbor Dental: 10 photos for you to decide',
  text: 'Maria, 10 photos wait for your decision',
  password: 'correct horse battery',
  follows: '3f2b8c1e-5d4a-4e6f-9b7a-1c2d3e4f5a6b',
  people: 'Maria Lopez',
  previewUrl: `${PICTURE}/preview.webp`,
  problems: 'The queue cannot be reached right now, so captions and suggestions wait.',
  primaryColor: '#6366f1',
  publicLink: 'q3VfX0mJk2Lr8sT1uW4yZA',
  publicOrigin: 'https://review.example.com',
  q: 'bloom',
  query: '?code=n2Jx0vQ8&state=Vf3k9sLp',
  requestId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  search: 'tulips',
  target: 'tulips',
  before: '1042',
  thumbnailUrl: `${PICTURE}/thumbnail.webp`,
  title: 'Tulips in spring',
  to: 'Tulips in spring',
  url: 'https://bloom.example.com',
  userFeedback: 'Please mention that we deliver.',
  reminderText: 'Good morning {First name}, we publish on Friday.',
  words: 'Please show the shop from the street.',
  domain: 'review.example.com',
  error: 'There is no message "unknown".',
};

function examplesOf(fields: RecordFields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { example }]) => [name, example]));
}

const BY_FORMAT: Record<string, string> = {
  binary: '(the bytes of the file)',
  uuid: '3f2b8c1e-5d4a-4e6f-9b7a-1c2d3e4f5a6b',
  date: '2027-01-29',
  'date-time': '2026-04-01T09:30:00.000Z',
};

/**
 * A value that a schema describes.
 * @param name of the field that holds it
 * @throws Error when `TEXTS` has no example for a text field
 */
export function exampleOf(schema: Schema, schemas: Schemas, name = ''): unknown {
  const { $ref, anyOf, oneOf, items, properties, additionalProperties, format, pattern } = schema;
  if ($ref) return exampleOf(schemas[nameIn($ref)]!, schemas, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const first = (anyOf ?? oneOf)?.[0];
  if (first) return exampleOf(first, schemas, name);
  const type = [schema.type].flat()[0];
  if (type === 'array') return [exampleOf(items!, schemas, name)];
  if (type === 'object') {
    const entries = Object.entries(properties ?? {}).map(([key, inner]) => [key, exampleOf(inner, schemas, key)]);
    if (typeof additionalProperties === 'object') entries.push(['title', exampleOf(additionalProperties, schemas, '')]);
    return Object.fromEntries(entries) as object;
  }
  if (type === 'integer') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  const text = BY_FORMAT[format ?? ''] ?? (pattern === '^\\d+$' ? '1042' : TEXTS[name]);
  if (text === undefined) throw new Error(`There is no example for the text field "${name}"`);
  return text;
}

import type { LinkView } from '@gmb-moments/backend/contract/links';
import { expect, type APIRequestContext, type APIResponse } from '@playwright/test';
import type { FakeDns } from '../../backend/test/fake-dns.js';
import type { FakeWebsite } from '../../backend/test/fake-website.js';
import { photoPart } from './photos.ts';
import type { RunningProduct } from './start-product.ts';

/** The running product with the services that the content needs. */
interface Product extends Pick<RunningProduct, 'url'> {
  website: FakeWebsite;
  dns: FakeDns;
}

/** Ids, paths and names of content in every state. */
export interface Showcase {
  clientId: string;
  /** Paths of reviewers' own links: to all work of the client, with a passcode, and one that was revoked. */
  namedLinks: { portal: string; locked: string; revoked: string };
  /** A moment with an image in each state. */
  momentId: string;
  /** A moment without images. */
  emptyMomentId: string;
  /** A moment with all images decided. */
  decidedMomentId: string;
  /** A moment with a resubmitted image, whose picture and texts were changed. */
  revisedMomentId: string;
  /** An optimization with suggestions in each state. */
  optimizationId: string;
  publicLink: string;
  /** An optimization after the first step of the wizard. */
  draftId: string;
  /** Domain of an agency, verified. */
  host: string;
  /** Name of that agency. */
  agency: string;
  /** Name of a colleague. */
  colleague: string;
  /** Name of an API key. */
  apiKey: string;
  /** Name of a client without content. */
  otherClient: string;
}

// A light colour, on which white text would be unreadable.
const AGENCY_COLOR = '#ffd83d';

/**
 * Creates the content over HTTP, with the requests of a signed-in admin.
 * @param nth suffix that makes names and domains unique
 */
export async function showcase(api: APIRequestContext, product: Product, nth: string): Promise<Showcase> {
  const call = caller(api, product.url);
  const names = {
    agency: `Bloom Agency ${nth}`,
    colleague: `Grace ${nth}`,
    apiKey: `Studio uploads ${nth}`,
    otherClient: `Rye Bakery ${nth}`,
  };
  const host = `review${nth}.bloom.example`;
  const agencyId = await makeAgencies(call, product, names.agency, host);
  const client = await call('/api/clients', { data: { ...PETRA, agencyId } });
  await call('/api/clients', { data: { business: names.otherClient } });
  const email = `grace${nth}@example.com`;
  await call('/api/register', { data: { name: names.colleague, email, password: 'a long password' } });
  await call('/api/api-keys', { data: { name: names.apiKey, role: 'editor', scope: 'all' } });
  const momentId = await makeMoment(call, client.id);
  const reviewer = await call(`/api/clients/${client.id}/reviewers`, { data: { name: 'Inês Sousa', language: 'pt' } });
  await call(`/api/moments/${momentId}/links`, { data: { reviewers: [{ reviewerId: reviewer.id }] } });
  const emptyMoment = await call('/api/moments', { data: { title: 'Autumn wreaths', clientId: client.id } });
  const decidedMomentId = await makeDecidedMoment(call, client.id);
  const revisedMomentId = await makeRevisedMoment(call, client.id);
  const { id: optimizationId, publicLink } = await makeOptimization(call, client.id, product.website.url);
  const draft = await call('/api/gmb-optimizations', {
    data: { clientId: client.id, businessName: 'Petra by the sea' },
  });
  const namedLinks = await makeNamedLinks(call, client.id);
  return {
    clientId: client.id,
    namedLinks,
    momentId,
    emptyMomentId: emptyMoment.id,
    decidedMomentId,
    revisedMomentId,
    optimizationId,
    publicLink,
    draftId: draft.id,
    host,
    ...names,
  };
}

type Call = (
  path: string,
  options?: Parameters<APIRequestContext['fetch']>[1],
) => Promise<{ id: string; publicLink: string; links: LinkView[] }>;

function caller(api: APIRequestContext, url: string): Call {
  return async (path, options) => {
    const response: APIResponse = await api.fetch(url + path, { method: 'POST', ...options });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return JSON.parse((await response.text()) || 'null');
  };
}

const PETRA = {
  business: 'Petra’s Flowers',
  description: 'A florist in Porto. We tie bouquets by hand with flowers of the season, and decorate weddings.',
  mediaDescription: 'Bright pictures of bouquets',
  serviceAreas: 'Porto, Matosinhos',
  targetKeywords: ['florist porto', 'wedding flowers'],
  categories: ['Florist', 'Gift shop', 'Wedding service', 'Garden centre'],
  notes: 'Calls on Mondays',
  website: 'https://petra.example',
  phone: '+351 22 123 4567',
  address: 'Rua das Flores 12, Porto',
  socialLinks: ['https://social.example/petra'],
};

/** Creates agencies: with a verified domain, with a domain that resolves elsewhere, and without one. */
async function makeAgencies(call: Call, product: Product, name: string, host: string): Promise<string> {
  product.dns.on(host, { A: ['127.0.0.1'] });
  const bloom = await call('/api/agencies', { multipart: { name, primaryColor: AGENCY_COLOR, customDomain: host } });
  await call(`/api/agencies/${bloom.id}/verify-domain`);
  await call('/api/agencies', {
    multipart: { name: 'Other & Sons', primaryColor: '#0b6e4f', customDomain: `www.${host}` },
  });
  await call('/api/agencies', { multipart: { name: 'Northlight', primaryColor: '#6366f1' } });
  return bloom.id;
}

async function makeNamedLinks(call: Call, clientId: string): Promise<Showcase['namedLinks']> {
  const make = async (name: string, options: object = {}): Promise<{ id: string; path: string }> => {
    const reviewer = await call(`/api/clients/${clientId}/reviewers`, { data: { name } });
    const data = { reviewers: [{ reviewerId: reviewer.id }], mail: false, ...options };
    const { links } = await call(`/api/clients/${clientId}/links`, { data });
    const link = links.find((one) => one.reviewer.id === reviewer.id)!;
    return { id: link.id, path: new URL(link.address!).pathname };
  };
  const revoked = await make('Rui Costa');
  await call(`/api/links/${revoked.id}/revoke`, { data: {} });
  const [portal, locked] = [await make('Ana Reis'), await make('João Silva', { passcode: 'peonies' })];
  return { portal: portal.path, locked: locked.path, revoked: revoked.path };
}

async function makeMoment(call: Call, clientId: string): Promise<string> {
  const moment = await call('/api/moments', { data: { title: 'Wedding season', clientId } });
  const [approved, rejected, pending] = await upload(call, moment.id, [
    'IMG_2041.jpg',
    'spring-bouquet-peonies.jpg',
    'DSC_0384.jpg',
    'IMG_2057.jpg',
  ]);
  await call(`/api/images/${pending}/regenerate`);
  for (const id of [approved, rejected]) await caption(call, id!);
  await call(`/api/images/${approved}/approve`, { data: {} });
  await call(`/api/images/${rejected}/reject`, { data: { feedback: 'Please name the peonies.' } });
  return moment.id;
}

async function makeDecidedMoment(call: Call, clientId: string): Promise<string> {
  const moment = await call('/api/moments', { data: { title: 'Spring', clientId } });
  const [image] = await upload(call, moment.id, ['IMG_2063.jpg']);
  await caption(call, image!);
  await call(`/api/images/${image}/approve`, { data: {} });
  return moment.id;
}

async function makeRevisedMoment(call: Call, clientId: string): Promise<string> {
  const moment = await call('/api/moments', { data: { title: 'Summer', clientId } });
  const [id] = await upload(call, moment.id, ['IMG_2088.jpg']);
  await caption(call, id!);
  await call(`/api/images/${id}/reject`, { data: { feedback: 'Please show the shop, and name the street.' } });
  const image = await photoPart('shop-front-evening.jpg');
  await call(`/api/images/${id}/replace`, { multipart: { image } });
  await call(`/api/images/${id}`, { method: 'PATCH', data: { title: 'Our shop in Rua das Flores' } });
  await call(`/api/images/${id}/resubmit`, { data: {} });
  return moment.id;
}

/** Creates a moment with three rejected images. */
export async function makeRejectedMoment(api: APIRequestContext, product: Product): Promise<string> {
  const call = caller(api, product.url);
  const client = await call('/api/clients', { data: { business: 'Rosa’s Garden' } });
  const moment = await call('/api/moments', { data: { title: 'Autumn', clientId: client.id } });
  for (const id of await upload(call, moment.id, ['IMG_2041.jpg', 'IMG_2057.jpg', 'IMG_2063.jpg'])) {
    await caption(call, id);
    await call(`/api/images/${id}/reject`, { data: { feedback: 'Too dark, please take it again in daylight.' } });
  }
  return moment.id;
}

/** Creates a moment with thirty captioned images, the first three rejected. */
export async function makeFullMoment(api: APIRequestContext, product: Product): Promise<string> {
  const call = caller(api, product.url);
  const client = await call('/api/clients', { data: { business: 'Rosa’s Garden' } });
  const moment = await call('/api/moments', { data: { title: 'All year', clientId: client.id } });
  const names = ['IMG_2041.jpg', 'IMG_2057.jpg', 'IMG_2063.jpg', 'IMG_2088.jpg', 'DSC_0384.jpg'];
  const ids = await upload(call, moment.id, Array.from({ length: 6 }, () => names).flat());
  for (const id of ids) await caption(call, id);
  for (const id of ids.slice(0, 3)) await call(`/api/images/${id}/reject`, { data: { feedback: 'Name the flowers.' } });
  return moment.id;
}

async function upload(call: Call, momentId: string, names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const images = await photoPart(name);
    const [image] = (await call('/api/upload', { multipart: { momentId, images } })) as unknown as { id: string }[];
    ids.push(image!.id);
  }
  return ids;
}

async function caption(call: Call, imageId: string): Promise<void> {
  await call(`/api/images/${imageId}`, {
    method: 'PATCH',
    data: {
      title: 'A bouquet of the season',
      description: 'Tied by hand this morning, with peonies from the market.',
      exifKeywords: 'bouquet, florist porto, peonies',
      geoAltDescription: 'A bouquet on a table in Porto',
      address: 'Rua das Flores 12, Porto',
    },
  });
}

/** Decides sections: one approved, one rejected, one resubmitted after a rejection, two undecided. */
async function makeOptimization(
  call: Call,
  clientId: string,
  website: string,
): Promise<{ id: string; publicLink: string }> {
  const optimization = await call('/api/gmb-optimizations', {
    data: {
      clientId,
      businessName: 'Petra’s Flowers',
      website,
      address: 'Rua das Flores 12, Porto',
      hours: 'Mon–Fri 9–18',
      categories: 'Florist\nGift shop',
      currentDescription: 'Florist in Porto. Nice flowers for all occasions.',
      currentServices: 'Bouquets\nWeddings',
      currentServiceAreas: 'Porto',
      currentFAQs: 'Q: Do you deliver? A: Yes, within Porto.',
    },
  });
  const path = `/api/gmb-optimizations/${optimization.id}`;
  await call(path, { method: 'PATCH', data: { status: 'in_progress' } });
  await call(`${path}/generate`);
  const decide = (section: string, data: object) =>
    call(`/api/gmb-optimizations/public/${optimization.publicLink}/approve/${section}`, { data });
  await decide('services', { status: 'approved' });
  await decide('description', { status: 'rejected', feedback: 'Please mention our workshop.' });
  await call(path, {
    method: 'PATCH',
    data: { descriptionSuggestion: 'A florist in Porto with a workshop. We tie bouquets by hand.' },
  });
  await decide('faqs', { status: 'rejected', feedback: 'We do not deliver on Sundays, please say so.' });
  return optimization;
}

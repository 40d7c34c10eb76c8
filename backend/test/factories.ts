import { randomInt, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { AgencyView } from '../src/contract/agencies.js';
import type { ClientView } from '../src/contract/clients.js';
import type { ImageView } from '../src/contract/images.js';
import type { LinkView, SharingView } from '../src/contract/links.js';
import type { MomentView } from '../src/contract/moments.js';
import type { OptimizationView } from '../src/contract/optimizations.js';
import type { InvitationView } from '../src/contract/password-links.js';
import type { ReviewerView } from '../src/contract/reviewers.js';
import type { Agent } from './app.js';

/** Makes records through the API, as staff would. Every value can be given; the rest is something plausible. */

export async function createAgency(staff: Agent, fields: Record<string, string> = {}): Promise<AgencyView> {
  const { body } = await staff
    .post('/api/agencies')
    .field({ name: 'Bright Agency', ...fields })
    .expect(201);
  return body as AgencyView;
}

export async function createClient(staff: Agent, fields: object = {}): Promise<ClientView> {
  const { body } = await staff
    .post('/api/clients')
    .send({ business: 'Rosa’s Flowers', ...fields })
    .expect(201);
  return body as ClientView;
}

export async function createMoment(staff: Agent, fields: object = {}): Promise<MomentView> {
  const clientId = 'clientId' in fields ? fields.clientId : (await createClient(staff)).id;
  const { body } = await staff
    .post('/api/moments')
    .send({ title: 'Spring window', clientId, ...fields })
    .expect(201);
  return body as MomentView;
}

/** A small JPEG; each one differs from the others. */
export function jpeg({ width = 64, height = 48 } = {}): Promise<Buffer> {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  return sharp({
    create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .jpeg()
    .toBuffer();
}

/** Adds pictures to a moment and returns its new images. */
export async function upload(staff: Agent, momentId: string, names: string[]): Promise<ImageView[]> {
  const call = staff.post('/api/upload').field('momentId', momentId);
  for (const name of names) call.attach('images', await jpeg(), { filename: name, contentType: 'image/jpeg' });
  const { body } = await call.expect(201);
  return body as ImageView[];
}

/** A moment with this many images. */
export async function createMomentWithImages(staff: Agent, count: number, fields: object = {}) {
  const moment = await createMoment(staff, fields);
  const names = Array.from({ length: count }, (_none, index) => `IMG_${1000 + index}.jpg`);
  return { moment, images: await upload(staff, moment.id, names) };
}

/** The four fields of a complete caption. */
export const CAPTION = {
  title: 'Tulips in the window',
  description: 'Red and yellow tulips stand in the shop window in the morning light.',
  exifKeywords: 'tulips, window, florist, spring, flowers',
  geoAltDescription: 'Tulips in the window of the shop in Lisbon',
};

/** An optimization of a client of its own; every value can be given. */
export async function createOptimization(staff: Agent, fields: object = {}): Promise<OptimizationView> {
  const clientId = 'clientId' in fields ? fields.clientId : (await createClient(staff)).id;
  const { body } = await staff
    .post('/api/gmb-optimizations')
    .send({ businessName: 'Rosa’s Flowers', ...fields, clientId })
    .expect(201);
  return body as OptimizationView;
}

/** A suggestion for each section, as staff may write them. */
export const SUGGESTIONS = {
  descriptionSuggestion: 'Rosa’s Flowers binds bouquets for weddings and for every day.',
  servicesSuggestion: 'Wedding flowers\nBouquets',
  serviceAreasSuggestion: 'Lisbon\nAlmada',
  faqsSuggestion: '[{"question":"Do you deliver?","answer":"Yes, in Lisbon."}]',
  keywordsSuggestion: ['florist', 'wedding flowers'],
};

/** An optimization that was submitted, with a suggestion for each section. */
export async function createSuggestedOptimization(staff: Agent, fields: object = {}): Promise<OptimizationView> {
  const { id } = await createOptimization(staff, fields);
  const { body } = await staff
    .patch(`/api/gmb-optimizations/${id}`)
    .send({ ...SUGGESTIONS, status: 'in_progress' })
    .expect(200);
  return body as OptimizationView;
}

/** A reviewer of a client. */
export async function createReviewer(staff: Agent, clientId: string, fields: object = {}): Promise<ReviewerView> {
  const { body } = await staff
    .post(`/api/clients/${clientId}/reviewers`)
    .send({ name: 'Maria Lopez', ...fields })
    .expect(201);
  return body as ReviewerView;
}

/**
 * A new reviewer's own link.
 * @param path what it opens: `moments/{id}`, `gmb-optimizations/{id}` or `clients/{id}`
 * @param options of the link, and `name` of the reviewer
 */
export async function createReviewLink(
  staff: Agent,
  path: string,
  clientId: string,
  { name, email, ...options }: { name?: string; email?: string; [option: string]: unknown } = {},
): Promise<{ reviewer: ReviewerView; link: LinkView; token: string }> {
  const reviewer = await createReviewer(staff, clientId, { ...(name && { name }), ...(email && { email }) });
  const body = { reviewers: [{ reviewerId: reviewer.id }], ...options };
  const { links } = (await staff.post(`/api/${path}/links`).send(body).expect(200)).body as SharingView;
  const link = links.find((one) => one.reviewer.id === reviewer.id)!;
  return { reviewer, link, token: link.address!.split('/r/')[1]! };
}

export async function createInvitation(staff: Agent, fields: object = {}): Promise<InvitationView> {
  const { body } = await staff
    .post('/api/invitations')
    .send({ email: `${randomUUID()}@example.com`, ...fields })
    .expect(201);
  return body as InvitationView;
}

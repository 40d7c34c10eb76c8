import { randomUUID } from 'node:crypto';
import { STAFF_PASSWORD } from '../app.js';
import { jpeg } from '../factories.js';
import type { Seed } from './access-seed.js';

type Body = object | FormData;

/** Request bodies with which an allowed request succeeds. Routes that are not listed need none. */
const BODIES: Record<string, (seed: Seed) => Body | Promise<Body>> = {
  'POST /api/login': () => ({ email: `${randomUUID()}@example.com`, password: 'a wrong password' }),
  'POST /api/register': () => ({ email: `${randomUUID()}@example.com`, password: STAFF_PASSWORD }),
  'POST /api/invitations': () => ({ email: `${randomUUID()}@example.com` }),
  'POST /api/single-sign-on/finish': () => ({ query: '?code=guessed&state=guessed' }),
  'PUT /api/single-sign-on/passwords': () => ({ areAllowed: true }),
  'POST /api/password-resets': () => ({ email: `${randomUUID()}@example.com` }),
  'POST /api/password-links/check': () => ({ token: 'a-token-that-is-guessed' }),
  'POST /api/password-links/use': () => ({ token: 'a-token-that-is-guessed', password: STAFF_PASSWORD }),
  'POST /api/factors/authenticator': () => ({ key: randomUUID(), code: '000000', currentPassword: STAFF_PASSWORD }),
  'POST /api/factors/authenticator/remove': () => ({ currentPassword: STAFF_PASSWORD }),
  'POST /api/login/passkey': () => ({ passkey: '{}' }),
  'POST /api/passkeys/options': () => ({ currentPassword: STAFF_PASSWORD }),
  'POST /api/passkeys': () => ({ credential: '{}' }),
  'PATCH /api/passkeys/:id': () => ({ name: 'Laptop' }),
  'POST /api/passkeys/:id/remove': () => ({ currentPassword: STAFF_PASSWORD }),
  'POST /api/factors/recovery-codes': () => ({ currentPassword: STAFF_PASSWORD }),
  'PUT /api/factors/requirement': () => ({ isRequired: false }),
  'POST /api/user/password': () => ({ currentPassword: STAFF_PASSWORD, newPassword: STAFF_PASSWORD }),
  'PATCH /api/user/notifications': () => ({ notify: 'daily' }),
  'POST /api/agencies': () => form({ name: 'Another agency' }),
  'PATCH /api/agencies/:id': () => form({ name: 'Renamed' }),
  'POST /api/clients': () => ({ business: 'Another client' }),
  'POST /api/client-imports': () => ({ clients: [{ business: 'An imported client' }] }),
  'PATCH /api/clients/:id': () => ({ business: 'Renamed' }),
  'POST /api/moments': ({ clients }) => ({ title: 'Another moment', clientId: clients }),
  'PATCH /api/moments/:id': () => ({ title: 'Renamed' }),
  'PUT /api/moments/:id/order': ({ images }) => ({ imageIds: [images] }),
  'POST /api/upload': async ({ moments }) => form({ momentId: moments }, { images: await jpeg() }),
  'POST /api/moments/:id/add-images': async () => form({}, { images: await jpeg() }),
  'PATCH /api/images/:id': () => ({ address: 'Rua Augusta 1, Lisbon' }),
  'POST /api/images/:id/replace': async () => form({}, { image: await jpeg() }),
  'PUT /api/images/:id/findings': () => ({ kind: 'light', isIgnored: true }),
  'POST /api/images/:id/restore': () => ({ entryId: '0' }),
  'POST /api/images/:id/approve': () => ({}),
  'POST /api/images/:id/reject': () => ({ feedback: 'Too dark' }),
  'POST /api/deliveries': ({ approved }) => ({ photos: [{ imageId: approved }] }),
  'POST /api/gmb-optimizations': ({ clients }) => ({ clientId: clients, businessName: 'Rosa’s Flowers' }),
  'PATCH /api/gmb-optimizations/:id': () => ({ hours: 'Mon-Fri' }),
  'POST /api/gmb-optimizations/:id/regenerate/:section': () => ({ userFeedback: 'Shorter' }),
  'POST /api/gmb-optimizations/:id/restore': () => ({ entryId: '0' }),
  'POST /api/gmb-optimizations/public/:publicLink/approve/:section': () => ({ status: 'approved' }),
  'POST /api/clients/:id/reviewers': () => ({ name: 'Maria Lopez' }),
  'PATCH /api/reviewers/:id': () => ({ name: 'Maria Ruiz' }),
  'POST /api/moments/:id/links': ({ reviewers }) => ({ reviewers: [{ reviewerId: reviewers }] }),
  'POST /api/gmb-optimizations/:id/links': ({ reviewers }) => ({ reviewers: [{ reviewerId: reviewers }] }),
  'POST /api/clients/:id/links': ({ reviewers }) => ({ reviewers: [{ reviewerId: reviewers }] }),
  'PATCH /api/moments/:id/sharing': () => ({ openLink: true }),
  'PATCH /api/gmb-optimizations/:id/sharing': () => ({ openLink: true }),
  'PATCH /api/clients/:id/sharing': () => ({ openLink: true }),
  'PATCH /api/links/:id': () => ({ mayDecide: true }),
  'POST /api/review-link/passcode': () => ({ passcode: 'a wrong passcode' }),
  'POST /api/api-keys': () => ({ name: 'Import', role: 'viewer', scope: 'all' }),
  'PATCH /api/api-keys/:id': () => ({ name: 'Sync' }),
  'PATCH /api/settings': () => form({ brandName: 'Renamed' }),
};

export async function bodyFor(route: string, seed: Seed): Promise<Body | undefined> {
  return BODIES[route]?.(seed);
}

function form(fields: Record<string, string>, files: Record<string, Buffer> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const [name, file] of Object.entries(files)) data.set(name, new Blob([new Uint8Array(file)]), 'photo.jpg');
  return data;
}

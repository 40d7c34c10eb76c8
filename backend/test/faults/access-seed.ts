import { randomUUID } from 'node:crypto';
import { STAFF_EMAIL, STAFF_PASSWORD, type Agent, type TestApp } from '../app.js';
import {
  createAgency,
  createClient,
  createMomentWithImages,
  createReviewLink,
  createSuggestedOptimization,
} from '../factories.js';
import type { SessionView } from '../../src/contract/sessions.js';
import { setRights } from '../colleagues.js';
import { createMail } from '../mails.js';
import type { Named } from './access-table.js';
import { recordsOf } from './fuzz-seed.js';

/** What stands for `:name` in a route. */
export type Places = Record<string, string>;

/** Content of an agency with a domain, and all that somebody needs to ask for it. */
export interface Seed {
  /** Ids, by the records that a path is about (`recordsOf`). */
  agencies: string;
  clients: string;
  moments: string;
  images: string;
  optimizations: string;
  users: string;
  reviewers: string;
  links: string;
  mails: string;
  invitations: string;
  'api-keys': string;
  deliveries: string;
  /** Of the one whose session `cookie` is. */
  passkeys: string;
  /** A session of the one whose session `cookie` is, other than it. */
  sessions: string;
  /** An image that is approved, of another moment. */
  approved: string;
  /** Of the one whose session `cookie` is. */
  notifications: string;
  publicLink: string;
  picture: string;
  /** Domain of the agency. */
  host: string;
  /** A session of staff. */
  cookie: string;
  /** A session of staff whose scope holds none of it. */
  outside: string;
}

type Accounts = Pick<Seed, 'users' | 'cookie' | 'outside'>;

/** Somebody of staff, and the sessions of others, who are used for nothing else. */
async function makeAccounts(app: TestApp): Promise<Accounts> {
  const staff = await app.staff();
  const outsider = await addColleague(staff);
  await setRights(app, outsider.id, { agencyIds: [] });
  const colleague = await addColleague(staff);
  await signIn(app, colleague);
  return {
    users: (await addColleague(staff)).id,
    cookie: await signIn(app, colleague),
    outside: await signIn(app, outsider),
  };
}

/** @param accounts that exist already; new ones unless given, which takes longer than everything else */
export async function createSeed(app: TestApp, accounts?: Accounts): Promise<Seed> {
  const staff = await app.staff();
  const { users, cookie, outside } = accounts ?? (await makeAccounts(app));
  const host = `review-${randomUUID().slice(0, 8)}.example`;
  const agency = await createAgency(staff, { customDomain: host });
  await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [agency.id]);
  const client = await createClient(staff, { agencyId: agency.id });
  const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
  const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
  const {
    images: [approved],
  } = await createMomentWithImages(staff, 1, { clientId: client.id });
  await staff.post(`/api/images/${approved!.id}/approve`).expect(200);
  const photos = [{ imageId: approved!.id }];
  const { body: delivery } = await staff.post('/api/deliveries').send({ photos }).expect(201);
  const { reviewer, link } = await createReviewLink(staff, `moments/${moment.id}`, client.id);
  await app.visitor().post(`/api/public/${moment.id}/opened`).expect(204);
  await app.notify();
  const notifications = await app.visitor().get('/api/notifications?limit=1').set('Cookie', cookie).expect(200);
  const sessions = await app.visitor().get('/api/sessions').set('Cookie', cookie).expect(200);
  return {
    sessions: (sessions.body as SessionView[]).at(-1)!.id,
    reviewers: reviewer.id,
    links: link.id,
    mails: await createMail(app.db),
    invitations: await insertInvitation(app),
    'api-keys': await insertKey(app),
    deliveries: delivery.id,
    passkeys: await insertPasskey(app, cookie),
    approved: approved!.id,
    agencies: agency.id,
    clients: client.id,
    moments: moment.id,
    images: images[0]!.id,
    optimizations: optimization.id,
    users,
    notifications: (notifications.body as [{ id: string }])[0].id,
    publicLink: optimization.publicLink,
    picture: images[0]!.imageUrl.replace(/^.*\/media\//, ''),
    host,
    cookie,
    outside,
  };
}

/** By hand: so many as are needed here are not sent in an hour. */
async function insertInvitation({ db }: TestApp): Promise<string> {
  const [invitation] = await db.query<{ id: string }[]>(
    `INSERT INTO password_links ("id", "kind", "tokenHash", "email", "invitedById", "origin", "expiresAt")
     SELECT gen_random_uuid(), 'invitation', $1, $1, "id", 'https://staff.example', now() + interval '7 days'
     FROM users WHERE "email" = $2 RETURNING "id"`,
    [`${randomUUID()}@example.com`, STAFF_EMAIL],
  );
  return invitation!.id;
}

/** By hand: as many as are needed here, one person does not have. */
async function insertKey({ db }: TestApp): Promise<string> {
  const [key] = await db.query<{ id: string }[]>(
    `INSERT INTO api_keys ("userId", "name", "tokenHash", "lastCharacters", "role", "seesAllClients")
     SELECT "id", 'Import', $1, 'x7Qk', 'viewer', true FROM users WHERE "email" = $2 RETURNING "id"`,
    [randomUUID(), STAFF_EMAIL],
  );
  return key!.id;
}

/** By hand: with one that a browser made, the sessions of its owner would end. */
async function insertPasskey(app: TestApp, cookie: string): Promise<string> {
  const { body: user } = await app.visitor().get('/api/user').set('Cookie', cookie).expect(200);
  const [passkey] = await app.db.query<{ id: string }[]>(
    `INSERT INTO passkeys ("userId", "name", "credentialId", "publicKey", "counter") VALUES ($1, 'Phone', $2, '', 0) RETURNING "id"`,
    [(user as { id: string }).id, randomUUID()],
  );
  return passkey!.id;
}

/** A reviewer's own link for each of `NAMED`: the token that its page sends, by the path that is asked for. */
export async function createNamedLinks(
  app: TestApp,
  { moments, optimizations, clients }: Seed,
): Promise<(who: Named, path: string) => string> {
  const staff = await app.staff();
  const other = await createClient(staff);
  const both = async (options: object = {}) => {
    const moment = await createReviewLink(staff, `moments/${moments}`, clients, { ...options });
    const optimization = await createReviewLink(staff, `gmb-optimizations/${optimizations}`, clients, { ...options });
    return { moment, optimization };
  };
  const decides = await both();
  const portal = await createReviewLink(staff, `clients/${clients}`, clients);
  const otherClient = await createReviewLink(staff, `clients/${other.id}`, other.id);
  const revoked = await both();
  for (const { link } of Object.values(revoked)) await staff.post(`/api/links/${link.id}/revoke`).expect(200);
  const links: Record<Named, { moment: { token: string }; optimization: { token: string } }> = {
    decides,
    looks: await both({ mayDecide: false }),
    portal: { moment: portal, optimization: portal },
    expired: await both({ expiresAt: '2026-01-01T00:00:00Z' }),
    revoked,
    noPasscode: await both({ passcode: 'tulips' }),
    otherClient: { moment: otherClient, optimization: otherClient },
    elsewhere: decides,
  };
  return (who, path) => links[who][path.includes('optimizations') ? 'optimization' : 'moment'].token;
}

async function addColleague(staff: Agent): Promise<{ id: string; email: string }> {
  const colleague = { email: `${randomUUID()}@example.com`, password: STAFF_PASSWORD };
  return (await staff.post('/api/register').send(colleague).expect(201)).body as { id: string; email: string };
}

async function signIn(app: TestApp, { email }: { email: string }): Promise<string> {
  const account = { email, password: STAFF_PASSWORD };
  // From a network of its own: those who are refused use the attempts of theirs up.
  const login = await app.visitor().post('/api/login').set('X-Forwarded-For', '192.0.2.1').send(account).expect(200);
  return login.get('Set-Cookie')![0]!.split(';')[0]!;
}

/** What a route is about, for somebody who knows it. */
export function rightPlaces(path: string, seed: Seed): Places {
  return { ...FIXED, id: seed[recordsOf(path)] ?? '', publicLink: seed.publicLink, key: seed.picture };
}

/** The same for somebody who guesses. */
export function guessedPlaces(): Places {
  const key = `images/${randomUUID()}/original.jpg`;
  return { ...FIXED, id: randomUUID(), publicLink: randomUUID().replaceAll('-', '').slice(0, 22), key };
}

/** The same for somebody whose link opens something else: it does not open this. */
export function wrongPlaces(path: string, seed: Seed): Places {
  const link = /^\/api\/(public|images)\//.test(path) ? seed.optimizations : seed.moments;
  return { ...FIXED, id: link, publicLink: link.replaceAll('-', '').slice(0, 22), key: `images/${link}/original.jpg` };
}

const FIXED = {
  section: 'faqs',
  queueName: 'no-such-queue',
  jobId: '1',
  queueStatus: 'failed',
  schedulerId: '1',
};

export function fillIn(path: string, places: Places): string {
  return path.replace('/{*key}', `/${places['key']}`).replaceAll(/:(\w+)/g, (_all, name: string) => places[name]!);
}

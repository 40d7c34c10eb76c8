import { randomUUID } from 'node:crypto';
import { STAFF_PASSWORD, type Agent, type TestApp } from '../app.js';
import { createAgency, createClient, createMomentWithImages, createSuggestedOptimization } from '../factories.js';
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
  publicLink: string;
  picture: string;
  /** Domain of the agency. */
  host: string;
  /** A session of staff. */
  cookie: string;
}

type Accounts = Pick<Seed, 'users' | 'cookie'>;

/** Somebody of staff, and the session of somebody else, who are used for nothing else. */
async function makeAccounts(app: TestApp): Promise<Accounts> {
  const staff = await app.staff();
  return { users: (await addColleague(staff)).id, cookie: await signIn(app, await addColleague(staff)) };
}

/** @param accounts that exist already; new ones unless given, which takes longer than everything else */
export async function createSeed(app: TestApp, accounts?: Accounts): Promise<Seed> {
  const staff = await app.staff();
  const { users, cookie } = accounts ?? (await makeAccounts(app));
  const host = `review-${randomUUID().slice(0, 8)}.example`;
  const agency = await createAgency(staff, { customDomain: host });
  await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [agency.id]);
  const client = await createClient(staff, { agencyId: agency.id });
  const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
  const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
  return {
    agencies: agency.id,
    clients: client.id,
    moments: moment.id,
    images: images[0]!.id,
    optimizations: optimization.id,
    users,
    publicLink: optimization.publicLink,
    picture: images[0]!.imageUrl.replace(/^.*\/media\//, ''),
    host,
    cookie,
  };
}

async function addColleague(staff: Agent): Promise<{ id: string; email: string }> {
  const colleague = { email: `${randomUUID()}@example.com`, password: STAFF_PASSWORD };
  return (await staff.post('/api/register').send(colleague).expect(201)).body as { id: string; email: string };
}

async function signIn(app: TestApp, { email }: { email: string }): Promise<string> {
  const login = await app.visitor().post('/api/login').send({ email, password: STAFF_PASSWORD }).expect(200);
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

import { ROLES } from '../../src/contract/roles.js';
import { STAFF_EMAIL, STAFF_PASSWORD, type TestApp } from '../app.js';
import type { TestSmtp } from '../smtp-server.js';
import { stretched } from '../stretched.js';
import { call } from './http.js';
import { Changes } from './scopes-changes.js';
import type { Access, State } from './scopes-model.js';
import { Reads } from './scopes-reads.js';
import { namesIn, numbers, World, type Actor } from './scopes-world.js';

const ACTORS = 8;
/** After so many steps nothing changes until everybody's lists are compared. */
const QUIET_EVERY = 200;
const READS_BESIDE = 3;
/** How long a mail may be under way after its text was read. */
const MAIL_MS = 5000;

export interface Play {
  /** The processes that are asked, in turn by chance. */
  urls: string[];
  app: TestApp;
  steps: number;
  seed: number;
  /** Takes the mails to staff, where a worker sends them. */
  smtp?: TestSmtp;
}

export interface Played {
  violations: string[];
  report: string;
  counts: Record<string, number>;
}

/**
 * Plays random changes of rights, clients and reviews with eight actors, their sessions, keys and live connections, who read at random
 * meanwhile. Whatever they receive is compared with a model: a read may be from any state between its beginning and its end, an event
 * from any of the second before.
 */
export async function playScopes({ urls, app, steps, seed, smtp }: Play): Promise<Played> {
  const admin = await signInAdmin(app, urls[0]!);
  const first: State = {
    agencies: new Set(),
    agencyOf: new Map(),
    reviews: new Map(),
    rights: new Map([[admin.userId, { role: 'admin', scope: 'all' }]]),
    // Without a token somebody signs in.
    alive: new Set(['', admin.token]),
  };
  const world = new World(urls, numbers(seed), first);
  const actors: Actor[] = [];
  const changes = new Changes(world, admin, actors, app.db);
  const reads = new Reads(world, changes);
  await prepare(changes, admin);
  for (let index = 0; index < ACTORS; index++) {
    const actor = { email: '', userId: '', session: admin, key: null, socket: null, changedAt: 0 };
    await changes.add(actor, ROLES[index % ROLES.length]!);
    actors.push(actor);
  }
  const weighted = Object.entries(changes.steps);
  const sum = weighted.reduce((total, [, [weight]]) => total + weight, 0);
  const began = Date.now();
  let mailsSeen = 0;
  for (let step = 1; step <= steps && world.violations.length < 20; step++) {
    let at = world.random() * sum;
    const [name, [, run]] = weighted.find(([, [weight]]) => (at -= weight) < 0) ?? weighted[0]!;
    const before = actors.map(({ session, key }) => [session, key]);
    for (let read = 0; read < READS_BESIDE; read++) await reads.begin();
    await run();
    world.count(`step ${name}`);
    for (const [index, { session, key }] of actors.entries()) {
      const [oldSession, oldKey] = before[index]!;
      if (oldSession !== session) reads.retire(oldSession!);
      if (oldKey !== key) reads.retire(oldKey!);
    }
    await reads.begin();
    if (smtp) mailsSeen = seeMails(world, actors, smtp, mailsSeen);
    if (step % QUIET_EVERY === 0 || step === steps) {
      await reads.finish();
      await reads.readAll(actors);
      await world.checkClosed();
      // Notifications of decisions are mailed after an hour.
      if (smtp)
        await app.db.query(`UPDATE notifications SET "at" = "at" - interval '2 hours' WHERE "mailedAt" IS NULL`);
      if (steps > 1000) process.stdout.write(`${step} steps, ${Math.round((Date.now() - began) / 1000)} s\n`);
    }
    world.check();
  }
  await reads.finish();
  world.check();
  for (const { socket } of actors) socket?.disconnect();
  return { violations: world.violations, counts: world.counts, report: reportOf(world, seed, Date.now() - began) };
}

async function signInAdmin(app: TestApp, url: string): Promise<Access> {
  await app.staff();
  const answer = await call(`${url}/api/login`, { body: { email: STAFF_EMAIL, password: STAFF_PASSWORD } });
  const token = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  const headers = { Cookie: token };
  const { body } = await call(`${url}/api/user`, { headers });
  return { token, userId: String(body['id']), headers };
}

async function prepare(changes: Changes, admin: Access): Promise<void> {
  for (let count = 0; count < 3; count++) await changes.createAgency();
  for (let count = 0; count < 10; count++) await changes.createClient(admin);
  for (let count = 0; count < 16; count++) await changes.createMoment(admin);
  for (let count = 0; count < 12; count++) await changes.upload(undefined, admin);
}

/** The mails to the actors that came since. */
function seeMails(world: World, actors: Actor[], { mails }: TestSmtp, seen: number): number {
  const to = Date.now();
  for (const { recipients, subject, text, html } of mails.slice(seen)) {
    const actor = actors.find(({ email }) => recipients.includes(email));
    world.count(actor ? 'mails to the actors' : 'mails to others');
    const names = namesIn([subject, text, html].join('\n'));
    const from = to - stretched(MAIL_MS);
    if (actor) world.see({ access: actor.session, what: `mail ${subject}`, from, to, names });
  }
  return mails.length;
}

function reportOf(world: World, seed: number, ms: number): string {
  const sorted = world.rescoped.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const counts = Object.entries(world.counts).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    `Seed ${seed}, ${Math.round(ms / 1000)} s`,
    ...counts.map(([what, count]) => `${String(count).padStart(8)} ${what}`),
    `Connections closed after a change of rights: ${sorted.length}; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`,
    `The latest event about what had left the scope: ${world.latestEventMs} ms after the acknowledgement`,
  ].join('\n');
}

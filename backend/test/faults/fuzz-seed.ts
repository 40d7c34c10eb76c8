import type { ImageView } from '../../src/contract/images.js';
import type { Agent, TestApp } from '../app.js';
import {
  CAPTION,
  createAgency,
  createClient,
  createInvitation,
  createMomentWithImages,
  createReviewLink,
  createSuggestedOptimization,
} from '../factories.js';
import { createKey } from '../api-keys.js';
import { createMail } from '../mails.js';

/** The ids of one agency with everything that the product keeps for it, by the kind of thing. */
export type Ids = Record<
  | 'agencies'
  | 'clients'
  | 'moments'
  | 'images'
  | 'optimizations'
  | 'publicLinks'
  | 'users'
  | 'reviewers'
  | 'links'
  | 'mails'
  | 'invitations'
  | 'api-keys'
  | 'notifications'
  | 'deliveries',
  string[]
>;

/** The records that `:id` means in a path. */
export function recordsOf(path: string): Exclude<keyof Ids, 'publicLinks'> {
  const [, first = ''] = /^\/api\/([\w-]+)\//.exec(path) ?? [];
  const others: Record<string, string> = { public: 'moments', 'gmb-optimizations': 'optimizations' };
  return (others[first] ?? first) as Exclude<keyof Ids, 'publicLinks'>;
}

/** Makes an agency with a client, a moment whose images are in every state, an optimization, and a member of staff. */
export async function seed(app: TestApp, name: string): Promise<Ids> {
  const staff = await app.staff();
  const agency = await createAgency(staff, { name, customDomain: `${name}.example` });
  const client = await createClient(staff, { business: `Business of ${name}`, agencyId: agency.id });
  const { moment, images } = await createMomentWithImages(staff, 4, { clientId: client.id });
  const [approved, rejected, captioned] = images as [ImageView, ImageView, ImageView];
  await staff.post(`/api/images/${approved.id}/approve`).expect(200);
  await staff.post(`/api/images/${rejected.id}/reject`).send({ feedback: 'Too dark.' }).expect(200);
  await staff.patch(`/api/images/${captioned.id}`).send(CAPTION).expect(200);
  await app.visitor().post(`/api/public/${moment.id}/opened`).expect(204);
  await app.notify();
  const { body: notifications } = await staff.get('/api/notifications?limit=1').expect(200);
  const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
  const { reviewer, link } = await createReviewLink(staff, `moments/${moment.id}`, client.id);
  const colleague = { email: `${name}@example.com`, password: 'a password of some length' };
  const { body: user } = await staff.post('/api/register').send(colleague).expect(201);
  const photos = [{ imageId: approved.id }];
  const { body: delivery } = await staff.post('/api/deliveries').send({ photos }).expect(201);
  return {
    agencies: [agency.id],
    clients: [client.id],
    moments: [moment.id],
    images: images.map(({ id }) => id),
    optimizations: [optimization.id],
    publicLinks: [optimization.publicLink],
    users: [user.id],
    reviewers: [reviewer.id],
    links: [link.id],
    mails: [await createMail(app.db)],
    invitations: [(await createInvitation(staff)).id],
    'api-keys': [(await createKey(staff)).id],
    notifications: [notifications[0].id],
    deliveries: [delivery.id],
  };
}

/** All that staff and reviewers see of these things. */
export async function sightOf(staff: Agent, ids: Ids): Promise<unknown[]> {
  const paths = [
    ...ids.agencies.map((id) => `/api/agencies/${id}`),
    ...ids.clients.flatMap((id) => [`/api/clients/${id}`, `/api/clients/${id}/reviewers`]),
    ...ids.moments.map((id) => `/api/moments/${id}/sharing`),
    ...ids.moments.flatMap((id) => [`/api/moments/${id}`, `/api/moments/${id}/images`, `/api/moments/${id}/history`]),
    ...ids.moments.flatMap((id) => [`/api/public/${id}`, `/api/public/${id}/images`]),
    ...ids.optimizations.flatMap((id) => [`/api/gmb-optimizations/${id}`, `/api/gmb-optimizations/${id}/history`]),
    ...ids.publicLinks.map((link) => `/api/gmb-optimizations/public/${link}`),
  ];
  const answers = [];
  for (const path of paths) answers.push((await staff.get(path).expect(200)).body);
  return answers;
}

/** What changes by being asked, or by itself: the end of a session, the count of attempts, totals that are merged, what was read. */
const UNSTEADY = ['sessions', 'rate_limits', 'moment_counts', 'notifications'];

/**
 * The content of every table, as one digest per table: the same as before when nothing was written. What follows from entries of
 * the history is written first, which the API does by itself half a second after them.
 */
export async function contentOf({ db, notify }: TestApp): Promise<Record<string, string>> {
  await notify();
  const tables: { name: string }[] = await db.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const kept = tables.map(({ name }) => name).filter((name) => !UNSTEADY.includes(name));
  const digests = kept.map(
    (name) => `SELECT '${name}' AS name, md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS digest FROM "${name}" t`,
  );
  const rows: { name: string; digest: string }[] = await db.query(digests.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

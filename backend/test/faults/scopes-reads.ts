import { callEach } from './http.js';
import { seesAgency, seesAll, sees, seesClient, type Access, type State } from './scopes-model.js';
import type { Changes } from './scopes-changes.js';
import { namesIn, type Actor, type World } from './scopes-world.js';

/** Lists that hold exactly what the model says, and how the model says it. */
const LISTS: Record<string, (state: State, access: Access) => string[]> = {
  '/api/clients': (state, access) => [...state.agencyOf.keys()].filter((id) => seesClient(state, access, id)),
  '/api/moments': (state, access) => reviewsOf(state, access, 'moment'),
  '/api/gmb-optimizations': (state, access) => reviewsOf(state, access, 'optimization'),
  '/api/agencies': (state, access) => [...state.agencies].filter((id) => seesAgency(state, access, id)),
};

const OTHERS = [
  '/api/search?q=Mc1',
  '/api/search?q=Mm1',
  '/api/search?q=Ma',
  '/api/work',
  '/api/notifications?limit=50',
  '/api/notifications/unread',
  '/api/user/notifications',
  '/api/user',
  '/api/mails?limit=50',
  '/api/runs/active',
  '/api/history?limit=200',
  '/api/getting-started',
  '/api/users',
  '/api/api-keys',
  '/api/clients?search=Mc&limit=5',
  '/api/moments?search=Mm&limit=5',
  '/api/moments?status=rejected',
  '/api/gmb-optimizations?search=Mo&limit=5',
];
const OF_CLIENT = ['', '/sharing', '/reviewers', '/deliverables'];
const OF_MOMENT = ['', '/images', '/history', '/sharing', '/deliverables', '/deliveries', '/runs', '/caption-run'];
const OF_OPTIMIZATION = ['', '/history', '/sharing', '/profile', '/runs'];
const OF_DELIVERY = ['', '/certificate.json', '/zip'];

function reviewsOf(state: State, access: Access, of: string): string[] {
  const reviews = [...state.reviews].filter(
    ([, { kind, clientId }]) => kind === of && seesClient(state, access, clientId),
  );
  return reviews.map(([id]) => id);
}

/** Random reads of everything that staff and their programs read. */
export class Reads {
  private readonly open = new Set<Promise<void>>();
  private readonly retired: Access[] = [];

  constructor(
    private readonly world: World,
    private readonly changes: Changes,
  ) {}

  /** Keeps a session or key that ended, which still asks now and then. */
  retire(access: Access | null): void {
    if (access) this.retired.push(access);
    if (this.retired.length > 8) this.retired.shift();
  }

  /** Begins a read; at most a dozen are under way. */
  async begin(): Promise<void> {
    if (this.open.size >= 12) await Promise.race(this.open);
    const reading = this.readOne().finally(() => this.open.delete(reading));
    this.open.add(reading);
  }

  async finish(): Promise<void> {
    await Promise.all(this.open);
  }

  private readOne(): Promise<void> {
    const { world, changes } = this;
    const random = world.random();
    if (random < 0.04 && this.retired.length > 0) return this.list(world.pick(this.retired)!, '/api/clients');
    const actor = world.pick(changes.actors)!;
    const access = actor.key && world.random() < 0.35 ? actor.key : actor.session;
    if (random < 0.3) return this.list(access, world.pick(Object.keys(LISTS))!);
    if (random < 0.6) return this.read(access, world.pick(OTHERS)!);
    return this.single(access);
  }

  /** The list is what the model says, in ids and as a total. */
  async list(access: Access, path: string): Promise<void> {
    await this.read(access, path, ({ status, body, total }) => (state) => {
      if (!state.alive.has(access.token) || !state.rights.has(access.userId))
        return status === 401 ? null : `is ${status}, not 401`;
      const expected = LISTS[path]!(state, access).toSorted().join(' ');
      const found = (body as { id: string }[]).map?.(({ id }) => id).toSorted();
      if (found?.join(' ') !== expected) return `holds ${found?.join(' ')}, not ${expected}`;
      return path === '/api/agencies' || total === found.length ? null : `has the total ${total} of ${found.length}`;
    });
  }

  /** One record, which is there for who sees it, and for nobody else. */
  private async single(access: Access): Promise<void> {
    const { world, changes } = this;
    const [id, path] = this.someRecord();
    if (!id) return;
    const isDelivery = path.startsWith('/api/deliveries/');
    await this.read(access, path, ({ status }) => (state) => {
      if (!state.alive.has(access.token) || !state.rights.has(access.userId))
        return status === 401 ? null : `is ${status}, not 401`;
      const isThere = state.reviews.has(id) || state.agencyOf.has(id) || changes.images.has(id) || isDelivery;
      const isSeen = sees(state, access, world.belongs, id);
      // A role may not download; nothing may be delivered, or another download of the same user may be running.
      if (isSeen && isThere)
        return [200, 204, 403, 404, 409].includes(status) && (status !== 404 || isDelivery) ? null : `is ${status}`;
      if (isSeen) return null;
      return [403, 404].includes(status) ? null : `is ${status}, although it is outside`;
    });
  }

  private someRecord(): [id: string | undefined, path: string] {
    const { world, changes } = this;
    const kind = world.random();
    if (kind < 0.3) {
      const id = world.pick([...world.state.agencyOf.keys()]);
      return [id, `/api/clients/${id}${world.pick(OF_CLIENT)}`];
    }
    if (kind < 0.65) {
      const id = changes.review('moment');
      return [id, `/api/moments/${id}${world.pick(OF_MOMENT)}`];
    }
    if (kind < 0.8) {
      const id = changes.review('optimization');
      return [id, `/api/gmb-optimizations/${id}${world.pick(OF_OPTIMIZATION)}`];
    }
    if (kind < 0.9) {
      const id = changes.image();
      return [id, `/api/images/${id}/position`];
    }
    const id = world.pick(changes.deliveries.slice(-20));
    return [id, `/api/deliveries/${id}${world.pick(OF_DELIVERY)}`];
  }

  private async read(
    access: Access,
    path: string,
    check?: (answer: ReadAnswer) => (state: State) => string | null,
  ): Promise<void> {
    const { world } = this;
    const from = Date.now();
    // A ZIP whose photos leave the scope is broken off.
    const answer = await fetch(world.url() + path, { headers: access.headers }).catch(() => null);
    const text =
      answer &&
      (await answer.arrayBuffer().then(
        (bytes) => Buffer.from(bytes).toString('latin1'),
        () => null,
      ));
    if (!answer || text === null) return world.count('answers broken off');
    const { status } = answer;
    if (status === 429 || status === 503) return world.count(`answers with ${status}`);
    if (status >= 500) world.fail(`${path} was answered ${status}: ${text}`);
    world.count(`read ${path.replace(/[0-9a-f-]{36}/, ':id').replace(/\?.*/, '')}`);
    const total = Number(answer.headers.get('X-Total-Count'));
    const body = answer.headers.get('Content-Type')?.includes('json') ? (JSON.parse(text) as unknown) : {};
    const observed = { access, what: `GET ${path}`, from, to: Date.now(), names: namesIn(text) };
    world.see({ ...observed, ...(check && { check: check({ status, body, total }) }) });
  }

  /** While nothing changes: all lists of all accesses, and their counts by state. */
  async readAll(actors: Actor[]): Promise<void> {
    const accesses = actors.flatMap(({ session, key }) => (key ? [session, key] : [session]));
    await callEach(
      accesses,
      async (access) => {
        for (const path of Object.keys(LISTS)) await this.list(access, path);
        if (!seesAll(this.world.state, access)) for (const path of OTHERS) await this.read(access, path);
      },
      4,
    );
  }
}

interface ReadAnswer {
  status: number;
  body: unknown;
  total: number;
}

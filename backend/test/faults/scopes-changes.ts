import { randomUUID } from 'node:crypto';
import type { LimitedScope, Scope } from '../../src/contract/rights.js';
import { isWithinRole, ROLES, type Permission, type Role } from '../../src/contract/roles.js';
import type { DataSource } from 'typeorm';
import { STAFF_PASSWORD } from '../app.js';
import { jpeg, SUGGESTIONS } from '../factories.js';
import type { Answer } from './http.js';
import { GONE, mayDo, sees, seesAgency, seesAll, seesClient, type Access, type State } from './scopes-model.js';
import { RESCOPED_MS, type Actor, type World } from './scopes-world.js';
import { stretched } from '../stretched.js';

/** Of each kind at most so many: the oldest are not removed by themselves. */
const MOST = { agencies: 5, clients: 16, reviews: 40, imagesOfMoment: 4 };
const FEWEST = { agencies: 2, clients: 6, reviews: 12 };

/** The steps that change something. Each is done by a random actor, or by an admin where it is about the team. */
export class Changes {
  readonly images = new Map<string, { momentId: string; state: 'pending' | 'decided' }>();
  readonly deliveries: string[] = [];
  private readonly publicLinks = new Map<string, string>();

  constructor(
    private readonly world: World,
    /** An admin who sees everything, and does not change. */
    private readonly admin: Access,
    readonly actors: Actor[],
    private readonly db: DataSource,
  ) {}

  /** The steps with how often they are taken. */
  readonly steps: Record<string, [weight: number, step: () => Promise<unknown>]> = {
    'change of role and scope': [14, () => this.changeRights()],
    'move of a client': [12, () => this.moveClient()],
    'move of a moment or an optimization': [8, () => this.moveReview()],
    'new agency': [2, () => this.createAgency()],
    'deleted agency': [1.5, () => this.deleteAgency()],
    'new client': [5, () => this.createClient()],
    'deleted client': [3, () => this.deleteClient()],
    'new moment': [8, () => this.createMoment()],
    'new optimization': [3, () => this.createOptimization()],
    'deleted moment or optimization': [6, () => this.deleteReview()],
    upload: [4, () => this.upload()],
    'edit of a photo': [8, () => this.editImage()],
    'edit of a client': [4, () => this.editClient()],
    'new title': [3, () => this.editMoment()],
    'deleted photo': [1, () => this.deleteImage()],
    share: [4, () => this.share()],
    'own link': [2, () => this.addLink()],
    decision: [10, () => this.decide()],
    undo: [3, () => this.undo()],
    done: [2, () => this.done()],
    delivery: [3, () => this.deliver()],
    'follow of a client': [2, () => this.follow()],
    'sign-out': [2, () => this.signOut()],
    'new key': [2, () => this.renewKey()],
    'removal and re-add': [1.5, () => this.replace()],
  };

  private get state(): State {
    return this.world.state;
  }

  private someone(): Access {
    const { session, key, changedAt } = this.world.pick(this.actors)!;
    const isKey = this.world.random() < 0.35;
    // A write by a key is broken off by the event of a change just before, and whether it was saved is then unknown.
    return key && isKey && Date.now() - changedAt > stretched(RESCOPED_MS) ? key : session;
  }

  private may(access: Access, permission: Permission, ...ids: string[]): boolean {
    return mayDo(this.state, access, permission) && ids.every((id) => sees(this.state, access, this.world.belongs, id));
  }

  private agency = () => this.world.pick([...this.state.agencies]);
  private client = () => this.world.pick([...this.state.agencyOf.keys()]);
  review(kind?: 'moment' | 'optimization'): string | undefined {
    return this.world.pick([...this.state.reviews].filter(([, one]) => !kind || one.kind === kind).map(([id]) => id));
  }
  image = () => this.world.pick([...this.images].filter(([, { momentId }]) => this.state.reviews.has(momentId)))?.[0];

  private path(id: string): string {
    return `/api/${this.state.reviews.get(id)!.kind === 'moment' ? 'moments' : 'gmb-optimizations'}/${id}`;
  }

  /** Sends a change of records that the actor has to see. */
  private async act(method: string, path: string, needs: [Permission, ...string[]], body?: unknown, then?: Then) {
    const access = this.someone();
    return this.world.change(access, { method, path, body, isAllowed: this.may(access, ...needs) }, then);
  }

  randomScope(): LimitedScope {
    const some = (ids: Iterable<string>, share: number) => [...ids].filter(() => this.world.random() < share);
    return { agencyIds: some(this.state.agencies, 0.4), clientIds: some(this.state.agencyOf.keys(), 0.15) };
  }

  private async changeRights(): Promise<void> {
    const actor = this.world.pick(this.actors)!;
    const role = this.world.pick(ROLES)!;
    const scope: Scope = role === 'admin' ? 'all' : this.randomScope();
    await this.setRights(actor, role, scope);
  }

  private async setRights(actor: Actor, role: Role, scope: Scope): Promise<void> {
    const closed = this.world.expectClosed(actor);
    actor.changedAt = Infinity;
    const request = { method: 'PATCH', path: `/api/users/${actor.userId}`, body: { role, scope } };
    const { status } = await this.world.change(this.admin, request, (state) =>
      state.rights.set(actor.userId, { role, scope }),
    );
    actor.changedAt = Date.now();
    if (status === 200) closed(this.world.versions.at(-1)!.ackedAt);
  }

  private async moveClient(): Promise<void> {
    const id = this.client();
    if (!id) return;
    const agencyId = this.world.random() < 0.15 ? null : (this.agency() ?? null);
    const body = { agencyId };
    await this.act('PATCH', `/api/clients/${id}`, ['client.manage', id], body, (state) =>
      state.agencyOf.set(id, agencyId),
    );
  }

  private async moveReview(): Promise<void> {
    const [id, clientId] = [this.review(), this.client()];
    if (!id || !clientId) return;
    await this.act('PATCH', this.path(id), ['review.edit', id, clientId], { clientId }, (state) =>
      state.reviews.set(id, { ...state.reviews.get(id)!, clientId }),
    );
  }

  async createAgency(): Promise<void> {
    if (this.state.agencies.size >= MOST.agencies) return;
    const name = this.world.marker('a');
    const body = new FormData();
    body.set('name', name);
    const request = { method: 'POST', path: '/api/agencies', body };
    await this.world.change(this.admin, request, (state, answer) => {
      const id = idIn(answer);
      state.agencies.add(id);
      this.world.belongs.set(name, [id]);
    });
  }

  private async deleteAgency(): Promise<void> {
    const id = this.agency();
    if (!id || this.state.agencies.size <= FEWEST.agencies) return;
    await this.world.change(this.admin, { method: 'DELETE', path: `/api/agencies/${id}` }, (state) => {
      this.world.removed(state, id);
      for (const [clientId, of] of state.agencyOf) if (of === id) state.agencyOf.set(clientId, null);
    });
  }

  async createClient(by = this.someone()): Promise<void> {
    if (this.state.agencyOf.size >= MOST.clients) return;
    const business = this.world.marker('c');
    const agencyId = this.agency() ?? null;
    const isSeen = agencyId === null ? seesAll(this.state, by) : seesAgency(this.state, by, agencyId);
    const isAllowed = mayDo(this.state, by, 'client.manage') && isSeen;
    const request = { method: 'POST', path: '/api/clients', body: { business, agencyId }, isAllowed };
    await this.world.change(by, request, (state, answer) => {
      state.agencyOf.set(idIn(answer), agencyId);
      this.world.belongs.set(business, [idIn(answer)]);
    });
  }

  private async deleteClient(): Promise<void> {
    const id = this.client();
    if (!id || this.state.agencyOf.size <= FEWEST.clients) return;
    await this.act('DELETE', `/api/clients/${id}`, ['client.manage', id], undefined, (state) =>
      this.world.removed(state, id),
    );
    await this.readDeliveries();
  }

  async createMoment(by = this.someone(), clientId = this.client()): Promise<void> {
    if (!clientId || this.state.reviews.size >= MOST.reviews) return;
    const title = this.world.marker('m');
    const isAllowed = this.may(by, 'review.edit', clientId);
    const request = { method: 'POST', path: '/api/moments', body: { title, clientId }, isAllowed };
    await this.world.change(by, request, (state, answer) => {
      state.reviews.set(idIn(answer), { kind: 'moment', clientId });
      this.world.belongs.set(title, [idIn(answer)]);
    });
  }

  private async createOptimization(): Promise<void> {
    const clientId = this.client();
    if (!clientId || this.state.reviews.size >= MOST.reviews) return;
    const businessName = this.world.marker('o');
    await this.act(
      'POST',
      '/api/gmb-optimizations',
      ['review.edit', clientId],
      { clientId, businessName },
      (state, answer) => {
        state.reviews.set(idIn(answer), { kind: 'optimization', clientId });
        this.world.belongs.set(businessName, [idIn(answer)]);
        this.publicLinks.set(idIn(answer), String(answer.body['publicLink']));
      },
    );
    const id = [...this.state.reviews.keys()].at(-1)!;
    if (this.state.reviews.get(id)!.kind !== 'optimization') return;
    const body = { ...SUGGESTIONS, status: 'in_progress' };
    await this.world.change(this.admin, { method: 'PATCH', path: this.path(id), body });
  }

  private async deleteReview(): Promise<void> {
    const id = this.review();
    if (!id || this.state.reviews.size <= FEWEST.reviews) return;
    await this.act('DELETE', this.path(id), ['review.delete', id], undefined, (state) => this.world.removed(state, id));
    await this.readDeliveries();
  }

  async upload(id = this.review('moment'), by = this.someone()): Promise<void> {
    if (!id || [...this.images.values()].filter(({ momentId }) => momentId === id).length >= MOST.imagesOfMoment)
      return;
    const name = this.world.marker('p');
    const body = new FormData();
    body.set('images', new Blob([new Uint8Array(await jpeg())]), `${name}.jpg`);
    const isAllowed = this.may(by, 'review.edit', id);
    await this.world.change(
      by,
      { method: 'POST', path: `/api/moments/${id}/add-images`, body, isAllowed },
      (_state, answer) => {
        const [{ id: imageId, imageUrl }] = answer.body as unknown as [{ id: string; imageUrl: string }];
        this.images.set(imageId, { momentId: id, state: 'pending' });
        for (const own of [imageId, name, ...(imageUrl.match(/[0-9a-f-]{36}/g) ?? [])])
          this.world.belongs.set(own, [id]);
      },
    );
  }

  private async editImage(): Promise<void> {
    const id = this.image();
    if (!id) return;
    const title = this.world.marker('p');
    const { momentId } = this.images.get(id)!;
    this.world.belongs.set(title, [momentId]);
    await this.act('PATCH', `/api/images/${id}`, ['review.edit', momentId], { title });
  }

  private async editClient(): Promise<void> {
    const id = this.client();
    if (!id) return;
    const business = this.world.marker('c');
    this.world.belongs.set(business, [id]);
    await this.act('PATCH', `/api/clients/${id}`, ['client.manage', id], { business });
  }

  private async editMoment(): Promise<void> {
    const id = this.review('moment');
    if (!id) return;
    const title = this.world.marker('m');
    this.world.belongs.set(title, [id]);
    await this.act('PATCH', `/api/moments/${id}`, ['review.edit', id], { title });
  }

  private async deleteImage(): Promise<void> {
    const id = this.image();
    if (!id) return;
    await this.act('DELETE', `/api/images/${id}`, ['review.edit', this.images.get(id)!.momentId], undefined, () =>
      this.images.delete(id),
    );
  }

  private async share(): Promise<void> {
    const id = this.review();
    if (id) await this.act('POST', `${this.path(id)}/share`, ['review.share', id]);
  }

  private async addLink(): Promise<void> {
    const id = this.review();
    if (!id) return;
    const { clientId } = this.state.reviews.get(id)!;
    // Without a marker: the history of a moment keeps the names of people when it moves to another client.
    const body = { name: 'Maria Lopez' };
    const path = `/api/clients/${clientId}/reviewers`;
    const answer = await this.act('POST', path, ['review.share', clientId], body, (_state, made) =>
      this.world.belongs.set(idIn(made), [clientId]),
    );
    if (answer.status !== 201) return;
    const reviewers = [{ reviewerId: idIn(answer) }];
    await this.world.change(this.admin, { method: 'POST', path: `${this.path(id)}/links`, body: { reviewers } });
  }

  /** As the client, by the open link. */
  private async decide(): Promise<void> {
    if (this.world.random() < 0.2) return this.decideOnSection();
    const id = this.image();
    if (!id) return;
    const isApproved = this.world.random() < 0.6;
    const feedback = this.world.marker('p');
    this.world.belongs.set(feedback, [this.images.get(id)!.momentId]);
    await this.visit(`/api/images/${id}/${isApproved ? 'approve' : 'reject'}`, isApproved ? {} : { feedback });
  }

  private async decideOnSection(): Promise<void> {
    const id = this.review('optimization');
    const link = id && this.publicLinks.get(id);
    if (link) await this.visit(`/api/gmb-optimizations/public/${link}/approve/faqs`, { status: 'approved' });
  }

  private async undo(): Promise<void> {
    const id = this.image();
    if (id) await this.visit(`/api/images/${id}/decision/undo`, {});
  }

  private async done(): Promise<void> {
    const id = this.review('moment');
    if (id) await this.visit(`/api/public/${id}/done`, { note: this.noteOf(id) });
  }

  private noteOf(id: string): string {
    const note = this.world.marker('m');
    this.world.belongs.set(note, [id]);
    return note;
  }

  private async visit(path: string, body: unknown): Promise<void> {
    const visitor: Access = { ...this.admin, headers: {} };
    const from = { 'X-Forwarded-For': `198.51.100.${1 + Math.floor(this.world.random() * 250)}` };
    await this.world.change(visitor, { method: 'POST', path, body, from });
  }

  private async deliver(): Promise<void> {
    const [id, other] = [this.image(), this.image()];
    if (!id || !other) return;
    const photos = [...new Set([id, other])].map((imageId) => ({ imageId }));
    const by = this.someone();
    const request = {
      method: 'POST',
      path: '/api/deliveries',
      body: { photos },
      isAllowed: this.may(by, 'review.deliver'),
    };
    await this.world.change(by, request, (_state, answer) => {
      this.deliveries.push(idIn(answer));
    });
    await this.readDeliveries();
  }

  /** Which of the photos were approved, and are left, only the product knows. */
  private async readDeliveries(): Promise<void> {
    const rows = await this.db.query<{ id: string; owners: string[] }[]>(
      `SELECT d."id", array_agg(owner) FILTER (WHERE owner <> '') AS "owners" FROM deliveries d
       CROSS JOIN jsonb_array_elements(d."photos") photo LEFT JOIN reviews r ON r."id"::text = photo->>'momentId'
       CROSS JOIN LATERAL (VALUES (photo->>'clientId'), (r."id"::text)) AS owners (owner)
       WHERE d."id" = ANY($1) GROUP BY d."id"`,
      [this.deliveries],
    );
    for (const { id, owners } of rows) this.world.belongs.set(id, owners ?? [GONE]);
  }

  private async follow(): Promise<void> {
    const id = this.client();
    if (!id) return;
    const access = this.world.pick(this.actors)!.session;
    const isAllowed = seesClient(this.state, access, id);
    await this.world.change(access, { method: 'POST', path: `/api/clients/${id}/follow`, isAllowed });
  }

  private async signOut(): Promise<void> {
    const actor = this.world.pick(this.actors)!;
    const closed = this.world.expectClosed(actor);
    await this.world.change(actor.session, { method: 'POST', path: '/api/logout' }, (state) =>
      state.alive.delete(actor.session.token),
    );
    closed(this.world.versions.at(-1)!.ackedAt);
    actor.socket?.disconnect();
    await this.signIn(actor);
  }

  async signIn(actor: Actor): Promise<void> {
    const body = { email: actor.email, password: STAFF_PASSWORD };
    const headers = {};
    const { userId } = actor;
    await this.world.change(
      { token: '', userId, headers },
      { method: 'POST', path: '/api/login', body },
      (state, answer) => {
        const token = answer.headers.getSetCookie()[0]!.split(';')[0]!;
        actor.session = { token, userId, headers: { Cookie: token } };
        state.alive.add(token);
      },
    );
    this.world.connect(actor);
  }

  async renewKey(actor = this.world.pick(this.actors)!): Promise<void> {
    const { session, key } = actor;
    const own = this.state.rights.get(actor.userId)!;
    const id = key && this.world.belongs.get(key.token)?.[0];
    if (key && id) {
      await this.world.change(session, { method: 'DELETE', path: `/api/api-keys/${id}` }, (state) =>
        state.alive.delete(key.token),
      );
      actor.key = null;
    }
    const role = this.world.pick(ROLES.filter((one) => isWithinRole(one, own.role)))!;
    const isSeen = { agency: (one: string) => own.scope !== 'all' && own.scope.agencyIds.includes(one) };
    const wanted = this.randomScope();
    const limited = {
      agencyIds: wanted.agencyIds.filter((one) => own.scope === 'all' || isSeen.agency(one)),
      clientIds: wanted.clientIds.filter((one) => seesClient(this.state, session, one)),
    };
    const scope: Scope = own.scope === 'all' && this.world.random() < 0.3 ? 'all' : limited;
    const request = { method: 'POST', path: '/api/api-keys', body: { name: 'Import', role, scope } };
    await this.world.change(session, request, (state, answer) => {
      const token = String(answer.body['token']);
      actor.key = { token, userId: actor.userId, headers: { Authorization: `Bearer ${token}` }, key: { role, scope } };
      state.alive.add(token);
      this.world.belongs.set(token, [idIn(answer)]);
    });
  }

  /** Removes a member of the team, and adds a new one in their place. */
  private async replace(): Promise<void> {
    const actor = this.world.pick(this.actors)!;
    const closed = this.world.expectClosed(actor);
    const path = `/api/users/${actor.userId}`;
    await this.world.change(this.admin, { method: 'DELETE', path }, (state) => state.rights.delete(actor.userId));
    closed(this.world.versions.at(-1)!.ackedAt);
    actor.socket?.disconnect();
    await this.add(actor);
  }

  async add(actor: Actor, role = this.world.pick(ROLES)!): Promise<void> {
    actor.email = `${randomUUID()}@example.com`;
    actor.key = null;
    const scope: Scope = role === 'admin' ? 'all' : this.randomScope();
    const body = { email: actor.email, password: STAFF_PASSWORD };
    await this.world.change(this.admin, { method: 'POST', path: '/api/register', body }, (state, answer) => {
      actor.userId = idIn(answer);
      state.rights.set(actor.userId, { role: 'admin', scope: 'all' });
    });
    await this.setRights(Object.assign(actor, { socket: null }), role, scope);
    await this.signIn(actor);
    const notify = { method: 'PATCH', path: '/api/user/notifications', body: { notify: 'at_once' } };
    await this.world.change(actor.session, notify);
    await this.renewKey(actor);
  }
}

type Then = (state: State, answer: Answer) => void;

function idIn(answer: Answer): string {
  return String(answer.body['id']);
}

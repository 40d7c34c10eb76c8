import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { stretched } from '../stretched.js';
import { call, type Answer } from './http.js';
import { copyOf, GONE, sees, type Access, type State } from './scopes-model.js';

/** Within which open connections follow a change in every process. */
export const RESCOPED_MS = 1000;
/** So many changes are kept to compare with: the slowest request overlaps fewer. */
const KEPT = 400;
/** What is known of a refused request whose connection ended before its answer was read. */
const BROKEN_OFF: Answer = { status: 403, headers: new Headers(), body: {}, text: '' };
const NAMES = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\bM[acmop]\d+x/g;

/** A change of the state: any answer to a request that overlaps it may be from before or after it. */
interface Version {
  startedAt: number;
  ackedAt: number;
  state: State;
}

/** Something that somebody of staff received, when it was asked for and when it was there (ms). */
export interface Observation {
  access: Access;
  what: string;
  from: number;
  to: number;
  /** Ids and markers in it. */
  names: Set<string>;
  /** More that must be so in one of the states that it may be from. @returns what is wrong */
  check?: (state: State) => string | null;
}

export interface Actor {
  email: string;
  userId: string;
  session: Access;
  key: Access | null;
  socket: Socket | null;
  /** When the rights changed last (ms). */
  changedAt: number;
}

/** All that the actors did and saw, compared with the model. */
export class World {
  readonly versions: Version[] = [];
  readonly belongs = new Map<string, string[]>();
  readonly counts: Record<string, number> = {};
  readonly violations: string[] = [];
  /** How long after a change of rights the sockets of that user were closed (ms). */
  readonly rescoped: number[] = [];
  /** The latest event about something outside the scope, after the change was acknowledged (ms). */
  latestEventMs = 0;
  private readonly observed: Observation[] = [];
  private readonly closing: { ackedAt: number; closed: Promise<number> }[] = [];
  private markers = 0;

  constructor(
    readonly urls: string[],
    readonly random: () => number,
    first: State,
  ) {
    this.versions.push({ startedAt: Date.now(), ackedAt: Date.now(), state: first });
  }

  get state(): State {
    return this.versions.at(-1)!.state;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.random() * items.length)];
  }

  url(): string {
    return this.pick(this.urls)!;
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** A text that stands for one record alone. @param kind one letter: agency, client, moment, optimization or photo */
  marker(kind: 'a' | 'c' | 'm' | 'o' | 'p'): string {
    return `M${kind}${++this.markers}x`;
  }

  fail(what: string): void {
    this.violations.push(what);
  }

  /** Sends one request that changes something. A success is a new state, which `change` makes of a copy of the last. */
  async change(
    access: Access,
    { method, path, body, isAllowed = true, from }: Request,
    change: (state: State, answer: Answer) => void = () => undefined,
  ): Promise<Answer> {
    const startedAt = Date.now();
    const headers = { ...access.headers, ...from, Connection: 'close' };
    const answer = await call(this.url() + path, { method, body, headers }).catch((error: unknown) => {
      // A refusal ends the connection, maybe before the whole body was sent.
      if (isAllowed) throw error;
      return BROKEN_OFF;
    });
    const ackedAt = Date.now();
    this.see({ access, what: `${method} ${path}`, from: startedAt, to: ackedAt, names: namesIn(answer.text) });
    // A deadlock, which asks to try again.
    if (answer.status === 503) this.count('changes with 503');
    else if (answer.status >= 500) this.fail(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
    const isDone = answer.status < 300;
    this.count(isDone ? 'changes done' : 'changes refused');
    if (isDone && !isAllowed) this.fail(`${method} ${path} was done, although it is not allowed (${answer.text})`);
    if (isDone) {
      const state = copyOf(this.state);
      change(state, answer);
      this.versions.push({ startedAt, ackedAt, state });
    }
    return answer;
  }

  see(observation: Observation): void {
    this.observed.push(observation);
  }

  /** Compares all that was seen until now with the states that it may be from. Call it while no change is under way. */
  check(): void {
    for (const observation of this.observed.splice(0)) this.checkOne(observation);
    this.versions.splice(0, Math.max(0, this.versions.length - KEPT));
  }

  private statesOf({ from, to }: Observation): State[] {
    return this.versions
      .filter(({ startedAt }, index) => startedAt <= to && (this.versions[index + 1]?.ackedAt ?? Infinity) >= from)
      .map(({ state }) => state);
  }

  private checkOne(observation: Observation): void {
    const { access, what, names, check } = observation;
    const states = this.statesOf(observation);
    this.count(what.startsWith('event ') ? 'events checked' : 'answers checked');
    if (what.startsWith('event ')) this.noteLate(observation);
    for (const name of names) {
      this.count('names checked');
      if (states.some((state) => sees(state, access, this.belongs, name))) continue;
      const who = `${access.key ? 'the key' : 'the session'} of ${access.userId}`;
      const rights = states.map((state) => JSON.stringify(state.rights.get(access.userId)));
      this.fail(`${what} shows ${name} (of ${this.belongs.get(name)}) to ${who}, who has ${rights.join(' or ')}`);
    }
    const wrong = check && states.map(check);
    if (wrong?.every((reason) => reason !== null)) this.fail(`${what}: ${wrong.at(-1)}`);
  }

  private noteLate({ access, to, names }: Observation): void {
    const isSeen = (state: State) => [...names].every((name) => sees(state, access, this.belongs, name));
    const now = this.versions.findLastIndex(({ startedAt }) => startedAt <= to);
    if (now < 0 || isSeen(this.versions[now]!.state)) return;
    const last = this.versions.slice(0, now).findLastIndex(({ state }) => isSeen(state));
    if (last >= 0) this.latestEventMs = Math.max(this.latestEventMs, to - this.versions[last + 1]!.ackedAt);
  }

  /** Opens a live connection at one of the processes, which comes back by itself as a page's does. */
  connect(actor: Actor): void {
    const access = actor.session;
    const options = { transports: ['websocket'], forceNew: true, reconnectionDelay: 20, reconnectionDelayMax: 100 };
    const socket = io(this.url(), { ...options, extraHeaders: access.headers, auth: { as: 'staff' } });
    actor.socket = socket;
    socket.onAny((name: string, payload: unknown) => {
      const to = Date.now();
      const names = namesIn(JSON.stringify(payload));
      this.see({ access, what: `event ${name}`, from: to - stretched(RESCOPED_MS), to, names });
    });
    socket.on('connect', () => this.count('connections'));
  }

  /** Notes how long the actor's connection stays after a change that closes it. */
  expectClosed({ socket }: Actor): (ackedAt: number) => void {
    if (!socket?.connected) return () => undefined;
    const closed = new Promise<number>((resolve) => socket.once('disconnect', () => resolve(Date.now())));
    return (ackedAt) => void this.closing.push({ ackedAt, closed });
  }

  /** Waits for the connections that have to be closed, and notes when they were. */
  async checkClosed(): Promise<void> {
    for (const { ackedAt, closed } of this.closing.splice(0)) {
      const tooLong = new Promise<number>((resolve) => setTimeout(() => resolve(Infinity), 30_000).unref());
      const ms = Math.max(0, (await Promise.race([closed, tooLong])) - ackedAt);
      this.rescoped.push(ms);
      if (ms > stretched(RESCOPED_MS))
        this.fail(`a connection was closed ${ms} ms after the rights of its user changed`);
    }
  }

  removed(state: State, id: string): void {
    this.belongs.set(id, [state.reviews.get(id)?.clientId ?? GONE]);
    state.reviews.delete(id);
    state.agencies.delete(id);
    if (!state.agencyOf.delete(id)) return;
    for (const [reviewId, review] of state.reviews) if (review.clientId === id) this.removed(state, reviewId);
  }
}

interface Request {
  method: string;
  path: string;
  body?: unknown;
  isAllowed?: boolean;
  from?: Record<string, string>;
}

/** The ids and markers in a text. */
export function namesIn(text: string): Set<string> {
  return new Set([...text.matchAll(NAMES)].map(([name]) => name));
}

/** Numbers from 0 to below 1 that look random, the same for each seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const newEmail = (): string => `${randomUUID()}@example.com`;

import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Subscription } from 'rxjs';
import type { StaffActor } from '../access/actor.js';
import { EventSubscriber } from '../platform/events/event-subscriber.js';
import type { PublishedEvent } from '../platform/events/publish.js';

/** The longest time that a timer takes. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** An answer to a session or to an API key: it has the id of one of them. */
interface OpenAnswer {
  userId: string;
  sessionId?: string;
  keyId?: string;
  response: Response;
}

/**
 * The answers to staff and their programs that this process is giving, downloads included. They are broken off when their session
 * or key ends, or when what its user may do changes. Writes of a session go on: their answers are short, and the session decided
 * whether they are saved. Those of keys are uploads of programs, which ask again.
 */
@Injectable()
export class OpenAnswers implements OnModuleInit, BeforeApplicationShutdown {
  private readonly subscriptions = new Subscription();
  private readonly answers = new Set<OpenAnswer>();
  private endings = 0;

  constructor(private readonly subscriber: EventSubscriber) {}

  onModuleInit(): void {
    this.subscriptions.add(this.subscriber.all.subscribe((event) => this.onEvent(event)));
    // What was published without a connection is unknown: running downloads end, and later requests check the session.
    const isUnsure = ({ keyId, response }: OpenAnswer): boolean => keyId !== undefined || response.headersSent;
    this.subscriptions.add(this.subscriber.gap.subscribe(() => this.end(isUnsure)));
  }

  beforeApplicationShutdown(): void {
    this.subscriptions.unsubscribe();
  }

  /** Notes a read by a session until its answer ends. Call it before the session is looked up, which may end meanwhile. */
  addRead({ method, sessionID: sessionId, res }: Request, userId: string): void {
    if (['GET', 'HEAD'].includes(method)) this.add({ userId, sessionId, response: res! });
  }

  /** Looks a key up so that none is found which ended meanwhile, and whose answer would not be broken off. */
  async findKey<T>(lookup: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = this.endings;
      const found = await lookup();
      if (before === this.endings) return found;
    }
  }

  /** Notes a request by a key until its answer ends, or the key expires. Call it as soon as the key is found. */
  addByKey({ apiKeyId, userId }: StaffActor, expiresAt: Date | null, response: Response): void {
    this.add({ userId, keyId: apiKeyId!, response });
    const leftMs = expiresAt ? expiresAt.getTime() - Date.now() : TIMER_MAX_MS;
    const timer = setTimeout(() => response.destroy(), Math.min(Math.max(leftMs, 0), TIMER_MAX_MS)).unref();
    response.once('close', () => clearTimeout(timer));
  }

  private add(answer: OpenAnswer): void {
    this.answers.add(answer);
    answer.response.once('close', () => this.answers.delete(answer));
  }

  private onEvent({ name, payload }: PublishedEvent): void {
    if (name === 'session.ended') this.end(({ sessionId }) => sessionId === payload.sessionId);
    if (name === 'api_key.ended') this.end(({ keyId }) => keyId === payload.keyId);
    if (name === 'rights.changed') this.end(({ userId }) => userId === payload.userId);
    if (name === 'credentials.changed') {
      const isKept = ({ sessionId }: OpenAnswer): boolean =>
        sessionId !== undefined && sessionId === payload.keptSessionId;
      this.end((answer) => answer.userId === payload.userId && !isKept(answer));
    }
  }

  private end(isEnded: (answer: OpenAnswer) => boolean): void {
    this.endings += 1;
    for (const answer of this.answers) if (isEnded(answer)) answer.response.destroy();
  }
}

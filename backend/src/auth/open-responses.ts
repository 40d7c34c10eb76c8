import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Subscription } from 'rxjs';
import type { StaffActor } from '../access/actor.js';
import { EventSubscriber } from '../platform/events/event-subscriber.js';
import type { PublishedEvent } from '../platform/events/publish.js';

/** Maximum delay of a timer. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** A response to a session or to an API key: exactly one of the two ids is set. */
interface OpenResponse {
  userId: string;
  sessionId?: string;
  keyId?: string;
  response: Response;
}

/**
 * The responses to staff and their programs that this process has not finished, including downloads. They are aborted
 * when their session or key ends, or when the rights of the user change. Writes by sessions are not aborted: their
 * responses are short, and they were authorized when they began. Writes by keys are aborted, because programs retry
 * their uploads.
 */
@Injectable()
export class OpenResponses implements OnModuleInit, BeforeApplicationShutdown {
  private readonly subscriptions = new Subscription();
  private readonly responses = new Set<OpenResponse>();
  private endCount = 0;

  constructor(private readonly subscriber: EventSubscriber) {}

  onModuleInit(): void {
    this.subscriptions.add(this.subscriber.all.subscribe((event) => this.onEvent(event)));
    // Events may have been missed without a connection, so running downloads are aborted. Later requests check the
    // session.
    const isUnsure = ({ keyId, response }: OpenResponse): boolean => keyId !== undefined || response.headersSent;
    this.subscriptions.add(this.subscriber.gap.subscribe(() => this.end(isUnsure)));
  }

  beforeApplicationShutdown(): void {
    this.subscriptions.unsubscribe();
  }

  /**
   * Registers a read by a session until its response ends. Call it before looking the session up, which may end
   * meanwhile.
   */
  addRead({ method, sessionID: sessionId, res }: Request, userId: string): void {
    if (['GET', 'HEAD'].includes(method)) this.add({ userId, sessionId, response: res! });
  }

  /**
   * Looks a key up; again if any key or session ended meanwhile, because that key's response would not be aborted.
   */
  async findKey<T>(lookup: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = this.endCount;
      const found = await lookup();
      if (before === this.endCount) return found;
    }
  }

  /** Registers a request by a key until its response ends or the key expires. Call it as soon as the key is found. */
  addByKey({ apiKeyId, userId }: StaffActor, expiresAt: Date | null, response: Response): void {
    this.add({ userId, keyId: apiKeyId!, response });
    const leftMs = expiresAt ? expiresAt.getTime() - Date.now() : TIMER_MAX_MS;
    const timer = setTimeout(() => response.destroy(), Math.min(Math.max(leftMs, 0), TIMER_MAX_MS)).unref();
    response.once('close', () => clearTimeout(timer));
  }

  private add(answer: OpenResponse): void {
    this.responses.add(answer);
    answer.response.once('close', () => this.responses.delete(answer));
  }

  private onEvent({ name, payload }: PublishedEvent): void {
    if (name === 'session.ended') this.end(({ sessionId }) => sessionId === payload.sessionId);
    if (name === 'api_key.ended') this.end(({ keyId }) => keyId === payload.keyId);
    if (name === 'rights.changed') this.end(({ userId }) => userId === payload.userId);
    if (name === 'credentials.changed') {
      const isKept = ({ sessionId }: OpenResponse): boolean =>
        sessionId !== undefined && sessionId === payload.keptSessionId;
      this.end((answer) => answer.userId === payload.userId && !isKept(answer));
    }
  }

  private end(isEnded: (answer: OpenResponse) => boolean): void {
    this.endCount += 1;
    for (const answer of this.responses) if (isEnded(answer)) answer.response.destroy();
  }
}

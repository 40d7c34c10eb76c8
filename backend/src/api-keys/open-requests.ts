import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Response } from 'express';
import { Subscription } from 'rxjs';
import type { StaffActor } from '../access/actor.js';
import { EventSubscriber } from '../platform/events/event-subscriber.js';
import type { PublishedEvent } from '../platform/events/publish.js';

/** The longest time that a timer takes. */
const TIMER_MAX_MS = 2 ** 31 - 1;

interface OpenRequest {
  keyId: string;
  userId: string;
  response: Response;
}

/**
 * The requests by API keys that this process is answering. Downloads and uploads are broken off when their key is revoked or
 * expires, and when its owner is removed or may something else than before; a program then asks again.
 */
@Injectable()
export class OpenRequests implements OnModuleInit, BeforeApplicationShutdown {
  private readonly subscriptions = new Subscription();
  private readonly requests = new Set<OpenRequest>();
  private endings = 0;

  constructor(private readonly subscriber: EventSubscriber) {}

  onModuleInit(): void {
    this.subscriptions.add(this.subscriber.all.subscribe((event) => this.onEvent(event)));
    // What was published without a connection is unknown.
    this.subscriptions.add(this.subscriber.gap.subscribe(() => this.end(() => true)));
  }

  beforeApplicationShutdown(): void {
    this.subscriptions.unsubscribe();
  }

  /** Looks a key up so that none is found which ended meanwhile, and whose request would not be broken off. */
  async find<T>(lookup: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = this.endings;
      const found = await lookup();
      if (before === this.endings) return found;
    }
  }

  /** Notes a request until its answer ends. */
  add({ apiKeyId, userId }: StaffActor, expiresAt: Date | null, response: Response): void {
    const request = { keyId: apiKeyId!, userId, response };
    this.requests.add(request);
    const leftMs = expiresAt ? expiresAt.getTime() - Date.now() : TIMER_MAX_MS;
    const timer = setTimeout(() => response.destroy(), Math.min(Math.max(leftMs, 0), TIMER_MAX_MS)).unref();
    response.once('close', () => {
      clearTimeout(timer);
      this.requests.delete(request);
    });
  }

  private onEvent({ name, payload }: PublishedEvent): void {
    if (name === 'api_key.ended') this.end(({ keyId }) => keyId === payload.keyId);
    if (name === 'credentials.changed' || name === 'rights.changed')
      this.end(({ userId }) => userId === payload.userId);
  }

  private end(isEnded: (request: OpenRequest) => boolean): void {
    this.endings += 1;
    for (const request of this.requests) if (isEnded(request)) request.response.destroy();
  }
}

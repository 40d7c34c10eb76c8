import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Subscription } from 'rxjs';
import { EventSubscriber } from '../platform/events/event-subscriber.js';
import type { PublishedEvent } from '../platform/events/publish.js';

interface OpenRead {
  sessionId: string;
  userId: string;
  response: Response;
}

/**
 * The reads of staff that this process is answering, downloads included. They are broken off when their session ends, or when
 * what its user may do changes. Writes go on: their answers are short, and the session decided whether they are saved.
 */
@Injectable()
export class OpenReads implements OnModuleInit, BeforeApplicationShutdown {
  private readonly subscriptions = new Subscription();
  private readonly reads = new Set<OpenRead>();

  constructor(private readonly subscriber: EventSubscriber) {}

  onModuleInit(): void {
    this.subscriptions.add(this.subscriber.all.subscribe((event) => this.onEvent(event)));
    // What was published without a connection is unknown: downloads begin again, and answers that follow read the session anew.
    this.subscriptions.add(this.subscriber.gap.subscribe(() => this.end(({ response }) => response.headersSent)));
  }

  beforeApplicationShutdown(): void {
    this.subscriptions.unsubscribe();
  }

  /** Notes a read until its answer ends. Call it before the session is looked up, which may end meanwhile. */
  add({ method, sessionID: sessionId, res }: Request, userId: string): void {
    if (!['GET', 'HEAD'].includes(method)) return;
    const read = { sessionId, userId, response: res! };
    this.reads.add(read);
    read.response.once('close', () => this.reads.delete(read));
  }

  private onEvent({ name, payload }: PublishedEvent): void {
    if (name === 'session.ended') this.end(({ sessionId }) => sessionId === payload.sessionId);
    if (name === 'rights.changed') this.end(({ userId }) => userId === payload.userId);
    if (name === 'credentials.changed') {
      this.end(({ userId, sessionId }) => userId === payload.userId && sessionId !== payload.keptSessionId);
    }
  }

  private end(isEnded: (read: OpenRead) => boolean): void {
    for (const read of this.reads) if (isEnded(read)) read.response.destroy();
  }
}

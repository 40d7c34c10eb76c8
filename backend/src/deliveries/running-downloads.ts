import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Response } from 'express';
import { Subscription } from 'rxjs';
import { DataSource } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { findRowFor } from '../access/look-ups.js';
import { currentActor } from '../api-keys/current-actor.js';
import { EventSubscriber } from '../platform/events/event-subscriber.js';
import type { EventName } from '../platform/events/publish.js';
import { Delivery } from './delivery.entity.js';

/** Events after which a client or a moment may be outside a scope, although the scope did not change. */
const SCOPE_EVENTS: EventName[] = ['client.moved', 'review.moved', 'agency.deleted'];

interface Download {
  deliveryId: string;
  by: StaffActor;
  response: Response;
}

/**
 * The running downloads of this process by users with a limited scope. A download is aborted if a photo of its
 * delivery leaves the scope because its client or moment was moved. If the scope itself changes, `OpenResponses` aborts
 * it.
 */
@Injectable()
export class RunningDownloads implements OnModuleInit, BeforeApplicationShutdown {
  private readonly downloads = new Set<Download>();
  private readonly subscriptions = new Subscription();

  constructor(
    private readonly db: DataSource,
    private readonly subscriber: EventSubscriber,
  ) {}

  onModuleInit(): void {
    const onEvent = (name: EventName): void => {
      if (SCOPE_EVENTS.includes(name)) for (const download of this.downloads) void this.check(download);
    };
    this.subscriptions.add(this.subscriber.all.subscribe(({ name }) => onEvent(name)));
  }

  beforeApplicationShutdown(): void {
    this.subscriptions.unsubscribe();
  }

  /**
   * Registers a download until its response ends. Call it before the delivery is looked up, since photos may move
   * meanwhile.
   */
  add(deliveryId: string, by: StaffActor, response: Response): void {
    if (by.scope === 'all') return;
    const download = { deliveryId, by, response };
    this.downloads.add(download);
    response.once('close', () => this.downloads.delete(download));
  }

  private async check({ deliveryId, by, response }: Download): Promise<void> {
    // If the look-up fails, the download is aborted as well.
    const isSeen = await this.isSeen(deliveryId, by).catch(() => false);
    if (!isSeen) response.destroy();
  }

  /** With the current rights of an API key, whose scope depends on the agencies of clients. */
  private async isSeen(deliveryId: string, by: StaffActor): Promise<boolean> {
    const { manager } = this.db;
    const current = await currentActor(manager, by, 'review.deliver');
    return (await findRowFor(current, manager, Delivery, deliveryId)) !== null;
  }
}

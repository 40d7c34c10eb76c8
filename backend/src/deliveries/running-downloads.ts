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

/** Events after which a client, or one of its moments, may lie outside a scope that itself stays as it is. */
const MOVES: EventName[] = ['client.moved', 'review.moved', 'agency.deleted'];

interface Download {
  deliveryId: string;
  by: StaffActor;
  response: Response;
}

/**
 * The downloads of this process by those who see some clients. One is broken off when a photo of its delivery leaves their scope by a
 * move of its client or moment; when the scope itself changes, `OpenAnswers` does it.
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
      if (MOVES.includes(name)) for (const download of this.downloads) void this.check(download);
    };
    this.subscriptions.add(this.subscriber.all.subscribe(({ name }) => onEvent(name)));
  }

  beforeApplicationShutdown(): void {
    this.subscriptions.unsubscribe();
  }

  /** Notes a download until its answer ends. Call it before the delivery is looked up, whose photos may move meanwhile. */
  add(deliveryId: string, by: StaffActor, response: Response): void {
    if (by.scope === 'all') return;
    const download = { deliveryId, by, response };
    this.downloads.add(download);
    response.once('close', () => this.downloads.delete(download));
  }

  private async check({ deliveryId, by, response }: Download): Promise<void> {
    // What cannot be looked up is not sent on either.
    const isSeen = await this.isSeen(deliveryId, by).catch(() => false);
    if (!isSeen) response.destroy();
  }

  /** By the key as it is now: what it shares with its owner depends on the agencies of clients. */
  private async isSeen(deliveryId: string, by: StaffActor): Promise<boolean> {
    const { manager } = this.db;
    const current = await currentActor(manager, by, 'review.deliver');
    return (await findRowFor(current, manager, Delivery, deliveryId)) !== null;
  }
}

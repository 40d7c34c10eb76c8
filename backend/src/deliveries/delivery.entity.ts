import { Column, Entity } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import type { DeliveryFormat } from '../contract/delivery-rules.js';
import type { DeliveryState, DeliveryView, WithheldView } from '../contract/deliveries.js';
import type { FileFacts } from './manifest.js';

/** A chosen photo, at the version that was approved when the delivery was created. */
export interface ChosenPhoto {
  imageId: string;
  momentId: string;
  /** The client; deleting it also removes this entry. */
  clientId: string;
  version: number;
  /** Path of its file within the ZIP, without extension. */
  path: string;
  /** Facts of the delivered file, and the folder of its pictures in the storage; missing until it is delivered. */
  delivered?: FileFacts & { fileId: string };
}

/** Approved photos that are delivered as one ZIP. */
@Entity('deliveries')
export class Delivery extends BaseRecord {
  static readonly scopedBy = ['photos', 'photos'] as const;

  /** Name of the ZIP. */
  @Column('text')
  fileName!: string;

  @Column('text')
  format!: DeliveryFormat;

  /** Whether GPS positions stay in the files. */
  @Column('boolean')
  hasPosition!: boolean;

  /** Whether the ZIP has `manifest.csv`. */
  @Column('boolean')
  hasTable!: boolean;

  @Column('jsonb')
  photos!: ChosenPhoto[];

  /** The photos that were left out. */
  @Column('jsonb', { default: [] })
  withheld!: WithheldView[];

  /** The user who is downloading it, or did so last. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** End of the lease of the running download; `null` if none runs. */
  @Column('timestamptz', { nullable: true })
  leasedUntil!: Date | null;

  /** When it was last downloaded completely. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  /** Name of the member of staff who downloaded it at `endedAt`. */
  @Column('text', { nullable: true })
  deliveredBy!: string | null;

  /** `failed`: somebody began a download that did not end. */
  get state(): DeliveryState {
    if (this.leasedUntil) return this.leasedUntil.getTime() > Date.now() ? 'sending' : 'failed';
    if (this.endedAt) return 'done';
    return this.userId ? 'failed' : 'waiting';
  }
}

/** The delivery, as staff see it. */
export function presentDelivery(delivery: Delivery): DeliveryView {
  const { id, state, fileName, photos, withheld } = delivery;
  return { id, state, fileName, total: photos.length, withheld };
}

import { Column, Entity } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import type { DeliveryFormat } from '../contract/delivery-rules.js';
import type { DeliveryState, DeliveryView, WithheldView } from '../contract/deliveries.js';
import type { FileFacts } from './manifest.js';

/** A photo as it was chosen: what was approved when somebody pressed the button. */
export interface ChosenPhoto {
  imageId: string;
  momentId: string;
  /** The client whose deletion also removes this entry. */
  clientId: string;
  version: number;
  /** Of its file within the ZIP, with its folder and without the ending. */
  path: string;
  /** The delivered file, and the folder of its pictures; absent until it is delivered. */
  delivered?: FileFacts & { fileId: string };
}

/** Approved photos that leave as one ZIP. */
@Entity('deliveries')
export class Delivery extends BaseRecord {
  static readonly scopedBy = ['photos', 'photos'] as const;

  /** Of the ZIP. */
  @Column('text')
  fileName!: string;

  @Column('text')
  format!: DeliveryFormat;

  /** Whether positions stay in the files. */
  @Column('boolean')
  hasPosition!: boolean;

  /** Whether `manifest.csv` comes with them. */
  @Column('boolean')
  hasTable!: boolean;

  @Column('jsonb')
  photos!: ChosenPhoto[];

  /** What was left out when it was delivered. */
  @Column('jsonb', { default: [] })
  withheld!: WithheldView[];

  /** Who downloads it, or did so last. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** Until when the running download holds its lease; `null` if none runs. */
  @Column('timestamptz', { nullable: true })
  leasedUntil!: Date | null;

  /** When it was last downloaded completely. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  /** Name of the member of staff who downloaded it at `endedAt`. */
  @Column('text', { nullable: true })
  deliveredBy!: string | null;

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

import { ChildEntity, Column } from 'typeorm';
import type { MomentStatus } from '../contract/statuses.js';
import { Review } from '../reviews/review.entity.js';

/** A package of images for one client. Only `recomputeStatus` writes `status`, `imageCount` and `undelivered`. */
@ChildEntity('moment')
export class Moment extends Review {
  declare status: MomentStatus;

  @Column('int', { default: 0 })
  imageCount!: number;

  /** Approved images whose version was not delivered yet. Derived like `status`. */
  @Column('int', { default: 0 })
  undelivered!: number;

  /** When images of it were delivered last, and who did that; `null` before. */
  @Column('timestamptz', { nullable: true })
  deliveredAt!: Date | null;

  @Column('text', { nullable: true })
  deliveredBy!: string | null;
}

import { Column } from 'typeorm';
import type { ItemStatus } from '../contract/statuses.js';
import { Decision } from '../reviews/decision.js';
import type { EarlierVersion } from './earlier-version.js';

/**
 * A reviewer's decision on an image. Only pending images can be decided, so an undo always makes the image pending.
 */
export class ImageDecision extends Decision {
  @Column('text', { default: 'pending' })
  status!: ItemStatus;

  @Column('jsonb', { nullable: true })
  earlier!: EarlierVersion | null;

  /** `earlier` before the last decision, for undo; a trigger removes its picture later. */
  @Column('jsonb', { nullable: true })
  earlierBefore!: EarlierVersion | null;

  get kind() {
    return 'image' as const;
  }
}

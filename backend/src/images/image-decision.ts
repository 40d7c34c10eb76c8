import { Column } from 'typeorm';
import type { ItemStatus } from '../contract/statuses.js';
import { Decision } from '../reviews/decision.js';
import type { EarlierVersion } from './earlier-version.js';

/** What the client decided on an image. Only a pending image can be decided on, so a decision that is taken back leaves it pending. */
export class ImageDecision extends Decision {
  @Column('text', { default: 'pending' })
  status!: ItemStatus;

  @Column('jsonb', { nullable: true })
  earlier!: EarlierVersion | null;

  /** `earlier` as it was before the last decision, which can be taken back to; a trigger removes its picture later. */
  @Column('jsonb', { nullable: true })
  earlierBefore!: EarlierVersion | null;

  get kind() {
    return 'image' as const;
  }
}

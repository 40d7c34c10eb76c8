import { SHOWN_TEXTS } from '../contract/image-fields.js';
import { pick } from '../contract/record-fields.js';
import type { BeforeView, DeliveredPhotoView } from '../contract/review.js';
import { earlierIfChanged, presentEarlier } from '../images/earlier-version.js';
import { imageKeys, mediaUrl } from '../platform/storage/keys.js';
import type { DeliveredRow } from './delivered.queries.js';

/** The delivered photo, as reviewers see it. */
export function presentDelivered(row: DeliveredRow): DeliveredPhotoView {
  const keys = imageKeys(row.fileId, row.extension);
  return {
    id: row.id,
    number: row.position + 1,
    previewUrl: mediaUrl(keys.preview),
    thumbnailUrl: mediaUrl(keys.thumbnail),
    width: row.width,
    height: row.height,
    ...pick(row, SHOWN_TEXTS),
    approvedBy: row.approvedBy,
    approvedAt: row.decidedAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    before: beforeOf(row),
  };
}

/** The version that the client decided on before, if it was another one. */
export function beforeOf(row: DeliveredRow): BeforeView | null {
  const texts = textsBefore(row);
  if (row.wasApproved && texts) return { ...texts, feedback: '' };
  const rejected = earlierIfChanged({ ...row, earlier: row.earlierBefore });
  return rejected && pick(presentEarlier(rejected), [...SHOWN_TEXTS, 'feedback']);
}

/** The texts before the last edits; `null` if they are the same. */
function textsBefore(row: DeliveredRow): Omit<BeforeView, 'feedback'> | null {
  const entries = SHOWN_TEXTS.map((name) => {
    const first = row.edits.find((changes) => changes[name]);
    return [name, first?.[name]?.from ?? row[name]] as const;
  });
  if (entries.every(([name, text]) => text === row[name])) return null;
  return Object.fromEntries(entries) as Omit<BeforeView, 'feedback'>;
}

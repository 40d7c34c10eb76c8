import type { DataSource, EntityManager } from 'typeorm';
import type { Caption, CaptionDraft } from '../ai/ai.js';
import { CAPTION_FIELDS, missingCaptionFields, type CaptionField } from '../contract/statuses.js';
import type { Image } from '../images/image.entity.js';
import { loadImage } from '../images/image-rows.js';
import { saveChange } from '../images/images.service.js';
import type { ItemEnd } from '../runs/claims.js';
import { reason, type Reason } from '../runs/reason.js';
import { endItem, holdCaptionRun, lockMomentOf } from './caption-claims.js';
import type { CaptionRun } from './caption-run.entity.js';

/** `replaced`: the image shows another picture than the AI was asked about, so that nothing was written. */
export type Outcome = 'ended' | 'replaced';

const DELETED = reason('NOT_FOUND', 'Image not found');
const EDITED = reason('IMAGE_CHANGED', 'The caption was edited meanwhile, so the new one was dropped.');
/** What the client approved stays as it was shown. */
export const APPROVED = reason('IMAGE_APPROVED', 'The caption of an approved image is not generated again.');

/** Why a run leaves an image as it is; `null` when it may write its caption. */
export function refusalOf({ kind }: CaptionRun, image: Image | null): Reason | null {
  if (!image) return DELETED;
  if (image.status === 'approved') return APPROVED;
  return kind === 'missing' && missingCaptionFields(image).length === 0 ? EDITED : null;
}

/**
 * Writes a draft and counts its image as done, in one transaction. What staff wrote while the AI was thinking stays;
 * where nothing is left to write, the image counts as skipped.
 * @param seen the image as it was when the AI was asked
 */
export function saveCaption(
  db: DataSource,
  run: CaptionRun,
  seen: Image,
  { caption, provider }: CaptionDraft,
): Promise<Outcome> {
  return endImage(db, run, seen, async (manager, image) => {
    const fields = run.kind === 'missing' ? missingCaptionFields(image) : untouchedFields(image, seen);
    if (fields.length === 0) return { state: 'skipped', reason: EDITED };
    const by = { kind: 'ai', name: provider } as const;
    const changes = image.edit(pick(caption, fields), { by });
    if (Object.keys(changes).length > 0) {
      image.captionProvider = provider;
      await saveChange(manager, image, by, { action: 'image.captioned', changes });
    }
    return { state: 'done' };
  });
}

/** Counts an image as failed, unless it was no longer to be captioned. */
export function saveFailure(db: DataSource, run: CaptionRun, seen: Image, why: Reason): Promise<Outcome> {
  return endImage(db, run, seen, async () => ({ state: 'failed', reason: why }));
}

/** Counts an image as ended, whatever it looks like now. */
export function saveEnd(db: DataSource, claimed: CaptionRun, imageId: string, end: ItemEnd): Promise<void> {
  return db.transaction(async (manager) => {
    await lockMomentOf(manager, claimed);
    await endItem(manager, claimed, imageId, end);
  });
}

function endImage(
  db: DataSource,
  claimed: CaptionRun,
  seen: Image,
  end: (manager: EntityManager, image: Image) => Promise<ItemEnd>,
): Promise<Outcome> {
  return db.transaction(async (manager) => {
    await lockMomentOf(manager, claimed);
    const image = await loadImage(manager, seen.id);
    if (image && image.fileId !== seen.fileId) {
      await holdCaptionRun(manager, claimed);
      return 'replaced';
    }
    const refusal = refusalOf(claimed, image);
    const ended: ItemEnd = refusal ? { state: 'skipped', reason: refusal } : await end(manager, image!);
    await endItem(manager, claimed, seen.id, ended);
    return 'ended';
  });
}

function untouchedFields(image: Image, seen: Image): CaptionField[] {
  return CAPTION_FIELDS.filter((field) => image[field] === seen[field]);
}

function pick(caption: Caption, fields: CaptionField[]): Partial<Caption> {
  return Object.fromEntries(fields.map((field) => [field, caption[field]]));
}

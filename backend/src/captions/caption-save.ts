import type { DataSource, EntityManager } from 'typeorm';
import type { Caption, CaptionDraft } from '../ai/ai.js';
import { CAPTION_FIELDS, missingCaptionFields, type CaptionField } from '../contract/statuses.js';
import type { Image } from '../images/image.entity.js';
import { loadImage } from '../images/image-rows.js';
import { saveChange } from '../images/images.service.js';
import { endItem, holdCaptionRun, lockMomentOf } from './caption-claims.js';
import type { CaptionRun } from './caption-run.entity.js';

/** `replaced`: the image shows another picture than the AI was asked about, so that nothing was written. */
export type Outcome = 'ended' | 'replaced';

/**
 * Writes a draft and counts its image as done, in one transaction. What staff wrote while the AI was thinking stays.
 * @param seen the image as it was when the AI was asked
 */
export function saveCaption(
  db: DataSource,
  run: CaptionRun,
  seen: Image,
  { caption, provider }: CaptionDraft,
): Promise<Outcome> {
  return endImage(db, run, seen, async (manager, image) => {
    const fields = run.kind === 'missing' ? missingCaptionFields(image) : rewritable(image, seen);
    const by = { kind: 'ai', name: provider } as const;
    const changes = image.edit(pick(caption, fields), { by });
    if (Object.keys(changes).length > 0) {
      image.captionProvider = provider;
      await saveChange(manager, image, by, { action: 'image.captioned', changes });
    }
    return { state: 'done' };
  });
}

/** Counts an image as failed, with a sentence that says why. */
export function saveFailure(db: DataSource, run: CaptionRun, seen: Image, message: string): Promise<Outcome> {
  return endImage(db, run, seen, async () => ({ state: 'failed', message }));
}

/** Counts an image as skipped: it is gone, or lacks nothing any more. */
export function saveSkipped(db: DataSource, claimed: CaptionRun, imageId: string): Promise<void> {
  return db.transaction(async (manager) => {
    await lockMomentOf(manager, claimed);
    await endItem(manager, claimed, { imageId, state: 'skipped' });
  });
}

function endImage(
  db: DataSource,
  claimed: CaptionRun,
  seen: Image,
  end: (manager: EntityManager, image: Image) => Promise<{ state: 'done' | 'failed'; message?: string }>,
): Promise<Outcome> {
  return db.transaction(async (manager) => {
    await lockMomentOf(manager, claimed);
    const image = await loadImage(manager, seen.id);
    if (image && image.fileId !== seen.fileId) {
      await holdCaptionRun(manager, claimed);
      return 'replaced';
    }
    const ended = image ? await end(manager, image) : { state: 'skipped' as const };
    await endItem(manager, claimed, { imageId: seen.id, ...ended });
    return 'ended';
  });
}

// What the client approved meanwhile stays as it was shown.
function rewritable(image: Image, seen: Image): CaptionField[] {
  const untouched = CAPTION_FIELDS.filter((field) => image[field] === seen[field]);
  return image.status === 'approved' ? [] : untouched;
}

function pick(caption: Caption, fields: CaptionField[]): Partial<Caption> {
  return Object.fromEntries(fields.map((field) => [field, caption[field]]));
}

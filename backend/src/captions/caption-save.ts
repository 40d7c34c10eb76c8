import type { DataSource } from 'typeorm';
import type { Caption, CaptionDraft } from '../ai/ai.js';
import { CAPTION_FIELDS, missingCaptionFields, type CaptionField } from '../contract/statuses.js';
import { Image } from '../images/image.entity.js';
import { saveChange } from '../images/images.service.js';
import { lockMoment } from '../moments/settle.js';
import { endItem, holdRun } from './caption-claims.js';
import type { CaptionRun } from './caption-run.entity.js';

/**
 * Writes a draft and counts its image as done, in one transaction. What staff wrote while the AI was thinking stays.
 * @param seen the image as it was when the AI was asked
 * @returns `replaced` when the draft shows another picture than the image does now; then nothing is written
 */
export async function saveCaption(
  db: DataSource,
  claimed: CaptionRun,
  seen: Image,
  { caption, provider }: CaptionDraft,
): Promise<'ended' | 'gone' | 'replaced'> {
  return db.transaction(async (manager) => {
    await lockMoment(manager, claimed.momentId);
    const run = await holdRun(manager, claimed);
    const image = await manager.findOneBy(Image, { id: seen.id });
    if (!image) return 'gone';
    if (image.fileId !== seen.fileId) return 'replaced';
    const fields = run.kind === 'missing' ? missingCaptionFields(image) : rewritable(image, seen);
    const changes = image.edit(pick(caption, fields));
    if (Object.keys(changes).length > 0) {
      image.captionProvider = provider;
      await saveChange(manager, image, { kind: 'ai', name: provider }, { action: 'image.captioned', changes });
    }
    await endItem(manager, run, { imageId: image.id, state: 'done' });
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

import type { EntityManager } from 'typeorm';
import { DEFAULT_BRAND_NAME } from '../contract/limits.js';
import { Settings } from '../settings/settings.entity.js';
import type { MailBrand } from './mail-content.js';
import type { Sample } from './sample.js';
import type { Say } from './texts/say.js';

/** What every mail to a member of staff says. */
export interface ToStaff {
  user: { name: string };
  brand: MailBrand;
  /** The address that the button opens. */
  address: string;
}

/** The frame of a mail to staff. */
export function toStaff({ brand }: ToStaff, say: Say) {
  return { brand, replyTo: null, footer: [say.text('staff', { brand: brand.name })] };
}

/** The platform's brand, for mails to staff. Mails to reviewers have the brand of the client's agency (`sharing/mails/`). */
export async function platformBrand(manager: EntityManager): Promise<MailBrand> {
  const { brandName, primaryColor, logoFileId } = await manager.findOneByOrFail(Settings, { id: true });
  return { name: brandName || DEFAULT_BRAND_NAME, primaryColor, logoFileId, postalAddress: '' };
}

/** A member of staff for previews. */
export function sampleStaff({ brand, origin }: Sample): ToStaff {
  return { user: { name: 'Anna Keller' }, brand, address: `${origin}/` };
}

import type { EntityManager } from 'typeorm';
import { DEFAULT_BRAND_NAME } from '../contract/limits.js';
import { Settings } from '../settings/settings.entity.js';
import type { MailBrand } from './mail-content.js';
import type { SampleContext } from './sample.js';
import type { Translator } from './texts/translator.js';

/** The facts of every mail to a member of staff. */
export interface StaffMailFacts {
  user: { name: string };
  brand: MailBrand;
  /** URL that the button opens. */
  address: string;
}

/** The common parts of mails to staff. */
export function staffMail({ brand }: StaffMailFacts, t: Translator) {
  return { brand, replyTo: null, footer: [t.text('staff', { brand: brand.name })] };
}

/**
 * The platform's brand, for mails to staff. Mails to reviewers have the brand of the client's agency
 * (`sharing/mails/`).
 */
export async function platformBrand(manager: EntityManager): Promise<MailBrand> {
  const { brandName, primaryColor, logoFileId } = await manager.findOneByOrFail(Settings, { id: true });
  return { name: brandName || DEFAULT_BRAND_NAME, primaryColor, logoFileId, postalAddress: '' };
}

/** Sample facts for previews. */
export function sampleStaff({ brand, origin }: SampleContext): StaffMailFacts {
  return { user: { name: 'Anna Keller' }, brand, address: `${origin}/` };
}

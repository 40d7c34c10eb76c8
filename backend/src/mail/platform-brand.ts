import type { EntityManager } from 'typeorm';
import { DEFAULT_BRAND_NAME } from '../contract/limits.js';
import { Settings } from '../settings/settings.entity.js';
import type { MailBrand } from './mail-facts.js';

/**
 * The platform's brand, for mails to staff. Mails to reviewers have the brand of the client's agency
 * (`links/review-mails.ts`).
 */
export async function platformBrand(manager: EntityManager): Promise<MailBrand> {
  const { brandName, primaryColor, logoFileId } = await manager.findOneByOrFail(Settings, { id: true });
  return { name: brandName || DEFAULT_BRAND_NAME, primaryColor, logoFileId, postalAddress: '' };
}

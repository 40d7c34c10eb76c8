import type { Type } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DEFAULT_BRAND_NAME } from '../contract/limits.js';
import type { MailKind } from '../contract/mail-kinds.js';
import { Settings } from '../settings/settings.entity.js';
import type { FactsOf, MailBrand } from './mail-facts.js';
import type { Mail } from './mail.entity.js';

/** What a source says when a mail is about to be sent. */
export type SourceAnswer<Kind extends MailKind> =
  | { facts: FactsOf<Kind> }
  /** It is no longer to be sent; a sentence for staff. */
  | { drop: string }
  /** It is to be sent later. */
  | { until: Date };

/**
 * Reads what a mail of one kind says, at the time of sending: what changed since it was added counts. Belongs to the domain
 * that the mail is about, and stands in `worker.module.ts`.
 */
export interface MailSource<Kind extends MailKind> {
  load(mail: Mail): Promise<SourceAnswer<Kind>>;
}

/** The source of each kind. A mail whose kind has none says what was given when it was added. */
export type MailSources = { [Kind in MailKind]?: Type<MailSource<Kind>> };
export const MAIL_SOURCES = Symbol('sources of mails');

/**
 * The platform's brand, for mails to staff. Mails to reviewers have the brand of the client's agency
 * (`sharing/review-mails.ts`).
 */
export async function platformBrand(manager: EntityManager): Promise<MailBrand> {
  const { brandName, primaryColor, logoFileId } = await manager.findOneByOrFail(Settings, { id: true });
  return { name: brandName || DEFAULT_BRAND_NAME, primaryColor, logoFileId, postalAddress: '' };
}

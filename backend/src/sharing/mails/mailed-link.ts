import { presentBrand } from '../../agencies/agency.present.js';
import type { MailBrand } from '../../mail/mail-content.js';
import type { LoadedFacts, MailRecords } from '../../mail/mail-descriptor.js';
import type { Mail } from '../../mail/mail.entity.js';
import type { ReviewFacts, ToReviewer } from '../../mail/to-reviewer.js';
import { stateOf } from '../link-access.js';
import { LinkTokens } from '../link-tokens.js';
import { belongsTo, findToDecide, type LeadsTo } from '../links.queries.js';
import { ReviewLink } from '../review-link.entity.js';

const REMOVED = { drop: 'The link was removed.' };

/** What a mail says of a link, and the link. */
interface MailedLink {
  facts: ReviewFacts;
  link: ReviewLink;
}

/**
 * What mails to a reviewer say of their link, at the time of sending.
 * @param about what of the link the mail is about, if not all of it
 * @returns the facts, and the link; or why the mail is dropped
 */
export async function readLink(mail: Mail, from: MailRecords, about?: LeadsTo): Promise<MailedLink | { drop: string }> {
  const { manager, tokens } = from;
  const link = await findLink(mail, from);
  if (!link) return REMOVED;
  const { client, email } = link.reviewer!;
  if (stateOf(link) !== 'open') return { drop: 'The link does not open any more.' };
  const target = about ?? link;
  if (!(await belongsTo(manager, target, client!.id))) return { drop: 'It was moved to another client.' };
  if (email !== mail.recipient.email) return { drop: 'The reviewer has another address now.' };
  const address = new LinkTokens(tokens).addressOf(link, client!.agency);
  if (!address) return { drop: 'The secret of this installation has changed. Please share again.' };
  return { facts: { ...toReviewerOf(link, address), ...(await findToDecide(manager, target, client!.id)) }, link };
}

/** What a mail to a reviewer says that is sent after their link was closed, or why it is dropped. */
export async function readClosedLink(mail: Mail, from: MailRecords): Promise<LoadedFacts<ToReviewer>> {
  const link = await findLink(mail, from);
  if (!link) return REMOVED;
  // Staff restored it meanwhile.
  if (stateOf(link) === 'open') return { drop: 'The link was opened again.' };
  const address = new LinkTokens(from.tokens).addressOf(link, link.reviewer!.client!.agency) ?? link.origin;
  return { facts: toReviewerOf(link, address) };
}

async function findLink({ linkId }: Mail, { manager }: MailRecords): Promise<ReviewLink | null> {
  const relations = { reviewer: { client: { agency: true } }, sharedBy: true };
  return linkId ? manager.findOne(ReviewLink, { where: { id: linkId }, relations }) : null;
}

/** What every mail to a reviewer says of them and their link; all that belongs to it must be loaded. */
function toReviewerOf(link: ReviewLink, address: string): ToReviewer {
  const { name, client } = link.reviewer!;
  const { business } = client!;
  return { reviewer: { name }, client: { business }, brand: brandOf(link), address, replyTo: answersTo(link) };
}

/** The brand that a reviewer's mails are in; the client and its agency must be loaded. */
export function brandOf({ reviewer }: Pick<ReviewLink, 'reviewer'>): MailBrand {
  const { agency } = reviewer!.client!;
  const { name, primaryColor } = presentBrand(agency);
  return { name, primaryColor, logoFileId: agency?.logoFileId ?? null, postalAddress: agency?.postalAddress ?? '' };
}

/**
 * Who gets the answers to a reviewer's mails: the member of staff who shared; the agency if there is none, or if the host of their
 * address has no dot.
 */
export function answersTo({ sharedBy, reviewer }: Pick<ReviewLink, 'sharedBy' | 'reviewer'>): ToReviewer['replyTo'] {
  if (sharedBy && /@.+\./u.test(sharedBy.email))
    return { name: sharedBy.name || sharedBy.email, address: sharedBy.email };
  const { agency } = reviewer!.client!;
  return agency?.replyTo ? { name: agency.name, address: agency.replyTo } : null;
}

import { presentBrand } from '../../agencies/agency.present.js';
import type { MailBrand } from '../../mail/mail-content.js';
import type { LoadedFacts, MailContext } from '../../mail/mail-descriptor.js';
import type { Mail } from '../../mail/mail.entity.js';
import type { ReviewFacts, ReviewerMailFacts } from '../../mail/reviewer-mail.js';
import { stateOf } from '../link-access.js';
import { LinkTokens } from '../link-tokens.js';
import { belongsTo, findDecisionsLeft, type ReviewOrPortal } from '../links.queries.js';
import { ReviewLink } from '../review-link.entity.js';

const LINK_REMOVED = { drop: 'The link was removed.' };

/** A link with the facts that mails have about it. */
interface MailedLink {
  facts: ReviewFacts;
  link: ReviewLink;
}

/**
 * Loads the facts of a mail to a reviewer about an open link, when the mail is sent.
 * @param about what the mail is about, if that is not what the link opens
 * @returns the facts and the link; or why the mail is dropped
 */
export async function loadLinkFacts(
  mail: Mail,
  from: MailContext,
  about?: ReviewOrPortal,
): Promise<MailedLink | { drop: string }> {
  const { manager, tokens } = from;
  const link = await findLink(mail, from);
  if (!link) return LINK_REMOVED;
  const { client, email } = link.reviewer!;
  if (stateOf(link) !== 'open') return { drop: 'The link does not open any more.' };
  const target = about ?? link;
  if (!(await belongsTo(manager, target, client!.id))) return { drop: 'It was moved to another client.' };
  if (email !== mail.recipient.email) return { drop: 'The reviewer has another address now.' };
  const address = new LinkTokens(tokens).addressOf(link, client!.agency);
  if (!address) return { drop: 'The secret of this installation has changed. Please share again.' };
  return {
    facts: { ...reviewerFacts(link, address), ...(await findDecisionsLeft(manager, target, client!.id)) },
    link,
  };
}

/** Loads the facts of a mail to a reviewer about a revoked link; or returns why the mail is dropped. */
export async function loadClosedLinkFacts(mail: Mail, from: MailContext): Promise<LoadedFacts<ReviewerMailFacts>> {
  const link = await findLink(mail, from);
  if (!link) return LINK_REMOVED;
  if (stateOf(link) === 'open') return { drop: 'The link was opened again.' };
  const address = new LinkTokens(from.tokens).addressOf(link, link.reviewer!.client!.agency) ?? link.origin;
  return { facts: reviewerFacts(link, address) };
}

async function findLink({ linkId }: Mail, { manager }: MailContext): Promise<ReviewLink | null> {
  const relations = { reviewer: { client: { agency: true } }, sharedBy: true };
  return linkId ? manager.findOne(ReviewLink, { where: { id: linkId }, relations }) : null;
}

/** The facts that all mails to reviewers have. The link's relations (`findLink`) must be loaded. */
function reviewerFacts(link: ReviewLink, address: string): ReviewerMailFacts {
  const { name, client } = link.reviewer!;
  const { business } = client!;
  return { reviewer: { name }, client: { business }, brand: brandOf(link), address, replyTo: replyToOf(link) };
}

/** The brand of mails to a reviewer. The client and its agency must be loaded. */
export function brandOf({ reviewer }: Pick<ReviewLink, 'reviewer'>): MailBrand {
  const { agency } = reviewer!.client!;
  const { name, primaryColor } = presentBrand(agency);
  return { name, primaryColor, logoFileId: agency?.logoFileId ?? null, postalAddress: agency?.postalAddress ?? '' };
}

/**
 * The `Reply-To` of mails to a reviewer: the member of staff who shared; the agency's if there is none, or if the
 * host of their address has no dot (`admin@localhost`).
 */
export function replyToOf({
  sharedBy,
  reviewer,
}: Pick<ReviewLink, 'sharedBy' | 'reviewer'>): ReviewerMailFacts['replyTo'] {
  if (sharedBy && /@.+\./u.test(sharedBy.email))
    return { name: sharedBy.name || sharedBy.email, address: sharedBy.email };
  const { agency } = reviewer!.client!;
  return agency?.replyTo ? { name: agency.name, address: agency.replyTo } : null;
}

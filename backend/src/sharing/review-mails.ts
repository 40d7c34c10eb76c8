import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { presentBrand } from '../agencies/agency.present.js';
import type { MailKind } from '../contract/mail-kinds.js';
import { messageTo } from '../contract/share-message.js';
import type { NewInRound } from '../reviews/new-rounds.js';
import type { FactsOf, MailBrand, ReviewFacts } from '../mail/mail-facts.js';
import type { MailSource, SourceAnswer } from '../mail/mail-source.js';
import type { Mail } from '../mail/mail.entity.js';
import { stateOf } from './link-access.js';
import { LinkTokens } from './link-tokens.js';
import { belongsTo, findDecided, findToDecide, type Opens } from './links.queries.js';
import { ReviewLink } from './review-link.entity.js';
import { findOfRound } from './round-facts.js';
import { isRemindedToday } from '../reviews/reminders.js';
import { findAllWaiting } from './waiting-reviews.js';
import { nextWorkingHour } from '../reviews/working-hours.js';

type Answer<Kind extends MailKind> = Promise<SourceAnswer<Kind>>;

const REMOVED = { drop: 'The link was removed.' };

/** What a mail says of a link, and the link. */
interface Found {
  facts: ReviewFacts;
  link: ReviewLink;
}

/** What mails to a reviewer say of their link, at the time of sending; or why they are no longer sent. */
@Injectable()
abstract class ReviewMail {
  constructor(
    protected readonly db: DataSource,
    protected readonly tokens: LinkTokens,
  ) {}

  /**
   * @param about what of the link the mail is about, if not all of it
   * @returns the facts, and the link; or why the mail is dropped
   */
  protected async read(mail: Mail, about?: Opens): Promise<Found | { drop: string }> {
    const { manager } = this.db;
    const link = await this.findLink(mail);
    if (!link) return REMOVED;
    const { client, email } = link.reviewer!;
    if (stateOf(link) !== 'open') return { drop: 'The link does not open any more.' };
    const opens = about ?? link;
    if (!(await belongsTo(manager, opens, client!.id))) return { drop: 'It was moved to another client.' };
    if (email !== mail.recipient.email) return { drop: 'The reviewer has another address now.' };
    const address = this.tokens.addressOf(link, client!.agency);
    if (!address) return { drop: 'The secret of this installation has changed. Please share again.' };
    return { facts: { ...toReviewer(link, address), ...(await findToDecide(manager, opens, client!.id)) }, link };
  }

  /** The same of a mail that is sent after the link was closed. */
  protected async readClosed(mail: Mail): Promise<SourceAnswer<'linkClosed'>> {
    const link = await this.findLink(mail);
    if (!link) return REMOVED;
    if (stateOf(link) === 'open') return { drop: 'The link was opened again.' };
    const address = this.tokens.addressOf(link, link.reviewer!.client!.agency) ?? link.origin;
    return { facts: toReviewer(link, address) };
  }

  private async findLink({ linkId }: Mail): Promise<ReviewLink | null> {
    const relations = { reviewer: { client: { agency: true } }, sharedBy: true };
    return linkId ? this.db.manager.findOne(ReviewLink, { where: { id: linkId }, relations }) : null;
  }
}

@Injectable()
export class InvitationMail extends ReviewMail implements MailSource<'invitation'> {
  async load(mail: Mail<{ message?: string }>): Answer<'invitation'> {
    const found = await this.read(mail);
    if ('drop' in found) return found;
    const message = messageTo(found.facts.reviewer.name, mail.facts.message ?? '');
    return { facts: { ...found.facts, message } };
  }
}

/** Dropped if everything new was decided or removed meanwhile, or nothing was changed or answered. */
@Injectable()
export class NewRoundMail extends ReviewMail implements MailSource<'newRound'> {
  async load(mail: Mail<NewInRound>): Answer<'newRound'> {
    const found = await this.read(mail, mail);
    if ('drop' in found) return found;
    if (!found.link.mayDecide) return { drop: 'The reviewer may only look now.' };
    const round = await findOfRound(this.db.manager, mail.reviewId!, mail.facts);
    if ('drop' in round) return round;
    const { left, photos, ...news } = round;
    return { facts: { ...found.facts, ...(!news.hasAdded && { left, photos }), ...news } };
  }
}

/**
 * Names all that waits for the reviewer from the agency. Dropped when nothing of its own link is left, or the agency has reminded
 * them that day; sent in working hours alone.
 */
@Injectable()
export class ReminderMail extends ReviewMail implements MailSource<'reminder'> {
  async load(mail: Mail<Pick<FactsOf<'reminder'>, 'number' | 'of'> & { isByHand?: boolean }>): Answer<'reminder'> {
    const found = await this.read(mail);
    if ('drop' in found) return found;
    const { facts, link } = found;
    if (facts.left === 0) return { drop: 'Everything is decided.' };
    const { number, of, isByHand } = mail.facts;
    const later = isByHand ? null : nextWorkingHour(new Date(), link.reviewer!.timeZone);
    if (later) return { until: later };
    const { manager } = this.db;
    if (await isRemindedToday(manager, link.reviewer!))
      return { drop: 'They were reminded that day already, of all that waited.' };
    const message = messageTo(facts.reviewer.name, link.reviewer!.client!.reminderText);
    const all = await findAllWaiting(manager, this.tokens, link);
    return { facts: { ...facts, ...this.about(facts, all), message, number, of } };
  }

  /** What a reminder says of these. */
  private about(facts: ReviewFacts, all: Awaited<ReturnType<typeof findAllWaiting>>) {
    const businesses = [...new Set(all.map(({ business }) => business))];
    const waiting = all.map(({ title, business, things, left, dueOn, address }) => {
      return { title: businesses.length > 1 ? `${business}: ${title}` : title, things, left, dueOn, address };
    });
    const [first] = all;
    if (all.length === 1) return { ...first!.facts, address: first!.address, waiting };
    const several = { things: 'items', left: all.length, total: all.length, photos: [], dueOn: null } as const;
    return { ...several, photos: [], client: { business: businesses.join(', ') || facts.client.business }, waiting };
  }
}

/** What the reviewer decided; dropped if the decisions were taken back. */
@Injectable()
export class ReceiptMail extends ReviewMail implements MailSource<'receipt'> {
  async load(mail: Mail): Answer<'receipt'> {
    const found = await this.read(mail, mail);
    if ('drop' in found) return found;
    const { facts, link } = found;
    const { isOver, decided } = await findDecided(this.db.manager, mail.reviewId!, link.reviewerId);
    if (!isOver) return { drop: 'The decisions are not complete any more.' };
    if (decided.length === 0) return { drop: 'The reviewer has decided nothing.' };
    const rejected = decided.filter(({ isApproved }) => !isApproved);
    return {
      facts: {
        ...facts,
        approved: decided.length - rejected.length,
        rejected: rejected.length,
        photos: decided.flatMap(({ fileId, name: title }) => (fileId ? [{ fileId, title }] : [])),
        feedback: rejected.map(({ name, feedback }) => ({ name, feedback })),
      },
    };
  }
}

@Injectable()
export class LinkClosedMail extends ReviewMail implements MailSource<'linkClosed'> {
  load(mail: Mail): Answer<'linkClosed'> {
    return this.readClosed(mail);
  }
}

/** What every mail to a reviewer says of them and their link; all that belongs to it must be loaded. */
function toReviewer(link: ReviewLink, address: string): FactsOf<'linkClosed'> {
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

/** Who gets the answers to a reviewer's mails: the member of staff who shared; the agency if there is none, or if the host of their address has no dot. */
export function answersTo({ sharedBy, reviewer }: Pick<ReviewLink, 'sharedBy' | 'reviewer'>): ReviewFacts['replyTo'] {
  if (sharedBy && /@.+\./u.test(sharedBy.email))
    return { name: sharedBy.name || sharedBy.email, address: sharedBy.email };
  const { agency } = reviewer!.client!;
  return agency?.replyTo ? { name: agency.name, address: agency.replyTo } : null;
}

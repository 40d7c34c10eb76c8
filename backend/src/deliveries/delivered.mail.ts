import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MailFeedback, MailPhoto } from '../mail/mail-content.js';
import type { MailDescriptor } from '../mail/mail-descriptor.js';
import { photoLine, feedbackQuotes } from '../mail/mail-parts.js';
import { Outbox } from '../mail/outbox.js';
import { SAMPLE_FEEDBACK, SAMPLE_PHOTOS, SAMPLE_TITLE } from '../mail/sample.js';
import { sampleReview, reviewerMail, type ReviewerMailFacts } from '../mail/reviewer-mail.js';
import { stateOf } from '../sharing/link-access.js';
import { LinkTokens } from '../sharing/link-tokens.js';
import { replyToOf, brandOf } from '../sharing/mails/mailed-link.js';
import { ReviewLink } from '../sharing/review-link.entity.js';
import { Reviewer } from '../sharing/reviewer.entity.js';
import { beforeOf } from './delivered.present.js';
import { countOtherDelivered, findDeliveredByIds, findRecipients, type DeliveredRow } from './delivered.queries.js';
import type { NewlyDelivered } from './deliveries.queries.js';

/** The delivered versions, by image id. More are added while the mail waits. */
type DeliveredVersions = Record<string, number>;

/** Mails reviewers about deliveries: one mail each, about all delivered photos that their links open. */
@Injectable()
export class DeliveredMails {
  constructor(private readonly outbox: Outbox) {}

  /** Adds the mails about these photos. Call it after all other changes of the transaction. */
  async add(manager: EntityManager, photos: NewlyDelivered[]): Promise<void> {
    if (photos.length === 0) return;
    const readers = await findRecipients(manager, [...new Set(photos.map(({ momentId }) => momentId))]);
    for (const { to, language, clientId, momentIds } of readers) {
      const seen = photos.filter(({ momentId }) => momentIds.includes(momentId));
      const facts: DeliveredVersions = Object.fromEntries(seen.map(({ imageId, version }) => [imageId, version]));
      const mail = { kind: 'delivered', to, language, dedupeKey: `delivered:${clientId}`, clientId, facts } as const;
      await this.outbox.add(manager, mail);
    }
  }
}

interface DeliveredFacts extends ReviewerMailFacts {
  /** The photos that are new, in their order. */
  photos: MailPhoto[];
  /** How many other photos of the same moments were delivered before. */
  before: number;
  /** The new photos that were changed as the client asked, with the client's feedback. */
  changed: MailFeedback[];
  /** The moments of the new photos, each with the page that shows its delivered photos. */
  moments: { title: string; photos: number; address: string }[];
}

/**
 * Tells a reviewer what was delivered. Dropped if all photos changed since, or no link of the reviewer opens any of
 * them.
 */
export const DELIVERED: MailDescriptor<DeliveredFacts, DeliveredVersions> = {
  to: 'reviewer',
  quietMinutes: 5,
  load: async (mail, { manager, tokens }) => {
    const where = { clientId: mail.clientId!, email: mail.recipient.email };
    const reviewer = await manager.findOne(Reviewer, { where, relations: { client: { agency: true } } });
    if (!reviewer) return { drop: 'The reviewer was removed, or has another address now.' };
    const found = await findDeliveredByIds(manager, Object.keys(mail.facts), reviewer.clientId);
    const delivered = found.filter(({ id, version }) => version === mail.facts[id]);
    if (delivered.length === 0) return { drop: 'What was delivered was changed or removed since.' };
    const links = await openLinks(manager, reviewer);
    const moments = [...new Set(delivered.map(({ momentId }) => momentId))].flatMap((momentId) => {
      const link = links.find(({ reviewId }) => reviewId === momentId) ?? links.find(isPortalLink);
      return link ? [{ link, rows: delivered.filter((row) => row.momentId === momentId) }] : [];
    });
    if (moments.length === 0) return { drop: 'No link of the reviewer opens it any more.' };
    const addressOf = addressesOf(new LinkTokens(tokens), reviewer);
    const addresses = moments.map(({ link, rows }) => addressOf(link, rows[0]!.momentId));
    if (addresses.includes(null)) return { drop: 'The secret of this installation has changed. Please share again.' };
    const all = moments.length > 1 && links.find(isPortalLink);
    const rows = moments.flatMap((moment) => moment.rows);
    return {
      facts: {
        reviewer: { name: reviewer.name },
        client: { business: reviewer.client!.business },
        brand: brandOf({ reviewer }),
        address: (all && addressOf(all)) || addresses[0]!,
        replyTo: replyToOf({ ...moments[0]!.link, reviewer }),
        photos: rows.map((row) => ({ fileId: row.fileId, title: titleOf(row) })),
        before: await countOtherDelivered(manager, rows),
        changed: rows.flatMap((row) => {
          const feedback = beforeOf(row)?.feedback;
          return feedback ? [{ name: titleOf(row), feedback }] : [];
        }),
        moments: moments.map((moment, index) => ({
          title: moment.rows[0]!.momentTitle,
          photos: moment.rows.length,
          address: addresses[index]!,
        })),
      },
    };
  },
  content: (facts, t) => {
    const { photos, before, changed, moments } = facts;
    const photosOf = (n: number) => t.text('photos', { n });
    return {
      ...reviewerMail(facts, t, 'delivered', { n: photos.length, things: photosOf(photos.length) }),
      texts: [
        t.text('delivered.text'),
        ...(before > 0 ? [t.text('delivered.before', { n: before })] : []),
        ...(changed.length > 0 ? [t.text('delivered.changed', { n: changed.length })] : []),
      ],
      photos: photoLine(photos),
      ...feedbackQuotes({ feedback: changed, things: 'photos' }, t),
      ...(moments.length > 1 && {
        links: moments.map(({ title, photos: n, address }) => ({ text: title, detail: photosOf(n), address })),
      }),
      button: { text: t.text('delivered.button'), address: facts.address },
    };
  },
  sample: (about) => {
    const review = sampleReview(about);
    return {
      ...review,
      photos: [...SAMPLE_PHOTOS, ...SAMPLE_PHOTOS],
      before: 0,
      changed: SAMPLE_FEEDBACK.slice(0, 1),
      moments: [{ title: SAMPLE_TITLE, photos: 8, address: review.address }],
    };
  },
};

async function openLinks(manager: EntityManager, { id: reviewerId }: Reviewer): Promise<ReviewLink[]> {
  const links = await manager.find(ReviewLink, { where: { reviewerId }, relations: { sharedBy: true } });
  return links.filter((link) => stateOf(link) === 'open');
}

/**
 * The URL of a reviewer's link: the page with the delivered photos of a moment or, without a moment, the link itself;
 * `null` if the secret of the installation has changed since.
 */
function addressesOf(tokens: LinkTokens, { client }: Reviewer) {
  return (link: ReviewLink, momentId?: string): string | null => {
    const address = tokens.addressOf(link, client!.agency);
    if (address === null || momentId === undefined) return address;
    return `${address}${isPortalLink(link) ? `/moments/${momentId}` : ''}/delivered`;
  };
}

/** Whether a link opens the portal instead of one review. */
function isPortalLink({ reviewId }: ReviewLink): boolean {
  return reviewId === null;
}

function titleOf({ title, fileName }: DeliveredRow): string {
  return title || fileName;
}

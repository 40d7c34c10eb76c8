import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { stateOf } from '../sharing/link-access.js';
import { LinkTokens } from '../sharing/link-tokens.js';
import { ReviewLink } from '../sharing/review-link.entity.js';
import { answersTo, brandOf } from '../sharing/review-mails.js';
import type { MailSource, SourceAnswer } from '../mail/mail-source.js';
import type { Mail } from '../mail/mail.entity.js';
import { Outbox } from '../mail/outbox.js';
import { Reviewer } from '../sharing/reviewer.entity.js';
import { beforeOf } from './delivered.present.js';
import { countDeliveredBeside, deliveredById, findReaders, type DeliveredRow } from './delivered.queries.js';
import type { NewlyDelivered } from './deliveries.queries.js';

/** The versions that were delivered, by the ids of their photos: more are added while the mail waits. */
type DeliveredVersions = Record<string, number>;

/** Mails the reviewers of what was delivered: each once, about all that their links open. */
@Injectable()
export class DeliveredMails {
  constructor(private readonly outbox: Outbox) {}

  /** Adds the mails about these photos, after all other changes of the transaction. */
  async add(manager: EntityManager, photos: NewlyDelivered[]): Promise<void> {
    if (photos.length === 0) return;
    const readers = await findReaders(manager, [...new Set(photos.map(({ momentId }) => momentId))]);
    for (const { to, language, clientId, momentIds } of readers) {
      const seen = photos.filter(({ momentId }) => momentIds.includes(momentId));
      const facts: DeliveredVersions = Object.fromEntries(seen.map(({ imageId, version }) => [imageId, version]));
      const mail = { kind: 'delivered', to, language, dedupeKey: `delivered:${clientId}`, clientId, facts } as const;
      await this.outbox.add(manager, mail);
    }
  }
}

/** Dropped if no photo is still as it was delivered, or no link of the reviewer opens any of them. */
@Injectable()
export class DeliveredMail implements MailSource<'delivered'> {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: LinkTokens,
  ) {}

  async load(mail: Mail<DeliveredVersions>): Promise<SourceAnswer<'delivered'>> {
    const { manager } = this.db;
    const where = { clientId: mail.clientId!, email: mail.recipient.email };
    const reviewer = await manager.findOne(Reviewer, { where, relations: { client: { agency: true } } });
    if (!reviewer) return { drop: 'The reviewer was removed, or has another address now.' };
    const found = await deliveredById(manager, Object.keys(mail.facts), reviewer.clientId);
    const delivered = found.filter(({ id, version }) => version === mail.facts[id]);
    if (delivered.length === 0) return { drop: 'What was delivered was changed or removed since.' };
    const links = await this.openLinks(reviewer);
    const moments = [...new Set(delivered.map(({ momentId }) => momentId))].flatMap((momentId) => {
      const link = links.find(({ reviewId }) => reviewId === momentId) ?? links.find(isToAll);
      return link ? [{ link, rows: delivered.filter((row) => row.momentId === momentId) }] : [];
    });
    if (moments.length === 0) return { drop: 'No link of the reviewer opens it any more.' };
    const addresses = moments.map(({ link, rows }) => this.addressOf(link, reviewer, rows[0]!.momentId));
    if (addresses.includes(null)) return { drop: 'The secret of this installation has changed. Please share again.' };
    const all = moments.length > 1 && links.find(isToAll);
    const rows = moments.flatMap((moment) => moment.rows);
    return {
      facts: {
        reviewer: { name: reviewer.name },
        client: { business: reviewer.client!.business },
        brand: brandOf({ reviewer }),
        address: (all && this.addressOf(all, reviewer)) || addresses[0]!,
        replyTo: answersTo({ ...moments[0]!.link, reviewer }),
        photos: rows.map((row) => ({ fileId: row.fileId, title: titleOf(row) })),
        before: await countDeliveredBeside(manager, rows),
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
  }

  private async openLinks({ id: reviewerId }: Reviewer): Promise<ReviewLink[]> {
    const links = await this.db.manager.find(ReviewLink, { where: { reviewerId }, relations: { sharedBy: true } });
    return links.filter((link) => stateOf(link) === 'open');
  }

  /** The page with the delivered photos of a moment; without `momentId`, the link itself. `null` if the link's token is not known any more. */
  private addressOf(link: ReviewLink, { client }: Reviewer, momentId?: string): string | null {
    const address = this.tokens.addressOf(link, client!.agency);
    if (address === null || momentId === undefined) return address;
    return `${address}${isToAll(link) ? `/moments/${momentId}` : ''}/delivered`;
  }
}

/** Whether it is a link to all work of the client. */
function isToAll({ reviewId }: ReviewLink): boolean {
  return reviewId === null;
}

function titleOf({ title, fileName }: DeliveredRow): string {
  return title || fileName;
}

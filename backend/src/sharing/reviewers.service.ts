import { Injectable } from '@nestjs/common';
import { DataSource, Not, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { getRowFor, lockRowFor } from '../access/look-ups.js';
import { appendAudit, became } from '../audit/audit.js';
import { Client } from '../clients/client.entity.js';
import { REVIEWERS_PER_CLIENT } from '../contract/limits.js';
import type { CreateReviewerBody, ListedReviewer, ReviewerView, UpdateReviewerBody } from '../contract/reviewers.js';
import { LinkTokens } from './link-tokens.js';
import { lockReviewKeysOfReviewer, replaceLinksOf } from './replace-links.js';
import { clearRefusal, findMailBlocks, type MailBlock } from '../mail/recipient.entity.js';
import { publish } from '../platform/events/publish.js';
import { conflict } from '../platform/http/errors.js';
import { Reviewer } from './reviewer.entity.js';
import { findLinkFacts } from './reviewers.queries.js';

/** The people of a client who review. */
@Injectable()
export class ReviewersService {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: LinkTokens,
  ) {}

  /** In the order in which they were added. @throws AppError 404 */
  async list(clientId: string, by: Actor): Promise<ListedReviewer[]> {
    await getRowFor(by, this.db.manager, Client, clientId);
    const reviewers = await this.db.manager.find(Reviewer, {
      where: { clientId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    const unmailed = await findMailBlocksOfReviewers(this.db.manager, reviewers);
    const facts = await findLinkFacts(this.db.manager, clientId);
    return reviewers.map((reviewer) => {
      const { lastSeenAt = null, openLinks = 0 } = facts.get(reviewer.id) ?? {};
      return { ...presentReviewer(reviewer, unmailed), lastSeenAt: lastSeenAt?.toISOString() ?? null, openLinks };
    });
  }

  /** @throws AppError 404, 409 EMAIL_TAKEN, TOO_MANY_REVIEWERS */
  create(clientId: string, body: CreateReviewerBody, by: Actor): Promise<ReviewerView> {
    return this.db.transaction(async (manager) => {
      await lockRowFor(by, manager, Client, clientId);
      if ((await manager.countBy(Reviewer, { clientId })) >= REVIEWERS_PER_CLIENT) throw tooMany();
      const reviewer = manager.create(Reviewer, { ...body, clientId });
      await requireFreeAddress(manager, reviewer);
      const { id } = await manager.save(Reviewer, reviewer);
      await publish(manager, 'sharing.changed', { clientId, reviewId: null });
      const added = await getRowFor(by, manager, Reviewer, id);
      return presentReviewer(added, await findMailBlocksOfReviewers(manager, [added]));
    });
  }

  /**
   * Changes a reviewer. If a new address may belong to another person, the reviewer's links are replaced: those sent
   * before stop working.
   * @throws AppError 404, 409 EMAIL_TAKEN
   */
  update(id: string, body: UpdateReviewerBody, by: Actor): Promise<ReviewerView> {
    return this.change(id, by, async (manager, reviewer) => {
      const { tokens } = this;
      if (mayBeAnotherPerson(reviewer, body)) await replaceLinksOf(manager, { ...reviewer, ...body }, { tokens, by });
      Object.assign(reviewer, body);
      await requireFreeAddress(manager, reviewer);
      await manager.save(Reviewer, reviewer);
      // Staff may have corrected the address, so mails to it are tried again.
      if (body.email) await clearRefusal(manager, body.email);
    });
  }

  /** Removes the reviewer and their links. Their decisions stay. @throws AppError 404 */
  async delete(id: string, by: Actor): Promise<void> {
    await this.change(id, by, async (manager, { clientId, name }) => {
      await manager.delete(Reviewer, { id });
      const { business } = await getRowFor(by, manager, Client, clientId);
      const target = { kind: 'reviewer', id, name } as const;
      await appendAudit(manager, by, { action: 'reviewer.deleted', target, changes: { client: became(business) } });
      await publish(manager, 'access.changed', { clientId, reviewId: null });
    });
  }

  private change(
    id: string,
    by: Actor,
    apply: (manager: EntityManager, reviewer: Reviewer) => Promise<unknown>,
  ): Promise<ReviewerView> {
    return this.db.transaction(async (manager) => {
      const { clientId } = await getRowFor(by, manager, Reviewer, id);
      await lockReviewKeysOfReviewer(manager, id);
      await lockRowFor(by, manager, Client, clientId);
      const reviewer = await lockRowFor(by, manager, Reviewer, id);
      await apply(manager, reviewer);
      await publish(manager, 'sharing.changed', { clientId, reviewId: null });
      return presentReviewer(reviewer, await findMailBlocksOfReviewers(manager, [reviewer]));
    });
  }
}

/** @param unmailed as returned by `findMailBlocksOfReviewers` */
export function presentReviewer(reviewer: Reviewer, unmailed: Map<string, MailBlock>): ReviewerView {
  const { id, clientId, name, email, language, timeZone, createdAt } = reviewer;
  const { refusal: mailRefusal = '', isStopped: hasStoppedMails = false } = unmailed.get(email) ?? {};
  return {
    id,
    clientId,
    name,
    email,
    language,
    timeZone,
    mailRefusal,
    hasStoppedMails,
    createdAt: createdAt.toISOString(),
  };
}

/** Why no mails are sent to these reviewers, by address; reviewers who get mails are missing. */
export function findMailBlocksOfReviewers(
  manager: EntityManager,
  reviewers: Reviewer[],
): Promise<Map<string, MailBlock>> {
  return findMailBlocks(
    manager,
    reviewers.map(({ email }) => email),
  );
}

/**
 * Whether a change may turn the reviewer into another person: another address, unless it is the first one and the
 * name stays.
 */
function mayBeAnotherPerson(
  before: Reviewer,
  { name = before.name, email = before.email }: UpdateReviewerBody,
): boolean {
  return email !== before.email && (before.email !== '' || name !== before.name);
}

/** The client is locked. @throws AppError 409 EMAIL_TAKEN */
async function requireFreeAddress(manager: EntityManager, { id, clientId, email }: Reviewer): Promise<void> {
  if (!email || !(await manager.existsBy(Reviewer, { clientId, email, ...(id && { id: Not(id) }) }))) return;
  throw conflict('EMAIL_TAKEN', `A reviewer of this client with the e-mail ${email} exists already.`, 'email');
}

function tooMany() {
  return conflict('TOO_MANY_REVIEWERS', `A client has at most ${REVIEWERS_PER_CLIENT} reviewers.`);
}

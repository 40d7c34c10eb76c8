import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, type EntityManager } from 'typeorm';
import { publicOrigin } from '../agencies/agency.present.js';
import { hashPassword } from '../auth/passwords.js';
import { Client } from '../clients/client.entity.js';
import type { HistoryAction } from '../contract/history.js';
import type {
  LinkOptionsBody,
  LinkView,
  ShareBody,
  SharedSubject,
  SharingView,
  UpdateLinkBody,
  UpdateSharingBody,
} from '../contract/links.js';
import { record, type Actor } from '../history/history.js';
import { Moment } from '../moments/moment.entity.js';
import { MomentsService } from '../moments/moments.service.js';
import { Optimization } from '../optimizations/optimization.entity.js';
import { OptimizationsService } from '../optimizations/optimizations.service.js';
import { getRow } from '../platform/database/get-row.js';
import { publish } from '../platform/events/publish.js';
import { invalid, notFound } from '../platform/http/errors.js';
import { Reviewer } from '../reviewers/reviewer.entity.js';
import { presentReviewer } from '../reviewers/reviewers.service.js';
import { stateOf } from './link-access.js';
import { hashOfToken, LinkTokens } from './link-tokens.js';
import { countDecisions, countToDecide, type LinkSubject } from './links.queries.js';
import { ReviewLink } from './review-link.entity.js';

/** Something that links open. */
interface Shared extends LinkSubject {
  clientId: string;
  openLink: boolean;
  client: Client;
}

/** A member of staff who shares, and the origin of the product where they do. */
export interface Sharer {
  by: Actor;
  origin: string;
}

const ENTITIES = { moments: Moment, 'gmb-optimizations': Optimization, clients: Client } as const;

/** Who may see a moment, an optimization or all work of a client: the open link, and the reviewers' own. */
@Injectable()
export class LinksService {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: LinkTokens,
    private readonly moments: MomentsService,
    private readonly optimizations: OptimizationsService,
  ) {}

  /** @throws AppError 404 */
  async sharing(subject: SharedSubject, id: string): Promise<SharingView> {
    return this.present(this.db.manager, await findShared(this.db.manager, subject, id));
  }

  /** Opens or closes the link that anybody may use. @throws AppError 404 */
  async update(subject: SharedSubject, id: string, { openLink }: UpdateSharingBody, by: Actor): Promise<SharingView> {
    return this.db.transaction(async (manager) => {
      const shared = await findShared(manager, subject, id);
      if (openLink !== undefined && openLink !== shared.openLink) {
        await manager.update(ENTITIES[subject], { id }, { openLink });
        await note(manager, shared, by, { action: openLink ? 'open_link.opened' : 'open_link.closed' });
      }
      return this.present(manager, await findShared(manager, subject, id));
    });
  }

  /**
   * Gives each of these reviewers a link of their own, or changes the one they have, and notes that it was shared. A link that
   * was revoked opens again.
   * @throws AppError 400 for a reviewer of another client, 404
   */
  async share(subject: SharedSubject, id: string, body: ShareBody, { by, origin }: Sharer): Promise<SharingView> {
    const passcodeHash = await hashOf(body.passcode);
    const view = await this.db.transaction(async (manager) => {
      const shared = await findShared(manager, subject, id);
      const reviewers = await findReviewers(manager, shared, body);
      for (const { reviewerId, mayDecide = body.mayDecide, expiresAt = body.expiresAt } of body.reviewers) {
        await this.save(manager, { ...shared, reviewerId, origin }, { mayDecide, expiresAt }, passcodeHash);
      }
      const names = reviewers.map(({ name }) => name).join(', ');
      await note(manager, shared, by, { action: 'link.sent', changes: { reviewers: { from: '', to: names } } });
      return this.present(manager, shared);
    });
    // What counts as shared follows; it is idempotent, so that sharing again makes up for a crash before it.
    if (subject === 'moments') await this.moments.share(id, by);
    if (subject === 'gmb-optimizations') await this.optimizations.share(id, by);
    return view;
  }

  /** @throws AppError 404 */
  async change(id: string, body: UpdateLinkBody, by: Actor): Promise<LinkView> {
    const passcodeHash = await hashOf(body.passcode);
    return this.withLink(id, by, 'link.changed', (link) => void Object.assign(link, changesOf(body, passcodeHash)));
  }

  /** Closes the link at once: page, API and live connections. @throws AppError 404 */
  revoke(id: string, by: Actor): Promise<LinkView> {
    return this.withLink(id, by, 'link.revoked', (link) => {
      if (link.revokedAt) return false;
      Object.assign(link, { revokedAt: new Date(), revokedBy: by.name });
    });
  }

  /** Opens a revoked link again. @throws AppError 404 */
  restore(id: string, by: Actor): Promise<LinkView> {
    return this.withLink(id, by, 'link.restored', (link) => {
      if (!link.revokedAt) return false;
      Object.assign(link, { revokedAt: null, revokedBy: null });
    });
  }

  /** The address of a link; `null` where it does not follow from this installation's secret any more. */
  addressOf({ id, tokenHash, origin }: ReviewLink, client: Client): string | null {
    const token = this.tokens.tokenOf(id);
    return hashOfToken(token) === tokenHash ? `${publicOrigin(client.agency) ?? origin}/r/${token}` : null;
  }

  private async withLink(
    id: string,
    by: Actor,
    action: HistoryAction,
    apply: (link: ReviewLink) => false | void,
  ): Promise<LinkView> {
    return this.db.transaction(async (manager) => {
      const link = await manager.findOne(ReviewLink, {
        where: { id },
        relations: { reviewer: true },
        lock: { mode: 'pessimistic_write', tables: ['review_links'] },
      });
      if (!link) throw notFound('Link');
      const shared = await findSharedOf(manager, link);
      if (apply(link) !== false) {
        await manager.save(ReviewLink, link);
        const changes = { reviewers: { from: '', to: link.reviewer!.name } };
        await note(manager, shared, by, { action, changes });
      }
      const { links } = await this.present(manager, shared);
      return links.find((one) => one.id === id)!;
    });
  }

  private async save(
    manager: EntityManager,
    { momentId, optimizationId, reviewerId, origin }: LinkSubject & { reviewerId: string; origin: string },
    body: LinkOptionsBody,
    passcodeHash: string | undefined,
  ): Promise<void> {
    const where = { reviewerId, ...whereOf({ momentId, optimizationId }) };
    const existing = await manager.findOne(ReviewLink, { where, lock: { mode: 'pessimistic_write' } });
    const link =
      existing ?? manager.create(ReviewLink, { id: crypto.randomUUID(), momentId, optimizationId, reviewerId });
    const tokenHash = hashOfToken(this.tokens.tokenOf(link.id))!;
    Object.assign(link, { tokenHash, origin, revokedAt: null, revokedBy: null }, changesOf(body, passcodeHash));
    await manager.save(ReviewLink, link);
  }

  private async present(manager: EntityManager, shared: Shared): Promise<SharingView> {
    const { clientId, openLink, client } = shared;
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    const found = await manager.find(ReviewLink, {
      where: whereLinksOf(shared),
      relations: { reviewer: true },
      order,
    });
    const isPortal = shared.momentId === null && shared.optimizationId === null;
    const counts = isPortal ? null : await countDecisions(manager, shared);
    const total = isPortal ? 0 : await countToDecide(manager, shared);
    const links = found.map((link): LinkView => {
      const reviewer = presentReviewer(link.reviewer!);
      const decided = counts && { approved: 0, rejected: 0, ...counts.get(reviewer.id), total };
      return { ...presentLink(link), reviewer, address: this.addressOf(link, client), decided };
    });
    return { clientId, openLink, isOpenLinkWorking: openLink && client.openLink, links };
  }
}

function presentLink(link: ReviewLink): Omit<LinkView, 'reviewer' | 'address' | 'decided'> {
  return {
    id: link.id,
    state: stateOf(link),
    mayDecide: link.mayDecide,
    hasPasscode: link.passcodeHash !== '',
    expiresAt: link.expiresAt?.toISOString() ?? null,
    revokedAt: link.revokedAt?.toISOString() ?? null,
    revokedBy: link.revokedBy,
    firstOpenedAt: link.firstOpenedAt?.toISOString() ?? null,
    lastSeenAt: link.lastSeenAt?.toISOString() ?? null,
    createdAt: link.createdAt.toISOString(),
  };
}

function changesOf({ mayDecide, expiresAt }: LinkOptionsBody, passcodeHash: string | undefined): Partial<ReviewLink> {
  return {
    ...(mayDecide !== undefined && { mayDecide }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(passcodeHash !== undefined && { passcodeHash }),
  };
}

/** `undefined` leaves the passcode, `null` removes it. */
async function hashOf(passcode: string | null | undefined): Promise<string | undefined> {
  return passcode ? hashPassword(passcode) : passcode === null ? '' : undefined;
}

/** @throws AppError 404 */
async function findShared(manager: EntityManager, subject: SharedSubject, id: string): Promise<Shared> {
  const row = await getRow<{ id: string; openLink: boolean; clientId?: string }>(manager, ENTITIES[subject], id);
  const { openLink, clientId = id } = row;
  const client = await manager.findOneOrFail(Client, { where: { id: clientId }, relations: { agency: true } });
  return {
    clientId,
    openLink,
    client,
    momentId: subject === 'moments' ? id : null,
    optimizationId: subject === 'gmb-optimizations' ? id : null,
  };
}

function findSharedOf(manager: EntityManager, { momentId, optimizationId, reviewer }: ReviewLink): Promise<Shared> {
  if (momentId) return findShared(manager, 'moments', momentId);
  return optimizationId
    ? findShared(manager, 'gmb-optimizations', optimizationId)
    : findShared(manager, 'clients', reviewer!.clientId);
}

/** The reviewers of the body, who cannot be removed before the transaction ends. @throws AppError 400 */
async function findReviewers(manager: EntityManager, { clientId }: Shared, body: ShareBody): Promise<Reviewer[]> {
  const ids = body.reviewers.map(({ reviewerId }) => reviewerId);
  const where = { clientId, id: In(ids) };
  const found = await manager.find(Reviewer, { where, order: { id: 'ASC' }, lock: { mode: 'for_key_share' } });
  if (found.length === ids.length) return found;
  const message = 'reviewers must be reviewers of this client';
  throw invalid([{ field: 'reviewers', message }]);
}

function whereOf({ momentId, optimizationId }: LinkSubject) {
  return { momentId: momentId ?? IsNull(), optimizationId: optimizationId ?? IsNull() };
}

function whereLinksOf({ clientId, momentId, optimizationId }: Shared) {
  return { reviewer: { clientId }, ...whereOf({ momentId, optimizationId }) };
}

/** Records what happened to links, and makes every process check who may still see it. */
async function note(
  manager: EntityManager,
  { clientId, momentId, optimizationId }: Shared,
  by: Actor,
  entry: { action: HistoryAction; changes?: Record<string, { from: string; to: string }> },
): Promise<void> {
  if (momentId) await record(manager, by, { momentId, ...entry });
  if (optimizationId) await record(manager, by, { optimizationId, ...entry });
  const subject = { clientId, ...(momentId && { momentId }), ...(optimizationId && { optimizationId }) };
  await publish(manager, 'access.changed', subject);
  await publish(manager, 'sharing.changed', subject);
}

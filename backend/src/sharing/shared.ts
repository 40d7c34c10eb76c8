import { IsNull, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { Client } from '../clients/client.entity.js';
import type { HistoryAction } from '../contract/history.js';
import type { SharedSubject } from '../contract/links.js';
import { firstTime, record } from '../history/history.js';
import { idOf, publishChange, subjectOf } from '../history/subject.js';
import { Moment } from '../moments/moment.entity.js';
import { Optimization } from '../optimizations/optimization.entity.js';
import { getRow } from '../platform/database/get-row.js';
import { publish } from '../platform/events/publish.js';
import { notFound } from '../platform/http/errors.js';
import type { LinkSubject } from './links.queries.js';
import { ReviewLink } from './review-link.entity.js';

/** Something that links open. */
export interface Shared extends LinkSubject {
  clientId: string;
  openLink: boolean;
  dueOn: string | null;
  client: Client;
}

type SharedRow = { id: string; openLink: boolean; clientId?: string; dueOn?: string | null };

/** The entity of each subject, as paths name it. */
export const ENTITIES = { moments: Moment, 'gmb-optimizations': Optimization, clients: Client } as const;

/** What is shared, with its client and the client's agency. @throws AppError 404 */
export async function findShared(manager: EntityManager, subject: SharedSubject, id: string): Promise<Shared> {
  const row = await getRow<SharedRow>(manager, ENTITIES[subject], id);
  const { openLink, dueOn = null, clientId = id } = row;
  const client = await manager.findOneOrFail(Client, { where: { id: clientId }, relations: { agency: true } });
  return {
    clientId,
    openLink,
    dueOn,
    client,
    momentId: subject === 'moments' ? id : null,
    optimizationId: subject === 'gmb-optimizations' ? id : null,
  };
}

/**
 * What is shared; neither it nor its client can be deleted before the transaction ends. Locked in the order that all keep to:
 * the moment or optimization, its client, reviewers, links.
 * @throws AppError 404
 */
export async function keepShared(manager: EntityManager, subject: SharedSubject, id: string): Promise<Shared> {
  await getRow<{ id: string }>(manager, ENTITIES[subject], id, KEPT);
  const shared = await findShared(manager, subject, id);
  await getRow(manager, Client, shared.clientId, KEPT);
  return shared;
}

/** When staff first copied or opened the open link; `null` if they never did, and for a client. */
export async function findOpenLinkShared(
  manager: EntityManager,
  { momentId, optimizationId }: LinkSubject,
): Promise<Date | null> {
  if (momentId) return firstTime(manager, { momentId, action: 'moment.shared' });
  return optimizationId ? firstTime(manager, { optimizationId, action: 'optimization.shared' }) : null;
}

/** What the link with this id opens, kept like `keepShared`. @throws AppError 404 */
export async function keepSharedOf(manager: EntityManager, linkId: string): Promise<Shared> {
  const link = await manager.findOne(ReviewLink, { where: { id: linkId }, relations: { reviewer: true } });
  if (!link) throw notFound('Link');
  const { momentId, optimizationId, reviewer } = link;
  if (momentId) return keepShared(manager, 'moments', momentId);
  return optimizationId
    ? keepShared(manager, 'gmb-optimizations', optimizationId)
    : keepShared(manager, 'clients', reviewer!.clientId);
}

const KEPT = { mode: 'for_key_share' } as const;

/** The links to exactly this, as a condition; `null` for both is all work of a client. */
export function whereOf({ momentId, optimizationId }: LinkSubject) {
  return { momentId: momentId ?? IsNull(), optimizationId: optimizationId ?? IsNull() };
}

/** The links of a client's reviewers to exactly this, as a condition. */
export function whereLinksOf({ clientId, momentId, optimizationId }: Shared) {
  return { reviewer: { clientId }, ...whereOf({ momentId, optimizationId }) };
}

/** Changes the day by which the client is to decide; `undefined` leaves it. */
export async function setDueDate(
  manager: EntityManager,
  shared: Shared,
  dueOn: string | null | undefined,
  by: Actor,
): Promise<void> {
  const { dueOn: from } = shared;
  const subject = subjectOf(shared);
  if (dueOn === undefined || dueOn === from || !subject) return;
  const entity = 'momentId' in subject ? Moment : Optimization;
  await manager.update<Moment | Optimization>(entity, { id: idOf(subject) }, { dueOn });
  const changes = { dueOn: { from: from ?? '', to: dueOn ?? '' } };
  await record(manager, by, { ...subject, action: 'due_date.changed', changes });
  await publishChange(manager, subject);
  await publish(manager, 'sharing.changed', { clientId: shared.clientId, ...subject });
}

/** Records what happened to links, and makes every process check who may still see it. */
export async function note(
  manager: EntityManager,
  shared: Pick<Shared, 'clientId' | 'momentId' | 'optimizationId'>,
  by: Actor,
  entry: { action: HistoryAction; changes?: Record<string, { from: string; to: string }> } | null,
): Promise<void> {
  const subject = subjectOf(shared);
  const about = { clientId: shared.clientId, ...subject };
  if (entry && subject) await record(manager, by, { ...subject, ...entry });
  if (entry && entry.action !== 'link.reminded') await publish(manager, 'access.changed', about);
  await publish(manager, 'sharing.changed', about);
}

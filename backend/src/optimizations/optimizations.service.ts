import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import type { Actor, StaffActor } from '../access/actor.js';
import { appendAudit, became } from '../audit/audit.js';
import { getReferencedFor, getRowFor, whereWithin } from '../access/look-ups.js';
import { limitedToOwner } from '../access/scope.js';
import { presentClient } from '../clients/client.present.js';
import { Client } from '../clients/client.entity.js';
import { findClientExtras } from '../clients/clients.queries.js';
import { overdueSql } from '../reviews/due.queries.js';
import { likeText, recordContains } from '../platform/database/sql.js';
import { conflict } from '../platform/http/errors.js';
import { shareOpenLink } from '../reviews/mark-shared.js';
import { isWhole, type Page } from '../platform/http/paging.js';
import type { HistoryEntry } from '../contract/history.js';
import type {
  CreateOptimizationBody,
  OptimizationDetail,
  OptimizationListItem,
  OptimizationQuery,
  OptimizationView,
  RestoreSectionBody,
  UpdateOptimizationBody,
} from '../contract/optimizations.js';
import type { PageQuery } from '../contract/paging.js';
import { SECTIONS, type Section } from '../contract/statuses.js';
import type { ReplyBody, ResubmitBody } from '../contract/rounds.js';
import { listHistory, getReplacedTexts, type NewEntry } from '../history/history.js';
import { publish } from '../platform/events/publish.js';
import { Run } from '../runs/run.entity.js';
import { ACTIVE } from '../runs/runs.service.js';
import { ItemsService } from '../reviews/items.service.js';
import { NewRounds } from '../reviews/new-rounds.js';
import { newSections, sectionStandings } from './new-sections.js';
import { getOptimization, lockOptimization } from './find-optimization.js';
import { OptimizationSection } from './optimization-section.entity.js';
import { Optimization } from './optimization.entity.js';
import { presentOptimization, presentOptimizationListItem } from './optimization.present.js';
import { lockSection } from './lock-section.js';
import { saveOptimization } from './save-optimization.js';
import { recordFingerprint } from './suggestion-input.js';

/** The columns that lists need. Texts and the website's text are not read, since they may be long. */
const LISTED = [
  'id',
  'clientId',
  'title',
  'status',
  'currentStep',
  'sharedAt',
  'openedAt',
  'dueOn',
  'daysLeft',
  'createdAt',
] as const satisfies (keyof Optimization)[];

/** Adds the filters of a list to a query. */
function filterOptimizations(
  query: SelectQueryBuilder<Optimization>,
  { search, status, due, clientId, owner }: Omit<OptimizationQuery, 'limit' | 'offset'>,
  by: StaffActor,
): SelectQueryBuilder<Optimization> {
  query
    .where(whereWithin(limitedToOwner(by, owner), Optimization))
    .andWhere({ ...(status && { status }), ...(clientId && { clientId }) });
  if (due === 'overdue') query.andWhere(overdueSql('optimization', 'optimization'));
  return search ? query.andWhere(recordContains('optimization', ':search'), { search: likeText(search) }) : query;
}

/** The optimizations of clients' profiles. */
@Injectable()
export class OptimizationsService {
  constructor(
    private readonly db: DataSource,
    private readonly items: ItemsService,
    private readonly newRounds: NewRounds,
  ) {}

  /** Newest first. */
  async list({ limit, offset, ...filter }: OptimizationQuery, by: StaffActor): Promise<Page<OptimizationListItem>> {
    const filtered = () => filterOptimizations(this.db.createQueryBuilder(Optimization, 'optimization'), filter, by);
    const items = await filtered()
      .innerJoin('optimization.client', 'client')
      .select([...LISTED.map((column) => `optimization.${column}`), 'client.id', 'client.business'])
      .orderBy({ 'optimization.createdAt': 'DESC', 'optimization.id': 'ASC' })
      .limit(limit)
      .offset(offset)
      .getMany();
    const total = isWhole({ limit, offset }) ? items.length : await filtered().getCount();
    return { items: items.map(presentOptimizationListItem), total };
  }

  async get(id: string, by: Actor): Promise<OptimizationDetail> {
    const optimization = await getOptimization(this.db.manager, id, by);
    const client = optimization.client!;
    const beside = await findClientExtras(this.db.manager, client);
    return { optimization: presentOptimization(optimization), client: presentClient(client, beside) };
  }

  /** Newest first. @throws AppError 404 */
  async history(id: string, page: PageQuery, by: Actor): Promise<Page<HistoryEntry>> {
    await getRowFor(by, this.db.manager, Optimization, id);
    return listHistory(this.db.manager, id, page, by);
  }

  create(body: CreateOptimizationBody, by: Actor): Promise<OptimizationView> {
    return this.db.transaction(async (manager) => {
      await getReferencedFor(by, manager, Client, { field: 'clientId', id: body.clientId });
      const publicLink = randomBytes(16).toString('base64url');
      const { businessName: title, ...texts } = body;
      const { id } = await manager.save(Optimization, manager.create(Optimization, { ...texts, title, publicLink }));
      await manager.insert(
        OptimizationSection,
        SECTIONS.map((section) => ({ optimizationId: id, section })),
      );
      const optimization = await getOptimization(manager, id, by);
      await saveOptimization(manager, optimization, by, [{ action: 'optimization.created' }]);
      return presentOptimization(optimization);
    });
  }

  /**
   * Changes the record and the suggestions, and submits the wizard; all or nothing.
   * @throws AppError 400, 404, 409 EDITED_MEANWHILE, SECTION_CHANGED, OPTIMIZATION_SUBMITTED, OPTIMIZATION_COMPLETED,
   * GENERATION_RUNNING
   */
  update(id: string, body: UpdateOptimizationBody, by: Actor): Promise<OptimizationView> {
    return this.db.transaction(async (manager) => {
      const optimization = await lockOptimization(manager, id, by);
      const before = sectionStandings(optimization.sections!);
      const entries: NewEntry[] = [
        ...(await prepareMove(manager, optimization, body, by)),
        ...editRecord(optimization, body, by),
        ...editSections(optimization, body, by),
        ...(body.status && optimization.submit() ? [{ action: 'optimization.submitted' } as const] : []),
      ];
      await saveOptimization(manager, optimization, by, entries);
      await this.newRounds.add(manager, id, newSections(before, optimization.sections!));
      return presentOptimization(await getOptimization(manager, id, by));
    });
  }

  /**
   * Asks the reviewers again to decide on a rejected section: on its draft, or on the same suggestion with an answer.
   * @throws AppError 404, 409 SECTION_NOT_REJECTED, NO_SUGGESTION
   */
  async resubmit(id: string, section: Section, { reply }: ResubmitBody, by: Actor): Promise<OptimizationView> {
    await this.items.resubmit(lockSection(id, section, by), reply, by);
    return presentOptimization(await getOptimization(this.db.manager, id, by));
  }

  /**
   * Stores the answer of staff to a reviewer's rejection of a section.
   * @throws AppError 404, 409 SECTION_NOT_REJECTED
   */
  async reply(id: string, section: Section, { reply = '' }: ReplyBody, by: Actor): Promise<OptimizationView> {
    await this.items.reply(lockSection(id, section, by), reply, by);
    return presentOptimization(await getOptimization(this.db.manager, id, by));
  }

  /**
   * Restores the suggestion that an entry of the history replaced; counts as an edit.
   * @throws AppError 404, 409 SECTION_CHANGED, NOTHING_TO_RESTORE
   */
  restore(id: string, { entryId, version }: RestoreSectionBody, by: Actor): Promise<OptimizationView> {
    return this.db.transaction(async (manager) => {
      const optimization = await lockOptimization(manager, id, by);
      const before = sectionStandings(optimization.sections!);
      const { texts, itemId } = await getReplacedTexts(manager, { id: entryId, reviewId: id }, ['suggestion']);
      const section = itemId as Section;
      const edit = { by, revision: version, writtenFrom: recordFingerprint(optimization) };
      const suggestion = optimization.section(section).edit(texts.suggestion!, edit);
      if (suggestion) {
        const entry = { action: 'section.restored', item: { id: section }, changes: { suggestion } } as const;
        await saveOptimization(manager, optimization, by, [entry]);
        await this.newRounds.add(manager, id, newSections(before, optimization.sections!));
      }
      return presentOptimization(await getOptimization(manager, id, by));
    });
  }

  /** Records that staff shared the open link, if they did not before. @throws AppError 404, 409 LINK_CLOSED */
  share(id: string, by: Actor): Promise<OptimizationView> {
    return this.db.transaction(async (manager) => {
      await lockOptimization(manager, id, by);
      await shareOpenLink(manager, { kind: 'optimization', reviewId: id }, by);
      return presentOptimization(await getOptimization(manager, id, by));
    });
  }

  /** Deletes the optimization. Its links stop working. */
  async delete(optimizationId: string, by: Actor): Promise<void> {
    await this.db.transaction(async (manager) => {
      const { clientId, title: name, client } = await lockOptimization(manager, optimizationId, by);
      await manager.delete(Optimization, { id: optimizationId });
      const target = { kind: 'optimization', id: optimizationId, name } as const;
      const changes = { client: became(client!.business) };
      await appendAudit(manager, by, { action: 'optimization.deleted', target, changes });
      await publish(manager, 'optimization.deleted', { optimizationId, clientId });
    });
  }
}

// Edits of a draft without suggestions are not recorded in the history: no reviewer has seen anything yet.
function editRecord(optimization: Optimization, body: UpdateOptimizationBody, by: Actor): NewEntry[] {
  const isUnseen = optimization.status === 'draft' && !optimization.hasSuggestions;
  const changes = optimization.edit(body, { by, revision: body.revision });
  return isUnseen || Object.keys(changes).length === 0 ? [] : [{ action: 'optimization.edited', changes }];
}

function editSections(optimization: Optimization, body: UpdateOptimizationBody, by: Actor): NewEntry[] {
  const writtenFrom = recordFingerprint(optimization);
  return SECTIONS.flatMap((section): NewEntry[] => {
    const text = suggestionIn(body, section);
    if (text === undefined) return [];
    const revision = body.sectionVersions?.[section];
    const suggestion = optimization.section(section).edit(text, { by, revision, writtenFrom });
    return suggestion ? [{ action: 'section.edited', item: { id: section }, changes: { suggestion } }] : [];
  });
}

function suggestionIn(body: UpdateOptimizationBody, section: Section): string | undefined {
  return section === 'keywords' ? body.keywordsSuggestion?.join('\n') : body[`${section}Suggestion`];
}

/** What follows from giving an optimization to another client, before that is done; nothing if the client stays. */
async function prepareMove(
  manager: EntityManager,
  { id: reviewId, clientId: formerClientId, client: former }: Optimization,
  { clientId = formerClientId }: UpdateOptimizationBody,
  by: Actor,
): Promise<NewEntry[]> {
  if (clientId === formerClientId) return [];
  const client = await getReferencedFor(by, manager, Client, { field: 'clientId', id: clientId });
  if (await manager.existsBy(Run, { subjectId: reviewId, state: ACTIVE })) {
    const message = 'Suggestions are being written for this client at the moment. Please try again when they are done.';
    throw conflict('GENERATION_RUNNING', message);
  }
  // Reviewers of the former client lose access.
  await publish(manager, 'access.changed', { clientId: formerClientId, reviewId, ofReviewers: true });
  await publish(manager, 'review.moved', { reviewId, formerClientId });
  return [{ action: 'optimization.moved', changes: { client: { from: former!.business, to: client.business } } }];
}

import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { presentClient } from '../clients/client.present.js';
import { Client } from '../clients/client.entity.js';
import { conflict, invalid } from '../common/errors.js';
import type { Page } from '../common/paging.js';
import type {
  CreateOptimizationBody,
  OptimizationDetail,
  OptimizationListItem,
  OptimizationView,
  UpdateOptimizationBody,
} from '../contract/optimizations.js';
import type { PageQuery } from '../contract/paging.js';
import { SECTIONS, type Section } from '../contract/statuses.js';
import { record, VISITOR, wasJustRecorded, type Actor } from '../history/history.service.js';
import { Moment } from '../moments/moment.entity.js';
import { announce } from '../realtime/announcements.js';
import { ACTIVE } from '../runs/run.entity.js';
import { countChange, sectionThrottled } from './decision-throttle.js';
import { getWhole, lockOptimization } from './find-optimization.js';
import { OptimizationRun } from './optimization-run.entity.js';
import { OptimizationSection, type SectionDecision, type SeenSection } from './optimization-section.entity.js';
import { Optimization } from './optimization.entity.js';
import { presentOptimization, presentOptimizationListItem } from './optimization.present.js';
import { saveOptimization, type Happening } from './save-optimization.js';
import { recordFingerprint } from './suggestion-input.js';

const LINK_BYTES = 16;
/** What a list needs: the texts and the website of a record may be long. */
const LISTED = [
  'id',
  'clientId',
  'businessName',
  'status',
  'currentStep',
  'createdAt',
] as const satisfies (keyof Optimization)[];

/** Who decides on a section, and what they saw of it. */
interface SectionDecider {
  seen: SeenSection;
  by: Actor;
  /** Where they come from. */
  network: string;
}

/** The better profiles that are worked out with the clients. */
@Injectable()
export class OptimizationsService {
  constructor(private readonly db: DataSource) {}

  /** Newest first. */
  async list({ limit, offset }: PageQuery): Promise<Page<OptimizationListItem>> {
    const { manager } = this.db;
    const items = await manager
      .createQueryBuilder(Optimization, 'optimization')
      .innerJoin('optimization.client', 'client')
      .select([...LISTED.map((column) => `optimization.${column}`), 'client.id', 'client.business'])
      .orderBy({ 'optimization.createdAt': 'DESC', 'optimization.id': 'ASC' })
      .limit(limit)
      .offset(offset)
      .getMany();
    const isWhole = limit === undefined && !offset;
    const total = isWhole ? items.length : await manager.count(Optimization);
    return { items: items.map(presentOptimizationListItem), total };
  }

  async get(id: string): Promise<OptimizationDetail> {
    const optimization = await getWhole(this.db.manager, id);
    const momentCount = await this.db.manager.countBy(Moment, { clientId: optimization.clientId });
    return {
      optimization: presentOptimization(optimization),
      client: presentClient(optimization.client!, momentCount),
    };
  }

  create(body: CreateOptimizationBody, by: Actor): Promise<OptimizationView> {
    return this.db.transaction(async (manager) => {
      await requireClient(manager, body.clientId);
      const { id } = await manager.save(Optimization, manager.create(Optimization, { ...body, publicLink: newLink() }));
      await manager.insert(
        OptimizationSection,
        SECTIONS.map((section) => ({ optimizationId: id, section })),
      );
      const optimization = await getWhole(manager, id);
      await saveOptimization(manager, optimization, by, [{ action: 'optimization.created' }]);
      return presentOptimization(optimization);
    });
  }

  /**
   * Changes the record, the suggestions, or submits the wizard: all of it or nothing.
   * @throws AppError 400, 404, 409 EDITED_MEANWHILE, SECTION_CHANGED, OPTIMIZATION_SUBMITTED, OPTIMIZATION_COMPLETED, GENERATION_RUNNING
   */
  update(id: string, body: UpdateOptimizationBody, by: Actor): Promise<OptimizationView> {
    return this.db.transaction(async (manager) => {
      const optimization = await lockOptimization(manager, id);
      if (body.clientId !== undefined) await checkNewClient(manager, optimization, body.clientId);
      const happenings: Happening[] = [
        ...editRecord(optimization, body, by),
        ...editSections(optimization, body, by),
        ...(body.status && optimization.submit() ? [{ action: 'optimization.submitted' } as const] : []),
      ];
      await saveOptimization(manager, optimization, by, happenings);
      return presentOptimization(await getWhole(manager, id));
    });
  }

  /**
   * Takes a decision on the state of a section that was seen.
   * @throws AppError 404, 409 SECTION_CHANGED, SECTION_DECIDED, NO_SUGGESTION, 429 SECTION_THROTTLED where visitors
   * changed it too often
   */
  async decide(id: string, section: Section, decision: SectionDecision, { seen, by, network }: SectionDecider) {
    const waitMs = await this.db.transaction(async (manager) => {
      const optimization = await lockOptimization(manager, id);
      const current = optimization.section(section);
      const wasDecided = current.approval !== 'pending';
      if (!current.decide(decision, seen)) return 0;
      if (wasDecided && by.kind === 'visitor') {
        const tooSoonMs = await countChange(manager, { optimizationId: id, section, network });
        if (tooSoonMs > 0) return tooSoonMs;
      }
      const action = decision.verdict === 'approve' ? 'section.approved' : 'section.rejected';
      await saveOptimization(manager, optimization, by, [{ action, section, feedback: current.feedback }]);
      return 0;
    });
    // Thrown behind the commit, which keeps the count and the note for staff.
    if (waitMs > 0) throw sectionThrottled(section, waitMs);
  }

  /** Notes that a person looked at the public page; within a minute once, whoever asks how often. */
  async opened(optimizationId: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockOptimization(manager, optimizationId);
      if (await wasJustRecorded(manager, { optimizationId, action: 'optimization.opened' })) return;
      await record(manager, VISITOR, { optimizationId, action: 'optimization.opened' });
      await announce(manager, 'optimization.changed', { optimizationId });
    });
  }

  /** Removes the optimization; its public preview ends. */
  async delete(optimizationId: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockOptimization(manager, optimizationId);
      await manager.delete(Optimization, { id: optimizationId });
      await announce(manager, 'optimization.deleted', { optimizationId });
    });
  }
}

// The client has seen nothing of a bare draft yet: what is saved of it step by step is no history.
function editRecord(optimization: Optimization, body: UpdateOptimizationBody, by: Actor): Happening[] {
  const isUnseen = optimization.status === 'draft' && !optimization.hasSuggestions;
  const changes = optimization.edit(body, { by, revision: body.revision });
  return isUnseen || Object.keys(changes).length === 0 ? [] : [{ action: 'optimization.edited', changes }];
}

function editSections(optimization: Optimization, body: UpdateOptimizationBody, by: Actor): Happening[] {
  const writtenFrom = recordFingerprint(optimization);
  return SECTIONS.flatMap((section): Happening[] => {
    const text = suggestionIn(body, section);
    if (text === undefined) return [];
    const revision = body.sectionVersions?.[section];
    const suggestion = optimization.section(section).edit(text, { by, revision, writtenFrom });
    return suggestion ? [{ action: 'section.edited', section, changes: { suggestion } }] : [];
  });
}

function suggestionIn(body: UpdateOptimizationBody, section: Section): string | undefined {
  return section === 'keywords' ? body.keywordsSuggestion?.join('\n') : body[`${section}Suggestion`];
}

async function checkNewClient(manager: EntityManager, optimization: Optimization, clientId: string): Promise<void> {
  if (clientId === optimization.clientId) return;
  await requireClient(manager, clientId);
  if (await manager.existsBy(OptimizationRun, { optimizationId: optimization.id, state: ACTIVE })) {
    const message = 'Suggestions are being written for this client at the moment. Please try again when they are done.';
    throw conflict('GENERATION_RUNNING', message);
  }
}

// Locked, so that the client cannot go before the optimization is there.
async function requireClient(manager: EntityManager, id: string): Promise<void> {
  if (await manager.findOne(Client, { where: { id }, lock: { mode: 'for_key_share' } })) return;
  throw invalid([{ field: 'clientId', message: 'clientId must be the id of an existing client' }]);
}

function newLink(): string {
  return randomBytes(LINK_BYTES).toString('base64url');
}

import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Observable } from 'rxjs';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { getRowFor } from '../access/look-ups.js';
import type {
  OptimizationRunView,
  OptimizationView,
  RegenerateSectionBody,
  RunSectionView,
} from '../contract/optimizations.js';
import { SECTION_NAMES, SECTIONS, type Section } from '../contract/statuses.js';
import { conflict, notFound, type AppError } from '../platform/http/errors.js';
import { runError } from '../runs/reason.js';
import { countsOf, type Run, type RunItem } from '../runs/run.entity.js';
import { RunsService, type RunWithItems } from '../runs/runs.service.js';
import { getOptimization, lockOptimization } from './find-optimization.js';
import type { OptimizationSection } from './optimization-section.entity.js';
import { Optimization } from './optimization.entity.js';
import { presentOptimization } from './optimization.present.js';
import { SUGGESTIONS, type SuggestionItemPayload, type SuggestionsPayload } from './suggestions.run.js';

type SuggestionsRun = Run<SuggestionsPayload>;
type WithItems = RunWithItems<SuggestionsPayload, SuggestionItemPayload>;

/** Starts runs that write suggestions, and reads them. */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly db: DataSource,
    private readonly runs: RunsService,
  ) {}

  /**
   * Starts a run for all missing suggestions, or returns the active one. Allowed before the wizard is submitted, too.
   * @returns the run's id
   * @throws AppError 404, 409 ALL_SUGGESTED
   */
  async generate(optimizationId: string, by: Actor): Promise<string> {
    const run = await this.runs.start<SuggestionsPayload>(async (manager) => {
      const optimization = await lockOptimization(manager, optimizationId, by);
      const missing = optimization.sections!.filter(({ suggestion }) => suggestion === '');
      if (missing.length === 0) throw conflict('ALL_SUGGESTED', 'All sections already have suggestions');
      const active = await this.active(manager, optimizationId);
      const generation = active.find(({ run: { payload } }) => payload.mode === 'generate');
      if (generation) return generation.run;
      const sections = missing.filter(({ section }) => !active.some((each) => isWaitingFor(each, section)));
      if (sections.length === 0) return active.find((each) => isWaitingFor(each, missing[0]!.section))!.run;
      return this.create(manager, optimizationId, sections, { mode: 'generate', feedback: '' });
    });
    return run.id;
  }

  /**
   * Starts a run that writes one suggestion again; repeated requests return the active run.
   * @returns the run's id
   * @throws AppError 404, 409 GENERATION_RUNNING while the section is being written with other feedback,
   * SECTION_NOT_REJECTED if a draft is requested
   */
  async regenerate(
    optimizationId: string,
    section: Section,
    { userFeedback: feedback = '', asDraft = false }: RegenerateSectionBody,
    by: Actor,
  ): Promise<string> {
    const run = await this.runs.start<SuggestionsPayload>(async (manager) => {
      const asked = (await lockOptimization(manager, optimizationId, by)).section(section);
      if (asDraft) asked.decision.requireRejected(asked);
      const active = (await this.active(manager, optimizationId)).find((each) => isWaitingFor(each, section));
      const payload: SuggestionsPayload = { mode: 'regenerate', feedback, ...(asDraft && { asDraft }) };
      if (!active) return this.create(manager, optimizationId, [asked], payload);
      if (!isDeepStrictEqual(active.run.payload, payload)) {
        const what = `The suggestion for ${SECTION_NAMES[section]}`;
        const message = `${what} is being written at the moment. Please try again when it is done.`;
        throw conflict('GENERATION_RUNNING', message);
      }
      // The repeated request was based on the current state of the section.
      await this.runs.updateItem<SuggestionItemPayload>(manager, active.run.id, section, { seen: asked.state });
      return active.run;
    });
    return run.id;
  }

  /**
   * Waits until a run has ended.
   * @throws AppError naming the sections that were not written: 422 NOTHING_TO_WRITE, 502 AI_FAILED, 409
   * SECTION_CHANGED if the section that was to be written again was changed meanwhile; 404 if the optimization was
   * deleted; 503 QUEUE_UNAVAILABLE if it takes too long
   */
  async waitUntilEnded(optimizationId: string, runId: string, by: Actor, disconnected: Observable<unknown>) {
    const found = await this.runs.waitUntilEnded(SUGGESTIONS, runId, disconnected);
    if (!found) throw notFound('Optimization');
    const { run, items } = found;
    const isDropped = run.payload.mode === 'regenerate' && run.done === 0;
    if (run.failed > 0 || isDropped) throw sectionsError(inOrder(items));
    return presentOptimization(await getOptimization(this.db.manager, optimizationId, by)) satisfies OptimizationView;
  }

  /**
   * The active and recently ended runs of an optimization, oldest first; if there are none, the last run, if any.
   * @throws AppError 404
   */
  async recentRuns(optimizationId: string, by: Actor): Promise<OptimizationRunView[]> {
    await getRowFor(by, this.db.manager, Optimization, optimizationId);
    const found = await this.runs.findRecent(SUGGESTIONS, optimizationId);
    return found.map(presentRun);
  }

  private active(manager: EntityManager, optimizationId: string): Promise<WithItems[]> {
    return this.runs.findActive(manager, SUGGESTIONS, optimizationId);
  }

  private create(
    manager: EntityManager,
    subjectId: string,
    sections: OptimizationSection[],
    payload: SuggestionsPayload,
  ): Promise<SuggestionsRun> {
    const items = sections.map(({ section, state }) => ({ key: section, payload: { seen: state } }));
    return this.runs.create(manager, SUGGESTIONS, { subjectId, payload, items });
  }
}

function isWaitingFor({ items }: WithItems, section: Section): boolean {
  return items.some(({ key, state }) => key === section && state === 'waiting');
}

function presentRun({ run, items }: WithItems): OptimizationRunView {
  return {
    ...countsOf(run),
    optimizationId: run.subjectId,
    kind: run.payload.mode,
    sections: inOrder(items).map(presentItem),
  };
}

function presentItem({ key, state, message, detail }: RunItem): RunSectionView {
  return { section: key as Section, state, message, detail };
}

/** Items in the order of the sections. */
function inOrder<Item extends RunItem>(items: Item[]): Item[] {
  return items.toSorted((a, b) => SECTIONS.indexOf(a.key as Section) - SECTIONS.indexOf(b.key as Section));
}

/** The error that names the sections that were not written, with reasons, and those that were. */
function sectionsError(items: RunItem[]): AppError {
  const nameOf = ({ key }: RunItem): string => SECTION_NAMES[key as Section];
  const failed = items.filter(({ state }) => state === 'failed');
  const written = items.filter(({ state }) => state === 'done').map(nameOf);
  const reasons = [
    ...failed.map((item) => `${nameOf(item)}: ${item.message}`),
    ...(written.length > 0 ? [`Written: ${written.join(', ')}.`] : []),
  ];
  const details = items.map(({ key, state, message }) => ({
    field: key,
    message: state === 'done' ? 'This section was written.' : message,
  }));
  const [first] = items;
  if (failed.length === 0) return runError([first!.code], first!.message, details);
  const codes = failed.map(({ code }) => code);
  return runError(codes, reasons.join(' '), details);
}

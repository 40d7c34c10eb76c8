import { Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { DataSource, In, type EntityManager } from 'typeorm';
import { conflict, notFound, type AppError } from '../common/errors.js';
import { currentRequestId } from '../common/trace.js';
import type { GenerationStarted, OptimizationRunView, OptimizationView } from '../contract/optimizations.js';
import { SECTION_NAMES, type Section } from '../contract/statuses.js';
import { Doorbell } from '../queue/doorbell.js';
import { announce } from '../realtime/announcements.js';
import { Listener } from '../realtime/listener.js';
import { unwritten } from '../runs/reason.js';
import { runEnd } from '../runs/run-end.js';
import { ACTIVE } from '../runs/run.entity.js';
import { getWhole, lockOptimization } from './find-optimization.js';
import { progressOf } from './optimization-claims.js';
import { OptimizationRun, OptimizationRunItem } from './optimization-run.entity.js';
import { inOrder, presentOptimizationRun } from './optimization-run.present.js';
import type { OptimizationSection } from './optimization-section.entity.js';
import { Optimization } from './optimization.entity.js';
import { presentOptimization } from './optimization.present.js';

/** A run that is to be made. */
interface Wanted {
  optimizationId: string;
  kind: OptimizationRun['kind'];
  sections: OptimizationSection[];
  feedback: string;
}

/** Asks for suggestions; the workers write them. */
@Injectable()
export class GenerationsService {
  constructor(
    private readonly db: DataSource,
    private readonly doorbell: Doorbell,
    private readonly listener: Listener,
  ) {}

  /**
   * Starts writing every suggestion that is missing, or returns the run that is at it already. Staff may ask for it
   * before the wizard is submitted, too.
   * @throws AppError 404, 409 ALL_SUGGESTED
   */
  async generate(optimizationId: string): Promise<GenerationStarted> {
    return this.start(async (manager) => {
      const optimization = await lockOptimization(manager, optimizationId);
      const missing = optimization.sections!.filter(({ suggestion }) => suggestion === '');
      if (missing.length === 0) throw conflict('ALL_SUGGESTED', 'All sections already have suggestions');
      const runs = await manager.findBy(OptimizationRun, { optimizationId, state: ACTIVE });
      const generation = runs.find(({ kind }) => kind === 'generate');
      if (generation) return generation;
      const writing = await manager.findBy(OptimizationRunItem, {
        runId: In(runs.map(({ id }) => id)),
        section: In(missing.map(({ section }) => section)),
        state: 'waiting',
      });
      const sections = missing.filter(({ section }) => !writing.some((item) => item.section === section));
      if (sections.length === 0) return runs.find(({ id }) => id === writing[0]!.runId)!;
      return insertRun(manager, { optimizationId, kind: 'generate', sections, feedback: '' });
    });
  }

  /**
   * Starts writing one suggestion anew; asking for the same twice starts it once.
   * @throws AppError 404, 409 GENERATION_RUNNING while the section is being written with another wish
   */
  async regenerate(optimizationId: string, section: Section, feedback: string): Promise<GenerationStarted> {
    return this.start(async (manager) => {
      const asked = (await lockOptimization(manager, optimizationId)).section(section);
      const active = await activeRun(manager, optimizationId, section);
      if (active?.kind === 'regenerate' && active.feedback === feedback) {
        // Whoever asks again has seen what was changed since.
        await manager.update(OptimizationRunItem, { runId: active.id, section }, { seen: asked.state });
        return active;
      }
      if (active) {
        const what = `The suggestion for ${SECTION_NAMES[section]}`;
        const message = `${what} is being written at the moment. Please try again when it is done.`;
        throw conflict('GENERATION_RUNNING', message);
      }
      return insertRun(manager, {
        optimizationId,
        kind: 'regenerate',
        sections: [asked],
        feedback,
      });
    });
  }

  /**
   * Answers when a run has ended.
   * @throws AppError with what became of each section: 422 NOTHING_TO_WRITE, 502 AI_FAILED, 409 SECTION_CHANGED where the
   * section that was to be written anew was changed meanwhile; 503 QUEUE_UNAVAILABLE when it takes too long
   */
  async ended(optimizationId: string, { jobId }: GenerationStarted, hungUp: Observable<unknown>) {
    const look = async (): Promise<OptimizationRun> => {
      const run = await this.db.manager.findOneBy(OptimizationRun, { id: jobId });
      if (!run) throw notFound('Optimization');
      return run;
    };
    const heard = this.listener.heard('optimization.progress');
    const run = await runEnd(jobId, { look, heard, hungUp, what: 'The suggestion' });
    const items = inOrder(await this.db.manager.findBy(OptimizationRunItem, { runId: run.id }));
    if (run.failed > 0 || (run.kind === 'regenerate' && run.done === 0)) throw unwrittenSections(items);
    return presentOptimization(await getWhole(this.db.manager, optimizationId)) satisfies OptimizationView;
  }

  /** The runs that are going on, oldest first; else the last one, if there was one. */
  async runs(optimizationId: string): Promise<OptimizationRunView[]> {
    if (!(await this.db.manager.existsBy(Optimization, { id: optimizationId }))) throw notFound('Optimization');
    const active = await this.db.manager.find(OptimizationRun, {
      where: { optimizationId, state: ACTIVE },
      order: { createdAt: 'ASC' },
    });
    const last = { where: { optimizationId }, order: { createdAt: 'DESC' }, take: 1 } as const;
    const runs = active.length > 0 ? active : await this.db.manager.find(OptimizationRun, last);
    const items = await this.db.manager.findBy(OptimizationRunItem, { runId: In(runs.map(({ id }) => id)) });
    return runs.map((run) =>
      presentOptimizationRun(
        run,
        items.filter(({ runId }) => runId === run.id),
      ),
    );
  }

  private async start(find: (manager: EntityManager) => Promise<OptimizationRun>): Promise<GenerationStarted> {
    const run = await this.db.transaction(find);
    void this.doorbell.ring('optimizations', run.id, { runId: run.id });
    return { jobId: run.id };
  }
}

async function insertRun(manager: EntityManager, { sections, ...wanted }: Wanted): Promise<OptimizationRun> {
  const blank = manager.create(OptimizationRun, { ...wanted, total: sections.length, requestId: currentRequestId() });
  const run = await manager.save(OptimizationRun, blank);
  await manager.insert(
    OptimizationRunItem,
    sections.map(({ section, state }) => ({ runId: run.id, section, seen: state })),
  );
  await announce(manager, 'optimization.progress', progressOf(run));
  return run;
}

/** The run that has this section before it. */
function activeRun(manager: EntityManager, optimizationId: string, section: Section): Promise<OptimizationRun | null> {
  return manager
    .createQueryBuilder(OptimizationRun, 'run')
    .innerJoin(OptimizationRunItem, 'item', `item.runId = run.id AND item.section = :section`, { section })
    .where(`run.optimizationId = :optimizationId AND run.state IN ('queued', 'running')`, { optimizationId })
    .andWhere(`item.state = 'waiting'`)
    .getOne();
}

/** Names the sections that were not written with the reasons, and those that were. */
function unwrittenSections(items: OptimizationRunItem[]): AppError {
  const failed = items.filter(({ state }) => state === 'failed');
  const written = items.filter(({ state }) => state === 'done').map(({ section }) => SECTION_NAMES[section]);
  const reasons = [
    ...failed.map(({ section, message }) => `${SECTION_NAMES[section]}: ${message}`),
    ...(written.length > 0 ? [`Written: ${written.join(', ')}.`] : []),
  ];
  const [first] = items;
  const details = items.map(({ section, state, message }) => ({
    field: section,
    message: state === 'done' ? 'This section was written.' : message,
  }));
  if (failed.length === 0) return unwritten([first!.code], first!.message, details);
  return unwritten(
    failed.map(({ code }) => code),
    reasons.join(' '),
    details,
  );
}

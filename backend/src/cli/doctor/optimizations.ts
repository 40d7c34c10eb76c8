import { MoreThan } from 'typeorm';
import { SECTIONS } from '../../contract/statuses.js';
import { lockOptimization } from '../../optimizations/find-optimization.js';
import { OptimizationSection } from '../../optimizations/optimization-section.entity.js';
import { Optimization } from '../../optimizations/optimization.entity.js';
import { saveOptimization } from '../../optimizations/save-optimization.js';
import type { Check, CheckContext } from './check.js';
import { DOCTOR } from './rows.js';

const READ_AT_ONCE = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Optimizations whose status or step does not follow from their sections, or that lack a section. */
export const wrongOptimizations: Check = async function* check(context) {
  for await (const optimization of allOptimizations(context)) {
    const error = errorOf(optimization);
    const { id } = optimization;
    if (error) {
      yield { problem: `optimization ${id} ${error}`, action: 'derive it again', repair: () => repair(context, id) };
    }
  }
};

async function* allOptimizations({ db, signal }: CheckContext): AsyncGenerator<Optimization> {
  let last = FIRST;
  for (;;) {
    signal?.throwIfAborted();
    const found = await db.manager.find(Optimization, {
      where: { id: MoreThan(last) },
      relations: { sections: true },
      order: { id: 'ASC' },
      take: READ_AT_ONCE,
    });
    yield* found;
    if (found.length < READ_AT_ONCE) return;
    last = found.at(-1)!.id;
  }
}

function errorOf(optimization: Optimization): string | null {
  const missing = missingSections(optimization);
  if (missing.length > 0) return `lacks ${missing.join(', ')}`;
  const { status, currentStep } = optimization;
  optimization.recomputeStatus();
  if (status === optimization.status && currentStep === optimization.currentStep) return null;
  return `is ${status} at step ${currentStep}, but should be ${optimization.status} at step ${optimization.currentStep}`;
}

function missingSections({ sections }: Optimization): (typeof SECTIONS)[number][] {
  return SECTIONS.filter((name) => !sections!.some(({ section }) => section === name));
}

async function repair({ db }: CheckContext, id: string): Promise<void> {
  await db.transaction(async (manager) => {
    const missing = missingSections(await lockOptimization(manager, id));
    await manager.insert(
      OptimizationSection,
      missing.map((section) => ({ optimizationId: id, section })),
    );
    await saveOptimization(manager, await lockOptimization(manager, id), DOCTOR, []);
  });
}

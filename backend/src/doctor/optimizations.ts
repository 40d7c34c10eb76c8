import { MoreThan } from 'typeorm';
import { SECTIONS } from '../contract/statuses.js';
import { lockOptimization } from '../gmb-optimizations/find-optimization.js';
import { OptimizationSection } from '../gmb-optimizations/optimization-section.entity.js';
import { Optimization } from '../gmb-optimizations/optimization.entity.js';
import { saveOptimization } from '../gmb-optimizations/save-optimization.js';
import type { Finding } from './finding.js';
import { DOCTOR } from './history.js';
import type { Patient } from './patient.js';

const AT_A_TIME = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Optimizations whose status or step is not what follows from their sections, or that lack a section. */
export async function* unsettledOptimizations(patient: Patient): AsyncGenerator<Finding> {
  for await (const optimization of allOptimizations(patient)) {
    const wrong = whatIsWrong(optimization);
    if (!wrong) continue;
    const { id } = optimization;
    yield { what: `optimization ${id} ${wrong}`, cure: 'derive it anew', mend: () => settle(patient, id) };
  }
}

async function* allOptimizations({ db, signal }: Patient): AsyncGenerator<Optimization> {
  let last = FIRST;
  for (;;) {
    signal?.throwIfAborted();
    const found = await db.manager.find(Optimization, {
      where: { id: MoreThan(last) },
      relations: { sections: true },
      order: { id: 'ASC' },
      take: AT_A_TIME,
    });
    yield* found;
    if (found.length < AT_A_TIME) return;
    last = found.at(-1)!.id;
  }
}

function whatIsWrong(optimization: Optimization): string | null {
  const lacking = lackingSections(optimization);
  if (lacking.length > 0) return `lacks ${lacking.join(', ')}`;
  const { status, currentStep } = optimization;
  optimization.settle();
  if (status === optimization.status && currentStep === optimization.currentStep) return null;
  return `is ${status} at step ${currentStep}, but should be ${optimization.status} at step ${optimization.currentStep}`;
}

function lackingSections({ sections }: Optimization): (typeof SECTIONS)[number][] {
  return SECTIONS.filter((name) => !sections!.some(({ section }) => section === name));
}

async function settle({ db }: Patient, id: string): Promise<void> {
  await db.transaction(async (manager) => {
    const lacking = lackingSections(await lockOptimization(manager, id));
    await manager.insert(
      OptimizationSection,
      lacking.map((section) => ({ optimizationId: id, section })),
    );
    await saveOptimization(manager, await lockOptimization(manager, id), DOCTOR, []);
  });
}
